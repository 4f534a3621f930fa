"""Say what a concept is: a name of the law, the room that decides by it, and the methods a text may choose from.

A method is a frozen dataclass; its fields are the values an edition must give, all of them and no others. A concept
with one method needs no `method` key; a concept with several takes the dataclass whose `method` the table names.

Code reads every value that an edition gives, or the value is declared here as told only, with the reason: it is shown
to whoever asks what the text says, and nothing is decided by it. An article all of whose values are told only counts
as told, not as applied, whatever else it cites. What the text says without a choice may be built into the arithmetic,
which is declared, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Generic, Literal, TypeVar

from arpad.frozen import dataclass

Method = TypeVar("Method")

Halves = Literal["up", "away"]
"""What happens to a half: to the greater number, or away from zero."""

Authority = Literal["qc", "qc-chair", "president", "council", "federation", "unnamed", "nobody"]
"""Who decides, refuses or grants."""


class Room(StrEnum):
    """Where a concept is decided; the room gives the articles that fill it their status."""

    RATING = "applied"
    ADMISSION = "checked"
    LISTS = "published"
    OFFICE = "procedure"


TOLD = "told"
"""The status of an article that nothing is decided by: people read it."""


def told(because: str) -> Mapping[str, str]:
    """Marks a field (`field(metadata=told(...))`) whose value no code reads."""
    return {TOLD: because}


def told_fields(method: type[Any]) -> dict[str, str]:
    """The fields of a method that are told only, and why."""
    return {each.name: each.metadata[TOLD] for each in fields(method) if TOLD in each.metadata}


@dataclass(frozen=True, eq=False)
class Concept(Generic[Method]):
    """A name of the closed vocabulary, typed by the methods that can fill it."""

    name: str
    room: Room
    decides: str
    methods: tuple[type[Method], ...]
    why_unread: str = ""  # why no code reads any of it
    built_in: str = ""  # what follows it without asking, because the arithmetic knows no other way

    def status(self, method: type[Method]) -> str:
        """What becomes of an article that fills it by a method."""
        return self.room.value if self.is_read(method) else TOLD

    def is_read(self, method: type[Method]) -> bool:
        """Whether code reads anything of it, as far as it has values."""
        return not self.why_unread and (not fields(method) or len(self.unread(method)) < len(fields(method)))  # type: ignore[arg-type]

    def unread(self, method: type[Method]) -> dict[str, str]:
        """The fields that no code reads, and why."""
        return {each.name: self.why_unread for each in fields(method)} if self.why_unread else told_fields(method)  # type: ignore[arg-type]

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
