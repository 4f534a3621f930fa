"""A federation's own rulebooks: files outside the package, read as they are and put beside those that came with it.

In: a file, or a directory of them. Out: bytes by the name that their id gives them, and a law that has them, too. What
came with the package is never replaced: an id of its own is asked for, and names that can stand in addresses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from arpad.law.cited import LawError
from arpad.law.edition import Head, read_edition, read_head
from arpad.law.law_set import LawSet, package_law, read_readings_file
from arpad.law.lawfiles import READINGS, SUFFIX

LARGEST = 4 * 1024 * 1024  # bytes of a rulebook
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
LONGEST = 60
KEPT = 16  # laws that are put together once


def read_own(path: Path) -> bytes:
    """The bytes of a rulebook's file."""
    try:
        with path.open("rb") as file:
            body = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise LawError(
            "own-rulebook/unread", file=str(path), reason=getattr(error, "strerror", "") or str(error)
        ) from None
    if len(body) > LARGEST:
        raise LawError("own-rulebook/large", file=str(path), most=LARGEST)
    return body


def text_of(body: bytes, file: str) -> str:
    """A rulebook's file as text."""
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise LawError("bad-rulebook/toml", where=file, error=str(error)) from None


def head_of(body: bytes, file: str) -> Head:
    """What a rulebook says of itself; its id and its series must be names, and it stands by itself: a later package may
    say something else in what it were written like."""
    head = read_head(text_of(body, file), file)
    for name in (head.id, *head.series):
        must_be_name(name, file)
    if head.like or head.amends:
        raise LawError("own-rulebook/like", where=file, like=head.like or head.amends)
    return head


def must_be_name(name: str, file: str) -> None:
    """Refuse what cannot stand in an address, or names a file that is no edition."""
    if not NAME.fullmatch(name) or len(name) > LONGEST or name + SUFFIX in packaged_names():
        raise LawError("own-rulebook/name", where=file, name=name, most=LONGEST)


def packaged_names() -> tuple[str, ...]:
    """The files of the package that are no editions: no rulebook may be called so."""
    law = package_law()
    return tuple(name for name in law.files if name.removesuffix(SUFFIX) not in law.ids)


def own_directory(directory: Path) -> dict[str, bytes]:
    """The rulebooks of a directory, by the names that their ids give them."""
    if not directory.is_dir():
        raise LawError("own-rulebook/no-directory", directory=str(directory))
    own: dict[str, bytes] = {}
    for path in sorted(directory.glob(f"*{SUFFIX}")):
        own = with_file(own, read_own(path), path.name)
    return own


def with_file(own: Mapping[str, bytes], body: bytes, file: str) -> dict[str, bytes]:
    """These rulebooks and one more; the same id with other bytes is refused, and an id that the package has."""
    id = head_of(body, file).id
    name = id + SUFFIX
    if own.get(name, body) != body:
        raise LawError("own-rulebook/twice", where=file, id=id)
    if package_law().files.get(name, body) != body:
        raise LawError("own-rulebook/packaged", where=file, id=id)
    return {**own, name: body}


def law_with(own: Mapping[str, bytes]) -> LawSet:
    """The law of the package, and these rulebooks beside it. Where a later package brings an id that somebody took
    before, or an edition that begins on the day on which his does, his holds."""
    packaged = package_law()
    return _together(tuple(packaged.files.items()), tuple(sorted(own.items()))) if own else packaged


@lru_cache(KEPT)
def _together(packaged: tuple[tuple[str, bytes], ...], own: tuple[tuple[str, bytes], ...]) -> LawSet:
    return LawSet(dict(packaged) | dict(own), frozenset(dict(own)))


def must_be_whole(body: bytes, file: str) -> Head:
    """Refuse a rulebook that does not load; the first thing that is wrong with it is told."""
    head = head_of(body, file)
    read_edition(text_of(body, file), file, read_readings_file(package_law().files[READINGS]))
    return head
