"""`arpad federation`: since when each federation is a member, or excluded, and who its rating officer is."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, sit_down
from arpad.plaintext import file_name

federation = typer.Typer(no_args_is_help=True, help="The federations, members or excluded: import, add, show.")


@federation.command("import")
def import_(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="CSV files, or directories of them.")],
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Enter federations from CSV files with the header code,name,state,since,until.

    A state is member, excluded or temporarily-excluded; `none` takes an entry back. On the days it names, an entry
    stands in place of earlier ones. A file that was imported changes nothing when it is imported again.

    [bold]Examples[/bold]

      arpad federation import federations.csv
    """
    from arpad.cli.people import files_of
    from arpad.cli.register import show_entries
    from arpad.office import people

    request = people.Files(files_of(files, (".csv",)), why, ", ".join(map(file_name, files)))
    with sit_down(db, who, now, dry_run) as desk:
        entries = people.import_federations(desk, request)
    show_entries("federation import", entries, as_json)


@federation.command()
def add(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Three letters, as in UKR.")],
    name: Annotated[str, typer.Option("--name", metavar="TEXT")] = "",
    state: Annotated[str, typer.Option("--state", metavar="STATE", help="member, excluded, …")] = "member",
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD")] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD")] = "",
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Enter one federation, or what it is from a day on.

    [bold]Examples[/bold]

      arpad federation add UKR --name Ukraine

      arpad federation add AAA --state excluded --since 2024-03-01 --why "decision 7"
    """
    from arpad.cli.player_facts import known_day
    from arpad.cli.register import show_entries
    from arpad.office import people

    days = known_day(since, "--since"), known_day(until, "--until")
    with sit_down(db, who, now, dry_run) as desk:
        entries = people.add_federation(desk, people.NewFederation(code, name, state, *days, why))
    show_entries("federation add", entries, as_json)


@federation.command()
def officer(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Three letters, as in UKR.")],
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Who it is; nobody without it.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD")] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD")] = "",
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Enter who is the rating officer of a federation. Whoever was it on those days is so no longer.

    [bold]Examples[/bold]

      arpad federation officer UKR --name 'O. Officer' --since 2024-03-01

      arpad federation officer UKR --since 2025-01-01 --why 'resigned'
    """
    from arpad.cli.player_facts import known_day
    from arpad.cli.register import show_entries
    from arpad.office import people

    days = known_day(since, "--since"), known_day(until, "--until")
    with sit_down(db, who, now, dry_run) as desk:
        entries = people.name_officer(desk, people.NewOfficer(code, name, *days, why))
    show_entries("federation officer", entries, as_json)


@federation.command()
def show(
    code: Annotated[str, typer.Argument(metavar="[CODE]", help="One federation; all without it.")] = "",
    as_of: Annotated[str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="What they are on this day.")] = "",
    db: Db = DB, who: Who = WHO, now: Now = NOW, as_json: AsJson = False,
) -> None:  # fmt: skip
    """Show what a federation is, and when.

    [bold]Examples[/bold]

      arpad federation show UKR

      arpad federation show --as-of 2024-03-01
    """
    from arpad.cli.output import answer, table
    from arpad.cli.player_facts import known_day
    from arpad.office import people

    request = people.ShowFederations(code, known_day(as_of, "--as-of"))
    with sit_down(db, who, now) as desk:
        federations = people.federations(desk, request)
    if as_json:
        answer("federation show", federations)
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
