"""A folder of bad rulebooks, one sin each against `good.toml`, with the exact line that refuses it.

A `.diff` has comment lines (`expect`, `sin`, and `witness` where the sin shows only in a print) and then hunks: lines
that stand in the good rulebook after `-`, lines that stand there instead after `+`; without `-` lines at its end.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from arpad.law import LawError, edition
from arpad.law.edition import read_edition
from arpad.law.filling import Decimal, parse
from arpad.law.rulings import read_readings

FOLDER = Path(__file__).parent / "bad_rulebooks"
GOOD = (FOLDER / "good.toml").read_text("utf-8")
BAD = sorted(FOLDER.glob("*.diff"))


def patched(diff: str) -> str:
    """The good rulebook with the hunks of a diff applied."""
    text = GOOD
    for hunk in diff.split("\n\n"):
        lines = [line for line in hunk.splitlines() if not line.startswith("#")]
        was = "".join(line[1:] + "\n" for line in lines if line.startswith("-"))
        reads = "".join(line[1:] + "\n" for line in lines if line.startswith("+"))
        if was:
            assert text.count(was) == 1, f"{was!r} stands {text.count(was)} times in good.toml"
            text = text.replace(was, reads)
        elif reads:
            text += "\n" + reads
    assert text != GOOD
    return text


@pytest.mark.parametrize("path", BAD, ids=[path.stem for path in BAD])
def test_a_bad_rulebook_is_refused_in_one_exact_line(path: Path) -> None:
    diff = path.read_text("utf-8")
    said = dict(line[2:].split(": ", 1) for line in diff.splitlines() if line.startswith("# "))
    with pytest.raises(LawError) as refusal:
        read_edition(patched(diff), "bad.toml", witness=said.get("witness"))
    assert str(refusal.value) == said["expect"]
    assert said["sin"].endswith(".")


DEEP, LONG = "x = " + "[" * 20_000, "x = " + "9" * 5000


@pytest.mark.parametrize("text", [DEEP, LONG], ids=["deep", "long number"])
def test_what_the_reader_of_toml_cannot_hold_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(LawError) as refusal:
        parse(text, "bad.toml")
    assert str(refusal.value).startswith("bad.toml: not a TOML file: ")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("witness", [None, "001-xx", "002-yy"])
def test_the_good_rulebook_loads(witness: str | None) -> None:
    """The control: without its sin each of them would pass."""
    book = read_edition(GOOD, "good.toml", witness=witness)
    assert len(book.articles) == 11
    assert book.fillings["floor"].values["fide-blitz"].rating == 1400


def test_the_folder_is_not_a_token() -> None:
    assert len(BAD) >= 25
    assert len({path.read_text("utf-8").splitlines()[1] for path in BAD}) == len(BAD)


# --- values of any wrong kind, in any place ---------------------------------------------------------------------------

WRONG: tuple[Any, ...] = (5, True, "x", [], [5], [["x"]], {}, {"x": 1}, date(2020, 1, 1), Decimal("1.5"))


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a parsed file."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*at, key)
        yield from places(inner, (*at, key))


def put(raw: dict[str, Any], at: tuple[Any, ...], wrong: Any) -> dict[str, Any]:
    changed = copy.deepcopy(raw)
    inner: Any = changed
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = wrong
    return changed


@pytest.mark.parametrize("witness", [None, "001-xx"])
def test_a_value_of_a_wrong_kind_is_refused_or_taken_but_never_a_traceback(
    monkeypatch: pytest.MonkeyPatch, witness: str | None
) -> None:
    raw = parse(GOOD, "good.toml")
    refusals = []
    for at in places(raw):
        for wrong in WRONG:
            spoilt = put(raw, at, wrong)
            monkeypatch.setattr(edition, "parse", lambda *_, spoilt=spoilt: spoilt)
            try:
                read_edition("", "bad.toml", witness=witness)
            except LawError as refusal:
                refusals.append(str(refusal))
    assert len(refusals) > 900
    assert [said for said in refusals if len(said.splitlines()) != 1] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("reading = 5", "readings.toml: reading: expected a list of tables, [[reading]], found 5"),
        ("[[reading]]\nid = 'S1'", "readings.toml: ruling S1: missing key 'applies'"),
        (
            "[[reading]]\nid = 'S1'\napplies = 'a'\nbecause = 'b'\nquestion = 'c'\nalternative = 'd'",
            "readings.toml: ruling S1: missing key 'concept'",
        ),
        (
            "[[reading]]\nid = 'S1'\napplies = 'a'\nbecause = 'b'\nquestion = 'c'\nalternative = 'd'\nconcept = 'flor'",
            "readings.toml: ruling S1: unknown concept 'flor'; did you mean 'floor'?",
        ),
        ("[[reading]", "readings.toml: not a TOML file: "),
    ],
)
def test_bad_readings_are_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(LawError) as refusal:
        read_readings(text, "readings.toml")
    assert str(refusal.value).startswith(said)
    assert "\n" not in str(refusal.value)


def test_good_toml_is_toml_of_the_standard_library() -> None:
    assert tomllib.loads(GOOD)["edition"]["id"] == "good"
