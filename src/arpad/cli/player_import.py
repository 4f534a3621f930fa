"""`arpad player import` and `export`: people out of files and into them, each looked at before he gets a number."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.finding import Misuse, Remedy

if TYPE_CHECKING:
    from arpad.office.people import PlayersImported

SUFFIXES = (".csv", ".txt", ".xml", ".zip")


@office_verb("why db who now dry json yes")
def import_(
    call: OfficeCall,
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="FIDE lists (text, XML, zip) or CSV files, or directories.")
    ],
    update: Annotated[
        bool, typer.Option("--update", help="Change players who are known, where a file differs.")
    ] = False,
    accept: Annotated[
        bool, typer.Option("--accept-candidates", help="Rows that look like somebody registered are new people.")
    ] = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out rows that cannot be read or be true.")
    ] = False,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="Write the CSV file again here, with everybody's number.")
    ] = "",
) -> None:
    """Enter the people of FIDE lists and CSV files.

    A CSV file has a header with some of these columns, of which only the name is needed:

      id,fide_id,name,latin_name,former_names,born,sex,federation,region,title,national_title,memberships,died,since

    id is the office's own number, of people who have one. A latin_name is entered only where it is not the one that
    the federation's official transliteration makes.

    Whoever is known already stays as he is, unless --update. Whoever looks like somebody registered is held back and
    shown. A file with a row that cannot be read, or a birth or death after today, changes nothing, unless --skip-bad.

    [bold]Examples[/bold]

      arpad player import players_list_foa.zip             everybody on FIDE's list

      arpad player import players.csv --dry-run            what would be done

      arpad player import players.csv --out numbers.csv    the same file, with the numbers that the office gave

      arpad player import players-2024-05.csv --update     newcomers, transfers and deaths of a month

      arpad player import held.csv --accept-candidates     they are other people: looked at, one by one
    """
    from arpad.cli.files import progress, write_whole
    from arpad.cli.people import files_of
    from arpad.office import people

    subject = ", ".join(Path(file).name for file in files)
    request = people.PlayerFiles(files_of(files, SUFFIXES), call.why, subject, update, accept, skip_bad)
    if out and (len(request.files) != 1 or not request.files[0].name.lower().endswith(".csv")):
        raise Misuse("argument/out-one-csv", Remedy.to("export-players"))
    with ExitStack() as stack:
        place = stack.enter_context(write_whole(Path(out))) if out and not call.dry else None
        with call.desk() as desk:
            imported = people.import_players(desk, request, progress)
        if place is not None:
            place.write(people.numbered(request.files[0], imported))
    if not call.print_json("player import", imported):
        _show(imported, out)
    raise typer.Exit(1 if imported.held or imported.problems else 0)


@office_verb()
def export(
    call: OfficeCall,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A CSV file.")],
    federation: Annotated[str, typer.Option("--federation", metavar="FED", help="Players of this federation.")] = "",
    region: Annotated[str, typer.Option("--region", metavar="NAME", help="Players of this region.")] = "",
) -> None:
    """Write the players as a CSV file, with their numbers and births, as `player import` reads it. For the office only.

    [bold]Examples[/bold]

      arpad player export players.csv

      arpad player export lviv.csv --federation UKR --region Lviv
    """
    from arpad.cli.files import write_whole
    from arpad.office import people

    with write_whole(Path(file)) as place, call.desk() as desk:
        count = people.export_players(desk, people.WholeRegistry(federation.upper(), region), place)
    print(f"{file}: {count:,} players")


def _show(imported: PlayersImported, out: str) -> None:
    from arpad.cli.people import SHOWN, candidates_table, show_problems

    if imported.refused:
        show_problems(imported.problems)
        print("nothing was changed: mend the rows, or leave them out with --skip-bad", file=sys.stderr)
        return
    print(f"{imported.entered:,} entered, {imported.changed:,} changed, {imported.known:,} known already")
    if not out and any(row.new and not row.fide_id for row in imported.numbers):
        print("their numbers: `arpad player export FILE`, or import with --out FILE", file=sys.stderr)
    if imported.differing:
        fields = ", ".join(imported.differing_fields)
        print(f"{imported.differing:,} differ ({fields}) and stay as they are: --update changes them")
    show_problems(imported.problems)
    if imported.held:
        print(f"{len(imported.held):,} held back: they look like somebody who is registered")
        candidates_table(
            (f"{row.file}:{row.line}", row.name, candidate)
            for row in imported.held[:SHOWN]
            for candidate in row.candidates[:3]
        )
        if len(imported.held) > SHOWN:
            print(f"and {len(imported.held) - SHOWN:,} more: --json has them all")
        print("the same person: `arpad player change ID`; somebody else: import again with --accept-candidates")
