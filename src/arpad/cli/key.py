"""`arpad key`: the key with which an office signs its checkpoints."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, Now, Who, Why, sit_down

NOBODY = "-"  # whoever only looks changes nothing

key = typer.Typer(help="The key with which an office signs its checkpoints.", no_args_is_help=True)


@key.command("new")
def new(
    why: Why = "",
    lost: Annotated[bool, typer.Option("--lost", help="The key before it is lost and cannot sign it.")] = False,
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Make the key of the office, or another in its place.

    The private half goes into a file that only you can read: beside a SQLite office as OFFICE.key, or where ARPAD_KEY
    says. It never stands in the database and not in a backup: keep a copy apart. The public half stands in the log.

    [bold]Examples[/bold]

      arpad key new --why "checkpoints are signed from now on"

      arpad key new --lost --why "the disk with the old one is gone"
    """
    from arpad.cli.output import answer
    from arpad.finding import Note

    with sit_down(db, who, now) as desk:
        from arpad.office import proofs

        signing = proofs.new_key(desk, proofs.NewKey(why, lost))
        file = proofs.keys_of(desk).file
    if as_json:
        answer("key new", signing)
    else:
        print(Note.of("key-made", name=signing.name, file=file))


@key.command("show")
def show(as_json: AsJson = False, db: Db = DB) -> None:
    """Show the public keys of the office, and where its private key is looked for.

    [bold]Examples[/bold]

      arpad key show
    """
    from arpad.cli.output import answer, table
    from arpad.finding import Note

    with sit_down(db, NOBODY, "") as desk:
        from arpad.office import proofs

        known = proofs.keys_of(desk)
    if as_json:
        answer("key show", known)
        return
    if not known.keys:
        print(Note.of("key-none"))
        return
    rows = [
        (each.name, each.entry, each.before or "-", "lost" if each.lost else "", each.public) for each in known.keys
    ]
    table(("key", "from entry", "before", "", "public"), rows)
    print(Note.of("key-where/there" if known.there else "key-where", file=known.file))
