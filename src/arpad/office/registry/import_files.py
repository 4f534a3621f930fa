"""Import files of players, arbiters and federations.

For players the import decides per row: new, known, changed, or waiting for an officer because somebody registered (or
in an earlier row) looks the same. Known means the same number, or the same name and birth. A file with a row that is
unreadable or impossible changes nothing, unless the officer leaves such rows out. Importing a file twice changes
nothing. Everything is decided before anything is written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32
from arpad.days import Day
from arpad.finding import Finding, Place, Problem, Tier, UserError, sort_findings
from arpad.frozen import dataclass
from arpad.intake.frl.copies import is_copy
from arpad.intake.frl.reader import read_list
from arpad.intake.frl.zip import unpacked
from arpad.office.acts import Permission, Subject, act
from arpad.office.desk import Desk, ProgressReporter, WriteTransaction, no_progress
from arpad.office.registry import federation_officials
from arpad.office.registry.csv_rows import LIMITS, CsvRow, entries_from_rows, read_csv_rows, refusal_finding
from arpad.office.registry.duplicates import NEEDED_LIKENESS, SimilarPerson, are_different_persons, find_duplicates
from arpad.office.registry.fact_changes import change_facts_of_many
from arpad.office.registry.federation_officials import federation_names, normalise_licence
from arpad.office.registry.names import (
    comparable_spellings,
    latin_form_of_name,
    name_likeness,
    name_sort,
    sounds_of_words,
)
from arpad.office.registry.person import PERSON_FIELDS, Fault, Person, future_date_faults, unknown_federation_faults
from arpad.office.registry.player_facts import (
    KEYS_PER_QUERY,
    StoredChange,
    facts_of_players,
    keys_of_numbers,
    register_players,
)
from arpad.office.registry.player_files import PlayerRow, players_of_rating_list, read_players_csv
from arpad.office.registry.player_numbers import office_number, office_numbers
from arpad.office.registry.player_views import Candidate
from arpad.office.store.schema import birth, player
from arpad.office.wire import FileName
from arpad.plaintext import file_name

ReportProgress = Callable[[int], None]


@dataclass(frozen=True)
class ImportPlan:
    """What an import will do with each row: `new` players, rows `held` back as possible duplicates, rows that differ
    from the registry, the number of known rows without a difference, and all known rows of CSV files."""

    new: list[PlayerRow]
    held: list[tuple[PlayerRow, tuple[SimilarPerson, ...]]]
    differing: list[tuple[int, dict[str, Any], PlayerRow]]  # key, new values of the row by field, and the row
    same: int
    known: list[tuple[PlayerRow, int]]  # rows of CSV files whose player is registered, with the key


@dataclass(frozen=True)
class ImportDone:
    """The keys of the new players and the stored changes of an import."""

    keys: I32  # of the new players
    changes: list[StoredChange]


def split_possible_rows(writing: WriteTransaction, lines: Sequence[PlayerRow]) -> tuple[list[PlayerRow], list[Finding]]:
    """Return the rows without a fault, and the findings of the others. Faults: a future birth or death; in CSV files
    also a future day, an unknown federation or office number, or two numbers of two players. Rows with earlier problems
    (`wrong`) are not returned."""
    connection = writing.connection
    codes = federation_names(connection)
    by_id, by_fide = (keys_of_numbers(connection, numbers).tolist() for numbers in _office_and_fide_numbers(lines))
    good, problems = [], []
    for row, his, other in zip(lines, by_id, by_fide, strict=True):
        faults: list[Fault] = list(future_date_faults(row.person, writing.day))
        if row.dated:
            faults += [*unknown_federation_faults(row.person, codes), *_row_faults(row, his, other, writing.day)]
        for field, expected in faults:
            if field not in row.wrong:
                problems.append(_wrong_cell_finding(row, field, expected))
        if not faults and not row.wrong:
            good.append(row)
    return good, problems


def _office_and_fide_numbers(lines: Sequence[PlayerRow]) -> tuple[list[int], list[int]]:
    """The office numbers and the FIDE numbers of the rows of CSV files; 0 for rows of rating lists."""
    return [row.id * row.dated for row in lines], [row.person.fide_id * row.dated for row in lines]


def _row_faults(row: PlayerRow, his: int, other: int, today: int) -> Iterator[Fault]:
    """Yield a fault for an office number that nobody has, for two numbers of two players, and for a future day. `his`
    is the key of the player with the office number, `other` with the FIDE number; -1: nobody."""
    if row.id and his < 0:
        yield "id", Problem("expected/number-of-somebody")
    if his >= 0 and other >= 0 and his != other:
        yield "fide_id", Problem("expected/number-of-one", owner=office_number(other))
    if row.since > today:
        yield "since", Problem("expected/not-after-today", today=Day(today))


def _wrong_cell_finding(row: PlayerRow, field: str, expected: Problem) -> Finding:
    """Build the refusing finding for a cell that is not what was expected, with its place and value."""
    values = {"id": row.id, "since": row.since}
    value = values[field] if field in values else getattr(row.person, field)
    text = value if isinstance(value, str) else str(value) if field in ("id", "fide_id") else str(Day(value))
    place = Place(row.file, row.line, row.columns.get(field, 0))
    return refusal_finding(place, "wrong-cell", expected.remedy, column=field, value=text, expected=expected)


def plan_import(
    connection: Connection, lines: Sequence[PlayerRow], accept: bool = False, progress: ReportProgress = lambda _: None
) -> ImportPlan:
    """Decide for each row whether it is new, known, different from the registry, or held back as a possible duplicate.
    `accept`: no duplicates are looked for, so nothing is held back. Nothing is stored."""
    keys = _keys_of_rows(connection, lines)
    new = [row for row, key in zip(lines, keys, strict=True) if key < 0]
    known_rows = [(row, key) for row, key in zip(lines, keys, strict=True) if key >= 0]
    differing = []
    for first in range(0, len(known_rows), KEYS_PER_QUERY):
        some = known_rows[first : first + KEYS_PER_QUERY]
        here = facts_of_players(connection, [key for _, key in some])
        differing += [(key, values, row) for row, key in some if (values := _facts_that_differ(here[key], row.person))]
    similar = {} if accept else find_duplicates(connection, [row.person for row in new], progress)
    held = [(new[at], some) for at, some in similar.items()]
    numbered = [(row, key) for row, key in known_rows if row.dated]
    same = len(known_rows) - len(differing)
    return ImportPlan([row for at, row in enumerate(new) if at not in similar], held, differing, same, numbered)


def carry_out_import(
    writing: WriteTransaction, decided: ImportPlan, update: bool, progress: ReportProgress = lambda _: None
) -> ImportDone:
    """Store the new players and, only with `update`, the changes of known players. Held rows are not stored. A change
    holds from the row's day, or from today if that day is later."""
    changes: list[StoredChange] = []
    if update:
        days = [min(row.since, writing.day) for _, _, row in decided.differing]  # a list may be ahead of a rehearsal
        wanted_changes = zip(decided.differing, days, strict=True)
        changes = change_facts_of_many(writing, [(key, values, day) for (key, values, _), day in wanted_changes])
    since = [row.since if row.dated else 0 for row in decided.new]
    return ImportDone(register_players(writing, [row.person for row in decided.new], since, progress), changes)


def _keys_of_rows(connection: Connection, lines: Sequence[PlayerRow]) -> list[int]:
    """Return the key of each row's player, by number; rows without a FIDE number also by name and birth. -1: a new
    player. The office number in a foreign list counts only if the player looks the same."""
    keys = keys_of_numbers(connection, [row.id or row.person.fide_id for row in lines])
    foreign = [at for at, row in enumerate(lines) if row.id and not row.dated]  # a list may be another office's
    meant = players_meant_by_foreign_numbers(
        connection, [lines[at].id for at in foreign], [lines[at].person for at in foreign]
    )
    for at, person in zip(foreign, meant, strict=True):
        if person is None:
            keys[at] = -1
    unnumbered = [at for at in np.flatnonzero(keys < 0).tolist() if not lines[at].person.fide_id]
    for first in range(0, len(unnumbered), KEYS_PER_QUERY):
        some = unnumbered[first : first + KEYS_PER_QUERY]
        keys[some] = _keys_by_name_and_birth(connection, [lines[at].person for at in some])
    return [int(key) for key in keys]


def _keys_by_name_and_birth(connection: Connection, persons: Sequence[Person]) -> list[int]:
    """Return the key of each person who is registered with exactly this name and birth, -1 if nobody is. Without a
    birth, nothing else that the row says may differ from the registry."""
    names = {person.name for person in persons}
    rows = select(player.c.key, player.c.name, birth.c.born).where(player.c.name.in_(names))
    rows = rows.join(birth, birth.c.player == player.c.key, isouter=True)
    registered = {(row.name, row.born or 0): row.key for row in connection.execute(rows)}
    keys = [registered.get((person.name, person.born), -1) for person in persons]
    unborn = facts_of_players(connection, [key for key, person in zip(keys, persons, strict=True) if not person.born])
    return [
        -1 if key in unborn and _facts_that_differ(unborn[key], person) else key
        for key, person in zip(keys, persons, strict=True)
    ]


def players_meant_by_foreign_numbers(
    connection: Connection, numbers: Sequence[int], persons: Sequence[Person]
) -> list[Person | None]:
    """Return the registered players with these office numbers, if they also look the same as the persons. None for an
    unknown number or a different person: the number then comes from another office."""
    keys = keys_of_numbers(connection, numbers).tolist()
    people = facts_of_players(connection, [key for key in keys if key >= 0])
    return [
        people[key] if key >= 0 and not are_different_persons(person, people[key]) else None
        for key, person in zip(keys, persons, strict=True)
    ]


def _facts_that_differ(here: Person, row: Person) -> dict[str, Any]:
    """Return the new values, by field, in which a row differs from the registry; nothing is stored. Empty facts and
    less exact days of the row do not count. A Latin spelling of the registered name is no new name, and former names
    are only added."""
    if here == row:
        return {}
    values = {
        field: value for field in PERSON_FIELDS if (value := getattr(row, field)) and value != getattr(here, field)
    }
    if "name" in values and row.name.isascii() and not here.name.isascii() and _is_same_name(here, row.name):
        del values["name"]  # the same name in Latin letters, which may be spelt otherwise than the table does
        if row.name not in (latin_form_of_name(here.name, here.federation, here.latin_name), *here.former_names):
            values["latin_name"] = row.name
    if values.get("latin_name") == latin_form_of_name(here.name, here.federation, here.latin_name):
        del values["latin_name"]  # the table says the same
    for field in ("born", "died"):
        if field in values and _is_less_exact_day(values[field], getattr(here, field)):
            del values[field]
    if "former_names" in values:
        names = (*here.former_names, *(name for name in row.former_names if name not in here.former_names))
        values["former_names"] = names
        if names == here.former_names:
            del values["former_names"]
    return values


def _is_same_name(here: Person, latin_name: str) -> bool:
    """Whether a name in Latin letters is another spelling of the person's registered name."""
    heard = sounds_of_words(name_sort(latin_name))
    ways = comparable_spellings(here.name, here.federation, here.latin_name)
    return max(name_likeness(heard, sounds_of_words(way)) for way in ways) >= NEEDED_LIKENESS["same"]


def _is_less_exact_day(day: int, registered_day: int) -> bool:
    """Whether a day is the registered day with less detail: only its year, or its month."""
    return not Day(day).whole and str(Day(registered_day)).startswith(str(Day(day)))


RATING_LIST_ENDINGS = (".txt", ".xml", ".zip", ".json")  # how the names of rating lists end; anything else is CSV
LONGEST_HEADER = 1 << 16
LONGEST_SUBJECT = 200  # letters of the log's subject


@dataclass(frozen=True)
class InputFile:
    """An input file: its name, and its content or its path."""

    name: FileName
    content: bytes | Path

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open the file for reading, and close it at the end. A file that cannot be opened raises an error with the
        reason."""
        try:
            opened = BytesIO(self.content) if isinstance(self.content, bytes) else self.content.open("rb")
        except OSError as error:
            raise UserError("unreadable-file/reason", file=self.name, reason=error.strerror or str(error)) from None
        with opened as stream:
            yield stream

    @property
    def size(self) -> int:
        """The size in bytes."""
        return len(self.content) if isinstance(self.content, bytes) else self.content.stat().st_size

    @property
    def sha256(self) -> str:
        """The SHA-256 of the content."""
        digest = hashlib.sha256()
        with self.open() as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
        return digest.hexdigest()


@dataclass(frozen=True)
class InputFiles:
    """Input files with a reason; `subject` is their name in the log, by default the file names."""

    files: tuple[InputFile, ...]
    why: str = ""
    subject: str = ""

    @property
    def named(self) -> str:
        """The name of the files in the log, at most 200 characters."""
        return (self.subject or ", ".join(file_name(file.name) for file in self.files))[:LONGEST_SUBJECT]


@dataclass(frozen=True)
class PlayerFiles(InputFiles):
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


@act("import-players", about=Subject.PLAYER, permission=Permission.PEOPLE, job=True)
def import_players(desk: Desk, request: PlayerFiles, watch: ProgressReporter = no_progress) -> PlayersImported:
    """Import the players of rating lists and CSV files; return counts, held rows and problems. If any row has a
    problem, nothing is stored, unless `skip_bad` leaves such rows out. Possible duplicates are held back unless
    `accept`; known players are changed only with `update`."""
    lines, problems = _read_player_rows(request.files, watch)
    with desk.writing(
        "player-import", request.named, request.why, {"rows": sum(not row.wrong for row in lines)}
    ) as writing:
        lines, untrue = split_possible_rows(writing, lines)
        problems = [*problems, *untrue]
        if problems and not request.skip_bad:
            return PlayersImported(0, None, 0, 0, (), 0, (), _findings_by_file(problems), True)
        with watch("comparing", len(lines)) as advance:
            decided = plan_import(writing.connection, lines, request.accept, advance)
        with watch("entering", len(decided.new)) as advance:
            done = carry_out_import(writing, decided, request.update, advance)
    return _import_result(decided, done, request.update, problems)


def _import_result(decided: ImportPlan, done: ImportDone, update: bool, problems: Sequence[Finding]) -> PlayersImported:
    """Build the result of an import; with `update` no player counts as differing."""
    left = [] if update else decided.differing
    return PlayersImported(
        entered=len(done.keys),
        first=office_number(int(done.keys.min())) if len(done.keys) else None,
        known=decided.same,
        differing=len(left),
        differing_fields=tuple(sorted({field for _, values, _ in left for field in values})),
        changed=len({change.player for change in done.changes}),
        held=tuple(
            Held(row.file, row.line, row.person.name, row.person.fide_id or None, tuple(map(Candidate.of, some)))
            for row, some in decided.held
        ),
        problems=_findings_by_file(problems),
        refused=False,
        numbers=_numbers_by_row(decided, done),
    )


def _numbers_by_row(decided: ImportPlan, done: ImportDone) -> tuple[RowNumber, ...]:
    """Return the office number of each imported or known row of CSV files, sorted by file and line. Rows of rating
    lists are left out."""
    new = [(row, key, True) for row, key in zip(decided.new, done.keys.tolist(), strict=True) if row.dated]
    rows = [*new, *((row, key, False) for row, key in decided.known)]
    rows.sort(key=lambda each: (each[0].file, each[0].line))
    numbers = office_numbers(np.array([key for _, key, _ in rows], np.int64)).tolist()
    return tuple(
        RowNumber(row.file, row.line, row.person.name, number, row.person.fide_id or None, is_new)
        for (row, _, is_new), number in zip(rows, numbers, strict=True)
    )


def _read_player_rows(files: Sequence[InputFile], watch: ProgressReporter) -> tuple[list[PlayerRow], list[Finding]]:
    """Read the players of all files; return rows and problems. If a FIDE number is in several files, only its last row
    counts. The kind of file (rating list or CSV) is recognised by name and content."""
    lines: list[PlayerRow] = []
    problems: list[Finding] = []
    for file in files:
        with file.open() as stream:
            if file.name.lower().endswith(RATING_LIST_ENDINGS) or _is_rating_list(file):
                with unpacked(stream) as (text, total), watch("reading", total or file.size) as advance:
                    ratings, findings = read_list(text, file.name, "", advance)
                rows = players_of_rating_list(ratings, file.name)
                wrong = [finding for finding in findings if finding.tier in (Tier.REFUSE, Tier.EXCLUDE)]
            else:
                rows, wrong = read_players_csv(stream.read(LIMITS.bytes + 1), file.name)
        lines += rows
        problems += wrong
    if len(files) < 2:
        return lines, problems
    last = {row.person.fide_id: row for row in lines if not row.wrong}
    return [row for row in lines if row.wrong or not row.person.fide_id or last[row.person.fide_id] is row], problems


def _is_rating_list(file: InputFile) -> bool:
    """Whether a CSV or text table has the column headings of a rating list."""
    with file.open() as stream:
        return is_copy(stream.read(LONGEST_HEADER))


def _findings_by_file(findings: Iterable[Finding]) -> tuple[FileFindings, ...]:
    """Group findings by file, sorted."""
    by_file: dict[str, list[Finding]] = {}
    for finding in sort_findings(findings):
        by_file.setdefault(finding.place.file, []).append(finding)
    return tuple(FileFindings(file, tuple(some)) for file, some in by_file.items())


# --- arbiters and federations -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CsvEntries:
    """The entries of CSV files and all problems found in them."""

    rows: Sequence[Any]
    problems: Sequence[Finding]


@act("import-arbiters", about=Subject.OFFICE, permission=Permission.PEOPLE)
def import_arbiters(desk: Desk, request: InputFiles) -> EntriesImported:
    """Import arbiters and licences from CSV files; return counts and problems. If a file has a problem, nothing is
    stored. On its days an entry replaces earlier ones."""

    def entry_of(row: CsvRow) -> federation_officials.LicenceEntry:
        number, days = row.number("id"), (row.day("since"), row.day("until"))
        return federation_officials.LicenceEntry(
            number, row.text("name"), row.text("federation").upper(), normalise_licence(row.text("licence")), *days
        )

    columns = ("id", "name", "federation", "licence", "since", "until")
    entries = _read_csv_entries(request.files, columns, ("id", "name"), entry_of, federation_officials.licence_faults)
    return _enter_all_or_none(desk, "arbiter-import", request, entries, federation_officials.enter_licences)


@act("import-federations", about=Subject.OFFICE, permission=Permission.PEOPLE)
def import_federations(desk: Desk, request: InputFiles) -> EntriesImported:
    """Import the states of federations from CSV files; return counts and problems. If a file has a problem, nothing is
    stored. On its days an entry replaces earlier ones."""

    def entry_of(row: CsvRow) -> federation_officials.MembershipEntry:
        state, days = row.text("state").casefold() or "member", (row.day("since"), row.day("until"))
        return federation_officials.MembershipEntry(row.text("code").upper(), row.text("name"), state, *days)

    columns = ("code", "name", "state", "since", "until")
    entries = _read_csv_entries(request.files, columns, ("code",), entry_of, federation_officials.membership_faults)
    return _enter_all_or_none(desk, "federation-import", request, entries, federation_officials.enter_memberships)


def _read_csv_entries(
    files: Iterable[InputFile],
    columns: Sequence[str],
    needed: Sequence[str],
    entry_of: Callable[[CsvRow], Any],
    faults: Callable[[Any], Iterable[Fault]],
) -> CsvEntries:
    """Read the entries of some CSV files, with all problems of files and rows. `entry_of` makes an entry of a row,
    `faults` checks it. Nothing is stored."""
    entries: list[Any] = []
    problems: list[Finding] = []
    for file in files:
        with file.open() as stream:
            rows = list(read_csv_rows(stream.read(LIMITS.bytes + 1), file.name, columns, needed, problems))
        entries += entries_from_rows(rows, entry_of, faults)
        problems += [problem for row in rows for problem in row.problems]
    return CsvEntries(entries, problems)


def _enter_all_or_none(
    desk: Desk,
    action: str,
    request: InputFiles,
    entries: CsvEntries,
    enter: Callable[[WriteTransaction, Sequence[Any]], int],
) -> EntriesImported:
    """Store all entries in one transaction under the log action `action`; return how many were stored or already held.
    If there is any problem, nothing is stored and the problems are returned."""
    if entries.problems:
        return EntriesImported(0, 0, _findings_by_file(entries.problems))
    with desk.writing(action, request.named, request.why, {"rows": len(entries.rows)}) as writing:
        count = enter(writing, entries.rows)
    return EntriesImported(count, len(entries.rows) - count, ())
