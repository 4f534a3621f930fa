"""Ask a history in SQL: a view for each table, with every list of every series in it, and one for every game played.

DuckDB reads the Parquet files. It is shown those of the history and nothing else of the machine, and may only read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from arpad.columns import dtypes
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.history.chapter import KINDS
from arpad.history.contents import FILES
from arpad.history.library import PLAYERS, STRENGTHS, Library
from arpad.history.parquet import POINTED_AT, column_name

Cell = int | float | str | bool | None

WORD = re.compile(r"\w+")
UNPAIRED = re.compile("[\ud800-\udfff]")  # bytes of a word that are no letters
MOST = 1_000_000  # rows of an answer
UNLESS_JOINED = {"rated_events": "events", "rated_games": "games"}  # told only where an event came in parts
WHOLE = {"players": PLAYERS, "strengths": STRENGTHS}  # of the whole history
TABLE = {"player_changes": "players"}  # a view that is not called like its table
OF_PLAYERS = {"player": "INTEGER", "born": "USMALLINT", "sex": "VARCHAR", "federation": "VARCHAR", "region": "VARCHAR"}
OF_STRENGTHS = {"player": "INTEGER", "strength": "INTEGER", "per_year": "INTEGER", "on": "INTEGER"}
TYPES = {
    np.dtype(np.bool_): "BOOLEAN", np.dtype(np.int8): "TINYINT", np.dtype(np.uint8): "UTINYINT",
    np.dtype(np.int16): "SMALLINT", np.dtype(np.uint16): "USMALLINT", np.dtype(np.int32): "INTEGER",
    np.dtype(np.int64): "BIGINT",
}  # fmt: skip
PLAYED = """
    SELECT l.series, l.list, v.key AS event, g.round, e.player, o.player AS opponent,
           CASE WHEN NOT g.coloured THEN NULL WHEN g.white = l.entry THEN 'white' ELSE 'black' END AS colour,
           l.half_points, l.own, l.met, l.difference, l.counted, l.expected, l.delta, e.k, l.status
    FROM ledger l
    JOIN entries e ON (e.series, e.list, e.row) = (l.series, l.list, l.entry)
    JOIN entries o ON (o.series, o.list, o.row) = (l.series, l.list, l.opponent)
    JOIN rated_events v ON (v.series, v.list, v.row) = (l.series, l.list, e.event)
    JOIN rated_games g ON (g.series, g.list, g.row) = (l.series, l.list, l.game)
"""
DERIVED = {"played": (PLAYED, ("ledger", "entries", "rated_events", "rated_games"))}


@dataclass(frozen=True)
class SqlAnswer:
    """What a question in SQL gives."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def duckdb() -> Any:
    """The library that answers."""
    try:
        import duckdb as library
    except ModuleNotFoundError:
        raise Misuse("library-missing", Remedy.to("install-extra", extra="lab")) from None
    return library


def ask(library: Library, question: str) -> SqlAnswer:
    """The answer to one question."""
    if library.contents.form != FILES:
        raise Misuse("history/no-parquet", Remedy.to("export-history"), directory=str(library.directory))
    if UNPAIRED.search(question):
        raise Misuse("sql/refused", Remedy.to("look-at-tables"), reason="it has bytes that are no letters")
    engine = duckdb()
    settings = ("autoinstall_known_extensions", "autoload_known_extensions", "python_enable_replacements")
    with engine.connect(":memory:", config=dict.fromkeys(settings, "false")) as connection:
        try:
            asked = connection.extract_statements(question)
            if len(asked) != 1 or asked[0].type != engine.StatementType.SELECT:
                raise Misuse("sql/only-questions")
            asked_views = _with_derived({*WORD.findall(question.lower())} & {*views()})
            files = {view: _files(library, view) for view in asked_views if view not in DERIVED}
            for file in sorted({file for some in files.values() for file in some}):
                library.sound(file)
            _lay_out(connection, library, files, asked_views)
            cursor = connection.execute(question)
            columns = [(str(name), str(kind)) for name, kind, *_ in cursor.description]
            rows = tuple(tuple(map(_cell, row)) for row in islice(_rows(cursor), MOST + 1))
        except engine.Error as error:
            raise Misuse("sql/refused", Remedy.to("look-at-tables"), reason=str(error).splitlines()[0]) from None
    if len(rows) > MOST:
        raise Misuse("sql/too-many", most=MOST)
    return SqlAnswer(tuple(name for name, _ in columns), tuple(kind for _, kind in columns), rows)


def columns_of(view: str) -> dict[str, str]:
    """The columns of a view, and their types."""
    if view == "players":
        return OF_PLAYERS
    if view == "strengths":
        return OF_STRENGTHS
    about = {"series": "VARCHAR", "list": "INTEGER"} | ({"row": "INTEGER"} if view in POINTED_AT else {})
    return about | {column_name(name): TYPES[dtype] for name, dtype in dtypes(KINDS[TABLE.get(view, view)]).items()}


def views() -> tuple[str, ...]:
    """Everything that can be asked: the tables, and what is put together out of them."""
    named = {table: view for view, table in TABLE.items()}
    return (*(named.get(table, table) for table in KINDS), *WHOLE, *DERIVED)


def _with_derived(views: Iterable[str]) -> list[str]:
    """The views, each behind those it is made of."""
    ordered: dict[str, None] = {}
    for view in sorted(views):
        ordered |= dict.fromkeys((*DERIVED.get(view, ("", ()))[1], view))
    return list(ordered)


def _files(library: Library, view: str) -> list[str]:
    """The files of a view: one of each chapter that has the table."""
    if view in WHOLE:
        return [WHOLE[view]] if WHOLE[view] in library.contents.files else []
    files, table = [], TABLE.get(view, view)
    for head in library.contents.chapters:
        file = library.file_of(head, table) or library.file_of(head, UNLESS_JOINED.get(table, table))
        files += [file] if file else []
    return files


def _lay_out(connection: Any, library: Library, files: Mapping[str, list[str]], views: Iterable[str]) -> None:
    """Make the views, and from then on nothing else can be reached."""
    paths = {view: [str((library.directory / file).resolve()) for file in some] for view, some in files.items()}
    everything = [path for some in paths.values() for path in some]
    connection.execute("SET allowed_paths = ?", [sorted(set(everything))])
    for view in views:
        connection.execute(
            f'CREATE VIEW "{view}" AS {DERIVED[view][0] if view in DERIVED else _select(view, paths[view])}'
        )
    for setting in ("enable_external_access = false", "lock_configuration = true"):
        connection.execute(f"SET {setting}")


def _select(view: str, paths: list[str]) -> str:
    columns = columns_of(view)
    if not paths:
        nothing = ", ".join(f'NULL::{kind} AS "{name}"' for name, kind in columns.items())
        return f"SELECT {nothing} WHERE false"
    quoted = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
    chosen = "*" if view == "players" else ", ".join(f'"{name}"' for name in columns)
    return f"SELECT {chosen} FROM read_parquet([{quoted}])"


def _rows(cursor: Any) -> Iterator[tuple[Any, ...]]:
    while some := cursor.fetchmany(10_000):
        yield from some


def _cell(value: Any) -> Cell:
    """A cell of an answer: a number, a text or nothing; values of other types become text."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, int | str | bool) else str(value)
