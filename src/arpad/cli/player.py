"""`arpad player`: the people of the office. Every change has who, when and why, and none is lost."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, confirm, office_verb
from arpad.cli.player_change import change, merge, unmerge
from arpad.cli.player_facts import (
    Born,
    Died,
    Federation,
    FideId,
    Former,
    Latin,
    Members,
    National,
    Number,
    Region,
    Sex,
    Since,
    Title,
    facts_of,
    known_day,
    number_of,
)
from arpad.cli.player_import import export, import_
from arpad.cli.player_listing import listing
from arpad.finding import Misuse, Remedy

player = typer.Typer(
    no_args_is_help=True, help="The players: import, export, add, find, show, change, listing, merge, …"
)
player.command("import")(import_)
player.command()(export)


@player.command("add")
@office_verb("why db who now dry json yes")
def add(
    call: OfficeCall,
    name: Annotated[str, typer.Argument(metavar="'SURNAME, GIVEN'")],
    fide_id: FideId = None,
    former: Former = None,
    born: Born = None,
    sex: Sex = None,
    federation: Federation = None,
    region: Region = None,
    title: Title = None,
    national: National = None,
    members: Members = None,
    died: Died = None,
    latin_name: Latin = None,
    since: Since = "",
    accept: Annotated[bool, typer.Option("--accept-candidates", help="He is none of those who look like him.")] = False,
) -> None:
    """Enter one player and give him a number.

    Whoever looks like somebody registered is shown first: by name, in any script, order or spelling, and birth.

    [bold]Examples[/bold]

      arpad player add "Invented, Ann" --born 1991-04-12 --sex w --federation UKR

      arpad player add "Invented, Ann" --born 1991 --accept-candidates --why "cousins, seen both passports"
    """
    from arpad.cli.people import candidates_table
    from arpad.office import people

    values = facts_of(fide_id=fide_id, former_names=former, born=born, sex=sex, federation=federation, region=region,
                     title=title, national_title=national, member=members, died=died,
                     latin_name=latin_name)  # fmt: skip
    person = people.Person(name=" ".join(name.split()), **values)
    request = people.NewPlayer(person, known_day(since, "--since"), call.why)
    with call.desk() as desk:
        added = people.add(desk, request)
        if added.entered is None:
            if not (call.as_json or accept):
                candidates_table(("", person.name, candidate) for candidate in added.candidates)
            if not (accept or call.yes or sys.stdin.isatty()):
                if not call.print_json("player add", added):
                    print("nobody was entered: is it one of these? If not, add --accept-candidates", file=sys.stderr)
                raise typer.Exit(1)
            confirm("Is it none of these, and a new number is wanted?", call.yes or accept)
            seen = frozenset(candidate.id for candidate in added.candidates if candidate.id)
            added = people.add(desk, replace(request, seen=seen))
        if added.entered is None:
            raise Misuse("entered-meanwhile", Remedy.to("look-again"))
    if not call.print_json("player add", added):
        print(f"{added.entered.id}  {added.entered.name}")


@player.command("find")
@office_verb("db who now json")
def find(
    call: OfficeCall,
    text: Annotated[str, typer.Argument(metavar="TEXT|NUMBER")],
    most: Annotated[int, typer.Option("--most", metavar="N", help="Show so many at most.", min=1)] = 20,
) -> None:
    """Find players by a number, a part of a name, or a name misspelt or in other letters.

    [bold]Examples[/bold]

      arpad player find invented          everybody whose name has it, former names too

      arpad player find 'Вигаданенко'     also written Vyhadanenko

      arpad player find 14100021          this number, and those one slip of the pen away
    """
    from arpad.cli.people import people_table
    from arpad.office import people

    with call.desk() as desk:
        players = people.find(desk, people.Search(text, most))
    if not call.print_json("player find", players):
        if players:
            people_table(players)
        else:
            print(f"nobody is found by {text!r}", file=sys.stderr)
    raise typer.Exit(0 if players else 1)


@player.command("show")
@office_verb("db who now json")
def show(
    call: OfficeCall,
    number: Number,
    as_of: Annotated[str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="What held on this day.")] = "",
    known_at: Annotated[
        int | None, typer.Option("--known-at", metavar="SEQ", help="What was known at this entry of the log.")
    ] = None,
) -> None:
    """Show a player and what was ever changed: since when, who entered it, on which day, why.

    [bold]Examples[/bold]

      arpad player show 14100012

      arpad player show 1000000011 --as-of 2024-03-01     federation, name and title of that day
    """
    from arpad.cli.people import story_tables
    from arpad.office import people

    request = people.Show(number_of(number), known_day(as_of, "--as-of"), known_at)
    with call.desk() as desk:
        story = people.show(desk, request)
    if not call.print_json("player show", story):
        story_tables(story)


player.command()(change)
player.command()(listing)
player.command()(merge)
player.command()(unmerge)
