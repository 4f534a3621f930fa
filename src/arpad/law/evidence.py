"""How well a value is known: the marks that stand beside it in an edition file, and the sources they point to.

T the article was read; Q it was read as a quotation; S somebody reports it in his own words; D it follows from
published lists; = it was not read for this edition, and the editions beside it agree; k nobody has verified it; ! a
source says otherwise. A value marked k or ! is ruled on, with the choice not taken: the loader refuses it otherwise. An
edition without a single mark is somebody's own regulation, which needs no evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from arpad.frozen import dataclass
from arpad.law.cited import LawError, Ruling
from arpad.law.collected import Collected
from arpad.law.filling import convert, parse, table_of
from arpad.law.lawfiles import EVIDENCE, law_files

if TYPE_CHECKING:
    from arpad.law.edition import Fillings
    from arpad.law.rulebook import Rulebook

Mark = Literal["T", "Q", "S", "D", "=", "k", "!"]
MARKS: tuple[str, ...] = get_args(Mark)
UNVERIFIED, CONTRADICTED, AS_BESIDE = "k", "!", "="

_ONE = re.compile(r"([TQSDk=!])((?: [1-9][0-9]*)*)", re.ASCII)


@dataclass(frozen=True)
class Evidence:
    """One mark, and the numbers of its sources."""

    mark: Mark
    sources: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.mark} [{', '.join(map(str, self.sources))}]" if self.sources else self.mark


@dataclass(frozen=True)
class Doubt:
    """A value that nobody has verified: where it stands, what is applied, and what else it may have been."""

    edition: str
    concept: str
    article: str
    ruling: str
    applies: str
    alternative: str


def read_marks(text: Any, where: str) -> tuple[Evidence, ...]:
    """`S 22 23 + D 28` as evidence."""
    found = []
    for part in convert(text, str, where).split(" + "):
        match = _ONE.fullmatch(part)
        if match is None:
            raise LawError("bad-rulebook/evidence", where=where, value=text, marks=MARKS)
        found.append(Evidence(match[1], tuple(int(number) for number in match[2].split())))  # type: ignore[arg-type]
    return tuple(found)


def read_all_marks(marks: Any, file: str, found: Collected) -> dict[str, tuple[Evidence, ...]]:
    """The evidence of every concept that has some; that it is no table is told elsewhere."""
    read: dict[str, tuple[Evidence, ...]] = {}
    for concept, text in marks.items() if isinstance(marks, Mapping) else ():
        with found:
            read[concept] = read_marks(text, f"{file}: evidence: {concept}")
    return read


def inherited(marks: str) -> str:
    """The mark of a value that an edition takes over from another text: what was open stays open."""
    return UNVERIFIED if {UNVERIFIED, CONTRADICTED} & {*marks.split()} else AS_BESIDE


def must_be_ruled(fillings: Mapping[str, Fillings], rulings: Iterable[Ruling], file: str) -> None:
    """Refuse a value marked as unverified on which nobody has ruled with an alternative."""
    ruled = {ruling.concept for ruling in rulings if ruling.alternative}
    for concept, filled in fillings.items():
        if is_open(filled.evidence) and concept not in ruled:
            raise LawError("bad-rulebook/unruled", where=f"{file}: evidence", concept=concept)


def is_open(evidence: tuple[Evidence, ...]) -> bool:
    """Whether nobody has verified a value, or a source contradicts it."""
    return any(each.mark in (UNVERIFIED, CONTRADICTED) for each in evidence)


def doubts(book: Rulebook, concepts: Iterable[str] | None = None) -> tuple[Doubt, ...]:
    """Which of these concepts, or of all, rest on a value that nobody has verified, with the ruling on each."""
    wanted = None if concepts is None else set(concepts)
    found = []
    for concept, filled in book.edition.fillings.items():
        if is_open(filled.evidence) and (wanted is None or concept in wanted):
            ruling = next(each for each in book.rulings if each.concept == concept and each.alternative)
            article = next(iter(filled.articles), "")
            found.append(Doubt(book.id, concept, article, ruling.id, ruling.applies, ruling.alternative))
    return tuple(found)


def counts(book: Rulebook) -> dict[str, int]:
    """How many values have which mark; one with several counts under the last of them, the weakest."""
    weakest = [max((MARKS.index(each.mark) for each in f.evidence), default=-1) for f in book.edition.fillings.values()]
    return {mark: weakest.count(at) for at, mark in enumerate(MARKS) if at in weakest}


@dataclass(frozen=True)
class Standing:
    """How an edition stands that is not known by its text."""

    edition: str
    standing: Literal["provisional", "conjecture"]


def standings(books: Iterable[Rulebook]) -> tuple[Standing, ...]:
    """Those of these editions that have to say so, each once."""
    heads = {book.id: book.head.standing for book in books}
    return tuple(Standing(id, standing) for id, standing in heads.items() if standing)


@cache
def sources() -> Mapping[int, str]:
    """What the numbers stand for: one line each."""
    bodies = parse(law_files()[EVIDENCE].decode(), EVIDENCE).get("source", {})
    return {int(number): convert(line, str, EVIDENCE) for number, line in table_of(bodies, EVIDENCE).items()}
