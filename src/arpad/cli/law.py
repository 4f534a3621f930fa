"""`arpad law`: the rulebooks, article by article, with what was printed, what is applied and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.output import emit, table
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.law import Rulebook, Ruling

RULING = re.compile(r"[ESResr][0-9]{1,3}")

law = typer.Typer(no_args_is_help=True, help="The rulebooks: what they say, what they print, what is applied and why.")

Id = Annotated[str, typer.Argument(metavar="ID", help="A rulebook, as `arpad law list` names it.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Witness = Annotated[
    str | None, typer.Option(metavar="TEXT", help="As this text prints it, uncorrected. `law list` names the texts.")
]
Series = Annotated[str | None, typer.Option(metavar="SERIES", help="Where one rulebook serves several series.")]


@law.command("list")
def list_(json: Json = False) -> None:
    """The rulebooks, by series and date."""
    from arpad.law import editions, rulebook
    from arpad.law.telling import rulebook_json

    books = [rulebook_json(rulebook(name)) for name in editions()]
    if json:
        emit(books)
        return
    rows = [
        (
            b["id"],
            ", ".join(b["series"]),
            b["in_force"],
            b["until"] or "-",
            ", ".join(b["witnesses"]),
            b["articles"],
        )
        for b in books
    ]
    table(("rulebook", "series", "in force from", "until", "texts", "articles"), rows)


@law.command()
def show(
    id: Id,
    article: Annotated[str | None, typer.Argument(help="One article; without it, all.", show_default=False)] = None,
    witness: Witness = None,
    series: Series = None,
    json: Json = False,
) -> None:
    """What a rulebook says: sentence, values, status and rulings of each article."""
    from arpad.law import rulebook
    from arpad.law.telling import article_json, rulebook_json

    book = rulebook(id, series, witness)
    chosen = [book.article(article)] if article else list(book.edition.articles.values())
    if json:
        told = [article_json(book, one) for one in chosen]
        emit(told[0] if article else {**rulebook_json(book), "articles": told})
        return
    print(book.head.title + (f", as printed in {witness}" if witness else ""))
    for one in chosen:
        _print_article(book, one.number, in_full=article is not None)


def _print_article(book: Rulebook, number: str, in_full: bool) -> None:
    from arpad.law.telling import TABLES, rulings_on, value_words

    one = book.article(number)
    also = "".join(f", {text} {there}" for text, there in one.also.items())
    print(f"\n{one.number}{also}  [{', '.join(one.statuses)}]\n  {one.says}")
    for concept in one.fills:
        print(f"  {concept}: {value_words(book, concept)}")
        if in_full and concept in TABLES:
            print(book.edition.fillings[concept].values[book.head.series[0]].layout.strip("\n"))
    if one.cites:
        print("  see also: " + ", ".join(f"{name} ({book.articles(name)[0]})" for name in one.cites))
    if one.reason:
        print(f"  not applied: {one.reason}")
    for ruling in rulings_on(book, one):
        if in_full:
            _print_ruling(ruling, indent="  ")
        else:
            print(f"  {ruling.id}: {ruling.applies}")


@law.command()
def coverage(id: Id, json: Json = False) -> None:
    """What becomes of each article; none of the text may be missing."""
    from arpad.law import rulebook
    from arpad.law.sources import coverage as count
    from arpad.law.sources import missing

    book = rulebook(id)
    counts, gone = count(book), missing(book)
    if json:
        statuses = {number: list(one.statuses) for number, one in book.edition.articles.items()}
        emit({"rulebook": id, "counts": counts, "missing": [list(pair) for pair in gone], "articles": statuses})
    else:
        rows = [(one.number, ", ".join(one.statuses), _about(one.fills or one.cites), one.reason) for one in
                book.edition.articles.values()]  # fmt: skip
        table(("article", "status", "concepts", "reason"), rows)
        told = ", ".join(f"{number} {status}" for status, number in counts.items() if number)
        print(f"\n{id}: {len(book.edition.articles)} articles: {told}; {len(gone)} missing")
        for text, number in gone:
            print(f"missing: {number} of {text}")
    if gone:
        raise typer.Exit(1)


def _about(concepts: tuple[str, ...]) -> str:
    return ", ".join(concepts)


@law.command()
def errata(
    id: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="Only this rulebook's; or one ruling, as E10.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Where the texts contradict each other or themselves, or are silent: what each prints, what is applied, why."""
    from arpad.law import editions, rulebook
    from arpad.law.telling import ruling_json

    found: dict[str, dict[str, Ruling]] = {}
    one = id.upper() if id and RULING.fullmatch(id) else None
    for name in [id] if id and not one else editions():
        for ruling in rulebook(name).rulings:
            if one in (None, ruling.id):
                found.setdefault(ruling.id, {})[name] = ruling
    if not found:
        raise Misuse(f"no ruling is called {id}")
    ordered = sorted(found, key=lambda name: (name[0], int(name[1:])))
    if json:
        emit([{"id": n, "rulebooks": {book: ruling_json(r) for book, r in found[n].items()}} for n in ordered])
        return
    for name in ordered:
        alike: dict[tuple[str, ...], list[tuple[str, Ruling]]] = {}
        for book, ruling in found[name].items():
            alike.setdefault((ruling.applies, ruling.because, *ruling.printed), []).append((book, ruling))
        for same in alike.values():
            where = "; ".join(f"{book} {ruling.article}".strip() for book, ruling in same)
            print(f"{name}  {where}" + (f"  ({same[0][1].concept})" if same[0][1].concept else ""))
            _print_ruling(same[0][1], indent="    ", named=False)
            print()
    if not one:
        kinds = {"E": "errata", "S": "readings where the texts are silent", "R": "further rulings"}
        counts = {kind: sum(name[0] == letter for name in ordered) for letter, kind in kinds.items()}
        print(", ".join(f"{number} {kind}" for kind, number in counts.items() if number))


def _print_ruling(ruling: Ruling, indent: str, named: bool = True) -> None:
    from arpad.law.telling import printed_words

    if named:
        print(f"{indent}{ruling.kind} {ruling.id}")
        indent += "  "
    lines = [ruling.question, *printed_words(ruling), f"applied: {ruling.applies}"]
    lines += [f"otherwise: {ruling.alternative}" if ruling.alternative else "", f"because: {ruling.because}"]
    for line in lines:
        if line:
            print(indent + line)


@law.command()
def diff(old: Id, new: Id, series: Series = None, json: Json = False) -> None:
    """Compare two rulebooks, article by article and value by value."""
    from arpad.law import rulebook
    from arpad.law.compare import compare

    books = rulebook(old, series), rulebook(new, series)
    found = compare(*books)
    if json:
        emit([
            {"subject": d.subject, old: {"article": d.articles[0] or None, "says": d.says[0] or None},
             new: {"article": d.articles[1] or None, "says": d.says[1] or None}} for d in found
        ])  # fmt: skip
        return
    if old == new or not found:
        print(f"{old} and {new} say the same")
        return
    rows = [(d.subject, _side(d.articles[0], d.says[0]), _side(d.articles[1], d.says[1])) for d in found]
    table(("", old, new), rows, lines=True)
    print(f"\n{len(found)} difference" + ("s" if len(found) > 1 else ""))


def _side(article: str, says: str) -> str:
    return f"{article}: {says}" if says else "-"


@law.command("table")
def table_(id: Id, witness: Witness = None, json: Json = False) -> None:
    """Both conversion tables, as printed."""
    from arpad.law import rulebook
    from arpad.law.rules.rating import DP_TABLE, EXPECTATION_TABLE

    book = rulebook(id, witness=witness)
    if json:
        bands = [{"from": b.low, "to": b.high, "higher": b.higher, "lower": b.lower} for b in book.expectation.bands]
        emit({"rulebook": id, "witness": witness, "dp": {str(p): d for p, d in sorted(book.performance.dp.items())},
              "expected": bands, "flaws": list(book.edition.flaws)})  # fmt: skip
        return
    for concept in (DP_TABLE, EXPECTATION_TABLE):
        print(f"{book.articles(concept)[0]}: {concept.decides}")
        print(book.edition.fillings[concept.name].values[book.head.series[0]].layout.strip("\n") + "\n")
    for flaw in book.edition.flaws:
        print(f"this print fails a proof: {flaw}")
