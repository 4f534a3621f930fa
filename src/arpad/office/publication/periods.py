"""Make the period of a list out of its inputs: seat the players, rate the events, adjust, and make the list.

Nothing is written here. The same inputs give the same bytes, on every database and in whatever order they came: events
are sorted by their days and content, players stand by their key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from sqlalchemy import Connection

from arpad.admission.people import UNKNOWN
from arpad.columns import I32, Adjustments, Entries, Events, Games, Pool, Roll
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.lists import MEMBER_FEDERATION
from arpad.lists.adjust import WrongCorrection, revised_bases
from arpad.lists.beside import adjusting_series, at_home, home_federation, seating_series
from arpad.lists.listing import UnlistedPlayers, unlisted
from arpad.lists.seats import Lists, Unseated
from arpad.lists.wholes import Parts
from arpad.office.book.content import Contents, all_unpacked
from arpad.office.book.merged import StoredRoll, merged_pool, merged_roll
from arpad.office.publication.candidates import Candidate, rows_of
from arpad.office.publication.inputs import Inputs, books_of, editions_of
from arpad.office.publication.revised import published_pool
from arpad.office.publication.wholes import earlier_rows
from arpad.office.rolls import newest, rolls_of
from arpad.office.store import schema
from arpad.pipeline import PeriodInputs, make_list
from arpad.rating import Period


@dataclass(frozen=True)
class Made:
    """A rated period and the list it makes, not yet stored."""

    inputs: Inputs
    period: Period
    stored: Roll  # the list being replaced, as it stands in the book
    roll: Roll
    adjustments: Adjustments
    no_federation: I32  # who played, and nobody knows for which federation
    unlisted: UnlistedPlayers


@dataclass(frozen=True)
class LaidOut:
    """The tables that a period reads, and the lists as published."""

    inputs: PeriodInputs
    stored: Mapping[int, Roll]  # the lists that are read, as published


def lay_out(connection: Connection, inputs: Inputs) -> LaidOut:
    """Load everything that decides a list as tables."""
    contents = _contents(connection, inputs.sent)
    pool = _pool(connection, inputs)
    books = books_of(inputs, pool)
    events, seats, games = _tables(inputs, contents, books)
    months = {*seats.list_.tolist(), inputs.replaced}
    stored = rolls_of(connection, inputs.series, months, inputs.roster.listed_as)
    laid = PeriodInputs(
        books,
        inputs.roster.players(),
        _lists(connection, inputs, stored, books_of(inputs)),
        events,
        seats,
        games,
        pool,
        {name: _same_day(connection, inputs, name) for name in adjusting_series(inputs.book, inputs.day)},
        inputs.corrections,
        _parts(connection, inputs, contents),
    )
    return LaidOut(laid, stored)


def make(connection: Connection, inputs: Inputs) -> Made:
    """Rate the period and make the list."""
    return made_of(inputs, lay_out(connection, inputs))


def made_of(inputs: Inputs, laid: LaidOut) -> Made:
    """Make the list from loaded tables."""
    try:
        outcome = make_list(laid.inputs)
    except WrongCorrection as problem:  # the rooms know positions; an officer knows numbers
        raise problem.of_player(int(inputs.roster.id[problem.position])) from None
    asked = bool(home_federation(*books_of(inputs))) or inputs.book.has(MEMBER_FEDERATION)
    unknown = _of_nobody_knows_where(inputs, laid.inputs.players_there) if asked else np.zeros(0, np.int32)
    gone = unlisted(inputs.book, inputs.day, inputs.listing, laid.inputs.replaced, outcome.roll)
    lists, himself = laid.inputs.lists, inputs.alias == np.arange(len(inputs.alias))
    moved = revised_bases(lists.own[lists.replaced], lists.base, himself)
    adjustments = Adjustments.join([moved, outcome.adjustments])
    adjustments = adjustments.take(np.argsort(adjustments.player, kind="stable"))
    return Made(inputs, outcome.period, laid.stored[inputs.replaced], outcome.roll, adjustments, unknown, gone)


def _lists(connection: Connection, inputs: Inputs, stored: Mapping[int, Roll], books: tuple[Rulebook, ...]) -> Lists:
    """The lists that give ratings: the series' own with merges applied, the revised ones, and those of the other
    series."""
    footing = inputs.footing
    own, revised = {}, {}
    for list_, roll in stored.items():
        since = inputs.published if list_ == inputs.replaced else 0
        stored_roll = StoredRoll(inputs.series, list_, roll, since, inputs.known_at)
        sat_as, right = _sat_as(inputs, list_), footing.roll(list_)
        own[list_] = merged_roll(connection, stored_roll, inputs.alias if sat_as is None else sat_as)
        if right is not None or sat_as is not None:
            stored_roll = stored_roll if right is None else replace(stored_roll, roll=right, since=0)
            revised[list_] = merged_roll(connection, stored_roll, inputs.alias)
    if footing.by_revised:
        own |= revised
    beside, home = seating_series(*books), home_federation(*books)
    other = rolls_of(connection, beside, set(stored), inputs.roster.listed_as) if beside else {}
    here = (place for place, code in enumerate(inputs.moved.codes(inputs.roster)) if at_home(code, home))
    return Lists(own, other, inputs.replaced, inputs.list_, tuple(here), revised, footing.mistaken)


def _sat_as(inputs: Inputs, list_: int) -> I32 | None:
    """For each key the key under which the player sat in the events of a list; None if nobody sat under another key."""
    sat_as = None if inputs.footing.by_revised else inputs.footing.sat_as(list_)
    return None if sat_as is None or np.array_equal(sat_as, inputs.alias) else sat_as


def _same_day(connection: Connection, inputs: Inputs, series: str) -> Roll:
    """The list of another series on the day of the new list; for a provisional list the newest one before."""
    list_ = inputs.list_
    if inputs.provisional:
        list_ = min(list_, newest(connection, series) or list_)
    return rolls_of(connection, series, {list_}, inputs.roster.listed_as)[list_]


# --- the tables ---------------------------------------------------------------------------------------------------


def _contents(connection: Connection, events: Sequence[Candidate]) -> Contents:
    """Load what was admitted of these events."""
    columns = (schema.content.c.decision, schema.content.c.packed)
    packed = {row.decision: row.packed for row in rows_of(connection, [event.decision for event in events], columns)}
    return all_unpacked([packed[event.decision] for event in events])


def _tables(inputs: Inputs, contents: Contents, books: tuple[Rulebook, ...]) -> tuple[Events, Unseated, Games]:
    """Build the events, who plays where, and the games."""
    places = {book.id: place for place, book in enumerate(books)}
    editions = {start: places[book.id] for start, book in editions_of(inputs).items()}
    heads, sitting, games = contents.heads, contents.sitting, contents.games
    events = Events(
        key=np.array([event.key for event in inputs.sent], np.int64),
        start=heads.start,
        end=heads.end,
        edition=np.array([editions[event.start] for event in inputs.sent], np.uint8),
        system=heads.system,
        championship=heads.championship,
    )
    event = np.repeat(np.arange(len(contents), dtype=np.int32), np.diff(contents.seats))
    player = inputs.alias[sitting.player]
    shift = np.repeat(contents.seats[:-1], np.diff(contents.boards)).astype(np.int32)
    games = replace(games, white=games.white + shift, black=games.black + shift)
    _once(inputs, event, player)
    federation = inputs.moved.federations(inputs.roster, events.start[event], player)
    board = _boards(inputs, heads.seated_by, event, sitting.player)
    return events, Unseated(heads.seated_by, event, player, sitting.status, federation, board), games


def _boards(inputs: Inputs, seated_by: I32, event: I32, player: I32) -> I32:
    """For each seat the key under which the player sat at the board."""
    board = inputs.alias[player]
    for list_ in np.unique(seated_by).tolist():
        sat_as = _sat_as(inputs, list_)
        if sat_as is not None:
            here = seated_by[event] == list_
            board[here] = sat_as[player[here]]
    return board


def _of_nobody_knows_where(inputs: Inputs, seats: Unseated | Entries) -> I32:
    """The players whose federation on an event's first day is unknown."""
    codes = inputs.moved.codes(inputs.roster)
    if UNKNOWN not in codes or isinstance(seats, Entries) or seats.federation is None:
        return np.zeros(0, np.int32)
    return np.unique(seats.player[seats.federation == codes.index(UNKNOWN)])


def _parts(connection: Connection, inputs: Inputs, contents: Contents) -> Parts | None:
    """For each event in parts which rows belong together, and what earlier lists did with each game; None if there
    are none."""
    if not inputs.wholes:
        return None
    judged = inputs.sent
    at = {event.decision: row for row, event in enumerate(judged)}
    whole, turn = np.array([event.key for event in judged], np.int64), np.zeros(len(judged), np.int32)
    declared, scheduled = np.zeros(len(judged), np.uint8), np.zeros(len(judged), np.uint16)
    goes_on = np.zeros(len(judged), bool)
    earlier = np.split(np.zeros(2 * len(contents.games), np.uint8), 2 * contents.boards[1:-1])
    for event in inputs.wholes:
        rows = [at[part.decision] for part in event.parts]
        whole[rows], turn[rows] = event.key, np.arange(len(rows))
        goes_on[rows] = event.goes_on or (not event.ended and _lacks_round([contents.games_of(row) for row in rows]))
        decided = earlier_rows(connection, event, inputs.list_, inputs.footing)
        for row in rows[: event.rated]:
            earlier[row], decided = np.split(decided, [len(earlier[row])])
        for row in rows:
            part = contents.parts[row]
            if part is not None:
                declared[row], scheduled[row] = part.declared[0], part.scheduled[0]
    return Parts(whole, turn, declared, scheduled, goes_on, np.concatenate(earlier))


def _lacks_round(games: Sequence[Games]) -> bool:
    """Whether a round is missing before the last one."""
    rounds = np.unique(np.concatenate([part.round for part in games]))
    return bool(len(rounds)) and int(rounds[-1]) != len(rounds[rounds > 0])


def _once(inputs: Inputs, event: I32, player: I32) -> None:
    """Refuse an event in which two numbers of one merged player both played."""
    both = event.astype(np.int64) * len(inputs.alias) + player
    values, counts = np.unique(both, return_counts=True)
    twice = values[counts > 1]
    if len(twice):
        which = inputs.sent[int(twice[0]) // len(inputs.alias)].code
        person = int(inputs.roster.id[int(twice[0]) % len(inputs.alias)])
        raise Misuse("merged-opponents", Remedy.to("unmerge-players"), player=person, event=which)


def _pool(connection: Connection, inputs: Inputs) -> Pool:
    """The waiting results of newcomers after the list before, with merges applied."""
    pool = inputs.footing.pool
    if pool is None:
        pool = published_pool(connection, inputs.series, inputs.replaced)
    return merged_pool(connection, inputs.alias, pool, inputs.known_at)
