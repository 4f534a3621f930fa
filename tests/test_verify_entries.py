"""An entry of the log writes the rows of its action and no others, and a row names the entry with which it came.

Each attack is beside its control: what the verbs of the office write is no finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
import tamper
from databases import KINDS, copy_of
from revisions_made import SERIES
from sqlalchemy import Connection, insert, select, update
from test_verify_rows import LATER, entry, published
from typed import typed
from verbs_made import LATER as LATE
from verbs_made import VERBS, command, later
from verbs_small import SMALL, prepared, words

from arpad.office import proofs
from arpad.office.desk import open_desk
from arpad.office.proofs import VerifyRequest
from arpad.office.proving.chained import entries, written_by
from arpad.office.proving.mended import SPELT
from arpad.office.proving.permits import PERMITS, not_permitted
from arpad.office.registry.official_entry import NewArbiter, NewFederation, add_arbiter, add_federation
from arpad.office.registry.player_numbers import office_number
from arpad.office.store import links, schema
from arpad.office.store.bindings import WHOLE
from arpad.office.store.engine import Store, connect_store

CORRECTION = {"series": SERIES, "list": 202602, "player": 5, "rating": 2700}
MERGE = {"kept": 3, "gone": 10}
RULE = {"series": SERIES, "name": "difference", "value": "note"}
ADDS, CHANGES = "adds", "changes"
Seen = set[tuple[str, str, str]]  # an action, a table, and whether it adds to it or changes it


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest) -> Store:
    return connect_store(published(request.param))


def told_of(store: Store, edit: Callable[[Connection], tamper.Edit]) -> list[str]:
    return tamper.found_after(store, edit)[1]


def _row(connection: Connection, words: tuple[str, str, Any], table: str, row: dict[str, Any]) -> tamper.Edit:
    with entry(connection, *words) as seq:
        connection.execute(insert(schema.metadata.tables[table]).values(**{"log": seq, **row}))
    return tamper.Edit(table, str(row))


# --- rows of another action -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "table", "row", "owner"), [
    ("backup", "correction", CORRECTION, f"player {office_number(5)}"),
    ("checkpoint", "merge", MERGE, f"player {office_number(3)}"),
    ("verify", "series_rule", RULE, f"series {SERIES}"),
    ("hold", "event_facts", {"event": 1, "facts": "{}"}, "event "),
])  # fmt: skip
def test_a_row_under_an_entry_of_another_action_is_named(
    store: Store, action: str, table: str, row: dict[str, Any], owner: str
) -> None:
    told = told_of(store, partial(_row, words=(action, "", None), table=table, row=row))
    mine = [each for each in told if f"({action}, " in each and "may not write such a row" in each]
    assert [each.startswith(owner) and f" of {table} " in each for each in mine] == [True]


def _swapped(connection: Connection, action: str) -> tamper.Edit:
    """The FIDE numbers of two players, told in the history of both."""
    of = schema.player
    one, other = (connection.execute(select(of.c.fide_id).where(of.c.key == key)).scalar() for key in (3, 5))
    with entry(connection, action, str(office_number(3))) as seq:
        for key, old, new in ((3, one, other), (5, other, one)):
            row = {"player": key, "field": "fide_id", "old": str(old), "new": str(new), "since": 0}
            connection.execute(insert(schema.player_change).values(**row, log=seq))
        for key, number in ((3, 1), (5, one), (3, other)):
            connection.execute(update(of).where(of.c.key == key).values(fide_id=number))
    return tamper.Edit("player", "3, 5")


@pytest.mark.parametrize("store", KINDS[:1], indirect=True)  # read by the same code from both
@pytest.mark.parametrize(("action", "said"), [
    ("backup", "may not write such a row"), ("player-change", "is not what its entry"),
    ("player-merge", "is not what its entry"), ("repair", "is not what its entry"),
])  # fmt: skip
def test_numbers_that_two_players_exchange_under_any_entry_are_found(store: Store, action: str, said: str) -> None:
    told = told_of(store, partial(_swapped, action=action))
    assert any(each.startswith(f"player {office_number(5)}: the row ") and said in each for each in told)


@pytest.mark.parametrize(("action", "kind", "right"), [
    ("hold", "annulled", False), ("withdraw", "revised", False), ("hold", "held", True),
])  # fmt: skip
def test_a_decision_that_its_action_does_not_make_is_named(store: Store, action: str, kind: str, right: bool) -> None:
    decision = {"event": 1, "part": 0, "kind": kind}
    told = told_of(store, partial(_row, words=(action, "", None), table="decision", row=decision))
    mine = [each for each in told if f"({action}, " in each and "does not decide" in each]
    assert [each.startswith("event ") and f"is `{kind}`" in each for each in mine] == ([] if right else [True])


def test_an_action_that_no_verb_has_is_named(store: Store) -> None:
    def edit(connection: Connection, action: str) -> tamper.Edit:
        with entry(connection, action, "x"):
            pass
        return tamper.Edit("log", action)

    assert told_of(store, partial(edit, action="backup")) == []
    (told,) = told_of(store, partial(edit, action="tidy up"))
    assert "(tidy up x, " in told
    assert "an action that no verb has" in told


def test_a_repair_adds_no_row(store: Store) -> None:
    row = {"event": 1, "facts": "{}"}
    told = told_of(store, partial(_row, words=("repair", "texts", {"texts": []}), table="event_facts", row=row))
    assert any("of event_facts came with entry" in each and "may not write such a row" in each for each in told)


# --- entries that do not say it -------------------------------------------------------------------------------------


@pytest.mark.parametrize("store", KINDS[:1], indirect=True)  # read by the same code from both
@pytest.mark.parametrize(("words", "table", "row"), [
    (("correct", f"{SERIES} {office_number(5)}", None), "correction", CORRECTION),
    (("decide for series", SERIES, {"name": "difference"}), "series_rule", RULE),
    (("player-unmerge", str(office_number(10)), None), "merge", {**MERGE, "undoes": 1}),
    (("player-unmerge", str(office_number(10)), None), "merge", {**MERGE, "undoes": None}),
    (("player-change", str(office_number(5)), None), "player_change",
     {"player": 5, "field": "latin_name", "new": "Ann"}),
])  # fmt: skip
def test_an_entry_that_does_not_say_what_decides_is_found(
    store: Store, words: tuple[str, str, Any], table: str, row: dict[str, Any]
) -> None:
    told = told_of(store, partial(_row, words=words, table=table, row=row))
    assert any(f" of {table} is not what its entry" in each and words[0] in each for each in told)


# --- with which entry a row came ------------------------------------------------------------------------------------


def test_a_row_that_says_it_is_older_than_it_is_is_named(store: Store) -> None:
    """A correction of an officer of long ago, for which an entry of today answers that would say the same."""

    def edit(connection: Connection, said: int) -> tamper.Edit:
        saying = {"list": CORRECTION["list"], "rating": CORRECTION["rating"]}
        with entry(connection, "correct", f"{SERIES} {office_number(5)}", saying) as seq:
            row = {"seq": 77, **CORRECTION, "log": said or seq}
            connection.execute(insert(schema.correction).values(**row))
            if said:
                links.also(connection, "correction", (77,))
        return tamper.Edit("correction", str(said))

    assert not [each for each in told_of(store, partial(edit, said=0)) if " of correction " in each]
    told = told_of(store, partial(edit, said=1))
    assert any(each.startswith(f"player {office_number(5)}: the row 77 of correction says that it came with entry 1;")
               for each in told)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_name_of_an_arbiter_or_a_federation_is_no_finding(kind: str, tmp_path: Path) -> None:
    desk = open_desk(connect_store(copy_of(published(kind), tmp_path)), "officer", LATER)
    for name, federation in (("Referee, Rita", "POL"), ("Referee, Rita", "UKR"), ("Judge, Rita", "UKR")):
        add_arbiter(desk, NewArbiter(77, name, federation))
    for name in ("Estonia", "Eesti"):
        add_federation(desk, NewFederation("EST", name))
    assert [str(each) for each in proofs.verify_office(desk, VerifyRequest(whole=True)).found] == []

    def edit(connection: Connection, action: str, named: int) -> tamper.Edit:
        with entry(connection, action, "77") as seq:
            connection.execute(update(schema.arbiter).values(name="Else, Somebody", log=named or seq))
            if named:
                links.also(connection, "arbiter", (77,))
        return tamper.Edit("arbiter", action)

    assert told_of(desk.store, partial(edit, action="arbiter-add", named=0)) == []
    told = told_of(desk.store, partial(edit, action="backup", named=0))
    assert any("the row 77 of arbiter" in each and "which may not change it" in each for each in told)
    told = told_of(desk.store, partial(edit, action="arbiter-add", named=1))
    assert any("the row 77 of arbiter says that it came with entry 1;" in each for each in told)
    desk.store.close()


# --- what verbs write -----------------------------------------------------------------------------------------------


def written_in(address: str) -> tuple[Seen, list[str]]:
    """What the entries of an office wrote, and what is found against it."""
    store = connect_store(address)
    with store.reading() as connection:
        written, log_rows = written_by(connection), entries(connection)
        found = [str(each) for each in not_permitted(connection, written, log_rows)]
    store.close()
    known, seen, whole = set[tuple[str, str]](), set[tuple[str, str, str]](), {table.name for table in WHOLE}
    for seq in sorted(written):
        for each in written[seq]:
            for key, _ in each:
                again = (each.place, key) in known and each.place not in whole
                known.add((each.place, key))
                seen.add((log_rows[seq].action, each.place, CHANGES if again else ADDS))
    return seen, found


def _offices(place: Path) -> Iterator[str]:
    """Offices in which every verb has been typed."""
    yield published("sqlite")
    for name in SMALL:
        address = copy_of(later("sqlite"), place / name)
        prepared(name, address, LATE)
        done = typed(*words(name), "--db", address, "--now", str(LATE))
        assert done.code == 0, (name, done.out, done.err)
        yield address
    for name, verb in VERBS.items():
        if not verb.founds and name != "upgrade":
            there = place / name
            there.mkdir()
            address = verb.office("sqlite", there)
            assert typed(*command(name, "sqlite", address, there)).code == 0, name
            yield address


@cache
def all_written() -> tuple[Seen, list[str]]:
    seen, found = set[tuple[str, str, str]](), list[str]()
    place = Path(mkdtemp())
    for name in SMALL:
        (place / name).mkdir()
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ARPAD_WHO", "officer")
        for address in _offices(place):
            more, wrong = written_in(address)
            seen |= more
            found += wrong
    return seen, found


def test_every_verb_may_write_what_it_writes() -> None:
    assert all_written()[1] == []


ELSEWHERE: dict[str, set[tuple[str, str, str]]] = {
    "he is known under another name or federation": {
        ("arbiter-add", "arbiter", CHANGES), ("arbiter-import", "arbiter", CHANGES),
        ("federation-add", "federation", CHANGES), ("federation-import", "federation", CHANGES),
    },
    "players are brought up to date by a file": {
        ("player-import", "player_change", ADDS), ("player-import", "player", CHANGES),
        ("player-import", "birth", CHANGES),
    },
    "a birthday is put right, or was not known": {
        ("player-change", "birth", CHANGES), ("player-change", "birth", ADDS), ("approve revision", "birth", ADDS),
    },
    "a FIDE number goes over, or a case is about a federation": {
        (action, *rest) for action in ("player-merge", "player-unmerge")
        for rest in (("player_change", ADDS), ("player", CHANGES))
    } | {("approve revision", "player", CHANGES)},
    "somebody is not to be listed": {("player-listing", "player_change", ADDS)},
    "it was examined under other facts, or nothing was decided": {
        (action, "examination", how) for action in ("admit", "examine") for how in (ADDS, CHANGES)
    },
    "a sidecar adds facts, or it is sent before the end": {
        ("submit report", "event_facts", ADDS),
        *(("submit draft", table, ADDS) for table in ("report", "decision", "event_facts")),
    },
    "a hybrid event": {("keep game scores", "game_scores", ADDS)},
    "what was decided of an event is taken back": {
        (action, "decision", ADDS)
        for action in ("part stages", "resume event", "restore registration", "withdraw exclusion")
    },
    "the list was taken back before; an event was admitted with it": {
        ("import", "series", CHANGES), ("import", "rating_list", CHANGES), ("open", "series", CHANGES),
        ("open", "rating_list", CHANGES), ("open", "list_law", CHANGES), ("take back", "decision", ADDS),
    },
    "a difference is noted only, or an event comes late": {
        ("publish", "revised_part", ADDS), ("publish", "revised_ledger", ADDS), ("approve revision", "rated", ADDS),
    },
    "a text could not be read, or what an office is founded with was not there": {
        *(("repair", table, CHANGES) for table in SPELT), ("repair", "player_change", ADDS),
        ("repair", "examination", ADDS), ("repair", "setting", ADDS),
    },
}  # fmt: skip
"""What is written by verbs that are typed here, but not so; and when."""


def test_nothing_may_be_written_that_no_verb_writes() -> None:
    may = {(action, table, ADDS) for action, permit in PERMITS.items() for table in permit.adds}
    may |= {(action, table, CHANGES) for action, permit in PERMITS.items() for table in permit.changes}
    assert sorted(may - all_written()[0]) == sorted(set().union(*ELSEWHERE.values()))
