"""Who writes rows behind the office and mends what holds them is found all the same: by the names of the parts of a
list, by the entry that may change a row, and by what that entry says.

Each is beside its control: what the office itself does of the kind is no finding.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import pytest
import tamper
from databases import KINDS, copy_of
from office_made import NUMBERS, registered
from publication_made import an_open
from revisions_made import SERIES
from sqlalchemy import Connection, delete, insert, select, update

from arpad.days import Day
from arpad.office import events, lists, office_settings, people, proofs
from arpad.office.desk import open_desk
from arpad.office.events import EventChange
from arpad.office.lists import CorrectionWithdrawal, NewCorrection
from arpad.office.people import MergeRequest, PlayerChange, PlayerFacts, UnmergeRequest
from arpad.office.proofs import VerifyRequest
from arpad.office.registry.player_numbers import office_number
from arpad.office.store import links, schema
from arpad.office.store.engine import Store, connect_store
from arpad.office.store.sent import Sent

LATER = date(2026, 1, 20)


@cache
def published(kind: str) -> str:
    return tamper.office(kind, Path(mkdtemp()))


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest) -> Store:
    return connect_store(published(request.param))


@contextmanager
def entry(connection: Connection, action: str, subject: str = "", detail: Any = None) -> Iterator[int]:
    """Somebody adds an entry to the log as the office would, with its link."""
    of = schema.log
    last = connection.execute(select(of).order_by(of.c.seq.desc()).limit(1)).one()
    words = {"action": action, "subject": subject, "detail": json.dumps(detail or {})}
    connection.execute(insert(of).values({**last._mapping, "seq": last.seq + 1, **words}))
    links.begin(connection)
    yield last.seq + 1
    with patch.object(Sent, "compared", lambda _, rows, *__: rows):  # he does not ask what he sent
        links.close(connection, last.seq + 1)


# --- the parts of a list --------------------------------------------------------------------------------------------


def _elsewhere(connection: Connection, series: str, place: str, name: str) -> tamper.Edit:
    """The first part of a list, under a name among what the period gave each player: sealed it is the same."""
    table = schema.metadata.tables[place]
    row = connection.execute(select(table).where(table.c.series == series).order_by(table.c.list)).first()
    assert row is not None
    kept = {"series": row.series, "list": row.list, "chunk": 0, "name": name, "packed": row.packed}
    connection.execute(insert(schema.period_part).values(**kept))
    connection.execute(delete(table).where(table.c.series == series, table.c.list == row.list))
    return tamper.Edit(place, f"{row.list} is {name}")


@pytest.mark.parametrize(("series", "place", "name"), [
    (tamper.RAPID, "imported_part", "imported"), (SERIES, "roll_part", "roll"),
])  # fmt: skip
def test_a_part_of_a_list_that_stands_in_another_table_is_found(
    store: Store, series: str, place: str, name: str
) -> None:
    told = tamper.found_after(store, lambda connection: _elsewhere(connection, series, place, name))[1]
    assert any(f"has a part {name} of it" in each and each.startswith(series) for each in told)


def test_an_office_that_nobody_changed_has_every_part_in_its_place(store: Store) -> None:
    assert tamper.found_after(store, lambda _: tamper.Edit("", ""))[1] == []


# --- which entry may change a row -----------------------------------------------------------------------------------


def _forged_repair(connection: Connection) -> tamper.Edit:
    """What was admitted and the head of the list are others, and a repair answers for them."""
    content, of = schema.content, schema.rating_list
    decision = connection.execute(select(schema.rated.c.decision).order_by(schema.rated.c.decision)).scalars().first()
    head = connection.execute(select(of).where(of.c.kind == "computed").order_by(of.c.list)).first()
    assert head is not None
    replaced = [
        {"table": "content", "row": str(decision), "column": "sha256", "bytes": "fe"},
        {"table": "rating_list", "row": f"{head.series}, {head.list}", "column": "edition", "bytes": "fe"},
    ]
    with entry(connection, "repair", "texts", {"texts": replaced}) as seq:
        connection.execute(
            update(content).where(content.c.decision == decision).values(enters=head.list, sha256="\\xfe")
        )
        links.also(connection, "content", (decision,))
        mine = of.c.series == head.series, of.c.list == head.list
        connection.execute(update(of).where(*mine).values(players=head.players + 1, edition="\\xfe", log=seq))
        links.also(connection, "rating_list", (head.series, head.list))
    return tamper.Edit("rating_list", str(head.list))


def test_a_repair_answers_for_no_list_and_for_nothing_that_was_admitted(store: Store) -> None:
    told = tamper.found_after(store, _forged_repair)[1]
    assert any(each.startswith("list ") and "did not publish it" in each for each in told)
    again = [each for each in told if "which may not change it" in each]
    assert any(each.startswith("event ") and " content," in each for each in again)
    assert any(each.startswith(f"list {SERIES}") and " rating_list," in each for each in again)


def test_a_repair_answers_for_the_text_alone_that_it_says(store: Store) -> None:
    """A text that it does not name, and one that it says was another."""
    of = schema.report

    def edit(connection: Connection, named: bytes, text: str) -> tamper.Edit:
        replaced = [{"table": "report", "row": "1", "column": "file", "bytes": named.hex()}]
        with entry(connection, "repair", "texts", {"texts": replaced}):
            connection.execute(update(of).where(of.c.seq == 1).values(file=text))
            links.also(connection, "report", (1,))
        return tamper.Edit("report", text)

    assert tamper.found_after(store, lambda connection: edit(connection, b"a\xfe", "a\\xfe"))[1] == []
    for named, text in ((b"a\xfe", "another"), (b"a text", "a text")):
        told = tamper.found_after(store, partial(edit, named=named, text=text))[1]
        assert any(each.startswith("event ") and "which may not change it" in each for each in told)


def test_a_change_of_one_player_answers_for_no_other(store: Store) -> None:
    def edit(connection: Connection) -> tamper.Edit:
        with entry(connection, "player-change", str(office_number(3))) as seq:
            row = {"player": 3, "field": "region", "old": "", "new": "", "since": 20240601}
            connection.execute(insert(schema.player_change).values(**row, log=seq))
            connection.execute(update(schema.birth).where(schema.birth.c.player == 5).values(born=20100101))
            links.also(connection, "birth", (5,))
        return tamper.Edit("birth", "5")

    told = tamper.found_after(store, edit)[1]
    mine = f"player {office_number(5)}: the row 5 of birth"
    assert any(each.startswith(mine) and "which may not change it" in each for each in told)


def test_a_change_answers_for_what_it_tells_and_for_nothing_beside(store: Store) -> None:
    def edit(connection: Connection, **beside: Any) -> tamper.Edit:
        of = schema.player
        before = connection.execute(select(of.c.region).where(of.c.key == 3)).scalar_one()
        with entry(connection, "player-change", str(office_number(3)), {"region": "North"}) as seq:
            row = {"player": 3, "field": "region", "old": before, "new": "North", "since": 20260101}
            connection.execute(insert(schema.player_change).values(**row, log=seq))
            connection.execute(update(of).where(of.c.key == 3).values(region="North", **beside))
        return tamper.Edit("player", "3")

    assert tamper.found_after(store, edit)[1] == []
    told = tamper.found_after(store, lambda connection: edit(connection, federation="XYZ"))[1]
    mine = f"player {office_number(3)}: the row 3 of player"
    assert any(each.startswith(mine) and "which may not change it" in each for each in told)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_office_changes_is_no_finding(kind: str, tmp_path: Path) -> None:
    desk = open_desk(connect_store(copy_of(published(kind), tmp_path)), "officer", LATER)
    for since, facts in (
        (20251201, PlayerFacts(name="Another, Name", national_title="NM")),
        (20251001, PlayerFacts(region="North")),
        (20250901, PlayerFacts(region="South")),
        (0, PlayerFacts(born=Day(19910203), died=Day(20260101))),
        (0, PlayerFacts(name="Third, Name", title="FM", member=2)),
    ):
        people.change_player(desk, PlayerChange(NUMBERS[4], facts, Day(since), "he showed his papers", confirmed=True))
    here = people.add_player(desk, people.NewPlayer(people.Person("Quite, Unlike"), why="new")).entered
    there = people.add_player(desk, people.NewPlayer(people.Person("Wholly, Different", 14100012), why="new")).entered
    assert here is not None
    assert there is not None
    despite = frozenset(people.compare_players(desk, here.id, there.id).objections)
    assert people.merge_players(desk, MergeRequest(here.id, there.id, "one person", despite)).moved_fide_id
    people.unmerge_player(desk, UnmergeRequest(there.id, "two after all"))
    registered(desk, an_open("not-yet", start=date(2026, 3, 10)))
    lists.enter_correction(desk, NewCorrection(NUMBERS[6], 1715, "a slip of the pen", confirmed=True))
    lists.withdraw_correction(desk, CorrectionWithdrawal(NUMBERS[6], "it was right"))
    lists.enter_correction(desk, NewCorrection(office_number(2), 1720, "another", confirmed=True))
    office_settings.change_settings(desk, office_settings.OfficeChange(home="POL", why="it moved"))
    office_settings.change_settings(desk, office_settings.OfficeChange(home="UKR", why="and back"))
    for code, then in (("not-yet", "soon"), ("soon", "later")):
        events.change_event(desk, EventChange(code, "mistyped", code=then))
    assert [str(each) for each in proofs.verify_office(desk, VerifyRequest(whole=True)).found] == []
    desk.store.close()


# --- what an entry says ---------------------------------------------------------------------------------------------


def _saying(connection: Connection, words: tuple[str, str, Any], table: str, row: dict[str, Any]) -> tamper.Edit:
    with entry(connection, *words) as seq:
        connection.execute(insert(schema.metadata.tables[table]).values(**row, log=seq))
    return tamper.Edit(table, str(row))


CORRECTION = {"series": SERIES, "list": 202602, "player": 5, "rating": 1733}
CORRECTING = "correct", f"{SERIES} {office_number(5)}", {"list": 202602, "rating": 1733}
FACT = {"player": 5, "field": "latin_name", "old": "", "new": "Ann", "since": 20260101}
NAMING = "player-change", str(office_number(5)), {"latin_name": "Ann"}
RULE = {"series": SERIES, "name": "event-at-two-lists", "value": "a"}
DECIDING = "decide for series", SERIES, {"name": "event-at-two-lists", "value": "a"}
CLAIM = {
    "series": SERIES, "list": 202602, "player": 5, "code": "CLM-9", "claimant": "Ann", "role": "player",
}  # fmt: skip
CLAIMING = "claim", str(office_number(5)), None


@pytest.mark.parametrize("store", KINDS[:1], indirect=True)  # read by the same code from both
@pytest.mark.parametrize(("words", "table", "row", "otherwise"), [
    (CORRECTING, "correction", CORRECTION, {"rating": 1773}),
    (CORRECTING, "correction", CORRECTION, {"player": 6}),
    (CORRECTING, "correction", CORRECTION, {"list": 202603}),
    (NAMING, "player_change", FACT, {"player": 6}),
    (DECIDING, "series_rule", RULE, {"value": "b"}),
    (CLAIMING, "claim", CLAIM, {"player": 6}),
])  # fmt: skip
def test_a_row_that_says_something_else_than_its_entry_is_named(
    store: Store, words: tuple[str, str, Any], table: str, row: dict[str, Any], otherwise: dict[str, Any]
) -> None:
    saying = partial(_saying, words=words, table=table)
    assert not [each for each in tamper.found_after(store, partial(saying, row=row))[1] if " says" in each]
    told = tamper.found_after(store, partial(saying, row={**row, **otherwise}))[1]
    owner = {"series_rule": f"series {SERIES}", "claim": "case CLM-9"}.get(table)
    owner = owner or f"player {office_number(otherwise.get('player', 5))}"
    assert any(each.startswith(f"{owner}: the row ") and f"({words[0]} {words[1]}" in each for each in told)


def test_a_fact_that_is_not_the_one_that_was_entered_is_named(store: Store) -> None:
    def edit(connection: Connection, new: str) -> tamper.Edit:
        of = schema.player
        row = {"player": 5, "field": "region", "old": "", "new": new, "since": 20260101}
        with entry(connection, "player-change", str(office_number(5)), {"region": "North"}) as seq:
            connection.execute(insert(schema.player_change).values(**row, log=seq))
            connection.execute(update(of).where(of.c.key == 5).values(region=new))
        return tamper.Edit("player_change", new)

    assert tamper.found_after(store, partial(edit, new="North"))[1] == []
    told = tamper.found_after(store, partial(edit, new="South"))[1]
    assert any(
        each.startswith(f"player {office_number(5)}: the row ") and "is not what its entry" in each for each in told
    )


def test_a_setting_changes_with_the_entry_alone_that_says_so(store: Store) -> None:
    def edit(connection: Connection, action: str, detail: Any) -> tamper.Edit:
        of = schema.setting
        with entry(connection, action, "", detail):
            connection.execute(update(of).where(of.c.name == "home").values(value="POL"))
        return tamper.Edit("setting", "home")

    assert tamper.found_after(store, partial(edit, action="change office", detail={"home": ["UKR", "POL"]}))[1] == []
    for action, detail in (("backup", None), ("change office", {"home": ["UKR", "GER"]}), ("change office", None)):
        told = tamper.found_after(store, partial(edit, action=action, detail=detail))[1]
        assert any('the row "home" of setting is not what its entry' in each for each in told)


# --- the law of a list ----------------------------------------------------------------------------------------------


def _own_law(connection: Connection, adopted: bytes, carried: bytes) -> tamper.Edit:
    """A list that carries a rulebook of the office's own."""
    text, of, file = schema.law_text, schema.list_law, "own-2026.toml"
    first = connection.execute(select(schema.rating_list).where(schema.rating_list.c.series == SERIES)).first()
    assert first is not None
    with entry(connection, "adopt", "own-2026", {"sha256": sha256(adopted).hexdigest()}) as seq:
        connection.execute(insert(text).values(sha256=sha256(adopted).hexdigest(), body=adopted, log=seq))
    with entry(connection, "publish", f"{SERIES} {first.list}") as seq:
        if carried != adopted:
            connection.execute(insert(text).values(sha256=sha256(carried).hexdigest(), body=carried, log=seq))
        row = {"series": SERIES, "list": first.list, "file": file, "sha256": sha256(carried).hexdigest()}
        connection.execute(insert(of).values(**row))
        connection.execute(update(schema.rating_list).where(schema.rating_list.c.list == first.list).values(log=seq))
    return tamper.Edit("list_law", file)


def test_a_list_that_carries_another_law_than_was_adopted_is_named(store: Store) -> None:
    right = tamper.found_after(store, partial(_own_law, adopted=b"k = 20", carried=b"k = 20"))[1]
    assert not [each for each in right if "adopted" in each]
    told = tamper.found_after(store, partial(_own_law, adopted=b"k = 20", carried=b"k = 10"))[1]
    assert any(each.startswith(f"list {SERIES}") and "carries another law own-2026.toml" in each for each in told)


def test_a_list_that_carries_a_law_that_nobody_adopted_is_named(store: Store) -> None:
    def edit(connection: Connection) -> tamper.Edit:
        done = _own_law(connection, b"k = 20", b"k = 20")
        connection.execute(delete(schema.law_text).where(schema.law_text.c.body == b"k = 20"))
        return done

    told = tamper.found_after(store, edit)[1]
    assert any(each.startswith(f"list {SERIES}") and "was never adopted" in each for each in told)
