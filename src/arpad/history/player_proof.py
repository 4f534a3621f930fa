"""Prove what one list says of one player, in a small file of its own, and verify such a file.

The file has the player's rows of a list with their Merkle audit paths: to the hash of the table, of the table of
contents, to the log entry that wrote it, and to the checkpoint. It contains nobody else's row.
"""

from __future__ import annotations

import base64
import csv
import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arpad.days import Month
from arpad.finding import Problem, UserError
from arpad.frozen import dataclass
from arpad.history import merkle_tree
from arpad.history.bundle import PEOPLE, Library
from arpad.history.checkpoints import KEY_ENTRY as NEW_KEY
from arpad.history.checkpoints import Checkpoint, ed25519_library, is_signed_by, name_of_key, read_checkpoint
from arpad.history.list_data import Head
from arpad.history.log_chain import Links, OpenEntry
from arpad.history.verify import HOLDS, UNASKED, UNSIGNED, WRITTEN_ENTRY, WRONG

PROOF_FORM = "Arpad-Line 1"
BY_PLAYER = ("list", "worksheets", "firsts", "adjustments", "unlisted", "k_changes")
UNREAD = (
    ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OverflowError, csv.Error,
    StopIteration,
)  # fmt: skip
PLACE = re.compile(r' *"([^"]+)": "(\d+) ([0-9a-f]{64})",?')
REHEARSAL = re.compile(r' *"rehearsal": (true|false),?')
SERIES, LIST = re.compile(r"[a-z0-9-]{1,60}"), re.compile(r"\d{4}-\d{2}")


@dataclass(frozen=True)
class ShownRow:
    """A row of a table in a proof."""

    file: str
    row: dict[str, str]
    at: int  # in its file, the names being line 0


@dataclass(frozen=True)
class LineVerification:
    """What a proof proves, and what is wrong with it."""

    series: str
    list_: str
    player: int
    good: bool
    rows: tuple[ShownRow, ...]
    rehearsal: bool  # of an office that only rehearses
    size: int
    root: str
    signer: str
    signature: str
    found: tuple[Problem, ...]


def write_player_proof(library: Library, series: str, list_: int, number: int) -> bytes:
    """Return the file that proves what a list says of a player."""
    head = library.head(series, list_)
    if head is None:
        raise UserError("history/no-list", series=series, list=Month(list_), directory=str(library.directory))
    key = next((key for key, person in library.people.items() if number in (person.number, person.fide_id)), -1)
    if key < 0:
        raise UserError("history/no-player", player=number)
    number = library.people[key].number
    if not np.count_nonzero(library.table(head, "list").player == key):
        raise UserError("history/not-on-list", player=number, series=series, list=Month(list_))
    entry = next((each for each in reversed(library.opened) if each.action == WRITTEN_ENTRY), None)
    if entry is None:
        raise Problem("history/not-entered")
    rows = [_proved_row(library, file, at) for file, at in _rows_about_player(library, head, key)]
    links, point = library.links.after_each(), library.checkpoint
    run = [[seq, sha256] for seq, sha256 in library.links.entries if entry.seq <= seq <= point.size]
    keys = {each.detail.get("name"): each.detail.get("public") for each in library.opened if each.action == NEW_KEY}
    whole = {
        "form": PROOF_FORM,
        "series": series,
        "list": str(Month(list_)),
        "player": number,
        "rows": rows,
        "rehearsal": _proved_contents_line(library, b'"rehearsal":'),
        "before": links.get(max((seq for seq in links if seq < entry.seq), default=0), ""),
        "entries": run,
        "entry": [entry.seq, entry.salt, list(entry.log_row), [list(each) for each in entry.written]],
        "public": keys.get(point.signer, ""),
        "checkpoint": point.text,
    }
    return (json.dumps(whole, indent=1) + "\n").encode()


def _rows_about_player(library: Library, head: Head, key: int) -> Iterator[tuple[str, int]]:
    """Yield the files and rows that are about a player; row 0 has the names of the columns."""
    people = library.bytes_of(PEOPLE).decode("utf-8", "replace").split("\n")
    yield PEOPLE, next(at for at, line in enumerate(people) if line.startswith(f"{key},"))
    for name in BY_PLAYER:
        table = library.table(head, name)
        for at in np.flatnonzero(table.player == key).tolist() if len(table) else ():
            yield f"{head.place}/{name}.csv", at + 1
    entries, ledger = library.table(head, "entries"), library.table(head, "ledger")
    for at in np.flatnonzero(entries.player == key).tolist() if len(entries) else ():
        yield f"{head.place}/entries.csv", at + 1
        yield f"{head.place}/lines.csv", at + 1
        for game in np.flatnonzero(ledger.entry == at).tolist():
            yield f"{head.place}/ledger.csv", game + 1


def _proved_row(library: Library, file: str, at: int) -> dict[str, Any]:
    """A row of a file with its audit path."""
    lines = merkle_tree.split_lines(library.bytes_of(file))
    place = _proved_contents_line(library, f'"{file}":'.encode())
    return {
        "file": file,
        "names": lines[0].decode(),
        "names_path": list(merkle_tree.path_to_root(lines, 0)),
        "at": at,
        "row": lines[at].decode(),
        "path": list(merkle_tree.path_to_root(lines, at)),
        "place": place["line"],
        "place_path": place["path"],
    }


def _proved_contents_line(library: Library, beginning: bytes) -> dict[str, Any]:
    """A line of the table of contents with its audit path."""
    table = merkle_tree.split_lines(library.contents_text)
    at = next(row for row, line in enumerate(table) if line.lstrip().startswith(beginning))
    return {"line": table[at].decode(), "path": list(merkle_tree.path_to_root(table, at))}


def verify_player_proof(text: bytes, since: Checkpoint | None = None) -> LineVerification:
    """Verify a proof: everything in it must lead to its checkpoint."""
    try:
        whole = json.loads(text)
        if whole["form"] != PROOF_FORM:
            raise ValueError
        seq, salt, log_row, wrote = whole["entry"]
        entry = OpenEntry(int(seq), str(salt), tuple(log_row), tuple((str(a), str(b)) for a, b in wrote))
        links = Links(str(whole["before"]), tuple((int(a), str(b)) for a, b in whole["entries"]))
        point = read_checkpoint(str(whole["checkpoint"]))
        root = entry.detail["contents"] if entry.action == WRITTEN_ENTRY else ""
        problems = list(_log_problems(entry, links, point, since))
        rows, more = _check_shown_rows(whole["rows"], str(root), whole)
        signature = _signature_state(point, str(whole["public"]))
        series, list_, number = str(whole["series"]), str(whole["list"]), whole["player"]
        if type(number) is not int or not SERIES.fullmatch(series) or not LIST.fullmatch(list_):
            raise ValueError
        rehearsal = _is_rehearsal(whole["rehearsal"], str(root))
        if rehearsal is None:
            more.append(Problem("history/row-other", file="contents.json"))
    except UNREAD as error:
        if isinstance(error, UserError):
            raise
        raise UserError("history/no-line", form=PROOF_FORM) from None
    problems += more
    if signature == WRONG:
        problems.append(Problem("checkpoint/bad-signature", size=point.size, signer=point.signer))
    return LineVerification(
        series,
        list_,
        number,
        not problems,
        rows,
        bool(rehearsal),
        point.size,
        point.root,
        point.signer,
        signature,
        tuple(problems),
    )


def _log_problems(entry: OpenEntry, links: Links, point: Checkpoint, since: Checkpoint | None) -> Iterator[Problem]:
    """Yield what is wrong with the log entry, its links and the checkpoint."""
    after, numbers = links.after_each(), [seq for seq, _ in links.entries]
    whole = links.in_order and numbers[:1] == [entry.seq] and numbers[-1:] == [point.size]
    if not whole or links.entries[0][1] != entry.sha256:
        yield Problem("history/entry-other", entry=entry.seq)
    if after.get(point.size) != point.root:
        yield Problem("checkpoint/other-history", size=point.size, day=point.day)
    if since is not None and since.size < entry.seq:
        raise UserError("history/too-early", size=since.size, day=since.day)
    if since is not None and (since.office != point.office or after.get(since.size) != since.root):
        yield Problem("history/other-checkpoint", size=since.size, day=since.day)


def _check_shown_rows(
    shown_rows: list[Any], root: str, whole: dict[str, Any]
) -> tuple[tuple[ShownRow, ...], list[Problem]]:
    """Return the rows of a proof, and a problem for each that does not lead to the table of contents or is about
    somebody else."""
    rows, problems, seen = [], [], set()
    place = f"{whole['series']}/{whole['list']}/"
    for shown_row in shown_rows:
        file, names, row = str(shown_row["file"]), str(shown_row["names"]), str(shown_row["row"])
        named = PLACE.fullmatch(str(shown_row["place"]))
        good = named is not None and named[1] == file and (file == PEOPLE or file.startswith(place))
        good = (
            good
            and merkle_tree.root_from_path(str(shown_row["place"]).encode(), tuple(shown_row["place_path"])) == root
        )
        for line, way, at in ((names, shown_row["names_path"], 0), (row, shown_row["path"], shown_row["at"])):
            good = (
                good
                and named is not None
                and merkle_tree.root_from_path_at_place(line.encode(), tuple(way), at, int(named[2])) == named[3]
            )
        if not good or (file, shown_row["at"]) in seen or not shown_row["at"]:
            problems.append(Problem("history/row-other", file=file))
        cells = csv.reader([names, row])
        rows.append(ShownRow(file, dict(zip(next(cells), next(cells), strict=False)), int(shown_row["at"])))
        seen.add((file, shown_row["at"]))
    problems += _other_players_rows(rows, int(whole["player"]))
    return tuple(rows), problems


def _other_players_rows(rows: list[ShownRow], number: int) -> list[Problem]:
    """Return a problem for each row that is not about the player whom the file names."""
    person = next((row.row for row in rows if row.file == PEOPLE), {})
    if person.get("number") != str(number):
        return [Problem("history/row-other", file=PEOPLE)]
    problems = [] if _count_rows(rows, "/list.csv") == 1 else [Problem("history/row-missing")]
    entries = {row.at for row in rows if row.file.endswith("/entries.csv")}
    for row in rows:
        his = row.row.get("player", "") == person["player"]
        if row.file.endswith("/lines.csv"):  # a row for each of the entries, in their order
            his = row.at in entries
        elif row.file.endswith("/ledger.csv"):
            his = row.row.get("entry", "") in {str(at - 1) for at in entries}
        if not his:
            problems.append(Problem("history/row-other", file=row.file))
    return problems


def _count_rows(rows: list[ShownRow], ending: str) -> int:
    """How many rows come from files with this ending."""
    return sum(each.file.endswith(ending) for each in rows)


def _is_rehearsal(shown_line: Any, root: str) -> bool | None:
    """Whether the office is only a rehearsal; None if the line does not lead to the table of contents."""
    match = REHEARSAL.fullmatch(str(shown_line["line"]))
    if match is None or merkle_tree.root_from_path(str(shown_line["line"]).encode(), tuple(shown_line["path"])) != root:
        return None
    return match[1] == "true"


def _signature_state(point: Checkpoint, public: str) -> str:
    """Whether the checkpoint was signed with the key it names."""
    if not point.signer:
        return UNSIGNED
    try:
        ed25519_library()
    except UserError:
        return UNASKED
    named = name_of_key(base64.b64decode(public, validate=True))
    return HOLDS if named == point.signer and is_signed_by(public, point.body, point.signature) else WRONG
