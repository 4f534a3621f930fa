"""`arpad law`: the rulebooks article by article, and a federation's own rulebook."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import AsJsonOption, OfficeCall, confirm, office_verb
from arpad.cli.output import print_answer, print_table
from arpad.cli.rulebook_options import LawDbOption, rulebook_id, use_office_law
from arpad.cli.terminal import raw_output
from arpad.finding import Note

if TYPE_CHECKING:
    from arpad.law import Article, Rulebook, Ruling
    from arpad.law.compare import Side
    from arpad.law.shown import BookShown


RULING_SHOWN = re.compile(r"[ESResr][0-9]{1,3}")

law = typer.Typer(no_args_is_help=True, help="The rulebooks: what they say, what they print, what is applied and why.")

IdArgument = Annotated[
    str,
    typer.Argument(
        metavar="ID|FILE", help="A rulebook, as `arpad law list` names it, or a file of your own.", show_default=False
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
WitnessOption = Annotated[
    str | None, typer.Option(metavar="TEXT", help="As this text prints it, uncorrected. `law list` names the texts.")
]
SeriesOption = Annotated[str | None, typer.Option(metavar="SERIES", help="Where one rulebook serves several series.")]


@law.command("list")
def list_rulebooks(db: LawDbOption = "", json: JsonOption = False) -> None:
    """The rulebooks, by series and date: those of Arpad, of the directory in ARPAD_LAW, and of an office."""
    from arpad.law import editions, rulebook
    from arpad.law.shown import book_shown

    use_office_law(db)
    books = tuple(book_shown(rulebook(name)) for name in editions())
    if json:
        print_answer("law list", books)
        return
    rows = [
        (
            b.id,
            ", ".join(b.series),
            b.in_force,
            b.until or "-",
            ", ".join(b.witnesses),
            b.article_count,
            _standing_text(b),
        )
        for b in books
    ]
    print_table(("rulebook", "series", "in force from", "until", "texts", "articles", ""), rows)


def _standing_text(book: BookShown) -> str:
    """How an edition stands, where that has to be said."""
    return ", ".join(filter(None, (book.standing, "calculation only" if book.calculation_only else "")))


@law.command("show")
def show_rulebook(
    id: IdArgument,
    article: Annotated[str | None, typer.Argument(help="One article; without it, all.", show_default=False)] = None,
    witness: WitnessOption = None,
    series: SeriesOption = None,
    toml: Annotated[bool, typer.Option("--toml", help="The file itself, byte for byte.")] = False,
    db: LawDbOption = "",
    json: JsonOption = False,
) -> None:
    """What a rulebook says: sentence, values, status and rulings of each article."""
    from arpad.finding import Note
    from arpad.law import rulebook
    from arpad.law.law_set import current_law
    from arpad.law.shown import article_shown, whole_book

    use_office_law(db)
    book = rulebook(rulebook_id(id), series, witness)
    if toml:
        print(current_law().files[f"{book.id}.toml"].decode(), end="", file=raw_output())
        return
    chosen = [book.article(article)] if article else list(book.edition.articles.values())
    if json:
        print_answer("law show", article_shown(book, chosen[0]) if article else whole_book(book))
        return
    print(book.head.title + (f", as printed in {witness}" if witness else ""))
    for standing in filter(None, (book.head.standing, book.head.use)):
        print(Note.of(f"standing/{standing}", edition=book.id).sentence)
    for shown_article in chosen:
        _print_article(book, shown_article, in_full=article is not None)
    _print_evidence_sources(book, [concept for each in chosen for concept in each.fills])


def _print_evidence_sources(book: Rulebook, concepts: list[str]) -> None:
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
def show_coverage(id: IdArgument, db: LawDbOption = "", json: JsonOption = False) -> None:
    """What becomes of each article; none of the text may be missing."""
    from arpad.finding import Note
    from arpad.law import rulebook
    from arpad.law.shown import coverage_shown

    use_office_law(db)
    book = rulebook(rulebook_id(id))
    shown = coverage_shown(book)
    if json:
        print_answer("law coverage", shown)
    else:
        rows = []
        for number, article in book.edition.articles.items():
            reasons = [article.reason, *(f"{name}: {why}" for name, why in shown.told_only.get(number, {}).items())]
            about = ", ".join(article.fills or article.cites)
            rows.append((number, ", ".join(article.statuses), about, " ".join(filter(None, reasons))))
        print_table(("article", "status", "concepts", "reason"), rows)
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
def show_rulings(
    id: Annotated[
        str | None,
        typer.Argument(metavar="[ID|FILE]", help="Only this rulebook's; or one ruling, as E10.", show_default=False),
    ] = None,
    db: LawDbOption = "",
    json: JsonOption = False,
) -> None:
    """Where the texts contradict each other or themselves, or are silent: what each prints, what is applied, why."""
    from arpad.law import LawError, editions, rulebook
    from arpad.law.shown import RulingEverywhere, ruling_shown

    use_office_law(db)
    rulings: dict[str, dict[str, Ruling]] = {}
    ruling_asked = id.upper() if id and RULING_SHOWN.fullmatch(id) else None
    for name in [rulebook_id(id)] if id and not ruling_asked else editions():
        for ruling in rulebook(name).rulings:
            if ruling_asked in (None, ruling.id):
                rulings.setdefault(ruling.id, {})[name] = ruling
    if not rulings:
        raise LawError("no-ruling", id=id)
    ordered = sorted(rulings, key=lambda name: (name[0], int(name[1:]) if RULING_SHOWN.fullmatch(name) else 0, name))
    if json:
        everywhere = [{book: ruling_shown(ruling) for book, ruling in rulings[name].items()} for name in ordered]
        print_answer("law errata", tuple(map(RulingEverywhere, ordered, everywhere)))
        return
    for name in ordered:
        alike: dict[tuple[str, ...], list[tuple[str, Ruling]]] = {}
        for book, ruling in rulings[name].items():
            alike.setdefault((ruling.applies, ruling.because, *ruling.printed), []).append((book, ruling))
        for same in alike.values():
            where = "; ".join(f"{book} {ruling.article}".strip() for book, ruling in same)
            print(f"{name}  {where}" + (f"  ({same[0][1].concept})" if same[0][1].concept else ""))
            _print_ruling(same[0][1], indent="    ", named=False)
            print()
    if not ruling_asked:
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
def diff_rulebooks(
    old: IdArgument, new: IdArgument, series: SeriesOption = None, db: LawDbOption = "", json: JsonOption = False
) -> None:
    """Compare two rulebooks, article by article and value by value."""
    from arpad.law import rulebook
    from arpad.law.compare import compare

    use_office_law(db)
    old, new = rulebook_id(old), rulebook_id(new)
    books = rulebook(old, series), rulebook(new, series)
    differences = compare(*books)
    if json:
        print_answer("law diff", differences)
        return
    if old == new or not differences:
        print(f"{old} and {new} say the same")
        return
    for each in differences:
        print(f"{each.subject}\n  {old} {_side_text(each.old)}\n  {new} {_side_text(each.new)}\n")
    print(f"{len(differences)} difference" + ("s" if len(differences) > 1 else ""))


def _side_text(side: Side) -> str:
    return f"{side.article}: {side.says}" if side.says else "-"


@law.command("table")
def show_tables(id: IdArgument, witness: WitnessOption = None, db: LawDbOption = "", json: JsonOption = False) -> None:
    """Both conversion tables, as printed."""
    from arpad.law import rulebook
    from arpad.law.rules.rating import DP_TABLE, EXPECTATION_TABLE
    from arpad.law.shown import tables_shown

    use_office_law(db)
    book = rulebook(rulebook_id(id), witness=witness)
    if json:
        print_answer("law table", tables_shown(book))
        return
    for concept in (DP_TABLE, EXPECTATION_TABLE):
        print(f"{book.articles(concept)[0]}: {concept.decides}")
        print(book.edition.fillings[concept.name].values[book.head.series[0]].layout.strip("\n") + "\n")
    for flaw in book.edition.flaws:
        print(f"this print fails a proof: {flaw}")


OwnFileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A rulebook of your own, a TOML file.")]


@office_verb("why yes dry json")
def adopt_rulebook(call: OfficeCall, file: OwnFileArgument) -> None:
    """Keep a rulebook of your own in the office, byte for byte; lists of its series are made by it.

    Once a list or an admitted event used it, it stays for good; before that, `arpad law withdraw` ends it. It is
    never changed in its place: a new version is another file with another id and a later `in_force`, and the one
    before it ends the day before. The same file again changes nothing; the same id with other bytes is refused.
    `arpad law check FILE` says beforehand what is wrong with it, all at once.

    [bold]Examples[/bold]

      arpad law check ruritania-2026.toml

      arpad law adopt ruritania-2026.toml --why 'congress of 12 December, item 4' --dry-run

      arpad law adopt ruritania-2026.toml --why 'congress of 12 December, item 4' --yes

      arpad law list --db office.db                   with what the office has adopted

      arpad law show ruritania-2026 --toml --db office.db      the file again, byte for byte
    """
    from arpad.law.ownfiles import read_own
    from arpad.office import rulebooks

    body = read_own(file)
    confirm(f"Adopt {file.name} for good?", call.yes or call.dry)
    with call.desk() as desk:
        done = rulebooks.adopt_rulebook(desk, rulebooks.AdoptionRequest(body, file.name, call.why, confirmed=True))
    if call.print_json("law adopt", done):
        return
    about = {"id": done.rulebook, "series": done.series, "since": done.in_force, "day": done.day, "who": done.who}
    print(Note.of("adopted-already" if done.already else "adopted", **about))
    print(Note.of("adopted-bytes", sha256=done.sha256))


@office_verb("why yes dry json")
def withdraw_rulebook(
    call: OfficeCall,
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of a rulebook that the office has adopted.")],
) -> None:
    """Withdraw an adopted rulebook that no list and no admitted event has used, with the reason in --why.

    It is no longer part of the law of the office. The same file can be adopted again, and so can another one with
    this id. A rulebook that was used stays for good.

    [bold]Examples[/bold]

      arpad law withdraw ruritania-2026 --why 'adopted with the wrong K' --dry-run

      arpad law withdraw ruritania-2026 --why 'adopted with the wrong K' --yes
    """
    from arpad.office import rulebooks

    confirm(f"Withdraw {id}?", call.yes or call.dry)
    with call.desk() as desk:
        done = rulebooks.withdraw_rulebook(desk, rulebooks.RulebookWithdrawal(id, call.why))
    if call.print_json("law withdraw", done):
        return
    print(Note.of("rulebook-withdrawn", id=done.rulebook, series=done.series, day=done.adopted))


def draft_rulebook(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the new rulebook, as ruritania-2026.")],
    source: Annotated[
        str,
        typer.Option(
            "--from", metavar="ID|FILE", help="The rulebook it is drafted from, as `arpad law list` names it."
        ),
    ],
    series: Annotated[
        str,
        typer.Option("--series", metavar="SERIES", help="The series it serves; NAME without its year, if not given."),
    ] = "",
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="What it is called.")] = "",
    in_force: Annotated[
        str,
        typer.Option("--in-force", metavar="YYYY-MM-DD", help="Its first day; the first of next year, if not given."),
    ] = "",
    of: Annotated[
        str, typer.Option("--of", metavar="SERIES", help="Whose values, where that rulebook serves several series.")
    ] = "",
    home: Annotated[
        str, typer.Option("--home", metavar="CODE", help="The federation whose players a national list holds.")
    ] = "",
    guests: Annotated[
        str, typer.Option("--guests", metavar="SERIES", help="The series with whose rating all others play.")
    ] = "",
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="NAME.toml here, if not given.")] = None,
    as_json: AsJsonOption = False,
) -> None:
    """Draft a rulebook of your own from one that is there: every article and every value, to be changed by hand.

    The draft loads as it is, and says what that rulebook says. Write in each article what your regulation says,
    change the values, leave out what it does not have; docs/vocabulary.md has every concept, method and key.

    [bold]Examples[/bold]

      arpad law new ruritania-2026 --from fide-standard-2025

      arpad law new lithuania-2026 --from fide-standard-2025 --home LTU --guests fide-standard

      arpad law new ruritania-blitz-2026 --from fide-rapid-blitz-2024-12 --of fide-blitz --in-force 2026-07-01

      arpad law check ruritania-2026.toml             what is wrong with it, all at once

      arpad law diff fide-standard-2025 ruritania-2026.toml      what you have changed
    """
    from datetime import date

    from arpad.cli.office_session import parse_day
    from arpad.cli.output import print_answer
    from arpad.cli.rulebook_options import rulebook_id
    from arpad.law import rulebook
    from arpad.law.drafting import NewNames, new_guests, write_draft

    book = rulebook(rulebook_id(source), of or None)
    first = parse_day(in_force, "--in-force") or date(date.today().year + 1, 1, 1)
    names = NewNames(
        name, title or name, series or name.rstrip("0123456789-") or name, first, new_guests(book, home, guests)
    )
    done = write_draft(book, names, to or Path(f"{name}.toml"))
    if as_json:
        print_answer("law new", done)
        return
    about = {"file": done.file, "source": done.source, "articles": done.articles, "series": done.series}
    print(Note.of("drafted", **about, since=done.in_force))


def check_rulebook_file(
    file: OwnFileArgument,
    as_json: AsJsonOption = False,
) -> None:
    """Say what is wrong with a rulebook of your own, all at once, each with its line.

    Unknown and missing keys, values of a wrong kind, names that no concept has; tables that fail a proof; clauses of
    K that meet without an order, and players whom none covers. Then by verb what it would need and nothing fills:
    a rulebook that has enough for `calc` need not have enough for a list. At last a proving month runs in memory:
    invented events are rated, a list is published and explained by the rulebook.

    [bold]Examples[/bold]

      arpad law check ruritania-2026.toml

      arpad law check ruritania-2026.toml --json

    Exit code: 0 it can be adopted, 1 it cannot, 2 the call is wrong.
    """
    from arpad.cli.output import print_answer
    from arpad.law.ownfiles import read_own
    from arpad.simulate.proving_month import examine_and_prove

    examined = examine_and_prove(read_own(file), str(file))
    if as_json:
        print_answer("law check", examined)
    else:
        for fault in examined.faults:
            print(
                Note.of(
                    "file-fault", file=str(file), line=fault.line or 0, problem=_without_path(fault.problem, str(file))
                )
            )
        for concept in dict.fromkeys(name for names in examined.lacking.values() for name in names):
            verbs = tuple(f"`{verb}`" for verb, names in examined.lacking.items() if concept in names)
            print(Note.of("file-lacks", file=str(file), concept=concept, verbs=verbs))
        message = "file-sound" if examined.sound else "file-faulty" if examined.faults else "file-too-little"
        print(
            Note.of(
                message,
                file=str(file),
                id=examined.rulebook or "-",
                articles=examined.articles,
                faults=len(examined.faults),
            )
        )
        for month in examined.proving_months:
            about = {"series": month.series, "events": month.events, "games": month.games, "players": month.players}
            print(Note.of("file-proved", file=str(file), list=month.lists[-1], **about))
    if not examined.sound:
        raise typer.Exit(1)


def _without_path(problem: object, file: str) -> str:
    """A problem's words without the file that stands before them already."""
    return str(problem).removeprefix(f"{file}: ")
