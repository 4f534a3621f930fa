"""The lists desk: open a series, import lists or undo that, show, export, compare, correct and explain lists.

A published list never changes: a correction enters the next list, with a reason. A series is opened once, with a list
of one of its list days, when no question is open. Exports have what was published, with the names known then and years
of birth only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from typing import BinaryIO

from arpad.columns import State
from arpad.days import Month
from arpad.explain.calculation import Calculation
from arpad.explain.eventsheet import EventSheet
from arpad.finding import Finding, Misuse
from arpad.frozen import dataclass
from arpad.lists.diff import Change, Differences, Listed, difference
from arpad.lists.export import EXPORTS, export_name, form_of
from arpad.lists.export import export as write_form
from arpad.lists.list_table import ListTable, lay_out
from arpad.lists.selection import KINDS, Selection, choose
from arpad.office.desk import Desk, Watch, quiet
from arpad.office.publication import explaining, importing, list_files, series
from arpad.office.publication.claims_kept import claims_about
from arpad.office.publication.correcting import UNCONFIRMED, Corrected, Correction, Withdrawal, correct, withdraw
from arpad.office.publication.due import NO_MONTH, Which, first_day, newest_list
from arpad.office.publication.importing import ListTakenOver
from arpad.office.publication.list_files import Opening
from arpad.office.publication.revised import layers_of, revised_history
from arpad.office.publication.stored_list import published_list, revised_list
from arpad.office.publication.taking_back import TakenBack, TakingBack, take_back
from arpad.office.registry.filing import File
from arpad.office.registry.identity import own_id
from arpad.office.registry.players import facts, key_with
from arpad.office.rolls import COMPUTED, ROLL, only_series
from arpad.office.rolls import history as rows_of_player

__all__ = [
    "EXPORTS",
    "KINDS",
    "NO_MONTH",
    "UNCONFIRMED",
    "Calculation",
    "Change",
    "Comparison",
    "Corrected",
    "Correction",
    "Differences",
    "EventQuestion",
    "EventSheet",
    "Export",
    "Exported",
    "File",
    "HistoryQuestion",
    "Import",
    "ListTable",
    "ListTakenOver",
    "Listed",
    "ListedRating",
    "Opened",
    "Opening",
    "Question",
    "RatingHistory",
    "Selection",
    "Shown",
    "TakenBack",
    "TakingBack",
    "View",
    "Which",
    "Withdrawal",
    "correct",
    "diff",
    "explain",
    "explain_event",
    "export",
    "history",
    "import_lists",
    "open_series",
    "show",
    "take_back",
    "withdraw",
]  # fmt: skip

MOVERS = 10  # largest changes that a comparison tells
WHOLE = Selection()
NEWEST = Which()


# --- lists that come ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opened:
    """The result of opening a series; while there are questions, nothing is written."""

    series: str
    list_: Month
    rows: int
    sha256: str
    questions: tuple[Finding, ...]
    remarks: tuple[Finding, ...]  # about the file


def open_series(desk: Desk, opening: Opening, watch: Watch = quiet) -> Opened:
    """Open a series that this office computes, with a list made elsewhere."""
    opening_list, remarks = list_files.read_opening_list(opening, watch)
    done = series.open_series(desk, opening_list, opening.why, watch)
    return Opened(done.series, done.list_, done.rows, done.sha256, done.questions, remarks)


@dataclass(frozen=True)
class Import:
    """A request to import lists of a series that another office computes; a month can be named for one file only."""

    series: str
    files: tuple[File, ...]
    list_: Month = NO_MONTH

    def __post_init__(self) -> None:
        if self.list_ and len(self.files) > 1:
            raise Misuse("list-file/one-month", files=len(self.files))


def import_lists(
    desk: Desk, wanted: Import, watch: Watch = quiet, taken: Callable[[ListTakenOver], None] = lambda _: None
) -> tuple[ListTakenOver, ...]:
    """Import lists, oldest first. All files are read before the first list is stored; `taken` is called after each."""
    lists = []
    with watch("reading", len(wanted.files)) as advance:
        for file in wanted.files:
            ratings, _ = list_files.read_ratings(file, wanted.series)
            month = list_files.given_month(wanted.list_, list_files.month_of(ratings, file), file)
            lists.append((Which(wanted.series, month).list_, file.name, ratings))
            advance(1)
    done = []
    for month, name, ratings in sorted(lists, key=lambda each: each[0]):
        done.append(importing.import_list(desk, wanted.series, ratings, month, name))
        taken(done[-1])
    return tuple(done)


# --- lists that are there -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class View:
    """Which list is shown, and which of its players."""

    which: Which = NEWEST
    selection: Selection = WHOLE
    revised: bool = False  # with the ratings of approved revisions, beside the published ones


@dataclass(frozen=True)
class Shown:
    """A list, or some of its players. The edition decides which fields a player has."""

    series: str
    list_: date
    edition: str
    rehearsal: bool
    articles: tuple[str, ...]  # that name the fields
    players: tuple[Mapping[str, int | str | None], ...]
    headings: Mapping[str, str]  # of the fields


def show(desk: Desk, view: View) -> Shown:
    """The rows of a published list for the selected players."""
    with desk.reading() as connection:
        which = newest_list(connection, view.which)
        published = (revised_list if view.revised else published_list)(connection, which.series, which.list_)
    table = lay_out(published, choose(published, view.selection)).without_mark()
    keys = [column.key for column in table.columns]
    return Shown(
        published.series,
        published.list_day,
        published.edition,
        published.rehearsal,
        table.articles,
        tuple(dict(zip(keys, row, strict=True)) for row in table.rows()),
        {column.key: column.heading for column in table.columns},
    )


@dataclass(frozen=True)
class Export:
    """A request to write a list, or some of its players, in these forms."""

    forms: tuple[str, ...]
    view: View = View()

    def __post_init__(self) -> None:
        for form in self.forms:
            form_of(form)


@dataclass(frozen=True)
class Exported:
    """A written form of a list."""

    form: str
    name: str  # the usual name of such a file
    remarks: tuple[Finding, ...]  # what had to be written otherwise


Place = Callable[[str, str], AbstractContextManager[BinaryIO]]  # a form and its usual name, and where it goes


def export(desk: Desk, wanted: Export, place: Place) -> tuple[Exported, ...]:
    """Write a published list in several forms; the caller opens the file of each."""
    view = wanted.view
    with desk.reading() as connection:
        which = newest_list(connection, view.which)
        published = (revised_list if view.revised else published_list)(connection, which.series, which.list_)
    done = []
    for form in wanted.forms:
        name = export_name(published, form, view.selection)
        with place(form, name) as out:
            done.append(Exported(form, name, write_form(published, form, out, view.selection)))
    return tuple(done)


@dataclass(frozen=True)
class Comparison:
    """Two lists of a series, the older first."""

    older: Month
    newer: Month
    series: str = ""
    revised: bool = False  # both as they should have been

    def __post_init__(self) -> None:
        for list_ in (self.older, self.newer):
            first_day(list_)


def diff(desk: Desk, compared: Comparison) -> Differences:
    """What changed between two lists."""
    with desk.reading() as connection:
        name = compared.series or only_series(connection)
        read = revised_list if compared.revised else published_list
        older, newer = (read(connection, name, list_) for list_ in (compared.older, compared.newer))
        return difference(older, newer).rows(MOVERS)


# --- one player ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """A request to explain the row of a player on a list."""

    player: int  # FIDE's number or the office's
    which: Which = NEWEST
    revised: bool = False  # explain the revised row, where there is one


def explain(desk: Desk, question: Question) -> Calculation:
    """The calculation of a published rating, down to games and articles, with the claims about it."""
    with desk.reading() as connection:
        which = newest_list(connection, question.which, COMPUTED)
        key = key_with(connection, question.player)
        opened = explaining.explain(connection, which.series, which.list_, key, question.revised)
        return replace(opened, claims=claims_about(connection, which.series, which.list_, key))


@dataclass(frozen=True)
class HistoryQuestion:
    """A request for the published and revised ratings of a player in a series."""

    player: int
    series: str = ""


@dataclass(frozen=True)
class ListedRating:
    """A list on which the row of a player changed: the published row, and the revised one where there is one."""

    list_: Month
    state: State
    original_rating: int
    revised_rating: int | None
    revised_state: State | None
    games: int  # rated so far
    k: int


@dataclass(frozen=True)
class RatingHistory:
    """The rows of a player on the lists of a series, oldest first."""

    player: int  # the office's number
    name: str
    series: str
    lists: tuple[ListedRating, ...]


def history(desk: Desk, question: HistoryQuestion) -> RatingHistory:
    """The published and revised rows of a player, for each list on which they changed."""
    with desk.reading() as connection:
        name = question.series or only_series(connection, COMPUTED)
        key = key_with(connection, question.player)
        rows = dict(rows_of_player(connection, name, key))
        revised_rows = revised_history(connection, name, key, layers_of(connection, name))
        person = facts(connection, [key])[key]
    listed, row = [], dict.fromkeys(ROLL, 0)
    for list_ in sorted(rows.keys() | revised_rows.keys()):
        row = rows.get(list_, row)
        new = revised_rows.get(list_)
        states = State(row["state"]), State(new["state"]) if new else None
        revised = new["rating"] if new else None
        listed.append(ListedRating(Month(list_), states[0], row["rating"], revised, states[1], row["games"], row["k"]))
    return RatingHistory(own_id(key), person.name, name, tuple(listed))


@dataclass(frozen=True)
class EventQuestion:
    """A request to explain a rated event."""

    event: str  # its code, or CODE/2 for a part of it


def explain_event(desk: Desk, question: EventQuestion) -> EventSheet:
    """The sheet of a rated event: the result of each player, with games and articles."""
    with desk.reading() as connection:
        return explaining.explain_event(connection, question.event)
