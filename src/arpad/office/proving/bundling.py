"""Write what the office published as files for everybody, enter that into the log, and say how the log stands.

Each list is laid out again as it was made, so that what is written is what the list was made from; of a birth only the
year is told. Where a K depends on a birthday, the birthday is sealed with a salt, and what opens the seal is written
apart, for the office to tell whom it may concern.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.asjson import to_json
from arpad.columns import I32, Pool, Roll, State, Table
from arpad.days import days_of, years_of
from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.history.birthdays import asks_birthday, sealed
from arpad.history.chain import Links, OpenEntry
from arpad.history.chapter import CONCLUSIONS, Chapter, Head, PlayerRows, gave, known_players, listed_rows, made_from
from arpad.history.checkpoint import Checkpoint
from arpad.history.contents import hash_of
from arpad.history.library import BIRTHS, PEOPLE, PERSON, Writer, new_library
from arpad.history.remaking import JOINED, WAITING
from arpad.history.verifying import NEW_KEY, WRITTEN
from arpad.law import Rulebook
from arpad.lists.beside import adjusting_series, seating_series
from arpad.lists.listing import UnlistedPlayers, hidden
from arpad.lists.sealed import UNLISTED, ConclusionRows
from arpad.office.desk import Desk, Watch
from arpad.office.proving.points import add
from arpad.office.proving.remade import heads, recomputable
from arpad.office.publication.inputs import gather_again
from arpad.office.publication.listlaw import carried_by
from arpad.office.publication.periods import lay_out, made_of
from arpad.office.publication.revised import published_pool
from arpad.office.publication.storing import COMPUTED, OPENING
from arpad.office.registry.identity import key_of
from arpad.office.registry.players import facts
from arpad.office.registry.roster import Roster, roster
from arpad.office.revising.approving import notice
from arpad.office.revising.cases import all_cases
from arpad.office.rolls import kind_of, roll_of
from arpad.office.store import schema
from arpad.office.store.leaves import Leaves
from arpad.packed import unpack
from arpad.rating.change import listed
from arpad.rating.coefficient import decide
from arpad.textcells import harmless

ONLY_OWNER = 0o600


@dataclass(frozen=True)
class Bundled:
    """What was written."""

    directory: str
    lists: int
    files: int
    contents: str  # the hash of the table of contents, as it stands in the log
    openings: str  # the file that opens sealed birthdays; empty where none is sealed
    checkpoint: Checkpoint


class _Bundle:
    """A bundle being written: what the chapters so far said."""

    def __init__(self, connection: Connection, writer: Writer) -> None:
        self.connection, self.writer = connection, writer
        self.players = PlayerRows.of()
        self.pools: dict[str, Pool] = {}
        self.shown = np.zeros(0, bool)  # who stood on a list
        self.needed = np.zeros(0, bool)  # who was rated or played: of the others nobody needs to know the year of birth
        self.asked = np.zeros(0, bool)  # whose K depended on his birthday

    def add(self, head: Any) -> None:
        chapter, law = self._remakable(head) if recomputable(self.connection, head) else self._taken(head)
        self.writer.add_chapter(chapter, law)

    def _remakable(self, row: Any) -> tuple[Chapter, dict[str, bytes]]:
        connection = self.connection
        inputs = gather_again(connection, row.series, row.list)
        laid = lay_out(connection, inputs)
        draft, books = made_of(inputs, laid), laid.inputs.books
        law = dict(inputs.law.files)
        head = replace(
            _head(row, len(inputs.roster), remakable=True),
            replaced=inputs.replaced,
            books=tuple(book.id for book in books),
            law={name: hashlib.sha256(body).hexdigest() for name, body in law.items()},
            codes=inputs.moved.codes(inputs.roster),
            home=laid.inputs.lists.home,
            mistaken=tuple(inputs.footing.mistaken),
            seating=seating_series(*books),
            adjusting=adjusting_series(inputs.book, inputs.day),
        )

        def published(series: str, list_: int) -> Roll | None:
            if series == head.series:
                return laid.stored[list_]
            if kind_of(connection, series) != COMPUTED:
                return None
            return roll_of(connection, series, list_, inputs.roster.listed_as)

        parts = {part.decision for whole in inputs.wholes for part in whole.parts}
        in_parts = np.array([event.decision in parts for event in inputs.sent], bool)
        tables = made_from(laid.inputs, head, published, inputs.alias, in_parts)
        tables |= gave(draft.period, draft.roll, draft.adjustments, draft.unlisted)
        if laid.inputs.parts is None:
            for name in JOINED:
                del tables[name]
        if head.series in self.pools and laid.inputs.pool.equals(self.pools[head.series]):
            del tables[WAITING]
        self.pools[head.series] = draft.period.pool
        self._ask_birthdays(inputs.book, head, inputs.roster.born, draft.roll)
        people = self._people(inputs.roster, draft.roll, draft.unlisted, draft.period.entries.player)
        return Chapter(head, people | tables), law

    def _taken(self, row: Any) -> tuple[Chapter, dict[str, bytes]]:
        """A list that is taken as published."""
        connection = self.connection
        known = roster(connection, row.log)
        roll = roll_of(connection, row.series, row.list, known.listed_as)
        carried = carried_by(connection, row.series, row.list)
        law = {} if carried is None else dict(carried.files)
        head = replace(
            _head(row, len(known), remakable=False),
            law={name: hashlib.sha256(body).hexdigest() for name, body in law.items()},
        )
        part = schema.period_part
        rows = select(part.c.packed).filter_by(series=row.series, list=row.list, name=UNLISTED).order_by(part.c.chunk)
        gone = [unpack(UnlistedPlayers, packed) for packed in connection.execute(rows).scalars()]
        unlisted = UnlistedPlayers.join([UnlistedPlayers.room(0), *gone])
        self.pools[row.series] = published_pool(connection, row.series, row.list)
        tables: dict[str, Table] = {"list": listed_rows(roll), "pool": self.pools[row.series], UNLISTED: unlisted}
        rows = select(part.c.packed).filter_by(series=row.series, list=row.list, name=OPENING).order_by(part.c.chunk)
        kept = [unpack(ConclusionRows, packed) for packed in connection.execute(rows).scalars()]
        tables[CONCLUSIONS] = ConclusionRows.join([ConclusionRows.room(0), *kept])
        return Chapter(head, self._people(known, roll, unlisted, np.zeros(0, np.int32)) | tables), law

    def _people(self, known: Roster, roll: Roll, unlisted: UnlistedPlayers, seated: I32) -> dict[str, Table]:
        self.shown = _longer(self.shown, len(roll))
        on = listed(roll.state)
        on[unlisted.player[hidden(unlisted.reason)]] = False
        self.shown |= on
        self.needed = _longer(self.needed, len(roll))
        self.needed |= roll.state > 0
        self.needed[seated] = True
        born = np.where(self.needed[: len(roll)], known.born, 0)
        self.players, new = known_players(self.players, born, known.member)
        return {"players": new}

    def _ask_birthdays(self, book: Rulebook, head: Head, born: I32, roll: Roll) -> None:
        self.asked = _longer(self.asked, len(roll))
        if not asks_birthday(book):
            return
        year = days_of(years_of(born)).astype(np.int32)
        k, reason = decide(book, head.list_, roll.games, year, roll.highest, roll.rating)
        self.asked |= (roll.state != State.NONE.value) & ((k != roll.k) | (reason != roll.k_reason))

    def add_people(self) -> str:
        """Whom the keys are, and the sealed birthdays. Gives what opens them."""
        known = roster(self.connection)
        keys = np.flatnonzero(_longer(self.shown, len(known))).tolist()
        names = facts(self.connection, keys)
        lines = io.StringIO()
        table = csv.writer(lines, lineterminator="\n")
        table.writerow(PERSON)
        for key in keys:
            code, year = known.codes[int(known.federation[key])], int(self.players.born[key])
            numbers = int(known.id[key]), int(known.fide_id[key])
            table.writerow((key, *numbers, harmless(names[key].name), code, year))
        self.writer.add(PEOPLE, lines.getvalue().encode())
        seals, opens = ["player,sha256"], ["number,born,salt"]
        for key in np.flatnonzero(self.asked).tolist():
            salt, number, born = secrets.token_hex(16), int(known.id[key]), int(known.born[key])
            seals.append(f"{key},{sealed(number, born, salt)}")
            opens.append(f"{number},{born},{salt}")
        if len(seals) == 1:
            return ""
        self.writer.add(BIRTHS, ("\n".join(seals) + "\n").encode())
        return "\n".join(opens) + "\n"


def bundle(desk: Desk, directory: Path, openings: Path, watch: Watch) -> Bundled:
    """Write everything that was published into a new directory."""
    if openings.exists():
        raise Misuse("history/there", directory=str(openings))
    with new_library(directory) as writer:
        with desk.reading() as connection:
            first = connection.execute(select(schema.link.c.sha256).order_by(schema.link.c.log).limit(1)).scalar()
            there = [row for row in heads(connection) if row.kind in (COMPUTED, OPENING)]
            chosen = sorted(there, key=lambda row: row.log)
            if not chosen or first is None:
                raise Misuse("history/nothing")
            writing = _Bundle(connection, writer)
            with watch("lists", len(chosen)) as advance:
                for row in chosen:
                    writing.add(row)
                    advance(1)
            opens = writing.add_people()
            for name, body in _notices(connection, set(np.flatnonzero(writing.shown).tolist())):
                writer.add(f"notices/{name}.json", body)
        contents = hash_of(writer.close(first, desk.rehearsal))
        with desk.writing(WRITTEN, str(len(chosen)), detail={"contents": contents, "lists": len(chosen)}) as entry:
            _ = entry.seq
        point = add(desk)
        with desk.reading() as connection:
            wanted = [*(row.log for row in chosen), *_entries(connection, NEW_KEY), *_entries(connection, WRITTEN)]
            writer.add_log(_links(connection, point.size), _opened(connection, wanted, point.size), point)
        if opens:
            _keep_apart(openings, opens)
    return Bundled(str(directory), len(chosen), len(writer.files), contents, str(openings) if opens else "", point)


def _head(row: Any, players: int, remakable: bool) -> Head:
    return Head(
        row.series, row.list, row.kind, row.edition or "", row.sha256, row.inputs_sha256 or "", row.log, players,
        remakable,
    )  # fmt: skip


def _longer(flags: Any, size: int) -> Any:
    return np.concatenate([flags, np.zeros(max(size - len(flags), 0), bool)])


def _notices(connection: Connection, shown: set[int]) -> Iterator[tuple[str, bytes]]:
    """What was put right, case by case: who moves, by how much and through what; no reasons in somebody's words, and no
    name that stood on no list."""
    for case in all_cases(connection):
        if case.approved:
            published: Any = to_json(notice(connection, case.code))
            for field in ("why", "who", "about"):
                published.pop(field, None)
            lists = (list_ for series in published["series"] for list_ in series["lists"])
            for move in (move for list_ in lists for move in list_["moves"]):
                if key_of(int(move["player"])) not in shown:
                    move["name"] = ""
            yield case.code, (json.dumps(published, indent=1, sort_keys=True) + "\n").encode()


def _entries(connection: Connection, action: str) -> list[int]:
    log = schema.log
    return list(connection.execute(select(log.c.seq).where(log.c.action == action)).scalars())


def _links(connection: Connection, size: int) -> Links:
    link = schema.link
    rows = connection.execute(select(link.c.log, link.c.entry).where(link.c.log <= size).order_by(link.c.log))
    return Links("", tuple((row.log, row.entry) for row in rows))


def _opened(connection: Connection, wanted: list[int], size: int) -> Iterator[OpenEntry]:
    """Entries with what their hashes are made of; those of before the chain are held by its first link."""
    log, link, bound = schema.log, schema.link, schema.bound
    salts = {row.log: row.salt for row in connection.execute(select(link.c.log, link.c.salt))}
    for seq in sorted({seq for seq in wanted if seq in salts and seq <= size}):
        row = connection.execute(select(log).where(log.c.seq == seq)).one()
        parts = connection.execute(select(bound).where(bound.c.log == seq).order_by(bound.c.place)).all()
        written = tuple((part.place, Leaves(part.place, part.keys, bytes(part.leaves)).sha256) for part in parts)
        yield OpenEntry(seq, salts[seq], tuple(row), written)


def _keep_apart(file: Path, text: str) -> None:
    """What opens the sealed birthdays, its owner's alone from the first byte."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OWNER)
    with os.fdopen(handle, "w") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
