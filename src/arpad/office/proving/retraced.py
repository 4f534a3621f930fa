"""Whether a row that changes in life was changed by what the office says of it, and by nothing else.

Of a player, a birth and an event every change is a row of its own, with what was there before. So each row can be taken
back step by step to what every entry bound: whatever was changed beside what is told does not lead back there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from arpad.office.registry.names import name_sort
from arpad.office.registry.person import COLUMN_FIELDS, fact_from_text
from arpad.office.registry.player_facts import StoredChange, changes_of_players, values_on_day
from arpad.office.store import schema
from arpad.office.store.bindings import all_rows
from arpad.office.store.leaves import leaf

Kept = tuple[bytes, int]  # a leaf of a row, and the entry that bound it
Row = dict[str, Any]
Then = Callable[[Row, int], Row]  # a row of today as it was at an entry
BORN = "born"


def changed_keys(connection: Connection, place: str) -> set[int]:
    """The rows of a table of which a change is told, by key."""
    if place == schema.event.name:
        return set(connection.execute(select(schema.event_change.c.event)).scalars())
    of = schema.player_change
    return set(connection.execute(select(of.c.player).where(of.c.field.in_(COLUMN_FIELDS))).scalars())


def not_led_to(connection: Connection, place: str, bound: Mapping[int, list[Kept]]) -> Iterator[tuple[int, int, int]]:
    """Of each row, by key, that is not what its changes lead to: the entry that changed it beside what is told, and the
    entry before.

    Rows that are not what was bound last are others' affair: nothing can be taken back from them.
    """
    then = RETRACED[place](connection, sorted(bound))
    key = next(iter(schema.metadata.tables[place].primary_key.columns))
    for row in connection.execute(all_rows(place)).mappings():
        kept = bound.get(row[key.name])
        if not kept or leaf(row.values()) != kept[-1][0]:
            continue
        right = [_leads(then, dict(row), each) for each in kept]
        if False in right:
            at = len(kept) - 1 - right[::-1].index(False)  # the last that it does not lead back to
            yield row[key.name], kept[min(at + 1, len(kept) - 1)][1], kept[at][1]


def _leads(then: Then, today: Row, kept: Kept) -> bool:
    try:
        return leaf(then(today, kept[1]).values()) == kept[0]
    except ValueError:  # a change that says no number where a number must be
        return False


def _of_players(connection: Connection, keys: list[int]) -> Then:
    changes: dict[int, list[StoredChange]] = {}
    for change in changes_of_players(connection, keys):
        changes.setdefault(change.player, []).append(change)

    def then(today: Row, seq: int) -> Row:
        row, key = dict(today), today.get("key", today.get("player"))
        for (_, field), text in values_on_day(changes.get(key or 0, ()), known_at=seq).items():
            if field in row and field in COLUMN_FIELDS:
                row[field] = text if field == "former_names" else fact_from_text(field, text)
        if "fide_id" in row:
            row["fide_id"] = row["fide_id"] or None
        if row.get("name") != today.get("name"):
            row["name_sort"] = name_sort(row["name"])
        return row

    return then


def _of_events(connection: Connection, keys: list[int]) -> Then:
    of = schema.event_change
    before: dict[int, list[Any]] = {}
    for change in connection.execute(select(of).order_by(of.c.seq)):
        before.setdefault(change.event, []).append(change)

    def then(today: Row, seq: int) -> Row:
        later = next((each for each in before.get(today["key"], ()) if each.log > seq), None)
        if later is None:
            return today
        return {**today, **{name: getattr(later, name) for name in ("code", "series", "start", "end")}}

    return then


RETRACED: Mapping[str, Callable[[Connection, list[int]], Then]] = {
    "player": _of_players,
    "birth": _of_players,
    "event": _of_events,
}
"""Tables whose rows change, and from what they are taken back."""
