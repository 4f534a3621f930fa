"""A world's month through the front door: what was worked out is kept beside what it was worked out from.

By desk, in the order of `schema.py`: lists. `ADDS` says what this schema has that the one before had not, so that a
backup of before can be read: a table and its new columns, no columns where the whole table is new.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ADDS: dict[str, tuple[str, ...]] = {
    "roll_base": (),
    "imported_base": (),
}
APPEND_ONLY = ("roll_base", "imported_base")
PACKED = ("content", "roll_base", "imported_part", "imported_base", "period_part", "ledger_part")


def upgrade() -> None:
    _lists()
    _packed()
    _triggers()


def _lists() -> None:
    """Series, lists and what they are made of."""
    op.create_table(
        "roll_base",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("chunk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("series", "chunk", "list", name=op.f("pk_roll_base")),
        sqlite_strict=True,
    )
    op.create_table(
        "imported_base",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("series", "list", name=op.f("pk_imported_base")),
        sqlite_strict=True,
    )


def _packed() -> None:
    """PostgreSQL stores large parts as they are: to compress them takes longer than to write them."""
    if op.get_bind().dialect.name == "postgresql":
        for table in PACKED:
            op.execute(f"ALTER TABLE {table} ALTER COLUMN packed SET STORAGE EXTERNAL")


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
