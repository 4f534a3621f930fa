"""`arpad player import`: people out of FIDE lists and CSV files, each looked at before anybody gets a number."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, sit_down

if TYPE_CHECKING:
    from arpad.office.registry.importing import Done, Plan
    from arpad.office.registry.playerfile import Said
    from arpad.office.registry.sheets import Problem

SHOWN = 20  # problems and candidates that a person is shown; JSON has all
SUFFIXES = (".csv", ".txt", ".xml", ".zip")
MOST = 1 << 30


def import_(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="FIDE lists (text, XML, zip) or CSV files, or directories.")
    ],
    update: Annotated[
        bool, typer.Option("--update", help="Change players who are known, where a file differs.")
    ] = False,
    accept: Annotated[
        bool, typer.Option("--accept-candidates", help="Rows that look like somebody registered are new people.")
    ] = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out rows that cannot be read or be true.")
    ] = False,
    why: Why = "",
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    yes: Yes = False,
) -> None:
    """Enter the people of FIDE lists and CSV files.

    A CSV file has a header with some of these columns, of which only the name is needed:

      fide_id,name,former_names,born,sex,federation,region,title,national_title,memberships,died,since

    Whoever is known already stays as he is, unless --update. Whoever looks like somebody registered is held back and
    shown. A file with a row that cannot be read, or a birth or death after today, changes nothing, unless --skip-bad.

    [bold]Examples[/bold]

      arpad player import players_list_foa.zip             everybody on FIDE's list

      arpad player import players.csv --dry-run            what would be done

      arpad player import players-2024-05.csv --update     newcomers, transfers and deaths of a month

      arpad player import held.csv --accept-candidates     they are other people: looked at, one by one
    """
    from arpad.cli.files import progress
    from arpad.cli.output import emit
    from arpad.office.registry.importing import carry_out, plan
    from arpad.office.registry.possible import refused

    said, problems = _read(files)
    if problems and not said and not skip_bad:
        _nothing(problems, as_json)
    with sit_down(db, who, now, dry_run) as desk:
        names = ", ".join(Path(file).name for file in files)
        with desk.writing("player-import", names[:200], why, {"rows": len(said)}) as writing:
            said, untrue = refused(writing, said)
            problems = sorted([*problems, *untrue], key=lambda problem: (problem.file, problem.line, problem.column))
            if problems and not skip_bad:
                _nothing(problems, as_json)
            with progress("comparing", len(said)) as advance:
                wanted = plan(writing.connection, said, accept, advance)
            with progress("entering", len(wanted.new)) as advance:
                done = carry_out(writing, wanted, update, advance)
    if as_json:
        emit(_as_json(wanted, done, update, problems))
    else:
        _show(wanted, done, update, problems)
    raise typer.Exit(1 if wanted.held or problems else 0)


def _read(files: list[str]) -> tuple[list[Said], list[Problem]]:
    """What the files say. One player in two files is taken from the last."""
    from arpad.cli.files import content, expand
    from arpad.cli.frl import read_rating_list
    from arpad.finding import Tier
    from arpad.office.registry.playerfile import people_of, read_players
    from arpad.office.registry.sheets import Problem

    said: list[Said] = []
    problems: list[Problem] = []
    for file in expand(files, SUFFIXES):
        name = Path(file).name
        if file == "-" or file.lower().endswith(".csv"):
            rows, wrong = read_players(content(file, MOST), name)
        else:
            ratings, findings = read_rating_list(file, name, "")
            rows = people_of(ratings, name)
            wrong = [
                Problem(name, finding.place.line, finding.place.column, finding.sentence)
                for finding in findings
                if finding.tier in (Tier.REFUSE, Tier.EXCLUDE)
            ]
        said += rows
        problems += wrong
    last = {row.person.fide_id: row for row in said if row.person.fide_id}
    return [row for row in said if not row.person.fide_id or last[row.person.fide_id] is row], problems


def _nothing(problems: list[Problem], as_json: bool) -> NoReturn:
    """Tell every problem and end: a file with a problem changes nothing."""
    if as_json:
        from arpad.cli.output import emit

        emit({"entered": 0, "problems": [problem.as_json() for problem in problems]})
    else:
        _show_problems(problems)
        print("nothing was changed: mend the rows, or leave them out with --skip-bad", file=sys.stderr)
    raise typer.Exit(1)


def _as_json(wanted: Plan, done: Done, update: bool, problems: list[Problem]) -> dict[str, Any]:
    from arpad.cli.people import candidate_json
    from arpad.office.registry.identity import own_id

    return {
        "entered": len(done.keys),
        "first": own_id(int(done.keys.min())) if len(done.keys) else None,
        "known": wanted.same,
        "differing": 0 if update else len(wanted.differing),
        "changed": len({change.player for change in done.changes}),
        "held": [
            {"file": row.file, "line": row.line, "name": row.person.name, "fide_id": row.person.fide_id or None,
             "candidates": [candidate_json(one) for one in some]}
            for row, some in wanted.held
        ],
        "problems": [problem.as_json() for problem in problems],
    }  # fmt: skip


def _show(wanted: Plan, done: Done, update: bool, problems: list[Problem]) -> None:
    from arpad.cli.people import candidates_table

    changed = len({change.player for change in done.changes})
    print(f"{len(done.keys):,} entered, {changed:,} changed, {wanted.same:,} known already")
    if wanted.differing and not update:
        fields = sorted({field for _, values, _ in wanted.differing for field in values})
        print(f"{len(wanted.differing):,} differ ({', '.join(fields)}) and stay as they are: --update changes them")
    if problems:
        _show_problems(problems)
    if wanted.held:
        print(f"{len(wanted.held):,} held back: they look like somebody who is registered")
        first = wanted.held[:SHOWN]
        candidates_table((f"{row.file}:{row.line}", row.person.name, one) for row, some in first for one in some[:3])
        if len(wanted.held) > SHOWN:
            print(f"and {len(wanted.held) - SHOWN:,} more: --json has them all")
        print("the same person: `arpad player change ID`; somebody else: import again with --accept-candidates")


def _show_problems(problems: list[Problem]) -> None:
    for problem in problems[:SHOWN]:
        print(problem, file=sys.stderr)
    if len(problems) > SHOWN:
        print(f"and {len(problems) - SHOWN:,} more: --json has them all", file=sys.stderr)
