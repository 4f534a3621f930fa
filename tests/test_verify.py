"""Nobody changes a number unseen: `verify` finds every edit behind the office and names whose it is."""

from __future__ import annotations

import json
import stat
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from errno import ENOSPC
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest
import tamper
from databases import KINDS, copy_of, new_database
from frozen import office_of
from offices_made import behind
from published_before import OFFICES
from sqlalchemy import Connection, delete, insert, select, text, update
from sqlalchemy.exc import DBAPIError
from typed import typed

from arpad.days import Month
from arpad.finding import UserError
from arpad.history.checkpoints import name_of_key
from arpad.office import office_settings, periods, proofs
from arpad.office.book.admitted_content import unpack_content
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.proofs import NewKey, VerifyRequest
from arpad.office.publishing.list_storage import seal_problems
from arpad.office.store import schema
from arpad.office.store.bindings import CHAIN, FOLLOWING, SEALED, all_rows, bound_tables
from arpad.office.store.engine import Store, connect_store
from arpad.office.store.guards import KEYS_OF
from arpad.office.store.leaves import leaves
from arpad.office.store.links import begin_chain
from arpad.office.store.migrate import upgrade_schema
from arpad.office.upkeep.doctor import run_checks
from arpad.office.upkeep.repair import run_repairs

EDITS = {"sqlite": range(4), "postgresql": range(100, 102)}
LATER = date(2026, 1, 20)


@cache
def published(kind: str) -> str:
    return tamper.office(kind, Path(mkdtemp()))


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    desk = open_desk(connect_store(copy_of(published(request.param), tmp_path)), "officer", LATER)
    yield desk
    desk.store.close()


def found(desk: Desk, since: str = "", whole: bool = True) -> list[str]:
    return [str(problem) for problem in proofs.verify_office(desk, VerifyRequest(whole, since)).found]


# --- edits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_an_office_that_nobody_changed_is_good(kind: str) -> None:
    assert tamper.found_after(connect_store(published(kind)), lambda _: tamper.Edit("", ""))[1] == []


def edits(kind: str) -> list[tuple[str, Callable[[Connection], tamper.Edit]]]:
    """Named ones, of every third table one of two, and some drawn ones; `./dev tamper` makes all of them on both."""
    store = connect_store(published(kind))
    with store.reading() as connection:
        one_of_two = [
            tamper.structured(table)[at % 2] for at, table in enumerate(tamper.tables(connection)) if at % 3 == 0
        ]
        aimed = [*tamper.NAMED, *one_of_two] if kind == "sqlite" else [*tamper.NAMED[::3]]
    named = [(f"{edit.__name__} {at}", edit) for at, edit in enumerate(aimed)]
    return [*named, *((f"--seed {n}", partial(_random, n)) for n in EDITS[kind])]


def _random(number: int, connection: Connection) -> tamper.Edit:
    return tamper.random_edit(connection, Random(number))


@pytest.mark.parametrize("kind", KINDS)
def test_every_edit_is_found_and_named(kind: str) -> None:
    store, missed = connect_store(published(kind)), []
    for name, edit in edits(kind):
        done, told = tamper.found_after(store, edit)
        if not told or not tamper.named(told):
            missed.append((name, done, told))
    assert missed == []


def test_a_rating_that_was_changed_is_named_with_the_right_one(desk: Desk) -> None:
    with behind(desk.store) as connection:
        tamper._mend_seal(connection)
    with desk.reading() as connection:
        head = connection.execute(select(schema.rating_list).order_by(schema.rating_list.c.list.desc())).first()
        assert list(seal_problems(connection, head)) == []  # the seal was mended
    told = found(desk)
    assert any("is stored as" in each and "is right" in each and each.startswith("player ") for each in told)
    assert any("rating_list" in each for each in told)


def test_what_was_admitted_is_compared_with_the_file_that_was_sent(desk: Desk) -> None:
    """Also where whoever changed it mended its hash and made the whole chain anew."""
    of = schema.content
    with behind(desk.store) as connection:
        rated = select(of).join(schema.rated, schema.rated.c.decision == of.c.decision)
        row = connection.execute(rated.order_by(of.c.decision)).first()
        assert row is not None
        admitted = unpack_content(row.packed)
        points = admitted.games.white_half_points.copy()
        points[0] = 2 - points[0] if points[0] != 1 else 2
        forged = replace(admitted, games=replace(admitted.games, white_half_points=points)).packed()
        new = {"packed": forged, "sha256": sha256(forged).hexdigest()}
        connection.execute(update(of).where(of.c.decision == row.decision).values(**new))
        for table in (schema.bound, schema.link, schema.checkpoint):
            connection.execute(delete(table))
        begin_chain(connection)
    told = found(desk)
    assert [each for each in told if "what was admitted is not what report" in each and each.startswith("event ")]


def test_a_flipped_bit_that_changes_content_is_found(tmp_path: Path) -> None:
    flips = tamper.flips(published("sqlite"), tmp_path, range(8))
    assert [flip for flip in flips if flip.changed and not flip.found] == []
    assert any(flip.changed for flip in flips)


def test_what_is_bound_and_what_is_not_is_every_table() -> None:
    others = {table.name for table in (*SEALED, *FOLLOWING, *CHAIN)}
    assert bound_tables().keys() | others == schema.metadata.tables.keys()
    assert not bound_tables().keys() & others


# --- the log ------------------------------------------------------------------------------------------------------


def test_each_entry_is_linked_once(desk: Desk) -> None:
    with desk.reading() as connection:
        entries = connection.execute(select(schema.log.c.seq)).scalars().all()
        assert sorted(entries) == sorted(connection.execute(select(schema.link.c.log)).scalars().all())


def test_no_key_is_replaced(desk: Desk) -> None:
    """By `INSERT OR REPLACE`, and by what PostgreSQL has in its place."""
    assert KEYS_OF.keys() == schema.metadata.tables.keys() - {"game_week"}
    moving = {"pointer", "series", "setting", "player", "birth", "arbiter", "federation"}
    refused = set()
    for name, (first, *_) in KEYS_OF.items():
        table = schema.metadata.tables[name]
        with desk.reading() as connection:
            row = connection.execute(select(table).limit(1)).first()
        if row is None or (name in moving and not desk.store.is_sqlite):
            continue
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        key = " AND ".join(f"{column} = :{column}" for column in first)
        names = {column: row._mapping[column] for column in first}
        keys = ", ".join(first)
        replace = f"INSERT OR REPLACE INTO {name} SELECT * FROM {name} WHERE {key}"
        if not desk.store.is_sqlite:
            replace = f"INSERT INTO {name} ({columns}) SELECT {columns} FROM {name} WHERE {key} "
            replace += f"ON CONFLICT ({keys}) DO UPDATE SET {first[0]} = EXCLUDED.{first[0]}"
        with pytest.raises(DBAPIError), desk.store.engine.begin() as connection:
            connection.execute(text(replace), names)
        refused.add(name)
    assert {"log", "link", "bound", "report", "rating_list", "decision", "revision"} <= refused


def test_a_list_taken_back_by_the_office_is_no_finding_and_by_another_it_is(desk: Desk) -> None:
    assert found(desk) == []
    with behind(desk.store) as connection:
        connection.execute(delete(schema.taken_back))
    assert any("taken_back" in each for each in found(desk))


def test_an_office_of_before_begins_its_chain_with_its_whole_past(tmp_path: Path) -> None:
    for kind in KINDS:
        address = office_of(kind, tmp_path, "0004", OFFICES["0004"])
        upgrade_schema(connect_store(address))
        desk = open_desk(connect_store(address), "officer")
        with desk.reading() as connection:
            assert len(connection.execute(select(schema.link)).all()) == 1
        assert found(desk) == []
        with behind(desk.store) as connection:
            connection.execute(update(schema.log).where(schema.log.c.seq == 3).values(who="somebody else"))
        assert [each for each in found(desk) if each.startswith("entry 3 ")]
        desk.store.close()


# --- checkpoints --------------------------------------------------------------------------------------------------


def test_who_makes_the_whole_chain_anew_is_found_by_a_checkpoint(desk: Desk) -> None:
    kept = proofs.add_checkpoint(desk).text
    assert found(desk, kept) == []
    with behind(desk.store) as connection:
        connection.execute(update(schema.player).where(schema.player.c.key == 1).values(region="Forged"))
        for table in (schema.bound, schema.link, schema.checkpoint):
            connection.execute(delete(table))
        begin_chain(connection)
    assert found(desk) == []
    assert any("the beginning of the log was changed" in each for each in found(desk, kept))


@pytest.mark.parametrize("kind", KINDS)
def test_a_log_that_was_rolled_back_is_found_by_a_checkpoint(kind: str, tmp_path: Path) -> None:
    ahead, behind_it = (
        open_desk(connect_store(copy_of(published(kind), tmp_path)), "officer", LATER)
        for _ in ("went on", "was put back")
    )
    kept = [proofs.add_checkpoint(ahead).text for _ in range(2)][-1]
    assert any("it was rolled back" in each for each in found(behind_it, kept))
    ahead.store.close()
    behind_it.store.close()


@pytest.fixture
def signing(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "office.key"))
    proofs.make_signing_key(desk, NewKey("checkpoints are signed"))
    return desk


def test_a_checkpoint_is_signed_and_a_forged_one_is_not_believed(signing: Desk, tmp_path: Path) -> None:
    assert stat.S_IMODE((tmp_path / "office.key").stat().st_mode) == 0o600
    kept = proofs.add_checkpoint(signing)
    assert kept.signer == proofs.list_keys(signing).keys[-1].name
    assert found(signing, kept.text) == []
    later = kept.text.replace(f"day {kept.day}", "day 2030-01-01")
    assert any("was not signed with the key" in each for each in found(signing, later))
    other = kept.text.replace(kept.signer, "0" * 16)
    assert any("which the log does not know" in each for each in found(signing, other))
    assert any("another root" in each for each in found(signing, kept.text.replace(kept.root, "0" * 64)))


def test_a_key_is_changed_by_the_key_before_it_and_a_lost_one_by_a_word(signing: Desk, tmp_path: Path) -> None:
    kept = proofs.add_checkpoint(signing)
    second = proofs.make_signing_key(signing, NewKey("a year has passed"))
    assert second.before == kept.signer
    assert (tmp_path / f"office.key.{kept.signer}").exists()
    assert proofs.add_checkpoint(signing).signer == second.name
    assert found(signing, kept.text) == []
    (tmp_path / "office.key").unlink()
    with pytest.raises(UserError, match="cannot be read"):
        proofs.make_signing_key(signing, NewKey("another year"))
    with pytest.raises(UserError, match="cannot be read"):
        proofs.add_checkpoint(signing)
    third = proofs.make_signing_key(signing, NewKey("the disk is gone", lost=True))
    assert third.lost
    assert found(signing) == []
    assert [each.name for each in proofs.list_keys(signing).keys] == [kept.signer, second.name, third.name]


def parts_of_keys(directory: Path) -> list[str]:
    return [file.name for file in directory.iterdir() if file.name.endswith(".new")]


def test_a_full_disk_leaves_no_half_key(signing: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where the key's file cannot be written, nor where the database has no room for the entry."""
    before = (tmp_path / "office.key").read_bytes()

    def full(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("arpad.office.proving.signed_checkpoints.os.fsync", full)
        with pytest.raises(UserError, match="No space left"):
            proofs.make_signing_key(signing, NewKey("a year has passed"))
    assert parts_of_keys(tmp_path) == []
    no_room = UserError("database-no-room", address="office.db", answer="database or disk is full")
    with monkeypatch.context() as disk:
        disk.setattr(Store, "_keep", raising(no_room))
        with pytest.raises(UserError, match="cannot be written"):
            proofs.make_signing_key(signing, NewKey("a year has passed"))
    assert parts_of_keys(tmp_path) == []
    assert (tmp_path / "office.key").read_bytes() == before
    assert len(proofs.list_keys(signing).keys) == 1


def test_a_key_that_the_log_may_know_is_not_thrown_away(
    signing: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "_keep", raising(UserError("commit-unanswered", address="office.db")))
    with pytest.raises(UserError, match="it may be kept or not"):
        proofs.make_signing_key(signing, NewKey("a year has passed"))
    assert len(parts_of_keys(tmp_path)) == 1


def raising(problem: UserError) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise problem

    return fail


def forged_key(desk: Desk, **other: object) -> None:
    """An entry of a key that the key before did not sign, written with everything that binds it."""
    public = b"a public half of somebody else's"
    detail: dict[str, object] = {"name": name_of_key(public), "public": b64encode(public).decode(), "lost": False}
    detail |= {"before": proofs.list_keys(desk).keys[-1].name, "signature": "AAAA", **other}
    with desk.writing("new key", str(detail["name"]), "rotation", detail) as writing:
        assert writing.seq


@pytest.mark.parametrize(
    ("other", "line"),
    [
        ({}, "was not signed by"),
        ({"before": ""}, "was not signed by"),
        ({"name": "c" * 16}, "its public half has another name"),
    ],
)
def test_a_key_that_does_not_follow_from_the_one_before_is_named(
    signing: Desk, other: dict[str, object], line: str
) -> None:
    kept = proofs.add_checkpoint(signing).text
    assert found(signing, kept) == []
    forged_key(signing, **other)
    entry = proofs.list_keys(signing).keys[-1].entry
    told = found(signing, kept)
    assert [each for each in told if line in each and f"entry {entry}" in each], told
    doctors = next(each for each in run_checks(signing.store, LATER) if each.check == "signing-keys")
    assert [line in str(each) for each in doctors.found] == [True]


def test_a_key_comes_once(signing: Desk) -> None:
    first = proofs.list_keys(signing).keys[0]
    forged_key(signing, name=first.name, public=first.public, lost=True)
    assert [each for each in found(signing) if "which the log had before" in each]


@pytest.mark.parametrize("desk", KINDS[:1], indirect=True)  # read by the same code from both
@pytest.mark.parametrize("detail", ["x", "", "{}", "[]", "1", "[" * 100_000, '{"name": 7}'])
def test_an_entry_of_a_key_that_cannot_be_read_is_named(signing: Desk, detail: str) -> None:
    proofs.add_checkpoint(signing)
    entry = proofs.list_keys(signing).keys[-1].entry
    with behind(signing.store) as connection:
        connection.execute(update(schema.log).where(schema.log.c.seq == entry).values(detail=detail))
    told = found(signing)
    assert f"entry {entry} of the log begins a key, and what it says of it cannot be read" in told
    assert [each for each in told if "which the log does not know" in each]
    assert proofs.list_keys(signing).keys == ()


def test_without_the_library_signatures_are_said_to_be_not_asked(
    signing: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        proofs.add_checkpoint(signing)
    proofs.make_signing_key(signing, NewKey("another"))
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    problems = proofs.verify_office(signing, VerifyRequest(True)).found
    assert [each.message for each in problems] == ["checkpoint/signature-unasked"]
    assert "pip install 'arpad[proof]'" in str(problems[0])


@pytest.mark.parametrize("zone", ["Nowhere/X", "/etc/passwd", ""])
def test_a_time_zone_that_is_none_is_named_and_stops_no_verification(kind_: str, tmp_path: Path, zone: str) -> None:
    address = new_database(kind_, tmp_path)
    founded = office_settings.found_office(connect_store(address, create=True), "founder", Clock())
    assert found(open_desk(founded.store, "officer")) == []
    of = schema.setting
    with behind(founded.store) as connection:
        connection.execute(update(of).where(of.c.name == "timezone").values(value=zone))
    done = typed("verify", "--db", address, "--who", "officer")
    assert done.code == 1
    assert "timezone" in done.out
    refused = typed("checkpoint", "--db", address, "--who", "officer")
    assert (refused.code, refused.err.count("arpad: ")) == (2, 1)
    assert "time zone" in refused.err
    assert "arpad verify" in refused.err
    founded.store.close()


@pytest.fixture(params=KINDS)
def kind_(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_after_a_publication_a_signed_office_says_how_it_stands(signing: Desk) -> None:
    desk = open_desk(signing.store, "officer", date(2026, 2, 1))
    which = periods.ListChoice("fide-standard", Month(202602))
    periods.preview_list(desk, which)
    periods.publish_list(desk, periods.PublishRequest(which, confirmed=True))
    of = schema.checkpoint
    with desk.reading() as connection:
        newest = connection.execute(select(of).order_by(of.c.size.desc())).first()
        assert newest is not None
        entry = connection.execute(select(schema.log.c.action).where(schema.log.c.seq == newest.size)).scalar()
    assert entry == "publish"
    assert newest.signature


# --- going on -----------------------------------------------------------------------------------------------------


def test_a_verification_goes_on_from_the_last_good_one(desk: Desk) -> None:
    first = proofs.verify_office(desk, VerifyRequest())
    assert (first.good, first.remade, first.before) == (True, tamper.MONTHS, 0)
    again = proofs.verify_office(desk, VerifyRequest())
    assert (again.good, again.remade, again.before) == (True, 0, tamper.MONTHS)
    assert proofs.verify_office(desk, VerifyRequest(whole=True)).remade == tamper.MONTHS


def test_lists_without_their_law_are_taken_as_published_and_named(tmp_path: Path) -> None:
    address = office_of("sqlite", tmp_path, "0001", OFFICES["0001"])
    upgrade_schema(connect_store(address))
    verification = proofs.verify_office(open_desk(connect_store(address), "officer"), VerifyRequest())
    assert verification.good
    assert len(verification.as_published) == 4
    assert verification.remade == 0


def test_the_command_says_what_it_found(tmp_path: Path) -> None:
    address = copy_of(published("sqlite"), tmp_path)
    good = typed("verify", "--db", address, "--who", "officer", "--now", LATER)
    assert good.code == 0
    assert "everything is what the office wrote" in good.out
    with behind(connect_store(address)) as connection:
        connection.execute(update(schema.birth).where(schema.birth.c.player == 2).values(born=20100101))
    bad = typed("verify", "--db", address, "--who", "officer", "--now", LATER, "--json")
    assert bad.code == 1
    told = json.loads(bad.out)
    assert not told["good"]
    with connect_store(address).reading() as connection:
        number = connection.execute(select(schema.player.c.id).where(schema.player.c.key == 2)).scalar()
    assert any(str(number) in json.dumps(each) for each in told["found"])


@pytest.mark.parametrize("text_", ["", "nonsense", "Arpad-Checkpoint 1\nsize x\n", "Arpad-Checkpoint 1\noffice a\n"])
def test_what_is_no_checkpoint_is_told_so(tmp_path: Path, text_: str) -> None:
    (tmp_path / "kept.txt").write_text(text_ or " ")
    done = typed("verify", "--since", tmp_path / "kept.txt", "--db", copy_of(published("sqlite"), tmp_path))
    assert done.code == 2
    assert "no checkpoint" in done.err


def test_a_row_that_nobody_wrote_is_named(desk: Desk) -> None:
    with behind(desk.store) as connection:
        connection.execute(insert(schema.correction).values(series="fide-standard", list=202603, player=3, log=1))
    assert any("no entry of the log wrote" in each and each.startswith("player ") for each in found(desk))


def test_a_text_that_was_repaired_is_answered_for_by_the_repair(tmp_path: Path) -> None:
    desk = open_desk(connect_store(copy_of(published("sqlite"), tmp_path)), "officer", LATER)
    with behind(desk.store) as connection:
        connection.execute(text("UPDATE player SET region = CAST(x'61fe' AS TEXT) WHERE key = 2"))
        connection.execute(text("UPDATE report SET file = CAST(x'61fe' AS TEXT) WHERE seq = 1"))
    assert len(run_repairs(desk, "bytes of an old program")) == 1
    assert found(desk) == []
    desk.store.close()


def test_a_later_entry_may_not_answer_for_what_nothing_changes(desk: Desk) -> None:
    """Somebody changes a report and its games and lets an entry of his own answer for the rows."""
    of = schema.content
    with desk.writing("backup", "x") as writing:
        row = writing.connection.execute(select(of).order_by(of.c.decision)).first()
        assert row is not None
        _ = writing.seq
    with behind(desk.store) as connection:
        connection.execute(update(of).where(of.c.decision == row.decision).values(sha256="0" * 64))
        newest = connection.execute(select(schema.log.c.seq).order_by(schema.log.c.seq.desc())).scalars().first()
        changed = connection.execute(all_rows(of.name).where(of.c.decision == row.decision)).one()
        mine = leaves(of.name, [changed], len(of.primary_key.columns))
        values = {"log": newest, "place": of.name, "keys": mine.keys, "leaves": mine.packed}
        connection.execute(insert(schema.bound).values(**values))
    assert any("which may not change it" in each for each in found(desk))


def test_the_seal_of_a_list_is_that_of_the_entry_that_published_it(desk: Desk) -> None:
    of = schema.rating_list
    with behind(desk.store) as connection:
        connection.execute(update(of).where(of.c.list == 202511).values(sha256="0" * 64))
    assert any("published it with another seal" in each for each in found(desk))


def test_an_entry_before_the_first_is_nobodys(desk: Desk) -> None:
    with behind(desk.store) as connection:
        row = {"seq": 0, "at": 0, "day": 20250101, "who": "the board", "action": "approve", "subject": "", "why": ""}
        connection.execute(insert(schema.log).values(**row, detail=""))
    assert any(each.startswith("entry 0 of the log") for each in found(desk))


@pytest.mark.parametrize("day", [-(2**31), 0, 99_999_999])
def test_a_report_of_a_day_that_there_is_not_is_named(desk: Desk, day: int) -> None:
    day = -(2**63) if desk.store.is_sqlite and day < 0 else day
    of = schema.report
    with behind(desk.store) as connection:
        sent = connection.execute(select(of.c.seq).where(of.c.draft == 0).order_by(of.c.seq).limit(1)).scalar_one()
        connection.execute(update(of).where(of.c.seq == sent).values(first_day=day))
    told = found(desk)
    assert [each for each in told if each.startswith("event ") and f"report {sent}, or what was admitted" in each], told


@pytest.mark.parametrize("desk", KINDS[:1], indirect=True)  # read by the same code from both
@pytest.mark.parametrize(
    ("keys", "place"),
    [
        *((keys, "series") for keys in ("[]", "[[]]", "[[1]]", "[1]", "{}", "x", "", "[null]")),
        *((keys, place) for keys in ("[[1]]", "x") for place in ("rating_list", "report")),
    ],
)
def test_keys_of_an_entry_that_are_none_are_found(desk: Desk, keys: str, place: str) -> None:
    of = schema.bound
    with behind(desk.store) as connection:
        seq = connection.execute(select(of.c.log).where(of.c.place == place).limit(1)).scalar_one()
        connection.execute(update(of).where(of.c.log == seq, of.c.place == place).values(keys=keys))
    assert any(f"entry {seq}" in each for each in found(desk, whole=False))
