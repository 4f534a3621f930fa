"""Whether every row is what an entry of the log wrote: none changed, none gone, none that nobody wrote."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.proving.chained import entry_fields
from arpad.office.proving.owners import Owners
from arpad.office.store import schema
from arpad.office.store.bindings import WHOLE, all_rows, bound_tables
from arpad.office.store.leaves import Leaves, key_of, leaf

AT_ONCE = 2_000
NOBODY = 0  # no entry
REPAIR = "repair"  # an entry that may answer for any row from then on: a text that could not be read
CHANGED_WITH = {"player": "player_change", "birth": "player_change", "event": "event_change", "examination": ""}
"""Tables whose rows change, and in which table the same entry says so; nowhere where what changes can be made again."""
TAKEN = ("rating_list", "list_law", "series")  # what goes when a list is taken back
Kept = tuple[bytes, int]  # the newest leaf of a row, and the entry it is of


@dataclass(frozen=True)
class Counted:
    """Rows that were compared."""

    rows: int


def newest_leaves(written: Mapping[int, list[Leaves]]) -> dict[str, dict[str, Kept]]:
    """The leaf that holds of each row, by table and key."""
    whole = {table.name for table in WHOLE}
    found: dict[str, dict[str, Kept]] = {}
    for seq in sorted(written):
        for each in written[seq]:
            if each.place in whole:
                found[each.place] = {}
            found.setdefault(each.place, {}).update({key: (kept, seq) for key, kept in each})
    return found


def bound_again(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem]:
    """Each row that a later entry bound otherwise than the one that wrote it, where nothing may change it any more."""
    owners, taken, first = Owners(connection), _taken(connection), dict[tuple[str, str], Kept]()
    whole = {table.name for table in WHOLE}
    for seq in sorted(written):
        places = {each.place for each in written[seq]}
        repaired = log_rows[seq].action == REPAIR if seq in log_rows else False
        for each in written[seq]:
            if each.place in whole or repaired:
                continue
            told_by = CHANGED_WITH.get(each.place)
            for key, kept in each:
                before = first.setdefault((each.place, key), (kept, seq))
                if before[0] == kept or (told_by is not None and (not told_by or told_by in places)):
                    first[each.place, key] = (kept, seq)
                    continue
                known_as = _parsed(key)
                if each.place in TAKEN and _was_taken(known_as, before[1], taken):
                    continue
                about = _fields(each.place, key, seq, log_rows)
                yield Problem("row-bound-again", **about, owner=owners.by_key(each.place, known_as), wrote=before[1])


def not_as_written(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem | Counted]:
    """Each row that is not what an entry wrote, named by whom it is about; and, by table, how many were compared."""
    held, owners, taken = newest_leaves(written), Owners(connection), _taken(connection)
    left = set(connection.execute(select(schema.rating_list.c.series)).scalars())
    for place, table in bound_tables().items():
        expected, keys = held.get(place, {}), len(table.primary_key.columns)
        count = 0
        rows = connection.execute(all_rows(place).execution_options(yield_per=AT_ONCE))
        for row in rows:
            key = key_of(row, keys)
            count += 1
            known = expected.pop(key, None)
            if known is None:
                yield Problem(
                    "row-added", **_fields(place, key, NOBODY, log_rows), owner=owners.of(place, row._asdict())
                )
            elif known[0] != leaf(row):
                yield Problem(
                    "row-not-as-written",
                    **_fields(place, key, known[1], log_rows),
                    owner=owners.of(place, row._asdict()),
                )
        for key, (_, seq) in expected.items():
            known_as = _parsed(key)
            if place in TAKEN and known_as not in left and _was_taken(known_as, seq, taken):
                continue  # a series goes with its last list
            yield Problem("row-gone", **_fields(place, key, seq, log_rows), owner=owners.by_key(place, known_as))
        yield Counted(count)


def _fields(place: str, key: str, seq: int, log_rows: Mapping[int, Any]) -> dict[str, Any]:
    return {"table": place, "key": key, **entry_fields(log_rows.get(seq), seq)}


def _taken(connection: Connection) -> list[tuple[str, int, int]]:
    """Lists that were taken back, and the entries that did."""
    of = schema.taken_back
    return [tuple(row) for row in connection.execute(select(of.c.series, of.c.list, of.c.log))]


def _parsed(key: str) -> Any:
    """The key of a row; None where what is kept of it is no key."""
    try:
        found = json.loads(key)
    except ValueError:
        return None
    return tuple(found) if isinstance(found, list) else found


def _was_taken(key: Any, seq: int, taken: list[tuple[str, int, int]]) -> bool:
    """Whether a row of a list went with the list, after it was written."""
    series, list_ = key[:2] if isinstance(key, tuple) else (key, None)
    return any(name == series and list_ in (None, of) and entry > seq for name, of, entry in taken)
