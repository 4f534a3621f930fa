"""Which rows an entry of the log answers for.

Whatever an entry writes is bound to it: `bound_by` says of each table which of its rows an entry wrote or changed.
Three kinds of table are not asked here. What is *sealed* is held by the seal in the head of its list, which is bound.
What *follows* from other rows can be made again from them, and is compared with that. And the chain itself is what the
rest is compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, bindparam, select, true, tuple_, union

from arpad.office.store import schema

ENTRY: ColumnElement[int] = bindparam("entry")
SEALED = (schema.roll_part, schema.period_part, schema.imported_part)
FOLLOWING = (schema.game_week, schema.roll_base, schema.imported_base)
CHAIN = (schema.log, schema.bound, schema.link)
WHOLE = (schema.setting, schema.pointer)  # few rows that change and go: an entry answers for all of them

Condition = Callable[[], ColumnElement[bool]]


def _wrote(table: Table, column: str = "seq") -> Select[Any]:
    """The rows of another table that the entry wrote, by a column."""
    return select(table.c[column]).where(table.c.log == ENTRY)


def _players(column: ColumnElement[int]) -> ColumnElement[bool]:
    """Who was registered by the entry, or of whom it changed something."""
    return column.in_(union(_wrote(schema.player, "key"), _wrote(schema.player_change, "player")))


def _lists(table: Table) -> ColumnElement[bool]:
    of = schema.rating_list
    return tuple_(table.c.series, table.c.list).in_(select(of.c.series, of.c.list).where(of.c.log == ENTRY))


def _rated() -> ColumnElement[bool]:
    """By a list, or by a case that put something right afterwards."""
    of, listed = schema.rated, schema.rating_list
    on_list = select(of.c.decision).join(listed, and_(listed.c.series == of.c.series, listed.c.list == of.c.list))
    return of.c.decision.in_(union(on_list.where(listed.c.log == ENTRY), _wrote(schema.decision)))


def _examined() -> ColumnElement[bool]:
    decided = _wrote(schema.decision, "report").where(schema.decision.c.report.is_not(None))
    return schema.examination.c.report.in_(union(_wrote(schema.report), decided))


def _events() -> ColumnElement[bool]:
    return schema.event.c.key.in_(union(_wrote(schema.event, "key"), _wrote(schema.event_change, "event")))


OTHERWISE: dict[Table, Condition] = {
    schema.player: lambda: _players(schema.player.c.key),
    schema.birth: lambda: _players(schema.birth.c.player),
    schema.event: _events,
    schema.examination: _examined,
    schema.content: lambda: schema.content.c.decision.in_(_wrote(schema.decision)),
    schema.list_law: lambda: _lists(schema.list_law),
    schema.ledger_part: lambda: _lists(schema.ledger_part),
    schema.rated: _rated,
    schema.preview_part: lambda: schema.preview_part.c.preview.in_(_wrote(schema.preview)),
    schema.taken_back_part: lambda: schema.taken_back_part.c.taken_back.in_(_wrote(schema.taken_back)),
    schema.revised_part: lambda: schema.revised_part.c.layer == ENTRY,
    schema.revised_ledger: lambda: schema.revised_ledger.c.layer == ENTRY,
    **dict.fromkeys(WHOLE, true),
}
"""Tables whose rows do not name their entry themselves, or are changed by later ones."""


@cache
def bound_tables() -> dict[str, Table]:
    """The tables whose rows are bound, by name."""
    left_out = {*SEALED, *FOLLOWING, *CHAIN}
    return {table.name: table for table in schema.metadata.sorted_tables if table not in left_out}


@cache
def sent_tables() -> frozenset[str]:
    """The tables whose rows are compared with what was sent: the log's, and bound ones that stay as they came.

    What an examination found is made again by `verify`, and one of a report that nothing is decided of is not bound.
    """
    return frozenset((schema.log.name, *bound_tables())) - {table.name for table in (schema.examination, *WHOLE)}


@cache
def bound_by(name: str) -> Select[Any]:
    """The rows of a table that the entry `:entry` answers for, by primary key."""
    table = bound_tables()[name]
    condition = OTHERWISE[table]() if table in OTHERWISE else table.c.log == ENTRY
    return all_rows(name).where(condition)


@cache
def all_rows(name: str) -> Select[Any]:
    """All rows of a table, key first, then everything: in the order in which they are compared."""
    table = bound_tables()[name]
    return select(*table.primary_key.columns, *(c for c in table.columns if not c.primary_key))
