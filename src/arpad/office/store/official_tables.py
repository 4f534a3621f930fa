"""The tables with the lists of other authorities."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, Text

from arpad.office.store.definitions import Wide, define_table, number_column, text_column

imported_patch = define_table(
    "imported_patch",
    Column("series", Text, primary_key=True),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("log", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
    append_only=True,
    since="0007",
)
"""Rows of an imported list that a later download of it stated, or that keep it as it was where an older list was put
before it. They count if they are newer than the list's own entry."""

official_list = define_table(
    "official_list",
    Column("series", Text, primary_key=True),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("log", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),
    Column("sha256", Text, nullable=False),  # of the file, which is not kept
    text_column("file"),
    text_column("form"),  # its layout
    number_column("rows"),
    number_column("activity"),  # 1: it says who is inactive in this series
    append_only=True,
    since="0007",
)
"""The files that were imported, one row for each download and series. A list says what any of them says."""

official_people = define_table(
    "official_people",
    Column("authority", Text, primary_key=True),
    Column("since", Integer, primary_key=True, autoincrement=False),  # the list with which they begin to hold
    Column("log", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),
    Column("first", Wide, primary_key=True, autoincrement=False),  # the lowest number in it
    Column("last", Wide, nullable=False),  # the highest number in it
    Column("names", LargeBinary, nullable=False),
    Column("facts", LargeBinary, nullable=False),
    append_only=True,
    since="0007",
)
"""The people on the lists of an authority, one store for all its series: those who changed since the list before."""
