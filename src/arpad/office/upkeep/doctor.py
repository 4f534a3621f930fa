"""Look an office over, and say of each thing that must hold whether it does, and what to do where it does not.

A check is a question with a name. It is *wrong* when something that the office promises does not hold, and *advice*
when nothing is broken but somebody should look. Each check reads by itself, so that one that fails, on a damaged file
for instance, is told and does not silence the others. Nothing is ever changed here.
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

COMPLAINTS_SHOWN = 20  # complaints of one check that are told; the rest is counted


class State(StrEnum):
    OK = "ok"
    ADVICE = "advice"
    WRONG = "attention"
    UNSEEN = "not looked at"  # the check before it already failed


@dataclass(frozen=True)
class CheckInput:
    """What a check may look at."""

    connection: Connection
    store: Store
    desk: Desk | None = None  # None: the schema is not this version's
    patience: int = 0  # days that a report may wait

    @property
    def at(self) -> Desk:
        if self.desk is None:
            raise UserError("office-closed")
        return self.desk


@dataclass(frozen=True)
class OfficeCheck:
    """A question, asked of an office; `look` gives a complaint for each thing that is not so."""

    name: str  # what must hold says the message `must-hold/NAME`
    remedy: Remedy
    look: Callable[[CheckInput], Iterable[Problem]]
    only: str = ""  # the kind of database it is for
    advice: bool = False
    first: bool = False  # it must hold before anything else can be asked

    @property
    def holds(self) -> Problem:
        return Problem(f"must-hold/{self.name}")


@dataclass(frozen=True)
class Diagnosis:
    """What became of a check: whether what must hold does, and each complaint where it does not."""

    check: str
    holds: Problem  # what must hold, as a message
    state: State
    found: tuple[Problem, ...] = ()
    more: int = 0  # complaints beyond those told
    remedy: Remedy | None = None


def all_checks() -> tuple[OfficeCheck, ...]:
    """All of them, in the order in which one thing rests on another."""
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
    """The diagnoses, a row per check that is for this kind of database."""
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
    try:
        return open_desk(store, "", now)
    except DBAPIError:  # a damaged file; each check says so for itself
        return None


def _run_check(check: OfficeCheck, store: Store, desk: Desk | None, patience: int) -> Diagnosis:
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
    """Whether nothing that the office promises is broken; advice is no illness."""
    return all(each.state in (State.OK, State.ADVICE) for each in diagnoses)
