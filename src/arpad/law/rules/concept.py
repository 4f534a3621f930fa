"""Say what a concept is: a name of the law, the room that decides by it, and the methods a text may choose from.

A method is a frozen dataclass; its fields are the values an edition must give, all of them and no others. A concept
with one method needs no `method` key; a concept with several takes the dataclass whose `method` the table names.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Literal, TypeVar

Method = TypeVar("Method")

Halves = Literal["up", "away"]
"""What happens to a half: to the greater number, or away from zero."""

Authority = Literal["qc", "qc-chair", "president", "council", "federation", "unnamed"]
"""Who decides, refuses or grants."""


class Room(StrEnum):
    """Where a concept is decided; the room gives the articles that fill it their status."""

    RATING = "applied"
    ADMISSION = "checked"
    LISTS = "published"
    OFFICE = "procedure"


@dataclass(frozen=True, eq=False)
class Concept(Generic[Method]):
    """A name of the closed vocabulary, typed by the methods that can fill it."""

    name: str
    room: Room
    decides: str
    methods: tuple[type[Method], ...]

    def method_name(self, method: type[Method]) -> str:
        """How an edition names this method; empty where there is no choice."""
        return str(getattr(method, "method", ""))


@dataclass(frozen=True)
class Said:
    """The text says so; there is no value to choose."""


@dataclass(frozen=True)
class By:
    """Who may decide."""

    authority: Authority
