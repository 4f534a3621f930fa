"""Numbers of new rows: the highest number of a table plus one, on every database.

A database sequence would go on after a rollback, and the same acts would give other numbers.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Column, Connection, Table, func, select

NUMBERS = "arpad-numbers"  # on a connection: the last number given to a table in this transaction


def next_number(connection: Connection, column: Column[int]) -> int:
    """Return the next number of a table: its highest number plus one. The caller must hold the writers' lock."""
    last_number(connection, column)
    numbers: dict[str, int] = connection.info[NUMBERS]
    numbers[column.table.name] += 1
    return numbers[column.table.name]


def last_number(connection: Connection, column: Column[int]) -> int:
    """Return the last number of a table, and remember it for this transaction."""
    numbers: dict[str, int] = connection.info.setdefault(NUMBERS, {})
    name = column.table.name
    if name not in numbers:
        numbers[name] = int(connection.execute(select(func.max(column))).scalar() or 0)
    return numbers[name]


def forget_numbers(connection: Connection) -> None:
    """Forget the numbers given in this transaction: after a rollback of some of them."""
    connection.info.pop(NUMBERS, None)


@cache
def numbered_column(table: Table) -> Column[int] | None:
    """Return the column of a table that is numbered here, or None."""
    return next(
        (each for each in table.primary_key.columns if each.default is not None and each.default.is_callable), None
    )


def number_of_row(context: Any) -> int:
    """Return the number of a row that is being inserted, as the default of its column."""
    return next_number(context.root_connection, context.current_column)
