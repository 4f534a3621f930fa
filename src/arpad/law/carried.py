"""The law as files of bytes, by name: today's, or what a published list carries. Rulebooks are read out of either.

An edition is applied with the readings, and a list with the one-off adjustments; so a law that is carried has the
editions it was asked for, those that they amend or are written like, `readings.toml` and `adjustments.toml`. The bytes
of the package are never changed by what is carried, and what is carried never by the package: a rulebook read from here
knows no other file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from datetime import date
from functools import cached_property, lru_cache

from arpad.frozen import dataclass
from arpad.law.adjustments import OneOff, read_adjustments
from arpad.law.cited import LawError
from arpad.law.edition import Edition, read_edition
from arpad.law.lawfiles import ADJUSTMENTS, EVIDENCE, READINGS, SUFFIX, edition_ids, law_files
from arpad.law.rulebook import Rulebook
from arpad.law.rulings import read_readings
from arpad.law.written import chain_of

READ = 64  # editions that are kept as read


@dataclass(frozen=True)
class CarriedLaw:
    """Files of the law, by name."""

    files: Mapping[str, bytes]

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The editions that are there."""
        return edition_ids(self.files)

    def rulebook(self, id: str, series: str) -> Rulebook:
        """The edition of this id for a series, as these bytes have it."""
        edition = self._edition(id)
        served = edition.head.series
        if series not in served:
            raise LawError("no-rulebook/series", id=id, series=series, served=served)
        return Rulebook(edition, series, None, _one_offs(self._bytes(ADJUSTMENTS)))

    def in_force(self, series: str, day: date) -> Rulebook:
        """The one of its editions that covers a day."""
        for id in self.ids:
            head = self._edition(id).head
            if series in head.series and head.covers(day):
                return self.rulebook(id, series)
        raise LawError("no-edition/not-carried", series=series, day=day, editions=self.ids)

    def sha256(self, id: str) -> str:
        """The hash of an edition's file, of those it is written like, and of the readings it is applied with."""
        parts = (*self._chain(id), self._bytes(READINGS))
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    def _edition(self, id: str) -> Edition:
        return _read(self._chain(id), self._bytes(READINGS), id + SUFFIX)

    def _chain(self, id: str) -> tuple[bytes, ...]:
        """The file of an edition and those under it, nearest first."""
        self._bytes(id + SUFFIX)
        return tuple(self._bytes(each + SUFFIX) for each in chain_of(id, self._texts))

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        return {id: _decoded(self.files[id + SUFFIX], id + SUFFIX) for id in self.ids}

    def _bytes(self, file: str) -> bytes:
        if file not in self.files:
            raise LawError("no-file-of-law", file=file, files=tuple(self.files))
        return self.files[file]


def todays_law(ids: Collection[str] = ()) -> CarriedLaw:
    """The law of this version: these editions with those they are written like, or all, with the readings and the
    one-off adjustments."""
    everything = CarriedLaw({name: body for name, body in law_files().items() if name != EVIDENCE})
    if not ids:
        return everything
    wanted = {each + SUFFIX for id in ids for each in chain_of(id, everything._texts)} | {READINGS, ADJUSTMENTS}
    return CarriedLaw({name: body for name, body in everything.files.items() if name in wanted})


@lru_cache(READ)
def _read(chain: tuple[bytes, ...], readings: bytes, file: str) -> Edition:
    text, *under = (_decoded(each, file) for each in chain)
    return read_edition(text, file, read_readings(_decoded(readings, READINGS), READINGS), under=under)


def _decoded(body: bytes, file: str) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise LawError("bad-rulebook/toml", where=file, error=str(error)) from None


@lru_cache(READ)
def _one_offs(text: bytes) -> tuple[OneOff, ...]:
    return read_adjustments(text.decode(errors="replace"), ADJUSTMENTS)
