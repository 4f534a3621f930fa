"""How a table of an office is defined: the collection of all tables, and the columns that many of them have."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, Table, Text
from sqlalchemy.schema import SchemaItem

from arpad.office.store.numbering import number_of_row

Wide = BigInteger().with_variant(Integer(), "sqlite")  # SQLite's integers are wide, and its strict tables know no other

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


OPERATIONAL, PRIVATE = "operational", "private"  # in a table's `info`: outside the journal
APPEND_ONLY, SINCE = "append-only", "since"  # in a table's `info`
FIRST_SCHEMA = "0005"  # the oldest that can be converted


def define_table(
    name: str,
    *columns: SchemaItem,
    rowid: bool = True,
    operational: bool = False,
    private: bool = False,
    append_only: bool = False,
    since: str = FIRST_SCHEMA,
) -> Table:
    """Define a table; in SQLite a strict one, which refuses values of another type. `rowid` is for SQLite only.

    This is all that a new table needs: journal, fold, comparison, triggers, backups and the conversion of offices of an
    older schema follow from it. `since`: the schema that brought it; a higher one than all others is the newest."""
    kinds = ((OPERATIONAL, operational), (PRIVATE, private), (APPEND_ONLY, append_only))
    info: dict[str, object] = {kind: True for kind, holds in kinds if holds}
    return Table(name, metadata, *columns, sqlite_strict=True, sqlite_with_rowid=rowid, info={SINCE: since, **info})


def append_only_tables() -> tuple[Table, ...]:
    """Return the tables whose rows are never changed or deleted. A table follows those it refers to."""
    return tuple(table for table in metadata.sorted_tables if table.info.get(APPEND_ONLY))


def tables_since(schema: str) -> tuple[Table, ...]:
    """Return the tables that came after a schema. A table follows those it refers to."""
    return tuple(table for table in metadata.sorted_tables if table.info[SINCE] > schema)


def number_column(name: str, default: int = 0) -> Column[int]:
    """Define an integer column that is never NULL; its default stands for unknown or none."""
    return Column(name, Integer, nullable=False, default=default, server_default=str(default))


def text_column(name: str) -> Column[str]:
    """Define a text column that is never NULL; empty if nothing is given."""
    return Column(name, Text, nullable=False, default="", server_default="")


def log_column() -> Column[int]:
    """Define the column `log`: the log entry that wrote the row."""
    return Column("log", Integer, ForeignKey("log.seq"), nullable=False, index=True)


def sequence_column(name: str = "seq") -> Column[int]:
    """Define a primary key that is numbered here, see `numbering`."""
    return Column(name, Integer, primary_key=True, autoincrement=False, default=number_of_row)
