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

from sqlalchemy import Connection, select

from arpad.columns import State
from arpad.days import Day, Month
from arpad.explain.calculation import Calculation
from arpad.explain.event_sheet import EventSheet
from arpad.finding import Finding, UserError
from arpad.frozen import dataclass
from arpad.lists.diff import Change, Differences, Listed, difference
from arpad.lists.export import EXPORTS, export_name, form_of
from arpad.lists.export import export as write_form
from arpad.lists.list_table import ListTable, lay_out
from arpad.lists.published import Published
from arpad.lists.selection import KINDS, Selection, choose
from arpad.office.acts import Permission, Subject, act, perform_item
from arpad.office.cases.claims import claims_about_list_row
from arpad.office.cases.corrections import (
    UNCONFIRMED_CORRECTION,
    Corrected,
    CorrectionWithdrawal,
    NewCorrection,
    enter_correction,
    withdraw_correction,
)
from arpad.office.cases.take_back import TakeBackRequest, TakenBack, take_back_list
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.official_lists import activity_is_stated
from arpad.office.publishing import explanations, incoming_lists
from arpad.office.publishing.choose_list import NO_MONTH, ListChoice, day_of_list, newest_if_unnamed
from arpad.office.publishing.imported_lists import ListFile, ListTakenOver, take_over_list
from arpad.office.publishing.incoming_lists import SeriesOpening
from arpad.office.publishing.published_lists import (
    read_official_list,
    read_published_list,
    read_revised_list,
    with_official_titles,
)
from arpad.office.publishing.revised_rows import revised_rows_of_player, revision_layers
from arpad.office.registry.import_files import InputFile
from arpad.office.registry.player_facts import facts_of_players, require_player_key
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import COMPUTED, IMPORTED, ROLL_COLUMNS, computed_series, series_kind, single_series
from arpad.office.rolls import player_history as rows_of_player
from arpad.office.store import schema
from arpad.office.store.schema import log
from arpad.office.versions import series_version

__all__ = [
    "EXPORTS",
    "KINDS",
    "NO_MONTH",
    "UNCONFIRMED_CORRECTION",
    "Calculation",
    "CalculationQuestion",
    "Change",
    "Corrected",
    "CorrectionWithdrawal",
    "Differences",
    "EventQuestion",
    "EventSheet",
    "ExportedList",
    "HistoryQuestion",
    "InputFile",
    "ListChoice",
    "ListComparison",
    "ListExport",
    "ListImport",
    "ListQuery",
    "ListTable",
    "ListTakenOver",
    "Listed",
    "ListedRating",
    "NewCorrection",
    "OpenedSeries",
    "RatingHistory",
    "Selection",
    "SeriesOpening",
    "ShownList",
    "StoredList",
    "TakeBackRequest",
    "TakenBack",
    "compare_lists",
    "enter_correction",
    "explain_event",
    "explain_every_series",
    "explain_rating",
    "export_list",
    "import_lists",
    "list_stored_lists",
    "open_series",
    "rating_history",
    "show_list",
    "take_back_list",
    "withdraw_correction",
]  # fmt: skip

MOST_MOVERS = 10  # largest changes that a comparison tells
NOT_THERE = ("not-on-list", "no-such-list", "no-lists")  # errors: the player has nothing to be explained in a series
WHOLE_LIST = Selection()
NEWEST_LIST = ListChoice()


# --- lists that come ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OpenedSeries:
    """The result of opening a series; while there are questions, nothing is stored and the seal (`sha256`) is empty."""

    series: str
    list_: Month
    rows: int
    sha256: str
    questions: tuple[Finding, ...]
    remarks: tuple[Finding, ...]  # about the file
    before: Month | None = None  # the list before the first one: what began while it was in force cannot be rated


@act("open-series", about=Subject.SERIES, permission=Permission.PUBLISH, inverse="take-back-list", job=True)
def open_series(desk: Desk, opening: SeriesOpening, watch: ProgressReporter = no_progress) -> OpenedSeries:
    """Open a series that this office computes, with a list made elsewhere as its first list. If questions are left,
    return them and store nothing. Refuses a series that exists, and a month in which it has no list."""
    opening_list, remarks = incoming_lists.read_opening_list(opening, watch)
    done = incoming_lists.open_series(desk, opening_list, opening.why, watch)
    return OpenedSeries(done.series, done.list_, done.rows, done.sha256, done.questions, remarks, done.before)


@dataclass(frozen=True)
class ListImport:
    """A request to import lists of a series that another office computes. A month (`list_`) is refused with several
    files."""

    series: str
    files: tuple[InputFile, ...]
    list_: Month = NO_MONTH
    confirmed: bool = False  # that most players of the list before are not on it

    def __post_init__(self) -> None:
        if self.list_ and len(self.files) > 1:
            raise UserError("list-file/one-month", files=len(self.files))


@act("import-list", about=Subject.SERIES, permission=Permission.PUBLISH, inverse="take-back-list", job=True, each=True)
def import_lists(
    desk: Desk,
    request: ListImport,
    watch: ProgressReporter = no_progress,
    taken: Callable[[ListTakenOver], None] = lambda _: None,
) -> tuple[ListTakenOver, ...]:
    """Import lists of another office, oldest first, each in its own transaction. All files are read before the first
    list is stored. `taken` is called after each. Refuses a file without a month and a series computed here."""
    lists = []
    with watch("reading", len(request.files)) as advance:
        for file in request.files:
            ratings, remarks = incoming_lists.read_rating_list_file(file, request.series)
            incoming_lists.refuse_unreadable_rows(file, remarks)
            incoming_lists.refuse_other_month(file, ratings.month, request.list_)
            month = incoming_lists.month_given_or_read(
                request.list_, incoming_lists.month_of_rating_list(ratings, file), file
            )
            lists.append((ListChoice(request.series, month).list_, file, ratings))
            advance(1)
    done = []
    for month, file, ratings in sorted(lists, key=lambda row: row[0]):
        with perform_item(
            import_lists.act, desk, ListImport(request.series, (file,), month, request.confirmed)
        ) as inside:
            source = ListFile(file.name, file.sha256, request.confirmed)
            done.append(take_over_list(inside, request.series, ratings, month, source))
        taken(done[-1])
    return tuple(done)


# --- lists that are there -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StoredList:
    """A list that is stored here: how it was made, when, and the files of an imported one."""

    series: str
    list_: Month
    kind: str  # opening, computed, imported
    day: Day
    rows: int  # of an imported list; 0: not noted
    files: tuple[str, ...]
    version: str  # of the series, for the newest list


def list_stored_lists(desk: Desk) -> tuple[StoredList, ...]:
    """Return all lists of all series, by series, the newest first."""
    head, file = schema.rating_list, schema.official_list
    with desk.reading() as connection:
        files: dict[tuple[str, int], list[tuple[str, int]]] = {}
        for row in connection.execute(select(file).order_by(file.c.log)):
            files.setdefault((row.series, row.list), []).append((row.file, row.rows))
        rows = select(head.c.series, head.c.list, head.c.kind, log.c.day).join(log, log.c.seq == head.c.log)
        stored = connection.execute(rows.order_by(head.c.series, head.c.list.desc())).all()
        versions = {series: series_version(connection, series) for series in {row.series for row in stored}}
    return tuple(
        StoredList(
            row.series,
            Month(row.list),
            row.kind,
            Day(row.day),
            max((count for _, count in files.get((row.series, row.list), ())), default=0),
            tuple(dict.fromkeys(name for name, _ in files.get((row.series, row.list), ()))),
            versions[row.series],
        )
        for row in stored
    )


@dataclass(frozen=True)
class ListQuery:
    """Which list is shown (by default the newest of the only series), and which of its players (by default all)."""

    which: ListChoice = NEWEST_LIST
    selection: Selection = WHOLE_LIST
    revised: bool = False  # with the ratings of approved revisions, beside the published ones


@dataclass(frozen=True)
class ShownList:
    """A list, or some of its players, each as field to value. The edition decides which fields a player has."""

    series: str
    list_: date
    edition: str
    rehearsal: bool
    articles: tuple[str, ...]  # that name the fields
    players: tuple[Mapping[str, int | str | None], ...]
    headings: Mapping[str, str]  # of the fields
    activity: bool = True  # it says who is inactive; a combined list says it of standard only


def show_list(desk: Desk, view: ListQuery) -> ShownList:
    """Return the rows of a published list for the selected players, by default of the newest list. Nothing is
    stored."""
    with desk.reading() as connection:
        which = newest_if_unnamed(connection, view.which)
        published = _list_to_show(connection, which, view.revised)
        activity = activity_is_stated(connection, which.series, which.list_)
    table = lay_out(published, choose(published, view.selection)).without_mark()
    keys = [column.key for column in table.columns]
    return ShownList(
        published.series,
        published.list_day,
        published.edition,
        published.rehearsal,
        table.articles,
        tuple(dict(zip(keys, row, strict=True)) for row in table.rows()),
        {column.key: column.heading for column in table.columns},
        activity,
    )


def _list_to_show(connection: Connection, which: ListChoice, revised: bool) -> Published:
    """Return a list of this office, or an imported one with everybody on it."""
    if series_kind(connection, which.series) == IMPORTED:
        return read_official_list(connection, which.series, which.list_)
    return (read_revised_list if revised else read_published_list)(connection, which.series, which.list_)


@dataclass(frozen=True)
class ListExport:
    """A request to write a list, or some of its players, in these forms; an unknown form is refused."""

    forms: tuple[str, ...]
    view: ListQuery = ListQuery()

    def __post_init__(self) -> None:
        for form in self.forms:
            form_of(form)


@dataclass(frozen=True)
class ExportedList:
    """A form in which a list was written."""

    form: str
    name: str  # the usual name of such a file
    remarks: tuple[Finding, ...]  # what this form could not hold, and was written differently


ExportTarget = Callable[[str, str], AbstractContextManager[BinaryIO]]  # a form and its usual name, and where it goes


def export_list(desk: Desk, request: ListExport, place: ExportTarget) -> tuple[ExportedList, ...]:
    """Write a published list in several forms; `place` opens the file for a form and its usual name. Nothing is
    stored in the office."""
    view = request.view
    with desk.reading() as connection:
        which = newest_if_unnamed(connection, view.which)
        published = with_official_titles(connection, _list_to_show(connection, which, view.revised))
    done = []
    for form in request.forms:
        name = export_name(published, form, view.selection)
        with place(form, name) as out:
            done.append(ExportedList(form, name, write_form(published, form, out, view.selection)))
    return tuple(done)


@dataclass(frozen=True)
class ListComparison:
    """Two lists of a series, the older first (the order is not checked); a number that is no month is refused."""

    older: Month
    newer: Month
    series: str = ""
    revised: bool = False  # both as they should have been

    def __post_init__(self) -> None:
        for list_ in (self.older, self.newer):
            day_of_list(list_)


def compare_lists(desk: Desk, compared: ListComparison) -> Differences:
    """Return what changed between two published lists, with the MOST_MOVERS largest changes. `revised` compares both
    as they should have been."""
    with desk.reading() as connection:
        name = compared.series or single_series(connection)
        choices = (ListChoice(name, list_) for list_ in (compared.older, compared.newer))
        older, newer = (_list_to_show(connection, choice, compared.revised) for choice in choices)
        return difference(older, newer).rows(MOST_MOVERS)


# --- one player ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CalculationQuestion:
    """A request to explain the row of a player on a list, by default the newest."""

    player: int  # FIDE's number or the office's
    which: ListChoice = NEWEST_LIST
    revised: bool = False  # explain the revised row, where there is one


def explain_rating(desk: Desk, question: CalculationQuestion) -> Calculation:
    """Return the stored calculation of a player's row on a list, down to games and articles, with the claims about
    it. Nothing is computed again. Refuses an imported list, and a player who is not on the list."""
    with desk.reading() as connection:
        which = newest_if_unnamed(connection, question.which, COMPUTED)
        key = require_player_key(connection, question.player)
        opened = explanations.explain_player_on_list(connection, which.series, which.list_, key, question.revised)
        return replace(opened, claims=claims_about_list_row(connection, which.series, which.list_, key))


def explain_every_series(desk: Desk, question: CalculationQuestion) -> tuple[Calculation, ...]:
    """Return what `explain_rating` returns for each series computed here that has the player on the list asked for, by
    name; for one series alone if it is named. If the player is on none of them, the refusal of the last one is
    raised."""
    names: tuple[str, ...] = (question.which.series,)
    if not question.which.series:
        with desk.reading() as connection:
            names = computed_series(connection) or (single_series(connection, COMPUTED),)
    explained: list[Calculation] = []
    refusal: UserError | None = None
    for name in names:
        which = ListChoice(name, question.which.list_)
        try:
            explained.append(explain_rating(desk, replace(question, which=which)))
        except UserError as refused:
            if refused.message not in NOT_THERE:
                raise
            refusal = refused
    if not explained and refusal is not None:
        raise refusal
    return tuple(explained)


@dataclass(frozen=True)
class HistoryQuestion:
    """A request for the published and revised ratings of a player in a series."""

    player: int
    series: str = ""


@dataclass(frozen=True)
class ListedRating:
    """A list on which the row of a player changed or was revised: the published row, and the revised one where there
    is one. Rating 0 is unrated."""

    list_: Month
    state: State
    original_rating: int
    revised_rating: int | None
    revised_state: State | None
    games: int  # rated so far
    k: int


@dataclass(frozen=True)
class RatingHistory:
    """The rows of a player on the lists of a series, oldest first; lists on which the row did not change are left
    out."""

    player: int  # the office's number
    name: str
    series: str
    lists: tuple[ListedRating, ...]


def rating_history(desk: Desk, question: HistoryQuestion) -> RatingHistory:
    """Return the published and revised rows of a player, for each list on which they changed or were revised.
    Refuses an unknown player number."""
    with desk.reading() as connection:
        name = question.series or single_series(connection, COMPUTED)
        key = require_player_key(connection, question.player)
        rows = dict(rows_of_player(connection, name, key))
        revised_rows = revised_rows_of_player(connection, name, key, revision_layers(connection, name))
        person = facts_of_players(connection, [key])[key]
    listed, row = [], dict.fromkeys(ROLL_COLUMNS, 0)
    for list_ in sorted(rows.keys() | revised_rows.keys()):
        row = rows.get(list_, row)
        new = revised_rows.get(list_)
        states = State(row["state"]), State(new["state"]) if new else None
        revised = new["rating"] if new else None
        listed.append(ListedRating(Month(list_), states[0], row["rating"], revised, states[1], row["games"], row["k"]))
    return RatingHistory(office_number(key), person.name, name, tuple(listed))


@dataclass(frozen=True)
class EventQuestion:
    """A request to explain a rated event."""

    event: str  # its code, or CODE/2 for a part of it


def explain_event(desk: Desk, question: EventQuestion) -> EventSheet:
    """Return the sheet of a rated event: the result of each player, with games and articles. Refuses an unrated
    event, and a code without a part if the event has several parts."""
    with desk.reading() as connection:
        return explanations.explain_rated_event(connection, question.event)
