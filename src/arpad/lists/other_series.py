"""Which other series a series reads, and which federation keeps a national list."""

from __future__ import annotations

from datetime import date

from arpad.admission.people import NO_FEDERATION
from arpad.days import Month
from arpad.law import LawError, Rulebook
from arpad.law.adjustments import LessThan
from arpad.law.calendar import list_day, list_on
from arpad.law.rules.lists import EQUALISATION
from arpad.law.rules.rating import FOREIGN_PLAYERS, STAND_IN_RATING


def seating_series(*books: Rulebook) -> str:
    """The other series with whose ratings players are seated; empty where there is none."""
    for book in books:
        if book.has(STAND_IN_RATING):
            return book.rule(STAND_IN_RATING).series
        if book.has(FOREIGN_PLAYERS):
            return book.rule(FOREIGN_PLAYERS).series
    return ""


def list_beside(book: Rulebook, start: date, list_: int) -> int:
    """The list (yyyymm) of the other series by which the players of an event sit down; `list_` is the one of its own.

    Guests have the rating of the list in force in the other series when the event began, or when the list of a later
    part came. A rating that stands in is one of the same month. So it is where no edition knows the other series."""
    if book.has(STAND_IN_RATING) or not book.has(FOREIGN_PLAYERS):
        return list_
    try:
        day = max(start, list_day(own_series(book), Month(list_)))
        return Month.of(list_on(book.rule(FOREIGN_PLAYERS).series, day))
    except LawError:
        return list_


def adjusting_series(book: Rulebook, day: date) -> tuple[str, ...]:
    """The other series whose lists of a day are asked for when the list of that day is adjusted."""
    names = [book.rule(EQUALISATION).series] if book.has(EQUALISATION) else []
    decided = book.one_off(day)
    if decided is not None and isinstance(decided.method, LessThan):
        names.append(decided.method.series)
    return tuple(dict.fromkeys(names))


def home_federation(*books: Rulebook) -> str:
    """The federation whose national list it is; empty for an international one."""
    return next((book.rule(FOREIGN_PLAYERS).home for book in books if book.has(FOREIGN_PLAYERS)), "")


def at_home(federation: str, home: str) -> bool:
    """Whether a player belongs to the home federation or to none that is known."""
    return not home or federation in (home, *NO_FEDERATION)


def own_series(book: Rulebook) -> str:
    """The series a rulebook was loaded for, else the first it serves."""
    return book.series or book.head.series[0]
