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
from arpad.office.adopted import ADOPT
from arpad.office.proving.chained import entry_fields
from arpad.office.proving.owners import Owners
from arpad.office.publication.seal import few
from arpad.office.registry.person import COLUMNS, as_text
from arpad.office.store import schema
from arpad.office.store.leaves import Leaves, leaf

Detail = Mapping[str, Any]
BORN = "born"  # of which the log says only that it was changed
FOUNDING, CHANGING = ("repair", "founding"), "change office"


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

    def has(self, key: int, number: str) -> bool:
        return number in self._of.get(key, ())


Says = Callable[[Any, Any, Detail, Numbers], bool]  # whether a row says what its entry, with this detail, says


def _agree(row: Any, detail: Detail, **columns: str) -> bool:
    """What a detail says, in the columns named; where it says nothing there is nothing to compare."""
    return all(detail[name] == getattr(row, column) for name, column in columns.items() if name in detail)


def _correction(row: Any, entry: Any, detail: Detail, numbers: Numbers) -> bool:
    series, _, number = entry.subject.rpartition(" ")
    return (
        row.series == series and numbers.has(row.player, number) and _agree(row, detail, list="list", rating="rating")
    )


def _file(row: Any, _: Any, detail: Detail, __: Numbers) -> bool:
    return not detail.get("sha256") or detail["sha256"] == row.sha256 == hashlib.sha256(row.body).hexdigest()


def _rule(row: Any, entry: Any, detail: Detail, _: Numbers) -> bool:
    return row.series == entry.subject and _agree(row, detail, name="name", value="value")


def _preview(row: Any, entry: Any, detail: Detail, _: Numbers) -> bool:
    return entry.subject == f"{row.series} {row.list}" and _agree(row, detail, inputs="inputs_sha256")


def _fact(row: Any, entry: Any, detail: Detail, numbers: Numbers) -> bool:
    wanted = detail.get(row.field)
    if row.field in COLUMNS and row.field != BORN and wanted is not None and as_text(row.field, wanted) != row.new:
        return False
    return numbers.has(row.player, entry.subject)


def _listing(row: Any, entry: Any, detail: Detail, numbers: Numbers) -> bool:
    return numbers.has(row.player, entry.subject) and _agree(row, detail, kind="field")


def _merge(row: Any, entry: Any, _: Detail, numbers: Numbers) -> bool:
    kept, _, gone = entry.subject.partition(" ")
    return row.undoes is None and numbers.has(row.kept, kept) and numbers.has(row.gone, gone)


def _claim(row: Any, entry: Any, _: Detail, numbers: Numbers) -> bool:
    return numbers.has(row.player, entry.subject)


SAID: tuple[tuple[str, Table, Says], ...] = (
    ("correct", schema.correction, _correction),
    ("submit report", schema.report, _file),
    ("submit draft", schema.report, _file),
    ("keep game scores", schema.game_scores, _file),
    (ADOPT, schema.law_text, _file),
    ("decide for series", schema.series_rule, _rule),
    ("preview", schema.preview, _preview),
    ("player-change", schema.player_change, _fact),
    ("player-listing", schema.player_change, _listing),
    ("player-merge", schema.merge, _merge),
    ("claim", schema.claim, _claim),
)
"""What an entry does, the rows that come with it, and how these say the same."""


def not_as_said(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem]:
    """Each row that does not say what its entry says, and each setting that nobody changed."""
    owners, numbers = Owners(connection), Numbers(connection)
    for action, table, says in SAID:
        for row in few(connection, _came_with(action, table)):
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
