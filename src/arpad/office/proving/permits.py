"""Which rows an action of the log may write: what comes with an entry of another action was hung on it by somebody.

An action has its tables: those to which it adds rows, and those whose rows it may bind again because it changes them.
Entries from before the chain are held by its first link together with all rows, and are not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.history.checkpoints import KEY_ENTRY as NEW_KEY
from arpad.history.verify import WRITTEN_ENTRY
from arpad.office.adopted_rulebooks import ADOPT_ACTION
from arpad.office.book.event_status import DecisionKind
from arpad.office.book.stored_examination import EXAMINE_ACTION
from arpad.office.proving.chained import entry_fields
from arpad.office.proving.mended import RENAMED, SPELT
from arpad.office.proving.row_owners import RowOwners, parse_bound_key
from arpad.office.proving.signed_checkpoints import CHECKPOINT_ENTRY as CHECKPOINT
from arpad.office.store import schema
from arpad.office.store.bindings import WHOLE
from arpad.office.store.leaves import Leaves
from arpad.office.upkeep.backup import ACTION_LOST, ACTION_TAKEN
from arpad.office.upkeep.doctor_office import REPAIR

VERIFIED = "verify"  # the entry that says how far an office was found good


@dataclass(frozen=True)
class Permit:
    """The tables that an action writes."""

    adds: frozenset[str] = frozenset()
    changes: frozenset[str] = frozenset()


def _permit(adds: str = "", changes: str = "") -> Permit:
    return Permit(frozenset(adds.split()), frozenset(changes.split()))


NOTHING, DECISION = _permit(), _permit("decision")
FACTS = "player birth"
LIST = "series rating_list list_law law_text pointer"
AGAIN = "series rating_list"  # after the list of the month was taken back
ARBITERS = _permit("arbiter licence", "arbiter")
FEDERATIONS = _permit("federation membership", "federation")

PERMITS: Mapping[str, Permit] = {
    "found": _permit("setting"),
    "change office": _permit("setting"),
    # people
    "player-add": _permit(FACTS),
    "player-import": _permit(f"{FACTS} player_change", FACTS),
    "player-change": _permit("player_change birth", FACTS),
    "player-listing": _permit("player_change"),
    "player-merge": _permit("merge player_change", "player"),
    "player-unmerge": _permit("merge player_change", "player"),
    "arbiter-add": ARBITERS,
    "arbiter-import": ARBITERS,
    "federation-add": FEDERATIONS,
    "federation-import": FEDERATIONS,
    "federation-officer": _permit("rating_officer"),
    # events
    "register event": _permit("event event_facts decision"),
    "change event": _permit("event_change event_facts decision", "event"),
    **dict.fromkeys(("refuse registration", "restore registration"), DECISION),
    **dict.fromkeys(("end event", "resume event", "join stages", "part stages"), DECISION),
    **dict.fromkeys(("exclude", "withdraw exclusion", "refuse", "appeal", "hold", "release", "withdraw"), DECISION),
    "submit report": _permit("report decision event_facts examination"),
    "submit draft": _permit("report decision event_facts"),
    "keep game scores": _permit("game_scores"),
    "admit": _permit("decision content examination", "examination"),
    EXAMINE_ACTION: _permit("examination", "examination"),
    # lists
    "open": _permit(LIST, f"{AGAIN} list_law"),
    "import": _permit("series rating_list pointer", AGAIN),
    "take back": _permit("taken_back taken_back_part decision pointer"),
    "preview": _permit("preview preview_part"),
    "publish": _permit("rating_list list_law law_text pointer ledger_part rated revised_part revised_ledger"),
    "correct": _permit("correction"),
    "decide for series": _permit("series_rule"),
    ADOPT_ACTION: _permit("law_text"),
    # what is put right
    "propose revision": _permit("revision revision_file"),
    "preview revision": _permit("revision_step"),
    "drop revision": _permit("revision_step"),
    "approve revision": _permit(
        "revision_step report decision content rated merge player_change birth revised_part revised_ledger", FACTS
    ),
    "claim": _permit("claim"),
    "answer claim": _permit("claim_answer"),
    # care and proof
    CHECKPOINT: _permit("checkpoint"),
    **dict.fromkeys((NEW_KEY, WRITTEN_ENTRY, ACTION_TAKEN, ACTION_LOST, VERIFIED), NOTHING),
    REPAIR: _permit("setting player_change examination", " ".join(SPELT)),
}
"""Of every action that the office has, or had since there is a chain."""


_K = DecisionKind
DECIDES: Mapping[str, tuple[DecisionKind, ...]] = {
    **dict.fromkeys(("register event", "change event", "take back"), (_K.REGISTERED,)),
    **dict.fromkeys(("submit report", "submit draft"), (_K.REPORTED, _K.REGISTERED)),
    "refuse registration": (_K.REGISTRATION_REFUSED,),
    "restore registration": (_K.REGISTRATION_RESTORED,),
    "end event": (_K.ENDED,),
    "resume event": (_K.RESUMED,),
    "join stages": (_K.JOINED,),
    "part stages": (_K.PARTED,),
    "exclude": (_K.EXCLUDED,),
    "withdraw exclusion": (_K.INCLUDED,),
    "refuse": (_K.REFUSED,),
    "appeal": (_K.APPEALED, _K.REGISTRATION_APPEALED),
    "hold": (_K.HELD,),
    "release": (_K.RELEASED,),
    "withdraw": (_K.WITHDRAWN,),
    "admit": (_K.OVERRIDDEN, _K.ADMITTED),
    "approve revision": (_K.REPORTED, _K.EXCLUDED, _K.INCLUDED, _K.OVERRIDDEN, _K.REVISED, _K.ANNULLED),
}
"""What an action that decides something of events may decide."""


def not_decided(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem]:
    """Each decision of another kind than its entry makes."""
    owners, past, of = RowOwners(connection), until_chained(written), schema.decision
    for row in connection.execute(select(of.c.seq, of.c.event, of.c.kind, of.c.log).where(of.c.log > past)):
        entry = log_rows.get(row.log)
        if entry is not None and row.kind not in DECIDES.get(entry.action, ()):
            about = {"decision": row.seq, "kind": row.kind, **entry_fields(entry, row.log)}
            yield Problem("decision-not-permitted", **about, owner=owners.of("report", {"event": row.event}))


def renames(entry: Any, place: str) -> bool:
    """Whether an entry is one by which a row is written anew; a repair answers for a text alone."""
    permit = PERMITS.get(entry.action, NOTHING) if entry is not None else NOTHING
    return place in RENAMED and place in permit.changes and entry.action != REPAIR


def not_permitted(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem]:
    """Each entry of an action that there is none of, and each row that an entry may not write."""
    owners, past = RowOwners(connection), until_chained(written)
    known: dict[str, set[str]] = {}
    whole = {table.name for table in WHOLE}
    for seq, entry in sorted(log_rows.items()):
        permit = PERMITS.get(entry.action)
        if permit is None and seq > past:
            yield Problem("action-unknown", **entry_fields(entry, seq))
        for each in written.get(seq, ()):
            before = known.setdefault(each.place, set()) if each.place not in whole else set[str]()
            for key, _ in each:
                again = key in before
                before.add(key)
                if seq > past and each.place not in _tables(permit, again):
                    about = {"table": each.place, "key": key, **entry_fields(entry, seq)}
                    yield Problem("row-not-permitted", **about, owner=_owner(owners, each.place, key))


def _tables(permit: Permit | None, again: bool) -> frozenset[str]:
    if permit is None:
        return frozenset()
    return permit.changes if again else permit.adds


def _owner(owners: RowOwners, place: str, key: str) -> str:
    return owners.by_key(place, parse_bound_key(key)) if place in schema.metadata.tables else ""


def until_chained(written: Mapping[int, list[Leaves]]) -> int:
    """The entry with which the chain of an office from before begins: it holds the whole past, the log included."""
    first = min(written, default=0)
    return first if any(each.place == schema.log.name for each in written.get(first, ())) else 0
