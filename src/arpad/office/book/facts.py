"""Facts of an event that somebody enters: only the named ones count, and each is checked like a fact of a sidecar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, field, is_dataclass
from datetime import date
from typing import Any, Self

from arpad.frozen import dataclass
from arpad.intake.sidecar import facts_of
from arpad.model import EventFacts


@dataclass(frozen=True)
class GivenFacts:
    """Facts of an event with the names of those that were entered; the others stay as they were."""

    facts: EventFacts = field(default_factory=EventFacts)
    named: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        checked({name: getattr(self.facts, name, None) for name in self.named})

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """Facts by their keys, as a sidecar or options of a command have them."""
        return cls(EventFacts(**checked(given)), frozenset(given))

    def by_key(self) -> dict[str, Any]:
        """The entered facts by their keys."""
        return {name: getattr(self.facts, name) for name in sorted(self.named)}


def checked(given: Mapping[str, Any], where: str = "facts") -> dict[str, Any]:
    """Facts by their keys, each checked and typed like a fact of a sidecar; an unknown or wrong one is refused."""
    return facts_of(plain(given), where)


def plain(value: Any) -> Any:
    """Facts as JSON values; `facts_of` of the sidecar reads them back."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    return value.isoformat() if isinstance(value, date) else value
