"""The exceptions in which a protected row may be changed or deleted, if the database itself sees that nothing is lost.

When a list that was opened or imported is taken back, its rows may be deleted in the transaction that stores the same
bytes under `taken_back`. The code, series and days of an event may change in the transaction that stores the old ones
under `event_change`, and never once the event is rated. Everything else stays as `schema` says.
"""

from __future__ import annotations

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


KEYS_OF: dict[str, tuple[tuple[str, ...], ...]] = {
    "setting": (("name",),),
    "log": (("seq",),),
    "journal": (("log",),),
    "effect": (("log", "place"),),
    "attachment": (("sha256",),),
    "link": (("log",),),
    "checkpoint": (("size",),),
    "player": (("key",), ("id",), ("fide_id",)),
    "birth": (("player",),),
    "player_change": (("seq",),),
    "merge": (("seq",), ("undoes",)),
    "arbiter": (("id",),),
    "licence": (("seq",),),
    "federation": (("code",),),
    "membership": (("seq",),),
    "rating_officer": (("seq",),),
    "event": (("key",), ("code",)),
    "event_facts": (("seq",),),
    "report": (("seq",), ("event", "part", "fingerprint", "draft")),
    "examination": (("report", "stamp"),),
    "game_scores": (("seq",),),
    "decision": (("seq",),),
    "content": (("decision",),),
    "identified_games": (("decision",),),
    "series": (("name",),),
    "rating_list": (("series", "list"),),
    "law_text": (("sha256",),),
    "list_law": (("series", "list", "file"),),
    "roll_part": (("series", "chunk", "list"),),
    "roll_base": (("series", "chunk", "list"),),
    "imported_part": (("series", "list"),),
    "imported_base": (("series", "list"),),
    "imported_patch": (("series", "list", "log"),),
    "official_list": (("series", "list", "log"),),
    "official_people": (("authority", "since", "log", "first"),),
    "period_part": (("series", "chunk", "list", "name"),),
    "ledger_part": (("series", "list", "decision"),),
    "rated": (("event", "part"), ("decision",)),
    "correction": (("seq",),),
    "preview": (("seq",),),
    "preview_part": (("preview",),),
    "revision": (("seq",), ("code",)),
    "revision_file": (("revision",),),
    "revision_step": (("seq",),),
    "revised_part": (("series", "list", "layer", "name", "chunk"),),
    "revised_ledger": (("series", "list", "layer", "decision"),),
    "series_rule": (("seq",),),
    "taken_back": (("seq",),),
    "taken_back_part": (("taken_back", "place", "name", "chunk"),),
    "event_change": (("seq",),),
    "claim": (("seq",), ("code",)),
    "claim_answer": (("seq",), ("claim",)),
    "pointer": (("series",),),
    "account": (("key",), ("handle",)),
    "credential": (("seq",), ("digest",)),
    "credential_end": (("credential",),),
    "role_grant": (("seq",),),
    "role_end": (("role_grant",),),
    "role_permission": (("seq",),),
    "approval_rule": (("seq",),),
    "held_act": (("seq",),),
    "held_answer": (("held",),),
}
"""The unique keys of each table. `game_week` is not here: it only repeats what reports say, and is large."""
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


def never_replaced(table: str) -> str:
    """Return a SQLite trigger without its CREATE TRIGGER and name: it refuses a row whose key exists already.

    Without it, INSERT OR REPLACE would delete the old row.
    """
    taken = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE {' AND '.join(f'{name} = NEW.{name}' for name in key)})"
        for key in KEYS_OF[table]
    )
    done = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are never replaced'); END"
    return f"BEFORE INSERT ON {table} WHEN {taken} {done}"


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
