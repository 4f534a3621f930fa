"""Say what the office keeps of a person: the facts, how each is written, and what none may be.

A person here is what a registration says; who somebody is (key, number) the registry decides. Days are yyyymmdd with
zeros where a part is unknown, 0 or an empty text where nothing is known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from arpad.intake.trf.layout import TITLES

MEMBERSHIPS = {"IBCA": 1, "ICSC": 2, "IPCA": 4}
SEXES = ("", "m", "w")
LONGEST_FIDE = 999_999_999  # nine digits; the office's own numbers have ten
LONGEST_NAME = 200
FEDERATION = re.compile(r"[A-Z0-9]{3}")
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as he is registered."""

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


FIELDS = tuple(Person.__dataclass_fields__)
NUMBERS = ("fide_id", "born", "member", "died")
SINCE_EVER = ("fide_id", "born", "former_names", "sex", "died")  # a new value corrects the old one on every day


def as_text(field: str, value: object) -> str:
    """A fact as its history keeps it."""
    if field == "former_names":
        return json.dumps(list(value), ensure_ascii=False) if value else ""  # type: ignore[call-overload]
    if field in NUMBERS:
        return str(value) if value else ""
    return str(value or "")


def from_text(field: str, text: str) -> object:
    """A fact out of its history."""
    if field == "former_names":
        return tuple(json.loads(text)) if text else ()
    return int(text or 0) if field in NUMBERS else text


def memberships(member: int) -> tuple[str, ...]:
    """The names of the bits."""
    return tuple(name for name, bit in MEMBERSHIPS.items() if member & bit)


def day_text(number: int) -> str:
    """A day as people write it, as much of it as is known."""
    if not number:
        return ""
    year, rest = divmod(number, 10_000)
    month, day = divmod(rest, 100)
    return f"{year:04d}-{month:02d}-{day:02d}" if day else f"{year:04d}-{month:02d}" if month else f"{year:04d}"


def is_day(number: int, partly: bool = False) -> bool:
    """Whether a number is a day, or, where that is allowed, a year or a month of one."""
    year, rest = divmod(number, 10_000)
    month, day = divmod(rest, 100)
    if partly and not day:
        month, day = month or 1, 1
    try:
        return date(year, month, day).year >= 1800
    except ValueError:
        return False


def faults(person: Person) -> Iterator[tuple[str, str]]:
    """What is wrong with a registration: the field, and what was expected of it."""
    if not person.name or not any(letter.isalpha() for letter in person.name):
        yield "name", "a name is needed, written `Surname, Given`"
    texts = [("name", person.name), *(("former_names", name) for name in person.former_names)]
    texts += [(field, getattr(person, field)) for field in ("region", "national_title")]
    for field, text in texts:
        if len(text) > LONGEST_NAME or UNPRINTABLE.search(text):
            yield field, f"at most {LONGEST_NAME} characters, all of them printable"
    if not 0 <= person.fide_id <= LONGEST_FIDE:
        yield "fide_id", "a FIDE number has at most nine digits"
    if person.sex not in SEXES:
        yield "sex", "m, w or nothing"
    if person.federation and not FEDERATION.fullmatch(person.federation):
        yield "federation", "three capital letters, as in UKR"
    if person.title and person.title not in TITLES:
        yield "title", f"one of {', '.join(TITLES)}, or nothing"
    if not 0 <= person.member <= sum(MEMBERSHIPS.values()):
        yield "member", f"some of {', '.join(MEMBERSHIPS)}"
    for field in ("born", "died"):
        if getattr(person, field) and not is_day(getattr(person, field), partly=True):
            yield field, "a day YYYY-MM-DD, or a year"
    if person.died and person.died // 10_000 < person.born // 10_000:
        yield "died", "a day after the birth"
