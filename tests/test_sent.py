"""What stands between the office and its tables while an officer writes is met there: what was not sent is not kept.

Each is beside its control: with nothing between, the same act is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from databases import KINDS, copy_of, new_database
from office_made import event, office, registered, sent
from sqlalchemy import create_engine, func, insert, select, text
from sqlalchemy.pool import NullPool

from arpad.finding import UserError
from arpad.office import people
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk, open_desk
from arpad.office.people import NewArbiter, NewFederation, NewPlayer, Person
from arpad.office.registry.player_numbers import office_number
from arpad.office.store.bindings import sent_tables
from arpad.office.store.engine import Store, connect_store
from arpad.office.store.schema import log, metadata
from arpad.office.store.sent import taken_back

Act = Callable[[Desk], Any]
REFUSED = "is not what was sent"


def new_player(desk: Desk) -> None:
    people.add_player(desk, NewPlayer(Person("Invented, Nobody", born=19900203)))


def new_title(desk: Desk) -> None:
    people.change_player(desk, people.PlayerChange(office_number(3), people.PlayerFacts(title="GM"), why="norms"))


def new_arbiter(desk: Desk) -> None:
    people.add_arbiter(desk, NewArbiter(77, "Invented, Arbiter", "UKR", "FA"))


def new_name(desk: Desk) -> None:
    new_arbiter(desk)
    people.add_arbiter(desk, NewArbiter(77, "Invented, Other", "UKR", "FA"))


def new_federation(desk: Desk) -> None:
    people.add_federation(desk, NewFederation("EST", "Estonia", "member"))


def new_event(desk: Desk) -> None:
    registered(desk, event("E1"))


def new_report(desk: Desk) -> None:
    made = event("E1")
    registered(desk, made)
    later = open_desk(desk.store, desk.who, made.today)
    receipt = sent(later, made, terms=SubmissionTerms("E1"))
    if receipt.problem:
        raise receipt.problem


CHANGED: dict[str, tuple[str, str, str, Act]] = {
    "a birth date": ("birth", "born", "19910203", new_player),
    "a name": ("player", "name", "'Invented, Somebody'", new_player),
    "what was changed": ("player_change", "new", "'IM'", new_title),
    "an arbiter": ("arbiter", "federation", "'EST'", new_arbiter),
    "a licence": ("licence", "kind", "'NA'", new_arbiter),
    "a federation": ("federation", "name", "'Latvia'", new_federation),
    "a membership": ("membership", "state", "'excluded'", new_federation),
    "the day of an event": ("event", '"end"', "20251231", new_event),
    "the facts of an event": ("event_facts", "facts", "'{}'", new_event),
    "a decision": ("decision", "detail", '\'{"by": "nobody"}\'', new_event),
    "a report": ("report", "last_day", "20251231", new_report),
    "who did it": ("log", "who", "'Nobody'", new_player),
    "of which entry it is": ("decision", "log", "1", new_event),
}


@cache
def ground(kind: str) -> str:
    """An office that no other test changes."""
    address = new_database(kind, Path(mkdtemp()))
    office(address).store.close()
    return address


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    store = connect_store(copy_of(ground(request.param), tmp_path))
    yield open_desk(store, "A. Officer", date(2025, 9, 1))
    store.close()


@contextmanager
def between(store: Store, table: str, column: str, value: str, when: str = "INSERT") -> Iterator[None]:
    """Somebody's trigger that writes a value of his own; in the end everything is as it was."""
    if store.is_sqlite:
        key = next(iter(metadata.tables[table].primary_key.columns)).name
        own = f"UPDATE {table} SET {column} = {value} WHERE {key} = NEW.{key}"
        made, ended = f"CREATE TRIGGER mine AFTER {when} ON {table} BEGIN {own}; END", ["DROP TRIGGER mine"]
    else:
        body = f"BEGIN NEW.{column} := {value}; RETURN NEW; END"
        made = (
            f"CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS $${body}$$; "
            f"CREATE TRIGGER mine BEFORE {when} ON {table} FOR EACH ROW EXECUTE FUNCTION mine()"
        )
        ended = [f"DROP TRIGGER mine ON {table}", "DROP FUNCTION mine()"]
    engine = create_engine(store.engine.url, poolclass=NullPool)
    held: list[str] = []
    with engine.begin() as connection:
        if store.is_sqlite:  # his trigger may not change a row while the office's own are there
            rows = connection.execute(
                text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = :table"),
                {"table": table},
            )
            for name, sql in rows.all():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
                held.append(sql)
        connection.exec_driver_sql(made.replace("%", "%%"))
    yield
    with engine.begin() as connection:
        for each in (*ended, *held):
            connection.exec_driver_sql(each)


def entries(store: Store) -> int:
    with store.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(log)).scalar_one())


@pytest.mark.parametrize("which", CHANGED)
def test_what_was_not_sent_is_not_kept(desk: Desk, which: str) -> None:
    table, column, value, act = CHANGED[which]
    before = entries(desk.store)
    with between(desk.store, table, column, value), pytest.raises(UserError, match=REFUSED):
        act(desk)
    assert entries(desk.store) == before + (act is new_report)  # it was registered before
    act(desk)
    assert entries(desk.store) > before


def test_a_row_that_is_changed_is_sent_too(desk: Desk) -> None:
    new_arbiter(desk)
    with between(desk.store, "arbiter", "name", "'Invented, Third'", "UPDATE"), pytest.raises(UserError, match=REFUSED):
        new_name(desk)
    new_name(desk)


def test_a_row_that_nobody_sent_is_met(desk: Desk) -> None:
    """A trigger that changes nothing and adds something."""
    more = "INSERT INTO membership (federation, state, log) VALUES ('EST', 'excluded', NEW.log)"
    made = f"CREATE TRIGGER mine AFTER INSERT ON membership WHEN NEW.state = 'member' BEGIN {more}; END"
    if not desk.store.is_sqlite:
        made = (
            f"CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN {more}; RETURN NEW; END$$; "
            "CREATE TRIGGER mine AFTER INSERT ON membership FOR EACH ROW WHEN (NEW.state = 'member') "
            "EXECUTE FUNCTION mine()"
        )
    with desk.store.engine.begin() as connection:
        connection.exec_driver_sql(made)
    with pytest.raises(UserError, match=REFUSED):
        new_federation(desk)


def test_all_that_an_entry_binds_is_compared() -> None:
    assert {"log", "decision", "event_facts", "revision", "claim", "player"} <= sent_tables()
    assert not {"setting", "pointer", "bound", "link"} & sent_tables()


def test_what_is_tried_out_was_never_sent(desk: Desk) -> None:
    """The control of it: what is written before and after counts."""
    with desk.writing("federation-add", "EST") as writing:
        named = insert(metadata.tables["federation"])
        writing.connection.execute(named.values(code="EST", log=writing.seq))
        with taken_back(writing.connection):
            writing.connection.execute(named.values(code="LAT", log=writing.seq))
        writing.connection.execute(named.values(code="LTU", log=writing.seq))
    assert [each.code for each in people.list_federations(desk, people.FederationQuery())][-2:] == ["EST", "LTU"]
