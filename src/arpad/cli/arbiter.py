"""`arpad arbiter`: the arbiters and their licences, each with its days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, sit_down
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.office.registry.arbiters import Entry
    from arpad.office.registry.sheets import Row

arbiter = typer.Typer(no_args_is_help=True, help="The arbiters and their licences: import, add, show.")
COLUMNS = ("id", "name", "federation", "licence", "since", "until")


def _entry(row: Row) -> Entry:
    from arpad.office.registry.arbiters import Entry

    number, days = row.number("id"), (row.day("since"), row.day("until"))
    return Entry(number, row.text("name"), row.text("federation").upper(), row.text("licence"), *days)


@arbiter.command("import")
def import_(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="CSV files, or directories of them.")],
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Enter arbiters and licences from CSV files with the header id,name,federation,licence,since,until.

    On the days it names, an entry stands in place of earlier ones; no `until` means until further notice, and the
    licence `none` takes one away. A file that was imported changes nothing when it is imported again.

    [bold]Examples[/bold]

      arpad arbiter import arbiters.csv
    """
    from arpad.cli.register import keep, read
    from arpad.office.registry.arbiters import check, enter

    entries, problems = read(files, COLUMNS, ("id", "name"), _entry, check)
    keep(entries, problems, enter, "arbiter-import", ", ".join(files), why, (db, who, now, dry_run), as_json)


@arbiter.command()
def add(
    number: Annotated[int, typer.Argument(metavar="ID", help="The arbiter's FIDE number.")],
    name: Annotated[str, typer.Argument(metavar="'SURNAME, GIVEN'")],
    federation: Annotated[str, typer.Option("--federation", metavar="FED")] = "",
    licence: Annotated[str, typer.Option("--licence", metavar="KIND", help="IA, FA, NA …, or none.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD")] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD")] = "",
    why: Why = "", db: Db = DB, who: Who = WHO, now: Now = NOW, dry_run: DryRun = False, as_json: AsJson = False,
    yes: Yes = False,
) -> None:  # fmt: skip
    """Enter one arbiter, or one more licence of his.

    [bold]Examples[/bold]

      arpad arbiter add 14100098 "Referee, Rita" --federation UKR --licence FA --since 2024-01-01

      arpad arbiter add 14100098 "Referee, Rita" --licence none --since 2024-06-01 --why "suspended"
    """
    from arpad.cli.player_facts import day_of
    from arpad.cli.register import keep
    from arpad.office.registry.arbiters import Entry, check, enter

    days = day_of(since, "--since"), day_of(until, "--until")
    entry = Entry(number, name.strip(), federation.upper(), licence, *days)
    check(entry)
    keep([entry], [], enter, "arbiter-add", str(number), why, (db, who, now, dry_run), as_json)


@arbiter.command()
def show(
    number: Annotated[int | None, typer.Argument(metavar="[ID]", help="One arbiter; everybody without it.")] = None,
    as_of: Annotated[str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="Licences that hold on this day.")] = "",
    db: Db = DB, who: Who = WHO, now: Now = NOW, as_json: AsJson = False,
) -> None:  # fmt: skip
    """Show arbiters and which licence holds when.

    [bold]Examples[/bold]

      arpad arbiter show 14100098

      arpad arbiter show --as-of 2024-03-01
    """
    from arpad.cli.output import emit, table
    from arpad.cli.people import day
    from arpad.cli.player_facts import day_of
    from arpad.office.registry.arbiters import everybody, held
    from arpad.office.registry.spans import OPEN

    on = day_of(as_of, "--as-of")
    with sit_down(db, who, now) as desk, desk.reading() as connection:
        people, spans = everybody(connection), held(connection)
    if number is not None and number not in people:
        raise Misuse(f"{number} is no arbiter in this office; enter him with `arpad arbiter add`")
    chosen = [number] if number is not None else sorted(people)
    rows: list[dict[str, Any]] = [
        {"id": one, "name": people[one][0], "federation": people[one][1] or None, "licences": [
            {"licence": kind, "since": day(since) or None, "until": day(until) or None}
            for kind, since, until in spans.get(one, []) if not on or since <= on <= (until or OPEN)
        ]}
        for one in chosen
    ]  # fmt: skip
    if as_json:
        emit(rows)
        return
    nothing: list[dict[str, Any]] = [{"licence": "", "since": None, "until": None}]
    cells = [(row["id"], row["name"], row["federation"], *one.values())
             for row in rows for one in row["licences"] or nothing]  # fmt: skip
    table(("id", "name", "federation", "licence", "since", "until"), cells)
