"""Say what the office keeps of a person: the facts, how each is written, and what none may be.

A person here is what a registration says; who somebody is (key, number) the registry decides. Days are yyyymmdd with
zeros where a part is unknown, 0 or an empty text where nothing is known. Some facts can be true anywhere and not at
this office: a birth or a death after its today, a federation that it does not know. An office that keeps no
federations knows none from another and takes every code.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Any

from arpad.days import FIRST_YEAR, Day
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake.trf.layout import TITLES
from arpad.plaintext import NAME, is_name

MEMBERSHIPS = {"IBCA": 1, "ICSC": 2, "IPCA": 4}
SEXES = ("", "m", "w")
HIGHEST_FIDE_NUMBER = 999_999_999  # nine digits; the office's own numbers have ten
FEDERATION_CODE = re.compile(r"[A-Z0-9]{3}")
ALWAYS_KNOWN_FEDERATIONS = ("FID", "NON")  # under FIDE's flag, and of no federation
CLOSE_MATCH = 0.5


@dataclass(frozen=True, slots=True)
class Person:
    """The facts the office stores of a person."""

    name: str
    fide_id: int = 0
    former_names: tuple[str, ...] = ()
    born: int = 0
    sex: str = ""
    federation: str = ""
    region: str = ""
    title: str = ""
    national_title: str = ""
    member: int = 0  # bits of MEMBERSHIPS
    died: int = 0
    latin_name: str = ""  # as they write it themselves; if empty, their federation's table gives it


PERSON_FIELDS = tuple(Person.__dataclass_fields__)
NUMBER_FIELDS = ("fide_id", "born", "member", "died")
COLUMN_FIELDS = tuple(
    field for field in PERSON_FIELDS if field != "latin_name"
)  # of the rows; the history has all of them
LIFELONG_FIELDS = ("fide_id", "born", "former_names", "sex", "died")  # a new value corrects the old one on every day


def fact_as_text(field: str, value: Any) -> str:
    """Return a fact as the history stores it: former names as JSON, numbers and days as digits, nothing known as an
    empty text."""
    if field == "former_names":
        return json.dumps(list(value), ensure_ascii=False) if value else ""
    if field in NUMBER_FIELDS:
        return f"{value:d}" if value else ""  # a day as yyyymmdd
    return str(value or "")


def fact_from_text(field: str, text: str) -> object:
    """Return a fact from its text in the history: the reverse of `fact_as_text`."""
    if field == "former_names":
        return tuple(json.loads(text)) if text else ()
    return int(text or 0) if field in NUMBER_FIELDS else text


def membership_names(member: int) -> tuple[str, ...]:
    """The names of the associations (IBCA, ICSC, IPCA) whose bits are set in `member`."""
    return tuple(name for name, bit in MEMBERSHIPS.items() if member & bit)


@lru_cache(1 << 16)  # people are many, days are few
def is_day(number: int, partly: bool = False) -> bool:
    """Whether a number (yyyymmdd) is a day of the calendar and not too early; `partly` also accepts a year or a
    month."""
    try:
        day = Day.read(str(Day(number)))
    except ValueError:
        return False
    return day == number and day.year >= FIRST_YEAR and (partly or day.whole)


Fault = tuple[str, Problem]  # a field that cannot be as it is, and what was expected of it


def person_faults(person: Person) -> Iterator[Fault]:
    """Yield (field, what was expected) for each fact of a person that is invalid anywhere; nothing is raised. Future
    days and federations that this office does not know are not checked."""
    return iter(()) if is_plainly_valid(person) else _all_person_faults(person)


def is_plainly_valid(person: Person) -> bool:
    """Whether a quick check shows that a person has no fault. False proves nothing: it is also returned for anybody
    with former names, a Latin name or a death."""
    name = person.name
    return (
        name[:1].isalpha()
        and not name[-1:].isspace()
        and is_name(name)
        and not (person.former_names or person.latin_name or person.died)
        and 0 <= person.fide_id <= HIGHEST_FIDE_NUMBER
        and (not person.born or is_day(person.born, partly=True))
        and _shared_facts_are_valid(
            person.sex, person.federation, person.region, person.title, person.national_title, person.member
        )
    )


@lru_cache(1 << 16)  # people are many, these are few
def _shared_facts_are_valid(*facts: Any) -> bool:
    """Whether the facts that many persons share (sex, federation, region, titles, memberships) have no fault.
    Cached."""
    names = ("sex", "federation", "region", "title", "national_title", "member")
    return next(_all_person_faults(Person("A", **dict(zip(names, facts, strict=True)))), None) is None


def _all_person_faults(person: Person) -> Iterator[Fault]:
    """Yield (field, what was expected) for each invalid fact; the full check behind `person_faults`."""
    if not any(letter.isalpha() for letter in person.name):
        yield "name", Problem("expected/name")
    texts = [("name", person.name), ("region", person.region), ("national_title", person.national_title)]
    texts += [("former_names", name) for name in person.former_names]
    for field, text in (*texts, ("latin_name", person.latin_name)):
        yield from name_faults(field, text)
    if person.latin_name and not (person.latin_name.isascii() and any(map(str.isalpha, person.latin_name))):
        yield "latin_name", Problem("expected/latin-name")
    if not 0 <= person.fide_id <= HIGHEST_FIDE_NUMBER:
        yield "fide_id", Problem("expected/fide-number")
    if person.sex not in SEXES:
        yield "sex", Problem("expected/sex")
    if person.federation and not FEDERATION_CODE.fullmatch(person.federation):
        yield "federation", Problem("expected/federation")
    if person.title and person.title not in TITLES:
        yield "title", Problem("expected/one-of-or-nothing", known=tuple(TITLES))
    if person.member and not 0 < person.member <= sum(MEMBERSHIPS.values()):
        yield "member", Problem("expected/some-of", known=tuple(MEMBERSHIPS))
    for field, day in (("born", person.born), ("died", person.died)):
        if day and not is_day(day, partly=True):
            yield field, Problem("expected/day-or-year")
    if person.died and _is_surely_before(Day(person.died), Day(person.born)):
        yield "died", Problem("expected/after-birth")


def name_faults(field: str, text: str) -> Iterator[Fault]:
    """Yield a fault for `field` if a text is too long, has line breaks or invisible characters, or blanks around it. An
    empty text is accepted."""
    if not is_name(text):
        yield field, Problem("expected/text", most=NAME)
    elif text != text.strip():
        yield field, Problem("expected/unpadded")


def _is_surely_before(day: Day, other: Day) -> bool:
    """Whether a day is before another even if both are read only as exactly as the less exact one."""
    digits = min(len(str(day)), len(str(other)))
    return str(day)[:digits] < str(other)[:digits]


def future_date_faults(person: Person, today: int) -> Iterator[Fault]:
    """Yield a fault for a birth or a death after today. A day of which only the year or month is known may be in the
    current one."""
    for field, day in (("born", person.born), ("died", person.died)):
        if day > today:
            yield field, Problem("expected/not-after-today", today=Day(today))


def unknown_federation_faults(person: Person, codes: Collection[str]) -> Iterator[Fault]:
    """Yield a fault for a federation that is not in `codes`, with a similar code if there is one. No fault for an empty
    code, FID or NON, or if `codes` is empty (an office without federations)."""
    code = person.federation
    if code and codes and code not in codes and code not in ALWAYS_KNOWN_FEDERATIONS:
        near = difflib.get_close_matches(code, sorted({*codes, *ALWAYS_KNOWN_FEDERATIONS}), 1, CLOSE_MATCH)
        remedy = Remedy.to("add-federation")
        if near:
            yield "federation", Problem("expected/federation-kept-near", remedy, near=near[0])
        else:
            yield "federation", Problem("expected/federation-kept", remedy)


def refuse_first_fault(problems: Iterable[Fault]) -> None:
    """Raise an error for the first of these faults; do nothing if there is none."""
    for field, expected in problems:
        raise UserError("wrong-fact", expected.remedy, field=field, expected=expected)
