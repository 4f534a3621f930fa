"""A set of law files by name: editions, readings and one-off adjustments. The law in use is that of the package, or
the one set by the call or the office.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
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
from arpad.law.lawfiles import ADJUSTMENTS, READINGS, SUFFIX, edition_ids, law_files, shipped
from arpad.law.rulebook import Rulebook
from arpad.law.rulings import read_readings
from arpad.law.written import chain_of

EDITION_CACHE_SIZE = 64  # parsed editions in the cache
DAYS = 4096  # days in the cache of editions by day
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class LawSet:
    """A set of law files, by name."""

    files: Mapping[str, bytes]
    own: frozenset[str] = frozenset()  # a federation's files: they come before those of the package on the same day

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of the editions."""
        return edition_ids(self.files)

    @cached_property
    def heads(self) -> Mapping[str, Head]:
        """The heads of the editions by id, sorted by series and date. An edition that another one of its series follows
        ends on the day before that one begins."""
        heads = [read_head(_decode_law_file(self._bytes(id + SUFFIX), id + SUFFIX), id + SUFFIX) for id in self.ids]
        ordered = {head.id: head for head in sorted(heads, key=lambda head: (head.series, head.in_force))}
        for series in {name for head in heads for name in head.series}:
            for head, following in pairwise(sorted(self._serving(heads, series), key=lambda head: head.in_force)):
                last = following.in_force - ONE_DAY
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

    @cached_property
    def altered(self) -> tuple[str, ...]:
        """The files of the package, by name, that no version of Arpad had in these words."""
        names = {name for name, _ in shipped()} & self.files.keys() - self.own
        hashes = ((name, hashlib.sha256(self.files[name]).hexdigest()) for name in sorted(names))
        return tuple(name for name, sha256 in hashes if (name, sha256) not in shipped())

    def heads_of(self, series: str) -> tuple[Head, ...]:
        """The heads of the editions of a series, by date."""
        return self._by_series.get(series, ())

    def covering(self, series: str, day: date) -> tuple[Head, ...]:
        """The heads of the editions of a series that cover a day; the last answers are remembered."""
        answer = self._covering_by_day.get((series, day))
        if answer is None:
            answer = tuple(head for head in self.heads_of(series) if head.covers(day))
            if len(self._covering_by_day) >= DAYS:
                self._covering_by_day.clear()
            self._covering_by_day[series, day] = answer
        return answer

    @cached_property
    def _covering_by_day(self) -> dict[tuple[str, date], tuple[Head, ...]]:
        """The answers of `covering`, at most DAYS of them."""
        return {}

    @cached_property
    def _by_series(self) -> Mapping[str, tuple[Head, ...]]:
        """The heads of the editions of each series."""
        return {name: tuple(self._serving(self.heads.values(), name)) for name in self.series_names}

    def rulebook(self, id: str, series: str | None = None, witness: str | None = None) -> Rulebook:
        """The rulebook with this id; `series` where it serves several, `witness` for the text as one print has it."""
        edition = self.edition(id, witness)
        served, head = edition.head.series, self.heads[id]
        if series is not None and series not in served:
            raise LawError("no-rulebook/series", did_you_mean(series, served), id=id, series=series, served=served)
        if head != edition.head:
            edition = replace(edition, head=head)
        serves = served[0] if len(served) == 1 else series
        return Rulebook(edition, serves, witness, _read_one_offs(self._bytes(ADJUSTMENTS)))

    def edition(self, id: str, witness: str | None = None) -> Edition:
        """The edition with this id, without regard to others of its series."""
        return _read_edition_files(self._chain(id), self._bytes(READINGS), id + SUFFIX, witness)

    def in_force(self, series: str, day: date) -> Rulebook:
        """The rulebook of a series for a day; refused where no edition or several cover the day."""
        ids = [head.id for head in self.covering(series, day) if not head.use]
        if len(ids) > 1:
            ids = [id for id in ids if id + SUFFIX in self.own] or ids
        if len(ids) > 1:
            raise LawError("no-edition/several", editions=tuple(ids), day=day, series=series)
        if not ids:
            raise LawError("no-edition/not-carried", series=series, day=day, editions=self.ids)
        return self.rulebook(ids[0], series)

    def sha256(self, id: str) -> str:
        """The hash of an edition: of its file, of those under it, and of the readings."""
        parts = (*self._chain(id), self._bytes(READINGS))
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    def some(self, ids: Collection[str]) -> LawSet:
        """The set with these editions only, those under them, the readings and the one-off adjustments."""
        names = {each + SUFFIX for id in ids if id in self.ids for each in chain_of(id, self._under)}
        names |= {READINGS, ADJUSTMENTS}
        return LawSet({name: body for name, body in self.files.items() if name in names}, self.own & names)

    def _chain(self, id: str) -> tuple[bytes, ...]:
        """The bytes of an edition and of those under it, nearest first."""
        self._bytes(id + SUFFIX)
        return tuple(self._bytes(each + SUFFIX) for each in chain_of(id, self._under))

    @cached_property
    def _under(self) -> Mapping[str, str]:
        """The edition that each edition amends or is written like; empty for none or for an unreadable file."""
        under = dict.fromkeys(self.ids, "")
        for id in self.ids:
            with suppress(LawError):
                head = read_head(_decode_law_file(self._bytes(id + SUFFIX), id + SUFFIX), id + SUFFIX)
                under[id] = head.amends or head.like
        return under

    @staticmethod
    def _serving(heads: Collection[Head], series: str) -> Iterator[Head]:
        """The heads of the editions that serve a series."""
        return (head for head in heads if series in head.series)

    def _bytes(self, file: str) -> bytes:
        """The bytes of a file of the set; a name that it does not have is refused."""
        if file not in self.files:
            raise LawError("no-file-of-law", file=file, files=tuple(self.files))
        return self.files[file]


# --- today's law --------------------------------------------------------------------------------------------------


_law_in_use: ContextVar[LawSet | None] = ContextVar("the law in use", default=None)


@cache
def package_law() -> LawSet:
    """The law of the installed package."""
    return LawSet(law_files())


def current_law(ids: Collection[str] = ()) -> LawSet:
    """The law in use: all editions, or these ones, with the readings and the one-off adjustments."""
    law = _law_in_use.get() or package_law()
    return law.some(ids) if ids else law


def set_law(law: LawSet) -> None:
    """Use this law from now on, in this context."""
    _law_in_use.set(law)


@contextmanager
def use_law(law: LawSet) -> Iterator[None]:
    """Use this law within the block; the law of before holds again after it."""
    before = _law_in_use.set(law)
    try:
        yield
    finally:
        _law_in_use.reset(before)


# --- reading ------------------------------------------------------------------------------------------------------


@lru_cache(EDITION_CACHE_SIZE)
def _read_edition_files(chain: tuple[bytes, ...], readings: bytes, file: str, witness: str | None) -> Edition:
    """Parse an edition out of its bytes and those of the editions under it; the last ones are remembered."""
    text, *under = (_decode_law_file(each, file) for each in chain)
    return read_edition(text, file, read_readings_file(readings), witness, under)


@lru_cache(EDITION_CACHE_SIZE)
def read_readings_file(body: bytes) -> tuple[Ruling, ...]:
    """The readings in a `readings.toml`; the last ones are remembered."""
    return read_readings(_decode_law_file(body, READINGS), READINGS)


def _decode_law_file(body: bytes, file: str) -> str:
    """The text of a law file; one that is no UTF-8 is refused."""
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise LawError("bad-rulebook/toml", where=file, error=str(error)) from None


@lru_cache(EDITION_CACHE_SIZE)
def _read_one_offs(text: bytes) -> tuple[OneOff, ...]:
    """The one-off adjustments in an `adjustments.toml`; the last ones are remembered."""
    return read_adjustments(text.decode(errors="replace"), ADJUSTMENTS)
