"""The proofs desk: verify that the stored rows are what the office wrote, and let others verify it.

`verify` checks every row and list and reports what was altered. A checkpoint is for others to keep: it shows later
whether the log was only added to. With a key it is signed.
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
    """A request to verify what is new, or everything; and optionally against a checkpoint that somebody kept."""

    whole: bool = False
    since: str = ""  # the text of a checkpoint


@dataclass(frozen=True)
class Verification:
    """What was verified, and the problems: what is not as it was written."""

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
    """A request to write the bundle of published data, and the file that opens its sealed birth dates."""

    directory: Path
    openings: Path


@dataclass(frozen=True)
class NewKey:
    """A request to make a signing key; the former key signs it, unless that was lost."""

    why: str
    lost: bool = False

    def __post_init__(self) -> None:
        if not self.why.strip():
            raise Misuse("key/no-reason")


@dataclass(frozen=True)
class Keys:
    """The public keys of an office, the newest last, and the path of its private key."""

    file: str
    there: bool
    keys: tuple[PublicKey, ...]


def verify(desk: Desk, request: Verify, watch: Watch = quiet) -> Verification:
    """Verify every log entry, row and list. Success is entered in the log."""
    point = read(request.since) if request.since else None
    with desk.reading() as connection:
        try:
            result = verified(desk.store, connection, request.whole, watch)
            checkpoints = [*points.stored_points(connection), *filter(None, [point])]
            more = [problem for each in checkpoints for problem in points.contradictions(connection, each)]
        except DBAPIError as error:
            if error.connection_invalidated:  # a lost connection is no finding about the office
                raise
            return Verification(desk.store.address, False, 0, 0, 0, 0, (), 0, "", (refused(error),))
    problems = tuple(once([*result.found, *more]))
    if not problems and result.remade:
        with desk.writing(VERIFIED, detail={"root": result.root, "lists": result.remade}) as writing:
            _ = writing.seq
    with desk.reading() as connection:
        now = points.standing(connection, last_day(connection)) if result.root else None
    return Verification(
        desk.store.address, not problems, result.entries, result.rows, result.remade, result.before,
        result.as_published, now.size if now else 0, now.root if now else "", problems,
    )  # fmt: skip


def checkpoint(desk: Desk) -> Checkpoint:
    """Make a checkpoint of the log, for others to keep."""
    return points.add(desk)


def bundle(desk: Desk, request: Bundle, watch: Watch = quiet) -> Bundled:
    """Write everything that was published as a bundle of files that anybody can recompute."""
    return write_bundle(desk, request.directory, request.openings, watch)


def export(desk: Desk, request: Export, watch: Watch = quiet) -> Exported:
    """Write everything that was published as Parquet for statistics."""
    return write_export(desk, request, watch)


def new_key(desk: Desk, request: NewKey) -> PublicKey:
    """Make the key that signs checkpoints, or a new one in its place."""
    return keys.make_key(desk, request.why, request.lost)


def keys_of(desk: Desk) -> Keys:
    """The public keys of the office, and the path of its private key."""
    with desk.reading() as connection:
        public_keys = keys.known_keys(connection)
    file: Path | None = keys.key_file(desk.store)
    return Keys(str(file or ""), bool(file and file.exists()), public_keys)
