"""A variant: under which edition and with which changed values a history is rated again."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import field, fields, is_dataclass, replace
from typing import Any, get_type_hints

from arpad.frozen import dataclass
from arpad.history.list_data import Head
from arpad.law import Rulebook
from arpad.law.choosing import rulebook
from arpad.law.cited import LawError, choose, did_you_mean
from arpad.law.filling import Decimal, convert
from arpad.law.law_set import LawSet, current_law
from arpad.law.rules import CONCEPTS
from arpad.law.rules.coefficient import Coefficient
from arpad.law.rules.rating import DP_TABLE, EXPECTATION_TABLE

TABLE_CONCEPTS = (DP_TABLE.name, EXPECTATION_TABLE.name)  # they are proved as wholes
NAMED_PARTS = "name"  # the key by which clauses are told apart


def rulebook_with_values(book: Rulebook, texts: Mapping[str, str]) -> Rulebook:
    """The rulebook with some values changed."""
    for key, text in texts.items():
        book = _with_changed_value(book, key, text)
    return book


def changeable_keys(book: Rulebook) -> Iterator[str]:
    """Every key whose value can be changed."""
    for name, filled in book.edition.fillings.items():
        if name not in TABLE_CONCEPTS:
            yield from (f"{name}.{key}" for key in _value_keys(next(iter(filled.values.values()))))


def _value_keys(value: Any) -> Iterator[str]:
    for member in fields(value):
        inner = getattr(value, member.name)
        if _is_named_parts(inner):
            yield from (f"{item.name}.{key}" for item in inner for key in _value_keys(item) if key != NAMED_PARTS)
        elif not is_dataclass(inner):
            yield member.name


def _with_changed_value(book: Rulebook, key: str, text: str) -> Rulebook:
    concept, _, rest = key.partition(".")
    if concept not in CONCEPTS:
        near = did_you_mean(key, changeable_keys(book)) or choose(concept, CONCEPTS)
        raise LawError("lab/unknown-value", near, key=key)
    filled = book.edition.fillings.get(concept)
    if filled is None:
        raise LawError("lab/not-filled", rulebook=book.id, concept=concept)
    of_concept = [each for each in changeable_keys(book) if each.startswith(f"{concept}.")]
    if concept in TABLE_CONCEPTS or not rest:
        raise LawError("lab/unknown-value", choose(key, of_concept or changeable_keys(book)), key=key)
    parsed = _parse_value(text)
    path = rest.split(".")
    try:
        values = {series: _replace_at_path(value, path, parsed, key) for series, value in filled.values.items()}
    except KeyError:
        meant = [each for each in of_concept if each.startswith(f"{concept}.{path[0]}")]
        raise LawError("lab/unknown-value", choose(key, meant or of_concept), key=key) from None
    for value in values.values():
        for flaw in value.flaws() if isinstance(value, Coefficient) else ():
            raise LawError("bad-rulebook/clauses", where=f"{key}={text}", flaw=flaw)
    fillings = {**book.edition.fillings, concept: replace(filled, values=values)}
    return replace(book, edition=replace(book.edition, fillings=fillings))


def _parse_value(text: str) -> Any:
    """A value as a rulebook's file would have it; what is no number, truth value or list is a text."""
    try:
        return tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]
    except (ValueError, RecursionError):  # no TOML, a number of thousands of digits, lists in lists
        return text


def _replace_at_path(value: Any, path: list[str], new_value: Any, key: str) -> Any:
    """The value with another one at the end of the path; KeyError where the path leads nowhere."""
    name, *further = path
    members = {each.name: each for each in fields(value)}
    if not further and name.replace("-", "_") in members:
        name = name.replace("-", "_")
        return replace(value, **{name: convert(new_value, get_type_hints(type(value), include_extras=True)[name], key)})
    for member in members:
        inner = getattr(value, member)
        if further and member == name and is_dataclass(inner) and not isinstance(inner, type):
            return replace(value, **{member: _replace_at_path(inner, further, new_value, key)})
        if further and _is_named_parts(inner):
            meant = [item for item in inner if item.name == name] or [i for i in inner if i.name.startswith(name)]
            if len(meant) == 1:
                changed = tuple(
                    _replace_at_path(item, further, new_value, key) if item is meant[0] else item for item in inner
                )
                return replace(value, **{member: changed})
    raise KeyError(key)


def _is_named_parts(value: Any) -> bool:
    """Whether these are several things that are told apart by name."""
    return (
        isinstance(value, tuple)
        and bool(value)
        and all(is_dataclass(item) and hasattr(item, NAMED_PARTS) for item in value)
    )


AS_PUBLISHED = "as it was"


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
        rulebook_with_values(rulebook(id, witness=witness or None), values or {})
        return cls(id, witness, dict(values or {}), one_offs, dict(current_law((id,)).files))

    @property
    def name(self) -> str:
        """As people call it."""
        book = (self.rulebook or AS_PUBLISHED) + (f" as printed in {self.witness}" if self.witness else "")
        changed = [f"{key}={value}" for key, value in self.values.items()]
        return " ".join([book, *changed, *([] if self.one_offs else ["without one-offs"])])

    @property
    def sha256(self) -> str:
        """The hash of everything that decides."""
        files = {name: hashlib.sha256(body).hexdigest() for name, body in self.law.items()}
        whole: list[Any] = [self.rulebook, self.witness, self.values, self.one_offs, files]
        return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()

    def books(self, head: Head, carried: LawSet) -> tuple[Rulebook, ...]:
        """The editions of a chapter's events and of its period, under this variant."""
        if self.rulebook:
            law = LawSet(self.law)
            served = law.heads[self.rulebook].series
            series = head.series if head.series in served or len(served) > 1 else None
            books = (law.rulebook(self.rulebook, series, self.witness or None),) * len(head.books)
        else:
            books = tuple(carried.rulebook(id, head.series) for id in head.books)
        if self.values:
            books = tuple(rulebook_with_values(book, self.values) for book in books)
        return books if self.one_offs else tuple(replace(book, decisions=()) for book in books)
