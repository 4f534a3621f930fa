"""When a row that history keeps may go or change all the same: where the database itself sees that nothing is lost.

A list that was opened or imported is taken back: its rows may go in the transaction in which the same bytes stand under
`taken_back`. The code, series and days of an event may change in the transaction in which what they were stands under
`event_change`, and never once the event is rated. Everything else stays as `schema` says.
"""

from __future__ import annotations

NEWEST = "(SELECT max(seq) FROM log)"
TAKEN = f"FROM taken_back t WHERE t.series = OLD.series AND t.log = {NEWEST}"
OF_LIST = f"{TAKEN} AND t.list = OLD.list"


def _same_bytes(table: str, name: str = "''", chunk: str = "0") -> str:
    kept = "SELECT 1 FROM taken_back_part p WHERE p.taken_back = t.seq"
    return (
        f"EXISTS (SELECT 1 {OF_LIST} AND EXISTS ({kept} AND p.place = '{table}' AND p.name = {name} "
        f"AND p.chunk = {chunk} AND p.packed = OLD.packed))"
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
"""What may be done to a row of a table, and when."""
DONE = {DELETE: "deleted", UPDATE: "changed"}


def in_sqlite(table: str, what: str) -> str:
    """The trigger that holds an update or a deletion back, from its event on."""
    allowed, condition = GUARDS.get(table, ("", ""))
    when = f" WHEN NOT ({condition})" if what == allowed else ""
    done = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are never {DONE[what]}'); END"
    return f"BEFORE {what} ON {table}{when} {done}"


def in_postgresql(table: str) -> str:
    """The body of the function that holds both back for a table that has a guard."""
    what, condition = GUARDS[table]
    row = "OLD" if what == DELETE else "NEW"
    return (
        f"BEGIN IF TG_OP = '{what}' AND {condition} THEN RETURN {row}; END IF; "
        "RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME; END"
    )
