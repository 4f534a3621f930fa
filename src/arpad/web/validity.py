"""What an answer depends on, and so which change of the office makes it old.

A route names it; where none does, every entry of the office's log makes the answer old. A sealed list never changes.
"""

from __future__ import annotations

import hashlib
from enum import Enum

from fastapi import Request

from arpad.office.reading import Reader

DEPENDS = "arpad.depends"  # in the scope of a request: the dependences that its route names, the last one counts


class Dependence(Enum):
    """What an answer depends on."""

    OFFICE = "office"  # anything that was entered
    LISTS = "lists"  # the published lists, the registry of players and the law
    SEALED = "sealed"  # one published list whose seal the address names


def depends_on(request: Request, what: Dependence) -> None:
    """Say what the answer to a request depends on."""
    if DEPENDS in request.scope:
        request.scope[DEPENDS].append(what)


class States:
    """The states of what answers depend on: with another state an answer is old."""

    def __init__(self, reader: Reader) -> None:
        self._reader, self._stamp = reader, reader.stamp
        self._states = self._read()

    def __getitem__(self, what: Dependence) -> str:
        if self._reader.stamp is not self._stamp:
            self._states, self._stamp = self._read(), self._reader.stamp
        return self._states[what]

    def _read(self) -> dict[Dependence, str]:
        stamp, law = self._reader.stamp, hashlib.sha256()
        for name, content in sorted(self._reader.law.files.items()):
            law.update(f"{name} {len(content)}\n".encode() + content)
        lists = "".join(f"{head.series} {head.list_} {head.seal}\n" for head in stamp.newest)
        return {
            Dependence.OFFICE: stamp.name,
            Dependence.LISTS: f"{lists}{stamp.people} {law.hexdigest()}",
            Dependence.SEALED: "",
        }
