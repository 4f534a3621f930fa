"""Change an office behind its back, one thing at a time, and see whether `verify` finds it and names whose it is.

`python tests/tamper.py` makes a published office in which nearly every table has rows, and then, again and again: one
edit of one field, row or key, a look, and everything back. An edit is chosen by a number, so that one that is not found
can be made again (`--seed N --edits 1`). The control is an office that nobody changed, of which nothing may be found.
"""

from __future__ import annotations

import argparse
import hashlib
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from databases import KINDS, new_database
from office_made import NUMBERS
from revisions_made import Season, approved, corrected, file_of, gone_through, month_of, random_season
from sqlalchemy import BigInteger, Connection, Integer, LargeBinary, Table, Text, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from test_lists_desk import fide_list

from arpad.days import Month
from arpad.finding import UserError
from arpad.office import claims, lists, people, proofs
from arpad.office.desk import open_desk
from arpad.office.proving.verifying import verify
from arpad.office.revisions import EventAnnulment, FactCorrection, MergeProposal, ReportReplacement
from arpad.office.store import schema
from arpad.office.store.effects import unrecorded
from arpad.office.store.engine import Store, connect_store

RAPID = "fide-rapid"
MONTHS = 4


def office(kind: str, directory: Path) -> str:
    """The address of an office with four lists, cases, claims, a list taken back and one that was imported."""
    told = random_season(5, MONTHS)
    rated = [each for each in told.tournaments if not each.unadmitted]
    desk = gone_through(new_database(kind, directory), Season(told.opened, told.people, told.tournaments, MONTHS - 1))
    kept, gone = NUMBERS[8], NUMBERS[9]
    despite = tuple(people.compare_players(desk, kept, gone).objections)
    approved(
        desk,
        ReportReplacement(rated[0].code, file_of(corrected(Random(1), rated[0])), "other results"),
        FactCorrection(NUMBERS[2], "born", 20120101, "his passport"),
        MergeProposal(kept, gone, "one person", despite),
        EventAnnulment(rated[1].code, "never played"),
    )
    claims.file_claim(desk, claims.NewClaim(NUMBERS[3], "12 points are missing", "Ann Invented"))
    claims.answer_claim(desk, claims.NewClaimAnswer("CLM-1", "rejected", "the report has it so"))
    for month, rating in (("OCT25", 1900), ("NOV25", 1960)):
        lists.import_lists(desk, lists.ListImport(RAPID, (fide_list(month, {NUMBERS[1]: rating}),)))
    lists.take_back_list(desk, lists.TakeBackRequest(RAPID, Month(202511), why="the wrong file", confirmed=True))
    desk = month_of(desk, told.tournaments, told.lists[MONTHS])
    proofs.add_checkpoint(desk)
    desk.store.close()
    return (
        desk.store.engine.url.render_as_string(hide_password=False)
        if "://" in desk.store.address
        else desk.store.address
    )


# --- edits --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Edit:
    """What was done, to which table."""

    table: str
    what: str


def tables(connection: Connection) -> list[Table]:
    """The tables that have rows."""
    return [each for each in schema.metadata.sorted_tables if connection.execute(select(each).limit(1)).first()]


def random_edit(connection: Connection, random: Random) -> Edit:
    """One field of one row, or the row itself."""
    table = random.choice(tables(connection))
    rows = connection.execute(select(table)).all()
    row = random.choice(rows)
    where = [column == value for column, value in zip(table.primary_key.columns, _key(table, row), strict=True)]
    if random.random() < 0.1:
        connection.execute(table.delete().where(*where))
        return Edit(table.name, f"deleted {_key(table, row)}")
    column = random.choice(list(table.columns))
    value = row._mapping[column.name]
    new = _other(column, value, random)
    try:
        with connection.begin_nested():
            connection.execute(table.update().where(*where).values({column.name: new}))
    except IntegrityError:  # another row has this key already
        return random_edit(connection, random)
    return Edit(table.name, f"{column.name} of {_key(table, row)}: {_short(value)} -> {_short(new)}")


def _key(table: Table, row: Any) -> tuple[Any, ...]:
    return tuple(row._mapping[column.name] for column in table.primary_key.columns)


def _short(value: Any) -> str:
    return f"{len(value)} bytes" if isinstance(value, bytes) else repr(value)[:40]


def _other(column: Any, value: Any, random: Random) -> Any:
    """Another value of the kind of a column."""
    if isinstance(column.type, LargeBinary):
        at = random.randrange(len(value)) if value else 0
        return value[:at] + bytes([value[at] ^ (1 << random.randrange(8))]) + value[at + 1 :] if value else b"\0"
    if isinstance(column.type, Integer | BigInteger):
        return 1_000_003 + random.randrange(1000) if value is None else value + random.choice((-1, 1, 10, 1000))
    assert isinstance(column.type, Text)
    return (value or "") + random.choice("xyz1") if random.random() < 0.5 or not value else value[:-1] + "q"


def _mend_seal(connection: Connection) -> Edit:
    """A published rating, its part sealed anew, and the head of the list with it."""
    from arpad.office.publishing.list_storage import seal_of_stored_parts

    part, of = schema.roll_part, schema.rating_list
    row = connection.execute(select(part).order_by(part.c.list.desc()).limit(1)).one()
    packed = bytearray(row.packed)
    packed[len(packed) // 2] ^= 4
    mine = (part.c.series == row.series, part.c.list == row.list, part.c.chunk == row.chunk)
    connection.execute(part.update().where(*mine).values(packed=bytes(packed)))
    head = connection.execute(select(of).where(of.c.series == row.series, of.c.list == row.list)).one()
    seal = seal_of_stored_parts(connection, row.series, row.list, head.inputs_sha256)
    connection.execute(of.update().where(of.c.series == row.series, of.c.list == row.list).values(sha256=seal))
    return Edit("roll_part", "a rating, with its seal mended")


def _mend_report(connection: Connection) -> Edit:
    of = schema.report
    row = connection.execute(select(of).order_by(of.c.seq).limit(1)).one()
    body = row.body.replace(b"1", b"0", 1)
    connection.execute(
        of.update().where(of.c.seq == row.seq).values(body=body, sha256=hashlib.sha256(body).hexdigest())
    )
    return Edit("report", "the file, with its hash mended")


def _mend_content(connection: Connection) -> Edit:
    of = schema.content
    row = connection.execute(select(of).order_by(of.c.decision).limit(1)).one()
    packed = bytearray(row.packed)
    packed[-1] ^= 1
    new = {"packed": bytes(packed), "sha256": hashlib.sha256(packed).hexdigest()}
    connection.execute(of.update().where(of.c.decision == row.decision).values(**new))
    return Edit("content", "what was admitted, with its hash mended")


def _law(connection: Connection) -> Edit:
    of = schema.law_text
    row = connection.execute(select(of).order_by(of.c.sha256).limit(1)).one()
    body = row.body.replace(b"20", b"21", 1)
    connection.execute(of.update().where(of.c.sha256 == row.sha256).values(body=body))
    return Edit("law_text", "a value of an edition under its lists")


def _forged_merge(connection: Connection) -> Edit:
    entry = connection.execute(select(schema.log.c.seq).order_by(schema.log.c.seq).limit(1)).scalar()
    connection.execute(schema.merge.insert().values(seq=9_000, kept=1, gone=4, log=entry))
    return Edit("merge", "two players made one")


def _rehearsal(connection: Connection) -> Edit:
    of = schema.setting
    connection.execute(of.update().where(of.c.name == "rehearsal").values(value="0"))
    return Edit("setting", "a rehearsal that is none")


def _replaced_entry(connection: Connection) -> Edit:
    of = schema.log
    last = connection.execute(select(of).order_by(of.c.seq.desc()).limit(1)).one()
    connection.execute(of.delete().where(of.c.seq == last.seq))
    connection.execute(of.insert().values({**last._mapping, "who": "somebody else"}))
    return Edit("log", "an entry replaced")


def _forged_entry(connection: Connection) -> Edit:
    of = schema.log
    last = connection.execute(select(of).order_by(of.c.seq.desc()).limit(1)).one()
    connection.execute(of.insert().values({**last._mapping, "seq": last.seq + 1, "action": "admit"}))
    return Edit("log", "an entry that nobody made")


def _hidden_entry(connection: Connection) -> Edit:
    """Remove the link, the request and the effects of an entry in the middle."""
    entries = connection.execute(select(schema.link.c.log).order_by(schema.link.c.log)).scalars().all()
    middle = entries[len(entries) // 2]
    for table in (schema.effect, schema.journal, schema.link):
        connection.execute(table.delete().where(table.c.log == middle))
    return Edit("link", f"the link of entry {middle} removed")


NAMED: tuple[Callable[[Connection], Edit], ...] = (
    _mend_seal, _mend_report, _mend_content, _law, _forged_merge, _rehearsal, _replaced_entry, _forged_entry,
    _hidden_entry,
)  # fmt: skip


def structured(table: Table) -> tuple[Callable[[Connection], Edit], ...]:
    """Of any table: its newest row removed, and one row said again under another key."""

    def removed(connection: Connection) -> Edit:
        row = connection.execute(select(table)).all()[-1]
        where = [column == value for column, value in zip(table.primary_key.columns, _key(table, row), strict=True)]
        connection.execute(table.delete().where(*where))
        return Edit(table.name, f"removed {_key(table, row)}")

    def doubled(connection: Connection) -> Edit:
        row = dict(connection.execute(select(table)).all()[-1]._mapping)
        for column in table.columns:
            if column.primary_key or column.unique or column.name in ("fingerprint", "decision", "claim", "fide_id"):
                value = row[column.name]
                row[column.name] = f"{value}x" if isinstance(value, str) else (value or 0) + 70_001
        connection.execute(table.insert().values(row))
        return Edit(table.name, "a row said again")

    return removed, doubled


def targeted(connection: Connection) -> list[Callable[[Connection], Edit]]:
    """The edits that somebody would make who knows what he wants, and two for every table with rows."""
    return [*NAMED, *(edit for table in tables(connection) for edit in structured(table))]


# --- looking ------------------------------------------------------------------------------------------------------


def triggers(connection: Connection) -> dict[str, str]:
    """Those of a SQLite office, as they are made."""
    rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    return {row.name: row.sql for row in rows}


@contextmanager
def undone(store: Store) -> Iterator[Connection]:
    """Somebody with the keys to the database: no trigger and no reference stops him. In the end all is as it was."""
    with store.engine.connect() as connection:
        if store.is_sqlite:
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA foreign_keys = OFF")
        with connection.begin() as transaction:
            if store.is_sqlite:
                for name in triggers(connection):
                    connection.exec_driver_sql(f"DROP TRIGGER {name}")
            else:
                connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
            with unrecorded(connection):
                yield connection
            transaction.rollback()


def found_after(store: Store, edit: Callable[[Connection], Edit]) -> tuple[Edit, list[str]]:
    """What `verify` finds after an edit, of which nothing is left but the edit."""
    with store.reading() as connection:
        made = triggers(connection) if store.is_sqlite else {}
    with undone(store) as connection:
        done = edit(connection)
        for trigger in made.values():
            connection.exec_driver_sql(trigger)
        if not store.is_sqlite:
            connection.exec_driver_sql("SET LOCAL session_replication_role = origin")
        return done, [str(problem) for problem in verify(store, connection).found]


MOST_FINDINGS = 2  # of one edit


def named(edit: Edit, findings: list[str]) -> bool:
    """Whether the findings are few, and name the table that was edited or the entry of the log."""
    words = (f"table {edit.table},", "entry ", "Entry ", "checkpoint ", "is right")
    return len(findings) <= MOST_FINDINGS and any(word in finding for finding in findings for word in words)


@dataclass(frozen=True)
class Flip:
    """A bit of the file that was turned: whether anything that is kept is another now, and whether that was found."""

    bit: int
    changed: bool
    found: bool


def flips(address: str, directory: Path, numbers: Iterable[int]) -> list[Flip]:
    """Bits of a SQLite office, turned one at a time, by numbers."""
    whole, copy = Path(address).read_bytes(), directory / "flipped.db"
    before, done = _kept(address), []
    for number in numbers:
        bit = Random(number).randrange(len(whole) * 8)
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        copy.write_bytes(changed)
        done.append(Flip(bit, _kept(str(copy)) != before, _noticed(str(copy))))
        if len(done) % 100 == 0:
            print(f"  {len(done)} bits", file=sys.stderr, flush=True)
    return done


def _kept(address: str) -> object:
    """Everything that can be read of an office."""
    try:
        with closing(sqlite3.connect(address)) as database:
            database.text_factory = bytes
            return {
                table: sorted(database.execute(f"SELECT * FROM {table}"), key=repr) for table in schema.metadata.tables
            }
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return str(error)


def _noticed(address: str) -> bool:
    try:
        with connect_store(address).reading() as connection:
            store = connect_store(address)
            open_desk(store, "reader")
            return bool(verify(store, connection).found)
    except (UserError, DBAPIError, UnicodeDecodeError):
        return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=1000, help="random edits")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first one")
    parser.add_argument("--bits", type=int, default=2000, help="bits of a SQLite file that are turned, one at a time")
    parser.add_argument("--on", choices=(*KINDS, "both"), default="both", help="which database")
    given = parser.parse_args()
    failed = 0
    for kind in KINDS if given.on == "both" else (given.on,):
        store = connect_store(office(kind, Path(tempfile.mkdtemp())))
        clean = found_after(store, lambda _: Edit("", "nothing"))[1]
        failed += bool(clean)
        print(f"{kind}: an office that nobody changed: {len(clean)} findings {clean[:3] or ''}", flush=True)
        with store.reading() as connection:
            wanted = targeted(connection) if not given.seed else []
        numbers = range(given.seed, given.seed + given.edits)
        edits = [*wanted, *((lambda connection, n=n: random_edit(connection, Random(n))) for n in numbers)]
        missed = unnamed = 0
        for at_, edit in enumerate(edits, 1):
            done, found = found_after(store, edit)
            number = f"--seed {at_ - len(wanted) - 1 + given.seed} --edits 1" if at_ > len(wanted) else "targeted"
            if not found:
                missed += 1
                print(f"  MISSED {done.table}: {done.what} ({number})", flush=True)
            elif not named(done, found):
                unnamed += 1
                print(f"  UNNAMED {done.table}: {done.what} ({number}): {found[:2]}", flush=True)
            if at_ % 100 == 0:
                print(f"  {at_} of {len(edits)}", file=sys.stderr, flush=True)
        print(f"{kind}: {len(wanted)} targeted and {given.edits} random edits, {missed} missed, {unnamed} not named")
        failed += missed + unnamed
        if store.is_sqlite and given.bits:
            turned = flips(store.address, Path(tempfile.mkdtemp()), range(given.seed, given.seed + given.bits))
            unseen = [flip.bit for flip in turned if flip.changed and not flip.found]
            changed = sum(flip.changed for flip in turned)
            print(f"{kind}: {len(turned)} flipped bits, {changed} changed content, unseen of these: {unseen or 0}")
            failed += len(unseen)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
