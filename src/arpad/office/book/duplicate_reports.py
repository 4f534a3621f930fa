"""Recognise a report or a game that was sent before: the fingerprint of a report, the index of pairs of players by
week, and the comparison of the games of two reports.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, Select, select

from arpad.columns import I32, I64, U8, Table
from arpad.days import Day
from arpad.finding import Finding
from arpad.frozen import dataclass
from arpad.model import NO_COLOUR, NO_RESULT, GameKind, Player, Report
from arpad.office.book.event_lookup import EventPart, RegisteredEvent, find_event_parts, part_name
from arpad.office.book.event_status import EventStatus
from arpad.office.book.office_findings import office_finding
from arpad.office.store.bulk import insert_rows, is_among_parameter, is_one_of, is_sqlite, packed_numbers
from arpad.office.store.schema import event, game_week, identified_games, report
from arpad.packed import unpack

KEY_BYTES = 8
RESULT_BASE = 4  # more than a result can have, so that two results fit into one number


@dataclass(frozen=True, eq=False)
class GameMarks(Table):
    """A row for each played game."""

    pair: I64  # a hash of the two players, the same whoever had White
    day: I32  # 0 where the rounds have no days
    result: U8


def normalized_name(text: str) -> str:
    """Return only the letters and digits of a text, in lower case without accents, to compare spellings of a name."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def player_identity(player: Player, numbers: Mapping[int, int] | None = None) -> str:
    """Return a text that identifies a player: the number in the report, or else normalized name and year of birth.

    `numbers` replaces a number of the report (key) by another number of the same person (value)."""
    if player.id > 0:
        return str((numbers or {}).get(player.id, player.id))
    return f"{normalized_name(player.name)}/{Day(player.born).year or ''}"


def report_fingerprint(report: Report, series: str, start: date, end: date) -> str:
    """Return the SHA-256 (hex) of series, event days, round days and games, to recognise a report that is sent again.

    The order of players and the spelling of names do not matter. Event name and ratings are not part of it."""
    who = [player_identity(player) for player in report.players]
    cells, partner = report.cells, report.partner_rows()
    lines = []
    filled = (cells.opponent != 0) | (cells.colour != NO_COLOUR) | (cells.result != NO_RESULT)
    rows, turns = np.nonzero(filled)
    columns = (rows, turns, *(column[filled] for column in (partner, cells.opponent, cells.colour, cells.result)))
    for row, turn, other, printed, colour, result in zip(*(column.tolist() for column in columns), strict=True):
        met = who[other] if other >= 0 else str(printed)
        lines.append(f"{turn + 1}\t{who[row]}\t{met}\t{chr(colour)}{chr(result)}")
    days = [str(day or "") for day in report.round_dates[: cells.rounds]]
    head = [series, str(start), str(end), " ".join(days).strip()]
    return hashlib.sha256("\n".join([*head, *sorted(lines)]).encode()).hexdigest()


def event_key_from_fingerprint(print_: str) -> int:
    """Return the key of an event in tables of a rating period: the first 8 bytes of a fingerprint as a number."""
    return int.from_bytes(bytes.fromhex(print_)[:KEY_BYTES], "big", signed=True)


def played_game_marks(report: Report, numbers: Mapping[int, int] | None = None) -> GameMarks:
    """Return a mark (pair, day, result) of each played game, for comparison with other reports.

    It is the same whoever had White. Unplayed games have none. `numbers`: see `player_identity`."""
    games, rows = report.games(), report.rows()
    who = np.array([_hash_to_number(player_identity(player, numbers)) for player in report.players], np.int64)
    played = games.kind == GameKind.PLAYED
    white, black = who[rows[games.white[played]]], who[rows[games.black[played]]]
    white_points, black_points = (
        games.white_half_points[played].astype(np.uint8),
        games.black_half_points[played].astype(np.uint8),
    )
    swap = white > black
    result = np.where(
        swap, black_points * RESULT_BASE + white_points, white_points * RESULT_BASE + black_points
    ).astype(np.uint8)
    return GameMarks(
        _pair_numbers(np.where(swap, black, white), np.where(swap, white, black)),
        _day_of_each_round(report)[games.round[played]],
        result,
    )


def first_and_last_day(report: Report, start: date, end: date) -> tuple[date, date]:
    """Return the first and last day of the games of a report; `start` and `end` where the rounds have no days."""
    return report.days_played() or (start, end)


def _day_of_each_round(report: Report) -> I32:
    """Return the day of each round, at the index of its number (index 0 is unused); 0 where it has no day."""
    days: Sequence[date | None] = report.round_dates[: report.cells.rounds]
    column = np.zeros(report.cells.rounds + 1, np.int32)
    for turn, day in enumerate(days, 1):
        column[turn] = Day.of(day)
    return column


def _hash_to_number(text: str) -> int:
    """Return a signed 64-bit hash of a text."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=KEY_BYTES).digest(), "big", signed=True)


def _pair_numbers(low: npt.NDArray[np.int64], high: npt.NDArray[np.int64]) -> I64:
    """Return a 64-bit hash of each pair of player hashes; two pairs have the same one with a chance of 1 in 2^64."""
    numbers = [_hash_to_number(f"{first} {second}") for first, second in zip(low.tolist(), high.tolist(), strict=True)]
    return np.array(numbers, np.int64)


DAYS_IN_WEEK = 7
WEEK_INDEX_COLUMNS = ("week", "pair", "report")


@dataclass(frozen=True)
class ReportGames:
    """The played games of a report, and its first and last day."""

    marks: GameMarks
    first: date
    last: date

    def days(self) -> tuple[I32, I32]:
        """Return two arrays: the first and the last possible day of each game, as ordinals of dates.

        A game with a day has it in both. A game without one has the first and last day of the report."""
        days, place = np.unique(self.marks.day, return_inverse=True)
        dates = [Day(day).date if day else None for day in days.tolist()]
        first, last = (
            np.array([(day or other).toordinal() for day in dates], np.int32)[place.reshape(-1)]
            for other in (self.first, self.last)
        )
        return first, last


def week_index_rows(report: int, span: ReportGames) -> list[tuple[int, int, int]]:
    """Return the rows of a report in the index of pairs by week: (week, hash of the pair, report).

    A game without a day is in every week of the report. Nothing is written."""
    first, last = (days // DAYS_IN_WEEK for days in span.days())
    weeks = range(int(first.min()), int(last.max()) + 1) if len(first) else ()
    pairs = {week: np.unique(span.marks.pair[(first <= week) & (week <= last)]).tolist() for week in weeks}
    return [(week, pair, report) for week, met in pairs.items() for pair in met]


def add_to_week_index(connection: Connection, report: int, span: ReportGames) -> None:
    """Insert the rows of a report into the index of pairs by week."""
    for _ in insert_rows(connection, game_week.name, WEEK_INDEX_COLUMNS, week_index_rows(report, span)):
        pass


def add_identified_pairs(connection: Connection, report: int, span: ReportGames) -> None:
    """Insert those rows of a report into the index of pairs by week that it does not have there yet."""
    stored = set(map(tuple, connection.execute(select(game_week).where(game_week.c.report == report))))
    rows = [row for row in week_index_rows(report, span) if row not in stored]
    for _ in insert_rows(connection, game_week.name, WEEK_INDEX_COLUMNS, rows):
        pass


def marks_of_identified_reports(connection: Connection, reports: Sequence[int]) -> dict[int, bytes]:
    """Return the packed games of those of these reports in which an officer identified somebody, by report."""
    columns = (identified_games.c.report, identified_games.c.games)
    rows = select(*columns).where(is_one_of(connection, identified_games.c.report, list(reports)))
    ordered = connection.execute(rows.order_by(identified_games.c.decision)) if reports else ()
    return {row.report: bytes(row.games) for row in ordered}


def reports_with_same_pairs(connection: Connection, span: ReportGames) -> tuple[int, ...]:
    """Return the numbers of indexed reports with one of these pairs in the same weeks, or one week before or after.

    They are only candidates for repeated games. Drafts are never indexed. The report itself is one if indexed."""
    if not len(span.marks):
        return ()
    first, last = span.days()
    weeks = range(int(first.min()) // DAYS_IN_WEEK - 1, int(last.max()) // DAYS_IN_WEEK + 2)
    values = {"weeks": packed_numbers(connection, weeks), "pairs": packed_numbers(connection, span.marks.pair.tolist())}
    return tuple(sorted(set(connection.execute(_same_pairs_query(is_sqlite(connection)), values).scalars())))


@cache
def _same_pairs_query(sqlite: bool) -> Select[int]:
    """Return the query for reports by the parameters `weeks` and `pairs`, for SQLite or else for PostgreSQL. Cached."""
    week, pair = (
        is_among_parameter(sqlite, game_week.c.week, "weeks"),
        is_among_parameter(sqlite, game_week.c.pair, "pairs"),
    )
    return select(game_week.c.report).where(week, pair)


MAX_DAYS_APART = timedelta(days=3)
NOT_TO_BE_RATED = (EventStatus.WITHDRAWN, EventStatus.REFUSED, EventStatus.REGISTERED)
"""Statuses with which a report is not going to be rated."""


@dataclass(frozen=True)
class ComparedReport:
    """A report to compare with others: its event and part, its games, and the reports that have pairs of it."""

    event: RegisteredEvent
    part: int
    span: ReportGames
    met: tuple[int, ...]


def find_repeated_games(connection: Connection, compared: ComparedReport, file: str) -> Iterator[Finding]:
    """Yield a finding for each other stored report of the series that has games of this report, too.

    Only reports in `compared.met` are read. Left out: replaced, withdrawn and refused reports, and parts of the same
    event on other days. `file` is named in the findings."""
    span = compared.span
    if not compared.met:
        return
    rows = select(
        report.c.seq, report.c.event, report.c.part, report.c.games, report.c.first_day, report.c.last_day, event.c.code
    ).join(event, event.c.key == report.c.event)
    rows = rows.where(event.c.series == compared.event.series, is_one_of(connection, report.c.seq, compared.met))
    others = [
        row
        for row in connection.execute(rows.order_by(event.c.code, report.c.part))
        if (row.event, row.part) != (compared.event.key, compared.part)
    ]
    parts = _parts_by_number(connection, sorted({row.event for row in others}))
    identified = marks_of_identified_reports(connection, [row.seq for row in others])
    for row in others:
        other = parts[row.event, row.part]
        if other.report != row.seq or not is_to_be_rated(other):
            continue  # a later report replaced it, or it is not going to be rated
        other_span = ReportGames(
            unpack(GameMarks, identified.get(row.seq, row.games)), Day(row.first_day).date, Day(row.last_day).date
        )
        same_event = row.event == compared.event.key
        if same_event and (span.last < other_span.first or other_span.last < span.first):
            continue  # two parts, one after the other: the same pair plays another game there
        shared, same_day = count_shared_games(span, other_span)
        if not shared:
            continue
        code = "overlapping-parts" if same_event else "overlap" if shared > 1 or same_day else "overlap-chance"
        yield office_finding(code, file, shared=shared, games=len(span.marks), other=part_name(row.code, row.part))


def is_to_be_rated(part: EventPart) -> bool:
    """Return whether a part is rated or may still be rated: it is not withdrawn, refused or only registered."""
    return bool(part.life.rated) or part.life.under not in NOT_TO_BE_RATED


def _parts_by_number(connection: Connection, keys: list[int]) -> dict[tuple[int, int], EventPart]:
    """Return the parts of these events, by (key of the event, part number)."""
    return {(each.event, each.part): each for each in find_event_parts(connection, keys=keys)} if keys else {}


def count_shared_games(mine: ReportGames, theirs: ReportGames) -> tuple[int, int]:
    """Return how many games of the first report the other one has, too, and how many of these on the same day.

    A game is shared if pair and result agree, and the days are at most MAX_DAYS_APART apart."""
    near = exact = 0
    ours, other = np.stack(mine.days()), np.stack(theirs.days())
    pairs = np.isin(mine.marks.pair, theirs.marks.pair)
    for at in np.flatnonzero(pairs).tolist():
        candidates = (theirs.marks.pair == mine.marks.pair[at]) & (theirs.marks.result == mine.marks.result[at])
        (low, high), (first, last) = ours[:, at], other[:, candidates]
        apart = np.maximum(np.maximum(first - high, low - last), 0)  # a game without a day: any day of its report
        near += bool((apart <= MAX_DAYS_APART.days).any())
        exact += bool((apart == 0).any())
    return near, exact
