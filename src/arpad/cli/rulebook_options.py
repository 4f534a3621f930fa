"""Rulebooks named on the command line: by id, by file, or as adopted by an office."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from arpad.law.edition import Head


RULEBOOK_SUFFIX = ".toml"

LawDbOption = Annotated[
    str,
    typer.Option(
        "--db",
        envvar="ARPAD_DB",
        metavar="FILE|URL",
        help="Also the rulebooks that this office has adopted: a SQLite file, or postgresql://…",
    ),
]


def is_rulebook_file(name: str) -> bool:
    """Whether a rulebook is named by a file, and not by its id."""
    return name.endswith(RULEBOOK_SUFFIX) or os.sep in name


def use_rulebook_directory(directory: str) -> None:
    """Put the rulebooks of a directory beside those that come with Arpad."""
    from arpad.law.law_set import set_law
    from arpad.law.ownfiles import law_with, own_directory

    set_law(law_with(own_directory(Path(directory))))


def rulebook_id(name: str) -> str:
    """The id of a rulebook that is named by its id or by a file, which is laid open."""
    return _use_rulebook_file(name).id if is_rulebook_file(name) else name


def _use_rulebook_file(file: str) -> Head:
    from arpad.law.law_set import LawSet, current_law, set_law
    from arpad.law.ownfiles import head_of, read_own, with_file

    body = read_own(Path(file))
    set_law(LawSet(with_file(current_law().files, body, file)))
    return head_of(body, file)


def use_only_rulebook(name: str) -> tuple[str, ...]:
    """From here on its series have this rulebook and no other; gives the series that it serves."""
    from arpad.law.choosing import rulebook
    from arpad.law.law_set import current_law, set_law

    head = rulebook(rulebook_id(name)).head
    law = current_law()
    others = [id for id, each in law.heads.items() if id == head.id or not set(each.series) & set(head.series)]
    set_law(law.some(others))
    return head.series


def use_office_law(db: str) -> None:
    """Have the law of an office open, where one is named: the rulebooks that it has adopted, and those of Arpad."""
    if not db:
        return
    from arpad.cli.office_session import need_office_libraries
    from arpad.law.law_set import set_law

    need_office_libraries()
    from arpad.office import rulebooks
    from arpad.office.desk import open_office

    with open_office(db, "reader") as desk:
        law = rulebooks.read_office_law(desk)
    set_law(law)
