"""What an answer depends on, and so which change of the office makes it old.

A route names it; where none does, every entry of the office's log makes the answer old. A sealed list never changes.
"""

from __future__ import annotations

import hashlib
import time
from datetime import date
from enum import Enum

from fastapi import Request

from arpad.office.reading import Reader, Stamp

NAME_LETTERS = 16
DAY_READ_EVERY = 5.0  # seconds: deadlines are over at midnight, and nobody enters that
DEPENDS = "arpad.depends"  # in the scope of a request: the dependences that its route names, the last one counts


class Dependence(Enum):
    """What an answer depends on."""

    OFFICE = "office"  # anything that was entered, and the day of the office
    LISTS = "lists"  # the published lists, the registry of players, the law and the profile of the office
    PUBLISHED = (
        "published"  # these, and what was decided since: claims, cases, facts, settings; not reports on their way
    )
    SEALED = "sealed"  # one published list whose seal the address names


def depends_on(request: Request, what: Dependence) -> None:
    """Say what the answer to a request depends on."""
    if DEPENDS in request.scope:
        request.scope[DEPENDS].append(what)


def lists_name(stamp: Stamp) -> str:
    """The state of the published lists as a short word: what every page shows as its state."""
    lists = "".join(f"{head.series} {head.list_} {head.seal}\n" for head in stamp.newest)
    return hashlib.sha256(lists.encode()).hexdigest()[:NAME_LETTERS]


def lists_day(stamp: Stamp) -> date:
    """The day of the office on which the newest list was published; of the last entry where there is none."""
    return max((head.published for head in stamp.newest), default=stamp.day)


class States:
    """The states of what answers depend on: with another state an answer is old."""

    def __init__(self, reader: Reader) -> None:
        self._reader, self._stamp = reader, reader.stamp
        self._states, self._until = self._read(), time.monotonic() + DAY_READ_EVERY

    def __getitem__(self, what: Dependence) -> str:
        if self._reader.stamp is not self._stamp or time.monotonic() > self._until:
            self._states, self._stamp = self._read(), self._reader.stamp
            self._until = time.monotonic() + DAY_READ_EVERY
        return self._states[what]

    def _read(self) -> dict[Dependence, str]:
        stamp, law = self._reader.stamp, hashlib.sha256()
        for name, content in sorted(self._reader.law.files.items()):
            law.update(f"{name} {len(content)}\n".encode() + content)
        return {
            Dependence.OFFICE: f"{stamp.name} {self._reader.today()}",
            Dependence.LISTS: f"{lists_name(stamp)} {stamp.people} {law.hexdigest()} {self._reader.profile.version}",
            Dependence.PUBLISHED: f"{lists_name(stamp)} {stamp.people} {stamp.decided} {law.hexdigest()}",
            Dependence.SEALED: "",
        }
