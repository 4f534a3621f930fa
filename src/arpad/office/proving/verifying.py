"""Verify an office: its database, the chain of its log, every row against the journal, and every act again.

The first three hold for a journal of any version of the program. The last performs the acts of the journal again, see
`lockstep`. An act that another version performed, and that has another outcome now, is told and is no finding.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Any

from sqlalchemy import Connection, select

from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.history.checkpoints import Checkpoint
from arpad.office.access.private_values import private_value_problems
from arpad.office.acts import law_from_attachment
from arpad.office.desk import ProgressReporter, no_progress
from arpad.office.proving import signed_checkpoints
from arpad.office.proving.fold import (
    Entry,
    RowDifference,
    chain_problems,
    fold_journal,
    log_entries,
    row_differences,
    row_problem,
    stored_bytes_problems,
)
from arpad.office.proving.lockstep import NotPerformed, OfficeCopy, OtherOutcome, office_copy, recompute
from arpad.office.proving.recomputed_lists import packed_differences
from arpad.office.proving.row_owners import RowOwners
from arpad.office.publishing.list_storage import DAMAGE_ERRORS
from arpad.office.store.engine import Store
from arpad.office.store.journal import read_attachment
from arpad.office.store.schema import journal, link
from arpad.office.upkeep.doctor import CheckInput
from arpad.office.upkeep.doctor_keys import signing_keys
from arpad.office.upkeep.doctor_schema import structure
from arpad.office.upkeep.doctor_store import integrity, references, schema_at_head, triggers

OF_ENTRIES = ("entry-not-linked", "entry-not-as-linked", "entry-gone")  # what is altered of such an entry says no more


@dataclass(frozen=True)
class VerifiedOffice:
    """What was verified, and the problems."""

    entries: int  # of the log
    rows: int  # compared with the journal
    acts: int  # performed again, with the rows that are stored
    skipped: int  # entries whose act was not performed again
    unproved: tuple[int, ...]  # of these, the entries whose file was too large to be stored
    otherwise: tuple[Problem, ...]  # acts that this version would perform otherwise than the one that did
    signer: str  # of the newest checkpoint that is signed as it must be
    signed: int  # the entry up to which it goes
    size: int
    root: str  # the newest link
    found: tuple[Problem, ...]


@dataclass
class Findings:
    """The problems so far, each once, in their order."""

    problems: dict[str, Problem] = field(default_factory=dict)

    def add(self, problems: Iterable[Problem]) -> int:
        """Add problems and return how many. A check that damaged rows end is a problem itself."""
        count = 0
        try:
            for problem in problems:
                self.problems.setdefault(str(problem), problem)
                count += 1
        except Problem as problem:
            self.problems.setdefault(str(problem), problem)
            return count + 1
        except DAMAGE_ERRORS as error:
            damage = Problem("office-damaged", reason=str(error) or type(error).__name__)
            self.problems.setdefault(str(damage), damage)
            return count + 1
        return count


def verify(
    store: Store,
    connection: Connection,
    since: Checkpoint | None = None,
    signer: str = "",
    watch: ProgressReporter = no_progress,
) -> VerifiedOffice:
    """Verify an office; nothing is written. `since` is a checkpoint that somebody kept: if it is signed and belongs to
    the office, acts up to it are not performed again. `signer` names the key that must have signed."""
    findings = Findings()
    findings.add(_database_problems(store, connection))
    entries = log_entries(connection)
    altered = findings.add(chain_problems(connection))
    named = {dict(problem.fields)["entry"] for problem in findings.problems.values() if problem.message in OF_ENTRIES}
    altered += findings.add(
        problem for problem in stored_bytes_problems(connection) if dict(problem.fields)["entry"] not in named
    )
    findings.add(_law_problems(connection))
    office = fold_journal(connection)
    altered = altered or findings.add(office.problems)
    counts: dict[str, int] = {}
    differences = list(row_differences(connection, office, counts))
    if not (altered or differences):
        visit = CheckInput(connection, store)
        findings.add(references(visit))
        findings.add(signing_keys(visit))
    findings.add(private_value_problems(connection))
    points = _points(connection, since)
    findings.add(
        problem for point in points for problem in signed_checkpoints.checkpoint_contradictions(connection, point)
    )
    signed = _newest_signed(connection, points, signer)
    if signer and signed is None:
        findings.add([Problem("signer-not-there", signer=signer)])
    start = since.size if since is not None and _is_signed(connection, since) else 0
    acts, skipped, otherwise, unproved = 0, len(entries), tuple[Problem, ...](), tuple[int, ...]()
    if altered:  # rows that damaged effects wrote cannot be told from others, and no act can be performed again
        findings.add(_rows_in_short(differences))
    else:
        with office_copy(connection) as copy, watch("acts", len(entries)) as advance:
            outcomes = list(recompute(connection, copy, start, advance))
            same = [each for each in outcomes if isinstance(each, int)]
            other = [each for each in outcomes if isinstance(each, OtherOutcome)]
            unproved = tuple(each.entry for each in outcomes if isinstance(each, NotPerformed))
            acts, skipped = len(same), len(entries) - len(same) - len(other)
            findings.add(_row_problems(connection, differences, copy, entries))
            if copy.incomplete and not differences:
                about = Entry(entries.get(copy.at), copy.at).fields()
                findings.add([Problem("attachment-gone", sha256=copy.incomplete, **about)])
            for each in other:
                if each.same_build:
                    findings.add(each.problems)
            otherwise = tuple(each.problems[0] for each in other if not each.same_build)
    newest = connection.execute(select(link).order_by(link.c.log.desc()).limit(1)).first()
    return VerifiedOffice(
        len(entries), sum(counts.values()), acts, skipped, unproved, otherwise, signed.signer if signed else "",
        signed.size if signed else 0, newest.log if newest else 0, newest.sha256 if newest else "",
        tuple(findings.problems.values()),
    )  # fmt: skip


def _database_problems(store: Store, connection: Connection) -> Iterator[Problem]:
    """Yield what is wrong with the database itself: its tables, triggers and file."""
    visit = CheckInput(connection, store)
    for check in (schema_at_head, structure, triggers, *((integrity,) if store.is_sqlite else ())):
        yield from check(visit)


def _law_problems(connection: Connection) -> Iterator[Problem]:
    """Yield each rulebook of the package, as acts used it, that never came with Arpad in these words."""
    rows = connection.execute(select(journal.c.law, journal.c.log).where(journal.c.law != "").order_by(journal.c.log))
    seen: set[str] = set()
    for row in rows.all():
        if row.law in seen:
            continue
        seen.add(row.law)
        body = read_attachment(connection, row.law)
        if body is None:
            continue  # named where attachments are checked
        law = law_from_attachment(body)
        for name in law.altered:
            seal = hashlib.sha256(law.files[name]).hexdigest()[:12]
            yield Problem("law-never-shipped", entry=row.log, file=name, seal=seal)


def _points(connection: Connection, since: Checkpoint | None) -> list[Checkpoint]:
    """Return the checkpoints that the office stores, and the one that somebody kept."""
    return [*signed_checkpoints.stored_checkpoints(connection), *filter(None, [since])]


def _is_signed(connection: Connection, point: Checkpoint) -> bool:
    """Return whether a checkpoint belongs to the office and is signed by one of its keys."""
    return bool(point.signer) and not signed_checkpoints.checkpoint_contradictions(connection, point)


def _newest_signed(connection: Connection, points: Sequence[Checkpoint], signer: str) -> Checkpoint | None:
    """Return the newest checkpoint that is signed as it must be; with `signer`, by this key."""
    candidates = [each for each in points if each.signer and signer in ("", each.signer)]
    for point in sorted(candidates, key=lambda each: -each.size):
        if _is_signed(connection, point):
            return point
    return None


def _rows_in_short(differences: list[RowDifference]) -> Iterator[Problem]:
    """Yield the number of rows that differ, where the journal itself was altered."""
    if differences:
        yield Problem(
            "rows-not-told-apart", rows=len(differences), tables=sorted({each.table.name for each in differences})
        )


def _row_problems(
    connection: Connection, differences: list[RowDifference], copy: OfficeCopy, entries: dict[int, Any]
) -> Iterator[Problem]:
    """Yield a problem for each row that differs. Packed rows of lists are named player by player where the copy of the
    office has the right ones."""
    owners = RowOwners(connection)
    for difference in differences:
        packed = packed_differences(connection, copy.connection, difference, owners)
        yield from packed or [row_problem(difference, owners, entries)]


def refused(error: Exception) -> Problem:
    """Return a problem for a database that does not answer."""
    reason = str(getattr(error, "orig", error)).strip()
    return Problem("database-refuses", answer=reason.splitlines()[0] if reason else type(error).__name__)
