"""The pages on rating and on the calculators: every example is run, and every module has its heading."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from pathlib import Path

import pytest

from arpad.cli import main

ROOT = Path(__file__).parent.parent
PAGES = ("rating.md", "calculators.md")
MODULES = {
    *("limit", "expected", "coefficient", "change", "newcomers", "initial", "roundrobin", "pool", "calculation"),
    *("seats", "period"),
}


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", (ROOT / "docs" / page).read_text("utf-8"), re.S | re.M)


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_a_page_answers_as_printed(page: str) -> None:
    session = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    assert len(test.examples) > 10
    runner = doctest.DocTestRunner(verbose=False)
    told: list[str] = []
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)


def commands(page: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in "".join(blocks(page, "console")).splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


@pytest.mark.parametrize(("command", "printed"), [pytest.param(*one, id=one[0][:70]) for one in commands(PAGES[1])])
def test_a_command_of_the_page_prints_what_the_page_shows(
    command: str, printed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr()
    assert [line.rstrip() for line in (told.out + told.err).splitlines() if line.strip()] == printed
    assert end.value.code in (0, None, 2)


def test_every_module_has_its_heading() -> None:
    """One name, said aloud everywhere: module, test, heading."""
    headings = set(re.findall(r"^## (\w+)$", (ROOT / "docs" / "rating.md").read_text("utf-8"), re.M))
    assert headings == MODULES
    rooms = (ROOT / "src" / "arpad" / room for room in ("rating", "explain"))
    beside = {path.stem for room in rooms for path in room.glob("[a-z]*.py")}
    assert MODULES - {"seats"} <= beside
    for module in MODULES - {"period"}:
        assert (ROOT / "tests" / f"test_{module}.py").exists(), module
