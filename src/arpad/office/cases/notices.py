"""The notice of a case: who moves on each list, by how much and why, largest difference first; also as text.

A case is described by what it adds to earlier corrections. No birth dates appear.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import numpy as np
from sqlalchemy import Connection

from arpad.columns import State, label
from arpad.days import Month
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law.rules.concept import Concept
from arpad.law.rules.lists import LIST_CALENDAR
from arpad.law.rules.newcomers import FLOOR, MINIMUM_GAMES, POOLING_WINDOW
from arpad.law.rules.rating import COEFFICIENT, RATING_CHANGE
from arpad.office.cases.case_records import Case, CaseKind, CaseState
from arpad.office.cases.list_differences import (
    PackedTables,
    RowsByPlayer,
    cause_of_states,
    causes_of_rows,
    published_tables,
    rows_by_table_and_player,
)
from arpad.office.cases.remade_lists import SeriesRevision, opening_list
from arpad.office.publishing.list_law import law_of_list, open_with_law
from arpad.office.publishing.revised_rows import (
    MOVES_TABLE,
    MoveCause,
    Moves,
    cause_names,
    read_revised_table,
    revised_tables,
    revision_layers,
)
from arpad.office.registry.player_facts import facts_of_players
from arpad.office.registry.player_numbers import office_number

CONCEPT_OF_CAUSE: Mapping[str, Concept[Any]] = {
    "event": RATING_CHANGE, "base": LIST_CALENDAR, "k": COEFFICIENT, "first-appears": MINIMUM_GAMES,
    "first-goes": MINIMUM_GAMES, "floor": FLOOR, "pool": POOLING_WINDOW, "opponent": RATING_CHANGE,
    "games-before": COEFFICIENT,
}  # fmt: skip
MoveRow = tuple[int, int, int, int, int, int]  # rating and state before and after, games more or fewer, causes


@dataclass(frozen=True)
class Move:
    """A player who moves on a list: rating and state before and after, games, causes."""

    player: int  # the office's number
    name: str
    before: int
    after: int
    state_before: State
    state_after: State
    games: int  # more or fewer
    causes: tuple[str, ...]

    @property
    def difference(self) -> int:
        """The rating after minus the rating before."""
        return self.after - self.before


@dataclass(frozen=True)
class CausedBy:
    """A cause with the articles of the list's edition."""

    cause: str
    articles: tuple[str, ...]


@dataclass(frozen=True)
class ListMoves:
    """The players who move on one list, the largest difference first, with all causes."""

    list_: Month
    moves: tuple[Move, ...]
    edition: str = ""
    causes: tuple[CausedBy, ...] = ()


@dataclass(frozen=True)
class SeriesMoves:
    """What a case moves in a series, from the first list concerned to the newest."""

    series: str
    lists: tuple[ListMoves, ...]
    carried: bool  # the next list builds on it; otherwise it is only noted
    as_published: tuple[Month, ...] = ()  # lists before, which do not carry their law and are taken as published


@dataclass(frozen=True)
class Notice:
    """The published notice of a case."""

    code: str
    kind: CaseKind
    state: CaseState
    about: Note
    day: date
    who: str
    why: str
    series: tuple[SeriesMoves, ...]


@dataclass(frozen=True, eq=False)
class RevisedState:
    """Who moves on a list by all cases up to one of them, as compared with the published list, and their rows."""

    moves: Mapping[int, MoveRow]
    tables: Callable[[], PackedTables]


def moves_known_at(connection: Connection, series: str, known_at: int) -> dict[int, RevisedState]:
    """Return by list who moves through all cases approved up to an entry of the log."""
    return {
        list_: RevisedState(
            moves_by_player(read_revised_table(connection, (series, list_, layer), MOVES_TABLE, Moves)),
            partial(revised_tables, connection, (series, list_, layer)),
        )
        for list_, layer in revision_layers(connection, series, known_at).items()
    }


def moves_by_player(moves: Moves) -> dict[int, MoveRow]:
    """Return the moves by player key, each as (rating before, state before, rating after, state after, games,
    causes)."""
    names = ("before", "state_before", "after", "state_after", "games", "causes")
    columns = [getattr(moves, name).tolist() for name in names]
    return {player: tuple(row) for player, *row in zip(moves.player.tolist(), *columns, strict=True)}


def with_articles_of_list(connection: Connection, series: str, lists: Iterable[ListMoves]) -> Iterator[ListMoves]:
    """Yield each list with its edition and the articles behind each cause; causes that have no rule are left out
    there."""
    for list_moves in lists:
        law = law_of_list(connection, series, int(list_moves.list_))
        book = open_with_law(law, lambda by: by.book)
        names = dict.fromkeys(cause for move in list_moves.moves for cause in move.causes)
        causes = tuple(
            CausedBy(name, book.articles(CONCEPT_OF_CAUSE[name])) for name in names if name in CONCEPT_OF_CAUSE
        )
        yield replace(list_moves, edition=book.id, causes=causes)


def moves_between_layers(
    connection: Connection,
    put_right: SeriesRevision,
    old: Mapping[int, RevisedState],
    new: Mapping[int, RevisedState],
) -> tuple[ListMoves, ...]:
    """Return who moves through one case (`put_right`), from one state of the lists (`old`) to another (`new`), list by
    list. Players who stay as they were are left out, so a list may have no moves."""
    lists = []
    names: dict[int, str] = {}
    rated_before: set[int] = set()  # whose rating differs on the list before
    counted_before: set[int] = set()  # whose games do
    nothing, opened = RevisedState({}, dict), opening_list(connection, put_right.series)
    for list_ in sorted(old.keys() | new.keys()):
        before, after = old.get(list_, nothing), new.get(list_, nothing)
        rows = {
            key: _before_and_after(before.moves.get(key), after.moves.get(key))
            for key in sorted(before.moves.keys() | after.moves.keys())
        }
        moved = {key: row for key, row in rows.items() if row[0] != row[1]}
        published = published_tables(connection, put_right.series, list_) if moved and list_ != opened else {}
        was_rows, now_rows = (_rows_of_state(state, published, moved) for state in (before, after))
        unknown = [key for key in moved if key not in names]
        names |= {key: person.name for key, person in facts_of_players(connection, unknown).items()}
        moves = []
        for key, (was, now) in moved.items():
            causes = _causes_of_person(put_right, key, opening=list_ == opened)
            if list_ != opened:
                causes |= MoveCause.BASE if key in rated_before else MoveCause(0)
                causes |= MoveCause.GAMES_BEFORE if key in counted_before else MoveCause(0)
                causes |= cause_of_states(was[1], now[1]) | causes_of_rows(was_rows, now_rows, key, put_right)
            moves.append(_move_of_player(key, names[key], was, now, causes))
        rated_before = {key for key, (was, now) in moved.items() if was[0] != now[0]}
        counted_before = {key for key, (was, now) in moved.items() if was[2] != now[2]}
        lists.append(ListMoves(Month(list_), tuple(sorted(moves, key=_largest_move_first))))
    return tuple(lists)


RatingStateGames = tuple[int, int, int]  # rating, state, games more or fewer than published


def _causes_of_person(put_right: SeriesRevision, key: int, opening: bool) -> MoveCause:
    """Return whether the case is about this player; `opening`: on an opening list, which has nothing but rows."""
    if opening:
        return MoveCause.OPENING if key in put_right.opening else MoveCause.PERSON
    causes = MoveCause.PERSON if key in put_right.people.mistaken else MoveCause(0)
    return causes | (MoveCause.FACT if key in put_right.people.anew else MoveCause(0))


def _rows_of_state(state: RevisedState, published: PackedTables, players: Collection[int]) -> RowsByPlayer:
    """Return the rows of some players in a state of a list: the revised ones, or as published where nothing differs."""
    differ = np.array(sorted(key for key in players if key in state.moves), np.int32)
    same = np.array(sorted(key for key in players if key not in state.moves), np.int32)
    revised, other = rows_by_table_and_player(state.tables(), differ), rows_by_table_and_player(published, same)
    return {name: {**revised[name], **other[name]} for name in revised}


def _before_and_after(old: MoveRow | None, new: MoveRow | None) -> tuple[RatingStateGames, RatingStateGames]:
    """Return (rating, state, games) of a player before and after. A player without a row in `old` or `new` is there as
    published."""
    published = old or new
    assert published is not None
    as_published = published[0], published[1], 0
    return (old[2], old[3], old[4]) if old else as_published, (new[2], new[3], new[4]) if new else as_published


def _move_of_player(key: int, name: str, was: RatingStateGames, now: RatingStateGames, causes: MoveCause) -> Move:
    """Build the move of a player from (rating, state, games) before and after and the bits of the causes."""
    states = State(was[1]), State(now[1])
    return Move(office_number(key), name, was[0], now[0], *states, now[2] - was[2], cause_names(causes))


def _largest_move_first(move: Move) -> tuple[int, int]:
    """Sort key: the largest difference first, then by number."""
    return -abs(move.difference), move.player


def notice_of_case(case: Case, series: Sequence[SeriesMoves]) -> Notice:
    """Build the notice of a case; day and officer are those of the approval, before it those of the proposal."""
    step = case.approved
    day, who = (step.day, step.who) if step else (case.day, case.who)
    return Notice(case.code, case.kind, case.state, case.about, day, who, case.why, tuple(series))


def moves_for_hash(lists: Iterable[ListMoves]) -> list[object]:
    """Return the moves as they enter the hash of a preview: list, players, ratings and games, without names, states,
    causes."""
    return [
        [int(each.list_), [[move.player, move.before, move.after, move.games] for move in each.moves]] for each in lists
    ]


def notice_as_text(notice: Notice) -> str:
    """Return the text of a notice, a paragraph per line."""
    return "\n".join(str(line) for line in _notice_lines(notice))


def cause_notes(move: Move, on: ListMoves) -> tuple[Note, ...]:
    """Return the causes of a move as messages, with the articles that the list (`on`) names for them."""
    articles = {each.cause: ", ".join(each.articles) for each in on.causes}
    return tuple(
        Note.of("notice/cause", cause=Note.of(f"cause/{cause}"), articles=articles.get(cause)) for cause in move.causes
    )


def moved_players_note(series: SeriesMoves) -> Note:
    """Say how many different players move on how many lists of a series."""
    some = [each.moves for each in series.lists if each.moves]
    players = {move.player for moves in some for move in moves}
    return Note.of("notice/series", series=series.series, players=len(players), lists=len(some))


def rating_note(rating: int, state: State) -> Note:
    """Say how a list shows a rating: unrated, the rating, or the rating with a state that is not active."""
    if state is State.NONE:
        return Note.of("notice/unrated")
    if state is State.ACTIVE:
        return Note.of("notice/rated", rating=rating)
    return Note.of("notice/rated-as", rating=rating, state=label(state))


def _notice_lines(notice: Notice) -> Iterator[Note | str]:
    """Yield the paragraphs of a notice; without moves only title, subject, reason and that nobody moves."""
    yield Note.of("notice/title", code=notice.code, day=notice.day)
    yield ""
    yield Note.of("notice/what", what=notice.about)
    yield Note.of("notice/why", why=notice.why)
    if not any(each.moves for series in notice.series for each in series.lists):
        yield Note.of("notice/nobody")
        return
    yield Note.of("notice/originals")
    for series in notice.series:
        if any(each.moves for each in series.lists):
            yield from _series_lines(series)


def _series_lines(series: SeriesMoves) -> Iterator[Note | str]:
    """Yield the paragraphs about one series."""
    yield ""
    yield moved_players_note(series)
    yield Note.of("notice/carried") if series.carried else Note.of("notice/noted")
    if series.as_published:
        yield Note.of("notice/as-published", lists=series.as_published)
    for list_moves in series.lists:
        if list_moves.moves:
            yield ""
            yield Note.of("notice/list", series=series.series, list=list_moves.list_, edition=list_moves.edition)
        for move in list_moves.moves:
            before, after = rating_note(move.before, move.state_before), rating_note(move.after, move.state_after)
            yield Note.of("notice/player", player=move.player, name=move.name)
            yield Note.of(
                "notice/move", before=before, after=after, games=_games_note(move), causes=cause_notes(move, list_moves)
            )


def _games_note(move: Move) -> Note | str:
    """Say how many games more or fewer count; empty if none."""
    if not move.games:
        return ""
    message = "notice/games-more" if move.games > 0 else "notice/games-fewer"
    return Note.of(message, games=abs(move.games))
