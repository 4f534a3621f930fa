"""`arpad law adopt`: a federation's own rulebook, kept in the office for good."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.desk import AsJson, OfficeCall, confirm, office_verb
from arpad.finding import Note

OwnFile = Annotated[Path, typer.Argument(metavar="FILE", help="A rulebook of your own, a TOML file.")]


@office_verb("why yes dry json")
def adopt(call: OfficeCall, file: OwnFile) -> None:
    """Keep a rulebook of your own in the office, byte for byte and for good; lists of its series are made by it.

    It is never changed in its place: a new version is another file with another id and a later `in_force`, and
    the one before it ends the day before. The same file again changes nothing; the same id with other bytes is
    refused. `arpad law check FILE` says beforehand what is wrong with it, all at once.

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
        done = rulebooks.adopt(desk, rulebooks.Adoption(body, file.name, call.why, confirmed=True))
    if call.print_json("law adopt", done):
        return
    about = {"id": done.rulebook, "series": done.series, "since": done.in_force, "day": done.day, "who": done.who}
    print(Note.of("adopted-already" if done.already else "adopted", **about))
    print(Note.of("adopted-bytes", sha256=done.sha256))


def new(
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
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="NAME.toml here, if not given.")] = None,
    as_json: AsJson = False,
) -> None:
    """Draft a rulebook of your own from one that is there: every article and every value, to be changed by hand.

    The draft loads as it is, and says what that rulebook says. Write in each article what your regulation says,
    change the values, leave out what it does not have; docs/vocabulary.md has every concept, method and key.

    [bold]Examples[/bold]

      arpad law new ruritania-2026 --from fide-standard-2025

      arpad law new ruritania-blitz-2026 --from fide-rapid-blitz-2024-12 --of fide-blitz --in-force 2026-07-01

      arpad law check ruritania-2026.toml             what is wrong with it, all at once

      arpad law diff fide-standard-2025 ruritania-2026.toml      what you have changed
    """
    from datetime import date

    from arpad.cli.desk import day
    from arpad.cli.output import answer
    from arpad.cli.rulebooks import named
    from arpad.law import rulebook
    from arpad.law.drafting import NewNames, write_draft

    book = rulebook(named(source), of or None)
    first = day(in_force, "--in-force") or date(date.today().year + 1, 1, 1)
    names = NewNames(name, title or name, series or name.rstrip("0123456789-") or name, first)
    done = write_draft(book, names, to or Path(f"{name}.toml"))
    if as_json:
        answer("law new", done)
        return
    about = {"file": done.file, "source": done.source, "articles": done.articles, "series": done.series}
    print(Note.of("drafted", **about, since=done.in_force))


def check_file(
    file: OwnFile,
    as_json: AsJson = False,
) -> None:
    """Say what is wrong with a rulebook of your own, all at once, each with its line.

    Unknown and missing keys, values of a wrong kind, names that no concept has; tables that fail a proof; clauses of
    K that meet without an order, and players whom none covers. Then by verb what it would need and nothing fills:
    a rulebook that has enough for `calc` need not have enough for a list.

    [bold]Examples[/bold]

      arpad law check ruritania-2026.toml

      arpad law check ruritania-2026.toml --json

    Exit code: 0 it can be adopted, 1 it cannot, 2 the call is wrong.
    """
    from arpad.cli.output import answer
    from arpad.law.examined import examine_file
    from arpad.law.ownfiles import read_own

    found = examine_file(read_own(file), str(file))
    if as_json:
        answer("law check", found)
    else:
        for fault in found.faults:
            print(
                Note.of("file-fault", file=str(file), line=fault.line or 0, problem=_without(fault.problem, str(file)))
            )
        for concept in dict.fromkeys(name for names in found.lacking.values() for name in names):
            verbs = tuple(f"`{verb}`" for verb, names in found.lacking.items() if concept in names)
            print(Note.of("file-lacks", file=str(file), concept=concept, verbs=verbs))
        message = "file-sound" if found.sound else "file-faulty" if found.faults else "file-too-little"
        print(
            Note.of(
                message, file=str(file), id=found.rulebook or "-", articles=found.articles, faults=len(found.faults)
            )
        )
    if not found.sound:
        raise typer.Exit(1)


def _without(problem: object, file: str) -> str:
    """A problem's words without the file that stands before them already."""
    return str(problem).removeprefix(f"{file}: ")
