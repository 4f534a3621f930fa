"""The doctor finds an office in order, and names each thing that somebody broke behind the office's back."""

from __future__ import annotations

import hashlib
import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS, copy_of, new_database
from offices_made import OTHER, OWN, behind, content, full_office
from sqlalchemy import Connection, create_engine, select, text, update
from sqlalchemy.pool import NullPool

from arpad.finding import Problem, Remedy, UserError
from arpad.office.book.admitted_content import AdmittedContent, AdmittedHead, AdmittedPlayers
from arpad.office.clock import Clock
from arpad.office.office_settings import found_office
from arpad.office.store import schema
from arpad.office.store.effects import unrecorded
from arpad.office.store.engine import Store, connect_store, journal_mode_for, sqlite_library
from arpad.office.store.guards import GUARDS
from arpad.office.store.migrate import upgrade_schema
from arpad.office.store.schema import OPERATIONAL, PRIVATE, append_only_tables, metadata
from arpad.office.store.triggers import required_triggers, restore_triggers
from arpad.office.upkeep.doctor import CheckInput, Diagnosis, OfficeCheck, State, all_checks, is_healthy, run_checks
from arpad.office.upkeep.doctor_between import between
from arpad.office.upkeep.doctor_books import seals
from arpad.office.upkeep.doctor_lists import bases
from arpad.office.upkeep.doctor_schema import structure
from arpad.office.upkeep.doctor_store import CHECKED, DURABLE, settings, triggers
from arpad.office.upkeep.doctor_texts import ENCODING
from arpad.packed import CHUNK

SERVER = ("durable-server", "checksums")  # the tests' own server is quick and not durable


@pytest.fixture(scope="module", params=KINDS)
def office(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of an office in order; tests break copies of it."""
    address = new_database(request.param, tmp_path_factory.mktemp("office"))
    full_office(address).store.close()
    return address


@pytest.fixture
def store(office: str, tmp_path: Path) -> Store:
    return connect_store(copy_of(office, tmp_path))


def lines(found: Iterable[Problem]) -> list[str]:
    """The complaints as people read them."""
    return [problem.sentence for problem in found]


def ill(store: Store, now: date | None = None, some: Iterable[OfficeCheck] | None = None) -> dict[str, Diagnosis]:
    """What the doctor does not find in order."""
    told = run_checks(store, now, some=some)
    return {each.check: each for each in told if each.state is not State.OK and each.check not in SERVER}


def test_an_office_in_order_is_healthy(store: Store) -> None:
    told = run_checks(store)
    assert [each for each in told if each.state is not State.OK and each.check not in SERVER] == []
    kind = store.engine.dialect.name
    assert [each.check for each in told] == [check.name for check in all_checks() if check.only in ("", kind)]
    assert is_healthy(each for each in told if each.check not in SERVER)


def test_a_new_office_is_healthy(address: str) -> None:
    assert ill(found_office(connect_store(address, create=True), "officer", Clock()).store) == {}


# --- one thing broken, one thing named ------------------------------------------------------------------------------

Broken = Callable[[Connection], object]


def sql(*statements: str) -> Broken:
    def broken(connection: Connection) -> None:
        for statement in statements:
            connection.execute(text(statement))

    return broken


def admitted(packed: bytes, **other: object) -> Broken:
    sealed = {"sha256": hashlib.sha256(packed).hexdigest(), "packed": packed}
    return lambda connection: connection.execute(update(schema.content).values(**{**sealed, **other}))


def strangers() -> bytes:
    whole = content()
    return AdmittedContent(whole.head, AdmittedPlayers.of(player=[7, 4_000_000], number=[1, 2]), whole.games).packed()


def nobody() -> bytes:
    whole = content()
    return AdmittedContent(AdmittedHead.room(0), whole.sitting, whole.games).packed()


PUBLISHED = f"series = '{OWN}' AND list = 202405"
FURTHER = f"{PUBLISHED} AND chunk = {4200 // CHUNK}"  # the range of a player whose row changed
UNDECIDED = (
    "INSERT INTO event (key, code, series, log) VALUES (2, 'SLOW', 'fide-standard', 2)",
    "INSERT INTO decision (seq, event, part, kind, log) VALUES (91, 2, 0, 'registered', 2)",
    "INSERT INTO decision (seq, event, part, kind, log) VALUES (92, 2, 3, 'reported', 2)",
)
BREAKS: dict[str, tuple[Broken, str, str]] = {
    "another schema": (sql("UPDATE alembic_version SET version_num = '9999'"), "schema", "newer Arpad"),
    "an older schema": (sql("DELETE FROM alembic_version"), "schema", "no office yet"),
    "a table is gone": (sql("ALTER TABLE preview RENAME TO other"), "schema", "the table preview is not there"),
    "a licence of nobody": (
        sql("INSERT INTO licence (seq, arbiter, kind, log) VALUES (9, 77, 'FA', 1)"), "references", "licence",
    ),
    "a clock that jumped": (
        sql("INSERT INTO log (seq, at, day, who, action) VALUES (99, 32503680000000000, 20240501, 'x', 'y')"),
        "clock", "3000-01-01",
    ),
    "the inputs were others": (sql(f"UPDATE rating_list SET inputs_sha256 = 'x' WHERE {PUBLISHED}"), "seals", "-05 is"),
    "a part is gone": (sql(f"DELETE FROM roll_part WHERE {FURTHER}"), "seals", "fide-standard 2024-05"),
    "a table of the period is gone": (sql("DELETE FROM period_part WHERE chunk = 1"), "seals", "fide-standard 2024-05"),
    "a part of another list": (sql(f"UPDATE roll_part SET list = 202404, chunk = 9 WHERE {FURTHER}"),
                               "seals", "fide-standard 2024-04"),
    "a byte of the law is another": (
        lambda connection: connection.execute(update(schema.law_text).values(body=b"what it said")),
        "law", "not as it was kept",
    ),
    "a file of the law is another's": (
        sql("UPDATE list_law SET sha256 = (SELECT max(sha256) FROM law_text)"), "law", "another law than it was",
    ),
    "a file of the law is gone": (
        sql("DELETE FROM list_law WHERE file = 'readings.toml'"), "law", "2024-05 carries another law",
    ),
    "a rulebook that says nothing": (
        sql("UPDATE log SET action = 'adopt', subject = 'own-1' WHERE seq = (SELECT min(log) FROM law_text)"),
        "rulebooks", "own-1, adopted on",
    ),
    "a key that nobody can read": (
        sql("UPDATE log SET action = 'new key', detail = 'x' WHERE seq = 2"), "signing-keys", "entry 2 of the log",
    ),
    "a law of no list": (sql("UPDATE list_law SET list = 209901"), "strays", "2099-01"),
    "an imported list is gone": (sql("DELETE FROM imported_part WHERE list = 202403"), "seals", "fide-rapid 2024-03"),
    "a base of another roll": (
        sql("UPDATE roll_base SET list = 202404"), "bases", "fide-standard 2024-04: a base from which it is read says",
    ),
    "an imported base of less": (
        lambda connection: connection.execute(update(schema.imported_base).values(packed=b"")), "bases", "2024-04",
    ),
    "a file of a case is another": (
        lambda connection: connection.execute(update(schema.revision_file).values(body=b"x")), "revisions", "REV-1",
    ),
    "a list put right that says another thing": (
        sql("UPDATE revised_part SET list = 202404"), "revisions", "fide-standard 2024-04: what was put right",
    ),
    "a revised row is gone": (
        lambda connection: connection.execute(
            update(schema.revised_part).where(schema.revised_part.c.name == "roll").values(packed=b"")
        ), "revisions", "2024-05",
    ),
    "a base of no list": (sql("UPDATE roll_base SET list = 209901"), "strays", "2099-01"),
    "another list before": (sql(f"UPDATE rating_list SET previous_sha256 = 'x' WHERE {PUBLISHED}"), "chain", "2024-05"),
    "no list before": (sql(f"UPDATE rating_list SET previous_sha256 = '' WHERE {PUBLISHED}"), "chain", "2024-05"),
    "the list before is gone, and nobody asks for it": (
        sql("DELETE FROM rating_list WHERE list = 202404", "UPDATE rating_list SET previous_sha256 = ''"),
        "chain", "fide-standard 2024-05 was made from a list that is not the one before it",
    ),
    "the list before is gone": (sql("DELETE FROM rating_list WHERE list = 202404"), "chain", "2024-05"),
    "a part of no list": (
        sql(f"UPDATE imported_part SET list = 209901 WHERE series = '{OTHER}' AND list = 202404"), "strays", "2099-01",
    ),
    "an old list is shown": (sql("UPDATE pointer SET list = 202404"), "pointer", "2024-04 is shown"),
    "a list that is not there is shown": (sql("UPDATE pointer SET list = 202406"), "pointer", "newest list is 2024-05"),
    "no list is shown": (sql("DELETE FROM pointer"), "pointer", "none is shown"),
    "what was taken back is another": (
        lambda connection: connection.execute(update(schema.taken_back_part).values(packed=b"")),
        "taken-back", "fide-rapid 2024-05",
    ),
    "no home": (sql("DELETE FROM setting WHERE name = 'home'"), "founding", "the setting home is not there"),
    "an index is gone": (sql("DROP INDEX ix_player_name_sort"), "structure", "ix_player_name_sort of player is not"),
    "the law of another version": (
        sql("UPDATE list_law SET file = 'adjustments.toml' WHERE file = 'edition.toml'"), "editions",
        "adjustments.toml, as 1 list up to 2024-05 carries it, is not",
    ),
    "another report": (sql("UPDATE report SET sha256 = 'x'"), "reports", "event GAM1: report 1 (cup.trf) is not"),
    "an admission that cannot be read": (admitted(content().packed()[:-1]), "contents", "cannot be read"),
    "an admission of strangers": (admitted(strangers()), "contents", "not there"),
    "an admission of nothing": (admitted(nobody()), "contents", "cannot be read"),
    "an admission that rots": (admitted(content().packed()[:-1] + b"x", sha256="x"), "contents", "decision 3"),
    "an admission on other days": (sql("UPDATE content SET enters = 202406"), "contents", "other days"),
    "an admission is gone": (sql("DELETE FROM content"), "seals", "not there"),
    "rated without admission": (sql("UPDATE rated SET decision = 2"), "rated", "GAM1"),
    "rated as another part": (sql("UPDATE rated SET part = 1"), "rated", "GAM1/1"),
    "rated in another series": (sql("UPDATE event SET series = 'fide-blitz'"), "rated", "fide-blitz"),
    "rated, not said": (sql("DELETE FROM rated"), "rated", "decision 3"),
    "rated without a ledger": (sql("DELETE FROM ledger_part"), "rated", "no ledger"),
    "a player is gone": (
        sql("DELETE FROM player WHERE key = 0", "DELETE FROM birth WHERE player = 0"), "keys", "0 to 58",
    ),
    "a check digit": (sql("UPDATE player SET id = id + 1 WHERE key = 3"), "numbers", "key 3 "),
    "numbers change places": (
        sql("UPDATE player SET id = -1 WHERE key = 3", "UPDATE player SET id = 1000000051 WHERE key = 4"),
        "numbers", "key 4 ",
    ),
    "his own report": (sql("UPDATE log SET who = 'founder'"), "four-eyes", "GAM1: founder"),
    "a report waits": (sql(*UNDECIDED), "waiting", "SLOW/3"),
    "a claim waits": (sql("DELETE FROM claim_answer"), "claims", "CLM-1 about"),
    "an event is held": (
        sql(*UNDECIDED, "INSERT INTO decision (seq, event, part, kind, log) VALUES (93, 2, 0, 'held', 2)"),
        "held", "SLOW is held",
    ),
}  # fmt: skip


@pytest.mark.parametrize("which", BREAKS)
def test_what_is_broken_is_named(store: Store, which: str) -> None:
    broken, check, said = BREAKS[which]
    with behind(store) as connection:
        broken(connection)
    by_name = {each.name: each for each in all_checks()}
    some = None if check == "schema" else [by_name[name] for name in dict.fromkeys(("schema", check, "triggers"))]
    told = ill(store, date(2024, 5, 5), some)
    assert check in told
    assert any(said in line for line in lines(told[check].found)), told[check].found
    assert told[check].remedy
    assert told[check].state is (State.ADVICE if by_name[check].advice else State.WRONG)
    assert is_healthy(told.values()) == by_name[check].advice
    unseen = {each.check for each in told.values() if each.state is State.UNSEEN}
    shut = {each.name for each in all_checks() if not each.only and each.name != "schema"}
    assert unseen == (shut if check == "schema" else set())


def test_every_check_has_been_seen_to_fail() -> None:
    elsewhere = {"integrity", "journal", "application", "triggers", "texts", "modes", "key-place", *SERVER}
    assert {check for _, check, _ in BREAKS.values()} | elsewhere == {check.name for check in all_checks()}


# --- the file, the server -----------------------------------------------------------------------------------------


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    address = new_database("sqlite", tmp_path)
    full_office(address).store.close()
    return Path(address)


def test_a_damaged_index_is_named(sqlite_file: Path) -> None:
    whole = sqlite_file.read_bytes()
    with sqlite3.connect(sqlite_file) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_log_action'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    at = whole.index(b"publish", (page - 1) * size)
    assert at < page * size
    sqlite_file.write_bytes(whole[:at] + b"q" + whole[at + 1 :])
    told = ill(connect_store(str(sqlite_file)))
    assert "ix_log_action" in " ".join(lines(told["integrity"].found))


def test_a_file_that_is_mostly_rubbish_is_told_and_not_a_traceback(sqlite_file: Path) -> None:
    whole = bytearray(sqlite_file.read_bytes())
    whole[8192 : len(whole) // 2] = random.Random(1).randbytes(len(whole) // 2 - 8192)
    sqlite_file.write_bytes(whole)
    assert not is_healthy(ill(connect_store(str(sqlite_file))).values())
    sqlite_file.write_bytes(b"Dear officer, " * 1000)
    assert "not a database" in ill(connect_store(str(sqlite_file)))["schema"].found[0].sentence


def test_a_file_that_is_not_marked_as_an_office_is_named(sqlite_file: Path) -> None:
    with sqlite3.connect(sqlite_file) as connection:
        connection.execute("PRAGMA application_id = 7")
    connection.close()
    assert list(ill(connect_store(str(sqlite_file)))) == ["application"]


def test_a_text_that_cannot_be_read_is_named_by_its_row(sqlite_file: Path) -> None:
    with sqlite3.connect(sqlite_file) as connection:
        connection.execute("UPDATE player SET name = CAST(x'4dfc6c6c6572' AS TEXT) WHERE key = 7")
        connection.execute(
            "INSERT INTO series_rule (series, name, value, log) VALUES ('a', 'b', CAST(x'ff' AS TEXT), 1)"
        )
        connection.execute("INSERT INTO setting VALUES (CAST(x'61ff' AS TEXT), '')")
    connection.close()
    told = ill(
        connect_store(str(sqlite_file)), some=[each for each in all_checks() if each.name in ("schema", "texts")]
    )
    assert sorted(lines(told["texts"].found)) == [
        "row 2 of series_rule has bytes in value that are no text: \\xff",
        "row 7 of player has bytes in name that are no text: M\\xfcller",
        "row a\\xff of setting has bytes in name that are no text: a\\xff",
    ]


def test_a_file_that_others_may_read_is_named_with_what_to_type(sqlite_file: Path) -> None:
    for mode, open_ in ((0o600, False), (0o400, False), (0o640, True), (0o604, True), (0o602, True)):
        sqlite_file.chmod(mode)
        told = ill(connect_store(str(sqlite_file)))
        assert list(told) == (["modes"] if open_ else [])
        if open_:
            assert str(told["modes"].found[0]) == (
                f"{sqlite_file} has the mode {mode:o}: others may read or write it; `chmod 600 {sqlite_file}`"
            )


@pytest.mark.parametrize("body", ["x", "", 5, 1.5])
def test_a_report_that_is_no_bytes_is_named_with_its_event(sqlite_file: Path, body: object) -> None:
    with sqlite3.connect(sqlite_file) as connection:
        connection.execute("DROP TRIGGER report_no_update")
        as_made = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'report'").fetchone()
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, ' STRICT', '') WHERE name = 'report'")
        connection.execute("PRAGMA writable_schema = RESET")
    with sqlite3.connect(sqlite_file) as connection:
        connection.execute("UPDATE report SET body = ?", (body,))
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'report'", as_made)
        connection.execute("PRAGMA writable_schema = RESET")
    told = ill(connect_store(str(sqlite_file)))
    assert lines(told["reports"].found) == ["event GAM1: report 1 (cup.trf) is not the file that was sent"]


def test_an_office_that_was_left_half_is_named(address: str) -> None:
    store = connect_store(address, create=True)
    upgrade_schema(store)
    told = ill(store, some=[each for each in all_checks() if each.name in ("schema", "founding")])
    assert "the log has no entry: founding was begun and not ended" in lines(told["founding"].found)
    assert lines(told["founding"].found)[:3] == [
        f"the setting {name} is not there" for name in ("home", "rehearsal", "timezone")
    ]


def test_a_journal_that_can_lose_what_was_answered_is_named(sqlite_file: Path) -> None:
    """Opened by something that does not set what the office sets."""
    wanted = journal_mode_for(sqlite_library().sqlite_version_info)[0].rpartition(" ")[2]
    with sqlite_library().connect(sqlite_file) as connection:
        connection.execute(f"PRAGMA journal_mode = {'DELETE' if wanted == 'WAL' else 'WAL'}")
    connection.close()
    plain = Store(
        create_engine(f"sqlite:///{sqlite_file}", module=sqlite_library(), poolclass=NullPool), str(sqlite_file)
    )
    told = ill(plain)
    assert list(told) == ["journal"]
    assert f"it must be {wanted}" in str(told["journal"].found[0])


def test_a_server_that_can_lose_what_was_answered_is_named(addresses: Callable[[str], str]) -> None:
    good = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
    assert list(settings(good, DURABLE)) == []
    for name in good:
        assert lines(settings({**good, name: "off"}, DURABLE)) == [f"{name} is off; it must be on"]
    assert list(settings({"data_checksums": "on"}, CHECKED)) == []
    assert lines(settings({"data_checksums": "off"}, CHECKED)) == ["data_checksums is off; it must be on"]
    assert list(settings({"server_encoding": "UTF8"}, ENCODING)) == []
    assert lines(settings({"server_encoding": "SQL_ASCII"}, ENCODING)) == [
        "server_encoding is SQL_ASCII; it must be UTF8"
    ]
    store = found_office(connect_store(addresses("postgresql")), "officer", Clock()).store
    told = {each.check: each for each in run_checks(store)}
    assert lines(told["durable-server"].found) == ["fsync is off; it must be on"]  # as the tests' own server is started


# --- history ------------------------------------------------------------------------------------------------------


@pytest.fixture
def undone(store: Store) -> Iterator[Connection]:
    """A transaction in which anything may be broken: it is rolled back."""
    options = {"arpad_write": True} if store.is_sqlite else {"isolation_level": "READ COMMITTED"}
    with store.engine.execution_options(**options).connect() as connection:
        connection.begin()
        with unrecorded(connection):
            yield connection
        connection.rollback()


def test_every_trigger_that_is_missing_is_named(store: Store, undone: Connection) -> None:
    visit = CheckInput(undone, store)
    assert list(triggers(visit)) == []
    held = required_triggers(store.engine.dialect.name).triggers
    outside = {name for name, table in metadata.tables.items() if table.info.keys() & {OPERATIONAL, PRIVATE}}
    free = outside | (set() if store.is_sqlite else {"pointer"})
    assert {table for table, _ in held} == metadata.tables.keys() - free
    assert {f"{table.name}_no_update" for table in append_only_tables()} <= {
        name for _, name in held
    } or not store.is_sqlite
    for table, name in held:
        point = undone.begin_nested()
        undone.execute(text(f"DROP TRIGGER {name}" + ("" if store.is_sqlite else f" ON {table}")))
        assert lines(triggers(visit)) == [
            f"the trigger {name} is not there, and rows of {table} can be changed, replaced or deleted"
        ]
        point.rollback()
    assert list(triggers(visit)) == []


OTHERWISE = "the trigger log_{} is not as it was made, and rows of log can be changed, replaced or deleted"
IN_COMMENT = "BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'rows of log are never changed'); END"


@pytest.mark.parametrize("body", ["", f"/* {IN_COMMENT} */", f"-- {IN_COMMENT}\n"])
def test_a_trigger_that_only_looks_like_one_is_named(store: Store, undone: Connection, body: str) -> None:
    visit = CheckInput(undone, store)
    if store.is_sqlite:
        undone.execute(text("DROP TRIGGER log_no_update"))
        undone.execute(text(f"CREATE TRIGGER log_no_update BEFORE UPDATE ON log BEGIN {body} SELECT 1; END {body}"))
        assert lines(triggers(visit)) == [OTHERWISE.format("no_update")]
        return
    undone.execute(text("ALTER TABLE log DISABLE TRIGGER log_kept"))
    assert lines(triggers(visit)) == [OTHERWISE.format("kept")]
    undone.execute(text("ALTER TABLE log ENABLE TRIGGER log_kept"))
    assert list(triggers(visit)) == []
    for name in ("arpad_kept", *(f"arpad_{table}_kept" for table in sorted(GUARDS))):
        point = undone.begin_nested()
        nothing = f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS"
        undone.execute(text(f"{nothing} $$ BEGIN {body} RETURN NEW; END $$"))
        assert lines(triggers(visit)) == [f"the function {name}, by which triggers hold rows, is not as it was made"]
        point.rollback()


def test_a_trigger_that_is_nobodys_is_named(store: Store, undone: Connection) -> None:
    if store.is_sqlite:
        undone.execute(text('CREATE TRIGGER "log no_update" AFTER INSERT ON player BEGIN SELECT 1; END'))
    else:
        undone.execute(text('CREATE TRIGGER "log no_update" AFTER INSERT ON player EXECUTE FUNCTION arpad_kept()'))
    assert lines(triggers(CheckInput(undone, store))) == ["the trigger log no_update of player is not an office's"]


CHANGED_TABLES: dict[str, tuple[str, str]] = {
    "an index is gone": ("DROP INDEX ix_log_action", "the index ix_log_action of log is not there"),
    "an index of a stranger": ("CREATE INDEX mine ON log (who)", "the index mine of log is not an office's"),
    "a unique index of a stranger": (
        "CREATE UNIQUE INDEX mine ON log (at)",
        "the index mine of log is not an office's",
    ),
    "a table of a stranger": ("CREATE TABLE guests (name TEXT)", "the table guests of guests is not an office's"),
    "a column of a stranger": ("ALTER TABLE log ADD COLUMN mine TEXT", "the column mine of log is not an office's"),
    "a view": ("CREATE VIEW mine AS SELECT * FROM log", "the view mine of mine is not an office's"),
    "a column is gone": ("ALTER TABLE player DROP COLUMN region", "player has no column region"),
    "a column has another name": ("ALTER TABLE player RENAME COLUMN region TO land", "player has no column region"),
    "another default": ("", "the column part of decision is not as it was made (default)"),
    "another type": ("", "the column part of decision is not as it was made (type)"),
    "may be empty": ("", "the column kind of decision is not as it was made (nullable)"),
    "a unique key is gone": ("", "the constraint uq_claim_code of claim is not there"),
    "a reference is gone": ("", "the constraint fk_claim_player of claim is not there"),
    "a key is gone": ("", "the primary key pk_claim of claim is not as it was made"),
    "a condition": ("", "the condition mine of claim is not an office's"),
}
IN_POSTGRESQL = {
    "another default": "ALTER TABLE decision ALTER COLUMN part SET DEFAULT 1",
    "another type": "ALTER TABLE decision ALTER COLUMN part TYPE bigint",
    "may be empty": "ALTER TABLE decision ALTER COLUMN kind DROP NOT NULL",
    "a unique key is gone": "ALTER TABLE claim DROP CONSTRAINT uq_claim_code",
    "a reference is gone": "ALTER TABLE claim DROP CONSTRAINT fk_claim_player",
    "a key is gone": "ALTER TABLE claim DROP CONSTRAINT pk_claim CASCADE",
    "a condition": "ALTER TABLE claim ADD CONSTRAINT mine CHECK (list > 0)",
}
IN_SQLITE = {  # the table as it was made, with something else in one place
    "another default": ("decision", "part INTEGER DEFAULT '0'", "part INTEGER DEFAULT '1'"),
    "another type": ("decision", "part INTEGER DEFAULT '0'", "part TEXT DEFAULT '0'"),
    "may be empty": ("decision", "kind TEXT NOT NULL", "kind TEXT"),
    "a unique key is gone": ("claim", ", CONSTRAINT uq_claim_code UNIQUE (code)", ""),
    "a reference is gone": ("claim", 'CONSTRAINT fk_claim_player FOREIGN KEY(player) REFERENCES player ("key"), ', ""),
    "a key is gone": ("claim", "CONSTRAINT pk_claim PRIMARY KEY (seq)", "CONSTRAINT pk_claim PRIMARY KEY (code)"),
    "a condition": ("claim", "CONSTRAINT pk_claim", "CONSTRAINT mine CHECK (list > 0), CONSTRAINT pk_claim"),
}  # fmt: skip


@pytest.mark.parametrize("which", CHANGED_TABLES)
def test_tables_that_are_not_as_they_were_made_are_named(store: Store, undone: Connection, which: str) -> None:
    statement, line = CHANGED_TABLES[which]
    if not statement and store.is_sqlite:
        table, made, otherwise = IN_SQLITE[which]
        whole = undone.execute(text("SELECT sql FROM sqlite_master WHERE name = :name"), {"name": table}).scalar_one()
        plain = " ".join(whole.split()).replace("( ", "(").replace(" )", ")")
        assert made in plain, plain
        undone.execute(text("PRAGMA writable_schema = ON"))
        undone.execute(
            text("UPDATE sqlite_master SET sql = :sql WHERE name = :name"),
            {"sql": plain.replace(made, otherwise), "name": table},
        )
        if not otherwise and "UNIQUE" in made:
            undone.execute(text(f"DELETE FROM sqlite_master WHERE name = 'sqlite_autoindex_{table}_1'"))
        undone.execute(text("PRAGMA writable_schema = RESET"))
    else:
        undone.execute(text(statement or IN_POSTGRESQL[which]))
    assert line in lines(structure(CheckInput(undone, store)))


def test_a_reference_in_capital_letters_is_the_same_and_no_warning(sqlite_file: Path) -> None:
    with sqlite3.connect(sqlite_file) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        other = "replace(sql, 'KEY(revision)', 'KEY(revisiOn)')"
        connection.execute(f"UPDATE sqlite_master SET sql = {other} WHERE name = 'revision_step'")
    assert "structure" not in ill(connect_store(str(sqlite_file)))


def test_a_table_that_takes_any_kind_of_value_and_a_rule_are_named(store: Store, undone: Connection) -> None:
    visit = CheckInput(undone, store)
    assert list(structure(visit)) == []
    if store.is_sqlite:
        undone.execute(text("ALTER TABLE pointer RENAME TO other"))
        undone.execute(text("CREATE TABLE pointer (series TEXT NOT NULL PRIMARY KEY, list INTEGER NOT NULL)"))
        assert "the table pointer of pointer is not as it was made" in lines(structure(visit))
        return
    undone.execute(text("CREATE RULE silent AS ON INSERT TO log DO INSTEAD NOTHING"))
    assert lines(structure(visit)) == ["the rule silent of log is not an office's"]


EVIL = "CREATE SCHEMA evil; "
BETWEEN: dict[str, tuple[str, str]] = {
    "a policy": (
        "CREATE POLICY p ON roll_part USING (list < 202404 OR current_query() NOT LIKE '%is_base%')",
        "the policy p of roll_part is not an office's",
    ),
    "row security": (
        "ALTER TABLE roll_part ENABLE ROW LEVEL SECURITY",
        "the row security roll_part of roll_part is not an office's",
    ),
    "row security of the owner": (
        "ALTER TABLE roll_part FORCE ROW LEVEL SECURITY",
        "the row security roll_part of roll_part is not an office's",
    ),
    "a child": (
        EVIL + "CREATE TABLE evil.more () INHERITS (roll_part)",
        "the child table evil.more of roll_part is not an office's",
    ),
    "a parent": (
        EVIL + "CREATE TABLE evil.less (series TEXT NOT NULL); ALTER TABLE roll_part INHERIT evil.less",
        "the parent table evil.less of roll_part is not an office's",
    ),
    "a table that a crash empties": (
        "ALTER TABLE game_week SET UNLOGGED",
        "the table game_week of game_week is not as it was made",
    ),
    "a function": (
        "CREATE FUNCTION max(integer[]) RETURNS integer LANGUAGE sql AS 'SELECT 0'",
        "the function max(integer[]) of max is not an office's",
    ),
    "a function by the name of ours": (
        "CREATE FUNCTION arpad_kept(integer) RETURNS integer LANGUAGE sql AS 'SELECT 0'",
        "the function arpad_kept(integer) of arpad_kept is not an office's",
    ),
    "an operator": (
        EVIL + "CREATE FUNCTION evil.eq(integer, text) RETURNS boolean LANGUAGE sql AS 'SELECT true'; "
        "CREATE OPERATOR = (LEFTARG = integer, RIGHTARG = text, FUNCTION = evil.eq)",
        "the operator = of = is not an office's",
    ),
    "a cast": (
        EVIL + "CREATE FUNCTION evil.to_n(text) RETURNS integer LANGUAGE sql AS 'SELECT 0'; "
        "CREATE CAST (text AS integer) WITH FUNCTION evil.to_n(text) AS IMPLICIT",
        "the cast integer of text is not an office's",
    ),
    "a domain": ("CREATE DOMAIN mine AS integer", "the type mine of mine is not an office's"),
    "a stored view": ("CREATE MATERIALIZED VIEW mine AS SELECT 1", "the relation mine of mine is not an office's"),
    "an event trigger": (
        EVIL + "CREATE FUNCTION evil.seen() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; "
        "CREATE EVENT TRIGGER mine ON ddl_command_end EXECUTE FUNCTION evil.seen()",
        "the event trigger mine of ddl_command_end is not an office's",
    ),
    "references that are not asked": (
        "ALTER TABLE claim DISABLE TRIGGER ALL",
        "the constraint fk_claim_player of claim is not as it was made",
    ),
    "names of the server come later": (
        EVIL + "SET LOCAL search_path = public, pg_catalog",
        "names are looked up in the schema public before those of the server itself (search_path)",
    ),
    "triggers do not fire": (
        "SET LOCAL session_replication_role = replica",
        "session_replication_role is replica; it must be origin",
    ),
}


@pytest.mark.parametrize("which", BETWEEN)
def test_what_stands_between_the_rows_and_who_reads_them_is_named(office_of_postgresql: Store, which: str) -> None:
    store = office_of_postgresql
    statement, line = BETWEEN[which]
    with store.engine.connect() as connection:
        visit = CheckInput(connection, store)
        assert list(between(visit)) == []
        for each in statement.split("; "):
            connection.exec_driver_sql(each.replace("%", "%%"))
        assert line in lines(structure(visit))
        connection.rollback()


@pytest.mark.parametrize("how", ["SET search_path = evil", "SECURITY DEFINER"])
def test_a_function_that_runs_under_settings_of_its_own_is_named_and_put_right(
    office_of_postgresql: Store, how: str
) -> None:
    with office_of_postgresql.engine.connect() as connection:
        connection.execute(text(f"ALTER FUNCTION arpad_roll_part_kept() {how}"))
        said = "the function arpad_roll_part_kept, by which triggers hold rows, is not as it was made"
        assert lines(triggers(CheckInput(connection, office_of_postgresql))) == [said]
        restore_triggers(connection)
        assert lines(triggers(CheckInput(connection, office_of_postgresql))) == []
        connection.rollback()


@pytest.fixture(scope="module")
def office_of_postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    address = new_database("postgresql", tmp_path_factory.mktemp("office"))
    full_office(address).store.close()
    store = connect_store(address)
    yield store
    store.close()


SEALED = (schema.roll_part, schema.imported_part, schema.period_part, schema.ledger_part)
BASES = (schema.roll_base, schema.imported_base)


def test_every_bit_that_rots_in_a_list_is_found(store: Store, undone: Connection) -> None:
    """Many bits, one at a time, in what is stored of lists and reports."""
    chance, visit = random.Random(4), CheckInput(undone, store)
    if store.is_sqlite:
        for (name,) in undone.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
            undone.execute(text(f"DROP TRIGGER {name}"))
    else:
        undone.execute(text("SET LOCAL session_replication_role = replica"))
    parts = [
        (part, row)
        for part in (*SEALED, *BASES)
        for row in undone.execute(select(part)).mappings().all()
        if row["packed"]
    ]
    assert {part for part, _ in parts} == {*SEALED, *BASES}
    for number in range(80):
        part, row = parts[number % len(parts)]
        here = [key == row[key.name] for key in part.primary_key.columns]
        bad, bit = bytearray(row["packed"]), chance.randrange(8 * len(row["packed"]))
        bad[bit // 8] ^= 1 << bit % 8
        undone.execute(update(part).where(*here).values(packed=bytes(bad)))
        told = lines(bases(visit) if part in BASES else seals(visit))
        assert len(told) == 1, (part.name, bit)
        assert told[0].startswith(f"{row['series']} {row['list'] // 100}-")
        undone.execute(update(part).where(*here).values(packed=row["packed"]))
    assert [*seals(visit), *bases(visit)] == []


# --- what is only unusual -----------------------------------------------------------------------------------------


def test_a_report_may_wait_a_while_and_a_held_one_is_told_as_held(store: Store) -> None:
    with behind(store) as connection:
        sql(*UNDECIDED)(connection)
    assert ill(store, date(2024, 5, 4)) == {}
    assert list(ill(store, date(2024, 5, 5))) == ["waiting"]
    assert [each.check for each in run_checks(store, date(2024, 5, 5), patience=4) if each.state is State.ADVICE] in (
        [], ["checksums"],
    )  # fmt: skip
    with behind(store) as connection:
        sql("INSERT INTO decision (seq, event, part, kind, log) VALUES (93, 2, 0, 'held', 2)")(connection)
    assert ill(store, date(2024, 5, 4)) == {}
    told = ill(store, date(2024, 5, 5))
    assert list(told) == ["held"]
    assert lines(told["held"].found)[0].startswith("SLOW is held since 2024-05-01, 4 days, by ")
    with behind(store) as connection:
        sql("INSERT INTO decision (seq, event, part, kind, log) VALUES (94, 2, 0, 'released', 2)")(connection)
    assert list(ill(store, date(2024, 5, 5))) == ["waiting"]


def test_a_rehearsal_asked_about_an_earlier_day_is_told(store: Store) -> None:
    told = ill(store, date(2024, 4, 1))
    assert lines(told["clock"].found) == ["today is 2024-04-01, and the log has an entry of 2024-05-01"]


def test_an_ordinary_office_takes_no_day(address: str) -> None:
    store = found_office(connect_store(address, create=True), "officer", Clock()).store
    with pytest.raises(UserError, match="--now"):
        run_checks(store, date(2024, 4, 1))


def test_many_complaints_are_counted_and_one_check_does_not_silence_another(store: Store) -> None:
    def sick(_: CheckInput) -> Iterator[Problem]:
        raise RuntimeError("no pulse")

    told = run_checks(
        store,
        some=(
            OfficeCheck("keys", Remedy.to("ask-doctor"), lambda _: (Problem("table-gone", table=n) for n in range(50))),
            OfficeCheck("seals", Remedy.to("ask-doctor"), sick),
            OfficeCheck("chain", Remedy.to("ask-doctor"), lambda _: ()),
        ),
    )
    assert (len(told[0].found), told[0].more) == (20, 30)
    assert lines(told[1].found) == ["what is stored cannot be read: no pulse"]
    assert told[2].state is State.OK
