"""`verify` finds what was changed behind the office, also where the whole chain was made anew, and writes nothing."""

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
from typing import Any

import pytest
import tamper
from by_hand import by_hand
from databases import KINDS, copy_of, new_database
from forged import chain_anew, change_effects
from frozen import SCHEMAS
from offices_made import behind, everything
from sqlalchemy import Connection, LargeBinary, delete, insert, select, update
from typed import typed

from arpad.days import Month
from arpad.finding import UserError
from arpad.history.checkpoints import name_of_key
from arpad.law.law_set import current_law
from arpad.lists.sealed import RollRows
from arpad.office import acts, office_settings, periods, proofs, reports
from arpad.office.book.submission import SubmissionTerms
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.proofs import NewKey, VerifyRequest
from arpad.office.proving import signed_checkpoints
from arpad.office.publishing.list_storage import seal_of_stored_parts
from arpad.office.store import schema
from arpad.office.store.engine import Store, connect_store
from arpad.office.upkeep.doctor import run_checks
from arpad.office.upkeep.restore import restore_backup
from arpad.packed import pack, unpack

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


def found(desk: Desk, since: str = "", signer: str = "") -> list[str]:
    return [str(problem) for problem in proofs.verify_office(desk, VerifyRequest(since, signer)).found]


# --- edits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_an_office_that_nobody_changed_is_good(kind: str) -> None:
    assert tamper.found_after(connect_store(published(kind)), lambda _: tamper.Edit("", ""))[1] == []


def test_verify_performs_every_act_again_and_writes_nothing(desk: Desk) -> None:
    before = everything(desk.store)
    done = proofs.verify_office(desk, VerifyRequest())
    assert (done.good, done.found, done.otherwise, done.unproved) == (True, (), (), ())
    notes = [row[1] for row in before["journal"] if row[1] in ("fixture", "found-office", "add-checkpoint")]
    assert (done.acts, done.skipped) == (len(before["log"]) - len(notes), len(notes))
    assert done.acts > 30
    outside = ("log", "journal", "effect", "attachment", "link")
    assert done.rows == sum(len(rows) for table, rows in before.items() if table not in outside)
    assert everything(desk.store) == before


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
        if not told or not tamper.named(done, told):
            missed.append((name, done, told))
    assert missed == []


def test_a_changed_value_is_named_with_table_row_column_and_the_right_value(desk: Desk) -> None:
    with behind(desk.store) as connection:
        connection.execute(update(schema.player).where(schema.player.c.key == 3).values(title="x"))
    (line,) = found(desk)
    assert "table player, row 3, column title: stored 'x', right ''" in line
    assert line.startswith("player ")


def test_a_flipped_bit_that_changes_content_is_found(tmp_path: Path) -> None:
    turned = tamper.flips(published("sqlite"), tmp_path, range(8))
    assert [flip for flip in turned if flip.changed and not flip.found] == []


# --- forgeries --------------------------------------------------------------------------------------------------------


def forge_rating(connection: Connection) -> int:
    """Change a rating of the list before the newest, with every seal, hash and link. Returns the player's number."""
    of, part = schema.rating_list, schema.roll_part
    computed = select(of).where(of.c.kind == "computed").order_by(of.c.list.desc()).offset(1).limit(1)
    head = connection.execute(computed).one()
    row = connection.execute(select(part).where(part.c.series == head.series, part.c.list == head.list)).first()
    assert row is not None
    roll = unpack(RollRows, bytes(row.packed))
    at = int(roll.rating.argmax())
    rating = roll.rating.copy()
    rating[at] += 57
    forged = pack(replace(roll, rating=rating))
    mine = (part.c.series == row.series, part.c.list == row.list, part.c.chunk == row.chunk)
    connection.execute(update(part).where(*mine).values(packed=forged))
    seal = seal_of_stored_parts(connection, head.series, head.list, head.inputs_sha256)
    replaced = {sha256(row.packed).hexdigest(): sha256(forged).hexdigest(), head.sha256: seal}

    def exchange(text: str) -> str:
        for old, new in replaced.items():
            text = text.replace(old, new)
        return text

    connection.execute(update(of).where(of.c.series == head.series, of.c.list == head.list).values(sha256=seal))
    for entry in connection.execute(select(schema.log)).all():
        connection.execute(
            update(schema.log).where(schema.log.c.seq == entry.seq).values(detail=exchange(entry.detail))
        )
    change_effects(connection, lambda _, line: exchange(line))
    chain_anew(connection)
    player = connection.execute(select(schema.player.c.id).where(schema.player.c.key == int(roll.player[at])))
    return int(player.scalar_one())


def test_a_forged_rating_of_an_older_list_is_named_though_every_hash_was_made_anew(desk: Desk) -> None:
    with behind(desk.store) as connection:
        number = forge_rating(connection)
        connection.execute(delete(schema.checkpoint))
        change_effects(connection, lambda table, line: line)
    told = found(desk)
    assert [each for each in told if each.startswith(f"player {number}") and "rating in roll" in each], told
    assert [each for each in told if "act publish-list" in each], told


def test_a_checkpoint_whose_signer_was_blanked_is_a_finding(signing: Desk) -> None:
    proofs.add_checkpoint(signing)
    name = proofs.list_keys(signing).keys[-1].name
    with behind(signing.store) as connection:
        last = select(schema.checkpoint).order_by(schema.checkpoint.c.size.desc()).limit(1)
        row = connection.execute(last).one()
        blank = {"signer": "", "signature": ""}
        connection.execute(update(schema.checkpoint).where(schema.checkpoint.c.size == row.size).values(**blank))
        change_effects(
            connection, lambda _, line: line.replace(f'"{row.signer}"', '""').replace(f'"{row.signature}"', '""')
        )
        chain_anew(connection)
    told = found(signing, signer=name)
    assert [each for each in told if "is not signed, although the office had a key" in each], told
    assert [each for each in told if f"signed with the key {name}" in each], told


def test_an_examination_that_was_edited_before_it_is_admitted_is_not_used(desk: Desk) -> None:
    from office_made import reported
    from publication_made import an_open

    later = reported(desk, an_open("open-99", range(1, 9), start=date(2026, 1, 5)))
    of = schema.examination
    with behind(desk.store) as connection:
        last = connection.execute(select(of).order_by(of.c.report.desc()).limit(1)).one()
        answer = last.answer.replace('"ratable"', '"not-ratable"', 1)
        assert answer != last.answer
        connection.execute(update(of).where(of.c.report == last.report).values(answer=answer))
    (outcome,) = reports.admit_events(later, reports.AdmissionOrder(("open-99",)))
    assert outcome.status == "admitted"
    assert [each for each in found(later) if "table examination" in each]


def forged_entry(act: str, table: Any, row: dict[str, Any]) -> Callable[[Connection], None]:
    """An entry that a forger appends, with a row of their own as its effect and everything chained."""

    def forge(connection: Connection) -> None:
        from arpad.office.store.effects import Recorder
        from arpad.office.store.journal import JournalRequest, close_entry

        last = connection.execute(select(schema.log).order_by(schema.log.c.seq.desc()).limit(1)).one()
        entry = {**last._mapping, "seq": last.seq + 1, "action": "repair", "detail": ""}
        connection.execute(insert(schema.log), entry)
        full = {column.name: row.get(column.name, 0) for column in table.columns} | {"log": last.seq + 1}
        full = {name: value for name, value in full.items() if name in table.c}
        connection.execute(insert(table), full)
        recorder = Recorder()
        recorder.insert(table, [tuple(full.values())])
        close_entry(connection, tuple(entry.values()), JournalRequest(act, "{}"), recorder, {})

    return forge


@pytest.mark.parametrize(
    ("act", "line"),
    [
        ("note-backup", "may not write to merge"),
        ("repair-office", "may not write to merge"),
        ("act-of-tomorrow", "does not know the act act-of-tomorrow"),
        ("merge-players", ""),
    ],
)
def test_a_row_under_an_act_that_does_not_write_it_is_named(desk: Desk, act: str, line: str) -> None:
    row = {"seq": 9_000, "kept": 1, "gone": 4, "undoes": None}
    with behind(desk.store) as connection:
        forged_entry(act, schema.merge, row)(connection)
    done = proofs.verify_office(desk, VerifyRequest())
    if line:
        assert [each for each in map(str, done.found) if line in each], done.found
    else:  # its file or request is not there: it is told that this entry rests on nobody's computation
        assert done.unproved == (done.entries,)


def test_an_entry_whose_request_was_removed_is_named_though_the_chain_was_made_anew(desk: Desk) -> None:
    with behind(desk.store) as connection:
        connection.execute(delete(schema.journal).where(schema.journal.c.log == 12))
        chain_anew(connection)
    assert [each for each in found(desk) if "entry 12 of the log" in each and "has no request" in each]


# --- the journal ------------------------------------------------------------------------------------------------------


def cut_short(connection: Connection) -> None:
    last = connection.execute(select(schema.log.c.seq).order_by(schema.log.c.seq.desc()).limit(1)).scalar_one()
    for table in (schema.journal, schema.effect, schema.link):
        connection.execute(delete(table).where(table.c.log == last))


def exchanged(connection: Connection) -> None:
    """Two entries in each other's place."""
    of = schema.journal
    one, other = (connection.execute(select(of).where(of.c.log == entry)).one()._asdict() for entry in (4, 5))
    for entry, row in ((4, other), (5, one)):
        connection.execute(update(of).where(of.c.log == entry).values({**row, "log": entry, "call": entry}))


def edited(connection: Connection) -> None:
    of = schema.journal
    row = connection.execute(select(of).where(of.c.log == 5)).one()
    connection.execute(update(of).where(of.c.log == 5).values(request=row.request.replace("event-1", "event-2")))


def damaged_effect(connection: Connection) -> None:
    of = schema.effect
    connection.execute(update(of).where(of.c.log == 5, of.c.place == "report").values(packed=b"no effect"))


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (cut_short, ["has no link"]),
        (exchanged, ["entry 4 of the log", "entry 5 of the log", "was altered: the entry"]),
        (edited, ["entry 5 of the log", "was altered: the entry"]),
        (damaged_effect, ["The effects of entry 5 of the log", "The journal itself was altered"]),
    ],
)
def test_an_altered_journal_is_named_with_the_entry(
    desk: Desk, change: Callable[[Connection], None], lines: list[str]
) -> None:
    with behind(desk.store) as connection:
        change(connection)
    told = found(desk)
    assert all(any(line in each for each in told) for line in lines), told


def test_an_act_that_another_version_judges_otherwise_is_told_once_and_is_no_finding(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted judgement: this version makes every rating of a list one point higher."""
    from arpad.lists.sealed import parts_of as original

    def higher(stored: Any, roll: Any) -> Any:
        return original(stored, replace(roll, rating=roll.rating + 1))

    monkeypatch.setattr("arpad.office.publishing.publish.parts_of", higher)
    changed = proofs.verify_office(desk, VerifyRequest())
    with desk.reading() as connection:
        publications = connection.execute(select(schema.journal.c.log).where(schema.journal.c.act == "publish-list"))
        expected = publications.scalars().all()
    named = {dict(each.fields)["entry"] for each in changed.found if each.message.startswith("act-")}
    assert named == set(expected)
    monkeypatch.setattr("arpad.office.proving.lockstep.build_digest", lambda: "another build")
    told = proofs.verify_office(desk, VerifyRequest())
    assert (told.good, told.found) == (True, ())
    assert {dict(each.fields)["entry"] for each in told.otherwise} == set(expected)


def test_a_changed_comment_in_the_law_names_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    law = current_law()
    files = {name: body + b"\n# a comment\n" for name, body in law.files.items()}
    commented = type(law)(files, law.own)
    monkeypatch.setattr("arpad.office.desk.read_law_of_office", lambda _: commented)
    assert found(desk) == []


def test_a_law_that_never_came_with_arpad_is_named(desk: Desk) -> None:
    from zlib import compress, decompress

    of = schema.attachment
    with behind(desk.store) as connection:
        law = connection.execute(select(schema.journal.c.law).where(schema.journal.c.law != "").limit(1)).scalar_one()
        body = decompress(connection.execute(select(of.c.packed).where(of.c.sha256 == law)).scalar_one())
        forged = body.replace(b"k = 20", b"k = 21")
        assert forged != body
        name = sha256(forged).hexdigest()
        connection.execute(update(of).where(of.c.sha256 == law).values(sha256=name, packed=compress(forged)))
        connection.execute(update(schema.journal).where(schema.journal.c.law == law).values(law=name))
        chain_anew(connection)
    assert [each for each in found(desk) if "with other words of the rulebook" in each]


# --- checkpoints and keys ---------------------------------------------------------------------------------------------


@pytest.fixture
def signing(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "office.key"))
    proofs.make_signing_key(desk, NewKey("checkpoints are signed"))
    return desk


def test_only_a_signed_checkpoint_spares_the_acts_before_it(signing: Desk) -> None:
    whole = proofs.verify_office(signing, VerifyRequest())
    signed = proofs.add_checkpoint(signing)
    spared = proofs.verify_office(signing, VerifyRequest(signed.text))
    assert (spared.good, spared.acts) == (True, 0)
    assert (spared.signer, spared.signed) == (signed.signer, signed.size)
    bare = "\n".join(line for line in signed.text.splitlines() if not line.startswith(("signer", "signature"))) + "\n"
    unsigned = proofs.verify_office(signing, VerifyRequest(bare))
    assert unsigned.acts == whole.acts
    assert [each.message for each in unsigned.found] == ["checkpoint/unsigned"]


def test_who_makes_the_whole_chain_anew_is_found_by_a_checkpoint(desk: Desk) -> None:
    stored = proofs.add_checkpoint(desk).text
    with behind(desk.store) as connection:
        connection.execute(update(schema.log).where(schema.log.c.seq == 2).values(who="somebody else"))
        chain_anew(connection)
    assert [each for each in found(desk, stored) if "of another office" in each or "another root" in each]


@pytest.mark.parametrize("kind", KINDS)
def test_a_log_that_was_rolled_back_is_found_by_a_checkpoint(kind: str, tmp_path: Path) -> None:
    before = copy_of(published(kind), tmp_path)
    desk = open_desk(connect_store(copy_of(published(kind), tmp_path)), "officer", LATER)
    for _ in range(2):
        stored = proofs.add_checkpoint(desk)
    rolled = open_desk(connect_store(before), "officer", LATER)
    assert [each for each in found(rolled, stored.text) if "it was rolled back" in each]


def test_a_checkpoint_is_signed_and_a_forged_one_is_not_believed(signing: Desk, tmp_path: Path) -> None:
    assert stat.S_IMODE((tmp_path / "office.key").stat().st_mode) == 0o600
    stored = proofs.add_checkpoint(signing)
    assert stored.signer == proofs.list_keys(signing).keys[-1].name
    assert found(signing, stored.text, stored.signer) == []
    later = stored.text.replace(f"day {stored.day}", "day 2030-01-01")
    assert any("was not signed with the key" in each for each in found(signing, later))
    other = stored.text.replace(stored.signer, "0" * 16)
    assert any("which the log does not know" in each for each in found(signing, other))
    assert any("another root" in each for each in found(signing, stored.text.replace(stored.root, "0" * 64)))
    assert any("signed with the key 1111" in each for each in found(signing, signer="1" * 16))


def test_a_key_is_changed_by_the_key_before_it_and_a_lost_one_by_a_word(signing: Desk, tmp_path: Path) -> None:
    stored = proofs.add_checkpoint(signing)
    second = proofs.make_signing_key(signing, NewKey("a year has passed"))
    assert second.before == stored.signer
    assert (tmp_path / f"office.key.{stored.signer}").exists()
    assert proofs.add_checkpoint(signing).signer == second.name
    assert found(signing, stored.text) == []
    (tmp_path / "office.key").unlink()
    with pytest.raises(UserError, match="cannot be read"):
        proofs.make_signing_key(signing, NewKey("another year"))
    with pytest.raises(UserError, match="cannot be read"):
        proofs.add_checkpoint(signing)
    third = proofs.make_signing_key(signing, NewKey("the disk is gone", lost=True))
    assert third.lost
    assert found(signing) == []
    assert [each.name for each in proofs.list_keys(signing).keys] == [stored.signer, second.name, third.name]


def parts_of_keys(directory: Path) -> list[str]:
    return [file.name for file in directory.iterdir() if file.name.endswith(".new")]


def test_a_full_disk_leaves_no_half_key(signing: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UserError, match="No space left"):
        signed_checkpoints._write_private_file(tmp_path / "x.new", b"a key")
    assert parts_of_keys(tmp_path) == []


def test_a_key_that_the_log_may_know_is_not_thrown_away(
    signing: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unanswered(*_: object) -> None:
        raise UserError("commit-unanswered", address="office.db")

    monkeypatch.setattr(Store, "_keep", unanswered)
    with pytest.raises(UserError, match="it may be kept or not"):
        proofs.make_signing_key(signing, NewKey("a year has passed"))
    assert len(parts_of_keys(tmp_path)) == 1


def forged_key(desk: Desk, **other: object) -> None:
    """Enter a key that the key before did not sign, with everything that the journal needs."""
    public = b"a public half of somebody else's"
    detail: dict[str, object] = {"name": name_of_key(public), "public": b64encode(public).decode(), "lost": False}
    detail |= {"before": proofs.list_keys(desk).keys[-1].name, "signature": "AAAA", **other}
    with by_hand(desk).writing("new key", str(detail["name"]), "rotation", detail) as writing:
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
    stored = proofs.add_checkpoint(signing).text
    assert found(signing, stored) == []
    forged_key(signing, **other)
    entry = proofs.list_keys(signing).keys[-1].entry
    told = found(signing, stored)
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
    assert [each for each in told if f"entry {entry} of the log" in each], told
    assert [each for each in told if "which the log does not know" in each], told
    assert proofs.list_keys(signing).keys == ()


def test_without_the_library_signatures_are_said_to_be_not_asked(
    signing: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        proofs.add_checkpoint(signing)
    proofs.make_signing_key(signing, NewKey("another"))
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    problems = proofs.verify_office(signing, VerifyRequest()).found
    assert {each.message for each in problems} == {"checkpoint/signature-unasked"}
    assert "pip install 'arpad[proof]'" in str(problems[0])


def test_after_a_publication_a_signed_office_has_a_checkpoint(signing: Desk) -> None:
    desk = open_desk(signing.store, "officer", date(2026, 2, 1))
    which = periods.ListChoice("fide-standard", Month(202602))
    periods.preview_list(desk, which)
    periods.publish_list(desk, periods.PublishRequest(which, confirmed=True, empty=True))
    with desk.reading() as connection:
        newest = signed_checkpoints.stored_checkpoints(connection)[-1]
        action = connection.execute(select(schema.log.c.action).where(schema.log.c.seq == newest.size)).scalar()
    assert action == "publish"
    assert newest.signer
    assert found(desk) == []


# --- what is told -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["Nowhere/X", "/etc/passwd", ""])
@pytest.mark.parametrize("kind", KINDS)
def test_a_time_zone_that_is_none_is_named_and_stops_no_verification(kind: str, tmp_path: Path, zone: str) -> None:
    address = new_database(kind, tmp_path)
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
    founded.store.close()


def test_the_command_says_what_was_proved_by_whom_and_what_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "office.key"))
    address = copy_of(published("sqlite"), tmp_path)
    good = typed("verify", "--db", address, "--who", "officer")
    assert (good.code, good.err) == (0, "")
    assert "Nobody signed this." in good.out
    assert "No differences." in good.out
    desk = open_desk(connect_store(address), "officer", LATER)
    key = proofs.make_signing_key(desk, NewKey("from now on"))
    proofs.add_checkpoint(desk)
    signed = typed("verify", "--db", address, "--signer", key.name)
    assert signed.code == 0
    assert f"Signed with key {key.name} up to entry" in signed.out
    assert typed("verify", "--db", address, "--signer", "0" * 16).code == 1
    with behind(desk.store) as connection:
        connection.execute(update(schema.player).where(schema.player.c.key == 1).values(title="x"))
    bad = typed("verify", "--db", address, "--json")
    assert bad.code == 1
    answer = json.loads(bad.out)
    assert answer["good"] is False
    assert [each["code"] for each in answer["found"]] == ["row-not-as-written"]


@pytest.mark.parametrize("text", ["", "nonsense", "Arpad-Checkpoint 1\nsize x\n", "Arpad-Checkpoint 1\noffice a\n"])
def test_what_is_no_checkpoint_is_told_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "point.txt").write_text(text)
    done = typed("verify", "--since", tmp_path / "point.txt", "--db", copy_of(published("sqlite"), tmp_path))
    assert (done.code, "no checkpoint" in done.err) == (2, True)


def test_a_build_is_known_by_its_modules() -> None:
    assert acts.build_digest() == acts.build_digest()
    assert len(acts.build_digest()) == 64


@pytest.mark.parametrize("kind", KINDS)
def test_the_private_key_is_not_made_beside_the_database_and_the_doctor_says_where_it_is(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ARPAD_KEY", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))
    place = tmp_path / "office"
    place.mkdir()
    desk = open_desk(connect_store(copy_of(published(kind), place)), "officer", LATER)
    proofs.make_signing_key(desk, NewKey("checkpoints are signed"))
    file = Path(proofs.list_keys(desk).file)
    assert file.parent == tmp_path / "configuration" / "arpad" / "keys"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert proofs.add_checkpoint(desk).signer

    def told() -> list[str]:
        return [
            str(each) for check in run_checks(desk.store, LATER) if check.check == "key-place" for each in check.found
        ]

    assert told() == []
    file.chmod(0o644)
    assert [each for each in told() if "Others can read" in each]
    beside = place / "office.key"
    file.rename(beside)
    monkeypatch.setenv("ARPAD_KEY", str(beside))
    assert len([each for each in told() if "is beside the database" in each]) == (kind == "sqlite")
    desk.store.close()


def test_no_list_is_made_by_a_rulebook_that_was_changed_after_it_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk(connect_store(copy_of(published("sqlite"), tmp_path)), "officer", date(2026, 2, 1))
    law = current_law()
    name = next(name for name, body in law.files.items() if b"k = 20" in body and name.startswith("fide-standard"))
    altered = type(law)({**law.files, name: law.files[name].replace(b"k = 20", b"k = 21")}, law.own)
    monkeypatch.setattr("arpad.office.desk.read_law_of_office", lambda _: altered)
    before = everything(desk.store)
    with pytest.raises(UserError) as problem:
        periods.preview_list(desk, periods.ListChoice("fide-standard", Month(202602)))
    assert problem.value.message == "law-altered"
    assert name in str(problem.value)
    assert everything(desk.store) == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_frozen_journal_is_folded_to_its_tables_by_a_later_build(kind: str, tmp_path: Path) -> None:
    """A backup of `tamper.office`, written once. What a later version judges otherwise is told, and is no finding."""
    address = new_database(kind, tmp_path)
    restore_backup(SCHEMAS / "0006-journal.zip", address)
    done = proofs.verify_office(open_desk(connect_store(address), "reader"), VerifyRequest())
    assert done.found == ()
    assert done.entries == 45  # the last one is the upgrade
    assert done.acts + len(done.otherwise) + done.skipped == done.entries
    assert done.rows == 343


def test_a_file_that_comes_again_after_it_was_withdrawn_is_no_finding(desk: Desk) -> None:
    """The first entry with these bytes keeps them in its row, the later one as an attachment."""
    from office_made import reported, sent
    from publication_made import an_open

    first = an_open("open-99", range(1, 9), start=date(2026, 1, 5))
    later = reported(desk, first)
    reports.withdraw_events(later, reports.EventOrder(("open-99",), "a game is missing"))
    assert sent(later, first, terms=SubmissionTerms("open-99")).status == "accepted"
    assert found(later) == []


@pytest.mark.parametrize("table", ["effect", "attachment", "report", "roll_part", "ledger_part"])
def test_a_text_where_only_bytes_can_be_is_a_finding_and_no_traceback(table: str, tmp_path: Path) -> None:
    """A flipped bit of a SQLite file can turn the type of one stored value."""
    desk = open_desk(connect_store(copy_of(published("sqlite"), tmp_path)), "officer", LATER)
    of = schema.metadata.tables[table]
    names = ", ".join(
        f"CAST({column.name} AS TEXT) AS {column.name}" if isinstance(column.type, LargeBinary) else column.name
        for column in of.columns
    )
    with behind(desk.store) as connection:
        connection.exec_driver_sql(f"CREATE TABLE spoiled AS SELECT {names} FROM {table}")
        connection.exec_driver_sql(f"DROP TABLE {table}")
        connection.exec_driver_sql(f"ALTER TABLE spoiled RENAME TO {table}")
    assert found(desk)
