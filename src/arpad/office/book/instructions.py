"""Collect what belongs to the examination of an event or part: the report, and the instructions of officers.

An override or an exclusion names a start number. Where a corrected report numbers its players differently, it follows
the player by registry or FIDE number.
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
    """The findings that an officer overrides: those of a code, of all players and rounds or of one."""

    code: str
    player: int | None = None  # start number
    round: int | None = None

    def __post_init__(self) -> None:
        must_count(self.player, self.round)


@dataclass(frozen=True)
class Subject:
    """What an instruction of an officer is about: a player, a round of a player, or the whole event."""

    player: int | None = None  # start number
    id: int = 0  # the player's FIDE or registry number, where the report has it
    round: int | None = None

    def stored(self) -> dict[str, Any]:
        """The subject as the detail of a decision stores it."""
        return {"player": self.player, "id": self.id, "round": self.round}


def must_count(player: int | None, turn: int | None) -> None:
    """Refuse start numbers and rounds below 1."""
    if player is not None and player < 1:
        raise Misuse("start-number-expected", player=player)
    if turn is not None and turn < 1:
        raise Misuse("round-expected", round=turn)


def subject_of(report: Report | None, player: int | None, turn: int | None) -> Subject:
    """The subject of an instruction, checked against the report where there is one."""
    must_count(player, turn)
    if report is None or player is None:
        return Subject(player, 0, turn)
    row = report.player(player)
    if row is None:
        raise Misuse("no-such-start-number", player=player)
    if turn is not None and turn > report.cells.rounds:
        raise Misuse("no-such-round", round=turn, rounds=report.cells.rounds)
    return Subject(player, row.id, turn)


def overrides_by(who: str, why: str, asides: Sequence[SetAside]) -> tuple[Override, ...]:
    """The overrides of an officer, with name and reason; a call without a reason is refused."""
    if asides and not why.strip():
        raise Misuse("reason-missing/override", Remedy.to("give-reason"))
    return tuple(Override(each.code, who, why, each.player, each.round) for each in asides)


def matter_of(connection: Connection, event: BookedEvent, part: int, report: Report, days: tuple[date, date]) -> Matter:
    """What is examined when this report belongs to this part: with the overrides and exclusions that hold for it.

    `days` are the day on which the report came, and the day of the examination."""
    happened = decisions_of(connection, event.key, part)
    overrides = tuple(_override(each, report) for each in happened if each.kind == Kind.OVERRIDDEN)
    excluded = [each for each in exclusions_in_force(happened) if each.part == part or _is_here(each, report)]
    exclusions = tuple(dict.fromkeys(_exclusion(each, report) for each in excluded))
    return Matter(event, part, *days, overrides, exclusions, joined=days_together(connection, event))


def exclusions_in_force(happened: Sequence[Decision]) -> list[Decision]:
    """The exclusions of officers that were not ended."""
    ended = {seq for each in happened if each.kind == Kind.INCLUDED for seq in each.detail["ends"]}
    return [each for each in happened if each.kind == Kind.EXCLUDED and each.seq not in ended]


def _is_here(exclusion: Decision, report: Report) -> bool:
    """Whether an exclusion from the event as a whole concerns this part: its player, or a game in that round."""
    number, turn = _number(exclusion.detail, report), exclusion.detail.get("round")
    row = next((at for at, player in enumerate(report.players) if player.number == number), None)
    if row is None or turn is None or turn > report.cells.rounds:
        return row is not None and turn is None
    cells = report.cells
    return bool(cells.opponent[row, turn - 1] or cells.result[row, turn - 1] != NO_RESULT)


def current(connection: Connection, part: EventPart, today: date) -> tuple[Matter, Paper]:
    """The report that counts now for an event or part, and what is examined with it."""
    paper, event = current_paper(connection, part), booked(connection, part.code)
    choice = _came(connection, part).detail.get("choice") or ""
    days = select(log.c.day).join(report, report.c.log == log.c.seq)
    if part.life.rated:  # a report that replaces a rated one has the day of the first report
        days = days.where(report.c.event == part.event, report.c.part == part.part, report.c.draft == 0)
    else:
        days = days.where(report.c.seq == part.report)
    reported = connection.execute(days.order_by(report.c.seq).limit(1)).scalar_one()
    matter = matter_of(connection, event, part.part, paper.report, (Day(reported).date, today))
    return replace(matter, rated=part.life.rated, choice=choice), paper


def current_paper(connection: Connection, part: EventPart) -> Paper:
    """The report that counts now for an event or part; an event without one is refused."""
    if not part.report:
        raise Misuse("no-report", Remedy.to("submit-report", event=part.code), event=part.name)
    return kept(connection, part.report, _came(connection, part).detail)


def _came(connection: Connection, part: EventPart) -> Decision:
    """The decision with which the report came that counts now."""
    return [each for each in decisions_of(connection, part.event, part.part) if each.kind == Kind.REPORTED][-1]


def _number(detail: Mapping[str, Any], report: Report) -> int | None:
    """The start number in this report of the player whom a decision is about."""
    if detail.get("id"):
        for player in report.players:
            if player.id == detail["id"]:
                return player.number
    number: int | None = detail.get("player")
    return number


def _override(decision: Decision, report: Report) -> Override:
    """A stored override, with the start number in this report."""
    detail, player = decision.detail, _number(decision.detail, report)
    return Override(detail["code"], decision.who, decision.why, player, detail.get("round"))


def _exclusion(decision: Decision, report: Report) -> Exclusion:
    """A stored exclusion, with the start number in this report."""
    detail, player = decision.detail, _number(decision.detail, report) or 0
    return Exclusion(player, detail.get("round"), detail["reason"], decision.why)
