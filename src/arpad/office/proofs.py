"""The proofs desk: verify that the stored rows are what the office wrote, and let others verify it.

`verify` checks every row and list and reports what was altered. A checkpoint is for others to keep: it shows later
whether the log was only added to. With a key it is signed.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.exc import DBAPIError

from arpad.finding import Problem, UserError
from arpad.frozen import dataclass
from arpad.history.checkpoints import Checkpoint, read_checkpoint
from arpad.office.desk import Desk, ProgressReporter, last_log_day, no_progress
from arpad.office.proving import signed_checkpoints
from arpad.office.proving.permits import VERIFIED
from arpad.office.proving.signed_checkpoints import PublicKey
from arpad.office.proving.verifying import ListAsPublished, once, refused, verified
from arpad.office.proving.write_bundle import Bundled, write_bundle
from arpad.office.proving.write_parquet import Exported, HistoryExport
from arpad.office.proving.write_parquet import export_history as write_export

__all__ = [
    "BundleRequest",
    "Bundled",
    "Checkpoint",
    "Exported",
    "HistoryExport",
    "ListAsPublished",
    "NewKey",
    "OfficeKeys",
    "PublicKey",
    "Verification",
    "VerifyRequest",
    "add_checkpoint",
    "bundle_history",
    "export_statistics",
    "list_keys",
    "make_signing_key",
    "verify_office",
]  # fmt: skip


@dataclass(frozen=True)
class VerifyRequest:
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
class BundleRequest:
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
            raise UserError("key/no-reason")


@dataclass(frozen=True)
class OfficeKeys:
    """The public keys of an office, the newest last, and the path of its private key."""

    file: str
    there: bool
    keys: tuple[PublicKey, ...]


def verify_office(desk: Desk, request: VerifyRequest, watch: ProgressReporter = no_progress) -> Verification:
    """Check every log entry and row, recompute the lists not recomputed before (`whole`: all lists), and compare
    checkpoints. Return the problems; they raise no error, except for a lost connection. A log entry is made only if
    there are none and lists were recomputed."""
    point = read_checkpoint(request.since) if request.since else None
    with desk.reading() as connection:
        try:
            result = verified(desk.store, connection, request.whole, watch)
            checkpoints = [*signed_checkpoints.stored_checkpoints(connection), *filter(None, [point])]
            more = [
                problem
                for each in checkpoints
                for problem in signed_checkpoints.checkpoint_contradictions(connection, each)
            ]
        except DBAPIError as error:
            if error.connection_invalidated:  # a lost connection is no finding about the office
                raise
            return Verification(desk.store.address, False, 0, 0, 0, 0, (), 0, "", (refused(error),))
    problems = tuple(once([*result.found, *more]))
    if not problems and result.remade:
        with desk.writing(VERIFIED, detail={"root": result.root, "lists": result.remade}) as writing:
            _ = writing.seq
    with desk.reading() as connection:
        now = signed_checkpoints.checkpoint_of_log(connection, last_log_day(connection)) if result.root else None
    return Verification(
        desk.store.address, not problems, result.entries, result.rows, result.remade, result.before,
        result.as_published, now.size if now else 0, now.root if now else "", problems,
    )  # fmt: skip


def add_checkpoint(desk: Desk) -> Checkpoint:
    """Make a checkpoint of the log for others to keep, signed if the office has a key; store and log it."""
    return signed_checkpoints.add_checkpoint(desk)


def bundle_history(desk: Desk, request: BundleRequest, watch: ProgressReporter = no_progress) -> Bundled:
    """Write everything that was published as a bundle of files from which anybody can recompute the lists, and log it.
    Refused if the directory or the file of openings exists already, or if nothing was published."""
    return write_bundle(desk, request.directory, request.openings, watch)


def export_statistics(desk: Desk, request: HistoryExport, watch: ProgressReporter = no_progress) -> Exported:
    """Write what was published, of some series or all, as Parquet files into a new directory for statistics. Players
    get pseudonyms unless names are asked for. Nothing is stored in the office."""
    return write_export(desk, request, watch)


def make_signing_key(desk: Desk, request: NewKey) -> PublicKey:
    """Make the key that signs checkpoints, write it to a file, and log it. A former key signs the new one and its file
    is kept, unless it was lost. Refused if there is no place for the file."""
    return signed_checkpoints.make_key(desk, request.why, request.lost)


def list_keys(desk: Desk) -> OfficeKeys:
    """Return the public keys of the office, the newest last, the path of its private key, and whether that file exists.
    The private key is not read."""
    with desk.reading() as connection:
        public_keys = signed_checkpoints.known_keys(connection)
    file: Path | None = signed_checkpoints.private_key_file(desk.store)
    return OfficeKeys(str(file or ""), bool(file and file.exists()), public_keys)
