"""Proof: the log is a chain, every row is bound to the entry that wrote it, and no key is replaced.

`ADDS` says what this schema has that the one before had not, so that a backup of before can be read: a table and its
new columns, no columns where the whole table is new.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from arpad.office.store.guards import KEYS_OF, never_replaced

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ADDS: dict[str, tuple[str, ...]] = {"bound": (), "link": (), "checkpoint": ()}


def upgrade() -> None:
    _chain()
    _checkpoints()
    _triggers()
    _replacing()


def _chain() -> None:
    op.create_table(
        "bound",
        sa.Column("log", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("keys", sa.Text(), nullable=False),
        sa.Column("leaves", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_bound_log")),
        sa.PrimaryKeyConstraint("log", "place", name=op.f("pk_bound")),
        sqlite_strict=True,
    )
    op.create_table(
        "link",
        sa.Column("log", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_link_log")),
        sa.PrimaryKeyConstraint("log", name=op.f("pk_link")),
        sqlite_strict=True,
    )


def _checkpoints() -> None:
    op.create_table(
        "checkpoint",
        sa.Column("size", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("root", sa.Text(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("signer", sa.Text(), server_default="", nullable=False),
        sa.Column("signature", sa.Text(), server_default="", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["size"], ["log.seq"], name=op.f("fk_checkpoint_size")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_checkpoint_log")),
        sa.PrimaryKeyConstraint("size", name=op.f("pk_checkpoint")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_checkpoint_log"), "checkpoint", ["log"])


def _triggers() -> None:
    for table in ADDS:
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


def _replacing() -> None:
    """SQLite replaces a row under the same key without asking the triggers of a deletion; PostgreSQL asks them."""
    if op.get_bind().dialect.name == "sqlite":
        for table in KEYS_OF:
            op.execute(f"CREATE TRIGGER {table}_no_replace {never_replaced(table)}")
