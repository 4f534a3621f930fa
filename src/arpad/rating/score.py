"""Decide what each game is worth to each side: survey the newcomers, then fill ledger and lines, batch by batch.

`survey` looks at every newcomer's event by itself, as it was played. `score` is called when it is known which of them
count; it fills two ledger rows per game and one line per entry. K is not known here: `change` fills it in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, I32, U8, Bools, Ledger, Lines, Role, Status
from arpad.exact import HALF_POINTS, HUNDREDTHS
from arpad.law.rules.newcomers import ROUND_ROBIN_ITERATION
from arpad.law.rules.rating import RATING_CHANGE, WIDE_DIFFERENCE
from arpad.rating.batch import Batch
from arpad.rating.expected import expect
from arpad.rating.initial import average_met, event_rating
from arpad.rating.limit import cap
from arpad.rating.newcomers import Survey, nobody
from arpad.rating.roundrobin import CrossTable, cross_table

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[np.intp]

WORTH = np.int8(HUNDREDTHS // HALF_POINTS)  # of half a point


def survey(batch: Batch) -> Survey:
    """Each newcomer's entry by itself: games that can count, points, and the rating of the event as played."""
    newcomer = batch.newcomers()
    if not newcomer.any():
        return nobody()
    own = newcomer[batch.games.white - batch.first_entry] | newcomer[batch.games.black - batch.first_entry]
    entry, opponent, half_points = batch.sides(np.flatnonzero(own & (batch.games.status == 0)))
    event, shown = batch.event, batch.entries.shown
    tabled = batch.tabled()[event]
    rows = np.flatnonzero(newcomer[entry] & (tabled[entry] | (shown[opponent] > 0)))
    entry, opponent, half_points = entry[rows], opponent[rows], half_points[rows]
    size = len(newcomer)
    games = np.bincount(entry, minlength=size)
    scored = np.bincount(entry, half_points, size).astype(np.int64)
    met = np.bincount(entry, shown[opponent], size).astype(np.int64)

    found = np.flatnonzero(games)
    rating = np.zeros(size, np.int64)
    swiss = found[~tabled[found]]
    average = average_met(batch.book, met[swiss], games[swiss])
    rating[swiss] = event_rating(batch.book, average, games[swiss], scored[swiss]).rating
    if tabled[found].any():
        rating[tabled] = _table(batch, np.zeros(size, bool)).second[tabled]
    return Survey(
        found + batch.first_entry,
        batch.entries.player[found].astype(np.int64),
        np.full(len(found), batch.edition),
        tabled[found],
        games[found],
        scored[found],
        rating[found],
    )


def _table(batch: Batch, left: Bools) -> CrossTable:
    """The cross tables of the batch's round robins with unrated players, without those who left."""
    inside = batch.tabled()[batch.event] & ~left
    white, black = batch.games.white - batch.first_entry, batch.games.black - batch.first_entry
    kept = np.flatnonzero(inside[white] & inside[black] & (batch.games.status == 0))
    entry, opponent, half_points = batch.sides(kept)
    return cross_table(
        batch.book, batch.event.astype(np.int64), batch.entries.shown.astype(np.int64), entry, opponent, half_points
    )


@dataclass(frozen=True)
class _Field:
    """What the entries of a batch are to each other."""

    tabled: Bools  # in a round robin whose unrated players get a rating
    left: Bools  # left its cross table
    verdict: U8  # of a newcomer's games that can count
    meets: I16  # the rating opponents meet, a round robin's own ratings included; 0 none
    first: Ints
    second: Ints
    rc_new: Ints

    @classmethod
    def of(cls, batch: Batch, verdict: U8, left: Bools) -> _Field:
        entries = batch.entries
        tabled = batch.tabled()[batch.event]
        if not tabled.any():
            none = np.zeros(len(entries), np.int64)
            return cls(tabled, left, verdict, entries.shown, none, none, none)
        table = _table(batch, left)
        used = table.second if batch.book.rule(ROUND_ROBIN_ITERATION).delta_from == "second-pass" else table.first
        meets = np.where(tabled & (entries.shown == 0), used, entries.shown).astype(np.int16)
        return cls(tabled, left, verdict, meets, table.first, table.second, table.rc_new)


def score(batch: Batch, verdict: U8, left: Bools, ledger: Ledger, lines: Lines) -> None:
    """Fill a batch's ledger rows and lines, which are given as room.

    `verdict` and `left` are by entry: what becomes of a newcomer's games, and whether he left the cross table.
    """
    field = _Field.of(batch, verdict, left)
    entries, games = batch.entries, batch.games
    entry, opponent, ledger.half_points[:] = batch.sides(slice(None))
    ledger.game[:] = np.repeat(np.arange(batch.first_game, batch.first_game + len(games), dtype=np.int32), 2)
    np.add(entry, batch.first_entry, out=ledger.entry)
    np.add(opponent, batch.first_entry, out=ledger.opponent)
    ledger.own[:] = entries.own.take(entry)
    ledger.met[:] = field.meets.take(opponent)

    counts = ((entries.role == Role.RATED) & (entries.status == 0)).take(entry)
    counts &= ledger.met != 0
    counts &= np.repeat(games.status == 0, 2)
    wide = _too_wide(batch)
    if wide is not None:
        counts &= ~wide
    ledger.status[:] = 0
    np.subtract(ledger.own, ledger.met, out=ledger.difference)
    if counts.all():
        _value(batch, ledger, entry, slice(None))
    else:
        other = np.flatnonzero(~counts)
        ledger.status[other] = _statuses(batch, field, other, entry, opponent, wide)
        for column in (ledger.difference, ledger.counted, ledger.expected, ledger.delta):
            column[other] = 0
        apart = _apart(batch, other, entry, ledger.status)
        ledger.met[apart] = entries.shown.take(opponent[apart])
        _value(batch, ledger, entry, np.flatnonzero(counts))
    _add_up(batch, field, ledger, entry, lines)


def _value(batch: Batch, ledger: Ledger, entry: I32, rows: Rows | slice) -> None:
    """The rows that count for a rated player: difference as limited, expectation, worth."""
    order = np.repeat(batch.games.order, 2)
    counted = cap(batch.book, ledger.difference[rows], ledger.own[rows], entry[rows], order[rows])
    expected = expect(batch.book, counted)
    worth = ledger.half_points[rows] * WORTH - expected.view(np.int8)
    turned = batch.book.rule(RATING_CHANGE).delta == "expected-minus-score"
    ledger.counted[rows], ledger.expected[rows], ledger.delta[rows] = counted, expected, -worth if turned else worth


def _too_wide(batch: Batch) -> Bools | None:
    """Of each side: whether the game is too unequal to be rated, where the edition knows such games."""
    rule = batch.book.find(WIDE_DIFFERENCE)
    if rule is None:
        return None
    board: I16 = np.where(batch.entries.shown > 0, batch.entries.shown, batch.entries.own)
    white = board.take(batch.games.white - batch.first_entry)
    black = board.take(batch.games.black - batch.first_entry)
    wide = (np.abs(white - black) >= rule.difference) & (np.maximum(white, black) > rule.above)
    return np.repeat(wide & (np.minimum(white, black) > 0), 2)


def _statuses(batch: Batch, field: _Field, rows: Rows, entry: I32, opponent: I32, wide: Bools | None) -> U8:
    """Why each of these rows does not count for a rated player; of a newcomer's, what becomes of them."""
    side, other = entry[rows], opponent[rows]
    entries, game_status = batch.entries, batch.games.status[rows // 2]
    stays = field.tabled[side] & ~field.left[side]
    can_count = np.where(field.tabled[side], True, field.meets[other] != 0)
    return np.select(
        (
            game_status > 0,
            entries.status[side] > 0,
            entries.role[side] == Role.GUEST,
            wide[rows] if wide is not None else np.zeros(len(rows), bool),
            stays & field.left[other],
            (entries.role[side] == Role.NEWCOMER) & can_count,
        ),
        (
            game_status,
            entries.status[side],
            np.uint8(Status.FOREIGN_PLAYERS),
            np.uint8(Status.WIDE_DIFFERENCE),
            np.uint8(Status.FIRST_EVENT_OPPONENTS),
            field.verdict[side],
        ),
        np.uint8(Status.UNRATED_OPPONENT),
    )


def _apart(batch: Batch, rows: Rows, entry: I32, status: U8) -> Rows:
    """Of these rows, those outside any calculation: they show the rating of the list, not that of a round robin."""
    outside = np.isin(status[rows], (Status.FOREIGN_PLAYERS, Status.WIDE_DIFFERENCE))
    outside |= (batch.games.status[rows // 2] > 0) | (batch.entries.status[entry[rows]] > 0)
    return rows[outside]


def _add_up(batch: Batch, field: _Field, ledger: Ledger, entry: I32, lines: Lines) -> None:
    """The sums over each entry's rows that count."""
    entries = batch.entries
    size = len(entries)
    newcomer = entries.role == Role.NEWCOMER
    used = ledger.status <= Status.POOLED
    rows: Rows | slice = slice(None) if used.all() else np.flatnonzero(used)
    at = entry[rows]
    games = np.bincount(at, minlength=size)
    limited = np.where(newcomer[at], ledger.met[rows], ledger.own[rows] - ledger.counted[rows])
    lines.games[:] = games
    lines.half_points[:] = np.bincount(at, ledger.half_points[rows], size)
    lines.sum[:] = np.bincount(at, ledger.delta[rows], size)
    lines.met[:] = np.where(newcomer & field.tabled, games * field.rc_new, np.bincount(at, limited, size))
    lines.k[:] = 0
    lines.change[:] = 0
    lines.ru_first[:] = field.first
    lines.ru[:] = field.second
    lines.status[:] = np.select(
        (entries.status > 0, entries.role == Role.GUEST, newcomer),
        (entries.status, np.uint8(Status.FOREIGN_PLAYERS), field.verdict),
        np.uint8(Status.COUNTED),
    )
