"""`arpad arbiter` and `arpad federation`: arbiters with their licences, federations with their membership and
rating officer.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import OfficeCall, office_verb
from arpad.finding import Note
from arpad.plaintext import file_name

if TYPE_CHECKING:
    from arpad.office.people import EntriesImported


def print_entries_imported(call: OfficeCall, verb: str, entries: EntriesImported) -> None:
    """Say what became of the entries; a file with a problem changed nothing."""
    from arpad.cli.people_output import print_problems

    if not call.print_json(verb, entries):
        if entries.problems:
            print_problems(entries.problems)
            print(Note.of("rows-refused"), file=sys.stderr)
        else:
            print(f"{entries.entered:,} entered, {entries.known:,} known already")
    if entries.problems:
        raise typer.Exit(1)


arbiter = typer.Typer(no_args_is_help=True, help="The arbiters and their licences: import, add, show.")


@arbiter.command("import")
@office_verb("why db who now dry json yes")
def import_arbiters(
    call: OfficeCall,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="CSV files, or directories of them.")],
) -> None:
    """Enter arbiters and licences from CSV files with the header id,name,federation,licence,since,until.

    On the days it names, an entry stands in place of earlier ones; no `until` means until further notice, and the
    licence `none` takes one away. A file that was imported changes nothing when it is imported again.

    [bold]Examples[/bold]

      arpad arbiter import arbiters.csv
    """
    from arpad.cli.people_output import registry_files
    from arpad.office import people

    request = people.InputFiles(registry_files(files, (".csv",)), call.why, ", ".join(map(file_name, files)))
    with call.desk() as desk:
        entries = people.import_arbiters(desk, request)
    print_entries_imported(call, "arbiter import", entries)


@arbiter.command("add")
@office_verb("why db who now dry json yes")
def add_arbiter(
    call: OfficeCall,
    number: Annotated[int, typer.Argument(metavar="ID", help="The arbiter's FIDE number.")],
    name: Annotated[str, typer.Argument(metavar="'SURNAME, GIVEN'")],
    federation: Annotated[str, typer.Option("--federation", metavar="FED")] = "",
    licence: Annotated[str, typer.Option("--licence", metavar="KIND", help="IA, FA, NA …, or none.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD")] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD")] = "",
) -> None:
    """Enter one arbiter, or one more licence of an arbiter.

    [bold]Examples[/bold]

      arpad arbiter add 14100098 "Referee, Rita" --federation UKR --licence FA --since 2024-01-01

      arpad arbiter add 14100098 "Referee, Rita" --licence none --since 2024-06-01 --why "suspended"
    """
    from arpad.cli.player_options import parse_partial_day
    from arpad.office import people

    days = parse_partial_day(since, "--since"), parse_partial_day(until, "--until")
    with call.desk() as desk:
        entries = people.add_arbiter(desk, people.NewArbiter(number, name, federation, licence, *days, call.why))
    print_entries_imported(call, "arbiter add", entries)


@arbiter.command("show")
@office_verb("db who now json")
def show_arbiters(
    call: OfficeCall,
    number: Annotated[int | None, typer.Argument(metavar="[ID]", help="One arbiter; everybody without it.")] = None,
    as_of: Annotated[str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="Licences that hold on this day.")] = "",
) -> None:
    """Show arbiters and which licence holds when.

    [bold]Examples[/bold]

      arpad arbiter show 14100098

      arpad arbiter show --as-of 2024-03-01
    """
    from arpad.cli.output import print_table
    from arpad.cli.player_options import parse_partial_day
    from arpad.office import people

    request = people.ArbiterQuery(number, parse_partial_day(as_of, "--as-of"))
    with call.desk() as desk:
        arbiters = people.list_arbiters(desk, request)
    if call.print_json("arbiter show", arbiters):
        return
    rows: list[tuple[object, ...]] = []
    for person in arbiters:
        licences: list[tuple[object, ...]] = [(held.licence, held.since, held.until) for held in person.licences]
        rows += [(person.id, person.name, person.federation, *held) for held in licences or [("", "", "")]]
    print_table(("id", "name", "federation", "licence", "since", "until"), rows)


federation = typer.Typer(no_args_is_help=True, help="The federations, members or excluded: import, add, show.")


@federation.command("import")
@office_verb("why db who now dry json yes")
def import_federations(
    call: OfficeCall,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="CSV files, or directories of them.")],
) -> None:
    """Enter federations from CSV files with the header code,name,state,since,until.

    A state is member, excluded or temporarily-excluded; `none` takes an entry back. On the days it names, an entry
    stands in place of earlier ones. A file that was imported changes nothing when it is imported again.

    [bold]Examples[/bold]

      arpad federation import federations.csv
    """
    from arpad.cli.people_output import registry_files
    from arpad.office import people

    request = people.InputFiles(registry_files(files, (".csv",)), call.why, ", ".join(map(file_name, files)))
    with call.desk() as desk:
        entries = people.import_federations(desk, request)
    print_entries_imported(call, "federation import", entries)


@federation.command("add")
@office_verb("why db who now dry json yes")
def add_federation(
    call: OfficeCall,
    code: Annotated[str, typer.Argument(metavar="CODE", help="Three letters, as in UKR.")],
    name: Annotated[str, typer.Option("--name", metavar="TEXT")] = "",
    state: Annotated[str, typer.Option("--state", metavar="STATE", help="member, excluded, …")] = "member",
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD")] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD")] = "",
) -> None:
    """Enter one federation, or what it is from a day on.

    [bold]Examples[/bold]

      arpad federation add UKR --name Ukraine

      arpad federation add AAA --state excluded --since 2024-03-01 --why "decision 7"
    """
    from arpad.cli.player_options import parse_partial_day
    from arpad.office import people

    days = parse_partial_day(since, "--since"), parse_partial_day(until, "--until")
    with call.desk() as desk:
        entries = people.add_federation(desk, people.NewFederation(code, name, state, *days, call.why))
    print_entries_imported(call, "federation add", entries)


@federation.command("officer")
@office_verb("why db who now dry json yes")
def set_rating_officer(
    call: OfficeCall,
    code: Annotated[str, typer.Argument(metavar="CODE", help="Three letters, as in UKR.")],
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Who it is; nobody without it.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD")] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD")] = "",
) -> None:
    """Enter who is the rating officer of a federation. The officer of those days until now is so no longer.

    [bold]Examples[/bold]

      arpad federation officer UKR --name 'O. Officer' --since 2024-03-01

      arpad federation officer UKR --since 2025-01-01 --why 'resigned'
    """
    from arpad.cli.player_options import parse_partial_day
    from arpad.office import people

    days = parse_partial_day(since, "--since"), parse_partial_day(until, "--until")
    with call.desk() as desk:
        entries = people.name_rating_officer(desk, people.NewOfficer(code, name, *days, call.why))
    print_entries_imported(call, "federation officer", entries)


@federation.command("show")
@office_verb("db who now json")
def show_federation(
    call: OfficeCall,
    code: Annotated[str, typer.Argument(metavar="[CODE]", help="One federation; all without it.")] = "",
    as_of: Annotated[str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="What they are on this day.")] = "",
) -> None:
    """Show what a federation is, and when.

    [bold]Examples[/bold]

      arpad federation show UKR

      arpad federation show --as-of 2024-03-01
    """
    from arpad.cli.output import print_table
    from arpad.cli.player_options import parse_partial_day
    from arpad.office import people

    request = people.FederationQuery(code, parse_partial_day(as_of, "--as-of"))
    with call.desk() as desk:
        federations = people.list_federations(desk, request)
    if call.print_json("federation show", federations):
        return
    rows: list[tuple[object, ...]] = []
    for member in federations:
        states: list[tuple[object, ...]] = [(held.state, held.since, held.until) for held in member.states]
        rows += [(member.code, member.name, *held) for held in states or [("", "", "")]]
    print_table(("code", "name", "state", "since", "until"), rows)
    named: list[tuple[object, ...]] = []
    for member in federations:
        terms: list[tuple[object, ...]] = [(term.name, term.since, term.until) for term in member.officers]
        named += [(member.code, *term) for term in terms or [("none is named", "", "")]]
    print()
    print_table(("code", "rating officer", "since", "until"), named)
