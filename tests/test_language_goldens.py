"""What three readers get, in every language, against texts that people wrote by hand: tests/languages/LANGUAGE/*.txt.

A player reads a calculation (`arpad explain`), an arbiter the letter that refuses a report, a newcomer the page that
counts down to a first rating. The office behind them is tests/languages/federation.toml. docs/translating.md says how
a golden is made.
"""

from __future__ import annotations

import json
import re
import shutil
from datetime import date
from html import unescape
from pathlib import Path

import pytest
from month_run import here
from site_made import site
from test_golden_lists import run
from tiny import as_files, read_federation
from typed import typed

from arpad.messages import ENGLISH, languages

HERE = Path(__file__).parent / "languages"
REFUSED = "refused"
TODAY = date(2024, 6, 7)
JUNIOR, NEWCOMER = 1000000018, 1000000129
TAG, BREAKS = re.compile(r"<[^>]+>"), re.compile(r"</?(?:p|h2|li|ul|section)\b[^>]*>")
RULE = re.compile(r"─+")
WRITTEN = sorted(path.name for path in HERE.iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An office that has published a list and took in a report that it will refuse."""
    home = tmp_path_factory.mktemp("goldens")
    told = read_federation(HERE / "federation.toml")
    address = home / "office.db"
    run(told, as_files(told, home / "files"), f"sqlite:///{address}")
    call = here(f"sqlite:///{address}")
    call("event", "register", HERE / f"{REFUSED}.event.toml", "--by", "A. Arbiter", "--now", "2024-06-01")
    call("report", "submit", HERE / f"{REFUSED}.trf", "--now", TODAY, may=1)
    return address


def calculation(office: Path, language: str) -> str:
    """What the junior reads of the rating on the list."""
    return typed("explain", JUNIOR, "--list", "2024-06", "--lang", language, "--db", office).out


def refusal(office: Path, language: str) -> str:
    """The letter to the arbiter, in the language of the office."""
    typed("office", "change", "--language", language, "--why", "x", "--yes", "--db", office, "--now", TODAY)
    done = typed(
        "report", "refuse", "CUP", "--dry-run", "--json", "--db", office, "--now", TODAY, "--who", "A. Officer"
    )
    return str(json.loads(done.out)[0]["letter"])


def countdown(office: Path, language: str) -> str:
    """What stands on the page of the newcomer about a first rating, a line for each part."""
    prefix = "" if language == ENGLISH else f"/{language}"
    with site(office) as (client, _):
        page = client.get(f"{prefix}/players/{NEWCOMER}").text
    section = re.search(r'<section class="waits" id="why-fide-standard">.*?</section>', page, re.DOTALL)
    assert section is not None, page
    return unescape(TAG.sub("", re.sub(r"<progress.*?</progress>", "", BREAKS.sub("\n", section[0]))))


TEXTS = {"calculation": calculation, "refusal": refusal, "countdown": countdown}


def plain(text: str) -> list[str]:
    """The lines of a text without rules; one blank for several, so that nobody counts columns."""
    lines = [" ".join(line.split()) for line in RULE.sub("", text).splitlines()]
    return [line for line in lines if line]


@pytest.fixture
def own_office(office: Path, tmp_path: Path) -> Path:
    """A copy of the office whose language may be changed."""
    return Path(shutil.copy(office, tmp_path))


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("language", WRITTEN)
def test_a_reader_gets_what_a_person_wrote(own_office: Path, language: str, name: str) -> None:
    golden = (HERE / language / f"{name}.txt").read_text("utf-8")
    assert plain(TEXTS[name](own_office, language)) == plain(golden)


def test_each_language_has_its_goldens() -> None:
    assert set(languages()) <= set(WRITTEN)
    assert {language: sorted(path.stem for path in (HERE / language).iterdir()) for language in WRITTEN} == (
        dict.fromkeys(WRITTEN, sorted(TEXTS))
    )
