"""After publication: what is put right stands beside what was published, with its case.

`ADDS` says what this schema has that the one before had not, so that a backup of before can be read: a table and its
new columns, no columns where the whole table is new.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from arpad.office.store.guards import DELETE, DONE, GUARDS, in_postgresql, in_sqlite

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ADDS: dict[str, tuple[str, ...]] = {
    "revision": (),
    "revision_file": (),
    "revision_step": (),
    "revised_part": (),
    "revised_ledger": (),
    "series_rule": (),
    "taken_back": (),
    "taken_back_part": (),
    "event_change": (),
    "claim": (),
    "claim_answer": (),
    "preview_part": (),
}
APPEND_ONLY = (
    "revision", "revision_file", "revision_step", "revised_part", "revised_ledger", "series_rule", "taken_back",
    "taken_back_part", "event_change", "claim", "claim_answer", "preview_part",
)  # fmt: skip
PACKED = ("revised_part", "revised_ledger", "taken_back_part", "preview_part")
CHANGED = ("series",)  # of the guarded tables those whose rows may change


def upgrade() -> None:
    _events()
    _revisions()
    _revised()
    _taken_back()
    _claims()
    _previews()
    _packed()
    _triggers()
    _guards()


def _events() -> None:
    """Registrations are looked up by their days."""
    op.create_index(op.f("ix_event_start_end"), "event", ["start", "end"])


def _revisions() -> None:
    """Cases, what was sent with them, what became of them, and what the office decided for a series."""
    op.create_table(
        "revision",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        _text("detail"),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_revision_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_revision")),
        sa.UniqueConstraint("code", name=op.f("uq_revision_code")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_revision_log"), "revision", ["log"])
    op.create_index(op.f("ix_revision_target"), "revision", ["target"])
    op.create_table(
        "revision_file",
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        _text("file"),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["revision"], ["revision.seq"], name=op.f("fk_revision_file_revision")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_revision_file_log")),
        sa.PrimaryKeyConstraint("revision", name=op.f("pk_revision_file")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_revision_file_log"), "revision_file", ["log"])
    op.create_table(
        "revision_step",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        _text("detail"),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["revision"], ["revision.seq"], name=op.f("fk_revision_step_revision")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_revision_step_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_revision_step")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_revision_step_log"), "revision_step", ["log"])
    op.create_index(op.f("ix_revision_step_revision"), "revision_step", ["revision"])
    op.create_table(
        "series_rule",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        _text("value"),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_series_rule_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_series_rule")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_series_rule_log"), "series_rule", ["log"])


def _revised() -> None:
    """What lists would say, where it differs from what they say."""
    op.create_table(
        "revised_part",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("layer", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("chunk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["layer"], ["log.seq"], name=op.f("fk_revised_part_layer")),
        sa.PrimaryKeyConstraint("series", "list", "layer", "name", "chunk", name=op.f("pk_revised_part")),
        sqlite_strict=True,
    )
    op.create_table(
        "revised_ledger",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("layer", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("decision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["layer"], ["log.seq"], name=op.f("fk_revised_ledger_layer")),
        sa.ForeignKeyConstraint(["decision"], ["decision.seq"], name=op.f("fk_revised_ledger_decision")),
        sa.PrimaryKeyConstraint("series", "list", "layer", "decision", name=op.f("pk_revised_ledger")),
        sqlite_strict=True,
    )


def _taken_back() -> None:
    """Lists that were opened or imported and taken back, as they were, and events as they were before a change."""
    op.create_table(
        "taken_back",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        _text("head"),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_taken_back_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_taken_back")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_taken_back_log"), "taken_back", ["log"])
    op.create_table(
        "taken_back_part",
        sa.Column("taken_back", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("chunk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["taken_back"], ["taken_back.seq"], name=op.f("fk_taken_back_part_taken_back")),
        sa.PrimaryKeyConstraint("taken_back", "place", "name", "chunk", name=op.f("pk_taken_back_part")),
        sqlite_strict=True,
    )
    op.create_table(
        "event_change",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), server_default="0", nullable=False),
        sa.Column("end", sa.Integer(), server_default="0", nullable=False),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["event.key"], name=op.f("fk_event_change_event")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_event_change_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_event_change")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_event_change_event"), "event_change", ["event"])
    op.create_index(op.f("ix_event_change_log"), "event_change", ["log"])


def _claims() -> None:
    """What somebody disputes of a list, and the answer."""
    op.create_table(
        "claim",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=True),
        sa.Column("round", sa.Integer(), server_default="0", nullable=False),
        sa.Column("opponent", sa.Integer(), nullable=True),
        sa.Column("claimant", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("until", sa.Integer(), server_default="0", nullable=False),
        _text("article"),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["player.key"], name=op.f("fk_claim_player")),
        sa.ForeignKeyConstraint(["event"], ["event.key"], name=op.f("fk_claim_event")),
        sa.ForeignKeyConstraint(["opponent"], ["player.key"], name=op.f("fk_claim_opponent")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_claim_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_claim")),
        sa.UniqueConstraint("code", name=op.f("uq_claim_code")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_claim_log"), "claim", ["log"])
    op.create_index(op.f("ix_claim_player"), "claim", ["player"])
    op.create_table(
        "claim_answer",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("claim", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        _text("revision"),
        sa.Column("log", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["claim"], ["claim.seq"], name=op.f("fk_claim_answer_claim")),
        sa.ForeignKeyConstraint(["log"], ["log.seq"], name=op.f("fk_claim_answer_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_claim_answer")),
        sa.UniqueConstraint("claim", name=op.f("uq_claim_answer_claim")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_claim_answer_log"), "claim_answer", ["log"])


def _previews() -> None:
    """What previews showed."""
    op.create_table(
        "preview_part",
        sa.Column("preview", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("provisional", sa.Integer(), server_default="0", nullable=False),
        sa.Column("inputs", sa.Text(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["preview"], ["preview.seq"], name=op.f("fk_preview_part_preview")),
        sa.PrimaryKeyConstraint("preview", name=op.f("pk_preview_part")),
        sqlite_strict=True,
    )


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default="", nullable=False)


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


def _guards() -> None:
    """What was never to go or change may, where the database sees that nothing is lost."""
    for table, (what, _) in GUARDS.items():
        if op.get_bind().dialect.name == "sqlite":
            name = f"{table}_no_{what.lower()}"
            op.execute(f"DROP TRIGGER {name}")
            op.execute(f"CREATE TRIGGER {name} {in_sqlite(table, what)}")
        else:
            held = DELETE if table in CHANGED else " OR ".join(DONE)
            op.execute(
                f"CREATE FUNCTION arpad_{table}_kept() RETURNS trigger LANGUAGE plpgsql AS $$ {in_postgresql(table)} $$"
            )
            op.execute(f"DROP TRIGGER {table}_kept ON {table}")
            row = f"FOR EACH ROW EXECUTE FUNCTION arpad_{table}_kept()"
            op.execute(f"CREATE TRIGGER {table}_kept BEFORE {held} ON {table} {row}")
