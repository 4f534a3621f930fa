"""Say what was found, how grave it is, where, and what helps: as data, for every face to put into words.

A check never drops, repairs or prints anything: it returns findings. A call that cannot be carried out raises a
`Problem`. Both name a message of the catalogue and the fields it is filled with; both may carry a `Remedy`, an action
that the command line shows as a command, a letter as a request and a page as a button. English stands in `messages`
alone; nobody reads a sentence of ours again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple, Self

from arpad.frozen import dataclass

Fields = tuple[tuple[str, Any], ...]  # what a message is filled with, by name: plain values, days, other problems


def fields_of(given: dict[str, Any]) -> Fields:
    """Fields in the order of their names."""
    return tuple(sorted(given.items()))


@dataclass(frozen=True, slots=True)
class Remedy:
    """What helps: an action by its name, and what it takes. How it is said is for each face to decide."""

    action: str
    fields: Fields = ()

    @classmethod
    def to(cls, action: str, /, **fields: Any) -> Self:
        return cls(action, fields_of(fields))


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be said that is neither a finding nor a problem, as data: a message and its fields."""

    message: str
    fields: Fields = ()

    @classmethod
    def of(cls, message: str, /, **fields: Any) -> Self:
        return cls(message, fields_of(fields))

    @property
    def sentence(self) -> str:
        """The note in English."""
        from arpad.messages import say

        return say(self.message, self.fields)

    def __str__(self) -> str:
        return self.sentence


class Problem(ValueError):
    """Something that cannot be done, as data: a message, its fields, and perhaps what helps."""

    def __init__(self, message: str, /, remedy: Remedy | None = None, **fields: Any) -> None:
        super().__init__(message)
        self.message, self.remedy, self.fields = message, remedy, fields_of(fields)

    @property
    def code(self) -> str:
        """The name of the problem; a message may say more closely which."""
        return self.message.partition("/")[0]

    @property
    def sentence(self) -> str:
        """What is wrong, in English, without what helps."""
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
        return _again, (type(self), self.message, self.remedy, self.fields)


def _again(kind: type[Problem], message: str, remedy: Remedy | None, fields: Fields) -> Problem:
    """A problem that comes from another process."""
    problem = kind(message, remedy)
    problem.fields = fields
    return problem


class Misuse(Problem):
    """The call itself is wrong, or what it asks for cannot be done. The command line ends with 2."""


class Tier(StrEnum):
    """How grave a finding is, gravest first."""

    REFUSE = "refuse"  # the report cannot be taken
    EXCLUDE = "exclude"  # a game or a player does not count
    ASK = "ask"  # a fact is missing
    ADVICE = "advice"  # nothing is harmed


GRAVITY = {tier: rank for rank, tier in enumerate(Tier)}


class Place(NamedTuple):
    """Where in what was sent: lines and columns count from 1, 0 means the whole file or line."""

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
    """One thing somebody should know about a report, a game or a player. There may be thousands."""

    code: str
    tier: Tier
    place: Place
    message: str  # names the sentence in the catalogue
    fields: Fields = ()  # what the sentence is filled with
    remedy: Remedy | None = None
    articles: tuple[str, ...] = ()
    player: int | None = None  # start number in the report
    round: int | None = None
    overridden: tuple[str, str] | None = None  # who set it aside, and why

    @property
    def sentence(self) -> str:
        """What was found, in English."""
        from arpad.messages import say

        sentence = say(self.message, self.fields)
        if self.overridden is None:
            return sentence
        who, reason = self.overridden
        return say("overridden", fields_of({"sentence": sentence, "who": who, "reason": reason.rstrip(".")}))

    @property
    def help(self) -> str:
        """What helps, as the command line says it."""
        from arpad.messages import advise

        return advise(self.remedy)

    def __str__(self) -> str:
        cited = ", ".join((*self.articles, self.tier.value))
        return f"{self.place} {self.code} ({cited}): {self.sentence}{' ' + self.help if self.help else ''}"


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in reading order: by place, then by gravity, then by code."""

    def order(finding: Finding) -> tuple[Place, int, str, int, int]:
        return finding.place, GRAVITY[finding.tier], finding.code, finding.player or 0, finding.round or 0

    return tuple(sorted(findings, key=order))


MANY_PLAYERS = 10  # from so many on, and half of all, what is found of each is told once


class Repeated(NamedTuple):
    """A finding as it is told: how often the same was found beside it, and of how many players in all."""

    finding: Finding
    more: int = 0
    players: int = 0

    @property
    def sentence(self) -> str:
        """How often, in English; empty where it was found once."""
        from arpad.messages import say

        return say("repeated", fields_of({"more": self.more, "players": self.players})) if self.more else ""


def told_once(findings: Iterable[Finding], players: int) -> Iterator[Repeated]:
    """The findings for a reader: what is found of half of the players or more stands where the first of them does.

    Where nobody knows how many players there are (0), every finding is told."""
    alike: dict[tuple[str, Tier, bool], list[Finding]] = {}
    listed = tuple(findings)
    for finding in listed:
        alike.setdefault(_kind(finding), []).append(finding)
    found_of = {kind: len({finding.player for finding in same} - {None}) for kind, same in alike.items()}
    for finding in listed:
        kind = _kind(finding)
        if not players or found_of[kind] < max(MANY_PLAYERS, (players + 1) // 2):
            yield Repeated(finding)
        elif finding is alike[kind][0]:
            yield Repeated(finding, len(alike[kind]) - 1, found_of[kind])


def _kind(finding: Finding) -> tuple[str, Tier, bool]:
    """What findings have in common that say the same of others."""
    return finding.message, finding.tier, finding.overridden is None
