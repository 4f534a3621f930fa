"""No English is left where another language is spoken: every text of the catalogue is replaced by marked letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_languages import catalogues, forget
from typed import typed

import arpad.messages as words

PLAIN = re.compile(r"(?<![\w./-])[a-z]{3,}(?![\w/-])")
REPORTS = {
    "open.trf": """012 Invented Open
022 Nowhere
032 UTO
042 2024/05/01
052 2024/05/05
062 4
092 Swiss
102 Arbiter, Ada
122 90'+30"
001    1 m    Invented, Ann                     2001 UTO        9001 1990/00/00  1.5    1     2 w 1     3 b =
001    2 m    Invented, Bob                     1901 UTO        9002 1990/00/00  1.0    2     1 b 0     4 w 1
001    3 m    Invented, Cyd                          UTO             1990/00/00  1.0    3     4 b =     1 w =
001    4 m    Invented, Dov                     1801 UTO        9004 1990/13/00  0.5    4     3 w =     2 b 0
""",
}
CODES = {"rated", "standard", "rapid", "blitz", "swiss", "team", "match", "games", "edition"}
"""Codes that stand as they are: of a status, a series, a system."""


@pytest.fixture(scope="module", autouse=True)
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("po")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "TRANSLATIONS", folder)
        forget()
        catalogues.write_pseudo()
        yield
    forget()


def left_in(text: str, names: str = "") -> list[str]:
    """Plain words of a text that are neither typed, nor a code, nor part of a name."""
    text = re.sub(r"`[^`]*`|“[^”]*”|--[a-z-]+", "", text)
    return sorted({word for word in PLAIN.findall(text) if word not in CODES and word not in names.lower()})


def test_a_word_that_is_left_is_found() -> None:
    assert left_in("ŧħḗ list of fide-standard `arpad list`") == ["list"]


def test_check_and_its_letter_say_nothing_in_english(tmp_path: Path) -> None:
    for name, text in REPORTS.items():
        file = tmp_path / name
        file.write_text(text, "utf-8")
        for more in ((), ("--letter",)):
            out = typed("check", str(file), "--lang", "qps", *more).out
            assert "ȧ" in out
            assert left_in(out, text) == []
