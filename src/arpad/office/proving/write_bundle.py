"""Write everything the office published as a public bundle, log it, and sign a checkpoint.

Of a birth only the year is written. Where a K depends on a birthday, the birthday is sealed (hashed with a salt).
Numbers, birthdays and salts, which open the seals, are written to a private file.
"""

from __future__ import annotations

import csv
import io
import json
import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Connection, func, select

from arpad.asjson import to_json
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.history.birthdays import seal_birthday
from arpad.history.bundle import BIRTHS, PEOPLE, PERSON, Writer, new_library
from arpad.history.checkpoints import KEY_ENTRY as NEW_KEY
from arpad.history.checkpoints import Checkpoint
from arpad.history.contents import hash_of_contents_file
from arpad.history.log_chain import Links, OpenEntry
from arpad.history.verify import PUBLISHED_ENTRY, WRITTEN_ENTRY
from arpad.office.acts import Permission, Subject, act
from arpad.office.cases.case_approval import notice_of_approved_case
from arpad.office.cases.case_records import all_cases
from arpad.office.desk import Desk, ProgressReporter
from arpad.office.proving.published_data import ListDataMaker, extend_flags, lists_to_publish_as_data
from arpad.office.proving.signed_checkpoints import add_checkpoint
from arpad.office.registry.player_facts import facts_of_players, read_roster
from arpad.office.registry.player_numbers import key_of_office_number
from arpad.office.store import schema
from arpad.office.store.journal import hashes_by_entry
from arpad.textcells import harmless

ONLY_OWNER = 0o600
LOG_TRIES = 100  # to enter a bundle while others write
TAKE_BACK_ACTION = "take back"  # what the log calls the entry that undoes the opening of a series


@dataclass(frozen=True)
class Bundled:
    """What was written."""

    directory: str
    lists: int
    files: int
    contents: str  # the hash of the table of contents, as the log has it
    openings: str  # the file that opens sealed birthdays; empty where none is sealed
    checkpoint: Checkpoint


def write_bundle(desk: Desk, directory: Path, openings: Path, watch: ProgressReporter) -> Bundled:
    """Write everything that was published into a new directory, add a log entry and a checkpoint, and write the
    private file `openings`. Refuses a directory or file that exists, and an office without published lists. If it
    fails, no directory is left, but the log entry may be."""
    if openings.exists():
        raise UserError("history/there", directory=str(openings))
    with new_library(directory) as writer:
        with desk.reading() as connection:
            first = connection.execute(select(schema.link.c.sha256).order_by(schema.link.c.log).limit(1)).scalar()
            chosen = lists_to_publish_as_data(connection)
            if not chosen or first is None:
                raise UserError("history/nothing")
            chapters = ListDataMaker(connection, {row.series for row in chosen})
            with watch("lists", len(chosen)) as advance:
                for row in chosen:
                    writer.add_chapter(*chapters.chapter(row))
                    advance(1)
            opens = _add_people(connection, writer, chapters)
            for name, body in _write_notices(connection, set(np.flatnonzero(chapters.shown).tolist())):
                writer.add(f"notices/{name}.json", body)
        contents = hash_of_contents_file(writer.close(first, desk.rehearsal))
        point = _enter_bundle_in_log(desk, contents, len(chosen))
        with desk.reading() as connection:
            besides = (seq for action in (NEW_KEY, WRITTEN_ENTRY) for seq in _log_entries_of_action(connection, action))
            entries = [*besides, *_publication_entries(connection, chosen)]
            writer.add_log(
                _log_links(connection, point.size), _open_log_entries(connection, entries, point.size), point
            )
        if opens:
            _write_private_file(openings, opens)
    return Bundled(str(directory), len(chosen), len(writer.files), contents, str(openings) if opens else "", point)


@dataclass(frozen=True)
class BundleNote:
    """That a bundle was written: the hash of its table of contents, and its number of lists."""

    contents: str
    lists: int


def _enter_bundle_in_log(desk: Desk, contents: str, lists: int) -> Checkpoint:
    """Store in the log that a bundle was written, and a checkpoint of just that entry. If another entry came
    between, try again, up to LOG_TRIES times."""
    for _ in range(LOG_TRIES):
        entry = note_bundle(desk, BundleNote(contents, lists))
        point = add_checkpoint(desk)
        if point.size == entry:
            break
    return point


@act("note-bundle", about=Subject.OFFICE, permission=Permission.PUBLISH, note=True)
def note_bundle(desk: Desk, note: BundleNote) -> int:
    """Store in the log that a bundle was written; return the number of the entry."""
    detail = {"contents": note.contents, "lists": note.lists}
    with desk.writing(WRITTEN_ENTRY, str(note.lists), detail=detail) as writing:
        return writing.seq


def _add_people(connection: Connection, writer: Writer, chapters: ListDataMaker) -> str:
    """Write to the bundle who the player keys are, and the sealed birthdays. Return the lines that open the seals
    (number, birthday, salt); empty if no K depends on a birthday."""
    players = read_roster(connection)
    keys = np.flatnonzero(extend_flags(chapters.shown, len(players))).tolist()
    names = facts_of_players(connection, keys)
    lines = io.StringIO()
    table = csv.writer(lines, lineterminator="\n")
    table.writerow(PERSON)
    for key in keys:
        code, year = players.codes[int(players.federation[key])], int(chapters.players.born[key])
        numbers = int(players.id[key]), int(players.fide_id[key])
        table.writerow((key, *numbers, harmless(names[key].name), code, year))
    writer.add(PEOPLE, lines.getvalue().encode())
    seals, opens = ["player,sha256"], ["number,born,salt"]
    for key in np.flatnonzero(chapters.asked).tolist():
        salt, number, born = secrets.token_hex(16), int(players.id[key]), int(players.born[key])
        seals.append(f"{key},{seal_birthday(number, born, salt)}")
        opens.append(f"{number},{born},{salt}")
    if len(seals) == 1:
        return ""
    writer.add(BIRTHS, ("\n".join(seals) + "\n").encode())
    return "\n".join(opens) + "\n"


def _write_notices(connection: Connection, shown: set[int]) -> Iterator[tuple[str, bytes]]:
    """Yield (case code, JSON) of the notice of each approved case: whose rating changes, by how much and why. Left
    out are officers, reasons in words, and names that were on no list (`shown` has the keys that were)."""
    for case in all_cases(connection):
        if case.approved:
            published: Any = to_json(notice_of_approved_case(connection, case.code))
            for field in ("why", "who", "about"):
                published.pop(field, None)
            lists = (list_ for series in published["series"] for list_ in series["lists"])
            for move in (move for list_ in lists for move in list_["moves"]):
                if key_of_office_number(int(move["player"])) not in shown:
                    move["name"] = ""
            yield case.code, (json.dumps(published, indent=1, sort_keys=True) + "\n").encode()


def _log_entries_of_action(connection: Connection, action: str) -> list[int]:
    """Return the numbers of the log entries with this action."""
    log = schema.log
    return list(connection.execute(select(log.c.seq).where(log.c.action == action)).scalars())


def _publication_entries(connection: Connection, chosen: Iterable[Any]) -> Iterator[int]:
    """Yield every log entry that published or opened one of these lists, so that a second one is noticed. Entries
    before the list was last taken back are left out."""
    log = schema.log
    for row in chosen:
        of_list = log.c.subject == f"{row.series} {row.list}"
        back = select(func.max(log.c.seq)).where(of_list, log.c.action == TAKE_BACK_ACTION).scalar_subquery()
        publishing = of_list & log.c.action.in_(PUBLISHED_ENTRY) & (log.c.seq > func.coalesce(back, 0))
        yield row.log
        yield from connection.execute(select(log.c.seq).where(publishing)).scalars()


def _log_links(connection: Connection, size: int) -> Links:
    """Return the hashes of all log entries up to `size`, the entry of the checkpoint."""
    link = schema.link
    rows = connection.execute(select(link.c.log, link.c.entry).where(link.c.log <= size).order_by(link.c.log))
    return Links("", tuple((row.log, row.entry) for row in rows))


def _open_log_entries(connection: Connection, entries: list[int], size: int) -> Iterator[OpenEntry]:
    """Yield these log entries with everything that their hashes are made of (row, salt, hashes by table). Entries
    after `size`, or from before the hash chain began, are left out."""
    log, link = schema.log, schema.link
    salts = {row.log: row.salt for row in connection.execute(select(link.c.log, link.c.salt))}
    hashes = hashes_by_entry(connection)
    for seq in sorted({seq for seq in entries if seq in salts and seq <= size}):
        row = connection.execute(select(log).where(log.c.seq == seq)).one()
        yield OpenEntry(seq, salts[seq], tuple(row), tuple(hashes.get(seq, ())))


def _write_private_file(file: Path, text: str) -> None:
    """Create the private file that opens the sealed birthdays, readable only by its owner; an existing file is not
    overwritten."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OWNER)
    with os.fdopen(handle, "w") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
