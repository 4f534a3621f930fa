"""`arpad federation`: since when each federation is a member, or excluded, and who its rating officer is."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb

federation = typer.Typer(no_args_is_help=True, help="The federations, members or excluded: import, add, show.")


@federation.command("import")
@office_verb("why db who now dry json yes")
def import_(
    call: OfficeCall,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="CSV files, or directories of them.")],
) -> None:
    """Enter federations from CSV files with the header code,name,state,since,until.

    A state is member, excluded or temporarily-excluded; `none` takes an entry back. On the days it names, an entry
    stands in place of earlier ones. A file that was imported changes nothing when it is imported again.

    [bold]Examples[/bold]

      arpad federation import federations.csv
    """
    from arpad.cli.people import files_of
    from arpad.cli.register import show_entries
    from arpad.office import people

    request = people.Files(files_of(files, (".csv",)), call.why, ", ".join(files))
    with call.desk() as desk:
        entries = people.import_federations(desk, request)
    show_entries(call, "federation import", entries)


@federation.command("add")
@office_verb("why db who now dry json yes")
def add(
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
    from arpad.cli.player_facts import known_day
    from arpad.cli.register import show_entries
    from arpad.office import people

    days = known_day(since, "--since"), known_day(until, "--until")
    with call.desk() as desk:
        entries = people.add_federation(desk, people.NewFederation(code, name, state, *days, call.why))
    show_entries(call, "federation add", entries)


@federation.command("officer")
@office_verb("why db who now dry json yes")
def officer(
    call: OfficeCall,
    code: Annotated[str, typer.Argument(metavar="CODE", help="Three letters, as in UKR.")],
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Who it is; nobody without it.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD")] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD")] = "",
) -> None:
    """Enter who is the rating officer of a federation. Whoever was it on those days is so no longer.

    [bold]Examples[/bold]

      arpad federation officer UKR --name 'O. Officer' --since 2024-03-01

      arpad federation officer UKR --since 2025-01-01 --why 'resigned'
    """
    from arpad.cli.player_facts import known_day
    from arpad.cli.register import show_entries
    from arpad.office import people

    days = known_day(since, "--since"), known_day(until, "--until")
    with call.desk() as desk:
        entries = people.name_officer(desk, people.NewOfficer(code, name, *days, call.why))
    show_entries(call, "federation officer", entries)


@federation.command("show")
@office_verb("db who now json")
def show(
    call: OfficeCall,
    code: Annotated[str, typer.Argument(metavar="[CODE]", help="One federation; all without it.")] = "",
    as_of: Annotated[str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="What they are on this day.")] = "",
) -> None:
    """Show what a federation is, and when.

    [bold]Examples[/bold]

      arpad federation show UKR

      arpad federation show --as-of 2024-03-01
    """
    from arpad.cli.output import table
    from arpad.cli.player_facts import known_day
    from arpad.office import people

    request = people.ShowFederations(code, known_day(as_of, "--as-of"))
    with call.desk() as desk:
        federations = people.federations(desk, request)
    if call.print_json("federation show", federations):
        return
    rows: list[tuple[object, ...]] = []
    for each in federations:
        states: list[tuple[object, ...]] = [(held.state, held.since, held.until) for held in each.states]
        rows += [(each.code, each.name, *held) for held in states or [("", "", "")]]
    table(("code", "name", "state", "since", "until"), rows)
    named: list[tuple[object, ...]] = []
    for each in federations:
        terms: list[tuple[object, ...]] = [(term.name, term.since, term.until) for term in each.officers]
        named += [(each.code, *term) for term in terms or [("none is named", "", "")]]
    print()
    table(("code", "rating officer", "since", "until"), named)
