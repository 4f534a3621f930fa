"""`arpad law`: the rulebooks, article by article, with what was printed, what is applied and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.output import answer, table
from arpad.cli.rulebooks import LawDb, lay_open_office, named
from arpad.cli.screen import untouched

if TYPE_CHECKING:
    from arpad.law import Article, Rulebook, Ruling
    from arpad.law.compare import Side
    from arpad.law.shown import BookShown

RULING = re.compile(r"[ESResr][0-9]{1,3}")

law = typer.Typer(no_args_is_help=True, help="The rulebooks: what they say, what they print, what is applied and why.")

Id = Annotated[
    str,
    typer.Argument(
        metavar="ID|FILE", help="A rulebook, as `arpad law list` names it, or a file of your own.", show_default=False
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Witness = Annotated[
    str | None, typer.Option(metavar="TEXT", help="As this text prints it, uncorrected. `law list` names the texts.")
]
Series = Annotated[str | None, typer.Option(metavar="SERIES", help="Where one rulebook serves several series.")]


@law.command("list")
def list_(db: LawDb = "", json: Json = False) -> None:
    """The rulebooks, by series and date: those of Arpad, of the directory in ARPAD_LAW, and of an office."""
    from arpad.law import editions, rulebook
    from arpad.law.shown import book_shown

    lay_open_office(db)
    books = tuple(book_shown(rulebook(name)) for name in editions())
    if json:
        answer("law list", books)
        return
    rows = [
        (b.id, ", ".join(b.series), b.in_force, b.until or "-", ", ".join(b.witnesses), b.article_count, _stands(b))
        for b in books
    ]
    table(("rulebook", "series", "in force from", "until", "texts", "articles", ""), rows)


def _stands(book: BookShown) -> str:
    """How an edition stands, where that has to be said."""
    return ", ".join(filter(None, (book.standing, "calculation only" if book.calculation_only else "")))


@law.command("show")
def show(
    id: Id,
    article: Annotated[str | None, typer.Argument(help="One article; without it, all.", show_default=False)] = None,
    witness: Witness = None,
    series: Series = None,
    toml: Annotated[bool, typer.Option("--toml", help="The file itself, byte for byte.")] = False,
    db: LawDb = "",
    json: Json = False,
) -> None:
    """What a rulebook says: sentence, values, status and rulings of each article."""
    from arpad.finding import Note
    from arpad.law import rulebook
    from arpad.law.carried import todays_law
    from arpad.law.shown import article_shown, whole_book

    lay_open_office(db)
    book = rulebook(named(id), series, witness)
    if toml:
        print(todays_law().files[f"{book.id}.toml"].decode(), end="", file=untouched())
        return
    chosen = [book.article(article)] if article else list(book.edition.articles.values())
    if json:
        answer("law show", article_shown(book, chosen[0]) if article else whole_book(book))
        return
    print(book.head.title + (f", as printed in {witness}" if witness else ""))
    for standing in filter(None, (book.head.standing, book.head.use)):
        print(Note.of(f"standing/{standing}", edition=book.id).sentence)
    for each in chosen:
        _print_article(book, each, in_full=article is not None)
    _print_sources(book, [concept for each in chosen for concept in each.fills])


def _print_sources(book: Rulebook, concepts: list[str]) -> None:
    """What marks and numbers of the evidence stand for."""
    from arpad.finding import Note
    from arpad.law.evidence import MARKS
    from arpad.law.shown import sources_of

    used = {each.mark for concept in concepts for each in book.edition.fillings[concept].evidence}
    if used:
        print("\n" + "; ".join(f"{mark} {Note.of(f'evidence/{mark}').sentence}" for mark in MARKS if mark in used))
    for number, line in sources_of(book, concepts).items():
        print(f"[{number}] {line}")


def _print_article(book: Rulebook, article: Article, in_full: bool) -> None:
    from arpad.law.shown import TABLES, evidence_words, rulings_on, told_only, value_words

    also = "".join(f", {text} {there}" for text, there in article.also.items())
    print(f"\n{article.number}{also}  [{', '.join(article.statuses)}]\n  {article.says}")
    for concept in article.fills:
        marks = evidence_words(book, concept)
        print(f"  {concept}: {value_words(book, concept)}" + (f"  ({marks})" if marks else ""))
        if in_full and concept in TABLES:
            print(book.edition.fillings[concept].values[book.head.series[0]].layout.strip("\n"))
    for name, because in told_only(book, article).items():
        print(f"  told only, {name}: {because}")
    if article.cites:
        print("  see also: " + ", ".join(f"{name} ({book.articles(name)[0]})" for name in article.cites))
    if article.reason:
        print(f"  not applied: {article.reason}")
    for ruling in rulings_on(book, article):
        if in_full:
            _print_ruling(ruling, indent="  ")
        else:
            print(f"  {ruling.id}: {ruling.applies}")


@law.command("coverage")
def coverage(id: Id, db: LawDb = "", json: Json = False) -> None:
    """What becomes of each article; none of the text may be missing."""
    from arpad.finding import Note
    from arpad.law import rulebook
    from arpad.law.shown import coverage_shown

    lay_open_office(db)
    book = rulebook(named(id))
    shown = coverage_shown(book)
    if json:
        answer("law coverage", shown)
    else:
        rows = []
        for number, article in book.edition.articles.items():
            reasons = [article.reason, *(f"{name}: {why}" for name, why in shown.told_only.get(number, {}).items())]
            about = ", ".join(article.fills or article.cites)
            rows.append((number, ", ".join(article.statuses), about, " ".join(filter(None, reasons))))
        table(("article", "status", "concepts", "reason"), rows)
        counts = ", ".join(f"{number} {status}" for status, number in shown.counts.items() if number)
        compared = f"{len(shown.missing)} missing" if shown.texts else "no list of the text's articles to compare with"
        print(f"\n{book.id}: {len(rows)} articles: {counts}; {compared}")
        for text, number in shown.missing:
            print(f"missing: {number} of {text}")
        marks = ", ".join(f"{number} {Note.of(f'evidence/{mark}').sentence}" for mark, number in shown.evidence.items())
        print(f"values: {marks}" if marks else "values: no evidence is given")
        for doubt in shown.unverified:
            print(Note.of("doubt", **vars(doubt)).sentence)
    if shown.missing:
        raise typer.Exit(1)


@law.command("errata")
def errata(
    id: Annotated[
        str | None,
        typer.Argument(metavar="[ID|FILE]", help="Only this rulebook's; or one ruling, as E10.", show_default=False),
    ] = None,
    db: LawDb = "",
    json: Json = False,
) -> None:
    """Where the texts contradict each other or themselves, or are silent: what each prints, what is applied, why."""
    from arpad.law import LawError, editions, rulebook
    from arpad.law.shown import RulingEverywhere, ruling_shown

    lay_open_office(db)
    found: dict[str, dict[str, Ruling]] = {}
    wanted = id.upper() if id and RULING.fullmatch(id) else None
    for name in [named(id)] if id and not wanted else editions():
        for ruling in rulebook(name).rulings:
            if wanted in (None, ruling.id):
                found.setdefault(ruling.id, {})[name] = ruling
    if not found:
        raise LawError("no-ruling", id=id)
    ordered = sorted(found, key=lambda name: (name[0], int(name[1:]) if RULING.fullmatch(name) else 0, name))
    if json:
        everywhere = [{book: ruling_shown(ruling) for book, ruling in found[name].items()} for name in ordered]
        answer("law errata", tuple(map(RulingEverywhere, ordered, everywhere)))
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
    if not wanted:
        kinds = {"E": "errata", "S": "readings where the texts are silent", "R": "further rulings"}
        counts = {kind: sum(name[0] == letter for name in ordered) for letter, kind in kinds.items()}
        print(", ".join(f"{number} {kind}" for kind, number in counts.items() if number))


def _print_ruling(ruling: Ruling, indent: str, named: bool = True) -> None:
    from arpad.law.shown import printed_words

    if named:
        print(f"{indent}{ruling.kind} {ruling.id}")
        indent += "  "
    lines = [ruling.question, *printed_words(ruling), f"applied: {ruling.applies}"]
    lines += [f"otherwise: {ruling.alternative}" if ruling.alternative else "", f"because: {ruling.because}"]
    for line in lines:
        if line:
            print(indent + line)


@law.command("diff")
def diff(old: Id, new: Id, series: Series = None, db: LawDb = "", json: Json = False) -> None:
    """Compare two rulebooks, article by article and value by value."""
    from arpad.law import rulebook
    from arpad.law.compare import compare

    lay_open_office(db)
    old, new = named(old), named(new)
    books = rulebook(old, series), rulebook(new, series)
    found = compare(*books)
    if json:
        answer("law diff", found)
        return
    if old == new or not found:
        print(f"{old} and {new} say the same")
        return
    rows = [(each.subject, _side(each.old), _side(each.new)) for each in found]
    table(("", old, new), rows, lines=True)
    print(f"\n{len(found)} difference" + ("s" if len(found) > 1 else ""))


def _side(side: Side) -> str:
    return f"{side.article}: {side.says}" if side.says else "-"


@law.command("table")
def table_(id: Id, witness: Witness = None, db: LawDb = "", json: Json = False) -> None:
    """Both conversion tables, as printed."""
    from arpad.law import rulebook
    from arpad.law.rules.rating import DP_TABLE, EXPECTATION_TABLE
    from arpad.law.shown import tables_shown

    lay_open_office(db)
    book = rulebook(named(id), witness=witness)
    if json:
        answer("law table", tables_shown(book))
        return
    for concept in (DP_TABLE, EXPECTATION_TABLE):
        print(f"{book.articles(concept)[0]}: {concept.decides}")
        print(book.edition.fillings[concept.name].values[book.head.series[0]].layout.strip("\n") + "\n")
    for flaw in book.edition.flaws:
        print(f"this print fails a proof: {flaw}")
