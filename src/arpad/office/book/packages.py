"""What is submitted and what is answered: a report file with its sidecar, the options of a call, and the receipt."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from arpad.days import Month
from arpad.finding import Finding, Misuse, Note, Problem, Remedy
from arpad.frozen import dataclass
from arpad.intake import LIMITS
from arpad.intake.codes import shown
from arpad.intake.sidecar import read_sidecar, sidecar_of
from arpad.model import Verdict
from arpad.office.book.facts import GivenFacts
from arpad.office.book.papers import Rounds

LONGEST_NAME = 400


class ReceiptStatus(StrEnum):
    """What the office did with a submitted file."""

    ACCEPTED = "accepted"
    EXISTS = "exists"
    REFUSED = "refused"


@dataclass(frozen=True)
class Package:
    """A submitted report file, and the facts of its sidecar."""

    name: str
    data: bytes = b""
    beside: GivenFacts = field(default_factory=GivenFacts)
    problem: Problem | None = None  # why it could not be opened


@dataclass(frozen=True)
class Terms:
    """The options under which the files of one call are submitted."""

    event: str = ""  # a code
    draft: bool = False
    part: int = 0
    rounds: Rounds | None = None
    replace: bool = False  # also where the event is admitted

    def __post_init__(self) -> None:
        if self.part < 0:
            raise Misuse("part-expected", part=self.part)
        if self.rounds and not self.part:
            raise Misuse("rounds-without-part", Remedy.to("add-part"))


@dataclass(frozen=True)
class Receipt:
    """What the office did with a submitted file, and what its examination found."""

    file: str
    status: ReceiptStatus
    event: str | None = None
    part: int | None = None
    draft: bool = False
    report: int | None = None
    sha256: str | None = None
    fingerprint: str | None = None
    verdict: Verdict | None = None
    list_: Month | None = None
    note: Note | None = None  # what else is to be said
    problem: Problem | None = None  # why it was refused at the door
    findings: tuple[Finding, ...] = ()
    players: int = 0  # of the report


def package(path: str) -> Package:
    """A report file with its sidecar, read from a path; where that fails, with the problem."""
    name = shown(path, LONGEST_NAME)
    try:
        with open(path, "rb") as stream:
            data = stream.read(LIMITS.bytes + 1)
        beside = sidecar_of(path)
        return Package(name, data, GivenFacts.of(read_sidecar(beside)) if beside else GivenFacts())
    except OSError as error:
        why = error.strerror or type(error).__name__
        return Package(name, problem=Misuse("file-not-opened", why=why))
    except Problem as problem:
        return Package(name, problem=problem)
