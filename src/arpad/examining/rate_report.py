"""Rate one report alone: what the event brings each player, by the rating list in force when it began.

In: a report, rating lists, a series. Out: a line per player. The event is rated as if it were the only one of its
period: other events may lower K, and may bring a newcomer the games that are missing here. Nothing is stored, and no
office is needed. A rating list is: it says K, which no report prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from arpad.columns import FirstOutcome, Role, Source, WorkOutcome
from arpad.exact import HalfPoints, Hundredths
from arpad.examining import Answer, Inquiry, check
from arpad.finding import Finding, Note, Tier, UserError
from arpad.frozen import dataclass
from arpad.intake import RatingList, read_file
from arpad.intake.codes import Notes
from arpad.intake.structure import check as check_structure
from arpad.lists.rollcall import call_roll
from arpad.model import Report, Verdict


@dataclass(frozen=True)
class RatedLine:
    """What the event brings a player.

    `before` is null for an unrated player, `change` where nothing counts for the player or the list does not say K, and
    `after` where there is no rating by this event alone."""

    number: int  # start number
    name: str
    before: int | None
    games: int  # that count
    score: HalfPoints  # of these games
    k: int | None
    change: Hundredths | None
    after: int | None


def rate_report(
    report: Report | Path | str, ratings: RatingList | Sequence[RatingList], series: str = "",
    facts: Mapping[str, Any] | None = None, today: date | None = None,
) -> tuple[RatedLine, ...]:  # fmt: skip
    """The lines of a report, a file or one that was read, by the start numbers.

    `ratings` is the list in force on the first day, or several. Without a series that of the time control is taken.
    `facts` come before those of the report, as a sidecar has them; what nobody says is answered as usual. The report
    is judged on the day after the event, or on `today`. One that is not ratable is a `UserError` that says why.
    """
    read, findings = (report, _structure(report)) if isinstance(report, Report) else read_file(report)
    event_facts = {**({"series": series} if series else {}), **(facts or {})}
    end = event_facts.get("end") or read.facts.end
    inquiry = Inquiry.of(read, findings, event_facts, today or end or date.today()).with_default_answers()
    lists = [ratings] if isinstance(ratings, RatingList) else list(ratings)
    answer = check(inquiry, lists)
    refusals = [finding for finding in answer.findings if finding.tier == Tier.REFUSE]
    if refusals or answer.period is None:
        reason = refusals[0] if refusals else next(iter(answer.findings), None)
        raise UserError("rate-report/not-ratable", reason=Note(reason.message, reason.fields) if reason else None)
    return rated_lines(inquiry, answer, lists)


def _structure(report: Report) -> tuple[Finding, ...]:
    """The findings about a report that was read elsewhere."""
    notes = Notes(report.file)
    check_structure(report, notes)
    return notes.findings()


def rated_lines(inquiry: Inquiry, answer: Answer, lists: Sequence[RatingList]) -> tuple[RatedLine, ...]:
    """The lines of a report that was checked with these lists; none where it is not rated."""
    period, grounds = answer.period, inquiry.grounds
    if period is None or grounds is None or answer.verdict == Verdict.NOT_RATABLE:
        return ()
    if not lists:
        raise UserError("rate-report/no-list")
    report = inquiry.report
    stated = call_roll(report.players, grounds.book, grounds.series, grounds.day, lists).own.k
    entries, lines, sheets, firsts = period.entries, period.lines, period.worksheets, period.firsts
    sheet_of = {int(player): row for row, player in enumerate(sheets.player)}
    first_of = {int(player): row for row, player in enumerate(firsts.player)}
    on_list = np.isin(entries.source, (Source.LIST, Source.INACTIVE))
    rated = []
    for entry, row in enumerate(entries.player.tolist()):
        player, games = report.players[row], int(lines.games[entry])
        before, k, change, after = int(entries.shown[entry]) or None, None, None, None
        if entries.role[entry] == Role.RATED:
            after = before = int(entries.own[entry])
            if row in sheet_of:
                sheet = sheet_of[row]
                known = bool(stated[row]) or not on_list[entry]
                delisted = sheets.outcome[sheet] == WorkOutcome.DELISTED
                k, change = (int(lines.k[entry]), int(lines.change[entry])) if known else (None, None)
                after = int(sheets.new[sheet]) if known and not delisted else None
        elif row in first_of and firsts.outcome[first_of[row]] == FirstOutcome.PUBLISHED:
            after = int(firsts.rating[first_of[row]])
        score = int(lines.half_points[entry])
        rated.append(RatedLine(player.number, player.name, before, games, score, k, change, after))
    return tuple(sorted(rated, key=lambda line: line.number))
