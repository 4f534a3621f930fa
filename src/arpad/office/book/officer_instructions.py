"""Collect what an examination needs: the report that counts now, and what officers overrode and excluded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from arpad.admission import Override
from arpad.days import Day
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.model import NO_RESULT, Exclusion, Report
from arpad.office.book.event_lookup import (
    EventDecision,
    EventPart,
    RegisteredEvent,
    days_of_joined_stages,
    decisions_about_event,
    find_registered_event,
)
from arpad.office.book.event_status import DecisionKind
from arpad.office.book.examination import ExaminationSubject
from arpad.office.book.identifications import identifications_about
from arpad.office.book.stored_report import ParsedReport, read_stored_report
from arpad.office.store.schema import log, report


@dataclass(frozen=True)
class FindingToOverride:
    """The findings that an officer overrides: those of a code, of all players and rounds or of one."""

    code: str
    player: int | None = None  # start number
    round: int | None = None

    def __post_init__(self) -> None:
        require_positive_numbers(self.player, self.round)


@dataclass(frozen=True)
class InstructionSubject:
    """What an instruction of an officer is about: a player, a round of a player, or the whole event."""

    player: int | None = None  # start number
    id: int = 0  # the player's FIDE or registry number, where the report has it
    round: int | None = None

    def stored(self) -> dict[str, Any]:
        """The subject as the detail of a decision stores it."""
        return {"player": self.player, "id": self.id, "round": self.round}


@dataclass(frozen=True)
class ReportArrival:
    """The day on which a report came, the day of its examination, and the decision with which it came."""

    day: date
    today: date
    decision: int | None = None  # None: the report is new


def require_positive_numbers(player: int | None, turn: int | None) -> None:
    """Refuse start numbers and rounds below 1."""
    if player is not None and player < 1:
        raise UserError("start-number-expected", player=player)
    if turn is not None and turn < 1:
        raise UserError("round-expected", round=turn)


def find_subject(report: Report | None, player: int | None, turn: int | None) -> InstructionSubject:
    """Return the subject of an instruction: start number, the player's number in the report, and round (`turn`).

    Refuse a start number or round below 1. Refuse those that the report does not have, if there are a report and a
    player."""
    require_positive_numbers(player, turn)
    if report is None or player is None:
        return InstructionSubject(player, 0, turn)
    row = report.player(player)
    if row is None:
        raise UserError("no-such-start-number", player=player)
    if turn is not None and turn > report.cells.rounds:
        raise UserError("no-such-round", round=turn, rounds=report.cells.rounds)
    return InstructionSubject(player, row.id, turn)


def overrides_by_officer(who: str, why: str, asides: Sequence[FindingToOverride]) -> tuple[Override, ...]:
    """Return the overrides of an officer, with name and reason. Refuse them without a reason; none need no reason."""
    if asides and not why.strip():
        raise UserError("reason-missing/override", Remedy.to("give-reason"))
    return tuple(Override(each.code, who, why, each.player, each.round) for each in asides)


def collect_instructions(
    connection: Connection,
    event: RegisteredEvent,
    part: int,
    report: Report,
    arrival: ReportArrival,
) -> ExaminationSubject:
    """Return what is examined for this report as this part, with what officers said: overrides, exclusions, who
    players are.

    Nothing is examined yet."""
    happened = decisions_about_event(connection, event.key, part)
    undone = {seq for each in happened if each.kind == DecisionKind.REOPENED for seq in each.detail["ends"]}
    overriding = [each for each in happened if each.kind == DecisionKind.OVERRIDDEN and each.seq not in undone]
    overrides = tuple(_override_for_report(each, report) for each in overriding)
    excluded = [each for each in exclusions_in_force(happened) if each.part == part or _is_in_this_part(each, report)]
    exclusions = tuple(dict.fromkeys(_exclusion_for_report(each, report) for each in excluded))
    return ExaminationSubject(
        event,
        part,
        arrival.day,
        arrival.today,
        overrides,
        exclusions,
        joined=days_of_joined_stages(connection, event),
        identified=identifications_about(connection, event.key, part, arrival.decision),
    )


def exclusions_in_force(happened: Sequence[EventDecision]) -> list[EventDecision]:
    """Return the exclusions among these decisions that no later decision ended."""
    ended = {seq for each in happened if each.kind == DecisionKind.INCLUDED for seq in each.detail["ends"]}
    return [each for each in happened if each.kind == DecisionKind.EXCLUDED and each.seq not in ended]


def _is_in_this_part(exclusion: EventDecision, report: Report) -> bool:
    """Return whether an exclusion from the event as a whole concerns this part: its player, or a game in that round."""
    number, turn = _start_number_in_report(exclusion.detail, report), exclusion.detail.get("round")
    row = next((at for at, player in enumerate(report.players) if player.number == number), None)
    if row is None or turn is None or turn > report.cells.rounds:
        return row is not None and turn is None
    cells = report.cells
    return bool(cells.opponent[row, turn - 1] or cells.result[row, turn - 1] != NO_RESULT)


def current_subject_and_report(
    connection: Connection, part: EventPart, today: date
) -> tuple[ExaminationSubject, ParsedReport]:
    """Return what is examined for an event or part, and its report that counts now; refuse an event without one.

    A rated part counts as reported on the day of its first report, even if that was replaced."""
    paper, event = read_current_report(connection, part), find_registered_event(connection, part.code)
    came = _report_decision(connection, part)
    choice = came.detail.get("choice") or ""
    days = select(log.c.day).join(report, report.c.log == log.c.seq)
    if part.life.rated:  # a report that replaces a rated one has the day of the first report
        days = days.where(report.c.event == part.event, report.c.part == part.part, report.c.draft == 0)
    else:
        days = days.where(report.c.seq == part.report)
    reported = connection.execute(days.order_by(report.c.seq).limit(1)).scalar_one()
    matter = collect_instructions(
        connection, event, part.part, paper.report, ReportArrival(Day(reported).date, today, came.seq)
    )
    return replace(matter, rated=part.life.rated, choice=choice), paper


def read_current_report(connection: Connection, part: EventPart) -> ParsedReport:
    """Return the parsed report that counts now for an event or part; refuse an event without one."""
    if not part.report:
        raise UserError("no-report", Remedy.to("submit-report", event=part.code), event=part.name)
    return read_stored_report(connection, part.report, _report_decision(connection, part).detail)


def _report_decision(connection: Connection, part: EventPart) -> EventDecision:
    """Return the newest decision "reported" about a part. The part must have a report."""
    return [
        each for each in decisions_about_event(connection, part.event, part.part) if each.kind == DecisionKind.REPORTED
    ][-1]


def _start_number_in_report(detail: Mapping[str, Any], report: Report) -> int | None:
    """Return the start number in this report of the player whom a decision is about; None if it is about no player.

    The player's number is looked for first. If the report lacks it, the stored start number counts."""
    if detail.get("id"):
        for player in report.players:
            if player.id == detail["id"]:
                return player.number
    number: int | None = detail.get("player")
    return number


def _override_for_report(decision: EventDecision, report: Report) -> Override:
    """Return a stored override with the player's start number in this report."""
    detail, player = decision.detail, _start_number_in_report(decision.detail, report)
    return Override(detail["code"], decision.who, decision.why, player, detail.get("round"))


def _exclusion_for_report(decision: EventDecision, report: Report) -> Exclusion:
    """Return a stored exclusion with the player's start number in this report."""
    detail, player = decision.detail, _start_number_in_report(decision.detail, report) or 0
    return Exclusion(player, detail.get("round"), detail["reason"], decision.why)
