"""The law as files of bytes, by name: today's, or what a published list carries. Rulebooks are read out of either.

An edition is applied with the readings, and a list with the one-off adjustments; so a law that is carried has the
editions it was asked for, `readings.toml` and `adjustments.toml`. The bytes of the package are never changed by what is
carried, and what is carried never by the package: a rulebook read from here knows no other file.
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
from arpad.law.lawfiles import ADJUSTMENTS, READINGS, SUFFIX, edition_ids, law_files
from arpad.law.rulebook import Rulebook
from arpad.law.rulings import read_readings

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
        """The hash of an edition's file and of the readings it is applied with."""
        parts = (self._bytes(file) for file in (id + SUFFIX, READINGS))
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    def _edition(self, id: str) -> Edition:
        return _read(self._bytes(id + SUFFIX), self._bytes(READINGS), id + SUFFIX)

    def _bytes(self, file: str) -> bytes:
        if file not in self.files:
            raise LawError("no-file-of-law", file=file, files=tuple(self.files))
        return self.files[file]


def todays_law(ids: Collection[str] = ()) -> CarriedLaw:
    """The law of this version: these editions, or all, with the readings and the one-off adjustments."""
    wanted = {*(id + SUFFIX for id in ids), READINGS, ADJUSTMENTS} if ids else set(law_files())
    return CarriedLaw({name: body for name, body in law_files().items() if name in wanted})


@lru_cache(READ)
def _read(edition: bytes, readings: bytes, file: str) -> Edition:
    try:
        texts = edition.decode(), readings.decode()
    except UnicodeDecodeError as error:
        raise LawError("bad-rulebook/toml", where=file, error=str(error)) from None
    return read_edition(texts[0], file, read_readings(texts[1], READINGS))


@lru_cache(READ)
def _one_offs(text: bytes) -> tuple[OneOff, ...]:
    return read_adjustments(text.decode(errors="replace"), ADJUSTMENTS)
