"""The law as written: what a list was made by is kept with it.

By desk, in the order of `schema.py`: people, events, lists. `ADDS` says what this schema has that the one before had
not, so that a backup of before can be read: a table and its new columns, no columns where the whole table is new.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ADDS: dict[str, tuple[str, ...]] = {
    "rating_officer": (),
    "game_scores": (),
    "law_text": (),
    "list_law": (),
}
APPEND_ONLY = ("rating_officer", "game_scores", "law_text", "list_law")


def upgrade() -> None:
    _people()
    _events()
    _lists()
    _triggers()


def _people() -> None:
    """Players, arbiters, federations."""
    op.create_table(
        "rating_officer",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("federation", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("since", sa.Integer(), server_default="0", nullable=False),
        sa.Column("until", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["federation"], ["federation.code"], name=op.f("fk_rating_officer_federation")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_rating_officer_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_rating_officer")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_rating_officer_federation"), "rating_officer", ["federation"], unique=False)
    op.create_index(op.f("ix_rating_officer_log"), "rating_officer", ["log"], unique=False)


def _events() -> None:
    """Events, reports, decisions."""
    op.create_table(
        "game_scores",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), server_default="", nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["event.key"], name=op.f("fk_game_scores_event")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_game_scores_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_game_scores")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_game_scores_event"), "game_scores", ["event"], unique=False)
    op.create_index(op.f("ix_game_scores_log"), "game_scores", ["log"], unique=False)


def _lists() -> None:
    """Series, lists and what they are made of."""
    op.create_table(
        "law_text",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_law_text_log")),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_law_text")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_law_text_log"), "law_text", ["log"], unique=False)
    op.create_table(
        "list_law",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["sha256"], ["law_text.sha256"], name=op.f("fk_list_law_sha256")),
        sa.PrimaryKeyConstraint("series", "list", "file", name=op.f("pk_list_law")),
        sqlite_strict=True,
    )


def _triggers() -> None:
    for table in APPEND_ONLY:
        if op.get_bind().dialect.name == "sqlite":
            for what, done in (("UPDATE", "changed"), ("DELETE", "deleted")):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{what.lower()} BEFORE {what} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are never {done}'); END"
                )
        else:
            kept = "EXECUTE FUNCTION arpad_kept()"
            op.execute(f"CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW {kept}")
            op.execute(f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} {kept}")
