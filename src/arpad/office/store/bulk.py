"""Read and write many rows at once: COPY on PostgreSQL, executemany on SQLite.

Reading returns NumPy columns. SQLite joins a column into one text, PostgreSQL into an array or a text; either way no
Python object is made for a value or a row. Both run inside the transaction of the connection they are given.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import ARRAY, BigInteger, ColumnElement, Connection, Table, any_, bindparam, func, literal, select

from arpad.office.store.effects import default_of, record_rows, recorded
from arpad.office.store.numbering import last_number, next_number, numbered_column
from arpad.office.store.schema import metadata

ROWS_PER_BLOCK = 50_000  # rows per block
CODE_WIDTH = 4  # letters of a short code
KEYS_PER_BLOCK = 1 << 18  # keys whose columns are joined into one value
ARRAY_HEAD = 20  # bytes before the numbers of an array that PostgreSQL sends
TEXT = np.dtypes.StringDType()


def is_sqlite(connection: Connection) -> bool:
    """Return whether the database is SQLite; otherwise it is PostgreSQL."""
    return connection.dialect.name == "sqlite"


def is_one_of(connection: Connection, column: ColumnElement[Any], numbers: Iterable[int]) -> ColumnElement[bool]:
    """Return the SQL condition that a column is one of these numbers. However many, they go as one parameter."""
    if not is_sqlite(connection):
        return column == any_(literal(packed_numbers(connection, numbers), ARRAY(BigInteger)))
    return column.in_(select(func.json_each(packed_numbers(connection, numbers)).table_valued("value").c.value))


def is_among_parameter(sqlite: bool, column: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """Return the SQL condition that a column is one of many numbers, for a statement that is built once.

    The numbers are given when it runs: `name` is the parameter, its value must come from `packed_numbers`.
    """
    if not sqlite:
        return column == any_(bindparam(name, type_=ARRAY(BigInteger)))
    return column.in_(select(func.json_each(bindparam(name)).table_valued("value").c.value))


def packed_numbers(connection: Connection, numbers: Iterable[int]) -> Any:
    """Return numbers as one parameter value: JSON text for SQLite, a list for PostgreSQL."""
    plain = [int(number) for number in numbers]
    return json.dumps(plain) if is_sqlite(connection) else plain


def insert_rows(
    connection: Connection, table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]
) -> Iterator[int]:
    """Insert rows in blocks (COPY on PostgreSQL) and yield the number of rows of each block.

    Nothing is inserted unless the caller iterates. Each row has its values in the order of `columns`; other columns
    get their defaults, a key that is numbered here its number. The rows are recorded as effects.
    """
    columns, rows = _with_every_column(connection, metadata.tables[table], columns, rows)
    if not is_sqlite(connection):
        driver: Any = connection.connection.driver_connection
        statement = f"COPY {table} ({_quoted(columns)}) FROM STDIN"
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            done = 0
            for row in recorded(connection, metadata.tables[table], rows):
                copy.write_row(row)
                done += 1
                if done == ROWS_PER_BLOCK:
                    yield done
                    done = 0
            yield done
        return
    marks = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {table} ({_quoted(columns)}) VALUES ({marks})"
    waiting = iter(rows)
    while block := list(islice(waiting, ROWS_PER_BLOCK)):
        connection.exec_driver_sql(statement, block)
        record_rows(connection, metadata.tables[table], block)
        yield len(block)


def _with_every_column(
    connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]
) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
    """Return all columns of a table in their order, and rows with a value for each."""
    if list(columns) == table.columns.keys():
        return list(columns), iter(rows)
    places = {name: at for at, name in enumerate(columns)}
    numbered = numbered_column(table)
    if numbered is not None and numbered.name in places:
        numbered = None
    order = [places.get(column.name, -1) for column in table.columns]
    defaults = [None if column is numbered else default_of(column) for column in table.columns]
    if numbered is not None:
        last_number(connection, numbered)  # now: while rows are copied, nothing can be asked
    at_number = list(table.columns).index(numbered) if numbered is not None else -1

    def completed() -> Iterator[tuple[Any, ...]]:
        for row in rows:
            values = [defaults[at] if place < 0 else row[place] for at, place in enumerate(order)]
            if numbered is not None:
                values[at_number] = next_number(connection, numbered)
            yield tuple(values)

    return [column.name for column in table.columns], completed()


def store_rows(connection: Connection, table: Table, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows of few and large values, in blocks: a value for every column, in the order of the table.

    The rows are recorded as effects. PostgreSQL gets bytes in binary form (`%b`).
    """
    mark = "?" if is_sqlite(connection) else "%b"
    names = [column.name for column in table.columns]
    statement = f"INSERT INTO {table.name} ({_quoted(names)}) VALUES ({', '.join([mark] * len(names))})"
    waiting = iter(rows)
    while block := list(islice(waiting, ROWS_PER_BLOCK)):
        connection.exec_driver_sql(statement, block)
        record_rows(connection, table, block)


def _quoted(columns: Sequence[str]) -> str:
    """Return the names of columns for SQL, each in quotes: a name may be an SQL keyword, such as `end`."""
    return ", ".join(f'"{column}"' for column in columns)


def key_columns(
    connection: Connection, source: str, numbers: Sequence[str], codes: Sequence[str] = ()
) -> list[npt.NDArray[Any]]:
    """Return columns of all players as arrays whose index is the player key: `numbers` (int64), then `codes`.

    `source` is a FROM clause whose first table has the column `player.key`; `numbers` and `codes` are SQL
    expressions. A code is ASCII bytes, filled with blanks to `CODE_WIDTH`. Raises `RuntimeError` unless the keys are
    0, 1, 2 ...
    """
    last = connection.exec_driver_sql("SELECT max(key) FROM player").scalar()
    count = 0 if last is None else int(last) + 1
    read = _sqlite_columns if is_sqlite(connection) else _postgres_columns
    parts = [
        read(connection, source, (first, first + KEYS_PER_BLOCK), numbers, codes)
        for first in range(0, count, KEYS_PER_BLOCK)
    ]
    empty = [np.zeros(0, np.int64)] * len(numbers) + [np.zeros(0, f"S{CODE_WIDTH}")] * len(codes)
    joined = [np.concatenate(columns) for columns in zip(empty, *parts, strict=True)]
    if any(len(column) != count for column in joined):
        raise RuntimeError("the players' keys are not 0, 1, 2 ...: the database was changed behind the office")
    return joined


def mostly_zero_columns(connection: Connection, names: Sequence[str], count: int) -> list[npt.NDArray[np.int64]]:
    """Return number columns of the table `player` as arrays by player key, `count` long. Only rows not 0 are read.

    Players with a key from `count` on are left out.
    """
    columns = np.zeros((len(names), count), np.int64)
    some = " OR ".join(f"{name} <> 0" for name in names)
    rows = connection.exec_driver_sql(f"SELECT key, {', '.join(names)} FROM player WHERE {some}").all()
    if rows:
        keys, *values = np.array([tuple(row) for row in rows], np.int64).T
        columns[:, keys[keys < count]] = np.array(values)[:, keys < count]
    return list(columns)


def _sqlite_columns(
    connection: Connection, source: str, keys: tuple[int, int], numbers: Sequence[str], codes: Sequence[str]
) -> list[npt.NDArray[Any]]:
    """Read columns of the players with `keys` (first, end excluded): each comes as one text, joined by commas."""
    inner = ", ".join(f"{text} AS c{at}" for at, text in enumerate((*numbers, *codes)))
    outer = ", ".join(f"group_concat(c{at})" for at in range(len(numbers) + len(codes)))
    texts = connection.exec_driver_sql(
        f"SELECT {outer} FROM (SELECT {inner} FROM {source} "
        "WHERE player.key >= ? AND player.key < ? ORDER BY player.key)",
        keys,
    ).one()
    read = [np.fromstring(text or "", np.int64, sep=",") for text in texts[: len(numbers)]]
    return [*read, *(_joined_codes((text or "").encode("ascii")) for text in texts[len(numbers) :])]


def _joined_codes(joined: bytes) -> npt.NDArray[Any]:
    """Split codes that are joined by commas, and fill each with blanks to `CODE_WIDTH` bytes."""
    letters = np.frombuffer(joined + b"," + b" " * CODE_WIDTH, np.uint8)
    ends = np.flatnonzero(letters[: len(joined) + 1] == ord(","))
    starts = np.concatenate(([0], ends[:-1] + 1))
    codes = np.full((len(ends), CODE_WIDTH), ord(" "), np.uint8)
    for place in range(CODE_WIDTH):
        filled = starts + place < ends
        codes[filled, place] = letters[starts[filled] + place]
    return codes.reshape(-1).view(f"S{CODE_WIDTH}")


def _postgres_columns(
    connection: Connection, source: str, keys: tuple[int, int], numbers: Sequence[str], codes: Sequence[str]
) -> list[npt.NDArray[Any]]:
    """Read columns of the players with `keys` (first, end excluded): numbers as an array, codes as one joined text."""
    columns = [f"({text})::int8" for text in numbers] + [f"rpad({text}, {CODE_WIDTH})" for text in codes]
    inner = ", ".join(f"{text} AS c{at}" for at, text in enumerate(columns))
    outer = [f"array_agg(c{at})" if at < len(numbers) else f"string_agg(c{at}, '')" for at in range(len(columns))]
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor:
        cursor.execute(
            f"SELECT {', '.join(outer)} FROM (SELECT {inner} FROM {source} "
            f"WHERE player.key >= {keys[0]} AND player.key < {keys[1]} ORDER BY player.key) AS players",
            binary=True,
        )
        values = [cursor.pgresult.get_value(0, at) or b"" for at in range(len(columns))]
    number = np.dtype([("bytes", ">i4"), ("number", ">i8")])
    read = [np.frombuffer(value[ARRAY_HEAD:], number)["number"].astype(np.int64) for value in values[: len(numbers)]]
    return [*read, *(np.frombuffer(value, f"S{CODE_WIDTH}") for value in values[len(numbers) :])]


UNIT_SEPARATOR = chr(31)  # between texts, which have printable characters only


def key_texts(connection: Connection, texts: Sequence[str]) -> list[npt.NDArray[Any]]:
    """Return columns of texts of all players as arrays whose index is the player key. `texts` are SQL expressions.

    Raises `RuntimeError` if a text contains the separator (a control character).
    """
    join = "group_concat(c{0}, char(31))" if is_sqlite(connection) else "string_agg(c{0}, chr(31) ORDER BY key)"
    outer = ", ".join(join.format(at) for at in range(len(texts)))
    inner = ", ".join(f"{text} AS c{at}" for at, text in enumerate(texts))
    texts_by_column: list[list[npt.NDArray[Any]]] = [[np.zeros(0, TEXT)] for _ in texts]
    last = connection.exec_driver_sql("SELECT max(key) FROM player").scalar()
    for first in range(0, -1 if last is None else int(last) + 1, ROWS_PER_BLOCK):
        row = connection.exec_driver_sql(
            f"SELECT {outer}, count(*) FROM (SELECT key, {inner} FROM player "
            f"WHERE key >= {first} AND key < {first + ROWS_PER_BLOCK} ORDER BY key) AS chunk"
        ).one()
        for column, text in zip(texts_by_column, row[:-1], strict=True):
            parts = (text or "").split(UNIT_SEPARATOR)
            if len(parts) != row[-1]:
                raise RuntimeError("a text of a player holds a control character: the database was changed by hand")
            column.append(np.array(parts, TEXT))
    return [np.concatenate(column) for column in texts_by_column]
