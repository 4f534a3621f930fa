"""A rehearsal copy is a fold of the journal: it has the rows of the office, now or after an entry."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from databases import KINDS, copy_of, new_database
from offices_made import behind, everything
from sqlalchemy import delete, select, update
from test_verify import published
from typed import typed

from arpad.finding import UserError
from arpad.office import care, periods, proofs
from arpad.office.desk import open_desk
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

JOURNAL_TABLES = ("log", "journal", "effect", "attachment", "link")


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_the_copy_has_every_row_of_the_office_on_either_database(source: str, target: str, tmp_path: Path) -> None:
    address, copy = published(source), new_database(target, tmp_path)
    done = care.copy_for_rehearsal(address, copy, "officer")
    of_office, of_copy = (everything(connect_store(each)) for each in (address, copy))
    assert done.rows == sum(len(rows) for table, rows in of_office.items() if table not in JOURNAL_TABLES)
    for table, rows in of_office.items():
        if table in JOURNAL_TABLES:
            assert len(of_copy[table]) >= len(rows)
        elif table != "setting":
            assert of_copy[table] == rows, table
    desk = open_desk(connect_store(copy), "officer")
    assert desk.rehearsal
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


@pytest.mark.parametrize("kind", KINDS)
def test_next_month_is_tried_in_the_copy_and_the_office_stays(kind: str, tmp_path: Path) -> None:
    address, copy = published(kind), new_database(kind, tmp_path)
    before = everything(connect_store(address))
    care.copy_for_rehearsal(address, copy, "officer")
    desk = open_desk(connect_store(copy), "officer", date(2026, 2, 1))
    which = periods.ListChoice("fide-standard", periods.DUE_LIST.list_)
    periods.preview_list(desk, which)
    assert not periods.publish_list(desk, periods.PublishRequest(which, confirmed=True, empty=True)).already
    assert everything(connect_store(address)) == before


@pytest.mark.parametrize("kind", KINDS)
def test_the_office_as_it_was_after_an_entry(kind: str, tmp_path: Path) -> None:
    """Also before a list was taken back: its bytes are stored still."""
    address = published(kind)
    store = connect_store(address)
    with store.reading() as connection:
        taken_back = select(schema.log.c.seq).where(schema.log.c.action == "take back")
        entry = connection.execute(taken_back).scalar_one() - 1
    copy = new_database(kind, tmp_path)
    assert care.copy_for_rehearsal(address, copy, "officer", entry).last == entry
    then, now = everything(connect_store(copy)), everything(store)
    assert len(then["rating_list"]) > 0
    assert len(then["taken_back"]) == 0
    assert len(now["taken_back"]) == 1
    assert max(row[0] for row in then["log"]) == entry + 1
    desk = open_desk(connect_store(copy), "officer")
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_that_is_interrupted_before_it_is_a_rehearsal_leaves_nothing(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a second real office would stand there, in which somebody could publish."""
    address, copy = published(kind), new_database(kind, tmp_path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("arpad.office.store.journal.store_link", interrupted)
        with pytest.raises(KeyboardInterrupt):
            care.copy_for_rehearsal(address, copy, "officer")
    if kind == "sqlite":
        assert not Path(copy).exists()
    care.copy_for_rehearsal(address, copy, "officer")
    assert open_desk(connect_store(copy), "officer").rehearsal


def test_the_command_copies_and_a_place_that_is_not_empty_is_refused(tmp_path: Path) -> None:
    address, copy = copy_of(published("sqlite"), tmp_path), tmp_path / "practice.db"
    done = typed("rehearse", address, "--db", copy)
    assert (done.code, "a rehearsal" in done.out) == (0, True)
    assert "REHEARSAL" in typed("list", "show", "--series", "fide-standard", "--db", copy).out
    before = copy.read_bytes()
    assert typed("rehearse", address, "--db", copy).code == 2
    assert copy.read_bytes() == before
    assert typed("rehearse", address, "--db", tmp_path / "other.db", "--until", "99999").code == 2
    assert not (tmp_path / "other.db").exists()


def test_an_altered_journal_is_not_copied(tmp_path: Path) -> None:
    address = copy_of(published("sqlite"), tmp_path)
    with behind(connect_store(address)) as connection:
        connection.execute(update(schema.log).where(schema.log.c.seq == 3).values(who="somebody else"))
    with pytest.raises(UserError) as problem:
        care.copy_for_rehearsal(address, str(tmp_path / "copy.db"), "officer")
    assert problem.value.message == "rehearse/altered"
    assert not (tmp_path / "copy.db").exists()


def test_bytes_that_are_gone_are_named(tmp_path: Path) -> None:
    address = copy_of(published("sqlite"), tmp_path)
    with behind(connect_store(address)) as connection:
        connection.execute(delete(schema.content))
    with pytest.raises(UserError) as problem:
        care.copy_for_rehearsal(address, str(tmp_path / "copy.db"), "officer")
    assert problem.value.message == "rehearse/altered"
    assert "content" in str(problem.value)
