"""`arpad doctor` and `arpad log`: is the office in order, and who did what."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import DB, NOW, AsJson, Db, Now, day, need_office

UNHEALTHY = 1


def doctor(
    waiting: Annotated[
        int, typer.Option("--waiting", metavar="DAYS", help="How long a report may wait for a decision.", min=0)
    ] = 3,
    as_json: AsJson = False,
    db: Db = DB,
    now: Now = NOW,
) -> None:
    """Look the office over: database, history, lists, reports. Nothing is changed.

    Exit code 0: all in order, or advice only; 1: something needs attention.

    [bold]Examples[/bold]

      arpad doctor

      arpad doctor --json --db postgresql://arpad@host/arpad
    """
    need_office()
    from arpad.cli.files import progress
    from arpad.cli.output import emit, table
    from arpad.office.store.engine import connect
    from arpad.office.upkeep.doctor import State, examine, healthy

    store = connect(db)
    try:
        found = examine(store, day(now, "--now"), waiting, progress)
    finally:
        store.close()
    if as_json:
        said = {"office": store.address, "healthy": healthy(found), "checks": [each.as_json() for each in found]}
        emit(said)
    else:
        table(("check", "state", "what must hold"), [(each.check, each.state.value, each.holds) for each in found])
        for each in found:
            if each.found:
                print()
                lines = [*each.found, *([f"and {each.more} more"] if each.more else [])]
                print(f"{each.check} ({each.state.value})")
                for line in lines:
                    print(f"  - {_plain(line)}")
                print(f"  what helps: {each.remedy}")
        wrong = sum(each.state is State.WRONG for each in found)
        advice = sum(each.state is State.ADVICE for each in found)
        print()
        print(f"{store.address}: {len(found)} checks, {wrong} need attention, {advice} give advice")
    if not healthy(found):
        raise typer.Exit(UNHEALTHY)


def log(
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD", help="From this day on.")] = "",
    who: Annotated[str, typer.Option("--who", metavar="NAME", help="Only what this person did.")] = "",
    action: Annotated[str, typer.Option("--action", metavar="VERB", help="Only this, as in publish.")] = "",
    last: Annotated[int, typer.Option("--last", metavar="N", help="Only so many of the newest.", min=0)] = 0,
    as_json: AsJson = False,
    db: Db = DB,
) -> None:
    """Show the log: who did what, when and why.

    [bold]Examples[/bold]

      arpad log --last 20

      arpad log --since 2026-11-01 --action publish
    """
    need_office()
    from arpad.cli.output import emit, table
    from arpad.office.logbook import entries
    from arpad.office.store.engine import connect
    from arpad.office.store.migrate import at_head

    store = connect(db)
    try:
        at_head(store)
        with store.reading() as connection:
            found = [each.as_json() for each in entries(connection, day(since, "--since"), who, action, last)]
    finally:
        store.close()
    if as_json:
        emit(found)
        return
    rows = [(e["seq"], e["day"], e["at"][:19], e["who"], e["action"], e["subject"], e["why"]) for e in found]
    table(("entry", "day", "at (UTC)", "who", "action", "subject", "why"), [[_plain(cell) for cell in r] for r in rows])


def _plain(cell: object) -> str:
    """On one line, and nothing that a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in str(cell))
