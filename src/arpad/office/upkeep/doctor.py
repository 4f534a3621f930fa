"""Check an office: for each thing that must be true, report whether it is, and what to do if it is not.

A check is *wrong* when something that the office promises is not so, and *advice* when nothing is broken but somebody
should look. Each check reads by itself, so that one that fails, on a damaged file for instance, is reported and does
not stop the others. Nothing is ever changed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from enum import StrEnum
from itertools import islice

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import current_law, use_law
from arpad.office.desk import Desk, ProgressReporter, no_progress, open_desk
from arpad.office.store.engine import Store
from arpad.office.upkeep.doctor_texts import readable

COMPLAINTS_SHOWN = 20  # problems of one check that are returned; the others are only counted


class State(StrEnum):
    """The result of a check: it holds, it gives advice, it is wrong, or it was not run."""

    OK = "ok"
    ADVICE = "advice"
    WRONG = "attention"
    UNSEEN = "not looked at"  # the check before it already failed


@dataclass(frozen=True)
class CheckInput:
    """What a check may read."""

    connection: Connection
    store: Store
    desk: Desk | None = None  # None: the office could not be opened
    patience: int = 0  # days that a report may wait

    @property
    def at(self) -> Desk:
        """Return the desk. Refuses where the office could not be opened."""
        if self.desk is None:
            raise UserError("office-closed")
        return self.desk


@dataclass(frozen=True)
class OfficeCheck:
    """A check of an office; `look` yields a problem for each thing that is wrong, and nothing if all is well."""

    name: str  # what must hold says the message `must-hold/NAME`
    remedy: Remedy
    look: Callable[[CheckInput], Iterable[Problem]]
    only: str = ""  # the sort of database it is for (sqlite, postgresql); empty: both
    advice: bool = False  # a problem is only a note
    first: bool = False  # it must hold before anything else can be asked

    @property
    def holds(self) -> Problem:
        """Return the statement that must be true, as a message."""
        return Problem(f"must-hold/{self.name}")


@dataclass(frozen=True)
class Diagnosis:
    """What became of a check: whether what must hold does, and each complaint where it does not."""

    check: str
    holds: Problem  # what must hold, as a message
    state: State
    found: tuple[Problem, ...] = ()  # the problems, the first 20
    more: int = 0  # number of further problems
    remedy: Remedy | None = None


def all_checks() -> tuple[OfficeCheck, ...]:
    """Return all checks of the database, the office and its lists, in the order in which they must run."""
    from arpad.office.upkeep.doctor_books import BOOKS
    from arpad.office.upkeep.doctor_office import OFFICE
    from arpad.office.upkeep.doctor_store import STORE

    return (*STORE, *OFFICE, *BOOKS)


def run_checks(
    store: Store,
    now: date | None = None,
    patience: int = 3,
    watch: ProgressReporter = no_progress,
    some: Iterable[OfficeCheck] | None = None,
) -> list[Diagnosis]:
    """Run the checks for this sort of database and return their results in order. Nothing is changed.

    After a failed check that must hold first, the rest is not run (`State.UNSEEN`), but for checks of one sort of
    database. `some`: these checks instead of all. `now`: the day, for a rehearsal only. `patience`: days that a
    report may wait.
    """
    kind = store.engine.dialect.name
    asked = [check for check in (all_checks() if some is None else some) if check.only in ("", kind)]
    diagnoses: list[Diagnosis] = []
    stop, desk = False, None
    with readable(store), use_law(current_law()), watch("checking", len(asked)) as advance:
        for check in asked:
            if stop and not check.only:
                diagnoses.append(Diagnosis(check.name, check.holds, State.UNSEEN))
            else:
                if desk is None and not stop and not check.first:
                    desk = _desk_for_checks(store, now)
                diagnoses.append(_run_check(check, store, desk, patience))
            stop = stop or (check.first and diagnoses[-1].state is State.WRONG)
            advance(1)
    return diagnoses


def _desk_for_checks(store: Store, now: date | None) -> Desk | None:
    """Return the opened office, or None if the database gives an error: each check then reports that itself."""
    try:
        return open_desk(store, "", now)
    except DBAPIError:  # a damaged file; each check says so for itself
        return None


def _run_check(check: OfficeCheck, store: Store, desk: Desk | None, patience: int) -> Diagnosis:
    """Run one check in a reading transaction of its own. An exception becomes a problem of this check.

    At most `COMPLAINTS_SHOWN` problems are returned; the others are only counted.
    """
    good = Diagnosis(check.name, check.holds, State.OK)
    try:
        with store.reading() as connection:
            complaints = iter(check.look(CheckInput(connection, store, desk, patience)))
            shown = tuple(islice(complaints, COMPLAINTS_SHOWN))
            more = sum(1 for _ in complaints)
    except UserError as misuse:
        shown, more = (misuse,), 0
    except DBAPIError as error:
        shown, more = (Problem("database-refuses", answer=str(error.orig).strip()),), 0
    except (ValueError, KeyError, IndexError, TypeError, OverflowError, RuntimeError) as error:
        shown, more = (Problem("unreadable-store", reason=str(error)),), 0
    if not shown:
        return good
    state = State.ADVICE if check.advice else State.WRONG
    return replace(good, state=state, found=shown, more=more, remedy=check.remedy)


def is_healthy(diagnoses: Iterable[Diagnosis]) -> bool:
    """Return whether every check holds or only gives advice. False if one is wrong or was not run."""
    return all(each.state in (State.OK, State.ADVICE) for each in diagnoses)
