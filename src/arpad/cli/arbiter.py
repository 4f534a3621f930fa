"""`arpad arbiter`: the arbiters and their licences, each with its days."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb

arbiter = typer.Typer(no_args_is_help=True, help="The arbiters and their licences: import, add, show.")


@arbiter.command("import")
@office_verb("why db who now dry json yes")
def import_(
    call: OfficeCall,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="CSV files, or directories of them.")],
) -> None:
    """Enter arbiters and licences from CSV files with the header id,name,federation,licence,since,until.

    On the days it names, an entry stands in place of earlier ones; no `until` means until further notice, and the
    licence `none` takes one away. A file that was imported changes nothing when it is imported again.

    [bold]Examples[/bold]

      arpad arbiter import arbiters.csv
    """
    from arpad.cli.people import files_of
    from arpad.cli.register import show_entries
    from arpad.office import people

    request = people.Files(files_of(files, (".csv",)), call.why, ", ".join(files))
    with call.desk() as desk:
        entries = people.import_arbiters(desk, request)
    show_entries(call, "arbiter import", entries)


@arbiter.command("add")
@office_verb("why db who now dry json yes")
def add(
    call: OfficeCall,
    number: Annotated[int, typer.Argument(metavar="ID", help="The arbiter's FIDE number.")],
    name: Annotated[str, typer.Argument(metavar="'SURNAME, GIVEN'")],
    federation: Annotated[str, typer.Option("--federation", metavar="FED")] = "",
    licence: Annotated[str, typer.Option("--licence", metavar="KIND", help="IA, FA, NA …, or none.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD")] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD")] = "",
) -> None:
    """Enter one arbiter, or one more licence of his.

    [bold]Examples[/bold]

      arpad arbiter add 14100098 "Referee, Rita" --federation UKR --licence FA --since 2024-01-01

      arpad arbiter add 14100098 "Referee, Rita" --licence none --since 2024-06-01 --why "suspended"
    """
    from arpad.cli.player_facts import known_day
    from arpad.cli.register import show_entries
    from arpad.office import people

    days = known_day(since, "--since"), known_day(until, "--until")
    with call.desk() as desk:
        entries = people.add_arbiter(desk, people.NewArbiter(number, name, federation, licence, *days, call.why))
    show_entries(call, "arbiter add", entries)


@arbiter.command("show")
@office_verb("db who now json")
def show(
    call: OfficeCall,
    number: Annotated[int | None, typer.Argument(metavar="[ID]", help="One arbiter; everybody without it.")] = None,
    as_of: Annotated[str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="Licences that hold on this day.")] = "",
) -> None:
    """Show arbiters and which licence holds when.

    [bold]Examples[/bold]

      arpad arbiter show 14100098

      arpad arbiter show --as-of 2024-03-01
    """
    from arpad.cli.output import table
    from arpad.cli.player_facts import known_day
    from arpad.office import people

    request = people.ShowArbiters(number, known_day(as_of, "--as-of"))
    with call.desk() as desk:
        arbiters = people.arbiters(desk, request)
    if call.print_json("arbiter show", arbiters):
        return
    rows: list[tuple[object, ...]] = []
    for each in arbiters:
        licences: list[tuple[object, ...]] = [(held.licence, held.since, held.until) for held in each.licences]
        rows += [(each.id, each.name, each.federation, *held) for held in licences or [("", "", "")]]
    table(("id", "name", "federation", "licence", "since", "until"), rows)
