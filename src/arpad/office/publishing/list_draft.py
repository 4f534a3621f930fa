"""Make a list from its inputs, in memory: give players their ratings, rate the period, adjust, and summarise it for the
officer.

Nothing is written. The same inputs give the same bytes on every database: events are sorted by day and content, players
by key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from sqlalchemy import Connection

from arpad.admission.people import UNKNOWN
from arpad.columns import I32, Adjustments, Entries, Events, Games, Pool, Roll
from arpad.days import Day, Month
from arpad.explain.calculation import PersonName
from arpad.explain.list_preview import LeftOut, ListHead, ListSummary, ListTables, list_summary
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.lists import MEMBER_FEDERATION
from arpad.lists.adjust import WrongCorrection, revised_bases
from arpad.lists.listing import UnlistedPlayers, unlisted
from arpad.lists.other_series import adjusting_series, at_home, home_federation, list_beside, seating_series
from arpad.lists.seats import Lists, Unseated
from arpad.lists.whole_events import PartColumns
from arpad.office.book.admitted_content import AdmittedContents, unpack_contents
from arpad.office.book.merged_rolls import StoredRoll, apply_merges_to_pool, apply_merges_to_roll
from arpad.office.publishing.candidate_events import CandidateEvent, admitted_content_rows
from arpad.office.publishing.list_inputs import ListInputs, editions_by_first_day, editions_of_period
from arpad.office.publishing.revised_rows import read_published_pool
from arpad.office.publishing.whole_events import earlier_decisions_on_games
from arpad.office.registry.player_facts import facts_of_players
from arpad.office.rolls import newest_published_list, read_rolls
from arpad.office.store import schema
from arpad.pipeline import PeriodInputs, make_list
from arpad.rating import Period


@dataclass(frozen=True)
class ListDraft:
    """A rated period and the list it makes, not yet stored."""

    inputs: ListInputs
    period: Period
    stored: Roll  # the list being replaced, as published
    roll: Roll
    adjustments: Adjustments
    no_federation: I32  # who played, and nobody knows for which federation
    unlisted: UnlistedPlayers


@dataclass(frozen=True)
class PeriodTables:
    """The tables that a period reads, and the published rolls of the lists among them."""

    inputs: PeriodInputs
    stored: Mapping[int, Roll]  # the lists that are read, as published


def read_period_tables(connection: Connection, inputs: ListInputs) -> PeriodTables:
    """Load everything that decides a list as tables: editions, players, lists that give ratings, events, games,
    pool. Nothing is rated. Refuses an event in which two numbers of one merged player both played."""
    contents = _admitted_contents(connection, inputs.sent)
    pool = _waiting_pool(connection, inputs)
    books = editions_of_period(inputs, pool)
    events, seats, games = _events_seats_and_games(inputs, contents, books)
    months = {*seats.list_.tolist(), inputs.replaced}
    stored = read_rolls(connection, inputs.series, months, inputs.roster.listed_as)
    laid = PeriodInputs(
        books,
        inputs.roster.players(),
        _lists_for_ratings(connection, inputs, stored, set(seats.list_beside.tolist())),
        events,
        seats,
        games,
        pool,
        {name: _list_of_same_day(connection, inputs, name) for name in adjusting_series(inputs.book, inputs.day)},
        inputs.corrections,
        _parts_and_earlier_decisions(connection, inputs, contents),
    )
    return PeriodTables(laid, stored)


def make_draft(connection: Connection, inputs: ListInputs) -> ListDraft:
    """Rate the period and make the list, in memory: nothing is stored. Refuses a correction that the rules do not
    allow."""
    return draft_from_tables(inputs, read_period_tables(connection, inputs))


def draft_from_tables(inputs: ListInputs, laid: PeriodTables) -> ListDraft:
    """Rate the period from loaded tables and make the list; nothing is stored. Refuses a correction that the rules
    do not allow, with the player's number."""
    try:
        outcome = make_list(laid.inputs)
    except WrongCorrection as problem:  # `make_list` knows positions; an officer knows numbers
        raise problem.of_player(int(inputs.roster.id[problem.position])) from None
    asked = bool(home_federation(*editions_of_period(inputs))) or inputs.book.has(MEMBER_FEDERATION)
    unknown = _players_of_unknown_federation(inputs, laid.inputs.players_there) if asked else np.zeros(0, np.int32)
    gone = unlisted(inputs.book, inputs.day, inputs.listing, laid.inputs.replaced, outcome.roll)
    lists, himself = laid.inputs.lists, inputs.alias == np.arange(len(inputs.alias))
    moved = revised_bases(lists.own[lists.replaced], lists.base, himself)
    adjustments = Adjustments.join([moved, outcome.adjustments])
    adjustments = adjustments.take(np.argsort(adjustments.player, kind="stable"))
    return ListDraft(inputs, outcome.period, laid.stored[inputs.replaced], outcome.roll, adjustments, unknown, gone)


def _lists_for_ratings(
    connection: Connection, inputs: ListInputs, stored: Mapping[int, Roll], besides: set[int]
) -> Lists:
    """Return the lists that give ratings: the series' own, with merges applied; the revised ones; those of another
    series, if the rules use it. `stored` are the published rolls, `besides` the lists of the other series. If games
    of later events use revised ratings (series rule `board`), revised rolls replace the own ones."""
    footing = inputs.footing
    own, revised = {}, {}
    for list_, roll in stored.items():
        since = inputs.published if list_ == inputs.replaced else 0
        stored_roll = StoredRoll(inputs.series, list_, roll, since, inputs.known_at)
        sat_as, right = _other_keys_at_the_board(inputs, list_), footing.roll(list_)
        own[list_] = apply_merges_to_roll(connection, stored_roll, inputs.alias if sat_as is None else sat_as)
        if right is not None or sat_as is not None:
            stored_roll = stored_roll if right is None else replace(stored_roll, roll=right, since=0)
            revised[list_] = apply_merges_to_roll(connection, stored_roll, inputs.alias)
    if footing.by_revised:
        own |= revised
    books = editions_of_period(inputs)
    beside, home = seating_series(*books), home_federation(*books)
    besides_read = read_rolls(connection, beside, besides, inputs.roster.listed_as) if beside else {}
    other = {
        list_: apply_merges_to_roll(connection, StoredRoll(beside, list_, roll, known_at=inputs.known_at), inputs.alias)
        for list_, roll in besides_read.items()
    }
    here = (place for place, code in enumerate(inputs.moved.codes(inputs.roster)) if at_home(code, home))
    return Lists(own, other, inputs.replaced, inputs.list_, tuple(here), revised, footing.mistaken)


def _other_keys_at_the_board(inputs: ListInputs, list_: int) -> I32 | None:
    """Return for each key the key under which the player played in events that take their ratings from this list.
    None if that is the key that counts now for everybody, or if games are rated with revised ratings."""
    sat_as = None if inputs.footing.by_revised else inputs.footing.sat_as(list_)
    return None if sat_as is None or np.array_equal(sat_as, inputs.alias) else sat_as


def _list_of_same_day(connection: Connection, inputs: ListInputs, series: str) -> Roll:
    """Return the roll of another series for the day of the new list. A provisional list uses the newest one up to
    that day; for any other list a missing list is refused."""
    list_ = inputs.list_
    if inputs.provisional:
        list_ = min(list_, newest_published_list(connection, series) or list_)
    return read_rolls(connection, series, {list_}, inputs.roster.listed_as)[list_]


# --- the tables ---------------------------------------------------------------------------------------------------


def _admitted_contents(connection: Connection, events: Sequence[CandidateEvent]) -> AdmittedContents:
    """Load and unpack what was admitted of these events, in their order."""
    columns = (schema.content.c.decision, schema.content.c.packed)
    packed = {
        row.decision: row.packed
        for row in admitted_content_rows(connection, [event.decision for event in events], columns)
    }
    return unpack_contents([packed[event.decision] for event in events])


def _events_seats_and_games(
    inputs: ListInputs, contents: AdmittedContents, books: tuple[Rulebook, ...]
) -> tuple[Events, Unseated, Games]:
    """Return the events of the period, who played in which (a row for each event and player), and the games. Players
    count under the key after merges. `books` has the editions that events point to. Refuses an event in which two
    numbers of one merged player both played."""
    places = {book.id: place for place, book in enumerate(books)}
    editions = {start: places[book.id] for start, book in editions_by_first_day(inputs).items()}
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
    _refuse_merged_opponents(inputs, event, player)
    federation = inputs.moved.federations(inputs.roster, events.start[event], player)
    board = _keys_at_the_board(inputs, heads.seated_by, event, sitting.player)
    besides = _lists_beside(books, events, heads.seated_by)
    return events, Unseated(heads.seated_by, event, player, sitting.status, federation, board, besides), games


def _lists_beside(books: tuple[Rulebook, ...], events: Events, seated_by: I32) -> I32:
    """Return for each event the list of the other series by which its players sit down."""
    rows = list(zip(events.edition.tolist(), events.start.tolist(), seated_by.tolist(), strict=True))
    lists = {row: list_beside(books[row[0]], Day(row[1]).date, row[2]) for row in set(rows)}
    return np.array([lists[row] for row in rows], np.int32)


def _keys_at_the_board(inputs: ListInputs, seated_by: I32, event: I32, player: I32) -> I32:
    """Return for each row (event, player) the key under which the player played. `seated_by` has for each event the
    list from which it takes its ratings; `player` are keys before merges."""
    board = inputs.alias[player]
    for list_ in np.unique(seated_by).tolist():
        sat_as = _other_keys_at_the_board(inputs, list_)
        if sat_as is not None:
            here = seated_by[event] == list_
            board[here] = sat_as[player[here]]
    return board


def _players_of_unknown_federation(inputs: ListInputs, seats: Unseated | Entries) -> I32:
    """Return the keys of players whose federation on the first day of an event is unknown."""
    codes = inputs.moved.codes(inputs.roster)
    if UNKNOWN not in codes or isinstance(seats, Entries) or seats.federation is None:
        return np.zeros(0, np.int32)
    return np.unique(seats.player[seats.federation == codes.index(UNKNOWN)])


def _parts_and_earlier_decisions(
    connection: Connection, inputs: ListInputs, contents: AdmittedContents
) -> PartColumns | None:
    """Return for each row of the events to which event it belongs and in which order, its declared system, whether
    more may come, and what earlier lists decided about each game. None if no event has parts or joined stages."""
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
        goes_on[rows] = event.goes_on or (
            not event.ended and _round_is_missing([contents.games_of(row) for row in rows])
        )
        decided = earlier_decisions_on_games(connection, event, inputs.list_, inputs.footing)
        for row in rows[: event.rated]:
            earlier[row], decided = np.split(decided, [len(earlier[row])])
        for row in rows:
            part = contents.parts[row]
            if part is not None:
                declared[row], scheduled[row] = part.declared[0], part.scheduled[0]
    return PartColumns(whole, turn, declared, scheduled, goes_on, np.concatenate(earlier))


def _round_is_missing(games: Sequence[Games]) -> bool:
    """Return whether a round before the last reported one is missing in all these parts together."""
    rounds = np.unique(np.concatenate([part.round for part in games]))
    return bool(len(rounds)) and int(rounds[-1]) != len(rounds[rounds > 0])


def _refuse_merged_opponents(inputs: ListInputs, event: I32, player: I32) -> None:
    """Refuse an event in which two numbers of one merged player both played. `event` and `player` are rows, players
    by their key after merges."""
    both = event.astype(np.int64) * len(inputs.alias) + player
    values, counts = np.unique(both, return_counts=True)
    twice = values[counts > 1]
    if len(twice):
        which = inputs.sent[int(twice[0]) // len(inputs.alias)].code
        person = int(inputs.roster.id[int(twice[0]) % len(inputs.alias)])
        raise UserError("merged-opponents", Remedy.to("unmerge-players"), player=person, event=which)


def _waiting_pool(connection: Connection, inputs: ListInputs) -> Pool:
    """Return the results with which newcomers wait for a first rating after the replaced list: revised ones if
    approved cases changed that list, with merges applied."""
    pool = inputs.footing.pool
    if pool is None:
        pool = read_published_pool(connection, inputs.series, inputs.replaced)
    return apply_merges_to_pool(connection, inputs.alias, pool, inputs.known_at)


def summarise_draft(connection: Connection, draft: ListDraft) -> ListSummary:
    """Summarise a list for the officer: what enters, what stays out, whose rating changes, who is new or gone.
    Nothing is stored."""
    inputs = draft.inputs
    left_out = tuple(LeftOut(event.code, event.part, event.why) for event in inputs.left_out)
    tables = ListTables(
        draft.stored,
        draft.period,
        draft.roll,
        len(draft.adjustments),
        tuple(inputs.corrections),
        left_out,
        draft.no_federation,
        draft.unlisted,
    )

    def named(players: Sequence[int]) -> Mapping[int, PersonName]:
        people = facts_of_players(connection, players)
        return {player: PersonName(int(inputs.roster.id[player]), people[player].name) for player in players}

    return list_summary(ListHead(inputs.series, Month(inputs.replaced), inputs.sha256), tables, named)
