"""Read stored reports (the bytes as they came, cut to the rounds of one part) and compare stored game scores with a
report.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.admission.case import GameScores
from arpad.days import Day
from arpad.finding import Finding, Tier, UserError
from arpad.frozen import dataclass
from arpad.intake import read
from arpad.model import NO_COLOUR, NO_RESULT, Cells, GameKind, Player, Report
from arpad.office.book.duplicate_reports import normalized_name
from arpad.office.book.office_findings import hide_birth_dates
from arpad.office.store import schema
from arpad.office.store.schema import game_scores, log


@dataclass(frozen=True)
class RoundRange:
    """The first and last round of a part."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if not 0 < self.first <= self.last:
            raise UserError("rounds-expected", first=self.first, last=self.last)


@dataclass(frozen=True)
class ParsedReport:
    """A parsed report, and the findings of parsing it."""

    report: Report
    findings: tuple[Finding, ...]


def parse_stored_report(data: bytes, file: str, rounds: RoundRange | None = None) -> ParsedReport:
    """Parse a report out of its bytes; with `rounds`, only these are left. Findings do not show birth dates."""
    report, findings = read(data, file)
    return cut_to_rounds(ParsedReport(report, hide_birth_dates(findings)), rounds)


def require_players(parsed: ParsedReport) -> None:
    """Refuse a report without players; the error has the finding that says why it could not be read, if any."""
    if parsed.report.players:
        return
    refusal = next((finding for finding in parsed.findings if finding.tier == Tier.REFUSE), None)
    raise UserError("report-unreadable", finding=refusal) if refusal else UserError("report-without-players")


def read_stored_report(connection: Connection, seq: int, detail: Mapping[str, Any]) -> ParsedReport:
    """Read and parse report `seq`, with only the rounds that `detail` names (of the decision with which it came)."""
    row = connection.execute(select(schema.report.c.body, schema.report.c.file).where(schema.report.c.seq == seq)).one()
    rounds: Sequence[int] = detail.get("rounds") or ()
    return parse_stored_report(bytes(row.body), row.file, RoundRange(*rounds) if rounds else None)


def cut_to_rounds(whole: ParsedReport, rounds: RoundRange | None) -> ParsedReport:
    """Return a report with these rounds only: later ones are removed, earlier ones are blank, so that numbers stay.

    Findings about other rounds are left out. Refuse rounds that the report does not have. None: all rounds stay."""
    if rounds is None:
        return whole
    first, last, cells = rounds.first, rounds.last, whole.report.cells
    if last > cells.rounds:
        raise UserError("rounds-not-there", file=whole.report.file, rounds=cells.rounds, last=last)
    columns = {
        name: getattr(cells, name)[:, :last].copy() for name in ("opponent", "colour", "result", "line", "column")
    }
    for name, blank in (("opponent", 0), ("colour", NO_COLOUR), ("result", NO_RESULT)):
        columns[name][:, : first - 1] = blank
    shorter = replace(whole.report, cells=Cells(**columns), round_dates=whole.report.round_dates[:last])
    findings = tuple(each for each in whole.findings if each.round is None or first <= each.round <= last)
    return ParsedReport(shorter, findings)


NO_MOVES = "no-moves"  # code of the finding about game scores without moves
ScorePair = tuple[int, int]  # half points of White and of Black


@dataclass(frozen=True)
class StoredScores:
    """Stored game scores, without their bytes."""

    part: int
    file: str
    sha256: str
    day: date


def list_stored_scores(connection: Connection, event: int) -> tuple[StoredScores, ...]:
    """Return all stored game scores of an event, oldest first, also of its parts and also replaced ones."""
    rows = select(game_scores.c.part, game_scores.c.file, game_scores.c.sha256, log.c.day)
    rows = rows.join(log, log.c.seq == game_scores.c.log).where(game_scores.c.event == event)
    return tuple(
        StoredScores(row.part, row.file, row.sha256, Day(row.day).date)
        for row in connection.execute(rows.order_by(game_scores.c.seq))
    )


def latest_stored_scores(connection: Connection, event: int, part: int) -> StoredScores | None:
    """The newest game scores of a part; None where there are none."""
    return next((each for each in reversed(list_stored_scores(connection, event)) if each.part == part), None)


def compare_stored_scores(connection: Connection, event: int, part: int, report: Report) -> GameScores:
    """Compare the newest stored game scores of a part with its report; without any, those of the whole event.

    Of the whole event only the rounds of the report count. Empty (`sent` is false) where there are none."""
    for whose in dict.fromkeys((part, 0)):
        rows = select(game_scores.c.body, game_scores.c.file).where(
            game_scores.c.event == event, game_scores.c.part == whose
        )
        row = connection.execute(rows.order_by(game_scores.c.seq.desc()).limit(1)).first()
        if row is not None:
            scores, findings = read(bytes(row.body), row.file)
            bare = any(finding.code == NO_MOVES for finding in findings)
            return compare_scores(report, scores, bare, within=whose != part)
    return GameScores()


def compare_scores(report: Report, scores: Report, bare: bool, within: bool = False) -> GameScores:
    """Compare game scores with the games of a report: which are missing, and which have another result.

    `within`: only scores of the rounds of the report count. `bare`: the scores have no moves."""
    by_pair = _scores_by_pair(report, scores, within)
    count = sum(len(several) for several in by_pair.values())
    games, row_of = report.games(), report.rows()
    missing, otherwise = [], []
    for at in np.flatnonzero(games.kind == GameKind.PLAYED).tolist():
        pair, turn = (int(row_of[games.white[at]]), int(row_of[games.black[at]])), int(games.round[at])
        several = by_pair.get(pair, [])
        if not several:
            missing.append((pair[0], turn))
            continue
        score = several.pop(next((place for place, (round_, _) in enumerate(several) if round_ == turn), 0))[1]
        if score != (int(games.white_half_points[at]), int(games.black_half_points[at])):
            otherwise.append((pair[0], turn))
    beyond = sum(len(several) for several in by_pair.values())
    return GameScores(True, count, tuple(missing), tuple(otherwise), beyond, bare)


def _scores_by_pair(
    report: Report, scores: Report, within: bool
) -> defaultdict[tuple[int, int], list[tuple[int, ScorePair]]]:
    """Return the scores as (round, half points of White and Black), by the rows of White and Black in the report.

    A player who is not in the report has row -1. `within`: only rounds of the report."""
    people = _rows_by_player(report)
    rows = [people.get(_id_text(player), people.get(_sorted_name(player), -1)) for player in scores.players]
    games, row_of, turns = scores.games(), scores.rows(), set(report.games().round.tolist())
    by_pair: defaultdict[tuple[int, int], list[tuple[int, ScorePair]]] = defaultdict(list)
    for at in np.flatnonzero(games.kind == GameKind.PLAYED).tolist():
        turn = int(games.round[at])
        if not within or turn in turns:
            pair = rows[int(row_of[games.white[at]])], rows[int(row_of[games.black[at]])]
            by_pair[pair].append((turn, (int(games.white_half_points[at]), int(games.black_half_points[at]))))
    return by_pair


def _rows_by_player(report: Report) -> dict[str, int]:
    """Return the row of each player, by number text and by sorted name; a name that two players have is left out."""
    names = [_sorted_name(player) for player in report.players]
    people = {name: row for row, name in enumerate(names) if names.count(name) == 1}
    return people | {_id_text(player): row for row, player in enumerate(report.players) if player.id > 0}


def _id_text(player: Player) -> str:
    """Return a player's number as a key (`#` and number), which no name can be; empty without a number."""
    return f"#{player.id}" if player.id > 0 else ""


def _sorted_name(player: Player) -> str:
    """A player's name with its words sorted, so that their order does not matter."""
    return " ".join(sorted(normalized_name(word) for word in re.split(r"[\s,]+", player.name) if word))
