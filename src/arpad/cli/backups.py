"""`arpad backup` and `arpad restore`, and how a backup is encrypted at the command line."""

from __future__ import annotations

import os
import sys
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.doctor import EXIT_UNHEALTHY, print_checks
from arpad.cli.office_session import AsJsonOption, OfficeCall, need_office_libraries, office_verb, officer_name
from arpad.finding import Note, Remedy, UserError

if TYPE_CHECKING:
    from arpad.office.care import BackupLock


KeyFileOption = Annotated[
    str, typer.Option("--key", metavar="FILE", help="The age key file with which the backup is encrypted.")
]
PASSPHRASE_VARIABLE = "ARPAD_PASSPHRASE"


def lock_for_new_backup(encrypt: bool, key: str) -> BackupLock | None:
    """With what a new backup is encrypted, if it is."""
    from arpad.office.care import BackupLock, need_age

    if encrypt and key:
        raise UserError("passphrase-and-key")
    if not encrypt and not key:
        return None
    need_age()
    return BackupLock.key_file(key) if key else BackupLock.passphrase(_ask_passphrase(again=True))


def lock_of_existing_backup(file: Path, key: str) -> BackupLock | None:
    """What a backup is encrypted with, if it is."""
    from arpad.office import care

    if key:
        return care.BackupLock.key_file(key)
    return (
        care.BackupLock.passphrase(_ask_passphrase()) if care.backup_lock_kind(file) == care.KIND_PASSPHRASE else None
    )


def _ask_passphrase(again: bool = False) -> str:
    """The passphrase; a new one twice."""
    if os.environ.get(PASSPHRASE_VARIABLE):
        return os.environ[PASSPHRASE_VARIABLE]
    if not sys.stdin.isatty():
        raise UserError("passphrase-missing", Remedy.to("set-passphrase"))
    passphrase = getpass("passphrase: ")
    if again and getpass("once more: ") != passphrase:
        raise UserError("other-passphrase")
    return passphrase


@office_verb("db who")
def backup(
    call: OfficeCall,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; it must not be there yet.")],
    encrypt: Annotated[
        bool, typer.Option("--encrypt", help="Encrypt it with a passphrase: asked for, or ARPAD_PASSPHRASE.")
    ] = False,
    key: KeyFileOption = "",
) -> None:
    """Write everything the office holds into one file, and verify it. The log says who did.

    The file is the same for SQLite and PostgreSQL. It holds birth dates: only you may read it (mode 0600); keep it
    where only officers can reach it, or encrypt it with --encrypt or --key.

    [bold]Examples[/bold]

      arpad backup office-2026-11-30.zip

      arpad backup office-2026-11-30.age --encrypt

      arpad backup office.zip --db postgresql://arpad@host/arpad
    """
    need_office_libraries()
    from arpad.cli.files import progress_bar
    from arpad.office import care

    with call.desk() as desk:
        lock = lock_for_new_backup(encrypt, key)
        written = care.back_up_office(desk, Path(file), progress_bar, lock)
    print(f"{file}: {written.rows} rows up to entry {written.last} of the log, read back and in order")
    if lock:
        print("The backup is encrypted. Without the passphrase or key file nobody can read it, including you.")
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
    key: KeyFileOption = "",
    as_json: AsJsonOption = False,
) -> None:
    """Make an office out of a backup, in an empty place.

    The backup is verified first. The new office is there wholly, or not at all. A drill restores into a temporary
    file, asks the doctor there and removes it; exit code 1: the doctor found something that needs attention.

    [bold]Examples[/bold]

      arpad restore office-2026-11-30.zip --db new.db

      arpad restore office-2026-11-30.zip --db postgresql://arpad@host/empty

      arpad restore office-2026-11-30.zip --drill
    """
    need_office_libraries()
    from arpad.cli.files import progress_bar
    from arpad.cli.output import print_answer
    from arpad.office import care

    if bool(db) == drill:
        raise UserError("place-or-drill")
    lock = lock_of_existing_backup(Path(file), key)
    if drill:
        tried = care.try_out_backup(Path(file), progress_bar, lock)
        if as_json:
            print_answer("restore --drill", tried)
        else:
            print_checks(file, tried.checks)
            print(Note.of("drilled", file=file, rows=tried.rows, last=tried.last))
        if not tried.healthy:
            raise typer.Exit(EXIT_UNHEALTHY)
        return
    restored = care.restore_backup(Path(file), db, progress_bar, lock)
    if as_json:
        print_answer("restore", restored)
        return
    print(f"{restored.rows} rows up to entry {restored.last} of the log are restored")
    print("next: `arpad doctor`, with the same --db")


@office_verb("json")
def rehearse(
    call: OfficeCall,
    source: Annotated[str, typer.Argument(metavar="FROM", help="The office: a SQLite file, or postgresql://…")],
    until: Annotated[
        int, typer.Option("--until", metavar="ENTRY", help="As it was after this entry of the log.", min=0)
    ] = 0,
) -> None:
    """Copy an office, to try next month there. The office itself is only read.

    The copy is made from the journal, in an empty place (--db). It is a rehearsal: `--now` sets its day, and everything
    that it publishes says so. It holds birth dates, as the office does.

    [bold]Examples[/bold]

      arpad rehearse arpad.db --db practice.db

      arpad rehearse arpad.db --db before.db --until 1200
    """
    need_office_libraries()
    from arpad.office import care

    copied = care.copy_for_rehearsal(source, call.db, officer_name(call.who), until)
    if not call.print_json("rehearse", copied):
        print(Note.of("rehearsed", office=copied.office, rows=copied.rows, last=copied.last))
