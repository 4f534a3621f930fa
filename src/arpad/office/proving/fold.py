"""Compare an office with its journal: the chain of the log, and every row with the effects that wrote it.

No code of a desk runs here: the rows are made from the effects (a fold), in the order of the log, and compared with
those in the tables. So this holds for journals that other versions of the program wrote.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from sqlalchemy import Connection, Table, select

from arpad.days import Day
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.history.log_chain import NOTHING, entry_hash, link_hash
from arpad.office.proving.row_owners import RowOwners
from arpad.office.store.effects import (
    FoldedRow,
    FoldedTable,
    hash_of_lines,
    journaled_tables,
    lines_of,
    plain_value,
    stored_bytes,
)
from arpad.office.store.journal import effects_in_order, hashes_by_entry, log_row_values
from arpad.office.store.schema import attachment, effect, journal, link, log

BLOCK = 1000  # rows that are read at once
MAX_CANDIDATES = 8  # links that may follow an altered one
LONGEST_VALUE = 60  # letters of a value in a finding
HASH = re.compile(r"\b[0-9a-f]{64}\b")


@dataclass(frozen=True)
class Entry:
    """What names an entry of the log in a finding."""

    row: Any  # of the log; None if there is no such entry
    seq: int

    def fields(self) -> dict[str, Any]:
        """Return the fields of a message about the entry."""
        if self.row is None:
            return {"entry": self.seq, "action": "", "subject": "", "who": "", "day": Day(0)}
        action, subject, who, day = (self.row.action, self.row.subject, self.row.who, Day(self.row.day))
        return {"entry": self.seq, "action": action, "subject": subject, "who": who, "day": day}


@dataclass(frozen=True)
class FoldedOffice:
    """The rows that the journal says an office has. `problems`: effects that do not fit those before them."""

    tables: dict[str, FoldedTable]
    problems: list[Problem] = field(default_factory=list)


def log_entries(connection: Connection) -> dict[int, Any]:
    """Return the rows of the log by their number, in their order."""
    return {row.seq: row for row in connection.execute(select(log).order_by(log.c.seq))}


# --- the chain ----------------------------------------------------------------------------------------------------


def chain_problems(connection: Connection) -> Iterator[Problem]:
    """Yield one problem for each entry that is missing, was added, is not as it was linked, or does not follow the one
    before."""
    links = {row.log: row for row in connection.execute(select(link).order_by(link.c.log))}
    entries, hashes = log_entries(connection), hashes_by_entry(connection)
    if not links:
        if entries:
            yield Problem("log-not-chained", entries=len(entries))
        return
    journaled, last = first_journaled(connection), 0
    follows: set[str] = {NOTHING}  # the links that the next one may follow; empty: unknown
    chained_later = any(place == log.name for place, _ in hashes.get(min(links), ()))
    for seq in sorted(links.keys() | entries.keys() | hashes.keys()):
        row, about = links.get(seq), Entry(entries.get(seq), seq).fields()
        if chained_later and seq < min(links):
            continue  # from before the chain, which its first link holds together
        if seq > last + 1 > journaled and seq in entries and row is not None:
            yield Problem("entry-gone", entry=last + 1)
            follows = set()
        last = seq if seq in entries and (row is not None or seq == last + 1) else last
        if row is None:
            yield Problem("entry-not-linked" if seq in entries else "entry-gone", **about)
            follows = set()
            continue
        right = entry_hash(row.salt, log_row_values(entries[seq]), hashes.get(seq, ())) if seq in entries else ""
        if seq not in entries:
            yield Problem("entry-gone", **about)
        elif right != row.entry:
            yield Problem("entry-not-as-linked", **about)
        linked = {link_hash(before, entry) for before in follows for entry in (right, row.entry)}
        if follows and row.sha256 not in linked and seq in entries and right == row.entry:
            yield Problem("link-broken", **about)
        follows = {row.sha256, *linked} if len(linked) < MAX_CANDIDATES else {row.sha256}


def stored_bytes_problems(connection: Connection) -> Iterator[Problem]:
    """Yield the effects and attachments whose bytes are not those that the chain covers."""
    entries = log_entries(connection)
    rows = select(effect).where(effect.c.packed != b"").order_by(effect.c.log, effect.c.place)
    for row in connection.execute(rows.execution_options(yield_per=BLOCK)):
        try:
            same = hash_of_lines(stored_bytes(row.packed)) == row.sha256
        except ValueError:
            same = False
        if not same:
            yield Problem("effect-altered", **Entry(entries.get(row.log), row.log).fields(), table=row.place)
    references, hashes = _references(connection), set()
    for row in connection.execute(select(attachment).execution_options(yield_per=BLOCK)):
        try:
            same = hashlib.sha256(zlib.decompress(stored_bytes(row.packed))).hexdigest() == row.sha256
        except zlib.error:
            same = False
        hashes.add(row.sha256)
        if not same or not _is_stored_by(connection, row.log, references.get(row.sha256, ()), row.sha256):
            yield Problem("attachment-altered", sha256=row.sha256, **Entry(entries.get(row.log), row.log).fields())
    for row in connection.execute(select(journal.c.log, journal.c.law).where(journal.c.law != "")):
        if row.law not in hashes:
            hashes.add(row.law)
            yield Problem("attachment-gone", sha256=row.law, **Entry(entries.get(row.log), row.log).fields())


def _references(connection: Connection) -> dict[str, list[int]]:
    """Return the entries that refer to each attachment, in their order, by its hash."""
    references: dict[str, list[int]] = {}
    for row in connection.execute(select(journal).order_by(journal.c.log).execution_options(yield_per=BLOCK)):
        for sha256 in {row.law, *HASH.findall(row.request)}:
            references.setdefault(sha256, []).append(row.log)
    return references


def _is_stored_by(connection: Connection, entry: int, references: Sequence[int], sha256: str) -> bool:
    """Return whether an attachment can be that of an entry: the first that refers to it, or the first that did not
    write its bytes into a row."""
    if entry not in references:
        return False
    before = references[: references.index(entry)]
    return all(_wrote_bytes(connection, each, sha256) for each in before)


def _wrote_bytes(connection: Connection, entry: int, sha256: str) -> bool:
    """Return whether an entry wrote the bytes with this hash into a row."""
    rows = select(effect.c.packed).where(effect.c.log == entry)
    return any(sha256 in line for packed in connection.execute(rows).scalars() for line in _lines(packed))


def _lines(packed: bytes) -> list[str]:
    """Return the lines of effects; none if they are damaged, which is a finding of its own."""
    try:
        return lines_of(stored_bytes(packed))
    except ValueError:
        return []


def first_journaled(connection: Connection) -> int:
    """Return the entry with which the journal begins: that of the founding or the conversion. 0 without one."""
    return connection.execute(select(journal.c.log).order_by(journal.c.log).limit(1)).scalar() or 0


# --- the fold -----------------------------------------------------------------------------------------------------


def fold_journal(connection: Connection, until: int | None = None) -> FoldedOffice:
    """Return the rows that the journal says the office has; with `until`, those after that entry."""
    office = FoldedOffice({table.name: FoldedTable(table) for table in journaled_tables()})
    entries = log_entries(connection)
    for entry, place, packed in effects_in_order(connection, until):
        about = Entry(entries.get(entry), entry).fields()
        folded = office.tables.get(place)
        try:
            lines = lines_of(packed)
        except ValueError:
            continue  # `stored_bytes_problems` names it
        if folded is None:
            office.problems.append(Problem("effect-unknown-table", **about, table=place))
            continue
        for line in lines:
            try:
                wrong = folded.apply(line, entry)
            except (ValueError, TypeError, IndexError, KeyError):
                wrong = "unreadable"
            if wrong:
                office.problems.append(Problem("effect-not-possible", **about, table=place, reason=wrong))
    return office


# --- the comparison -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RowDifference:
    """A row that is not what the journal says. `stored` and `right` are its values; None if there is no such row."""

    table: Table
    key: Any
    entry: int
    stored: list[Any] | None
    right: list[Any] | None
    column: str = ""  # the column that differs, if both have the row


def row_differences(connection: Connection, office: FoldedOffice, counts: dict[str, int]) -> Iterator[RowDifference]:
    """Yield each row of the tables that differs from the journal: missing, added, or one for each other value.

    `counts` gets the number of compared rows by table."""
    for name, folded in office.tables.items():
        table, remaining, added = folded.table, dict(folded.rows), dict[Any, list[Any]]()
        count = 0
        for row in connection.execute(select(table).execution_options(yield_per=BLOCK)):
            count += 1
            values = [*map(plain_value, row)]
            key = folded.key_of(values)
            known = remaining.pop(key, None)
            if known is None:
                added[key] = values
                continue
            right = json.loads(known.line)[1:]
            if values != right:
                for column, mine, other in zip(table.columns, values, right, strict=True):
                    if mine != other:
                        yield RowDifference(table, key, known.entry, values, right, column.name)
        counts[name] = count
        yield from _moved_rows(table, added, remaining)


def _moved_rows(table: Table, added: dict[Any, list[Any]], missing: dict[Any, FoldedRow]) -> Iterator[RowDifference]:
    """Yield rows that are missing and rows that were added; a row with another key than it had is one difference."""
    names = table.columns.keys()
    keys = [names.index(column.name) for column in table.primary_key.columns]

    def content(values: list[Any]) -> str:
        return json.dumps([value for at, value in enumerate(values) if at not in keys])

    by_content = {content(values): key for key, values in added.items()}
    for key, row in missing.items():
        right = json.loads(row.line)[1:]
        stored = added.pop(by_content.pop(content(right), None), None)
        column = next((names[at] for at in keys if stored is not None and stored[at] != right[at]), "")
        yield RowDifference(table, key, row.entry, stored, right, column)
    for key, values in added.items():
        yield RowDifference(table, key, 0, values, None)


def row_problem(difference: RowDifference, owners: RowOwners, entries: dict[int, Any]) -> Problem:
    """Return a difference as a problem: whose row it is, its table and key, and the stored and the right value."""
    table, values = difference.table, difference.stored or difference.right or []
    row = dict(zip(table.columns.keys(), values, strict=True))
    about: dict[str, Any] = {"owner": owners.of(table.name, row), "table": table.name, "key": _key_text(difference.key)}
    about |= Entry(entries.get(difference.entry), difference.entry).fields()
    if difference.right is None:
        return Problem("row-added", **about)
    if difference.stored is None:
        return Problem("row-gone", **about)
    at = table.columns.keys().index(difference.column)
    shown: dict[str, Any] = {"stored": value_text(difference.stored[at]), "right": value_text(difference.right[at])}
    return Problem("row-not-as-written", **about, field=difference.column, **shown)


def _key_text(key: Any) -> str:
    return ", ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def value_text(value: Any) -> str:
    """Return a value of a row as a finding shows it: bytes by their SHA-256, a long text cut."""
    if isinstance(value, dict):
        return f"bytes with SHA-256 {value['sha256'][:12]}…"
    if value is None:
        return "NULL"
    text = str(value) if isinstance(value, int) else repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
