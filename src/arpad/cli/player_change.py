"""`arpad player change`, `merge` and `unmerge`: what is known of a player, and which numbers are one person."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import OfficeCall, confirm, office_verb
from arpad.cli.player_facts import (
    Born,
    Died,
    Federation,
    FideId,
    Former,
    Latin,
    Members,
    Name,
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

if TYPE_CHECKING:
    from arpad.office.people import MergeDone


@office_verb("why db who now dry json yes")
def change(
    call: OfficeCall,
    number: Number,
    name: Name = None,
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
) -> None:
    """Change what is known of a player, from a day on. The old value stays readable; '' takes a fact away.

    [bold]Examples[/bold]

      arpad player change 14100012 --federation POL --since 2024-05-01 --why "transfer, letter of 28 April"

      arpad player change 14100012 --name "Nova, Ann" --why married      the old name becomes a former name

      arpad player change 14100012 --born 1992-04-12 --why "passport"    as do --died, --federation, --title
    """
    from arpad.cli.output import table
    from arpad.office import people

    values = facts_of(name=name, fide_id=fide_id, former_names=former, born=born, sex=sex, federation=federation,
                     region=region, title=title, national_title=national, member=members, died=died,
                     latin_name=latin_name)  # fmt: skip
    if "born" in values:
        confirm("A birth date decides coefficients and age groups. Change it?", call.yes)
    day = known_day(since, "--since")
    request = people.NewFacts(number_of(number), people.Facts(**values), day, call.why, confirmed="born" in values)
    with call.desk() as desk:
        changes = people.change(desk, request)
    if call.print_json("player change", changes):
        return
    if changes:
        rows = [(change.field, change.old, change.new, change.since or "ever") for change in changes]
        table(("field", "from", "to", "since"), rows)
    else:
        print("nothing changes: it is so already", file=sys.stderr)


@office_verb("why db who now dry json yes")
def merge(
    call: OfficeCall,
    kept: Annotated[str, typer.Argument(metavar="KEPT", help="The number under which the person goes on.")],
    gone: Annotated[str, typer.Argument(metavar="GONE", help="The number that counts as the other from now on.")],
    even: Annotated[
        bool,
        typer.Option("--even-if-different", help="They are one, though name, birth, sex or ratings speak against it."),
    ] = False,
) -> None:
    """Say that two numbers are one person, and why. Nothing is lost: `player unmerge` takes it back.

    Two who clearly differ, or who are both rated, are merged only with --even-if-different.

    [bold]Examples[/bold]

      arpad player merge 14100012 1000000103 --why "registered twice, passport seen"

      arpad player merge 14100012 1000000103 --even-if-different --why "married, and both names were rated"
    """
    from arpad.office import people

    with call.desk() as desk:
        pair = people.compare(desk, number_of(kept), number_of(gone))
        despite = frozenset(pair.objections) if even else frozenset()
        request = people.Merge(number_of(kept), number_of(gone), call.why, despite)
        people.may_merge(desk, request)
        if not pair.alike:
            confirm(f"{pair.kept.name} and {pair.gone.name} do not look like one person. Merge them?", call.yes)
        done = people.merge(desk, request)
    _show(call, done)


@office_verb("why db who now dry json yes")
def unmerge(
    call: OfficeCall, gone: Annotated[str, typer.Argument(metavar="GONE", help="The number that was merged away.")]
) -> None:
    """Take a merge back, and say why: the two are two again, as they were.

    [bold]Examples[/bold]

      arpad player unmerge 1000000103 --why "two cousins after all"
    """
    from arpad.office import people

    with call.desk() as desk:
        done = people.unmerge(desk, people.Unmerge(number_of(gone), call.why))
    _show(call, done)


def _show(call: OfficeCall, done: MergeDone) -> None:
    if call.print_json("player merge" if done.merged else "player unmerge", done):
        return
    now = "counts as" if done.merged else "is parted from"
    print(f"{done.gone} {done.gone_name} {now} {done.kept} {done.kept_name}")
    if done.moved_fide_id:
        print(f"the FIDE number {done.moved_fide_id} is that of {done.kept if done.merged else done.gone} now")
    if done.merged and len(done.fide_ids) > 1:
        shown, other = done.fide_ids
        print(f"two FIDE numbers: lists show {shown}, and {other} is still found")
