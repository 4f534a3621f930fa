"""What `arpad arbiter` and `arpad federation` share: how much was new in a file, or what is wrong with it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from arpad.cli.desk import OfficeCall
    from arpad.office.people import EntriesImported


def show_entries(call: OfficeCall, verb: str, entries: EntriesImported) -> None:
    """Say what became of the entries; a file with a problem changed nothing."""
    from arpad.cli.people import show_problems

    if not call.print_json(verb, entries):
        if entries.problems:
            show_problems(entries.problems)
            print("nothing was changed: mend the rows", file=sys.stderr)
        else:
            print(f"{entries.entered:,} entered, {entries.known:,} known already")
    if entries.problems:
        raise typer.Exit(1)
