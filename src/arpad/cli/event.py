"""`arpad event`: register events, see where they stand, and enter what is to be left out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, sit_down
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.office.book.registering import Registration
    from arpad.office.desk import Desk

event = typer.Typer(help="Register events, and see where they stand.", no_args_is_help=True, rich_markup_mode="rich")


@event.command(context_settings={"ignore_unknown_options": True})
def register(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="SIDECAR...", help="Files *.event.toml, directories, patterns.")
    ] = None,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who vouches for a registration of the past.")] = "",
    why: Why = "",
    as_json: AsJson = False,
    dry: DryRun = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Register events: from sidecars, from directories of them, or with flags.

    [bold]Examples[/bold]

      arpad event register open.event.toml             one event

      arpad event register season/                     every *.event.toml in a directory

      arpad event register --name 'Spring Open' --series fide-standard --start 2026-04-03 --end 2026-04-06

      arpad event register --code spring --approvals late-registration --why 'letter of the federation'

      arpad event register old.event.toml --by 'A. Arbiter'    registered in the past, on somebody's word

    The facts of an event are the keys of its sidecar, also as flags (`arpad check --help` lists them). A code is taken
    from the sidecar or made from the event's name, federation and days. To register an event again changes the facts
    that are named; the same facts again change nothing.
    """
    from arpad.cli.facts import split
    from arpad.cli.files import expand, progress
    from arpad.cli.output import emit, table
    from arpad.intake.sidecar import SUFFIX

    names, given = split(files or [])
    paths = [path for path in expand(names, (".toml",)) if path.endswith(SUFFIX)] if names else []
    if names and not paths:
        raise Misuse(f"none of these is a sidecar: its name ends with {SUFFIX}")
    if not paths and not given:
        raise Misuse("name a sidecar, a directory of them, or give the facts as flags")
    if given.get("code") and len(paths) > 1:
        raise Misuse("--code belongs to one event; these are several")
    rows = []
    with sit_down(db, who, now, dry) as desk, progress("registering", len(paths)) as advance:
        for path in paths or [""]:
            rows.append(_registered(desk, path, given, by, why, alone=len(paths) < 2))
            advance(1)
    if as_json:
        emit(
            [
                {"file": file or None, "event": code or None, "status": status, "said": said}
                for file, code, status, said in rows
            ]
        )
    else:
        table(("event", "state", "said"), [(code or file, status, said) for file, code, status, said in rows])
    raise typer.Exit(1 if any(status == "refused" for _, _, status, _ in rows) else 0)


def _registered(
    desk: Desk, path: str, given: dict[str, Any], by: str, why: str, alone: bool
) -> tuple[str, str, str, str]:
    from pathlib import Path

    from arpad.intake.sidecar import read_sidecar
    from arpad.office.book.registering import register as enter

    try:
        facts = {**(read_sidecar(Path(path)) if path else {}), **given}
        done: Registration = enter(desk, facts, by, why)
    except Misuse as misuse:
        if alone:
            raise
        return path, "", "refused", str(misuse)
    return path, done.code, done.status, ", ".join(done.changed)


@event.command(name="list")
def list_(
    series: Annotated[str, typer.Option("--series", metavar="NAME", help="Only this series.")] = "",
    standing: Annotated[
        str, typer.Option("--standing", metavar="NAME", help="Only those that are registered, reported, held ...")
    ] = "",
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Where the events stand.

    [bold]Examples[/bold]

      arpad event list                                 all of them

      arpad event list --standing reported             what waits for a decision
    """
    from arpad.cli.output import emit, table
    from arpad.office.book.life import Standing
    from arpad.office.book.stands import day_of, held_by, stands

    if standing and standing not in list(Standing):
        raise Misuse(f"--standing {standing}: expected one of {', '.join(Standing)}")
    with sit_down(db, who, now) as desk, desk.reading() as connection:
        found = [each for each in stands(connection, series) if not standing or each.life.where == standing]
        held = {each.name: held_by(connection, each) for each in found if each.life.where == Standing.HELD}
    rows = [
        {
            "event": each.name,
            "series": each.series,
            "start": str(day_of(each.start)),
            "end": str(day_of(each.end)),
            "standing": each.life.where.value,
            "list": f"{each.life.rated // 100}-{each.life.rated % 100:02d}" if each.life.rated else None,
            "held": held.get(each.name),
        }
        for each in found
    ]
    if as_json:
        emit(rows)
        return
    table(("event", "series", "from", "to", "stands", "list", "told"), [tuple(row.values()) for row in rows])


@event.command()
def show(
    codes: Annotated[list[str], typer.Argument(metavar="CODE...", help="Events.")],
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """An event with its facts, its deadlines, its reports and everything that happened to it.

    [bold]Examples[/bold]

      arpad event show spring-open

      arpad event show --json spring-open league-2026
    """
    from arpad.cli.output import emit
    from arpad.office.book.telling import tell

    with sit_down(db, who, now) as desk, desk.reading() as connection:
        told = [tell(connection, code, desk.today()) for code in codes]
    if as_json:
        emit(told)
        return
    for one in told:
        _print(one)


def _print(told: dict[str, Any]) -> None:
    from arpad.cli.output import table

    print(f"{told['code']}: {told['facts'].get('name', '')}, {told['facts']['start']} to {told['facts']['end']}")
    print(f"{told['series']}, {told['edition']}; in the book since {told['entered']}\n")
    table(("fact", "registered"), [(key, _words(value)) for key, value in told["facts"].items()])
    print()
    for part in told["parts"]:
        ends = f"; an appeal is possible until {part['appeal_until']}" if part["appeal_open"] else ""
        draft = f"; draft {part['draft']} is in view" if part["draft"] else ""
        where = f"{part['standing']} in the list {part['list']}" if part["list"] else part["standing"]
        print(f"{part['name']} is {where}{ends}{draft}")
        if part["possible"]:
            print(f"  you can {', '.join(part['possible'])}")
    print()
    table(("due", "day"), [(each["what"], each["day"]) for each in told["deadlines"]])
    print()
    table(
        ("day", "what", "part", "who", "said"),
        [
            (e["day"], e["kind"], e["part"], e["who"], "; ".join(filter(None, (e["what"], e["why"]))))
            for e in told["history"]
        ],
    )
    if told["reports"]:
        print()
        table(
            ("report", "part", "draft", "day", "file", "sha256"),
            [
                (e["report"], e["part"], "yes" if e["draft"] else "", e["day"], e["file"], e["sha256"][:16])
                for e in told["reports"]
            ],
        )
    print()


def _words(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(" ".join(str(v) for v in e.values() if v) if isinstance(e, dict) else str(e) for e in value)
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


@event.command()
def exclude(
    code: Annotated[str, typer.Argument(metavar="EVENT", help="The event, or a part of it: CODE/2.")],
    player: Annotated[int, typer.Option("--player", metavar="N", help="Start number in the report.", min=1)],
    turn: Annotated[
        int | None, typer.Option("--round", metavar="R", help="Only this round; without it all games.", min=1)
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="NAME", help="fair-play, force-majeure ...")] = "fair-play",
    back: Annotated[bool, typer.Option("--withdraw", help="Take such an exclusion back.")] = False,
    why: Why = "",
    as_json: AsJson = False,
    dry: DryRun = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Leave a game, or all games of a player, out of the rating. An admitted event is then to be admitted anew.

    [bold]Examples[/bold]

      arpad event exclude spring-open --player 12 --round 5 --reason fair-play --why 'decision FP-7'

      arpad event exclude spring-open --player 12 --round 5 --withdraw --why 'appeal upheld'

    An exclusion cannot be overridden; it is withdrawn, with the player and the round it was entered with.
    """
    from arpad.cli.output import emit
    from arpad.office.book.excluding import exclude as leave_out
    from arpad.office.book.excluding import include
    from arpad.office.book.stands import targets

    with sit_down(db, who, now, dry) as desk:
        with desk.reading() as connection:
            found = targets(connection, [code])
        if len(found) > 1:
            raise Misuse(f"{code} has parts; say which: {', '.join(each.name for each in found)}")
        if back:
            done = include(desk, found[0], player, turn, why)
        else:
            done = leave_out(desk, found[0], player, turn, reason, why)
    if as_json:
        emit(done.as_json())
    else:
        print(f"{done.event}: {done.status} {done.reason}")
