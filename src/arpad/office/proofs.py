"""The desk of proof: is what the office holds what it wrote, and can others tell?

`verify` looks at everything and names what is not so. A checkpoint is what others keep, to tell later whether history
was only added to; with a key it is signed.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.exc import DBAPIError

from arpad.finding import Misuse, Problem
from arpad.frozen import dataclass
from arpad.history.checkpoint import Checkpoint, read
from arpad.office.desk import Desk, Watch, last_day, quiet
from arpad.office.proving import keys, points
from arpad.office.proving.bundling import Bundled
from arpad.office.proving.bundling import bundle as write_bundle
from arpad.office.proving.exporting import Export, Exported
from arpad.office.proving.exporting import export as write_export
from arpad.office.proving.keys import PublicKey
from arpad.office.proving.permits import VERIFIED
from arpad.office.proving.verifying import ListAsPublished, once, refused, verified

__all__ = [
    "Bundle", "Bundled", "Checkpoint", "Export", "Exported", "Keys", "ListAsPublished", "NewKey", "PublicKey",
    "Verification", "Verify", "bundle", "checkpoint", "export", "keys_of", "new_key", "verify",
]  # fmt: skip


@dataclass(frozen=True)
class Verify:
    """What is to be verified: everything that is new, or the whole; and against which checkpoint that somebody kept."""

    whole: bool = False
    since: str = ""  # the text of a checkpoint


@dataclass(frozen=True)
class Verification:
    """What was looked at, and what is not as it was written."""

    office: str
    good: bool
    entries: int
    rows: int
    remade: int  # lists that were made again, number for number
    before: int  # lists that an earlier verification made again
    as_published: tuple[ListAsPublished, ...]  # not recomputable
    size: int
    root: str
    found: tuple[Problem, ...]


@dataclass(frozen=True)
class Bundle:
    """Where what was published is written, and where what opens sealed birthdays."""

    directory: Path
    openings: Path


@dataclass(frozen=True)
class NewKey:
    """A key to be made; the key before it signs it, unless it was lost."""

    why: str
    lost: bool = False

    def __post_init__(self) -> None:
        if not self.why.strip():
            raise Misuse("key/no-reason")


@dataclass(frozen=True)
class Keys:
    """The keys of an office, the newest last, and where its private key is looked for."""

    file: str
    there: bool
    keys: tuple[PublicKey, ...]


def verify(desk: Desk, request: Verify, watch: Watch = quiet) -> Verification:
    """Look at every entry, row and list. An office that is found good has an entry in its log that says so."""
    point = read(request.since) if request.since else None
    with desk.reading() as connection:
        try:
            result = verified(desk.store, connection, request.whole, watch)
            kept = [*points.stored_points(connection), *filter(None, [point])]
            more = [problem for each in kept for problem in points.contradictions(connection, each)]
        except DBAPIError as error:
            if error.connection_invalidated:  # the line broke: that says nothing of the office
                raise
            return Verification(desk.store.address, False, 0, 0, 0, 0, (), 0, "", (refused(error),))
    found = tuple(once([*result.found, *more]))
    if not found and result.remade:
        with desk.writing(VERIFIED, detail={"root": result.root, "lists": result.remade}) as writing:
            _ = writing.seq
    with desk.reading() as connection:
        now = points.standing(connection, last_day(connection)) if result.root else None
    return Verification(
        desk.store.address, not found, result.entries, result.rows, result.remade, result.before, result.as_published,
        now.size if now else 0, now.root if now else "", found,
    )  # fmt: skip


def checkpoint(desk: Desk) -> Checkpoint:
    """Say how the log stands, for others to keep."""
    return points.add(desk)


def bundle(desk: Desk, request: Bundle, watch: Watch = quiet) -> Bundled:
    """Write everything that was published as files that anybody can make again."""
    return write_bundle(desk, request.directory, request.openings, watch)


def export(desk: Desk, request: Export, watch: Watch = quiet) -> Exported:
    """Write everything that was published as Parquet for statistics."""
    return write_export(desk, request, watch)


def new_key(desk: Desk, request: NewKey) -> PublicKey:
    """Make the key with which checkpoints are signed, or another in its place."""
    return keys.make_key(desk, request.why, request.lost)


def keys_of(desk: Desk) -> Keys:
    """The keys of the office."""
    with desk.reading() as connection:
        known = keys.known_keys(connection)
    file: Path | None = keys.key_file(desk.store)
    return Keys(str(file or ""), bool(file and file.exists()), known)
