"""The sentences of admission: what is wrong, and what helps. Named, with fields, so that they can be said otherwise.

A message belongs to a concept; checks name it and give the fields. Translations put another table beside this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from arpad.admission.messages_event import OF_THE_EVENT
from arpad.admission.messages_games import OF_GAMES_AND_PLAYERS
from arpad.finding import LITERAL, Finding, Place, Remedy, Tier, fields_of

MESSAGES: Mapping[str, tuple[str, str]] = MappingProxyType({**OF_THE_EVENT, **OF_GAMES_AND_PLAYERS})


def told(
    key: str,
    tier: Tier,
    place: Place,
    articles: tuple[str, ...] = (),
    player: int | None = None,
    turn: int | None = None,
    /,
    **given: Any,
) -> Finding:
    """A finding that says a sentence of this table, filled with what is given."""
    _, remedy = MESSAGES[key]
    fields = {name: str(value) for name, value in given.items()}
    helps = Remedy.to(LITERAL, text=remedy.format(**fields)) if remedy else None
    return Finding(key.split("/")[0], tier, place, key, fields_of(fields), helps, articles, player, turn)
