"""`arpad backup` and `arpad restore`: an office in one file, and back on either kind of database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.desk import AsJson, OfficeCall, need_office, office_verb
from arpad.cli.doctor import UNHEALTHY, show_checks
from arpad.cli.locking import Key, lock_for, lock_of
from arpad.finding import Misuse, Note


@office_verb("db who")
def backup(
    call: OfficeCall,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; it must not be there yet.")],
    encrypt: Annotated[
        bool, typer.Option("--encrypt", help="Lock it with a passphrase: asked for, or ARPAD_PASSPHRASE.")
    ] = False,
    key: Key = "",
) -> None:
    """Write everything the office holds into one file, and verify it. The log says who did.

    The file is the same for SQLite and PostgreSQL. It holds birth dates: only you may read it (mode 0600); keep it
    where only officers can reach it, or lock it with --encrypt or --key.

    [bold]Examples[/bold]

      arpad backup office-2026-11-30.zip

      arpad backup office-2026-11-30.locked --encrypt

      arpad backup office.zip --db postgresql://arpad@host/arpad
    """
    need_office()
    from arpad.cli.files import progress
    from arpad.office import care

    with call.desk() as desk:
        lock = lock_for(encrypt, key)
        written = care.backup(desk, Path(file), progress, lock)
    print(f"{file}: {written.rows} rows up to entry {written.last} of the log, read back and in order")
    if lock:
        print("it is locked: without the passphrase or the key file nobody can read it, you neither")
    else:
        print("it holds birth dates: keep it where only officers can reach it, and not on this machine alone")


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that `arpad backup` wrote.")],
    db: Annotated[
        str,
        typer.Option("--db", metavar="NEW", help="A SQLite file that is not there yet, or an empty postgresql://…"),
    ] = "",
    drill: Annotated[
        bool, typer.Option("--drill", help="Try it out: restore, ask the doctor, take it away again.")
    ] = False,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Make an office out of a backup, in an empty place.

    The backup is verified first. The new office is there wholly, or not at all. A drill restores into a temporary
    file, asks the doctor there and removes it; exit code 1: the doctor found something that needs attention.

    [bold]Examples[/bold]

      arpad restore office-2026-11-30.zip --db new.db

      arpad restore office-2026-11-30.zip --db postgresql://arpad@host/empty

      arpad restore office-2026-11-30.zip --drill
    """
    need_office()
    from arpad.cli.files import progress
    from arpad.cli.output import answer
    from arpad.office import care

    if bool(db) == drill:
        raise Misuse("place-or-drill")
    lock = lock_of(Path(file), key)
    if drill:
        tried = care.drill(Path(file), progress, lock)
        if as_json:
            answer("restore --drill", tried)
        else:
            show_checks(file, tried.checks)
            print(Note.of("drilled", file=file, rows=tried.rows, last=tried.last))
        if not tried.healthy:
            raise typer.Exit(UNHEALTHY)
        return
    restored = care.restore(Path(file), db, progress, lock)
    if as_json:
        answer("restore", restored)
        return
    print(f"{restored.rows} rows up to entry {restored.last} of the log are restored")
    print("next: `arpad doctor`, with the same --db")
