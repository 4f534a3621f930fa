"""Whether rows say what the entry of the log says with which they came: numbers, players, hashes, lists.

An entry says in its own words what somebody wanted: which player should have had which rating, which file came, what is
decided for a series. Whatever stands between the office and its tables may write something else, and is told by that.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Select, Table, select

from arpad.finding import Problem
from arpad.office.adopted_rulebooks import ADOPT_ACTION
from arpad.office.proving.chained import entry_fields
from arpad.office.proving.permits import until_chained
from arpad.office.proving.row_owners import RowOwners
from arpad.office.publishing.list_storage import stream_rows
from arpad.office.registry.person import fact_as_text
from arpad.office.store import schema
from arpad.office.store.leaves import Leaves, leaf
from arpad.office.upkeep.doctor_office import REPAIR

Detail = Mapping[str, Any]
BORN = "born"  # of which the log says only that it was changed
FIDE_ID = "fide_id"
OF_NAME = ("former_names", "latin_name")  # what changes with a name without being said
FOUNDING, CHANGING = (REPAIR, "founding"), "change office"


class Numbers:
    """Under which numbers players are or were known."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @cached_property
    def _of(self) -> dict[int, set[str]]:
        player, change = schema.player, schema.player_change
        found: dict[int, set[str]] = {}
        for key, own, fide in self._connection.execute(select(player.c.key, player.c.id, player.c.fide_id)):
            found[key] = {str(own), str(fide)}
        rows = select(change.c.player, change.c.old, change.c.new).where(change.c.field == "fide_id")
        for key, *numbers in self._connection.execute(rows):
            found.setdefault(key, set()).update(numbers)
        return found

    @cached_property
    def _merges(self) -> dict[int, tuple[int, int]]:
        of = schema.merge
        return {row.seq: (row.kept, row.gone) for row in self._connection.execute(select(of))}

    def has(self, key: int, number: str) -> bool:
        return number in self._of.get(key, ())

    def undone(self, row: Any) -> bool:
        """Whether a row takes back the merge of the same two."""
        return bool(self._merges.get(row.undoes) == (row.kept, row.gone))

    def brought_by(self, number: str, fide_id: str) -> bool:
        """Whether somebody with a number has or had this FIDE number."""
        return any({number, fide_id} <= known for known in self._of.values())


Says = Callable[[Any, Any, Detail, Numbers], bool]  # whether a row says what its entry, with this detail, says


def _agree(row: Any, detail: Detail, **columns: str) -> bool:
    """What a detail says, in the columns named; one that does not say it is none of such a row."""
    return all(name in detail and detail[name] == getattr(row, column) for name, column in columns.items())


def _correction(row: Any, entry: Any, detail: Detail, numbers: Numbers) -> bool:
    series, _, number = entry.subject.rpartition(" ")
    return (
        row.series == series and numbers.has(row.player, number) and _agree(row, detail, list="list", rating="rating")
    )


def _file(row: Any, _: Any, detail: Detail, __: Numbers) -> bool:
    return bool(detail.get("sha256") == row.sha256 == hashlib.sha256(row.body).hexdigest())


def _rule(row: Any, entry: Any, detail: Detail, _: Numbers) -> bool:
    return row.series == entry.subject and _agree(row, detail, name="name", value="value")


def _preview(row: Any, entry: Any, detail: Detail, _: Numbers) -> bool:
    return entry.subject == f"{row.series} {row.list}" and _agree(row, detail, inputs="inputs_sha256")


def _fact(row: Any, entry: Any, detail: Detail, numbers: Numbers) -> bool:
    if row.field in detail:
        same = row.field == BORN or fact_as_text(row.field, detail[row.field]) == row.new
    else:
        same = row.field in OF_NAME and "name" in detail
    return same and numbers.has(row.player, entry.subject)


def _listing(row: Any, entry: Any, detail: Detail, numbers: Numbers) -> bool:
    return numbers.has(row.player, entry.subject) and _agree(row, detail, kind="field")


def _merge(row: Any, entry: Any, _: Detail, numbers: Numbers) -> bool:
    kept, _, gone = entry.subject.partition(" ")
    return row.undoes is None and numbers.has(row.kept, kept) and numbers.has(row.gone, gone)


def _unmerge(row: Any, entry: Any, _: Detail, numbers: Numbers) -> bool:
    return numbers.undone(row) and numbers.has(row.gone, entry.subject)


def _moved(row: Any, entry: Any, _: Detail, numbers: Numbers) -> bool:
    """A FIDE number goes from one of two to the other, and nothing else changes with a merge."""
    return row.field == FIDE_ID and any(numbers.has(row.player, number) for number in entry.subject.split(" "))


def _moved_back(row: Any, entry: Any, _: Detail, numbers: Numbers) -> bool:
    his = numbers.brought_by(entry.subject, row.old or row.new)
    return bool(row.field == FIDE_ID and his and (row.old == "" or row.new == ""))


def _mended(row: Any, _: Any, detail: Detail, __: Numbers) -> bool:
    """That the text of a player was replaced, as the repair names it."""
    about = {"table": schema.player.name, "row": str(row.player), "column": row.field}
    return row.old == row.new and any(about.items() <= each.items() for each in detail.get("texts", ()))


def _claim(row: Any, entry: Any, _: Detail, numbers: Numbers) -> bool:
    return numbers.has(row.player, entry.subject)


SAID: tuple[tuple[str, Table, Says], ...] = (
    ("correct", schema.correction, _correction),
    ("submit report", schema.report, _file),
    ("submit draft", schema.report, _file),
    ("keep game scores", schema.game_scores, _file),
    (ADOPT_ACTION, schema.law_text, _file),
    ("decide for series", schema.series_rule, _rule),
    ("preview", schema.preview, _preview),
    ("player-change", schema.player_change, _fact),
    ("player-listing", schema.player_change, _listing),
    ("player-merge", schema.merge, _merge),
    ("player-merge", schema.player_change, _moved),
    ("player-unmerge", schema.merge, _unmerge),
    ("player-unmerge", schema.player_change, _moved_back),
    (REPAIR, schema.player_change, _mended),
    ("claim", schema.claim, _claim),
)
"""What an entry does, the rows that come with it, and how these say the same."""


def not_as_said(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem]:
    """Each row that does not say what its entry says, and each setting that nobody changed; what is from before the
    chain is held by its first link."""
    owners, numbers, past = RowOwners(connection), Numbers(connection), until_chained(written)
    for action, table, says in SAID:
        for row in stream_rows(connection, _came_with(action, table).where(table.c.log > past)):
            entry = log_rows[row.log]
            if not _holds(says, row, entry, numbers):
                key = ", ".join(str(row._mapping[column.name]) for column in table.primary_key.columns)
                about = {"table": table.name, "key": key, **entry_fields(entry, row.log)}
                yield Problem("row-not-as-said", **about, owner=owners.of(table.name, row._asdict()))
    yield from _settings(written, log_rows)


def _came_with(action: str, table: Table) -> Select[Any]:
    of = schema.log
    return select(table).join(of, of.c.seq == table.c.log).where(of.c.action == action)


def _holds(says: Says, row: Any, entry: Any, numbers: Numbers) -> bool:
    try:
        return says(row, entry, _detail(entry), numbers)
    except (ValueError, TypeError, AttributeError):  # a detail that is none
        return False


def _detail(entry: Any) -> Detail:
    found: Detail = json.loads(entry.detail or "{}")
    return found


def _settings(written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]) -> Iterator[Problem]:
    """Each setting that became another under an entry that does not say so."""
    before: dict[str, bytes] = {}
    for seq in sorted(written):
        for each in (each for each in written[seq] if each.place == schema.setting.name):
            now = dict(iter(each))
            for key in sorted(before.keys() | now.keys()) if before else ():
                if before.get(key) != now.get(key) and not _says_so(log_rows.get(seq), key, before, now):
                    about = {"table": each.place, "key": key, **entry_fields(log_rows.get(seq), seq)}
                    yield Problem("row-not-as-said", **about, owner="")
            before = now


def _says_so(entry: Any, key: str, before: Mapping[str, bytes], now: Mapping[str, bytes]) -> bool:
    if entry is None:
        return True  # that it is gone is told
    if (entry.action, entry.subject) == FOUNDING:
        return key not in before
    try:
        name = json.loads(key)
        return bool(entry.action == CHANGING and now.get(key) == leaf((name, _detail(entry)[name][1])))
    except (ValueError, TypeError, KeyError, IndexError):
        return False
