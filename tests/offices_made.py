"""A small office with a row in every table, entered as the office's own verbs would: for backups and the doctor."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import numpy as np
from by_hand import by_hand
from sqlalchemy import Connection, create_engine, insert, text
from sqlalchemy.pool import NullPool

from arpad.columns import Games, Roll
from arpad.law.law_set import LawSet
from arpad.law.lawfiles import law_files
from arpad.lists.sealed import RollRows, digest, parts_of
from arpad.office.access.private_values import new_private_value
from arpad.office.book.admitted_content import AdmittedContent, AdmittedHead, AdmittedPlayers, content_row
from arpad.office.clock import Clock
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.imported_rows import ImportedRows, pack_imported
from arpad.office.office_settings import found_office
from arpad.office.publishing.revised_rows import Moves
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import empty_roll
from arpad.office.store import access_tables, schema
from arpad.office.store.effects import unrecorded
from arpad.office.store.engine import Store, connect_store
from arpad.packed import CHUNK, pack

PLAYERS = 60
ROWS = 4300  # of the rolls: more than one range of keys
OWN = "fide-standard"
OTHER = "fide-rapid"
NAMES = ("Иваненко, Оксана", "Nagy, Ödön", "O'Hara, \t\x01Zoë", "张, 三", "\U0001f600")


def full_office(address: str, day: date = date(2024, 5, 1), number: Any = office_number) -> Desk:
    """A rehearsal with players, events, two computed lists and two imported ones."""
    desk = found_office(connect_store(address, create=True), "founder", Clock(set_to=day), "UKR", rehearsal=True)
    with by_hand(desk).writing("enter", why="a story\nin two lines") as writing:
        _people(writing, number)
        _imported(writing)
    with by_hand(desk).writing("submit", "GAM1") as writing:
        event, report = _event(writing)
    desk = Desk(desk.store, "other officer", desk.clock, rehearsal=True, home="UKR")
    with by_hand(desk).writing("publish") as writing:
        _lists(writing, _admitted(writing, event, report), event)
    with by_hand(desk).writing("checkpoint") as writing:
        put(writing, schema.checkpoint, {"size": 1, "root": "0" * 64, "day": 20240501})
    return desk


def put(writing: WriteTransaction, table: Any, *rows: dict[str, Any]) -> None:
    logged = {"log": writing.seq} if "log" in table.c else {}
    writing.connection.execute(insert(table), [{**row, **logged} for row in rows])


def _people(writing: WriteTransaction, number: Any) -> None:
    rows = [
        {
            "key": key, "id": number(key), "fide_id": 14_100_000 + key if key % 3 else None,
            "name": f"{NAMES[key % 5]} {key}",
            "name_sort": f"name {key:05d}", "sex": "wm"[key % 2], "federation": "UKR", "died": 0,
        }
        for key in range(PLAYERS)
    ]  # fmt: skip
    put(writing, schema.player, *rows)
    put(writing, schema.birth, *({"player": key, "born": 19_700_000 + key} for key in range(PLAYERS)))
    put(writing, schema.player_change, {"player": 3, "field": "name", "old": "a", "new": "b", "since": 20_240_401})
    put(writing, schema.merge, {"kept": 1, "gone": 2})
    put(writing, schema.merge, {"kept": 1, "gone": 2, "undoes": 1})
    put(writing, schema.arbiter, {"id": 2**40, "name": "Arbiter", "federation": "UKR"})
    put(writing, schema.licence, {"arbiter": 2**40, "kind": "FA", "since": 20_200_101})
    put(writing, schema.federation, {"code": "UKR", "name": "Ukraine"}, {"code": "ÖST", "name": "z"})
    put(writing, schema.membership, {"federation": "UKR", "state": "member", "since": 19_920_101})
    put(writing, schema.rating_officer, {"federation": "UKR", "name": "O. Officer", "since": 20_240_101})


def _event(writing: WriteTransaction) -> tuple[int, int]:
    put(writing, schema.event, {"code": "GAM1", "series": OWN, "start": 20_240_401, "end": 20_240_405})
    put(writing, schema.event_facts, {"event": 1, "facts": json.dumps({"name": "Cup"})})
    body = bytes(range(256)) * 40
    said = {"event": 1, "sha256": hashlib.sha256(body).hexdigest(), "fingerprint": "f", "file": "cup.trf"}
    put(writing, schema.report, {**said, "body": body, "games": b"\0\1\2"})
    put(writing, schema.game_week, {"week": 105_500, "pair": -(2**62), "report": 1})
    put(writing, schema.examination, {"report": 1, "stamp": "s", "answer": "[]", "packed": b"\0"})
    scores = {"event": 1, "sha256": hashlib.sha256(b"1. e4").hexdigest(), "file": "cup.pgn", "body": b"1. e4"}
    put(writing, schema.game_scores, scores)
    put(writing, schema.decision, {"event": 1, "kind": "registered"}, {"event": 1, "kind": "reported", "report": 1})
    return 1, 1


def content() -> AdmittedContent:
    head = AdmittedHead.of(start=[20_240_401], end=[20_240_405], seated_by=[202404], enters=[202405])
    sitting = AdmittedPlayers.of(player=[7, 42], number=[1, 2])
    return AdmittedContent(head, sitting, Games.of(white=[0], black=[1], white_half_points=[2], round=[1], order=[1]))


def _admitted(writing: WriteTransaction, event: int, report: int) -> int:
    put(writing, schema.decision, {"event": event, "kind": "admitted", "report": report})
    put(writing, schema.identified_games, {"decision": 2, "report": report, "games": b"\0\1"})
    put(writing, schema.content, content_row(content().packed(), 3, 2**40 + 1))
    return 3


def _lists(writing: WriteTransaction, decision: int, event: int) -> None:
    put(writing, schema.series, {"name": OWN, "kind": "computed"})
    put(writing, schema.correction, {"series": OWN, "list": 202405, "player": 9, "rating": 1900})
    put(writing, schema.preview, {"series": OWN, "list": 202405, "inputs_sha256": "inputs"})
    put(writing, schema.preview_part, {"preview": 1, "inputs": "{}", "packed": b""})
    first = Roll.of(rating=np.arange(ROWS, dtype=np.int16) % 800 + 1400, k=np.full(ROWS, 20, np.uint8))
    rating = first.rating.copy()
    rating[[7, 4200]] += 10
    second = Roll.of(rating=rating, k=first.k)
    before = put_list(writing, OWN, 202404, "opening", parts_of(empty_roll(0), first))
    tables = [("lines", 0, b"lines of 7"), ("worksheets", 0, b"sheet of 7"), ("lines", 1, b"lines of 4200")]
    ledgers = [(decision, b"the ledger of the cup")]
    put_list(writing, OWN, 202405, "computed", parts_of(first, second), tables, ledgers, before)
    put(
        writing, schema.roll_base, {"series": OWN, "list": 202405, "chunk": 0, "packed": pack(second.cut(slice(CHUNK)))}
    )
    _carried(writing)
    put(writing, schema.rated, {"event": event, "part": 0, "series": OWN, "list": 202405, "decision": decision})
    put(writing, schema.pointer, {"series": OWN, "list": 202405})
    _revised(writing, decision)
    _undone(writing)
    _access(writing)


def _undone(writing: WriteTransaction) -> None:
    """A list that was imported and taken back, and an event that had another code; a claim and its answer."""
    rows = pack_imported(ImportedRows.of(fide_id=[14_100_001], rating=[2401], state=[1], k=[10]))
    head = {"list": {"inputs_sha256": ""}, "law": {}, "series": {"name": OTHER, "kind": "imported"}}
    seal = digest("", (), [("imported", 0, rows)])
    here = {"series": OTHER, "list": 202405, "sha256": seal, "head": json.dumps(head)}
    put(writing, schema.taken_back, here)
    row = {"series": OWN, "list": 202405, "player": 7, "event": 1, "round": 1, "opponent": 42, "until": 20_240_512}
    put(writing, schema.claim, {**row, "code": "CLM-1", "claimant": "Nagy", "role": "player", "article": "0.4"})
    put(writing, schema.claim_answer, {"claim": 1, "kind": "upheld", "revision": "REV-1"})
    part = {"taken_back": 1, "name": "", "chunk": 0, "packed": rows}
    put(writing, schema.taken_back_part, *({**part, "place": place} for place in ("imported_part", "imported_base")))
    put(
        writing, schema.event_change, {"event": 1, "code": "CUP", "series": OWN, "start": 20_240_401, "end": 20_240_404}
    )


def _revised(writing: WriteTransaction, decision: int) -> None:
    """A case that was approved, and what it changed."""
    put(writing, schema.revision, {"code": "REV-1", "kind": "replace", "target": "event 1", "detail": "{}"})
    sent = hashlib.sha256(b"the right result").hexdigest()
    put(writing, schema.revision_file, {"revision": 1, "sha256": sent, "file": "cup.trf", "body": b"the right result"})
    put(writing, schema.revision_step, {"revision": 1, "kind": "approved", "detail": "{}"})
    here = {"series": OWN, "list": 202405, "layer": writing.seq}
    moves = Moves.of(player=[7], before=[1417], after=[1427], causes=[1])
    rows = RollRows.of(player=[7], rating=[1427], k=[20])
    for name, chunk, packed in (("made", -1, b""), ("moves", 0, pack(moves)), ("roll", 0, pack(rows))):
        put(writing, schema.revised_part, {**here, "name": name, "chunk": chunk, "packed": packed})
    put(writing, schema.revised_ledger, {**here, "decision": decision, "packed": b"the ledger as it should be"})
    put(writing, schema.series_rule, {"series": OWN, "name": "difference", "value": "carry"})


LAW = LawSet({"edition.toml": b"what it says", "readings.toml": law_files()["readings.toml"]})


def _carried(writing: WriteTransaction) -> None:
    """The law of the second list."""
    for file, body in LAW.files.items():
        sha256 = hashlib.sha256(body).hexdigest()
        put(writing, schema.law_text, {"sha256": sha256, "body": body})
        put(writing, schema.list_law, {"series": OWN, "list": 202405, "file": file, "sha256": sha256})


def put_list(
    writing: WriteTransaction,
    series: str,
    list_: int,
    kind: str,
    parts: list[tuple[int, bytes]],
    tables: list[tuple[str, int, bytes]] | None = None,
    ledgers: list[tuple[int, bytes]] | None = None,
    previous: str = "",
) -> str:
    """A list with everything that belongs to it; gives its hash."""
    here, inputs = {"series": series, "list": list_}, f"inputs of {series} {list_}"
    tables, ledgers = tables or [], ledgers or []
    sha256 = digest(inputs, parts, tables, [packed for _, packed in ledgers])
    head = {**here, "kind": kind, "previous_sha256": previous, "inputs_sha256": inputs, "sha256": sha256}
    if kind == "computed":
        head |= {"edition": "edition", "edition_sha256": LAW.sha256("edition")}
    put(writing, schema.rating_list, {**head, "players": PLAYERS})
    for chunk, packed in parts:
        put(writing, schema.roll_part, {**here, "chunk": chunk, "packed": packed})
    for name, chunk, packed in tables:
        if name == "imported":
            put(writing, schema.imported_part, {**here, "packed": packed})
        else:
            put(writing, schema.period_part, {**here, "name": name, "chunk": chunk, "packed": packed})
    for decision, packed in ledgers:
        put(writing, schema.ledger_part, {**here, "decision": decision, "packed": packed})
    return sha256


def _imported(writing: WriteTransaction) -> None:
    put(writing, schema.series, {"name": OTHER, "kind": "imported"})
    rows = pack_imported(
        ImportedRows.of(fide_id=[14_100_001, 14_100_002], rating=[2400, 2300], state=[1, 1], k=[10, 20])
    )
    before = put_list(writing, OTHER, 202403, "imported", [], [("imported", 0, rows)])
    put_list(writing, OTHER, 202404, "imported", [], [("imported", 0, b"")], previous=before)
    put(writing, schema.imported_base, {"series": OTHER, "list": 202404, "packed": rows})
    put(writing, schema.pointer, {"series": OTHER, "list": 202404})
    patch = pack_imported(ImportedRows.of(fide_id=[14_100_002], rating=[2300], state=[2], k=[20]))
    put(writing, schema.imported_patch, {"series": OTHER, "list": 202404, "packed": patch})
    file = {"sha256": hashlib.sha256(patch).hexdigest(), "file": "rapid.txt", "form": "single", "rows": 2}
    put(writing, schema.official_list, {"series": OTHER, "list": 202404, **file, "activity": 1})
    people = {"authority": "FIDE", "since": 202404, "first": 14_100_001, "last": 14_100_002}
    put(writing, schema.official_people, {**people, "names": b"\0", "facts": b"\1"})


def _access(writing: WriteTransaction) -> None:
    """An account with a role and a credential that was ended, and an act that waited and was refused."""
    contact = new_private_value("somebody@example.org")
    put(writing, access_tables.private_value, {"digest": contact.digest, "salt": contact.salt, "body": contact.body})
    put(writing, access_tables.account, {"handle": "olena", "name": "Olena Invented", "contact": contact.digest})
    put(writing, access_tables.credential, {"account": 1, "kind": "password", "digest": "0" * 64})
    put(writing, access_tables.credential_end, {"credential": 1})
    put(writing, access_tables.role_grant, {"account": 1, "role": "arbiter", "scope": "own"})
    put(writing, access_tables.role_end, {"role_grant": 1})
    put(writing, access_tables.role_permission, {"role": "arbiter", "permission": "people", "allowed": 0})
    put(writing, access_tables.approval_rule, {"act": "publish-list", "needed": 1})
    put(writing, access_tables.held_act, {"act": "publish-list", "request": "{}", "actor": "account:olena"})
    put(writing, access_tables.held_answer, {"held": 1, "kind": "refused", "actor": "account:olena"})


def everything(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, by primary key."""
    with store.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(table.select())), key=repr)
            for table in schema.metadata.sorted_tables
            if not table.info.get(schema.OPERATIONAL)
        }


@contextmanager
def behind(store: Store) -> Iterator[Connection]:
    """Somebody with the keys to the database works behind the office's back: no trigger and no reference stops him."""
    if not store.is_sqlite:
        with store.engine.begin() as connection, unrecorded(connection):
            connection.execute(text("SET LOCAL session_replication_role = replica"))
            yield connection
        return
    engine = create_engine(f"sqlite:///{store.address}", poolclass=NullPool)
    with engine.begin() as connection:
        triggers = connection.execute(
            text("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'")
        ).all()
        for _, name, _ in triggers:
            connection.execute(text(f"DROP TRIGGER {name}"))
        yield connection
        left = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'")).scalars().all()
        for table, _, sql in triggers:
            if table in left:
                connection.execute(text(sql))
