"""The tables of an office, the same on SQLite and PostgreSQL.

Integers everywhere: days are yyyymmdd, lists yyyymm, 0 is unknown or none; instants are microseconds since 1970, UTC.
What is bulk (admitted games, ledgers, rolls) is stored as packed columns, in chunks: see `packed.py`. Rows of
append-only tables are never changed or deleted; triggers forbid it (but for `guards`). Every row points to its
entry in the log, which says who, when and why. The tables of the journal say what was asked and which rows each entry
wrote. An operational table is outside the journal: no decision rests on it, and it may be emptied at any time. A
private table is outside the journal too: what it has must never stand there, and a row of the journal has its hash.
"""

from __future__ import annotations

from functools import partial

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
)

from arpad.office.store import access_tables as access_tables  # its tables are part of the schema
from arpad.office.store import definitions, desk_tables, official_tables
from arpad.office.store.definitions import Wide
from arpad.office.store.definitions import define_table as _table
from arpad.office.store.definitions import log_column as _logged
from arpad.office.store.definitions import number_column as _number
from arpad.office.store.definitions import sequence_column as _sequence
from arpad.office.store.definitions import text_column as _text

metadata, OPERATIONAL, PRIVATE = definitions.metadata, definitions.OPERATIONAL, definitions.PRIVATE
append_only_tables = definitions.append_only_tables
_append_only = partial(_table, append_only=True)
imported_patch, official_list = official_tables.imported_patch, official_tables.official_list
official_people = official_tables.official_people
examined, job = desk_tables.examined, desk_tables.job

# --- the office itself --------------------------------------------------------------------------------------------

setting = _table("setting", Column("name", Text, primary_key=True), Column("value", Text, nullable=False))

log = _append_only(
    "log",
    _sequence(),
    Column("at", Wide, nullable=False),  # the instant
    _number("day"),  # the office's civil day, which is the rehearsal's in a rehearsal
    Column("who", Text, nullable=False),
    Column("action", Text, nullable=False, index=True),
    _text("subject"),
    _text("why"),
    _text("detail"),  # JSON; never a birth date
)

journal = _append_only(
    "journal",
    Column("log", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),
    Column("act", Text, nullable=False),  # its name, which never changes
    Column("request", Text, nullable=False),  # JSON; bytes by their SHA-256
    _text("actor"),  # who is signed in; `local:NAME` with direct access to the database
    _text("channel"),
    _number("call"),  # the first entry of the call that this act belongs to
    _text("seen"),  # the version that was displayed to the actor
    _text("idempotency"),  # a key that the caller chose, so that a repeated request is done once
    _text("law"),  # the digest of the law in force; its files are an attachment
    _text("build"),  # the digest of the program
    _number("inputs"),  # 1: the act can be performed again from its request and attachments
    Index("ix_journal_idempotency", "idempotency"),
    since="0006",
)
"""What was asked: one row for each entry of the log. Entries from before the journal have none."""

effect = _append_only(
    "effect",
    Column("log", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),
    Column("place", Text, primary_key=True),  # a table
    Column("sha256", Text, nullable=False),  # of the lines
    Column("packed", LargeBinary, nullable=False),  # the lines; empty before the journal began
    since="0006",
)
"""The rows that a log entry inserted, changed and removed, a line each: see `effects.py`."""

attachment = _append_only(
    "attachment",
    Column("sha256", Text, primary_key=True),
    Column("packed", LargeBinary, nullable=False),
    _logged(),
    since="0006",
)
"""Bytes that requests refer to and no other table holds, and the law in force."""

link = _append_only(
    "link",
    Column("log", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),
    Column("salt", Text, nullable=False),  # so that nobody can guess what an entry says from its hash
    Column("entry", Text, nullable=False),  # the hash of the entry, its request and its effects
    Column("sha256", Text, nullable=False),  # of the link before and of this entry
)
"""The log as a hash chain."""

checkpoint = _append_only(
    "checkpoint",
    Column("size", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),  # the last entry in it
    Column("root", Text, nullable=False),  # its link
    Column("day", Integer, nullable=False),
    _text("signer"),  # the name of the key; empty: not signed
    _text("signature"),
    _logged(),
)
"""What the office says of its log at a moment, to be kept by others."""

# --- people -------------------------------------------------------------------------------------------------------

player = _table(
    "player",
    Column("key", Integer, primary_key=True, autoincrement=False),  # dense: the position in every column
    Column("id", Wide, nullable=False, unique=True),  # the office's own, with a check digit
    Column("fide_id", Wide, nullable=True, unique=True),
    Column("name", Text, nullable=False),
    Column("name_sort", Text, nullable=False, index=True),  # transliterated and folded: never sort by collation
    _text("former_names"),  # JSON
    _text("sex"),
    _text("federation"),
    _text("region"),
    _text("title"),
    _text("national_title"),
    _number("member"),  # bits: IBCA, ICSC, IPCA
    _number("died"),
    _logged(),
)

birth = _table(
    "birth",
    Column("player", Integer, ForeignKey("player.key"), primary_key=True, autoincrement=False),
    _number("born"),
)
"""Birth dates have their own table, so that a reader for the public needs no right to read them."""

player_change = _append_only(
    "player_change",
    _sequence(),
    Column("player", Integer, ForeignKey("player.key"), nullable=False, index=True),
    Column("field", Text, nullable=False),
    _text("old"),
    _text("new"),
    _number("since"),  # the day from which the new value holds
    _logged(),
)

merge = _append_only(
    "merge",
    _sequence(),
    Column("kept", Integer, ForeignKey("player.key"), nullable=False),
    Column("gone", Integer, ForeignKey("player.key"), nullable=False, index=True),
    Column("undoes", Integer, ForeignKey("merge.seq"), nullable=True, unique=True),  # set: this row is an unmerge
    _logged(),
)

arbiter = _table(
    "arbiter",
    Column("id", Wide, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    _text("federation"),
    _logged(),
)

licence = _append_only(
    "licence",
    _sequence(),
    Column("arbiter", Wide, ForeignKey("arbiter.id"), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    _number("since"),
    _number("until"),  # 0: open
    _logged(),
)

federation = _table("federation", Column("code", Text, primary_key=True), _text("name"), _logged())

membership = _append_only(
    "membership",
    _sequence(),
    Column("federation", Text, ForeignKey("federation.code"), nullable=False, index=True),
    Column("state", Text, nullable=False),  # member, excluded, temporarily-excluded
    _number("since"),
    _number("until"),
    _logged(),
)

rating_officer = _append_only(
    "rating_officer",
    _sequence(),
    Column("federation", Text, ForeignKey("federation.code"), nullable=False, index=True),
    _text("name"),  # empty: nobody on these days
    _number("since"),
    _number("until"),
    _logged(),
)

# --- events -------------------------------------------------------------------------------------------------------

event = _append_only(
    "event",
    _sequence("key"),
    Column("code", Text, nullable=False, unique=True),
    Column("series", Text, nullable=False),
    _number("start"),
    _number("end"),
    _logged(),
    Index("ix_event_series_end", "series", "end"),
    Index("ix_event_start_end", "start", "end"),
)

event_facts = _append_only(
    "event_facts",
    _sequence(),
    Column("event", Integer, ForeignKey("event.key"), nullable=False, index=True),
    Column("facts", Text, nullable=False),  # JSON, the keys of EventFacts; the last row holds
    _logged(),
)

report = _append_only(
    "report",
    _sequence(),
    Column("event", Integer, ForeignKey("event.key"), nullable=False, index=True),
    _number("part"),  # part of an event; 0: the whole event
    _number("draft"),
    Column("sha256", Text, nullable=False, index=True),
    Column("fingerprint", Text, nullable=False, index=True),  # of the content: players, days, results
    _text("file"),
    Column("body", LargeBinary, nullable=False),
    Column("games", LargeBinary, nullable=False),  # packed: pair, day and result of each game, to find overlaps
    _number("first_day"),
    _number("last_day"),
    _logged(),
    UniqueConstraint("event", "part", "fingerprint", "draft"),
)

game_week = _append_only(
    "game_week",
    Column("week", Integer, primary_key=True, autoincrement=False),
    Column("pair", Wide, primary_key=True, autoincrement=False),
    Column("report", Integer, ForeignKey("report.seq"), primary_key=True, autoincrement=False),
    rowid=False,
)
"""Which pairs of players met in which week, by report: to find a game that was sent twice. Drafts are not in it."""

examination = _append_only(
    "examination",
    Column("report", Integer, ForeignKey("report.seq"), primary_key=True, autoincrement=False),
    Column("stamp", Text, primary_key=True),  # of all it depended on
    Column("answer", Text, nullable=False),  # JSON: verdict, edition, list, what is excluded, findings
    Column("packed", LargeBinary, nullable=False),  # what would be admitted; empty where nothing would
)
"""What the examination of a report found, so that it is not made again while nothing that it depends on has changed."""

game_scores = _append_only(
    "game_scores",
    _sequence(),
    Column("event", Integer, ForeignKey("event.key"), nullable=False, index=True),
    _number("part"),  # part of an event; 0: the whole event
    Column("sha256", Text, nullable=False),
    _text("file"),
    Column("body", LargeBinary, nullable=False),
    _logged(),
)
"""The game scores of an event, byte for byte as they came; the last ones count."""

decision = _append_only(
    "decision",
    _sequence(),
    Column("event", Integer, ForeignKey("event.key"), nullable=False, index=True),
    _number("part"),
    Column("report", Integer, ForeignKey("report.seq"), nullable=True),
    Column("kind", Text, nullable=False, index=True),
    _text("detail"),  # JSON: findings, overrides, the day of the notice
    _logged(),
)
"""What happened to an event: registered, reported, admitted, refused, appealed, held, released, overridden, excluded.
The last ones give its state."""

content = _append_only(
    "content",
    Column("decision", Integer, ForeignKey("decision.seq"), primary_key=True, autoincrement=False),
    Column("event_key", Wide, nullable=False, index=True),  # from the content, not from the order of arrival
    _number("start"),
    _number("end"),
    _number("enters"),  # the first list on which it may be
    Column("sha256", Text, nullable=False),  # of what is packed
    Column("packed", LargeBinary, nullable=False),
)
"""What was admitted, as the tables of `seat` and `rate`, players by key, with the days and the list of its head."""

identified_games = _append_only(
    "identified_games",
    Column("decision", Integer, ForeignKey("decision.seq"), primary_key=True, autoincrement=False),
    Column("report", Integer, ForeignKey("report.seq"), nullable=False, index=True),
    Column("games", LargeBinary, nullable=False),  # packed, as in `report`
    since="0006",
)
"""The games of a report under the players whom an officer identified, for overlaps; its last row holds."""

# --- lists --------------------------------------------------------------------------------------------------------

series = _table(
    "series",
    Column("name", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # computed, imported
    _logged(),
)

rating_list = _append_only(
    "rating_list",
    Column("series", Text, ForeignKey("series.name"), primary_key=True),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),  # opening, computed, imported
    _text("edition"),
    _text("edition_sha256"),
    _text("previous_sha256"),
    _text("inputs_sha256"),
    Column("sha256", Text, nullable=False),
    _number("players"),  # how many keys the registry had
    _number("rehearsal"),
    _logged(),
)

law_text = _append_only(
    "law_text",
    Column("sha256", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    _logged(),
)
"""A file of the law, byte for byte, once: an edition, the readings, the one-off adjustments."""

list_law = _append_only(
    "list_law",
    Column("series", Text, primary_key=True),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("file", Text, primary_key=True),
    Column("sha256", Text, ForeignKey("law_text.sha256"), nullable=False),
)
"""The law that a list carries, by which it is opened and explained; lists of schema 0001 carry none."""

roll_part = _append_only(
    "roll_part",
    Column("series", Text, primary_key=True),
    Column("chunk", Integer, primary_key=True, autoincrement=False),  # player keys of one range
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)
"""The rows of a list that changed, a stored chunk per range of players. A list has each player's last row up to it."""

roll_base = _append_only(
    "roll_base",
    Column("series", Text, primary_key=True),
    Column("chunk", Integer, primary_key=True, autoincrement=False),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)
"""Everything that a list says of a range of players: where reading a roll begins. It repeats what `roll_part` says."""

imported_part = _append_only(
    "imported_part",
    Column("series", Text, primary_key=True),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)
"""The rows of an imported list that changed, by FIDE number: a player may be registered later than the list."""

imported_base = _append_only(
    "imported_base",
    Column("series", Text, primary_key=True),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)
"""All rows of an imported list, by FIDE number: where reading one begins."""

period_part = _append_only(
    "period_part",
    Column("series", Text, primary_key=True),
    Column("chunk", Integer, primary_key=True, autoincrement=False),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("packed", LargeBinary, nullable=False),
)
"""What a period gave each player: lines, worksheets, first ratings, pool, adjustments."""

ledger_part = _append_only(
    "ledger_part",
    Column("series", Text, primary_key=True),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("decision", Integer, ForeignKey("decision.seq"), primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)
"""What a period gave each game of an event. An admitted event is rated once: see `rated`."""

rated = _append_only(
    "rated",
    Column("event", Integer, ForeignKey("event.key"), primary_key=True, autoincrement=False),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("series", Text, nullable=False),
    Column("list", Integer, nullable=False),
    Column("decision", Integer, ForeignKey("decision.seq"), nullable=False, unique=True),
    Index("ix_rated_series_list", "series", "list"),
)

correction = _append_only(
    "correction",
    _sequence(),
    Column("series", Text, nullable=False),
    Column("list", Integer, nullable=False),  # the list on which it first shows
    Column("player", Integer, ForeignKey("player.key"), nullable=False),
    _number("rating"),
    _logged(),
)

preview = _append_only(
    "preview",
    _sequence(),
    Column("series", Text, nullable=False),
    Column("list", Integer, nullable=False),
    Column("inputs_sha256", Text, nullable=False),
    _logged(),
)

preview_part = _append_only(
    "preview_part",
    Column("preview", Integer, ForeignKey("preview.seq"), primary_key=True, autoincrement=False),
    _number("provisional"),  # 1: before the period was over; nothing is published by it
    Column("inputs", Text, nullable=False),  # JSON: events, corrections, other lists, law
    Column("packed", LargeBinary, nullable=False),
)
"""What a preview showed: the rows that differ from the list being replaced, and what it was made from."""

# --- after publication --------------------------------------------------------------------------------------------

revision = _append_only(
    "revision",
    _sequence(),
    Column("code", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("target", Text, nullable=False, index=True),  # what it is about: two open cases never share one
    _text("detail"),  # JSON; never a birth date
    _logged(),
)
"""A case: something that was wrong in what was published. Its entry in the log says who, when and why."""

revision_file = _append_only(
    "revision_file",
    Column("revision", Integer, ForeignKey("revision.seq"), primary_key=True, autoincrement=False),
    Column("sha256", Text, nullable=False),
    _text("file"),
    Column("body", LargeBinary, nullable=False),
    _logged(),
)
"""What was sent with a case, byte for byte."""

revision_step = _append_only(
    "revision_step",
    _sequence(),
    Column("revision", Integer, ForeignKey("revision.seq"), nullable=False, index=True),
    Column("kind", Text, nullable=False),  # previewed, approved, dropped
    _text("detail"),  # JSON
    _logged(),
)
"""The steps of a case; the last one is its state."""

revised_part = _append_only(
    "revised_part",
    Column("series", Text, primary_key=True),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("layer", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("chunk", Integer, primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)
"""What a list would say, and would have given each player, where that differs; the newest layer holds."""

revised_ledger = _append_only(
    "revised_ledger",
    Column("series", Text, primary_key=True),
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("layer", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),
    Column("decision", Integer, ForeignKey("decision.seq"), primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)
"""What a list would have given each game of an event, where it differs."""

series_rule = _append_only(
    "series_rule",
    _sequence(),
    Column("series", Text, nullable=False),
    Column("name", Text, nullable=False),
    _text("value"),
    _logged(),
)
"""What the rules leave to the office, decided for a series; the last row of a name holds."""

taken_back = _append_only(
    "taken_back",
    _sequence(),
    Column("series", Text, nullable=False),
    Column("list", Integer, nullable=False),
    Column("sha256", Text, nullable=False),  # its seal
    _text("head"),  # JSON: its row, the files of its law, and the row of the series where that went with it
    _logged(),
)
"""A list that was opened or imported and then taken back."""

taken_back_part = _append_only(
    "taken_back_part",
    Column("taken_back", Integer, ForeignKey("taken_back.seq"), primary_key=True, autoincrement=False),
    Column("place", Text, primary_key=True),  # the table in which it stood
    Column("name", Text, primary_key=True),
    Column("chunk", Integer, primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)
"""The stored chunks of a list that was taken back, byte for byte; `place` is the table that had them."""

event_change = _append_only(
    "event_change",
    _sequence(),
    Column("event", Integer, ForeignKey("event.key"), nullable=False, index=True),
    Column("code", Text, nullable=False),
    Column("series", Text, nullable=False),
    _number("start"),
    _number("end"),
    _logged(),
)
"""The code, series and days of an event before they were changed."""

claim = _append_only(
    "claim",
    _sequence(),
    Column("code", Text, nullable=False, unique=True),
    Column("series", Text, nullable=False),
    Column("list", Integer, nullable=False),
    Column("player", Integer, ForeignKey("player.key"), nullable=False, index=True),
    Column("event", Integer, ForeignKey("event.key"), nullable=True),
    _number("round"),
    Column("opponent", Integer, ForeignKey("player.key"), nullable=True),
    Column("claimant", Text, nullable=False),
    Column("role", Text, nullable=False),
    _number("until"),  # the last day that the law gives
    _text("article"),
    _logged(),
)
"""A claim that a row or a game of a list is wrong. Its entry in the log has the words."""

claim_answer = _append_only(
    "claim_answer",
    _sequence(),
    Column("claim", Integer, ForeignKey("claim.seq"), nullable=False, unique=True),
    Column("kind", Text, nullable=False),  # upheld, rejected, withdrawn
    _text("revision"),  # the code of the case that puts it right
    _logged(),
)
"""The answer to a claim; there is only one. Its entry in the log has the words."""

pointer = _table(
    "pointer",
    Column("series", Text, ForeignKey("series.name"), primary_key=True),
    Column("list", Integer, nullable=False),
)
"""The newest published list of each series. It is changed last, after everything else of the list is stored."""
