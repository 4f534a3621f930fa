"""`arpad law adopt`: a federation's own rulebook, kept in the office for good."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, confirm, sit_down
from arpad.finding import Note

OwnFile = Annotated[Path, typer.Argument(metavar="FILE", help="A rulebook of your own, a TOML file.")]


def adopt(
    file: OwnFile,
    why: Why = "",
    yes: Yes = False,
    dry: DryRun = False,
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Keep a rulebook of your own in the office, byte for byte and for good; lists of its series are made by it.

    It is never changed in its place: a new version is another file with another id and a later `in_force`, and
    the one before it ends the day before. The same file again changes nothing; the same id with other bytes is
    refused. `arpad law check FILE` says beforehand what is wrong with it, all at once.

    [bold]Examples[/bold]

      arpad law check ruritania-2026.toml

      arpad law adopt ruritania-2026.toml --why 'congress of 12 December, item 4' --dry-run

      arpad law adopt ruritania-2026.toml --why 'congress of 12 December, item 4' --yes

      arpad law list --db office.db                   with what the office has adopted

      arpad law show ruritania-2026 --toml --db office.db      the file again, byte for byte
    """
    from arpad.cli.output import answer
    from arpad.law.ownfiles import read_own
    from arpad.office import rulebooks

    body = read_own(file)
    confirm(f"Adopt {file.name} for good?", yes or dry)
    with sit_down(db, who, now, dry) as desk:
        done = rulebooks.adopt(desk, rulebooks.Adoption(body, file.name, why, confirmed=True))
    if as_json:
        answer("law adopt", done)
        return
    about = {"id": done.rulebook, "series": done.series, "since": done.in_force, "sha256": done.sha256}
    print(Note.of("adopted-already" if done.already else "adopted", **about, day=done.day, who=done.who))
