"""Whom a database row is about: a player, an event, a case, a list or a series."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from arpad.days import Month
from arpad.office.store import schema

PLAYER_COLUMNS = ("player", "kept", "gone")
KEY_OF_PLAYER = {"player": "key", "birth": "player"}
SERIES, LIST = "series", "list"
LARGEST = 2**63  # what a database takes as a whole number is less


class RowOwners:
    """Finds out whom database rows are about. Tables that rows point to are read once and cached here."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The office's numbers of players, by key."""
        player = schema.player
        return {row[0]: row[1] for row in self._connection.execute(select(player.c.key, player.c.id))}

    @cached_property
    def _codes(self) -> dict[int, str]:
        """The codes of events, by key."""
        event = schema.event
        return {row[0]: row[1] for row in self._connection.execute(select(event.c.key, event.c.code))}

    @cached_property
    def _events_of_reports(self) -> dict[int, int]:
        """The event key of each report, by the report's key."""
        report = schema.report
        return {row[0]: row[1] for row in self._connection.execute(select(report.c.seq, report.c.event))}

    @cached_property
    def _events_of_decisions(self) -> dict[int, int]:
        """The event key of each decision, by the decision's key."""
        decision = schema.decision
        return {row[0]: row[1] for row in self._connection.execute(select(decision.c.seq, decision.c.event))}

    @cached_property
    def _codes_of_revisions(self) -> dict[int, str]:
        """The codes of cases, by key."""
        revision = schema.revision
        return {row[0]: row[1] for row in self._connection.execute(select(revision.c.seq, revision.c.code))}

    def of(self, place: str, row: Mapping[str, Any]) -> str:
        """Return whom a row is about, as text: `player 1000017`, `event open-1`, `case ...`, `list fide-standard
        2024-05`; empty if about none of these. `place` is the name of the table."""
        if place in KEY_OF_PLAYER:
            return self._player(row[KEY_OF_PLAYER[place]])
        if place == "event":
            return f"event {row['code']}"
        if place in ("revision", "claim"):
            return f"case {row['code']}"
        for column in PLAYER_COLUMNS:
            if row.get(column) is not None:
                return self._player(row[column])
        return self._event(row) or self._case(row) or _list_of_row(row)

    def by_key(self, place: str, key: Any) -> str:
        """Return the same for a row by its key, which it looks up. For a row that does not exist (any more), only
        what its key columns tell."""
        table = schema.metadata.tables[place]
        values = _key_columns(table.primary_key.columns.keys(), key)
        stored = None
        if all(_column_can_hold(table.c[name], value) for name, value in values.items()):
            same = (table.c[name] == values[name] for name in values)
            stored = self._connection.execute(select(table).where(*same)).first()
        return self.of(place, stored._asdict() if stored else dict.fromkeys(table.columns.keys()) | values)

    def _player(self, key: Any) -> str:
        """Return the player with a key, as text; an unknown key is named itself."""
        return f"player {self._numbers.get(key, f'with key {key}')}"

    def _event(self, row: Mapping[str, Any]) -> str:
        """Return as text the event that a row names directly, by report or by decision; empty if none."""
        event = row.get("event")
        if event is None and row.get("report") is not None:
            event = self._events_of_reports.get(row["report"])
        if event is None and row.get("decision") is not None:
            event = self._events_of_decisions.get(row["decision"])
        return "" if event is None else f"event {self._codes.get(event, f'with key {event}')}"

    def _case(self, row: Mapping[str, Any]) -> str:
        """Return as text the case that a row names; empty if none."""
        code = self._codes_of_revisions.get(row.get("revision") or 0)
        return f"case {code}" if code else ""


def _column_can_hold(column: ColumnElement[Any], value: Any) -> bool:
    """Return whether a value can be compared with a column; a damaged key may be anything."""
    return isinstance(value, column.type.python_type) and (not isinstance(value, int) or abs(value) < LARGEST)


def _list_of_row(row: Mapping[str, Any]) -> str:
    """Return as text the list or series that a row is about; empty if none."""
    if not isinstance(row.get(SERIES), str):
        return ""
    month = row.get(LIST)
    return f"list {row[SERIES]} {Month(month)}" if isinstance(month, int) and month else f"series {row[SERIES]}"


def _key_columns(columns: list[str], key: Any) -> dict[str, Any]:
    """Return the columns of a key with their values; missing or surplus values are dropped."""
    return dict(zip(columns, key if isinstance(key, tuple) else (key,), strict=False))
