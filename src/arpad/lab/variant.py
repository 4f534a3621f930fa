"""A variant: under which rules a history is rated again. By its bytes and hash it is the same wherever it is rated."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from arpad.frozen import dataclass
from arpad.history.chapter import Head
from arpad.lab.values import with_values
from arpad.law import Rulebook
from arpad.law.carried import CarriedLaw, todays_law
from arpad.law.choosing import rulebook

AS_IT_WAS = "as it was"


@dataclass(frozen=True)
class Variant:
    """An edition, or each list's own; as one witness prints it; some values changed."""

    rulebook: str = ""  # the id; empty: each list by the editions that made it
    witness: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    one_offs: bool = True  # what was decided once, for one list
    law: Mapping[str, bytes] = field(default_factory=dict)  # the files of the edition that is named

    @classmethod
    def of(
        cls, id: str = "", witness: str = "", values: Mapping[str, str] | None = None, one_offs: bool = True
    ) -> Variant:
        """With the bytes of today's law; an edition, witness or value that is not there is refused."""
        if not id:
            return cls("", "", dict(values or {}), one_offs)
        with_values(rulebook(id, witness=witness or None), values or {})
        return cls(id, witness, dict(values or {}), one_offs, dict(todays_law((id,)).files))

    @property
    def name(self) -> str:
        """As people call it."""
        book = (self.rulebook or AS_IT_WAS) + (f" as printed in {self.witness}" if self.witness else "")
        changed = [f"{key}={value}" for key, value in self.values.items()]
        return " ".join([book, *changed, *([] if self.one_offs else ["without one-offs"])])

    @property
    def sha256(self) -> str:
        """The hash of everything that decides."""
        files = {name: hashlib.sha256(body).hexdigest() for name, body in self.law.items()}
        whole: list[Any] = [self.rulebook, self.witness, self.values, self.one_offs, files]
        return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()

    def books(self, head: Head, carried: CarriedLaw) -> tuple[Rulebook, ...]:
        """The editions of a chapter's events and of its period, under this variant."""
        if self.rulebook:
            law = CarriedLaw(self.law)
            served = law.heads[self.rulebook].series
            series = head.series if head.series in served or len(served) > 1 else None
            books = (law.rulebook(self.rulebook, series, self.witness or None),) * len(head.books)
        else:
            books = tuple(carried.rulebook(id, head.series) for id in head.books)
        if self.values:
            books = tuple(with_values(book, self.values) for book in books)
        return books if self.one_offs else tuple(replace(book, decisions=()) for book in books)
