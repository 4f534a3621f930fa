"""Acts: every change of an office is one, is journaled, says which version was displayed, and is done once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from databases import KINDS, copy_of
from office_made import NUMBERS, reported
from offices_made import everything
from publication_made import an_open
from sqlalchemy import delete, insert, select, text, update
from test_lists_desk import fide_list
from test_verify import published
from typed import typed

from arpad.finding import UserError
from arpad.office import lists, people, proofs, reports
from arpad.office.acts import ACTS, Act, all_acts
from arpad.office.desk import Desk, open_desk
from arpad.office.store import effects, schema
from arpad.office.store.engine import connect_store
from arpad.office.store.journal import read_attachment
from arpad.office.wire import Encoded, MissingBytesError, decode

LATER = date(2026, 1, 20)
FORMS = Path(__file__).parent / "frozen_requests.json"
TESTS = Path(__file__).parent


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    desk = open_desk(connect_store(copy_of(published(request.param), tmp_path)), "officer", LATER)
    yield desk
    desk.store.close()


@pytest.fixture
def waiting(desk: Desk) -> Desk:
    """The desk after the report of `open-9` came."""
    return reported(desk, an_open("open-9", range(1, 9), start=date(2026, 1, 5)))


def shown_version(desk: Desk) -> str:
    (outcome,) = reports.examine_events(desk, reports.EventOrder(("open-9",)))
    assert outcome.version
    return outcome.version


def admitted(desk: Desk) -> reports.Outcome:
    (outcome,) = reports.admit_events(desk, reports.AdmissionOrder(("open-9",)))
    return outcome


# --- declarations -----------------------------------------------------------------------------------------------------


def program_acts() -> dict[str, Act]:
    return {name: declared for name, declared in all_acts().items() if name != "fixture"}


def form_of(hint: Any, within: tuple[Any, ...] = ()) -> Any:
    """The declared fields of a type, as far as they stand in the journal."""
    if get_origin(hint) is not None:
        inner = [
            form_of(each, within) for each in get_args(hint) if each is not type(None) and not isinstance(each, str)
        ]
        return inner[0] if len(inner) == 1 else inner
    if is_dataclass(hint) and isinstance(hint, type) and not hasattr(hint, "from_journal") and hint not in within:
        hints = get_type_hints(hint)
        return {field.name.rstrip("_"): form_of(hints[field.name], (*within, hint)) for field in fields(hint)}
    return getattr(hint, "__name__", str(hint))


def test_the_requests_of_the_journal_are_a_frozen_format() -> None:
    """A field may be added at the end. Another change makes stored journals unreadable: write a conversion first."""
    forms = {name: form_of(declared.request) for name, declared in program_acts().items()}
    assert forms == json.loads(FORMS.read_text("utf-8")), "a request has another form than stored journals"


def test_an_act_names_its_inverse_and_that_exists() -> None:
    known = program_acts()
    for name, declared in known.items():
        assert name == declared.name
        assert not declared.inverse or declared.inverse in known, name
        assert not declared.writes or declared.note, name


def test_the_decisions_about_what_is_displayed_need_its_version() -> None:
    needing = {name for name, declared in program_acts().items() if declared.requires_seen}
    assert needing == {
        "admit-report", "refuse-report", "withdraw-report", "merge-players", "take-back-list", "enter-correction",
    }  # fmt: skip


OPERATIONAL = {"examined", "job", "session", "access_link", "challenge", "attempt", "credential_use"}


def test_the_tables_outside_the_journal_are_these() -> None:
    def outside(why: str) -> set[str]:
        return {table.name for table in schema.metadata.sorted_tables if table.info.get(why)}

    assert outside(schema.OPERATIONAL) == OPERATIONAL
    assert outside(schema.PRIVATE) == {"private_value"}
    assert {table.name for table in effects.JOURNAL} == {"log", "journal", "effect", "attachment", "link"}


def test_every_request_of_an_office_is_read_as_it_was_written(desk: Desk) -> None:
    with desk.reading() as connection:
        bodies = {row.sha256: bytes(row.body) for row in connection.execute(select(schema.report))}
        rows = connection.execute(select(schema.journal).where(schema.journal.c.inputs == 1)).all()

        def read(sha256: str) -> bytes | None:
            return read_attachment(connection, sha256) or bodies.get(sha256)

        for row in rows:
            declared = ACTS[row.act]
            request = decode(
                json.loads(row.request),
                declared.request,
                lambda sha: read_attachment(connection, sha) or bodies.get(sha),
            )
            again = Encoded(request, declared.request)
            assert again.json == json.loads(row.request), row.act
    assert len({row.act for row in rows}) > 10


def test_a_request_without_its_file_is_told(desk: Desk) -> None:
    with desk.reading() as connection:
        row = connection.execute(select(schema.journal).where(schema.journal.c.act == "submit-report")).first()
        assert row is not None
        with pytest.raises(MissingBytesError):
            decode(json.loads(row.request), ACTS["submit-report"].request, lambda _: None)


# --- the only way to write --------------------------------------------------------------------------------------------


WRITES: dict[str, Callable[[], Any]] = {
    "insert": lambda: insert(schema.federation).values(code="XXX", name="x"),
    "update": lambda: update(schema.player).values(title="x"),
    "delete": lambda: delete(schema.birth),
    "sql": lambda: text("UPDATE player SET title = 'x'"),
    "lower case": lambda: text("  update player set title = 'x'"),
}


@pytest.mark.parametrize("how", WRITES)
def test_a_write_outside_an_act_is_an_error_of_the_program(desk: Desk, how: str) -> None:
    before = everything(desk.store)
    with pytest.raises(effects.UnrecordedWriteError), desk.store.writing() as connection:
        connection.execute(WRITES[how]())
    with pytest.raises(effects.UnrecordedWriteError), desk.writing("anything") as writing:
        assert writing.seq
    assert everything(desk.store) == before


def test_what_cannot_be_recorded_is_refused(desk: Desk) -> None:
    from by_hand import by_hand

    of = schema.player
    with pytest.raises(effects.UnrecordedWriteError, match="expression"), by_hand(desk).writing("x") as writing:
        writing.connection.execute(update(of).values(title=of.c.name))
    with pytest.raises(effects.UnrecordedWriteError, match="SELECT"), by_hand(desk).writing("x") as writing:
        writing.connection.execute(insert(schema.birth).from_select(["player", "born"], select(of.c.key, of.c.key)))


def test_an_entry_has_request_actor_channel_law_build_and_effects(waiting: Desk) -> None:
    assert admitted(replace(waiting, channel="browser", seen=shown_version(waiting))).status == "admitted"
    with waiting.reading() as connection:
        row = connection.execute(select(schema.journal).order_by(schema.journal.c.log.desc()).limit(1)).one()
        places = select(schema.effect.c.place).where(schema.effect.c.log == row.log)
        written = set(connection.execute(places).scalars())
        assert read_attachment(connection, row.law)
    assert (row.act, row.actor, row.channel) == ("admit-report", f"local:{waiting.who}", "browser")
    assert json.loads(row.request)["events"] == ["open-9"]
    assert (len(row.build), len(row.law), row.inputs) == (64, 64, 1)
    assert written >= {"decision", "content"}


def test_the_items_of_one_call_share_its_number(desk: Desk) -> None:
    files = tuple(fide_list(month, {NUMBERS[1]: 1900}) for month in ("JAN26", "FEB26"))
    lists.import_lists(open_desk(desk.store, "officer", date(2026, 2, 20)), lists.ListImport("fide-rapid", files))
    with desk.reading() as connection:
        rows = connection.execute(select(schema.journal).order_by(schema.journal.c.log.desc()).limit(2)).all()
    assert {row.act for row in rows} == {"import-list"}
    assert {row.call for row in rows} == {rows[-1].log}


# --- what was displayed -----------------------------------------------------------------------------------------------


def test_a_decision_about_an_older_version_is_refused_and_the_new_one_named(waiting: Desk) -> None:
    """The officer views one report, the arbiter sends another, the officer's click arrives."""
    seen = shown_version(waiting)
    second = an_open("open-9", range(1, 9), start=date(2026, 1, 5), results={(1, 1): "0"})
    (receipt,) = reports.submit_reports(waiting, [reports.ReportPackage("second.trf", second.text.encode())])
    assert receipt.status == "accepted", receipt
    before, now = everything(waiting.store), shown_version(waiting)
    assert now != seen
    with pytest.raises(UserError) as problem:
        admitted(replace(waiting, seen=seen))
    assert problem.value.message == "version-changed"
    assert now in str(problem.value)
    assert everything(waiting.store) == before
    assert admitted(replace(waiting, seen=now)).status == "admitted"


@pytest.mark.parametrize("channel", ["browser", "token"])
def test_web_and_api_must_state_what_was_displayed(waiting: Desk, channel: str) -> None:
    before = everything(waiting.store)
    unseen = replace(waiting, channel=channel)
    request = people.MergeRequest(NUMBERS[1], NUMBERS[2], "one person")
    with pytest.raises(UserError) as problem:
        people.merge_players(unseen, request)
    assert problem.value.message == "version-not-stated"
    seen_now = reports.RefusalOrder(("open-9",), "no reason")
    assert everything(waiting.store) == before
    (done,) = reports.refuse_events(replace(unseen, seen=shown_version(waiting)), seen_now)
    assert done.status == "refused"


def test_a_version_is_of_one_event(waiting: Desk) -> None:
    order = reports.EventOrder(("open-9", "event-1"), "both")
    with pytest.raises(UserError) as problem:
        reports.withdraw_events(replace(waiting, seen=shown_version(waiting)), order)
    assert problem.value.message == "version-of-several"


def test_a_merge_and_a_correction_check_the_version_too(desk: Desk) -> None:
    from arpad.office.cases.corrections import NewCorrection, enter_correction

    one, other = NUMBERS[1], NUMBERS[2]
    stale = replace(desk, seen="0" * 12)
    with pytest.raises(UserError) as problem:
        people.merge_players(stale, people.MergeRequest(one, other, "one person"))
    assert problem.value.message == "version-changed"
    with pytest.raises(UserError) as problem:
        enter_correction(stale, NewCorrection(one, 1700, "misprint", "fide-standard"))
    assert problem.value.message == "version-changed"


def test_the_command_line_prints_and_takes_the_version(tmp_path: Path) -> None:
    address = copy_of(published("sqlite"), tmp_path)
    later = reported(
        open_desk(connect_store(address), "officer", LATER), an_open("open-9", range(1, 9), start=date(2026, 1, 5))
    )
    at = ("--db", address, "--now", str(later.today()))
    version = typed("report", "show", "open-9", *at).out.rpartition("version ")[2].strip()
    stale = typed("report", "admit", "open-9", "--seen", "0" * 12, *at)
    assert (stale.code, version in stale.err) == (2, True)
    assert typed("report", "admit", "open-9", "--seen", version, *at).code == 0


# --- once -------------------------------------------------------------------------------------------------------------


def test_the_same_key_does_a_thing_once_and_never_another(waiting: Desk) -> None:
    keyed = replace(waiting, idempotency="click-1", seen=shown_version(waiting))
    assert admitted(keyed).status == "admitted"
    before = everything(waiting.store)
    again = open_desk(waiting.store, "officer", waiting.today())
    with pytest.raises(UserError) as repeated:
        admitted(replace(again, idempotency="click-1"))
    assert repeated.value.message == "done-already"
    other = open_desk(waiting.store, "officer", waiting.today())
    with pytest.raises(UserError) as refused:
        reports.hold_events(replace(other, idempotency="click-1"), reports.EventOrder(("open-9",), "x"))
    assert refused.value.message == "key-of-another-request"
    assert everything(waiting.store) == before


# --- the log ----------------------------------------------------------------------------------------------------------


def test_the_log_shows_one_entry_in_full(tmp_path: Path) -> None:
    address = copy_of(published("sqlite"), tmp_path)
    done = typed("log", "--entry", "5", "--db", address, "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["act"], answer["entry"]["seq"]) == (0, "submit-report", 5)
    assert {change["table"] for change in answer["changes"]} >= {"decision", "report"}
    assert all(effect[0] == "+" for change in answer["changes"] for effect in change["effects"])
    assert "submit-report" in typed("log", "--entry", "5", "--db", address).out
    assert typed("log", "--entry", "99999", "--db", address).code == 2


# --- a new table ------------------------------------------------------------------------------------------------------

PLANTED = """
import sys
from pathlib import Path

address, room, tests = sys.argv[1:]
sys.path.insert(0, tests)
from arpad.frozen import dataclass
from arpad.office import acts, proofs
from arpad.office.store.definitions import define_table, log_column, sequence_column, text_column

motto = define_table(
    "motto", sequence_column(), text_column("words"), log_column(), append_only=True, since="0008"
)


@dataclass(frozen=True)
class NewMotto:
    words: str


@acts.act("choose-motto", about=acts.Subject.OFFICE, permission=acts.Permission.ADMINISTER)
def choose_motto(desk: object, request: NewMotto) -> None:
    with desk.writing("motto", request.words) as writing:
        writing.connection.execute(motto.insert().values(words=request.words, log=writing.seq))


from offices_made import behind
from sqlalchemy import select
from typed import typed
from arpad.office.desk import open_desk
from arpad.office.store.effects import unrecorded
from arpad.office.store.engine import connect_store


def problems(address):
    desk = open_desk(connect_store(address), "officer")
    found = [(each.message, dict(each.fields).get("table")) for each in proofs.verify_office(desk, proofs.VerifyRequest()).found]
    desk.store.close()
    return found


def words(address):
    with connect_store(address).reading() as connection:
        return connection.execute(select(motto.c.words)).scalars().all()


print(typed("log", "--db", address).code, typed("upgrade", "--db", address).code)
desk = open_desk(connect_store(address), "officer")
choose_motto(desk, NewMotto("gens una sumus"))
desk.store.close()
backup, restored, rehearsal = (str(Path(room) / name) for name in ("motto.zip", "restored.db", "rehearsal.db"))
print(typed("backup", backup, "--db", address).code, typed("restore", backup, "--db", restored).code)
print(typed("rehearse", address, "--db", rehearsal).code)
print(*(words(each) for each in (address, restored, rehearsal)))
print(problems(address), problems(restored), problems(rehearsal))
try:
    with connect_store(address).writing() as connection, unrecorded(connection):
        connection.execute(motto.update().values(words="another"))
except Exception as error:
    print("never changed" in str(error))
with behind(connect_store(address)) as connection:
    connection.execute(motto.update().values(words="another"))
print(problems(address))
"""  # noqa: E501


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_table_with_one_act_is_declared_once_and_proved(kind: str, tmp_path: Path) -> None:
    """One declaration of a table and one act: an office of the schema before is converted, the act is performed,
    a backup, a restored office and a rehearsal have the row, a trigger holds it, and `verify` proves it."""
    address = copy_of(published(kind), tmp_path)
    run = [sys.executable, "-c", PLANTED, address, str(tmp_path), str(TESTS)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "2 0",  # an office of the schema before is refused, and then converted
        "0 0",
        "0",
        "['gens una sumus'] ['gens una sumus'] ['gens una sumus']",
        "[] [] []",
        "True",
        "[('row-not-as-written', 'motto')]",
    ]


def test_an_interrupted_act_leaves_no_entry_and_is_repeated(waiting: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = everything(waiting.store)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("arpad.office.store.journal.store_link", interrupted)
        with pytest.raises(KeyboardInterrupt):
            admitted(waiting)
    assert everything(waiting.store) == before
    assert admitted(waiting).status == "admitted"
    assert proofs.verify_office(waiting, proofs.VerifyRequest()).found == ()
