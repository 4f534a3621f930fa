"""Decide what each game is worth to each side: survey the newcomers, then fill ledger and lines, batch by batch.

`survey` looks at every newcomer's event by itself, as it was played. `score` is called when it is known which of them
count; it fills two ledger rows per game and one line per entry. K is not known here: `change` fills it in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

import numpy as np

from arpad.columns import I16, I32, U8, Bools, Ledger, Lines, Role, Status
from arpad.exact import HALF_POINTS, HUNDREDTHS
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.newcomers import FIRST_EVENT_POINTS, ROUND_ROBIN_ITERATION
from arpad.law.rules.rating import RATING_CHANGE, WIDE_DIFFERENCE
from arpad.rating.batch import Batch, Earlier, Rows, rows_of
from arpad.rating.expected import expect
from arpad.rating.initial import average_met, event_rating
from arpad.rating.limit import Played, cap
from arpad.rating.newcomers import Survey, nobody
from arpad.rating.roundrobin import CrossTable, cross_table
from arpad.rating.sums import Ints, places, sums, two_sums

PLAYER_BITS = 32  # of a column of players
WORTH = np.int8(HUNDREDTHS // HALF_POINTS)  # of half a point
COUNTED, UNRATED_OPPONENT = np.uint8(Status.COUNTED), np.uint8(Status.UNRATED_OPPONENT)
EARLIER_PART, LATER_PART = np.uint8(Status.EARLIER_PART), np.uint8(Status.LATER_PART)
FIRST_EVENT_OPPONENTS, FOREIGN_PLAYERS = np.uint8(Status.FIRST_EVENT_OPPONENTS), np.uint8(Status.FOREIGN_PLAYERS)


def survey(batch: Batch) -> Survey:
    """Each newcomer's entry by itself: games that can count, points, and the rating of the event as played."""
    newcomer = batch.newcomers()
    if not newcomer.any():
        return nobody()
    tabled, shown, size = batch.tabled & (batch.entries.shown == 0), batch.entries.shown, len(newcomer)
    rows = batch.without_rating
    entry, opponent = batch.entry_of(rows), batch.entry_of(rows ^ 1)
    can_count = newcomer[entry] & (tabled[entry] | (shown[opponent] > 0)) & (batch.games.status[rows >> 1] == 0)
    if batch.unfinished is not None:
        can_count &= batch.unfinished.earlier[rows] != Earlier.SPENT.value
    all_points = _points_of_all(batch, rows, entry)
    rows, entry, opponent = rows[can_count], entry[can_count], opponent[can_count]
    half_points = batch.half_points_of(rows)
    games = np.bincount(entry, minlength=size)
    scored, met = two_sums(entry, half_points, shown.take(opponent), size)

    found = np.flatnonzero(games)
    rating = np.zeros(size, np.int64)
    swiss = found[~tabled[found]]
    average = average_met(batch.book, met[swiss], games[swiss])
    rating[swiss] = event_rating(batch.book, average, games[swiss], scored[swiss]).rating
    if tabled.any():
        members, table = _table(batch, np.zeros(size, bool))
        unrated = tabled[members]
        rating[members[unrated]] = table.second[unrated]
    return Survey(
        found + batch.first_entry,
        batch.entries.player[found].astype(np.int64),
        np.full(len(found), batch.edition),
        tabled[found],
        games[found],
        scored[found],
        (scored if all_points is None else all_points)[found],
        rating[found],
        batch.goes_on[found],
        (batch.awaits_table | batch.perhaps_match)[found],
    )


def _points_of_all(batch: Batch, rows: Rows, entry: I32) -> Ints | None:
    """The half points of each entry against everybody, where the edition counts them; `rows` are the unrated sides'."""
    rule = batch.book.rule(FIRST_EVENT_POINTS)
    match rule.counted:
        case "rated-opponents":
            return None
        case "all-opponents":
            played = batch.games.status[rows >> 1] == 0
            return sums(entry[played], batch.half_points_of(rows[played]), len(batch.entries))
        case _:
            assert_never(rule.counted)


def _table(batch: Batch, left: Bools) -> tuple[Rows, CrossTable]:
    """The cross tables of the batch's round robins with unrated players, without those who left; and whose they are."""
    inside, rows = batch.tabled & ~left, rows_of(batch.tabled_games)
    entry, opponent = batch.entry_of(rows), batch.entry_of(rows ^ 1)
    kept = inside[entry] & inside[opponent] & (batch.games.status[rows >> 1] == 0)
    members = np.flatnonzero(inside)
    place = places(members, len(inside))
    event, shown = batch.event[members].astype(np.int64), batch.entries.shown[members].astype(np.int64)
    entry, opponent = place[entry[kept]], place[opponent[kept]]
    if batch.unfinished is None:
        return members, cross_table(batch.book, event, shown, entry, opponent, batch.half_points_of(rows[kept]))
    seat = _first_seats(event, batch.entries.player[members])
    table = cross_table(batch.book, event, shown, seat[entry], seat[opponent], batch.half_points_of(rows[kept]))
    by_seat = {name: getattr(table, name)[seat] for name in ("games", "half_points", "first", "rc_new", "second")}
    return members, replace(table, **by_seat)


def _first_seats(event: Ints, player: I32) -> Rows:
    """Of each entry the first one of the same player in the event: in parts he may have sat down by several lists."""
    whole = event << PLAYER_BITS | player
    _, first, same = np.unique(whole, return_index=True, return_inverse=True)
    seat: Rows = first[same.reshape(-1)]
    return seat


@dataclass(frozen=True)
class _Field:
    """What the entries of a batch are to each other."""

    takes_part: Bools  # neither barred nor a guest
    left: Bools  # left the cross table
    status: U8  # of the line, and of the games against somebody with a rating
    against_unrated: U8  # of the games against others
    against_left: U8  # of those against somebody who left the cross table
    first: I16  # in a round robin; 0 of rated players and elsewhere
    second: I16
    rc_new: I16
    met_with: I16  # the pass that opponents meet

    @classmethod
    def of(cls, batch: Batch, verdict: U8, left: Bools) -> _Field:
        entries, tabled = batch.entries, batch.tabled
        guest, newcomer = entries.role == Role.GUEST.value, entries.role == Role.NEWCOMER.value
        usual = np.where(newcomer, verdict, np.where(guest, FOREIGN_PLAYERS, COUNTED))
        status = np.where(entries.status > 0, entries.status, usual)
        takes_part = (entries.status == 0) & ~guest
        unrated = np.where(batch.awaits_table, LATER_PART, UNRATED_OPPONENT)
        against_unrated = np.where(takes_part & ~(newcomer & tabled), unrated, status)
        against_left = np.where(takes_part & tabled & ~left, FIRST_EVENT_OPPONENTS, against_unrated)
        first = np.zeros(len(entries), np.int16)
        second, rc_new = first.copy(), first.copy()
        if tabled.any():
            rows, table = _table(batch, left)
            first[rows], second[rows], rc_new[rows] = table.first, table.second, table.rc_new
        met_with = _pass_met(batch.book, first, second)
        return cls(takes_part, left, status, against_unrated, against_left, first, second, rc_new, met_with)


def _pass_met(book: Rulebook, first: I16, second: I16) -> I16:
    """Which pass of a round robin gives the ratings that opponents meet."""
    rule = book.find(ROUND_ROBIN_ITERATION)
    if rule is None:
        return second
    match rule.delta_from:
        case "first-pass":
            return first
        case "second-pass":
            return second
        case _:
            assert_never(rule.delta_from)


def score(batch: Batch, verdict: U8, left: Bools, ledger: Ledger, lines: Lines) -> None:
    """Fill a batch's ledger rows and lines, which are given as room.

    `verdict` and `left` are by entry: what becomes of a newcomer's games, and whether he left the cross table.
    """
    field = _Field.of(batch, verdict, left)
    entries, games, entry = batch.entries, batch.games, batch.sides()
    number = np.arange(batch.first_game, batch.first_game + len(games), dtype=np.int32)
    ledger.game[0::2], ledger.game[1::2] = number, number
    ledger.entry[0::2], ledger.entry[1::2] = games.white, games.black
    ledger.opponent[0::2], ledger.opponent[1::2] = games.black, games.white
    ledger.half_points[0::2], ledger.half_points[1::2] = games.white_half_points, games.black_half_points
    ledger.own[:] = entries.own.take(entry)
    shown = entries.shown.take(entry)
    ledger.met[0::2], ledger.met[1::2] = shown[1::2], shown[0::2]
    wide = _too_wide(batch, entry)
    _meet(batch, field, ledger, entry, wide)
    _decide(batch, field, ledger, entry, wide)
    _value(batch, ledger, entry)
    _add_up(batch, field, ledger, entry, lines)


def _too_wide(batch: Batch, entry: Rows) -> Rows:
    """The rows of games too unequal to be rated, where the edition knows such games."""
    rule = batch.book.find(WIDE_DIFFERENCE)
    if rule is None:
        return np.zeros(0, np.intp)
    board: I16 = np.where(batch.entries.shown > 0, batch.entries.shown, batch.entries.own)
    sides = board.take(entry)
    white, black = sides[0::2], sides[1::2]
    wide = (np.abs(white - black) >= rule.difference) & (np.minimum(white, black) > 0)
    wide &= np.maximum(white, black) > rule.above
    return rows_of(np.flatnonzero(wide))


def _meet(batch: Batch, field: _Field, ledger: Ledger, entry: Rows, wide: Rows) -> None:
    """Inside the calculation of a round robin unrated players are met with the rating that it gives them."""
    sides = rows_of(batch.tabled_games)
    sides = sides[batch.entries.shown[entry[sides ^ 1]] == 0]
    sides = sides[field.takes_part[entry[sides]] & (batch.games.status[sides >> 1] == 0)]
    ledger.met[sides] = field.met_with[entry[sides ^ 1]]
    if batch.unfinished is not None:
        _meet_as_first_seated(batch, ledger, entry, sides[ledger.met[sides] == 0])
    ledger.met[wide] = batch.entries.shown[entry[wide ^ 1]]  # outside of any calculation


def _meet_as_first_seated(batch: Batch, ledger: Ledger, entry: Rows, sides: Rows) -> None:
    """Who sat down with a rating and lost it before a later part is met with that rating to the end of the table."""
    seat = _first_seats(batch.event.astype(np.int64), batch.entries.player)
    ledger.met[sides] = batch.entries.shown[seat[entry[sides ^ 1]]]


def _decide(batch: Batch, field: _Field, ledger: Ledger, entry: Rows, wide: Rows) -> None:
    """What becomes of each row: it counts for a rated player, it goes into a newcomer's pool, or why it does neither.

    What bars a game bars it for both; after that come a side's own entry, the width, and who the opponent is.
    """
    status, barred = ledger.status, batch.games.status
    status[:] = field.status.take(entry)
    unrated = batch.unrated ^ 1
    nameless = field.left | ~batch.tabled  # a rating that a round robin gives may be nought
    unrated = unrated[(ledger.met[unrated] == 0) & nameless[entry[unrated ^ 1]]]
    side, other = entry[unrated], entry[unrated ^ 1]
    status[unrated] = np.where(field.left[other], field.against_left[side], field.against_unrated[side])
    status[wide[field.takes_part[entry[wide]]]] = Status.WIDE_DIFFERENCE
    games = np.flatnonzero(barred != 0)
    status[2 * games] = status[2 * games + 1] = barred[games]
    if batch.unfinished is not None:
        rows = np.flatnonzero(batch.unfinished.earlier == Earlier.DECIDED.value)
        status[rows[status[rows] == COUNTED]] = EARLIER_PART
        rows = np.flatnonzero(batch.unfinished.earlier == Earlier.SPENT.value)
        status[rows[(barred[rows >> 1] == 0) & (status[rows] != UNRATED_OPPONENT)]] = EARLIER_PART


def _value(batch: Batch, ledger: Ledger, entry: Rows) -> None:
    """What the rows that count for a rated player are worth: difference, as limited, expectation, delta; others 0.

    Games of an earlier part keep their difference, because a limit may look at the first games of the event.
    """
    counts = ledger.status == Status.COUNTED.value
    played = counts if batch.unfinished is None else counts | (ledger.status == EARLIER_PART)
    np.multiply(ledger.own - ledger.met, played, out=ledger.difference)
    ledger.counted[:] = cap(batch.book, ledger.difference, ledger.own, _played(batch, ledger, entry))
    np.multiply(expect(batch.book, ledger.counted), counts, out=ledger.expected)
    worth = ledger.half_points * WORTH - ledger.expected.view(np.int8)
    rule = batch.book.rule(RATING_CHANGE)
    match rule.delta:
        case "score-minus-expected":
            np.multiply(worth, counts, out=ledger.delta)
        case "expected-minus-score":
            np.multiply(-worth, counts, out=ledger.delta)
        case _:
            assert_never(rule.delta)


def _played(batch: Batch, ledger: Ledger, entry: Rows) -> Played:
    """Whose rows they are, in which order; who sat down by several lists in parts of an event is one player there."""
    if batch.unfinished is None:
        return Played(entry, batch.games.order)
    seat = _first_seats(batch.event.astype(np.int64), batch.entries.player)
    return Played(seat[entry], batch.games.order, ledger.status == EARLIER_PART)


def _add_up(batch: Batch, field: _Field, ledger: Ledger, entry: Rows, lines: Lines) -> None:
    """The sums over each entry's rows that count."""
    size = len(batch.entries)
    used = ledger.status <= Status.POOLED.value
    limited = (ledger.met + ledger.difference - ledger.counted) * used
    lines.games[:], lines.met[:] = two_sums(entry, used, limited, size)
    lines.half_points[:], lines.sum[:] = two_sums(entry, ledger.half_points * used, ledger.delta, size)
    unrated = (batch.entries.role == Role.NEWCOMER.value) & (batch.entries.shown == 0)
    pooled = np.flatnonzero(batch.tabled & unrated)
    lines.met[pooled] = lines.games[pooled] * field.rc_new[pooled].astype(np.int32)
    lines.k[:] = 0
    lines.change[:] = 0
    lines.ru_first[:] = field.first
    lines.ru[:] = field.second
    lines.status[:] = field.status
