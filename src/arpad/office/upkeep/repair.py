"""Repair what can be repaired without losing a row: each repair is one transaction, with an entry in the log.

A repair begins with a check of the doctor, and does nothing if the check finds nothing. The log entry keeps what was
there before: the text of a trigger, the bytes of a text that could not be read, the mode of a file. A deleted row
cannot be repaired: restore a backup.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, insert, update

from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.acts import Permission, Subject, act
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.office_settings import store_initial_settings
from arpad.office.registry.names import name_sort
from arpad.office.store import schema, triggers
from arpad.office.store.engine import OWNER_ONLY
from arpad.office.store.migrate import stamp_application_id
from arpad.office.store.schema import append_only_tables
from arpad.office.upkeep import doctor_office
from arpad.office.upkeep.doctor import CheckInput
from arpad.office.upkeep.doctor_office import CLOCK, REPAIR
from arpad.office.upkeep.doctor_schema import missing_indexes
from arpad.office.upkeep.doctor_texts import BadText, bad_texts

RepairDetail = dict[str, Any]  # what the log entry keeps: what was there before


@dataclass(frozen=True)
class RepairStep:
    """A repair: `look` finds what is wrong, `mend` repairs it and returns what the log entry keeps of before."""

    name: str
    look: Callable[[CheckInput], Iterable[Problem]]
    mend: Callable[[Desk, WriteTransaction], RepairDetail]
    only: str = ""  # the sort of database it is for (sqlite, postgresql); empty: both
    on_any_day: bool = False  # also if the log has an entry of a later day than today


@dataclass(frozen=True)
class Repaired:
    """What was found, and the entry of the log under which it was put right."""

    what: str
    found: tuple[Problem, ...]
    entry: int


def chosen_repairs(what: str = "") -> tuple[RepairStep, ...]:
    """Return the repair with this name, or all, in the order in which they must run. Refuses an unknown name."""
    if what and what not in {each.name for each in REPAIRS}:
        raise UserError("no-such-repair", what=what, known=tuple(each.name for each in REPAIRS))
    return tuple(each for each in REPAIRS if what in ("", each.name))


def run_repairs(desk: Desk, why: str, what: str = "") -> list[Repaired]:
    """Repair what is wrong, each repair in a transaction with a log entry of its own.

    Returns only the repairs that found a problem; the others change nothing. Refuses an empty reason (`why`). `what`:
    the name of the only repair to run; empty: all that are for this sort of database. A dry run is rolled back.
    """
    if not why.strip():
        raise UserError("repair/no-reason", Remedy.to("give-reason"))
    kind = desk.store.engine.dialect.name
    steps = [each for each in chosen_repairs(what) if each.only in ("", kind)]
    done = [run_repair(desk, RepairNote(each.name, why)) for each in steps]
    return [each for each in done if each is not None]


@dataclass(frozen=True)
class RepairNote:
    """One repair, by its name, with the reason."""

    what: str
    why: str


NAMES = ("arbiter", "federation", "player", "player_change", "setting")  # tables whose texts decide no number


@act("repair-office", about=Subject.OFFICE, permission=Permission.ADMINISTER, note=True, writes=NAMES)
def run_repair(desk: Desk, note: RepairNote) -> Repaired | None:
    """Run one repair. Returns None, without a log entry, if nothing is wrong.

    A text of another table that it replaces stays a finding of `verify`."""
    (step,) = chosen_repairs(note.what)
    why = note.why
    with _open_for_writing(desk, why, step) as writing:
        problems = tuple(step.look(CheckInput(writing.connection, desk.store, desk)))
        if not problems:
            return None
        writing.detail = step.mend(desk, writing)  # first: the entry says what was there
        return Repaired(step.name, problems, writing.seq)


def _open_for_writing(desk: Desk, why: str, step: RepairStep) -> AbstractContextManager[WriteTransaction]:
    """Open the transaction of a repair. A clock behind the log is refused, but not for the clock's own repair.

    A dry run allows it for all, because there the clock was not repaired before.
    """
    free = step.on_any_day or desk.dry
    return (desk.writing_on_any_day if free else desk.writing)(REPAIR, step.name, why)


# --- each of them ---------------------------------------------------------------------------------------------------


def _repair_clock(desk: Desk, writing: WriteTransaction) -> RepairDetail:
    """Change no row: the log entry itself says that days count on from here.

    Returns {"ahead": the entry that is furthest in the future}, or nothing.
    """
    ahead = doctor_office.newest_ahead(writing.connection, desk.clock.instant())
    return {"ahead": ahead.seq} if ahead is not None else {}


def _repair_founding(desk: Desk, writing: WriteTransaction) -> RepairDetail:
    """Store the office's basic settings that are missing, and mark a SQLite file as Arpad's.

    Returns the values of the settings.
    """
    store_initial_settings(desk, writing)
    stamp_application_id(writing.connection)
    return {"home": desk.home, "timezone": desk.clock.zone, "rehearsal": desk.rehearsal}


def _repair_modes(desk: Desk, _: WriteTransaction) -> RepairDetail:
    """Let only the owner read and write the SQLite files. A dry run changes no file.

    Returns {"modes": {file name: its mode before, octal}}.
    """
    open_files = doctor_office.open_files(desk.store.address)
    for file in () if desk.dry else open_files:
        os.chmod(file, OWNER_ONLY)
    return {"modes": {os.path.basename(file): f"{mode:o}" for file, mode in open_files.items()}}


def _repair_triggers(_: Desk, writing: WriteTransaction) -> RepairDetail:
    """Make the triggers as they must be. Returns what was there before, see `restore_triggers`."""
    return triggers.restore_triggers(writing.connection)


def _find_trigger_faults(visit: CheckInput) -> Iterator[Problem]:
    """Return a problem for each trigger that is missing, different or unknown."""
    return triggers.trigger_differences(visit.connection)


def _find_missing_indexes(visit: CheckInput) -> Iterator[Problem]:
    """Yield a problem for each missing index."""
    for index in missing_indexes(visit.connection):
        yield Problem(
            "part-gone", kind="index", name=str(index.name), table=index.table.name if index.table is not None else ""
        )


def _repair_indexes(_: Desk, writing: WriteTransaction) -> RepairDetail:
    """Create the missing indexes. Returns {"indexes": their names}."""
    gone = missing_indexes(writing.connection)
    for index in gone:
        index.create(writing.connection)
    return {"indexes": [str(index.name) for index in gone]}


# --- texts ----------------------------------------------------------------------------------------------------------


def _replaceable_texts(connection: Connection) -> list[BadText]:
    """Return the texts that are not UTF-8, but not those in a primary key, which is never changed."""
    return [bad for bad in bad_texts(connection) if not bad.table.columns[bad.column].primary_key]


def _find_bad_texts(visit: CheckInput) -> Iterator[Problem]:
    """Yield a problem for each text that is not UTF-8 and can be replaced."""
    for bad in _replaceable_texts(visit.connection):
        yield Problem("text-unreadable", table=bad.table.name, row=bad.row, column=bad.column, text=bad.shown)


def _repair_texts(_: Desk, writing: WriteTransaction) -> RepairDetail:
    """Replace texts that are not UTF-8. The triggers against changes are dropped for that and made again.

    Returns {"texts": [{table, row, column, bytes: the original in hex}]}.
    """
    damaged = _replaceable_texts(writing.connection)
    originals = [{"table": b.table.name, "row": b.row, "column": b.column, "bytes": b.kept.hex()} for b in damaged]
    writing.detail = {"texts": originals}
    guarded = {bad.table.name for bad in damaged} & {table.name for table in append_only_tables()}
    must = triggers.required_triggers("sqlite").triggers
    for name in sorted(guarded):
        triggers.drop_trigger(writing.connection, name, f"{name}_no_update")
    for bad in damaged:
        _replace_text(writing, bad)
    for name in sorted(guarded):
        writing.connection.exec_driver_sql(must[name, f"{name}_no_update"])
    return {"texts": originals}


def _replace_text(writing: WriteTransaction, bad: BadText) -> None:
    """Store a text with escapes (`\\xNN`) for its unreadable bytes, and bind its row to this log entry.

    For a player, also store the sort name anew, and a `player_change` that says that the text was replaced.
    """
    key = zip(bad.table.primary_key.columns, bad.key, strict=True)
    here = [column == (value.decode() if isinstance(value, bytes) else value) for column, value in key]
    values: dict[str, Any] = {bad.column: bad.shown}
    if bad.table is schema.player and bad.column == "name":
        values["name_sort"] = name_sort(bad.shown)
    if "log" in bad.table.c and bad.table not in (*append_only_tables(), schema.player, schema.series):
        values["log"] = writing.seq
    writing.connection.execute(update(bad.table).where(*here).values(values))
    if bad.table is schema.player:
        row = {"player": bad.key[0], "field": bad.column, "old": bad.shown, "new": bad.shown, "log": writing.seq}
        writing.connection.execute(insert(schema.player_change), row)


REPAIRS = (
    RepairStep(CLOCK, doctor_office.clock, _repair_clock, on_any_day=True),
    RepairStep("founding", doctor_office.founding, _repair_founding),
    RepairStep("modes", doctor_office.modes, _repair_modes, only="sqlite"),
    RepairStep("triggers", _find_trigger_faults, _repair_triggers),
    RepairStep("indexes", _find_missing_indexes, _repair_indexes),
    RepairStep("texts", _find_bad_texts, _repair_texts, only="sqlite"),
)
"""The clock first: the others write on the office's day."""
