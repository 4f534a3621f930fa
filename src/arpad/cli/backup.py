"""`arpad backup` and `arpad restore`: an office in one file, and back on either kind of database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.desk import DB, WHO, Db, Who, need_office, sit_down


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; it must not be there yet.")],
    db: Db = DB,
    who: Who = WHO,
) -> None:
    """Write everything the office holds into one file, and verify it. The log says who did.

    The file is the same for SQLite and PostgreSQL. It holds birth dates and is not encrypted: only you may read it
    (mode 0600); keep it where only officers can reach it.

    [bold]Examples[/bold]

      arpad backup office-2026-11-30.zip

      arpad backup office.zip --db postgresql://arpad@host/arpad
    """
    need_office()
    from arpad.cli.files import progress
    from arpad.office import care

    with sit_down(db, who, "") as desk:
        written = care.backup(desk, Path(file), progress)
    print(f"{file}: {written.rows} rows up to entry {written.last} of the log, read back and in order")
    print("it holds birth dates: keep it where only officers can reach it, and not on this machine alone")


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that `arpad backup` wrote.")],
    db: Annotated[
        str,
        typer.Option("--db", metavar="NEW", help="A SQLite file that is not there yet, or an empty postgresql://…"),
    ],
) -> None:
    """Make an office out of a backup, in an empty place.

    The backup is verified first. The new office is there wholly, or not at all.

    [bold]Examples[/bold]

      arpad restore office-2026-11-30.zip --db new.db

      arpad restore office-2026-11-30.zip --db postgresql://arpad@host/empty
    """
    need_office()
    from arpad.cli.files import progress
    from arpad.office import care

    restored = care.restore(Path(file), db, progress)
    print(f"{restored.rows} rows up to entry {restored.last} of the log are restored")
    print("next: `arpad doctor`, with the same --db")
