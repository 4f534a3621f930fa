"""How a verb comes by a rulebook: one that comes with Arpad, a file of a federation's own, or one an office adopted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from arpad.law.edition import Head

SUFFIX = ".toml"

LawDb = Annotated[
    str,
    typer.Option(
        "--db",
        envvar="ARPAD_DB",
        metavar="FILE|URL",
        help="Also the rulebooks that this office has adopted: a SQLite file, or postgresql://…",
    ),
]


def is_file(name: str) -> bool:
    """Whether a rulebook is named by a file, and not by its id."""
    return name.endswith(SUFFIX) or os.sep in name


def lay_open_directory(directory: str) -> None:
    """Put the rulebooks of a directory beside those that come with Arpad."""
    from arpad.law.carried import lay_open
    from arpad.law.ownfiles import law_with, own_directory

    lay_open(law_with(own_directory(Path(directory))))


def named(name: str) -> str:
    """The id of a rulebook that is named by its id or by a file, which is laid open."""
    return _laid(name).id if is_file(name) else name


def _laid(file: str) -> Head:
    from arpad.law.carried import CarriedLaw, lay_open, todays_law
    from arpad.law.ownfiles import head_of, read_own, with_file

    body = read_own(Path(file))
    lay_open(CarriedLaw(with_file(todays_law().files, body, file)))
    return head_of(body, file)


def judge_by(name: str) -> tuple[str, ...]:
    """From here on its series have this rulebook and no other; gives the series that it serves."""
    from arpad.law.carried import lay_open, todays_law
    from arpad.law.choosing import rulebook

    head = rulebook(named(name)).head
    law = todays_law()
    others = [id for id, each in law.heads.items() if id == head.id or not set(each.series) & set(head.series)]
    lay_open(law.some(others))
    return head.series


def lay_open_office(db: str) -> None:
    """Have the law of an office open, where one is named: the rulebooks that it has adopted, and those of Arpad."""
    if not db:
        return
    from arpad.cli.desk import need_office
    from arpad.law.carried import lay_open

    need_office()
    from arpad.office import rulebooks
    from arpad.office.desk import open_office

    with open_office(db, "reader") as desk:
        law = rulebooks.law_here(desk)
    lay_open(law)
