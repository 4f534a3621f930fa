"""What `arpad arbiter` and `arpad federation` share: a CSV file or one entry into the book, all of it or nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arpad.cli.desk import sit_down

if TYPE_CHECKING:
    from arpad.office.desk import Writing
    from arpad.office.registry.sheets import Problem, Row


def read(
    files: Sequence[str],
    columns: Sequence[str],
    needed: Sequence[str],
    make: Callable[[Row], Any],
    check: Callable[[Any], None],
) -> tuple[list[Any], list[Problem]]:
    """The entries of CSV files and every problem of them."""
    from arpad.cli.files import content, expand
    from arpad.office.registry.sheets import entries_of, read_rows

    entries: list[Any] = []
    problems: list[Problem] = []
    for file in expand(files, (".csv",)):
        rows, wrong = read_rows(content(file, 1 << 30), Path(file).name, columns, needed)
        entries += entries_of(rows, make, check)
        problems += [*wrong, *(problem for row in rows for problem in row.problems)]
    return entries, problems


def keep(
    entries: Sequence[Any],
    problems: Sequence[Problem],
    enter: Callable[[Writing, Sequence[Any]], int],
    action: str,
    subject: str,
    why: str,
    office: tuple[str, str, str, bool],
    as_json: bool,
) -> None:
    """Enter what was read, unless something is wrong with it, and say how much was new."""
    from arpad.cli.output import emit

    if problems:
        if as_json:
            emit({"entered": 0, "problems": [problem.as_json() for problem in problems]})
        else:
            print(*problems, "nothing was changed: mend the rows", sep="\n", file=sys.stderr)
        raise typer.Exit(1)
    db, who, now, dry = office
    rows = {"rows": len(entries)}
    with sit_down(db, who, now, dry) as desk, desk.writing(action, subject[:200], why, rows) as writing:
        made = enter(writing, entries)
    if as_json:
        emit({"entered": made, "known": len(entries) - made, "problems": []})
    else:
        print(f"{made:,} entered, {len(entries) - made:,} known already")
