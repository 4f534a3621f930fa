"""`arpad key`: the key with which an office signs its checkpoints."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, Why, office_verb

NOBODY = "-"  # whoever only looks changes nothing

key = typer.Typer(help="The key with which an office signs its checkpoints.", no_args_is_help=True)


@key.command("new")
@office_verb("json")
def new(
    call: OfficeCall,
    why: Why = "",
    lost: Annotated[bool, typer.Option("--lost", help="The key before it is lost and cannot sign it.")] = False,
) -> None:
    """Make the key of the office, or another in its place.

    The private half goes into a file that only you can read: beside a SQLite office as OFFICE.key, or where ARPAD_KEY
    says. It never stands in the database and not in a backup: keep a copy apart. The public half stands in the log.

    [bold]Examples[/bold]

      arpad key new --why "checkpoints are signed from now on"

      arpad key new --lost --why "the disk with the old one is gone"
    """
    from arpad.finding import Note

    with call.desk() as desk:
        from arpad.office import proofs

        signing = proofs.new_key(desk, proofs.NewKey(why, lost))
        file = proofs.keys_of(desk).file
    if not call.print_json("key new", signing):
        print(Note.of("key-made", name=signing.name, file=file))


@key.command("show")
@office_verb("json db")
def show(call: OfficeCall) -> None:
    """Show the public keys of the office, and where its private key is looked for.

    [bold]Examples[/bold]

      arpad key show
    """
    from arpad.cli.output import table
    from arpad.finding import Note

    with call.desk(NOBODY) as desk:
        from arpad.office import proofs

        known = proofs.keys_of(desk)
    if call.print_json("key show", known):
        return
    if not known.keys:
        print(Note.of("key-none"))
        return
    rows = [
        (each.name, each.entry, each.before or "-", "lost" if each.lost else "", each.public) for each in known.keys
    ]
    table(("key", "from entry", "before", "", "public"), rows)
    print(Note.of("key-where/there" if known.there else "key-where", file=known.file))
