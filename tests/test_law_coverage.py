"""`arpad law coverage` is honest: no article counts as applied, checked, published or procedure that no code reads.

What is read is derived here from the program's syntax trees, not from what the vocabulary says of itself: a concept is
read where some module beside the vocabulary names it, and a value where some module takes it from an object. That each
value also changes an answer is shown in `test_law_is_read.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lawtexts import EDITIONS, read, text_of
from typed import typed

import arpad
from arpad.law import LawError, rulebook
from arpad.law.rules import CONCEPTS
from arpad.law.rules.concept import TOLD, Concept, Room, told
from arpad.law.rules.office import APPEAL
from arpad.law.sources import coverage

COUNTED = {room.value for room in Room}
VOCABULARY = "law/rules/"


@cache
def named_in_code() -> tuple[frozenset[str], frozenset[str]]:
    """The names that code uses, beside importing them, and the attributes that it takes."""
    source, names, taken = Path(arpad.__file__).parent, set(), set()
    for path in source.rglob("*.py"):
        if VOCABULARY in path.as_posix():
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                names.add(node.id)
            elif isinstance(node, ast.Attribute):
                names.add(node.attr)
                taken.add(node.attr)
            elif isinstance(node, ast.keyword | ast.MatchClass):  # a pattern takes a value apart
                taken.update(getattr(node, "kwd_attrs", ()))
    return frozenset(names), frozenset(taken)


def is_asked_for(concept: Concept[Any]) -> bool:
    """Whether code names it; or, where it has no values, whether the arithmetic knows no other way."""
    names, _ = named_in_code()
    without = not any(fields(method) for method in concept.methods)
    return concept.name.upper().replace("-", "_") in names or (without and bool(concept.built_in))


def reads_a_value(concept: Concept[Any], method: type[Any]) -> bool:
    """Whether code takes one of its values, where it has any."""
    known = {each.name for each in fields(method)}
    return not known or bool((known - concept.unread(method).keys()) & named_in_code()[1])


def read_concepts(edition: str) -> Iterator[str]:
    """The concepts of an edition that code reads, as its syntax says."""
    for name, filled in rulebook(edition).edition.fillings.items():
        concept = CONCEPTS[name]
        built = bool(concept.built_in) and is_asked_for(concept)
        if built or (
            is_asked_for(concept) and all(reads_a_value(concept, type(value)) for value in filled.values.values())
        ):
            yield name


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_article_counts_whose_values_no_code_reads(edition: str) -> None:
    book, code = rulebook(edition), set(read_concepts(edition))
    counted = {number: a for number, a in book.edition.articles.items() if a.statuses[0] in COUNTED}
    for number, article in counted.items():
        own = article.fills or article.cites
        read_here = [name for name in own if name in code and not CONCEPTS[name].why_unread]
        assert read_here, f"{number} counts as {article.statuses[0]}, and no code reads {own}"
    counts = coverage(book)
    assert sum(counts[status] for status in COUNTED) == len(counted)
    assert sum(counts.values()) == len(book.edition.articles)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_told_only_says_why_and_becomes_counted_when_it_is_read(edition: str) -> None:
    """Nothing that code does read stays among what is told, and every article there has its reason."""
    book, code = rulebook(edition), set(read_concepts(edition))
    answer = typed("law", "coverage", edition).out
    for number, article in book.edition.articles.items():
        if article.statuses[0] != TOLD:
            continue
        reasons = [article.reason, *(CONCEPTS[name].why_unread for name in article.fills)]
        assert any(reasons) or all(CONCEPTS[name].unread(type(v)) for name in article.fills
                                   for v in book.edition.fillings[name].values.values()), number  # fmt: skip
        line = next(line for line in answer.splitlines() if line.split()[:1] == [number])
        assert " told" in line
        for name in article.fills:
            if not any(fields(m) for m in CONCEPTS[name].methods):
                assert name not in code, f"{number}: {name} is told only, and code asks for it"


def test_the_duties_of_people_are_told_and_not_procedure() -> None:
    """2009 11.1-11.4, rapid and blitz 2018 11.1-11.4: what the administrator must be able to do."""
    for edition in ("fide-standard-2009", "fide-rapid-blitz-2018"):
        for number in ("11.1", "11.2", "11.3", "11.4"):
            article = rulebook(edition).article(number)
            assert article.statuses == (TOLD,)
            assert article.reason


def test_procedure_is_not_written_by_hand() -> None:
    text = text_of("ukraine-2018").replace('status = "told"', 'status = "procedure"', 1)
    with pytest.raises(LawError, match="status 'procedure' is not written by hand; only told, not applied are"):
        read(text)


# --- planted ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Nobodys:
    """A value that no code reads."""

    nobody_reads_this: int = field(metadata=told("There is nobody."))


def test_a_concept_all_of_whose_values_are_told_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: an article that fills it counts as told, also where it cites one that is read."""
    planted = Concept("nobodys-rule", Room.OFFICE, "nothing", (Nobodys,))
    assert planted.status(Nobodys) == TOLD
    assert not is_asked_for(planted)
    assert not reads_a_value(planted, Nobodys)
    assert replace(planted, why_unread="Why?").status(Nobodys) == TOLD
    for module in ("edition", "rulings"):
        monkeypatch.setattr(f"arpad.law.{module}.CONCEPTS", {**CONCEPTS, planted.name: planted})
    text = text_of("fide-standard-2024")
    assert read(text).articles["0.4"].statuses == (Room.OFFICE.value,)
    own = """[article."0.9"]
says = "Nobody does 7 things."
cites = ["appeal"]
"""
    filled = own + '[article."0.9".nobodys-rule]\nnobody_reads_this = 7\n'
    first = text.index("[article.")
    assert read(text[:first] + own + text[first:]).articles["0.9"].statuses == (APPEAL.room.value,)
    assert read(text[:first] + filled + text[first:]).articles["0.9"].statuses == (TOLD,)
