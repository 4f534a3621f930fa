"""The office as it was at an entry of its log: whoever reads on a connection that was taken back sees nothing later.

Views of the connection's own stand before the tables, so that the same code reads what it read then. What is only added
to is cut off behind the entry; players and the heads of events, whose rows change, are laid out as their history says.
Settings are those of today, and a list that was taken back later is not there any more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, MetaData, Table, column, delete, insert, select, table

from arpad.office.registry.fact_changes import as_player_columns
from arpad.office.registry.person import COLUMN_FIELDS, fact_from_text
from arpad.office.registry.player_facts import StoredChange, values_on_day
from arpad.office.store import schema
from arpad.office.store.bulk import is_one_of, is_sqlite

AT, PLAYERS, BIRTHS = "taken_back_to", "player_then", "birth_then"  # tables of the connection's own
ENTRY, RATED = f"(SELECT entry FROM {AT})", f"(SELECT rated FROM {AT})"
AS_TODAY = (
    schema.setting, schema.bound, schema.link, schema.examination, schema.preview_part, schema.taken_back_part
)  # fmt: skip
OF_LISTS = (
    schema.list_law, schema.roll_part, schema.roll_base, schema.imported_part, schema.imported_base,
    schema.period_part, schema.ledger_part,
)  # fmt: skip
ON_A_LIST = (
    f"EXISTS (SELECT 1 FROM {{of}}.rating_list AS l WHERE l.series = t.series AND l.list = t.list AND l.log <= {ENTRY})"
)
DECIDED = "EXISTS (SELECT 1 FROM {of}.decision AS d WHERE d.seq = t.decision AND d.log <= "
CUT = {
    schema.log: f"t.seq <= {ENTRY}",
    schema.content: f"{DECIDED}{ENTRY})",
    schema.rated: f"{DECIDED}{RATED}) AND {ON_A_LIST}",
    schema.game_week: f"EXISTS (SELECT 1 FROM {{of}}.report AS r WHERE r.seq = t.report AND r.log <= {ENTRY})",
    schema.revised_part: f"t.layer < {ENTRY}",
    schema.revised_ledger: f"t.layer < {ENTRY}",
    **dict.fromkeys(OF_LISTS, ON_A_LIST),
}
"""What of a table was there whose rows do not name their entry themselves; what was put right counts from the next
entry on."""


@contextmanager
def taken_back(connection: Connection) -> Iterator[Past]:
    """A connection whose view of the office can be taken back; at the end it sees what is there again."""
    if not is_sqlite(connection):  # a statement that was prepared reads the table and not the view
        driver: Any = connection.connection.driver_connection
        driver.prepare_threshold, before = None, driver.prepare_threshold
    of = "main" if is_sqlite(connection) else connection.exec_driver_sql("SELECT current_schema()").scalar_one()
    try:
        with connection.begin_nested() as savepoint:
            for statement in _statements(str(of)):
                connection.exec_driver_sql(statement)
            yield Past(connection, str(of))
            savepoint.rollback()
    finally:
        if not is_sqlite(connection):
            driver.prepare_threshold = before


class Past:
    """A connection that can be taken back, further with each step."""

    def __init__(self, connection: Connection, of: str) -> None:
        self.connection = connection
        self._stored = MetaData(schema=of)
        self._there: int | None = None  # the entry as of which people are laid out

    def to(self, entry: int, rated: int | None = None) -> Connection:
        """The office as it was after an entry; with what was rated until another, where that is named."""
        until = entry if rated is None else rated
        self.connection.exec_driver_sql(f"UPDATE {AT} SET entry = {int(entry)}, rated = {int(until)}")
        if self._there is not None and entry > self._there:
            raise ValueError(f"entry {entry} is after entry {self._there}: steps go back")
        self._lay_out_people(entry)
        self._there = entry
        return self.connection

    def _lay_out_people(self, entry: int) -> None:
        """Players of whom something was changed later, as they were."""
        changes = self._today(schema.player_change)
        later = select(changes.c.player).where(changes.c.log > entry)
        later = later if self._there is None else later.where(changes.c.log <= self._there)
        keys = sorted(set(self.connection.execute(later).scalars()))
        if not keys:
            return
        then = self._known(keys, entry)
        for name, of, key in ((PLAYERS, schema.player, "key"), (BIRTHS, schema.birth, "player")):
            today, own = self._today(of), table(name, *(column(each.name) for each in of.columns))
            self.connection.execute(delete(own).where(is_one_of(self.connection, own.c[key], keys)))
            rows = self.connection.execute(select(today).where(is_one_of(self.connection, today.c[key], keys)))
            laid = [_as_then(row._asdict(), then[row._asdict()[key]]) for row in rows]
            if laid:
                self.connection.execute(insert(own), laid)

    def _known(self, keys: Sequence[int], entry: int) -> Mapping[int, Mapping[str, Any]]:
        """What was known of players of whom anything was ever changed, by field."""
        of = self._today(schema.player_change)
        rows = select(*(of.c[name] for name in StoredChange._fields)).where(
            is_one_of(self.connection, of.c.player, keys)
        )
        changes = [StoredChange(*row) for row in self.connection.execute(rows.order_by(of.c.seq))]
        found: defaultdict[int, dict[str, Any]] = defaultdict(dict)
        for (key, field), text in values_on_day(changes, known_at=entry).items():
            if field in COLUMN_FIELDS:
                found[key][field] = fact_from_text(field, text)
        return found

    def _today(self, of: Table) -> Table:
        """A table itself, behind the view."""
        name = f"{self._stored.schema}.{of.name}"
        return self._stored.tables[name] if name in self._stored.tables else of.to_metadata(self._stored)


def _as_then(row: dict[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """A row of a player, or of his birth, with what was known."""
    return row | as_player_columns({field: value for field, value in known.items() if field in row})


def _statements(of: str) -> Iterator[str]:
    """The views, and the tables behind them."""
    yield f"CREATE TEMP TABLE {AT} AS SELECT 0 AS entry, 0 AS rated"
    yield f"CREATE TEMP TABLE {PLAYERS} AS SELECT * FROM {of}.player WHERE 1 = 0"
    yield f"CREATE TEMP TABLE {BIRTHS} AS SELECT * FROM {of}.birth WHERE 1 = 0"
    for name, columns in ((PLAYERS, ("key", "fide_id", "id")), (BIRTHS, ("player",))):
        yield from (f"CREATE INDEX {name}_{each} ON {name} ({each})" for each in columns)
    for each in schema.metadata.sorted_tables:
        if each not in AS_TODAY:
            yield f"CREATE TEMP VIEW {each.name} AS {_view(each, of)}"


def _view(of_table: Table, of: str) -> str:
    names = ", ".join(f't."{each.name}"' for each in of_table.columns)
    rows = f"SELECT {names} FROM {of}.{of_table.name} AS t"
    if of_table is schema.player:
        there = f"{rows} WHERE t.log <= {ENTRY} AND t.key NOT IN (SELECT key FROM {PLAYERS})"
        return f"{there} UNION ALL SELECT {names} FROM {PLAYERS} AS t WHERE t.log <= {ENTRY}"
    if of_table is schema.birth:
        came = f"EXISTS (SELECT 1 FROM {of}.player AS p WHERE p.key = t.player AND p.log <= {ENTRY})"
        there = f"{rows} WHERE {came} AND t.player NOT IN (SELECT player FROM {BIRTHS})"
        return f"{there} UNION ALL SELECT {names} FROM {BIRTHS} AS t WHERE {came}"
    if of_table is schema.event:
        changed = f"SELECT event FROM {of}.event_change WHERE log > {ENTRY}"
        first = f"SELECT min(seq) FROM {of}.event_change WHERE log > {ENTRY} GROUP BY event"
        before = 't.key, c.code, c.series, c.start, c."end", t.log'
        changed_since = f"SELECT {before} FROM {of}.event_change AS c JOIN {of}.event AS t ON t.key = c.event"
        return (
            f"{rows} WHERE t.log <= {ENTRY} AND t.key NOT IN ({changed}) "
            f"UNION ALL {changed_since} WHERE t.log <= {ENTRY} AND c.seq IN ({first})"
        )
    if of_table is schema.pointer:
        return f"SELECT series, max(list) AS list FROM {of}.rating_list WHERE log <= {ENTRY} GROUP BY series"
    return f"{rows} WHERE {CUT.get(of_table, f't.log <= {ENTRY}').format(of=of)}"
