"""docs/vocabulary.md: an index from what a text says to every concept, and examples that a rulebook could have."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from arpad.law.edition import _values
from arpad.law.rules import CONCEPTS
from arpad.law.rules.rating import DP_TABLE, EXPECTATION_TABLE

DOCS = Path(__file__).resolve().parents[1] / "docs"
INDEX = tomllib.loads((DOCS / "vocabulary-index.toml").read_text("utf-8"))
PAGE = (DOCS / "vocabulary.md").read_text("utf-8")
LARGEST = 48_000  # bytes


def test_the_index_finds_every_concept_once() -> None:
    named = [name for sentences in INDEX.values() for concepts in sentences.values() for name in concepts]
    assert sorted(named) == sorted(CONCEPTS)
    assert all(sentence.endswith(".") for sentences in INDEX.values() for sentence in sentences)
    for name in CONCEPTS:
        assert f"(#{name})" in PAGE
        assert f"\n## {name}\n" in PAGE


def test_an_example_is_one_that_a_rulebook_can_have() -> None:
    """Every value lies in its range; and a first provisional rating does not wait for a thousand games."""
    examples = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    assert len(examples) >= sum(len(concept.methods) for concept in CONCEPTS.values())
    for example in examples:
        ((article, concept),) = re.findall(r'^\[article\."(.*)"\.([a-z-]+)\]$', example, re.M)
        if concept in (DP_TABLE.name, EXPECTATION_TABLE.name):
            continue
        table = tomllib.loads(example)["article"][article][concept]
        assert _values(CONCEPTS[concept], table, ("any",), "example")
    assert '[article."N".provisional-list]\ngames = 1\n' in PAGE


def test_the_page_is_one_that_somebody_reads() -> None:
    assert len(PAGE.encode()) < LARGEST
    assert "Used by" not in PAGE
    assert (
        "| [provisional-list](vocabulary.md#provisional-list) |  | none |" in (DOCS / "vocabulary-uses.md").read_text()
    )
