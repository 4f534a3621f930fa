"""Tables of the desk: kept examinations, and work in the background. All are operational."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, Text

from arpad.office.store.definitions import Wide, define_table, number_column, text_column

examined = define_table(
    "examined",
    Column("report", Integer, ForeignKey("report.seq"), primary_key=True, autoincrement=False),
    Column("day", Integer, nullable=False),
    Column("base", Text, nullable=False),  # people, lists, law and program
    Column("event", Text, nullable=False),  # the decisions about its event
    Column("decision", Integer, nullable=False),  # the newest one about any event when it was checked last
    number_column("volatile"),  # 1: any newer decision ends it
    text_column("name"),  # of the event
    text_column("federation"),
    Column("answer", Text, nullable=False),  # JSON: verdict, edition, list, what is excluded
    Column("stopping", Text, nullable=False),  # JSON: the findings that keep it from being admitted
    Column("findings", Text, nullable=False),  # JSON: all of them
    operational=True,
    since="0007",
)
"""What the report that counts for an event says today, so that a queue is read without examining. No decision rests on
it: an admission examines again, or reads `examination`."""

job = define_table(
    "job",
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("work", Text, nullable=False),  # the name of an act, or of other work
    Column("request", Text, nullable=False),  # JSON, as in the journal
    Column("files", LargeBinary, nullable=False),  # the bytes that it refers to, packed
    Column("asker", Text, nullable=False),  # JSON: for whom it is done, and what was displayed to them
    Column("state", Text, nullable=False, index=True),  # waiting, running, done, failed
    Column("asked", Wide, nullable=False),  # instants
    Column("begun", Wide, nullable=False, default=0, server_default="0"),
    Column("beat", Wide, nullable=False, default=0, server_default="0"),  # when its worker was last heard of
    Column("ended", Wide, nullable=False, default=0, server_default="0"),
    text_column("step"),  # what is done now, by name
    number_column("done"),
    number_column("size"),  # of the step; 0: nobody knows
    number_column("tries"),
    text_column("result"),  # JSON
    text_column("problem"),  # JSON: a message, its fields, a remedy
    operational=True,
    since="0007",
)
"""Long work that is done in the background: what is asked, how far it is, and what came of it."""
