"""The error gallery: every finding code of intake has a file that provokes it and prints exactly what it must."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typed import Runner

from arpad.cli import app
from arpad.finding import Remedy
from arpad.intake import CODES
from arpad.intake.codes import remedies_in
from arpad.messages import advise, remedies, sentences

ERRORS = Path(__file__).parent / "errors"
GALLERY: dict[str, dict[str, Any]] = tomllib.loads((ERRORS / "gallery.toml").read_text("utf-8"))


def test_every_code_has_an_entry_and_every_entry_a_code() -> None:
    assert list(GALLERY) == list(CODES)


def test_every_code_has_a_sentence_and_a_remedy_and_those_of_tables_and_pgn_are_used() -> None:
    said = {message.partition("/")[0] for message in sentences()}
    assert [code for code in CODES if code not in said or not advise(Remedy(code))] == []
    own = {action for action in remedies() if action.startswith(("table/", "pgn/"))}
    used = {remedy.action for kind in ("table", "pgn") for remedy in remedies_in(kind).values()}
    assert own == used - set(CODES)


def test_every_file_of_the_gallery_belongs_to_an_entry() -> None:
    used = {word for entry in GALLERY.values() for word in entry["run"].split() if "." in word}
    assert {path.name for path in ERRORS.iterdir()} == used | {"gallery.toml"}


@pytest.mark.parametrize("code", GALLERY)
def test_the_file_prints_exactly_what_the_gallery_says(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = GALLERY[code]
    monkeypatch.chdir(ERRORS)
    if entry.get("unreadable"):
        monkeypatch.setattr("arpad.intake.recognise.open", _not_allowed, raising=False)
    result = Runner().invoke(app, entry["run"].split())
    printed = result.stdout if entry["run"].startswith("check") else result.stderr
    assert printed == entry["prints"]
    assert result.exit_code == entry["exit"]
    assert f" {code} (" in printed


def _not_allowed(*_: Any, **__: Any) -> None:
    raise PermissionError(13, "Permission denied")


def test_the_page_of_errors_is_fresh() -> None:
    """docs/errors.md is generated from the gallery; whoever changes one changes the other."""
    docs = Path(__file__).parents[1] / "docs"
    sys.path.insert(0, str(docs))
    try:
        import generate_errors
    finally:
        sys.path.remove(str(docs))
    for name, text in generate_errors.pages().items():
        assert (docs / name).read_text("utf-8") == text
