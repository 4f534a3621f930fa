"""A short tour of what works today: rulebooks, articles, two texts that contradict each other, a month, a report.

Nothing here is stored: every number is asked of the law while you watch.
"""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table

import arpad
from arpad.exact import decimal, half_up, points
from arpad.intake import read
from arpad.law import Hole, LawError, Rulebook, editions
from arpad.law.cited import Ruling
from arpad.law.rules.newcomers import OVER_HALF, Bonus
from arpad.law.telling import decimal_text, printed_words, value_words
from arpad.pipeline import check

if isinstance(sys.stdout, io.TextIOWrapper):
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # the texts have letters of six languages
console = Console(highlight=False, width=min(100, Console().width))


def main() -> None:
    console.print(Panel("Arpad: a chess rating office. Every number with its article.", box=box.ROUNDED, style="bold"))
    the_rulebooks()
    one_article()
    one_look_up()
    one_contradiction()
    one_period()
    one_report()
    what_next()


def heading(text: str) -> None:
    console.print()
    console.print(Rule(text, align="left", style="dim"))


def say(text: str) -> None:
    console.print(Padding(Markdown(text), (1, 0, 1, 0)))


# --- 1 ----------------------------------------------------------------------------------------------------------------


def the_rulebooks() -> None:
    heading("1. The rulebooks")
    say("The law is data: one file per edition, in article order. The day an event **starts** chooses the edition.")
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for title in ("rulebook", "in force", "K", "limit", "floor"):
        drawn.add_column(title, no_wrap=title == "rulebook")
    for name in editions():
        book = arpad.rulebook(name)
        head, fill = book.head, book.edition.fillings
        ks = sorted({c.k for c in next(iter(fill["coefficient"].values.values())).clauses}, reverse=True)
        limit = next(iter(fill["difference-limit"].values.values())).limit
        floor = next(iter(fill["floor"].values.values())).rating
        days = f"{head.in_force} to {head.until}" if head.until else f"{head.in_force} on"
        drawn.add_row(name, days, " ".join(str(k) for k in ks), str(limit), str(floor))
    console.print(drawn)
    console.print()
    for series, day in (("fide-standard", date(2025, 10, 1)), ("fide-blitz", date(2022, 6, 1))):
        console.print(f"  {series} on {day}: ", end="")
        try:
            console.print(f"[green]{arpad.in_force(series, day).id}[/]")
        except LawError as refusal:
            console.print(f"[yellow]{refusal}[/]")


# --- 2 ----------------------------------------------------------------------------------------------------------------


def one_article() -> None:
    heading("2. An article")
    book = arpad.rulebook("fide-standard-2025")
    article = book.article("8.3.1")
    say(f"What **{article.number}** of *{book.head.title}* says in our words, the values it gives, and its status:")
    console.print(Padding(article.says, (0, 2)))
    console.print()
    for concept in article.fills:
        console.print(f"  [bold]{concept}[/]: {value_words(book, concept)}")
    console.print(f"  status: {', '.join(article.statuses)}")


# --- 3 ----------------------------------------------------------------------------------------------------------------


def one_look_up() -> None:
    heading("3. A look-up")
    book = arpad.rulebook("fide-standard-2024")
    table, limit = book.articles("expectation-table")[0], book.articles("difference-limit")[0]
    say("Anna (2450) beats Boris (2000). What was expected of her?")
    limited, bare = book.expected(450), book.expected(450, limited=False)
    console.print(f"  {decimal(limited)}  with the limit: a difference of 450 counts as 400 ({limit}, {table})")
    console.print(f"  {decimal(bare)}  from the bare table ({table})")
    console.print(f"  So her win is worth {decimal(100 - limited)} times K, his loss {decimal(limited - 100)}.")


# --- 4 ----------------------------------------------------------------------------------------------------------------


def one_contradiction() -> None:
    heading("4. Two texts of one rulebook contradict each other")
    corrected = arpad.rulebook("fide-standard-2009")
    polish, estonian = (arpad.rulebook("fide-standard-2009", witness=text) for text in corrected.head.witness)
    ruling = next(ruling for ruling in corrected.rulings if ruling.id == "E1")
    say(f"Article **{ruling.article}** of 2009: what does a newcomer get for each half point over one half?")
    half_points, games, average = 13, 12, 2184
    say(f"Clara, new to the list, scores {points(half_points)} of {games} against opponents who average {average}.")
    for name, book in (("000-pl", polish), ("003-et", estonian), ("applied", corrected)):
        bonus = per_half_point(book)
        first = half_up(average + (half_points - games) * bonus)
        console.print(f"  {name:8} {decimal_text(bonus):>5} per half point: first rating [bold]{first}[/]")
    console.print()
    show(ruling)
    row = next(ruling for ruling in corrected.rulings if ruling.id == "E2")
    say(f"The tables differ, too ({row.id}). The expected score at a difference of 327:")
    for name, book in (("000-pl", polish), ("003-et", estonian), ("applied", corrected)):
        console.print(f"  {name:8} {decimal(book.expected(327))}")
    say("And a hole in a printed table stays a hole, when you ask for the print:")
    try:
        arpad.rulebook("ukraine-2018", witness="001-uk").expected(405, limited=False)
    except Hole as hole:
        console.print(Padding(f"[yellow]{hole}[/]", (0, 2)))


def per_half_point(book: Rulebook) -> Fraction:
    over = book.rule(OVER_HALF)
    assert isinstance(over, Bonus)
    return over.per_half_point


def show(ruling: Ruling) -> None:
    """What was printed, what is applied, and why."""
    lines = [*printed_words(ruling), f"[bold]applied[/]: {ruling.applies}", f"[bold]because[/]: {ruling.because}"]
    console.print(Panel("\n".join(lines), title=f"ruling {ruling.id}", title_align="left", box=box.ROUNDED))


# --- 5 ----------------------------------------------------------------------------------------------------------------


def one_period() -> None:
    heading("5. A month of one player")
    say("Dora (2400, K 10) beats a 1995, draws with an unrated player and beats a 2813. Nothing vanishes:")
    games = [
        {"opponent": 1995, "score": 1},
        {"opponent": None, "score": Fraction(1, 2)},
        {"opponent": 2813, "score": 1},
    ]
    answer = arpad.rulebook("fide-standard-2025").rate_period({"rating": 2400, "k": 10}, [{"games": games}])
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for title in ("opponent", "score", "D", "counted", "PD", "dR", "status", "articles"):
        drawn.add_column(title)
    for game in answer["events"][0]["games"]:
        cells = [game[key] for key in ("opponent", "score", "difference", "counted", "expected", "delta", "status")]
        drawn.add_row(*("-" if cell is None else str(cell) for cell in cells), ", ".join(game["articles"]))
    console.print(drawn)
    console.print()
    for step in answer["steps"]:
        console.print(f"  {step['what']:36} {step['value']:>6}   [dim]{', '.join(step['articles'])}[/]")


# --- 6 ----------------------------------------------------------------------------------------------------------------


def one_report() -> None:
    heading("6. A report, before it is sent")
    path = Path(__file__).parents[1] / "docs" / "examples" / "open.trf"
    report, findings = read(path.read_bytes(), path.name)
    say(f"*{report.facts.name}*, {len(report.players)} players, at {report.facts.time_control}. May it be rated?")
    given: dict[str, Any] = {"series": "fide-standard", "registered": date(2025, 10, 20), "hybrid": False, "laws": True}
    answer = check(report, findings, replace(report.facts, **given), frozenset(given), (), date(2025, 11, 10))
    for finding in answer.findings[:1] + answer.findings[-2:]:
        console.print(Padding(str(finding), (0, 2)))
    games, players = answer.excluded
    told = f"{answer.verdict}: {games} games and {players} player excluded; list of {answer.list_day}"
    console.print(f"\n  [green]{told}[/]" + (f"; report by {answer.deadline.day}" if answer.deadline else ""))


# --- 7 ----------------------------------------------------------------------------------------------------------------


def what_next() -> None:
    heading("7. What to type next")
    console.print()
    for command, answer in (
        ("law show fide-standard-2025 8.3.3", "K, its clauses and their order"),
        ("law diff fide-standard-2024 fide-standard-2025", "what changed in October 2025"),
        ("law errata fide-standard-2009", "every contradiction, and what is applied"),
        ("law coverage ukraine-2018", "what becomes of each article"),
        ("check docs/examples/open.trf --as-of 2025-11-10", "is this report good? Undecided, with the questions"),
        ("calc period --rulebook fide-standard-2025 --rating 2400 --k 10 --game 1995:1", "a rating change on paper"),
    ):
        console.print(f"  ./dev arpad {command}", soft_wrap=True)
        console.print(f"      [dim]{answer}[/]")
    console.print("\n  docs/law/ has one page per rulebook, to be laid beside its text.")


if __name__ == "__main__":
    main()
