"""The proofs desk: verify that the stored rows are what the office wrote, and let others verify it.

`verify` compares every row with the journal, performs every act again, and reports what was altered. A checkpoint is
for others to keep: it shows later whether the log was only added to. With a key it is signed.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.exc import DBAPIError

from arpad.finding import Problem, UserError
from arpad.frozen import dataclass
from arpad.history.checkpoints import Checkpoint, read_checkpoint
from arpad.office.acts import Permission, Subject, act
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.proving import signed_checkpoints
from arpad.office.proving.signed_checkpoints import KeyPlace, PublicKey
from arpad.office.proving.verifying import refused, verify
from arpad.office.proving.write_bundle import Bundled, write_bundle
from arpad.office.proving.write_parquet import Exported, HistoryExport
from arpad.office.proving.write_parquet import export_history as write_export
from arpad.office.upkeep.doctor_keys import private_key_file

__all__ = [
    "BundleRequest",
    "Bundled",
    "Checkpoint",
    "Exported",
    "HistoryExport",
    "KeyPlace",
    "NewKey",
    "OfficeKeys",
    "PublicKey",
    "Verification",
    "VerifyRequest",
    "add_checkpoint",
    "bundle_history",
    "export_statistics",
    "find_key",
    "list_keys",
    "make_signing_key",
    "verify_office",
]  # fmt: skip


@dataclass(frozen=True)
class VerifyRequest:
    """A request to verify the office, optionally against a checkpoint that somebody kept, and the name of the key that
    must have signed the office."""

    since: str = ""  # the text of a checkpoint
    signer: str = ""


@dataclass(frozen=True)
class Verification:
    """What was verified, and the problems: what is not as it was written."""

    office: str
    good: bool
    entries: int
    rows: int
    acts: int  # performed again, with the same rows
    skipped: int  # entries without an act to perform again, or before the signed checkpoint
    unproved: tuple[int, ...]  # of these, entries whose file was too large to be stored
    otherwise: tuple[Problem, ...]  # acts of other versions that this version would perform otherwise
    signer: str  # the key that signed the newest checkpoint; empty if nobody signed
    signed: int  # the entry up to which it goes
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
    """Check the chain of the log, compare every row with the journal, perform every act again, and compare checkpoints.
    Return the problems; they raise no error, except for a lost connection. Nothing is written."""
    point = read_checkpoint(request.since) if request.since else None
    with desk.reading() as connection:
        try:
            result = verify(desk.store, connection, point, request.signer, watch)
        except DBAPIError as error:
            if error.connection_invalidated:  # a lost connection is no finding about the office
                raise
            return Verification(desk.store.address, False, 0, 0, 0, 0, (), (), "", 0, 0, "", (refused(error),))
    return Verification(
        desk.store.address, not result.found, result.entries, result.rows, result.acts, result.skipped,
        result.unproved, result.otherwise, result.signer, result.signed, result.size, result.root, result.found,
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


@act("make-key", about=Subject.OFFICE, permission=Permission.ADMINISTER, note=True)
def make_signing_key(desk: Desk, request: NewKey) -> PublicKey:
    """Make the key that signs checkpoints, write it to a file, and log it. A former key signs the new one and its file
    is kept, unless it was lost."""
    return signed_checkpoints.make_key(desk, request.why, request.lost)


def find_key(desk: Desk) -> KeyPlace:
    """Return whether this process can sign for the office."""
    with desk.reading() as connection:
        return signed_checkpoints.place_of_key(desk, connection)


def list_keys(desk: Desk) -> OfficeKeys:
    """Return the public keys of the office, the newest last, the path of its private key, and whether that file exists.
    The private key is not read."""
    with desk.reading() as connection:
        public_keys = signed_checkpoints.known_keys(connection)
    file: Path = private_key_file(desk.store)
    return OfficeKeys(str(file), file.exists(), public_keys)
