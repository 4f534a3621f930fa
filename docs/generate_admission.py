"""Write docs/admission.md and docs/check.md: the order of the questions, one cross table under every edition, and the
journey of an arbiter with what the commands really print."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from arpad.admission import CHECKS
from arpad.admission.plausibility import THRESHOLDS
from arpad.cli import app
from arpad.exact import decimal
from arpad.finding import Tier
from arpad.intake import read
from arpad.intake.codes import counted
from arpad.intake.sidecar import answer, facts_of
from arpad.law import editions, rulebook
from arpad.model import Verdict
from arpad.pipeline import Answer, check

DOCS = Path(__file__).resolve().parent
EXAMPLES = DOCS / "examples"
DAY = timedelta(days=1)
# edition -> series, first day; the editions in the order in which they came into force
DATED = (
    ("fide-standard-2009", "fide-standard", date(2010, 3, 5)),
    ("ukraine-2018", "ukraine", date(2019, 5, 3)),
    ("fide-rapid-blitz-2018", "fide-rapid", date(2019, 5, 3)),
    ("fide-standard-2024", "fide-standard", date(2024, 5, 3)),
    ("fide-rapid-blitz-2024", "fide-rapid", date(2024, 5, 3)),
    ("fide-rapid-blitz-2024-12", "fide-rapid", date(2025, 5, 3)),
    ("fide-standard-2025", "fide-standard", date(2025, 11, 3)),
)
CONTROLS = {
    "fide-standard": ("60'+30\"", "90'+30\""), "ukraine": ("60'+30\"", "90'+30\""), "fide-rapid": ("15'+10\"",),
}  # fmt: skip
FACTS: dict[str, Any] = {
    "laws": True, "hybrid": False, "notation": True, "agreed": True, "norms": False, "official": False,
    "national_championship": False, "arbiters": [{"name": "Arbiter, Ada", "licence": "A1"}],
}  # fmt: skip


def pages() -> dict[str, str]:
    """Path below docs/ -> text."""
    return {"admission.md": admission_page(), "check.md": check_page()}


# --- admission.md -------------------------------------------------------------------------------------------------


def admission_page() -> str:
    template = (DOCS / "admission.template.md").read_text("utf-8")
    parts = {"questions": questions(), "verdicts": verdicts(), "table": crosstable(), "odd": thresholds()}
    return filled(template, parts)


def questions() -> str:
    """The checks in their order, and the article that fills each in every edition."""
    books = [rulebook(name) for name in editions()]
    names = " | ".join(book.id.removeprefix("fide-") for book in books)
    rows = [f"| | asks | {names} |", "|---" * (len(books) + 2) + "|"]
    for number, (concept, _) in enumerate(CHECKS, 1):
        articles = ((book.articles(concept)[:1] or ("",))[0] for book in books)
        rows.append(f"| {number} | **{concept.name}**: {concept.decides} | {' | '.join(articles)} |")
    return "\n".join(rows)


def dated(text: str, start: date, control: str) -> str:
    """The cross table of the example, moved to another day and time control."""
    rounds = 9
    days = [start + turn * DAY for turn in range(rounds)]
    text = re.sub(r"^042 .*$", f"042 {days[0]:%Y/%m/%d}", text, flags=re.M)
    text = re.sub(r"^052 .*$", f"052 {days[-1]:%Y/%m/%d}", text, flags=re.M)
    text = re.sub(r"^122 .*$", f"122 {control}", text, flags=re.M)
    return re.sub(r"^132 .*$", f"{'132':<91}" + "  ".join(f"{day:%y/%m/%d}" for day in days), text, flags=re.M)


def judged(series: str, start: date, control: str) -> Answer:
    text = dated((EXAMPLES / "cup.trf").read_text("utf-8"), start, control)
    report, findings = read(text.encode(), "cup.trf")
    given = facts_of({**FACTS, "series": series, "registered": start - 60 * DAY}, "docs")
    return check(report, findings, answer(report.facts, given), frozenset(given), (), start + 9 * DAY)


def verdicts() -> str:
    """The same cross table under every edition."""
    rows = ["| edition | starts | time control | verdict | because |", "|---|---|---|---|---|"]
    for edition, series, start in DATED:
        for control in CONTROLS[series]:
            found = judged(series, start, control)
            assert found.edition == edition
            games, players = counted(found.excluded[0], "game"), counted(found.excluded[1], "player")
            told = f"ratable with {games} and {players} excluded" if found.verdict == Verdict.WITH_EXCLUSIONS else ""
            why = {(each.code, *each.articles[:1]): None for each in found.findings if each.tier != Tier.ADVICE}
            because = ", ".join(f"{code} ({article})" for code, article in why) or "nothing stands against it"
            rows.append(f"| {edition} | {start} | {control} | {told or found.verdict.replace('-', ' ')} | {because} |")
    return "\n".join(rows)


def crosstable() -> str:
    lines = (EXAMPLES / "cup.trf").read_text("utf-8").splitlines()
    players = [line for line in lines if line.startswith("001 ")]
    return "\n".join(f"{line[4:8]}  {line[14:30]} {line[48:52]}  {line[80:84]}  {line[91:]}" for line in players)


def thresholds() -> str:
    return (
        f"{THRESHOLDS.meetings} meetings of one pair, {THRESHOLDS.games_a_day} games a day, "
        f"{decimal(THRESHOLDS.beyond)} points from expectation,\n"
        f"{THRESHOLDS.shared} per cent of the games in another report"
    )


# --- check.md -----------------------------------------------------------------------------------------------------


def check_page() -> str:
    """The journey, with every command run for real."""
    template = (DOCS / "check.template.md").read_text("utf-8")
    with examples():
        return re.sub(r"^```console\n\$ arpad (.*?)\n```$", lambda found: shown(found[1]), template, flags=re.M | re.S)


@contextmanager
def examples() -> Iterator[None]:
    """A copy of the examples to work in."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def shown(command: str) -> str:
    """A command and what it prints."""
    words = shlex.split(command.replace("\\\n", " "))
    printed = CliRunner().invoke(app, words)
    assert printed.exception is None or isinstance(printed.exception, SystemExit), (command, printed.exception)
    return f"```console\n$ arpad {command}\n{printed.stdout.rstrip()}\n```"


def filled(template: str, parts: dict[str, str]) -> str:
    for name, text in parts.items():
        assert f"<!-- {name} -->" in template, name
        template = template.replace(f"<!-- {name} -->", text)
    return template


if __name__ == "__main__":
    for name, text in pages().items():
        (DOCS / name).write_text(text, "utf-8")
