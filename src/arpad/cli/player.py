"""`arpad player`: the people of the office. Every change has who, when and why, and none is lost."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, confirm, sit_down
from arpad.cli.player_change import change, merge, unmerge
from arpad.cli.player_facts import (
    Born,
    Died,
    Federation,
    FideId,
    Former,
    Members,
    National,
    Number,
    Region,
    Sex,
    Since,
    Title,
    day_of,
    facts_of,
    number_of,
)
from arpad.cli.player_import import import_
from arpad.finding import Misuse

player = typer.Typer(no_args_is_help=True, help="The players: import, add, find, show, change, merge, unmerge.")
player.command("import")(import_)


@player.command()
def add(
    name: Annotated[str, typer.Argument(metavar="'SURNAME, GIVEN'")],
    fide_id: FideId = None, former: Former = None, born: Born = None, sex: Sex = None, federation: Federation = None,
    region: Region = None, title: Title = None, national: National = None, members: Members = None, died: Died = None,
    since: Since = "",
    accept: Annotated[bool, typer.Option("--accept-candidates", help="He is none of those who look like him.")] = False,
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Enter one player and give him a number.

    Whoever looks like somebody registered is shown first: by name, in any script, order or spelling, and birth.

    [bold]Examples[/bold]

      arpad player add "Invented, Ann" --born 1991-04-12 --sex w --federation UKR

      arpad player add "Invented, Ann" --born 1991 --accept-candidates --why "cousins, seen both passports"
    """
    from arpad.cli.output import emit
    from arpad.cli.people import candidate_json, candidates_table, person_json
    from arpad.law.calendar import day_number
    from arpad.office.registry.duplicates import candidates
    from arpad.office.registry.federations import named
    from arpad.office.registry.person import Person, faults
    from arpad.office.registry.players import enter
    from arpad.office.registry.possible import impossible

    values = facts_of(fide_id=fide_id, former_names=former, born=born, sex=sex, federation=federation, region=region,
                     title=title, national_title=national, member=members, died=died)  # fmt: skip
    person = Person(name=name.strip(), **values)
    for field, expected in faults(person):
        raise Misuse(f"{field}: {expected}")
    held = day_of(since, "--since")
    with sit_down(db, who, now, dry_run) as desk:
        with desk.reading() as connection:
            for field, expected in impossible(person, day_number(desk.today()), named(connection)):
                raise Misuse(f"{field}: expected {expected}")
            alike = () if accept else candidates(connection, person)
        if alike and not as_json:
            candidates_table(("", person.name, one) for one in alike)
        if alike and not (yes or sys.stdin.isatty()):
            if as_json:
                emit({"entered": None, "candidates": [candidate_json(one) for one in alike]})
            else:
                print("nobody was entered: is it one of these? If not, add --accept-candidates", file=sys.stderr)
            raise typer.Exit(1)
        if alike:
            confirm("Is it none of these, and a new number is wanted?", yes)
        with desk.writing("player-add", person.name, why) as writing:
            if not accept and len(candidates(writing.connection, person)) > len(alike):
                raise Misuse("somebody alike was entered in the meantime; look again")
            if held > writing.day:
                raise Misuse(f"--since {since} is after today")
            entered = person_json(int(enter(writing, [person], held)[0]), person)
    if as_json:
        emit({"entered": entered, "candidates": [candidate_json(one) for one in alike]})
    else:
        print(f"{entered['id']}  {person.name}")


@player.command()
def find(
    text: Annotated[str, typer.Argument(metavar="TEXT|NUMBER")],
    most: Annotated[int, typer.Option("--most", metavar="N", help="Show so many at most.", min=1)] = 20,
    db: Db = DB, who: Who = WHO, now: Now = NOW, as_json: AsJson = False,
) -> None:  # fmt: skip
    """Find players by a number, a part of a name, or a name misspelt or in other letters.

    [bold]Examples[/bold]

      arpad player find invented          everybody whose name has it, former names too

      arpad player find 'Вигаданенко'     also written Vyhadanenko

      arpad player find 14100021          this number, and those one slip of the pen away
    """
    from arpad.cli.output import emit
    from arpad.cli.people import people_table, person_json
    from arpad.office.registry.players import facts
    from arpad.office.registry.search import search

    with sit_down(db, who, now) as desk, desk.reading() as connection:
        keys = search(connection, text, most)
        found = facts(connection, keys)
    if as_json:
        emit([person_json(key, found[key]) for key in keys])
    elif keys:
        people_table({key: found[key] for key in keys})
    else:
        print(f"nobody is found by {text!r}", file=sys.stderr)
    raise typer.Exit(0 if keys else 1)


@player.command()
def show(
    number: Number,
    as_of: Annotated[str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="What held on this day.")] = "",
    known_at: Annotated[
        int | None, typer.Option("--known-at", metavar="SEQ", help="What was known at this entry of the log.")
    ] = None,
    db: Db = DB, who: Who = WHO, now: Now = NOW, as_json: AsJson = False,
) -> None:  # fmt: skip
    """Show a player and what was ever changed: since when, who entered it, on which day, why.

    [bold]Examples[/bold]

      arpad player show 14100012

      arpad player show 1000000011 --as-of 2024-03-01     federation, name and title of that day
    """
    from arpad.cli.output import emit, table
    from arpad.cli.people import fact, story
    from arpad.office.registry.players import one

    day = day_of(as_of, "--as-of") or None
    with sit_down(db, who, now) as desk, desk.reading() as connection:
        told = story(connection, one(connection, number_of(number)), day, known_at)
    if told is None:
        raise Misuse(f"{number} was not registered yet at entry {known_at} of the log")
    if as_json:
        emit(told)
        return
    history, merges = told.pop("history"), told.pop("merges")
    for name in ("merged_into", "merged_from"):
        told.pop(name)
    for name, others in (("merged into", [merges["into"]]), ("merged from", merges["from"])):
        told[name] = [f"{one['id']} {one['name']}, since {one['since']}" for one in others if one]
    shown = {name: "; ".join(map(str, v)) if isinstance(v, list) else v for name, v in told.items() if v}
    table(("", str(told["name"])), [(name, value) for name, value in shown.items() if name != "name"])
    if history:
        for row in history:
            row["old"], row["new"] = (fact(row["field"], row[name]) for name in ("old", "new"))
        fields = ("field", "old", "new", "since", "day", "who", "why")
        table(("changed", "from", "to", "since", "entered", "by", "why"), [[row[f] for f in fields] for row in history])


player.command()(change)
player.command()(merge)
player.command()(unmerge)
