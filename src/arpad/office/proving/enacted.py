"""Whether the approval of a case wrote what the case says: its event, its players, its fact, and nothing beside."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, select

from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.book.event_status import DecisionKind
from arpad.office.cases.case_records import CODE_PREFIX, CaseKind, CaseState, event_target, player_targets
from arpad.office.proving.chained import entry_fields
from arpad.office.proving.permits import until_chained
from arpad.office.publishing.list_storage import DAMAGE_ERRORS
from arpad.office.store import schema
from arpad.office.store.leaves import Leaves

APPROVAL = "approve revision"
FIDE_ID = "fide_id"
OF_EVENT: Mapping[CaseKind, tuple[DecisionKind, ...]] = {
    CaseKind.REPLACE: (DecisionKind.REPORTED,),
    CaseKind.GAME: (DecisionKind.EXCLUDED, DecisionKind.INCLUDED),
    CaseKind.AGAIN: (),
    CaseKind.LATE: (),
    CaseKind.ANNUL: (),
}
"""What is decided in a case about an event, before it is admitted anew."""
Rows = Sequence[Any]


@dataclass(frozen=True)
class _Approval:
    """A case, and what came with the entry that approved it."""

    connection: Connection
    case: Any  # its row
    entry: int

    @property
    def detail(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = json.loads(self.case.detail)
        return found

    def rows(self, table: Table) -> Rows:
        """What came with the entry, in its order."""
        key = next(iter(table.primary_key.columns))
        return self.connection.execute(select(table).where(table.c.log == self.entry).order_by(key)).all()

    def file(self) -> Any:
        """What was sent with the case."""
        of = schema.revision_file
        return self.connection.execute(select(of).where(of.c.revision == self.case.seq)).one()


def not_as_proposed(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem]:
    """Each approved case whose approval wrote something else than the case says."""
    of, step, past = schema.revision, schema.revision_step, until_chained(written)
    rows = select(of, step.c.log.label("entry")).join(step, step.c.revision == of.c.seq)
    rows = rows.where(step.c.kind == CaseState.APPROVED.value, step.c.log > past).order_by(step.c.log, of.c.seq)
    for case in connection.execute(rows).all():
        entry = log_rows.get(case.entry)
        if entry is not None and not (_of_case(entry, case) and _did(_Approval(connection, case, case.entry))):
            yield Problem("case-otherwise", code=case.code, **entry_fields(entry, case.entry))


def _of_case(entry: Any, case: Any) -> bool:
    """Whether an entry approves a case, as somebody typed its code."""
    code = entry.subject.strip().upper()
    return entry.action == APPROVAL and case.code in (code, CODE_PREFIX + code)


def _did(approval: _Approval) -> bool:
    try:
        kind = CaseKind(approval.case.kind)
        return all(holds(approval, kind) for holds in (_target, _decisions, _late, _report, _merges, _facts))
    except DAMAGE_ERRORS:  # a case that cannot be read
        return False


def _target(approval: _Approval, kind: CaseKind) -> bool:
    """Whether a case touches what it is about."""
    detail = approval.detail
    if kind in OF_EVENT:
        return bool(approval.case.target == event_target(detail["event"]))
    about = (detail["player"],) if "player" in detail else (detail["kept"], detail["gone"])
    return bool(approval.case.target == ", ".join(player_targets(about)))


def _decisions(approval: _Approval, kind: CaseKind) -> bool:
    detail, rows = approval.detail, approval.rows(schema.decision)
    kinds = [row.kind for row in rows]
    if kind is CaseKind.FACT:
        return set(kinds) <= {DecisionKind.REVISED}  # in the events that he played
    if kind not in OF_EVENT:
        return not rows
    if any((row.event, row.part) != (detail["event"], detail["part"]) for row in rows):
        return False
    if kind is CaseKind.ANNUL:
        return kinds == [DecisionKind.ANNULLED]
    if kind is CaseKind.GAME and not _game(rows[0], detail):
        return False
    first = 1 if OF_EVENT[kind] else 0
    begun = all(each in OF_EVENT[kind] for each in kinds[:first])
    return begun and kinds[-1:] == [DecisionKind.REVISED] and set(kinds[first:-1]) <= {DecisionKind.OVERRIDDEN}


def _game(row: Any, detail: Mapping[str, Any]) -> bool:
    """Whether the game or player is left out, or taken in, of which the case says so."""
    decided = json.loads(row.detail)
    same = all(decided[name] == detail[name] for name in ("player", "round"))
    if not detail["reason"]:
        return bool(same and row.kind == DecisionKind.INCLUDED)
    return bool(same and row.kind == DecisionKind.EXCLUDED and decided["reason"] == detail["reason"])


def _late(approval: _Approval, kind: CaseKind) -> bool:
    """Whether a late event is on the list that the case names."""
    of, decided = schema.rated, schema.decision
    rows = select(of).join(decided, decided.c.seq == of.c.decision).where(decided.c.log == approval.entry)
    found = [(row.event, row.part, row.list) for row in approval.connection.execute(rows)]
    detail = approval.detail
    return found == ([(detail["event"], detail["part"], detail["list"])] if kind is CaseKind.LATE else [])


def _report(approval: _Approval, kind: CaseKind) -> bool:
    """Whether a report is the file that was sent with the case."""
    rows, detail = approval.rows(schema.report), approval.detail
    if kind is not CaseKind.REPLACE:
        return not rows
    about = (detail["event"], detail["part"], approval.file().sha256)
    return all((row.event, row.part, row.sha256) == about for row in rows)


def _merges(approval: _Approval, kind: CaseKind) -> bool:
    detail, rows = approval.detail, approval.rows(schema.merge)
    if kind not in (CaseKind.MERGE, CaseKind.UNMERGE):
        return not rows
    same = all((row.kept, row.gone) == (detail["kept"], detail["gone"]) for row in rows)
    if kind is CaseKind.MERGE:
        return same and [row.undoes for row in rows] == [None]
    return same and None not in [row.undoes for row in rows]  # none where the two were parted before


def _facts(approval: _Approval, kind: CaseKind) -> bool:
    detail, rows = approval.detail, approval.rows(schema.player_change)
    if kind in (CaseKind.MERGE, CaseKind.UNMERGE):
        return {row.field for row in rows} <= {FIDE_ID}
    if kind is not CaseKind.FACT:
        return not rows
    values = json.loads(approval.file().body)["values"]
    proposed = [(detail["player"], detail["field"], values[detail["field"]])]
    return [(row.player, row.field, row.new) for row in rows] == proposed
