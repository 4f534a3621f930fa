"""`arpad player change`, `merge` and `unmerge`: what is known of a player, and which numbers are one person."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, confirm, sit_down
from arpad.cli.player_facts import (
    Born,
    Died,
    Federation,
    FideId,
    Former,
    Members,
    Name,
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
from arpad.finding import Misuse

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from arpad.office.registry.person import Person


def change(
    number: Number,
    name: Name = None, fide_id: FideId = None, former: Former = None, born: Born = None, sex: Sex = None,
    federation: Federation = None, region: Region = None, title: Title = None, national: National = None,
    members: Members = None, died: Died = None, since: Since = "", why: Why = "", db: Db = DB, who: Who = WHO,
    now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False, yes: Yes = False,
) -> None:  # fmt: skip
    """Change what is known of a player, from a day on. The old value stays readable; '' takes a fact away.

    [bold]Examples[/bold]

      arpad player change 14100012 --federation POL --since 2024-05-01 --why "transfer, letter of 28 April"

      arpad player change 14100012 --name "Nova, Ann" --why married      the old name becomes a former name

      arpad player change 14100012 --born 1992-04-12 --why "passport"    as do --died, --federation, --title
    """
    from arpad.cli.output import emit, table
    from arpad.cli.people import day, fact
    from arpad.office.registry.changes import change as change_facts
    from arpad.office.registry.changes import without_birth
    from arpad.office.registry.players import one

    values = facts_of(name=name, fide_id=fide_id, former_names=former, born=born, sex=sex, federation=federation,
                     region=region, title=title, national_title=national, member=members, died=died)  # fmt: skip
    if not values:
        raise Misuse("say what changes: --federation, --title, --name … (`arpad player change --help` says more)")
    held = day_of(since, "--since")
    detail = without_birth(values)
    if "born" in values:
        confirm("A birth date decides coefficients and age groups. Change it?", yes)
    with sit_down(db, who, now, dry_run) as desk, desk.writing("player-change", number, why, detail) as writing:
        made = change_facts(writing, one(writing.connection, number_of(number)), values, held)
    if as_json:
        emit([{"field": row.field, "old": row.old, "new": row.new, "since": row.since or None} for row in made])
    elif made:
        shown = [(r.field, fact(r.field, r.old), fact(r.field, r.new), day(r.since) or "ever") for r in made]
        table(("field", "from", "to", "since"), shown)
    else:
        print("nothing changes: it is so already", file=sys.stderr)


def merge(
    kept: Annotated[str, typer.Argument(metavar="KEPT", help="The number under which the person goes on.")],
    gone: Annotated[str, typer.Argument(metavar="GONE", help="The number that counts as the other from now on.")],
    even: Annotated[
        bool,
        typer.Option("--even-if-different", help="They are one, though name, birth, sex or ratings speak against it."),
    ] = False,
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Say that two numbers are one person, and why. Nothing is lost: `player unmerge` takes it back.

    Two who clearly differ, or who are both rated, are merged only with --even-if-different.

    [bold]Examples[/bold]

      arpad player merge 14100012 1000000103 --why "registered twice, passport seen"

      arpad player merge 14100012 1000000103 --even-if-different --why "married, and both names were rated"
    """
    from arpad.office.registry.duplicates import differ, differences
    from arpad.office.registry.merging import join, may_join
    from arpad.office.registry.players import facts, one

    with sit_down(db, who, now, dry_run) as desk:
        with desk.reading() as connection:
            keys = one(connection, number_of(kept)), one(connection, number_of(gone))
            may_join(connection, *keys)
            people = facts(connection, keys)
            against = [*differences(*(people[key] for key in keys)), *_both_rated(connection, keys)]
        _reasoned(why, "a merge")
        both = f"{people[keys[0]].name} and {people[keys[1]].name} do not look like one person"
        if against and not even:
            raise Misuse(f"{both}: {', '.join(against)}; if they are one all the same, add --even-if-different")
        if against or differ(people[keys[0]], people[keys[1]]):
            confirm(f"{both}. Merge them?", yes)
        with desk.writing("player-merge", f"{kept} {gone}", why) as writing:
            join(writing, *keys)
    _said(as_json, keys, people, "counts as")


def unmerge(
    gone: Annotated[str, typer.Argument(metavar="GONE", help="The number that was merged away.")],
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Take a merge back, and say why: the two are two again, as they were.

    [bold]Examples[/bold]

      arpad player unmerge 1000000103 --why "two cousins after all"
    """
    from arpad.office.registry.merging import part
    from arpad.office.registry.players import facts, one

    _reasoned(why, "an unmerge")
    with sit_down(db, who, now, dry_run) as desk, desk.writing("player-unmerge", gone, why) as writing:
        away = one(writing.connection, number_of(gone))
        keys = part(writing, away), away
        people = facts(writing.connection, keys)
    _said(as_json, keys, people, "is parted from")


def _reasoned(why: str, what: str) -> None:
    if not why.strip():
        raise Misuse(f"{what} decides whose results count as whose: say why, with --why TEXT")


def _both_rated(connection: Connection, keys: tuple[int, int]) -> Iterator[str]:
    """The series computed here on whose newest list both have a rating."""
    from sqlalchemy import select

    from arpad.office.rolls import COMPUTED, history
    from arpad.office.store.schema import series

    for name in connection.execute(select(series.c.name).filter_by(kind=COMPUTED).order_by(series.c.name)).scalars():
        last = [[row["rating"] for _, row in history(connection, name, key)][-1:] for key in keys]
        if all(rating and rating[0] for rating in last):
            yield f"both are rated in {name}"


def _said(as_json: bool, keys: tuple[int, int], people: dict[int, Person], what: str) -> None:
    from arpad.cli.output import emit
    from arpad.office.registry.identity import own_id

    kept, gone = keys
    if as_json:
        emit({"kept": own_id(kept), "gone": own_id(gone), "merged": what == "counts as"})
    else:
        print(f"{own_id(gone)} {people[gone].name} {what} {own_id(kept)} {people[kept].name}")
