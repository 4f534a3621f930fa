"""Gather what belongs to the examination of one event or part: its report, and what officers instructed about it.

An override or an exclusion names a start number; when a corrected report gives its players other numbers, it follows
the player, by his number in the registry or with FIDE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from arpad.admission import Override
from arpad.days import Day
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.model import NO_RESULT, Exclusion, Report
from arpad.office.book.examination import Matter
from arpad.office.book.life import Kind
from arpad.office.book.lookup import BookedEvent, Decision, EventPart, booked, days_together, decisions_of
from arpad.office.book.papers import Paper, kept
from arpad.office.store.schema import log, report


@dataclass(frozen=True)
class SetAside:
    """The findings of a code, of all players and rounds or of one, that an officer sets aside."""

    code: str
    player: int | None = None  # start number
    round: int | None = None

    def __post_init__(self) -> None:
        must_count(self.player, self.round)


@dataclass(frozen=True)
class Subject:
    """Whom or what an officer means: a player, a round, or all."""

    player: int | None = None  # start number
    id: int = 0  # his number, where the report has it
    round: int | None = None

    def stored(self) -> dict[str, Any]:
        """As a decision keeps it."""
        return {"player": self.player, "id": self.id, "round": self.round}


def must_count(player: int | None, turn: int | None) -> None:
    """Refuse start numbers and rounds that cannot be."""
    if player is not None and player < 1:
        raise Misuse("start-number-expected", player=player)
    if turn is not None and turn < 1:
        raise Misuse("round-expected", round=turn)


def subject_of(paper: Report | None, player: int | None, turn: int | None) -> Subject:
    """What an officer means, checked against the report where there is one."""
    must_count(player, turn)
    if paper is None or player is None:
        return Subject(player, 0, turn)
    meant = paper.player(player)
    if meant is None:
        raise Misuse("no-such-start-number", player=player)
    if turn is not None and turn > paper.cells.rounds:
        raise Misuse("no-such-round", round=turn, rounds=paper.cells.rounds)
    return Subject(player, meant.id, turn)


def overrides_by(who: str, why: str, asides: Sequence[SetAside]) -> tuple[Override, ...]:
    """What an officer sets aside, in his name and with his reason; without one nothing is."""
    if asides and not why.strip():
        raise Misuse("reason-missing/override", Remedy.to("give-reason"))
    return tuple(Override(each.code, who, why, each.player, each.round) for each in asides)


def matter_of(connection: Connection, event: BookedEvent, part: int, paper: Report, days: tuple[date, date]) -> Matter:
    """An examination of this paper as part of this event; `days` are those of the report and of the examination."""
    happened = decisions_of(connection, event.key, part)
    overrides = tuple(_override(each, paper) for each in happened if each.kind == Kind.OVERRIDDEN)
    excluded = [each for each in exclusions_in_force(happened) if each.part == part or _is_here(each, paper)]
    exclusions = tuple(dict.fromkeys(_exclusion(each, paper) for each in excluded))
    return Matter(event, part, *days, overrides, exclusions, joined=days_together(connection, event))


def exclusions_in_force(happened: Sequence[Decision]) -> list[Decision]:
    """The exclusions of officers that were not taken back."""
    ended = {seq for each in happened if each.kind == Kind.INCLUDED for seq in each.detail["ends"]}
    return [each for each in happened if each.kind == Kind.EXCLUDED and each.seq not in ended]


def _is_here(each: Decision, paper: Report) -> bool:
    """Whether what was excluded from an event as a whole is in this part of it."""
    number, turn = _number(each.detail, paper), each.detail.get("round")
    row = next((at for at, player in enumerate(paper.players) if player.number == number), None)
    if row is None or turn is None or turn > paper.cells.rounds:
        return row is not None and turn is None
    cells = paper.cells
    return bool(cells.opponent[row, turn - 1] or cells.result[row, turn - 1] != NO_RESULT)


def current(connection: Connection, part: EventPart, today: date) -> tuple[Matter, Paper]:
    """The report that stands for an event or part, ready to be examined."""
    paper, event = current_paper(connection, part), booked(connection, part.code)
    choice = _came(connection, part).detail.get("choice") or ""
    came = select(log.c.day).join(report, report.c.log == log.c.seq)
    if part.life.rated:  # a report that takes the place of one that was rated came when the first one did
        came = came.where(report.c.event == part.event, report.c.part == part.part, report.c.draft == 0)
    else:
        came = came.where(report.c.seq == part.report)
    reported = connection.execute(came.order_by(report.c.seq).limit(1)).scalar_one()
    matter = matter_of(connection, event, part.part, paper.report, (Day(reported).date, today))
    return replace(matter, rated=part.life.rated, choice=choice), paper


def current_paper(connection: Connection, part: EventPart) -> Paper:
    """The report that stands for an event or part; an event without one is refused."""
    if not part.report:
        raise Misuse("no-report", Remedy.to("submit-report", event=part.code), event=part.name)
    return kept(connection, part.report, _came(connection, part).detail)


def _came(connection: Connection, part: EventPart) -> Decision:
    """How the report came that stands."""
    return [each for each in decisions_of(connection, part.event, part.part) if each.kind == Kind.REPORTED][-1]


def _number(detail: Mapping[str, Any], paper: Report) -> int | None:
    """The start number of whoever was meant, in this report."""
    if detail.get("id"):
        for player in paper.players:
            if player.id == detail["id"]:
                return player.number
    number: int | None = detail.get("player")
    return number


def _override(each: Decision, paper: Report) -> Override:
    return Override(each.detail["code"], each.who, each.why, _number(each.detail, paper), each.detail.get("round"))


def _exclusion(each: Decision, paper: Report) -> Exclusion:
    return Exclusion(_number(each.detail, paper) or 0, each.detail.get("round"), each.detail["reason"], each.why)
