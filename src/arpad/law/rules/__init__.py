"""The vocabulary: every concept the law knows, by room. An edition fills concepts; code asks for them by name.

`CONCEPTS` is closed: a name that is not here cannot stand in an edition file.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from arpad.law.rules import admission, lists, newcomers, office, rating, registration
from arpad.law.rules.concept import Concept, Room, Said

CONCEPTS: Mapping[str, Concept[Any]] = MappingProxyType(
    {
        concept.name: concept
        for room in (rating, newcomers, registration, admission, lists, office)
        for concept in vars(room).values()
        if isinstance(concept, Concept)
    }
)

__all__ = ["CONCEPTS", "Concept", "Room", "Said", "admission", "lists", "newcomers", "office", "rating", "registration"]
