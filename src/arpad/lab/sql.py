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
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.history.bundle import PLAYERS, STRENGTHS, Library
from arpad.history.contents import FILES_FORM
from arpad.history.list_data import KINDS
from arpad.history.table_files import POINTED_AT, column_name

SqlCell = int | float | str | bool | None

NAME_PATTERN = re.compile(r"\w+")
UNPAIRED_CONDITION = re.compile("[\ud800-\udfff]")  # bytes of a word that are no letters
MAX_ROWS = 1_000_000  # rows of an answer
NOT_JOINED_CONDITION = {"rated_events": "events", "rated_games": "games"}  # told only where an event came in parts
WHOLE_TABLES = {"players": PLAYERS, "strengths": STRENGTHS}  # of the whole history
TABLE_SQL = {"player_changes": "players"}  # a view that is not called like its table
PLAYERS_SQL = {"player": "INTEGER", "born": "USMALLINT", "sex": "VARCHAR", "federation": "VARCHAR", "region": "VARCHAR"}
STRENGTHS_SQL = {"player": "INTEGER", "strength": "INTEGER", "per_year": "INTEGER", "on": "INTEGER"}
SQL_TYPES = {
    np.dtype(np.bool_): "BOOLEAN", np.dtype(np.int8): "TINYINT", np.dtype(np.uint8): "UTINYINT",
    np.dtype(np.int16): "SMALLINT", np.dtype(np.uint16): "USMALLINT", np.dtype(np.int32): "INTEGER",
    np.dtype(np.int64): "BIGINT",
}  # fmt: skip
PLAYED_SQL = """
    SELECT l.series, l.list, v.key AS event, g.round, e.player, o.player AS opponent,
           CASE WHEN NOT g.coloured THEN NULL WHEN g.white = l.entry THEN 'white' ELSE 'black' END AS colour,
           l.half_points, l.own, l.met, l.difference, l.counted, l.expected, l.delta, e.k, l.status
    FROM ledger l
    JOIN entries e ON (e.series, e.list, e.row) = (l.series, l.list, l.entry)
    JOIN entries o ON (o.series, o.list, o.row) = (l.series, l.list, l.opponent)
    JOIN rated_events v ON (v.series, v.list, v.row) = (l.series, l.list, e.event)
    JOIN rated_games g ON (g.series, g.list, g.row) = (l.series, l.list, l.game)
"""
DERIVED_VIEWS = {"played": (PLAYED_SQL, ("ledger", "entries", "rated_events", "rated_games"))}


@dataclass(frozen=True)
class SqlAnswer:
    """What a question in SQL gives."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: tuple[tuple[SqlCell, ...], ...]


def import_duckdb() -> Any:
    """The library that answers."""
    try:
        import duckdb as library
    except ModuleNotFoundError:
        raise UserError("library-missing", Remedy.to("install-extra", extra="lab")) from None
    return library


def ask_sql(library: Library, question: str) -> SqlAnswer:
    """The answer to one question."""
    if library.contents.form != FILES_FORM:
        raise UserError("history/no-parquet", Remedy.to("export-history"), directory=str(library.directory))
    if UNPAIRED_CONDITION.search(question):
        raise UserError("sql/refused", Remedy.to("look-at-tables"), reason="it has bytes that are no letters")
    engine = import_duckdb()
    settings = ("autoinstall_known_extensions", "autoload_known_extensions", "python_enable_replacements")
    with engine.connect(":memory:", config=dict.fromkeys(settings, "false")) as connection:
        try:
            asked = connection.extract_statements(question)
            if len(asked) != 1 or asked[0].type != engine.StatementType.SELECT:
                raise UserError("sql/only-questions")
            asked_views = _with_derived({*NAME_PATTERN.findall(question.lower())} & {*sql_views()})
            files = {view: _view_files(library, view) for view in asked_views if view not in DERIVED_VIEWS}
            for file in sorted({file for some in files.values() for file in some}):
                library.sound(file)
            _create_views(connection, library, files, asked_views)
            cursor = connection.execute(question)
            columns = [(str(name), str(kind)) for name, kind, *_ in cursor.description]
            rows = tuple(tuple(map(_answer_cell, row)) for row in islice(_answer_rows(cursor), MAX_ROWS + 1))
        except engine.Error as error:
            raise UserError("sql/refused", Remedy.to("look-at-tables"), reason=str(error).splitlines()[0]) from None
    if len(rows) > MAX_ROWS:
        raise UserError("sql/too-many", most=MAX_ROWS)
    return SqlAnswer(tuple(name for name, _ in columns), tuple(kind for _, kind in columns), rows)


def columns_of(view: str) -> dict[str, str]:
    """The columns of a view, and their types."""
    if view == "players":
        return PLAYERS_SQL
    if view == "strengths":
        return STRENGTHS_SQL
    about = {"series": "VARCHAR", "list": "INTEGER"} | ({"row": "INTEGER"} if view in POINTED_AT else {})
    return about | {
        column_name(name): SQL_TYPES[dtype] for name, dtype in dtypes(KINDS[TABLE_SQL.get(view, view)]).items()
    }


def sql_views() -> tuple[str, ...]:
    """Everything that can be asked: the tables, and what is put together out of them."""
    named = {table: view for view, table in TABLE_SQL.items()}
    return (*(named.get(table, table) for table in KINDS), *WHOLE_TABLES, *DERIVED_VIEWS)


def _with_derived(views: Iterable[str]) -> list[str]:
    """The views, each behind those it is made of."""
    ordered: dict[str, None] = {}
    for view in sorted(views):
        ordered |= dict.fromkeys((*DERIVED_VIEWS.get(view, ("", ()))[1], view))
    return list(ordered)


def _view_files(library: Library, view: str) -> list[str]:
    """The files of a view: one of each chapter that has the table."""
    if view in WHOLE_TABLES:
        return [WHOLE_TABLES[view]] if WHOLE_TABLES[view] in library.contents.files else []
    files, table = [], TABLE_SQL.get(view, view)
    for head in library.contents.chapters:
        file = library.file_of(head, table) or library.file_of(head, NOT_JOINED_CONDITION.get(table, table))
        files += [file] if file else []
    return files


def _create_views(connection: Any, library: Library, files: Mapping[str, list[str]], views: Iterable[str]) -> None:
    """Make the views, and from then on nothing else can be reached."""
    paths = {view: [str((library.directory / file).resolve()) for file in some] for view, some in files.items()}
    everything = [path for some in paths.values() for path in some]
    connection.execute("SET allowed_paths = ?", [sorted(set(everything))])
    for view in views:
        query = DERIVED_VIEWS[view][0] if view in DERIVED_VIEWS else _select_of(view, paths[view])
        connection.execute(f'CREATE VIEW "{view}" AS {query}')
    for setting in ("enable_external_access = false", "lock_configuration = true"):
        connection.execute(f"SET {setting}")


def _select_of(view: str, paths: list[str]) -> str:
    columns = columns_of(view)
    if not paths:
        nothing = ", ".join(f'NULL::{kind} AS "{name}"' for name, kind in columns.items())
        return f"SELECT {nothing} WHERE false"
    quoted = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
    chosen = "*" if view == "players" else ", ".join(f'"{name}"' for name in columns)
    return f"SELECT {chosen} FROM read_parquet([{quoted}])"


def _answer_rows(cursor: Any) -> Iterator[tuple[Any, ...]]:
    while some := cursor.fetchmany(10_000):
        yield from some


def _answer_cell(value: Any) -> SqlCell:
    """A cell of an answer: a number, a text or nothing; values of other types become text."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, int | str | bool) else str(value)
