"""Findings, problems and remedies as data: what is wrong, how grave, where, and what helps.

A check never drops, repairs or prints anything: it returns findings. A call that cannot be done raises a `Problem`.
Both name a message of the catalogue and its fields, and may have a `Remedy`: an action that the command line shows as a
command, a letter as a request and a page as a button. Their words are in `messages` alone; no program parses them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, NamedTuple, Self

from arpad.frozen import dataclass

Fields = tuple[tuple[str, Any], ...]  # the values of a message, by name: plain values, days, other problems


def sorted_fields(values: dict[str, Any]) -> Fields:
    """The fields of a message, sorted by name."""
    return tuple(sorted(values.items()))


@dataclass(frozen=True, slots=True)
class Remedy:
    """An action that helps, by name, with its fields. Each face decides how it is shown."""

    action: str
    fields: Fields = ()

    @classmethod
    def to(cls, action: str, /, **fields: Any) -> Self:
        """A remedy with these fields."""
        return cls(action, sorted_fields(fields))


@dataclass(frozen=True, slots=True)
class Note:
    """A message that is neither a finding nor a problem, with its fields."""

    message: str
    fields: Fields = ()

    @classmethod
    def of(cls, message: str, /, **fields: Any) -> Self:
        """A note with these fields."""
        return cls(message, sorted_fields(fields))

    @property
    def sentence(self) -> str:
        """The note in words."""
        from arpad.messages import say

        return say(self.message, self.fields)

    def __str__(self) -> str:
        return self.sentence


class Problem(ValueError):
    """A call that cannot be done: a message, its fields, and perhaps a remedy."""

    def __init__(self, message: str, /, remedy: Remedy | None = None, **fields: Any) -> None:
        super().__init__(message)
        self.message, self.remedy, self.fields = message, remedy, sorted_fields(fields)

    @property
    def code(self) -> str:
        """The code of the problem: the message up to the slash."""
        return self.message.partition("/")[0]

    @property
    def sentence(self) -> str:
        """What is wrong, in words, without the remedy."""
        from arpad.messages import say

        return say(self.message, self.fields)

    @property
    def help(self) -> str:
        """What helps, as the command line says it."""
        from arpad.messages import advise

        return advise(self.remedy)

    def __str__(self) -> str:
        return f"{self.sentence}; {self.help}" if self.help else self.sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_problem, (type(self), self.message, self.remedy, self.fields)


def _rebuild_problem(kind: type[Problem], message: str, remedy: Remedy | None, fields: Fields) -> Problem:
    """Rebuild a problem that another process sent."""
    problem = kind(message, remedy)
    problem.fields = fields
    return problem


class UserError(Problem):
    """An error in the call, or in what it asks for. The command line ends with exit code 2."""


class Tier(StrEnum):
    """How grave a finding is, gravest first."""

    REFUSE = "refuse"  # the report cannot be taken
    EXCLUDE = "exclude"  # a game or a player does not count
    ASK = "ask"  # a fact is missing
    ADVICE = "advice"  # nothing is harmed


TIER_RANK = {tier: rank for rank, tier in enumerate(Tier)}


class Place(NamedTuple):
    """A place in a file: lines and columns count from 1, 0 means the whole file or line."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.file or "-"]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)


class Finding(NamedTuple):
    """One finding about a report, a game or a player. There may be thousands."""

    code: str
    tier: Tier
    place: Place
    message: str  # the name of the sentence in the catalogue
    fields: Fields = ()  # the values in the sentence
    remedy: Remedy | None = None
    articles: tuple[str, ...] = ()
    player: int | None = None  # start number in the report
    round: int | None = None
    overridden: tuple[str, str] | None = None  # who overrode it, and why

    @property
    def sentence(self) -> str:
        """The finding in words."""
        from arpad.messages import say

        sentence = say(self.message, self.fields)
        if self.overridden is None:
            return sentence
        who, reason = self.overridden
        return say("overridden", sorted_fields({"sentence": sentence, "who": who, "reason": reason.rstrip(".")}))

    @property
    def help(self) -> str:
        """What helps, as the command line says it."""
        from arpad.messages import advise

        return advise(self.remedy)

    def __str__(self) -> str:
        from arpad.messages import say

        cited = ", ".join((*self.articles, say(f"tier/{self.tier.value}")))
        return f"{self.place} {self.code} ({cited}): {self.sentence}{' ' + self.help if self.help else ''}"


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings sorted by place, then gravity, then code."""

    def order(finding: Finding) -> tuple[Place, int, str, int, int]:
        return finding.place, TIER_RANK[finding.tier], finding.code, finding.player or 0, finding.round or 0

    return tuple(sorted(findings, key=order))
