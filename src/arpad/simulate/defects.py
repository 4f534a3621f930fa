"""Spoil reports, each in one way that has a name, and say what the office is expected to do about it.

A way takes a sound report and gives the spoilt one, or nothing where the edition or the event does not lend itself to
it. What is expected: `refused`, `asked` (a fact is missing), `excluded` (games or results, not the event), `advised`
(told, and rated all the same) or `duplicate` (the office knows the event already).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from arpad.days import Day
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.calendar import add_months, next_list
from arpad.law.rules.admission import HOURS_PER_DAY, NOTATION, ROUNDS_PER_DAY, UNPLAYED_GAME, Window
from arpad.law.rules.admission import RATE_OF_PLAY as PACE
from arpad.law.rules.registration import (
    HYBRID_EVENT,
    LATE_REPORT,
    LICENSED_ARBITERS,
    REGISTERED_EVENT,
    REGISTRATION_NOTICE,
    REPORT_DEADLINE,
    Agreed,
    ReportByList,
)
from arpad.model import WHITE, Exclusion, Player
from arpad.simulate.draw import RandomStream
from arpad.simulate.report import SentReport, changed_cell
from arpad.timecontrol import SECONDS_IN_MINUTE

ONE_DAY = timedelta(days=1)
UNUSED_NUMBER = 7_000_000  # added to an id


@dataclass(frozen=True)
class DefectKind:
    """One way to spoil a report."""

    name: str
    expected: str
    code: str  # of the finding
    spoil: Callable[[RandomStream, Rulebook, SentReport, date], SentReport | None]


@dataclass(frozen=True)
class Defect:
    """One file that is defective, and how."""

    file: str
    way: str
    expected: str
    code: str
    of: str = ""  # the file that it repeats


def _cells_with_result(event: SentReport, codes: str) -> Iterator[tuple[int, int]]:
    """The cells (row, round) with one of these results and an opponent."""
    cells = event.report.cells
    matching = np.isin(cells.result, [ord(code) for code in codes]) & (cells.opponent > 0)
    yield from zip(*(each.tolist() for each in np.nonzero(matching)), strict=True)


def _changed_cell_report(draw: RandomStream, event: SentReport, codes: str, **given: int) -> SentReport | None:
    cells_found = list(_cells_with_result(event, codes))
    if not cells_found:
        return None
    row, turn = draw.pick(cells_found)
    return replace(event, report=replace(event.report, cells=changed_cell(event.report.cells, row, turn, **given)))


def _changed_player_report(event: SentReport, row: int, **given: int) -> SentReport:
    players: list[Player] = list(event.report.players)
    players[row] = players[row]._replace(**given)  # type: ignore[arg-type]
    return replace(event, report=replace(event.report, players=tuple(players)))


def _players_who_played(draw: RandomStream, event: SentReport, rated: bool) -> int | None:
    rows = sorted({row for row, _ in _cells_with_result(event, "1=0") if event.report.players[row].rating or not rated})
    return draw.pick(rows) if rows else None


def contradictory_result(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    return _changed_cell_report(draw, event, "0", result=ord("1")) if any(_decisive_games(event)) else None


def _decisive_games(event: SentReport) -> Iterator[bool]:
    """Losses over the board; a loser who says he won contradicts the winner, but nobody who also lost."""
    yield from (True for _ in _cells_with_result(event, "0"))


def two_whites(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    games_found = [
        (row, turn) for row, turn in _cells_with_result(event, "1=0") if event.report.cells.colour[row, turn] != WHITE
    ]
    if not games_found:
        return None
    row, turn = draw.pick(games_found)
    return replace(event, report=replace(event.report, cells=changed_cell(event.report.cells, row, turn, colour=WHITE)))


def unknown_opponent(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    return _changed_cell_report(draw, event, "1=0", opponent=len(event.report.players) + 7)


def missing_result(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    games_found = list(_cells_with_result(event, "1=0"))
    if not games_found:
        return None
    row, turn = draw.pick(games_found)
    cells = event.report.cells
    other = int(cells.opponent[row, turn]) - 1
    cells = changed_cell(changed_cell(cells, row, turn, result=ord(" ")), other, turn, result=ord(" "))
    return replace(event, report=replace(event.report, cells=cells))


def truncated(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    rows = event.facts.system in ("swiss", "round-robin") and len(event.people) > 5 and event.report.cells.rounds > 2
    return replace(event, cut=draw.among(55, 75)) if rows else None  # the end of the file is players, then


def unknown_id(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    row = _players_who_played(draw, event, rated=True)
    if event.facts.system not in ("swiss", "team"):
        return None  # elsewhere one unrated player can refuse the whole event
    return None if row is None else _changed_player_report(event, row, id=event.report.players[row].id + UNUSED_NUMBER)


def double_id(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    row = _players_who_played(draw, event, rated=False)
    if row is None:
        return None
    return _changed_player_report(event, row, id=event.report.players[(row + 1) % len(event.people)].id)


def wrong_birth_year(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    row = _players_who_played(draw, event, rated=True)
    return (
        None
        if row is None
        else _changed_player_report(event, row, born=Day(event.report.players[row].born).plus_years(-10))
    )


def late_registration(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    if not book.has(REGISTRATION_NOTICE) or event.facts.start is None:
        return None
    return replace(event, facts=replace(event.facts, registered=event.facts.start - draw.among(0, 2) * ONE_DAY))


def not_agreed(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    agreed = isinstance(book.rule(REGISTERED_EVENT), Agreed)
    return replace(event, facts=replace(event.facts, agreed=False)) if agreed else None


def too_fast(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    rule = book.rule(PACE)
    least = rule.above if isinstance(rule, Window) else rule.otherwise
    minutes = least if isinstance(rule, Window) else least // 2
    facts = replace(event.report.facts, time_control=f"{minutes} min")
    return replace(event, control=str(minutes * SECONDS_IN_MINUTE), report=replace(event.report, facts=facts))


def crowded_day(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    rounds = event.report.cells.rounds
    too_many = book.has(ROUNDS_PER_DAY) and rounds > book.rule(ROUNDS_PER_DAY).rounds
    if book.has(HOURS_PER_DAY):  # with the slowest controls; others are left alone
        too_many |= 2 * rounds * 2 > book.rule(HOURS_PER_DAY).hours and event.control.startswith(("5400", "40/"))
    if not too_many or event.facts.league or event.facts.start is None:
        return None
    return replace(event, report=replace(event.report, round_dates=(event.facts.start,) * rounds))


def unlicensed_arbiter(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    if not book.has(LICENSED_ARBITERS):
        return None
    arbiters = (replace(event.lapsed, licence="none"), *event.facts.arbiters[1:])
    report = replace(event.report, facts=replace(event.report.facts, arbiters=arbiters))
    return replace(event, report=report, facts=replace(event.facts, arbiters=arbiters))


def hybrid(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    rule = book.rule(REGISTERED_EVENT)
    over_the_board = not isinstance(rule, Agreed) and rule.over_the_board
    asked = book.has(HYBRID_EVENT) or over_the_board
    return replace(event, facts=replace(event.facts, hybrid=True)) if asked else None


def no_time_control(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    return replace(event, control="", report=replace(event.report, facts=replace(event.report.facts, time_control="")))


def unwritten_games(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    return replace(event, facts=replace(event.facts, notation=False)) if book.has(NOTATION) else None


def much_too_late(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    rule = book.rule(REPORT_DEADLINE) if book.has(REPORT_DEADLINE) else None
    day = event.facts.end
    if not isinstance(rule, ReportByList) or day is None:
        return None
    for _ in range(rule.last_list):
        if day > last:
            return None
        day = next_list(event.facts.series, day)
    return _changed_facts(event, day + draw.below(9) * ONE_DAY, last)


def months_late(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    if not book.has(LATE_REPORT) or event.facts.end is None:
        return None
    return _changed_facts(
        event, add_months(event.facts.end, book.rule(LATE_REPORT).months) + draw.among(1, 9) * ONE_DAY, last
    )


def _changed_facts(event: SentReport, day: date, last: date) -> SentReport | None:
    facts = replace(event.facts, reported=day)
    return replace(event, facts=facts, why_late="the report lay in a drawer") if day <= last else None


def fair_play(draw: RandomStream, book: Rulebook, event: SentReport, last: date) -> SentReport | None:
    games_found = list(_cells_with_result(event, "1=0"))
    if "fair-play" not in book.rule(UNPLAYED_GAME).exceptions or not games_found:
        return None
    row, turn = draw.pick(games_found)
    return replace(event, facts=replace(event.facts, exclusions=(Exclusion(row + 1, turn + 1, "fair-play"),)))


DEFECT_KINDS = (
    DefectKind("contradictory-result", "refused", "contradictory-result", contradictory_result),
    DefectKind("late-registration", "refused", "registration-notice", late_registration),
    DefectKind("not-agreed", "refused", "registered-event", not_agreed),
    DefectKind("unknown-id", "asked", "ratings-used", unknown_id),
    DefectKind("too-fast", "refused", "rate-of-play", too_fast),
    DefectKind("truncated", "refused", "", truncated),
    DefectKind("wrong-birth-year", "advised", "id-of-another", wrong_birth_year),
    DefectKind("crowded-day", "refused", "", crowded_day),
    DefectKind("no-time-control", "asked", "rate-of-play", no_time_control),
    DefectKind("much-too-late", "refused", "report-deadline", much_too_late),
    DefectKind("months-late", "asked", "late-report", months_late),
    DefectKind("fair-play", "excluded", "unplayed-game", fair_play),
    DefectKind("double-id", "refused", "duplicate-id", double_id),
    DefectKind("hybrid", "refused", "", hybrid),
    DefectKind("unlicensed-arbiter", "refused", "licensed-arbiters", unlicensed_arbiter),
    DefectKind("unwritten-games", "refused", "notation", unwritten_games),
    DefectKind("two-whites", "refused", "same-colour", two_whites),
    DefectKind("unknown-opponent", "refused", "unknown-opponent", unknown_opponent),
    DefectKind("missing-result", "asked", "missing-result", missing_result),
)
PLAYED_ON_KINDS = DefectKind("played-on", "excluded", "match-decided", lambda draw, book, sent, last: sent)
SENT_TWICE_KIND = DefectKind(
    "sent-twice", "duplicate", "near-duplicate", lambda draw, book, sent, last: resent_report(draw, sent, last)
)


def resent_report(draw: RandomStream, event: SentReport, last: date) -> SentReport | None:
    """The same event once more: other line ends, another title, some days later."""
    other = "\n" if event.report.newline == "\r\n" else "\r\n"
    name = f"{event.facts.name} (final)"
    day = min(event.reported + draw.among(1, 9) * ONE_DAY, last)
    report = replace(event.report, newline=other, facts=replace(event.report.facts, name=name))
    facts = replace(event.facts, name=name, reported=day)
    return replace(event, stem=f"{event.stem}_final", report=report, facts=facts, why_late="")
