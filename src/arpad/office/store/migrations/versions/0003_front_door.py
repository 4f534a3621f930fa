"""A world's month through the front door: what was worked out is kept beside what it was worked out from.

By desk, in the order of `schema.py`: events, lists. `ADDS` says what this schema has that the one before had not, so
that a backup of before can be read: a table and its new columns, no columns where the whole table is new.
"""

from __future__ import annotations

from datetime import date

import numpy as np
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
GAME = 13  # bytes of a game in a report: its pair, its day, its result

ADDS: dict[str, tuple[str, ...]] = {
    "game_week": (),
    "examination": (),
    "roll_base": (),
    "imported_base": (),
}
APPEND_ONLY = ("game_week", "examination", "roll_base", "imported_base")
PACKED = ("content", "roll_base", "imported_part", "imported_base", "period_part", "ledger_part")


def upgrade() -> None:
    _events()
    _lists()
    _packed()
    _triggers()


def _events() -> None:
    """Events, reports, decisions."""
    op.create_table(
        "game_week",
        sa.Column("week", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pair", WIDE, autoincrement=False, nullable=False),
        sa.Column("report", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["report"], ["report.seq"], name=op.f("fk_game_week_report")),
        sa.PrimaryKeyConstraint("week", "pair", "report", name=op.f("pk_game_week")),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "examination",
        sa.Column("report", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["report"], ["report.seq"], name=op.f("fk_examination_report")),
        sa.PrimaryKeyConstraint("report", "stamp", name=op.f("pk_examination")),
        sqlite_strict=True,
    )
    _index_reports()


def _index_reports() -> None:
    """Put the games of the reports that are there into the index; a game without a day into all weeks of its report."""
    connection = op.get_bind()
    seqs = connection.execute(sa.text("SELECT seq FROM report WHERE draft = 0 ORDER BY seq")).scalars().all()
    sent = sa.text("SELECT games, first_day, last_day FROM report WHERE seq = :seq")
    into = sa.text("INSERT INTO game_week (week, pair, report) VALUES (:week, :pair, :report)")
    for seq in seqs:
        games, *span = connection.execute(sent, {"seq": seq}).one()
        size = len(games) // GAME
        pairs = np.frombuffer(games, "<i8", size).tolist()
        days = np.frombuffer(games, "<i4", size, 8 * size).tolist()
        met = {
            (week, pair)
            for pair, day in zip(pairs, days, strict=True)
            for week in range(_week(day or span[0]), _week(day or span[1]) + 1)
        }
        if met:
            connection.execute(into, [{"week": week, "pair": pair, "report": seq} for week, pair in sorted(met)])


def _week(day: int) -> int:
    return date.fromisoformat(str(day)).toordinal() // 7


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
