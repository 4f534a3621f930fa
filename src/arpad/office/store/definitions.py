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


def define_table(
    name: str, *columns: SchemaItem, rowid: bool = True, operational: bool = False, private: bool = False
) -> Table:
    """Define a table; in SQLite a strict one, which refuses values of another type. `rowid` is for SQLite only."""
    info = {kind: True for kind, holds in ((OPERATIONAL, operational), (PRIVATE, private)) if holds}
    return Table(name, metadata, *columns, sqlite_strict=True, sqlite_with_rowid=rowid, info=info)


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
