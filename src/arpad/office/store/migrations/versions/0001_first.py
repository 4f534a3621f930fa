"""The first schema of an office, and the triggers that keep its history."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = (
    "log",
    "player_change",
    "merge",
    "licence",
    "membership",
    "event",
    "event_facts",
    "report",
    "decision",
    "content",
    "rating_list",
    "roll_part",
    "imported_part",
    "period_part",
    "ledger_part",
    "rated",
    "correction",
    "preview",
)
WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
KEPT = ("player", "birth", "arbiter", "federation", "series", "setting")  # changed, never deleted


def upgrade() -> None:
    _tables()
    _triggers()


def _triggers() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in APPEND_ONLY:
            _sqlite(table, "UPDATE", "changed")
        for table in (*APPEND_ONLY, *KEPT):
            _sqlite(table, "DELETE", "deleted")
        return
    op.execute(
        "CREATE FUNCTION arpad_kept() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME; END $$"
    )
    for table in (*APPEND_ONLY, *KEPT):
        what = "UPDATE OR DELETE" if table in APPEND_ONLY else "DELETE"
        op.execute(f"CREATE TRIGGER {table}_kept BEFORE {what} ON {table} FOR EACH ROW EXECUTE FUNCTION arpad_kept()")
        op.execute(f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} EXECUTE FUNCTION arpad_kept()")


def _sqlite(table: str, what: str, done: str) -> None:
    op.execute(
        f"CREATE TRIGGER {table}_no_{what.lower()} BEFORE {what} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are never {done}'); END"
    )


def _tables() -> None:
    op.create_table(
        "imported_part",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("series", "list", name=op.f("pk_imported_part")),
        sqlite_strict=True,
    )
    op.create_table(
        "log",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", WIDE, nullable=False),
        sa.Column("day", sa.Integer(), server_default="0", nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), server_default="", nullable=False),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.Column("detail", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_log")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_log_action"), "log", ["action"], unique=False)
    op.create_table(
        "period_part",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("chunk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("series", "chunk", "list", "name", name=op.f("pk_period_part")),
        sqlite_strict=True,
    )
    op.create_table(
        "roll_part",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("chunk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("series", "chunk", "list", name=op.f("pk_roll_part")),
        sqlite_strict=True,
    )
    op.create_table(
        "setting",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
        sqlite_strict=True,
    )
    op.create_table(
        "arbiter",
        sa.Column("id", WIDE, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("federation", sa.Text(), server_default="", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_arbiter_log")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_arbiter")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_arbiter_log"), "arbiter", ["log"], unique=False)
    op.create_table(
        "event",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), server_default="0", nullable=False),
        sa.Column("end", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_event_log")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_event")),
        sa.UniqueConstraint("code", name=op.f("uq_event_code")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_event_log"), "event", ["log"], unique=False)
    op.create_index("ix_event_series_end", "event", ["series", "end"], unique=False)
    op.create_table(
        "federation",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_federation_log")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_federation")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_federation_log"), "federation", ["log"], unique=False)
    op.create_table(
        "player",
        sa.Column("key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", WIDE, nullable=False),
        sa.Column("fide_id", WIDE, nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_sort", sa.Text(), nullable=False),
        sa.Column("former_names", sa.Text(), server_default="", nullable=False),
        sa.Column("sex", sa.Text(), server_default="", nullable=False),
        sa.Column("federation", sa.Text(), server_default="", nullable=False),
        sa.Column("region", sa.Text(), server_default="", nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("national_title", sa.Text(), server_default="", nullable=False),
        sa.Column("member", sa.Integer(), server_default="0", nullable=False),
        sa.Column("died", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_player_log")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_player")),
        sa.UniqueConstraint("fide_id", name=op.f("uq_player_fide_id")),
        sa.UniqueConstraint("id", name=op.f("uq_player_id")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_player_log"), "player", ["log"], unique=False)
    op.create_index(op.f("ix_player_name_sort"), "player", ["name_sort"], unique=False)
    op.create_table(
        "preview",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), nullable=False),
        sa.Column("inputs_sha256", sa.Text(), nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_preview_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_preview")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_preview_log"), "preview", ["log"], unique=False)
    op.create_table(
        "series",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_series_log")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_series")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_series_log"), "series", ["log"], unique=False)
    op.create_table(
        "birth",
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("born", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["player"], ["player.key"], name=op.f("fk_birth_player")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_birth")),
        sqlite_strict=True,
    )
    op.create_table(
        "correction",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_correction_log")),
        sa.ForeignKeyConstraint(["player"], ["player.key"], name=op.f("fk_correction_player")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_correction")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_correction_log"), "correction", ["log"], unique=False)
    op.create_table(
        "event_facts",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["event.key"], name=op.f("fk_event_facts_event")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_event_facts_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_event_facts")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_event_facts_event"), "event_facts", ["event"], unique=False)
    op.create_index(op.f("ix_event_facts_log"), "event_facts", ["log"], unique=False)
    op.create_table(
        "licence",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("arbiter", WIDE, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("since", sa.Integer(), server_default="0", nullable=False),
        sa.Column("until", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["arbiter"], ["arbiter.id"], name=op.f("fk_licence_arbiter")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_licence_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_licence")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_licence_arbiter"), "licence", ["arbiter"], unique=False)
    op.create_index(op.f("ix_licence_log"), "licence", ["log"], unique=False)
    op.create_table(
        "membership",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("federation", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("since", sa.Integer(), server_default="0", nullable=False),
        sa.Column("until", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["federation"], ["federation.code"], name=op.f("fk_membership_federation")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_membership_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_membership")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_membership_federation"), "membership", ["federation"], unique=False)
    op.create_index(op.f("ix_membership_log"), "membership", ["log"], unique=False)
    op.create_table(
        "merge",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Integer(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["gone"], ["player.key"], name=op.f("fk_merge_gone")),
        sa.ForeignKeyConstraint(["kept"], ["player.key"], name=op.f("fk_merge_kept")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_merge_log")),
        sa.ForeignKeyConstraint(["undoes"], ["merge.seq"], name=op.f("fk_merge_undoes")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_merge")),
        sa.UniqueConstraint("undoes", name=op.f("uq_merge_undoes")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_merge_gone"), "merge", ["gone"], unique=False)
    op.create_index(op.f("ix_merge_log"), "merge", ["log"], unique=False)
    op.create_table(
        "player_change",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("old", sa.Text(), server_default="", nullable=False),
        sa.Column("new", sa.Text(), server_default="", nullable=False),
        sa.Column("since", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_player_change_log")),
        sa.ForeignKeyConstraint(["player"], ["player.key"], name=op.f("fk_player_change_player")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_player_change")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_player_change_log"), "player_change", ["log"], unique=False)
    op.create_index(op.f("ix_player_change_player"), "player_change", ["player"], unique=False)
    op.create_table(
        "pointer",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["series"], ["series.name"], name=op.f("fk_pointer_series")),
        sa.PrimaryKeyConstraint("series", name=op.f("pk_pointer")),
        sqlite_strict=True,
    )
    op.create_table(
        "rating_list",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), server_default="", nullable=False),
        sa.Column("edition_sha256", sa.Text(), server_default="", nullable=False),
        sa.Column("previous_sha256", sa.Text(), server_default="", nullable=False),
        sa.Column("inputs_sha256", sa.Text(), server_default="", nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rehearsal", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_rating_list_log")),
        sa.ForeignKeyConstraint(["series"], ["series.name"], name=op.f("fk_rating_list_series")),
        sa.PrimaryKeyConstraint("series", "list", name=op.f("pk_rating_list")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_rating_list_log"), "rating_list", ["log"], unique=False)
    op.create_table(
        "report",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), server_default="0", nullable=False),
        sa.Column("draft", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), server_default="", nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("games", sa.LargeBinary(), nullable=False),
        sa.Column("first_day", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_day", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["event.key"], name=op.f("fk_report_event")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_report_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_report")),
        sa.UniqueConstraint(
            "event", "part", "fingerprint", "draft", name=op.f("uq_report_event_part_fingerprint_draft")
        ),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_report_event"), "report", ["event"], unique=False)
    op.create_index(op.f("ix_report_fingerprint"), "report", ["fingerprint"], unique=False)
    op.create_index(op.f("ix_report_log"), "report", ["log"], unique=False)
    op.create_index(op.f("ix_report_sha256"), "report", ["sha256"], unique=False)
    op.create_table(
        "decision",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), server_default="0", nullable=False),
        sa.Column("report", sa.Integer(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), server_default="", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["event.key"], name=op.f("fk_decision_event")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_decision_log")),
        sa.ForeignKeyConstraint(["report"], ["report.seq"], name=op.f("fk_decision_report")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_decision")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_decision_event"), "decision", ["event"], unique=False)
    op.create_index(op.f("ix_decision_kind"), "decision", ["kind"], unique=False)
    op.create_index(op.f("ix_decision_log"), "decision", ["log"], unique=False)
    op.create_table(
        "content",
        sa.Column("decision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event_key", WIDE, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["decision"], ["decision.seq"], name=op.f("fk_content_decision")),
        sa.PrimaryKeyConstraint("decision", name=op.f("pk_content")),
        sqlite_strict=True,
    )
    op.create_table(
        "ledger_part",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("decision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["decision"], ["decision.seq"], name=op.f("fk_ledger_part_decision")),
        sa.PrimaryKeyConstraint("series", "list", "decision", name=op.f("pk_ledger_part")),
        sqlite_strict=True,
    )
    op.create_table(
        "rated",
        sa.Column("event", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["decision"], ["decision.seq"], name=op.f("fk_rated_decision")),
        sa.ForeignKeyConstraint(["event"], ["event.key"], name=op.f("fk_rated_event")),
        sa.PrimaryKeyConstraint("event", "part", name=op.f("pk_rated")),
        sa.UniqueConstraint("decision", name=op.f("uq_rated_decision")),
        sqlite_strict=True,
    )
    op.create_index("ix_rated_series_list", "rated", ["series", "list"], unique=False)
