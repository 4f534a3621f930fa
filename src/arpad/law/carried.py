"""The law as files of bytes, by name: today's, or what a published list carries. Rulebooks are read out of either.

An edition is applied with the readings, and a list with the one-off adjustments; so a law that is carried has the
editions it was asked for, those that they amend or are written like, `readings.toml` and `adjustments.toml`. The bytes
of the package are never changed by what is carried, and what is carried never by the package: a rulebook read from here
knows no other file.

Today's law is that of the package, and beside it the rulebooks that a federation wrote itself and that are laid open
here: by whoever calls, or by the office in which somebody sits, which lays open what it has adopted. An edition ends
when the next one of its series begins, whether it says so or not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from datetime import date, timedelta
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from arpad.frozen import dataclass
from arpad.law.adjustments import OneOff, read_adjustments
from arpad.law.cited import LawError, Ruling, did_you_mean
from arpad.law.edition import Edition, Head, read_edition, read_head
from arpad.law.lawfiles import ADJUSTMENTS, READINGS, SUFFIX, edition_ids, law_files
from arpad.law.rulebook import Rulebook
from arpad.law.rulings import read_readings
from arpad.law.written import chain_of

READ = 64  # editions that are kept as read
DAYS = 4096  # days for which it is remembered which editions cover them
DAY = timedelta(days=1)


@dataclass(frozen=True)
class CarriedLaw:
    """Files of the law, by name."""

    files: Mapping[str, bytes]
    own: frozenset[str] = frozenset()  # a federation's files: they hold where one of the package begins that day

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The editions that are there."""
        return edition_ids(self.files)

    @cached_property
    def heads(self) -> Mapping[str, Head]:
        """What the editions say of themselves, by series and date; to choose one, the others need not be read. Whoever
        is followed by another of the same series ends with the day before."""
        found = [read_head(_text(self._bytes(id + SUFFIX), id + SUFFIX), id + SUFFIX) for id in self.ids]
        ordered = {head.id: head for head in sorted(found, key=lambda head: (head.series, head.in_force))}
        for series in {name for head in found for name in head.series}:
            for head, following in pairwise(sorted(self._serving(found, series), key=lambda head: head.in_force)):
                last = following.in_force - DAY
                if head.in_force <= last < (ordered[head.id].until or date.max):
                    ordered[head.id] = replace(ordered[head.id], until=last)
        return ordered

    @cached_property
    def series_names(self) -> tuple[str, ...]:
        """The rating series that the editions serve."""
        return tuple(dict.fromkeys(name for head in self.heads.values() for name in head.series))

    @cached_property
    def digest(self) -> str:
        """The hash of all files."""
        whole = hashlib.sha256()
        for name, body in sorted(self.files.items()):
            whole.update(name.encode() + body)
        return whole.hexdigest()

    def heads_of(self, series: str) -> tuple[Head, ...]:
        """What the editions of a series say of themselves, by date."""
        return self._by_series.get(series, ())

    @cached_property
    def covering(self) -> Callable[[str, date], tuple[Head, ...]]:
        """The heads of the editions of a series that cover a day; the last answers are remembered."""

        def heads_on(series: str, day: date) -> tuple[Head, ...]:
            return tuple(head for head in self.heads_of(series) if head.covers(day))

        return lru_cache(DAYS)(heads_on)

    @cached_property
    def _by_series(self) -> Mapping[str, tuple[Head, ...]]:
        return {name: tuple(self._serving(self.heads.values(), name)) for name in self.series_names}

    def rulebook(self, id: str, series: str | None = None, witness: str | None = None) -> Rulebook:
        """The edition of this id, as these bytes have it; for a series where it serves several, as a witness prints it
        where one is named."""
        edition = self.edition(id, witness)
        served, head = edition.head.series, self.heads[id]
        if series is not None and series not in served:
            raise LawError("no-rulebook/series", did_you_mean(series, served), id=id, series=series, served=served)
        if head != edition.head:
            edition = replace(edition, head=head)
        serves = served[0] if len(served) == 1 else series
        return Rulebook(edition, serves, witness, _one_offs(self._bytes(ADJUSTMENTS)))

    def edition(self, id: str, witness: str | None = None) -> Edition:
        """An edition as these bytes have it, whatever else its series has."""
        return _read(self._chain(id), self._bytes(READINGS), id + SUFFIX, witness)

    def in_force(self, series: str, day: date) -> Rulebook:
        """The one of its editions that covers a day."""
        found = [head.id for head in self.covering(series, day) if not head.use]
        if len(found) > 1:
            found = [id for id in found if id + SUFFIX in self.own] or found
        if len(found) > 1:
            raise LawError("no-edition/several", editions=tuple(found), day=day, series=series)
        if not found:
            raise LawError("no-edition/not-carried", series=series, day=day, editions=self.ids)
        return self.rulebook(found[0], series)

    def sha256(self, id: str) -> str:
        """The hash of an edition's file, of those it is written like, and of the readings it is applied with."""
        parts = (*self._chain(id), self._bytes(READINGS))
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    def some(self, ids: Collection[str]) -> CarriedLaw:
        """These editions of it with those they amend or are written like, the readings and the one-off adjustments."""
        wanted = {each + SUFFIX for id in ids if id in self.ids for each in chain_of(id, self._under)}
        wanted |= {READINGS, ADJUSTMENTS}
        return CarriedLaw({name: body for name, body in self.files.items() if name in wanted}, self.own & wanted)

    def _chain(self, id: str) -> tuple[bytes, ...]:
        """The file of an edition and those under it, nearest first."""
        self._bytes(id + SUFFIX)
        return tuple(self._bytes(each + SUFFIX) for each in chain_of(id, self._under))

    @cached_property
    def _under(self) -> Mapping[str, str]:
        """What each edition amends or is written like; of a file that this version cannot read nobody knows."""
        found = dict.fromkeys(self.ids, "")
        for id in self.ids:
            with suppress(LawError):
                head = read_head(_text(self._bytes(id + SUFFIX), id + SUFFIX), id + SUFFIX)
                found[id] = head.amends or head.like
        return found

    @staticmethod
    def _serving(heads: Collection[Head], series: str) -> Iterator[Head]:
        return (head for head in heads if series in head.series)

    def _bytes(self, file: str) -> bytes:
        if file not in self.files:
            raise LawError("no-file-of-law", file=file, files=tuple(self.files))
        return self.files[file]


# --- today's law --------------------------------------------------------------------------------------------------


_laid_open: ContextVar[CarriedLaw | None] = ContextVar("the law that is laid open here", default=None)


@cache
def packaged_law() -> CarriedLaw:
    """The law that came with this version."""
    return CarriedLaw(law_files())


def todays_law(ids: Collection[str] = ()) -> CarriedLaw:
    """The law that holds here today: these editions, or all, with the readings and the one-off adjustments."""
    law = _laid_open.get() or packaged_law()
    return law.some(ids) if ids else law


def lay_open(law: CarriedLaw) -> None:
    """From here on, for whoever calls, this is today's law."""
    _laid_open.set(law)


@contextmanager
def laid_open(law: CarriedLaw) -> Iterator[None]:
    """For a while this is today's law; what is laid open meanwhile goes with it."""
    before = _laid_open.set(law)
    try:
        yield
    finally:
        _laid_open.reset(before)


# --- reading ------------------------------------------------------------------------------------------------------


@lru_cache(READ)
def _read(chain: tuple[bytes, ...], readings: bytes, file: str, witness: str | None) -> Edition:
    text, *under = (_text(each, file) for each in chain)
    return read_edition(text, file, readings_of(readings), witness, under)


@lru_cache(READ)
def readings_of(body: bytes) -> tuple[Ruling, ...]:
    """The readings of a file."""
    return read_readings(_text(body, READINGS), READINGS)


def _text(body: bytes, file: str) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise LawError("bad-rulebook/toml", where=file, error=str(error)) from None


@lru_cache(READ)
def _one_offs(text: bytes) -> tuple[OneOff, ...]:
    return read_adjustments(text.decode(errors="replace"), ADJUSTMENTS)
