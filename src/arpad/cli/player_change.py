"""`arpad player change`, `merge` and `unmerge`: what is known of a player, and which numbers are one person."""

from __future__ import annotations

import sys
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
)
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.office.people.person import Person


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
    from arpad.office.people.changes import change as change_facts
    from arpad.office.people.changes import without_birth
    from arpad.office.people.registry import one

    values = facts_of(name=name, fide_id=fide_id, former_names=former, born=born, sex=sex, federation=federation,
                     region=region, title=title, national_title=national, member=members, died=died)  # fmt: skip
    if not values:
        raise Misuse("say what changes: --federation, --title, --name … (`arpad player change --help` says more)")
    held = day_of(since, "--since")
    detail = without_birth(values)
    if "born" in values:
        confirm("A birth date decides coefficients and age groups. Change it?", yes)
    with sit_down(db, who, now, dry_run) as desk, desk.writing("player-change", str(number), why, detail) as writing:
        made = change_facts(writing, one(writing.connection, number), values, held)
    if as_json:
        emit([{"field": row.field, "old": row.old, "new": row.new, "since": row.since or None} for row in made])
    elif made:
        table(("field", "from", "to", "since"), [(row.field, row.old, row.new, row.since or "ever") for row in made])
    else:
        print("nothing changes: it is so already", file=sys.stderr)


def merge(
    kept: Annotated[int, typer.Argument(metavar="KEPT", help="The number under which the person goes on.")],
    gone: Annotated[int, typer.Argument(metavar="GONE", help="The number that counts as the other from now on.")],
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Say that two numbers are one person. Nothing is lost: `player unmerge` takes it back.

    [bold]Examples[/bold]

      arpad player merge 14100012 1000000103 --why "registered twice, passport seen"
    """
    from arpad.office.people.duplicates import differ
    from arpad.office.people.merging import join
    from arpad.office.people.registry import facts, one

    with sit_down(db, who, now, dry_run) as desk:
        with desk.reading() as connection:
            keys = one(connection, kept), one(connection, gone)
            people = facts(connection, keys)
        if differ(people[keys[0]], people[keys[1]]):
            confirm(f"{people[keys[0]].name} and {people[keys[1]].name} do not look like one person. Merge them?", yes)
        with desk.writing("player-merge", f"{kept} {gone}", why) as writing:
            join(writing, *keys)
    _said(as_json, keys, people, "counts as")


def unmerge(
    gone: Annotated[int, typer.Argument(metavar="GONE", help="The number that was merged away.")],
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Take a merge back: the two are two again, as they were.

    [bold]Examples[/bold]

      arpad player unmerge 1000000103 --why "two cousins after all"
    """
    from arpad.office.people.merging import part
    from arpad.office.people.registry import facts, one

    with sit_down(db, who, now, dry_run) as desk, desk.writing("player-unmerge", str(gone), why) as writing:
        away = one(writing.connection, gone)
        keys = part(writing, away), away
        people = facts(writing.connection, keys)
    _said(as_json, keys, people, "is parted from")


def _said(as_json: bool, keys: tuple[int, int], people: dict[int, Person], what: str) -> None:
    from arpad.cli.output import emit
    from arpad.office.people.identity import own_id

    kept, gone = keys
    if as_json:
        emit({"kept": own_id(kept), "gone": own_id(gone), "merged": what == "counts as"})
    else:
        print(f"{own_id(gone)} {people[gone].name} {what} {own_id(kept)} {people[kept].name}")
