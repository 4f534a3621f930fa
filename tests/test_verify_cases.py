"""What a case says is what its approval wrote: the event, the players, the fact. Each attack is beside its control."""

from __future__ import annotations

import json
from functools import partial
from hashlib import sha256
from typing import Any

import pytest
import tamper
from databases import KINDS
from sqlalchemy import Connection, insert
from test_verify_rows import entry, published

from arpad.office.proving.chained import entries, written_by
from arpad.office.proving.enacted import not_as_proposed
from arpad.office.store import schema
from arpad.office.store.engine import Store, connect_store

PART = {"event": 2, "part": 0, "name": "event-2", "series": "fide-standard"}
FACT = {"player": 4, "number": 4, "field": "sex"}
TWO = {"kept": 3, "gone": 10, "despite": []}
GAME = {**PART, "player": 1, "round": 2, "reason": "fair-play"}
SAID = {"player": 1, "id": 0, "round": 2, "reason": "fair-play"}
ANNULLED = "decision", {"event": 2, "part": 0, "kind": "annulled", "detail": "{}"}
REVISED = "decision", {"event": 2, "part": 0, "kind": "revised", "detail": "{}"}
EXCLUDED = "decision", {"event": 2, "part": 0, "kind": "excluded", "detail": json.dumps(SAID)}
CHANGED = "player_change", {"player": 4, "field": "sex", "old": "", "new": "w"}
MERGED = "merge", {"kept": 3, "gone": 10}
Row = tuple[str, dict[str, Any]]


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest) -> Store:
    return connect_store(published(request.param))


def _approved(connection: Connection, case: dict[str, Any], rows: list[Row], typed: str = "rev-99") -> tamper.Edit:
    """Somebody proposes a case and approves it, as the office would."""
    with entry(connection, "propose revision", "REV-99") as seq:
        row = {"kind": case["kind"], "target": case["target"], "detail": json.dumps(case["detail"])}
        connection.execute(insert(schema.revision).values(seq=99, code="REV-99", **row, log=seq))
        if "file" in case:
            sent = {"sha256": sha256(case["file"]).hexdigest(), "body": case["file"]}
            connection.execute(insert(schema.revision_file).values(revision=99, file="fact.json", **sent, log=seq))
    with entry(connection, "approve revision", typed) as seq:
        connection.execute(insert(schema.revision_step).values(revision=99, kind="approved", log=seq))
        for table, values in rows:
            own = {} if table == "rated" else {"log": seq}
            connection.execute(insert(schema.metadata.tables[table]).values(**values, **own))
    return tamper.Edit("revision", "REV-99")


def told_of(store: Store, case: dict[str, Any], rows: list[Row], typed: str = "rev-99") -> list[str]:
    """What is said of the case alone: lists that nobody made again are others' affair."""
    with tamper.undone(store) as connection:
        _approved(connection, case, rows, typed)
        found = not_as_proposed(connection, written_by(connection), entries(connection))
        return [str(each) for each in found]


ANNULMENT = {"kind": "annul", "target": "event 2", "detail": PART}
EXCLUSION = {"kind": "game", "target": "event 2", "detail": GAME}
AGAIN = {"kind": "again", "target": "event 2", "detail": {**PART, "asides": []}}
CORRECTED = {
    "kind": "fact", "target": "player 4", "detail": FACT, "file": b'{"values": {"sex": "w"}, "since": 0}',
}  # fmt: skip
ONE = {"kind": "merge", "target": "player 3, player 10", "detail": TWO}
PARTED = {"kind": "unmerge", "target": "player 3, player 10", "detail": TWO}


def _other(row: Row, **values: Any) -> Row:
    return row[0], {**row[1], **values}


@pytest.mark.parametrize(("case", "rows", "otherwise"), [
    (ANNULMENT, [ANNULLED], [_other(ANNULLED, event=3)]),
    (ANNULMENT, [ANNULLED], [REVISED]),
    (ANNULMENT, [ANNULLED], []),
    (ANNULMENT, [ANNULLED], [ANNULLED, MERGED]),
    (ANNULMENT, [ANNULLED], [ANNULLED, CHANGED]),
    (EXCLUSION, [EXCLUDED, REVISED], [_other(EXCLUDED, detail=json.dumps({**SAID, "round": 3})), REVISED]),
    (EXCLUSION, [EXCLUDED, REVISED], [REVISED]),
    (AGAIN, [REVISED], [_other(REVISED, part=1)]),
    (CORRECTED, [CHANGED], [_other(CHANGED, player=5)]),
    (CORRECTED, [CHANGED], [_other(CHANGED, new="m")]),
    (CORRECTED, [CHANGED], [_other(CHANGED, field="died")]),
    (ONE, [MERGED], [_other(MERGED, gone=11)]),
    (ONE, [MERGED], [MERGED, CHANGED]),
    (PARTED, [_other(MERGED, undoes=1)], [MERGED]),
])  # fmt: skip
def test_an_approval_that_did_something_else_than_its_case_says_is_named(
    store: Store, case: dict[str, Any], rows: list[Row], otherwise: list[Row]
) -> None:
    if case is not PARTED:  # of which the office has one already
        assert told_of(store, case, rows) == []
    (told,) = told_of(store, case, otherwise)
    assert told.startswith("case REV-99: what entry ")


def test_a_case_is_approved_by_the_entry_that_names_it(store: Store) -> None:
    assert told_of(store, ANNULMENT, [ANNULLED], "99") == []
    assert len(told_of(store, ANNULMENT, [ANNULLED], "REV-1")) == 1
    assert len(told_of(store, {**ANNULMENT, "target": "event 3"}, [ANNULLED])) == 1


def test_the_cases_of_an_office_are_what_they_say(store: Store) -> None:
    told = tamper.found_after(store, partial(_approved, case=ANNULMENT, rows=[_other(ANNULLED, event=3)]))[1]
    assert any(each.startswith("case REV-99: what entry ") for each in told)
    assert not [each for each in told if each.startswith("case REV-") and not each.startswith("case REV-99")]
