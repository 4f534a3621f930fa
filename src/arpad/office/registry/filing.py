"""Take files of people, arbiters and federations into the book: all of a file or nothing of it, and every problem told.

A file with a row that cannot be read or cannot be true changes nothing, unless an officer leaves such rows out. What is
said twice is entered once. A player of whom two files tell is taken from the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from arpad.finding import Finding, Misuse, Tier, in_order
from arpad.frozen import dataclass
from arpad.intake.frl.copies import is_copy
from arpad.intake.frl.reader import read_list
from arpad.intake.frl.zip import unpacked
from arpad.office.desk import Desk, Watch, Writing, quiet
from arpad.office.registry import arbiters, federations
from arpad.office.registry.arbiters import licence_of
from arpad.office.registry.csv_rows import LIMITS, Row, entries_of, read_rows
from arpad.office.registry.identity import own_id, own_ids
from arpad.office.registry.importing import Done, Plan, carry_out, plan, possible
from arpad.office.registry.person import Fault
from arpad.office.registry.playerfile import Line, people_of, read_players
from arpad.office.registry.views import Candidate

LISTS = (".txt", ".xml", ".zip", ".json")  # how the names of rating lists end; anything else is CSV
LONGEST_HEADER = 1 << 16
LONGEST_SUBJECT = 200  # letters of the log's subject


@dataclass(frozen=True)
class File:
    """An input file: its name, and its content or its path."""

    name: str
    content: bytes | Path

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        try:
            opened = BytesIO(self.content) if isinstance(self.content, bytes) else self.content.open("rb")
        except OSError as error:
            raise Misuse("unreadable-file/reason", file=self.name, reason=error.strerror or str(error)) from None
        with opened as stream:
            yield stream

    @property
    def size(self) -> int:
        return len(self.content) if isinstance(self.content, bytes) else self.content.stat().st_size


@dataclass(frozen=True)
class Files:
    """Input files with a reason; `subject` is their name in the log, by default the file names."""

    files: tuple[File, ...]
    why: str = ""
    subject: str = ""

    @property
    def named(self) -> str:
        return (self.subject or ", ".join(file.name for file in self.files))[:LONGEST_SUBJECT]


@dataclass(frozen=True)
class PlayerFiles(Files):
    """Files of players: the office's CSV, or FIDE lists."""

    update: bool = False  # players who are known are changed where a file differs
    accept: bool = False  # rows that look like somebody registered were looked at: they are other people
    skip_bad: bool = False  # rows that cannot be read or be true are left out


@dataclass(frozen=True)
class FileFindings:
    """What is wrong in a file."""

    file: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Held:
    """A row that looks like another person and waits for an officer's decision."""

    file: str
    line: int
    name: str
    fide_id: int | None
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class RowNumber:
    """The office's number for a row of a file, new or already registered."""

    file: str
    line: int
    name: str
    id: int
    fide_id: int | None
    new: bool


@dataclass(frozen=True)
class PlayersImported:
    """The result of importing players from files."""

    entered: int
    first: int | None  # the first of the new numbers
    known: int
    differing: int  # known, and otherwise in the file: they stay as they are
    differing_fields: tuple[str, ...]
    changed: int
    held: tuple[Held, ...]
    problems: tuple[FileFindings, ...]
    refused: bool  # nothing was changed, because of the problems
    numbers: tuple[RowNumber, ...] = ()  # of the rows of CSV files, in their order


@dataclass(frozen=True)
class EntriesImported:
    """The result of importing arbiters or federations, from files or typed."""

    entered: int
    known: int
    problems: tuple[FileFindings, ...]


def import_players(desk: Desk, request: PlayerFiles, watch: Watch = quiet) -> PlayersImported:
    """Import the players of rating lists and CSV files; look for duplicates before anybody gets a number."""
    lines, problems = _lines(request.files, watch)
    with desk.writing(
        "player-import", request.named, request.why, {"rows": sum(not row.wrong for row in lines)}
    ) as writing:
        lines, untrue = possible(writing, lines)
        problems = [*problems, *untrue]
        if problems and not request.skip_bad:
            return PlayersImported(0, None, 0, 0, (), 0, (), _by_file(problems), True)
        with watch("comparing", len(lines)) as advance:
            decided = plan(writing.connection, lines, request.accept, advance)
        with watch("entering", len(decided.new)) as advance:
            done = carry_out(writing, decided, request.update, advance)
    return _imported(decided, done, request.update, problems)


def _imported(decided: Plan, done: Done, update: bool, problems: Sequence[Finding]) -> PlayersImported:
    """Build the result of an import."""
    left = [] if update else decided.differing
    return PlayersImported(
        entered=len(done.keys),
        first=own_id(int(done.keys.min())) if len(done.keys) else None,
        known=decided.same,
        differing=len(left),
        differing_fields=tuple(sorted({field for _, values, _ in left for field in values})),
        changed=len({change.player for change in done.changes}),
        held=tuple(
            Held(row.file, row.line, row.person.name, row.person.fide_id or None, tuple(map(Candidate.of, some)))
            for row, some in decided.held
        ),
        problems=_by_file(problems),
        refused=False,
        numbers=_numbers(decided, done),
    )


def _numbers(decided: Plan, done: Done) -> tuple[RowNumber, ...]:
    """Return the number of each row of a CSV file, by file and line. Rating lists already have numbers."""
    new = [(row, key, True) for row, key in zip(decided.new, done.keys.tolist(), strict=True) if row.dated]
    rows = [*new, *((row, key, False) for row, key in decided.known)]
    rows.sort(key=lambda each: (each[0].file, each[0].line))
    numbers = own_ids(np.array([key for _, key, _ in rows], np.int64)).tolist()
    return tuple(
        RowNumber(row.file, row.line, row.person.name, number, row.person.fide_id or None, is_new)
        for (row, _, is_new), number in zip(rows, numbers, strict=True)
    )


def _lines(files: Sequence[File], watch: Watch) -> tuple[list[Line], list[Finding]]:
    """Read the players of all files, with problems; of a player who is in several files the last one counts."""
    lines: list[Line] = []
    problems: list[Finding] = []
    for file in files:
        with file.open() as stream:
            if file.name.lower().endswith(LISTS) or _is_list(file):
                with unpacked(stream) as (text, total), watch("reading", total or file.size) as advance:
                    ratings, findings = read_list(text, file.name, "", advance)
                rows = people_of(ratings, file.name)
                wrong = [finding for finding in findings if finding.tier in (Tier.REFUSE, Tier.EXCLUDE)]
            else:
                rows, wrong = read_players(stream.read(LIMITS.bytes + 1), file.name)
        lines += rows
        problems += wrong
    if len(files) < 2:
        return lines, problems
    last = {row.person.fide_id: row for row in lines if not row.wrong}
    return [row for row in lines if row.wrong or not row.person.fide_id or last[row.person.fide_id] is row], problems


def _is_list(file: File) -> bool:
    """Whether a CSV or text table has the headings of a rating list."""
    with file.open() as stream:
        return is_copy(stream.read(LONGEST_HEADER))


def _by_file(findings: Iterable[Finding]) -> tuple[FileFindings, ...]:
    """Group findings by file."""
    by_file: dict[str, list[Finding]] = {}
    for finding in in_order(findings):
        by_file.setdefault(finding.place.file, []).append(finding)
    return tuple(FileFindings(file, tuple(some)) for file, some in by_file.items())


# --- arbiters and federations -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EntriesRead:
    """The entries of CSV files and all problems found in them."""

    rows: Sequence[Any]
    problems: Sequence[Finding]


def import_arbiters(desk: Desk, request: Files) -> EntriesImported:
    """Import arbiters and licences from CSV files; on its days an entry replaces earlier ones."""

    def entry_of(row: Row) -> arbiters.Entry:
        number, days = row.number("id"), (row.day("since"), row.day("until"))
        return arbiters.Entry(
            number, row.text("name"), row.text("federation").upper(), licence_of(row.text("licence")), *days
        )

    columns = ("id", "name", "federation", "licence", "since", "until")
    entries = _entries(request.files, columns, ("id", "name"), entry_of, arbiters.faults)
    return _entered(desk, "arbiter-import", request, entries, arbiters.enter)


def import_federations(desk: Desk, request: Files) -> EntriesImported:
    """Import the states of federations from CSV files; on its days an entry replaces earlier ones."""

    def entry_of(row: Row) -> federations.Entry:
        state, days = row.text("state").casefold() or "member", (row.day("since"), row.day("until"))
        return federations.Entry(row.text("code").upper(), row.text("name"), state, *days)

    columns = ("code", "name", "state", "since", "until")
    entries = _entries(request.files, columns, ("code",), entry_of, federations.faults)
    return _entered(desk, "federation-import", request, entries, federations.enter)


def _entries(
    files: Iterable[File],
    columns: Sequence[str],
    needed: Sequence[str],
    entry_of: Callable[[Row], Any],
    faults: Callable[[Any], Iterable[Fault]],
) -> EntriesRead:
    """Read the entries of some CSV files, with all problems."""
    entries: list[Any] = []
    problems: list[Finding] = []
    for file in files:
        with file.open() as stream:
            rows = list(read_rows(stream.read(LIMITS.bytes + 1), file.name, columns, needed, problems))
        entries += entries_of(rows, entry_of, faults)
        problems += [problem for row in rows for problem in row.problems]
    return EntriesRead(entries, problems)


def _entered(
    desk: Desk,
    action: str,
    request: Files,
    entries: EntriesRead,
    enter: Callable[[Writing, Sequence[Any]], int],
) -> EntriesImported:
    """Store all entries in one transaction, or none if a file has a problem."""
    if entries.problems:
        return EntriesImported(0, 0, _by_file(entries.problems))
    with desk.writing(action, request.named, request.why, {"rows": len(entries.rows)}) as writing:
        count = enter(writing, entries.rows)
    return EntriesImported(count, len(entries.rows) - count, ())
