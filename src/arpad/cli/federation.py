"""`arpad federation`: since when each federation is a member, or excluded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, sit_down
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.office.registry.federations import Entry
    from arpad.office.registry.sheets import Row

federation = typer.Typer(no_args_is_help=True, help="The federations, members or excluded: import, add, show.")
COLUMNS = ("code", "name", "state", "since", "until")


def _entry(row: Row) -> Entry:
    from arpad.office.registry.federations import Entry

    days = row.day("since"), row.day("until")
    return Entry(row.text("code").upper(), row.text("name"), row.text("state").casefold() or "member", *days)


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
    from arpad.cli.register import keep, read
    from arpad.office.registry.federations import check, enter

    entries, problems = read(files, COLUMNS, ("code",), _entry, check)
    keep(entries, problems, enter, "federation-import", ", ".join(files), why, (db, who, now, dry_run), as_json)


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
    from arpad.cli.player_facts import day_of
    from arpad.cli.register import keep
    from arpad.office.registry.federations import Entry, check, enter

    entry = Entry(code.upper(), name, state, day_of(since, "--since"), day_of(until, "--until"))
    check(entry)
    keep([entry], [], enter, "federation-add", entry.code, why, (db, who, now, dry_run), as_json)


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
    from arpad.cli.output import emit, table
    from arpad.cli.people import day
    from arpad.cli.player_facts import day_of
    from arpad.office.registry.federations import held, named
    from arpad.office.registry.spans import OPEN

    on = day_of(as_of, "--as-of")
    with sit_down(db, who, now) as desk, desk.reading() as connection:
        names, spans = named(connection), held(connection)
    if code and code.upper() not in names:
        raise Misuse(f"{code.upper()} is not in this office's book; enter it with `arpad federation add`")
    rows: list[dict[str, Any]] = [
        {"code": one, "name": names[one], "states": [
            {"state": state, "since": day(since) or None, "until": day(until) or None}
            for state, since, until in spans.get(one, []) if not on or since <= on <= (until or OPEN)
        ]}
        for one in ([code.upper()] if code else sorted(names))
    ]  # fmt: skip
    if as_json:
        emit(rows)
        return
    nothing: list[dict[str, Any]] = [{"state": "", "since": None, "until": None}]
    table(COLUMNS, [(row["code"], row["name"], *one.values()) for row in rows for one in row["states"] or nothing])
