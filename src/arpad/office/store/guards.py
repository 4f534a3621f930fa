"""The exceptions in which a protected row may be changed or deleted, if the database itself sees that nothing is lost.

When a list that was opened or imported is taken back, its rows may be deleted in the transaction that stores the same
bytes under `taken_back`. The code, series and days of an event may change in the transaction that stores the old ones
under `event_change`, and never once the event is rated. Everything else stays as `schema` says.
"""

from __future__ import annotations

from sqlalchemy import Table, UniqueConstraint

NEWEST = "(SELECT max(seq) FROM log)"
TAKEN = f"FROM taken_back t WHERE t.series = OLD.series AND t.log = {NEWEST}"
OF_LIST = f"{TAKEN} AND t.list = OLD.list"


def _same_bytes(table: str, name: str = "''", chunk: str = "0") -> str:
    """Return the SQL condition that this log entry has stored the row's bytes under `taken_back_part`.

    `table`, `name` and `chunk` say which stored chunk; `name` and `chunk` are SQL expressions.
    """
    stored = "SELECT 1 FROM taken_back_part p WHERE p.taken_back = t.seq"
    return (
        f"EXISTS (SELECT 1 {OF_LIST} AND EXISTS ({stored} AND p.place = '{table}' AND p.name = {name} "
        f"AND p.chunk = {chunk} AND p.packed = OLD.packed))"
    )


WITHOUT_KEYS = ("game_week",)  # it only repeats what reports say, and is large


def unique_keys(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the unique keys of a table, the primary one first; none of a table that is too large to look for them."""
    if table.name in WITHOUT_KEYS:
        return ()
    several = [each for each in table.constraints if isinstance(each, UniqueConstraint) and len(each.columns) > 1]
    return (
        tuple(table.primary_key.columns.keys()),
        *((column.name,) for column in table.columns if column.unique),
        *sorted(tuple(each.columns.keys()) for each in several),
    )


DELETE, UPDATE = "DELETE", "UPDATE"
GUARDS: dict[str, tuple[str, str]] = {
    "rating_list": (
        DELETE,
        f"OLD.kind <> 'computed' AND EXISTS (SELECT 1 {OF_LIST} AND t.sha256 = OLD.sha256) AND NOT EXISTS "
        "(SELECT 1 FROM rating_list later WHERE later.series = OLD.series AND later.list > OLD.list)",
    ),
    "list_law": (DELETE, f"EXISTS (SELECT 1 {OF_LIST})"),
    "roll_part": (DELETE, _same_bytes("roll_part", chunk="OLD.chunk")),
    "period_part": (DELETE, _same_bytes("period_part", "OLD.name", "OLD.chunk")),
    "imported_part": (DELETE, _same_bytes("imported_part")),
    "imported_base": (DELETE, _same_bytes("imported_base")),
    "series": (DELETE, f"EXISTS (SELECT 1 {TAKEN})".replace("OLD.series", "OLD.name")),
    "event": (
        UPDATE,
        f"OLD.key = NEW.key AND OLD.log = NEW.log AND EXISTS (SELECT 1 FROM event_change c WHERE c.event = OLD.key "
        f"AND c.log = {NEWEST} AND c.code = OLD.code AND c.series = OLD.series AND c.start = OLD.start "
        f'AND c."end" = OLD."end") AND NOT EXISTS (SELECT 1 FROM rated r WHERE r.event = OLD.key)',
    ),
}
"""The exceptions: table -> (the operation that is allowed, the SQL condition for it)."""
DONE = {DELETE: "deleted", UPDATE: "changed"}


def in_sqlite(table: str, what: str) -> str:
    """Return a SQLite trigger without its CREATE TRIGGER and name: it forbids `what` (UPDATE or DELETE) on a table.

    Where `GUARDS` has an exception for that, the trigger lets such rows pass.
    """
    allowed, condition = GUARDS.get(table, ("", ""))
    when = f" WHEN NOT ({condition})" if what == allowed else ""
    done = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are never {DONE[what]}'); END"
    return f"BEFORE {what} ON {table}{when} {done}"


def never_replaced(table: Table) -> str:
    """Return a SQLite trigger without its CREATE TRIGGER and name: it refuses a row whose key exists already.

    Without it, INSERT OR REPLACE would delete the old row.
    """
    taken = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table.name} WHERE {' AND '.join(f'{name} = NEW.{name}' for name in key)})"
        for key in unique_keys(table)
    )
    done = f"BEGIN SELECT RAISE(ABORT, 'rows of {table.name} are never replaced'); END"
    return f"BEFORE INSERT ON {table.name} WHEN {taken} {done}"


def in_postgresql(table: str) -> str:
    """Return the body of the PostgreSQL function that forbids changing and deleting rows of a table.

    Only for a table in `GUARDS`, whose exception it lets pass.
    """
    what, condition = GUARDS[table]
    row = "OLD" if what == DELETE else "NEW"
    return (
        f"BEGIN IF TG_OP = '{what}' AND {condition} THEN RETURN {row}; END IF; "
        "RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME; END"
    )
