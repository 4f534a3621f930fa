"""The undo desk: which acts of a person can be undone, and undo one of them.

Undoing is an act with a reason: the inverse that the act declares. An act on which a later one rests is not undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date

from sqlalchemy import Connection, select

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office import events, reports
from arpad.office.book.event_lookup import (
    EventPart,
    find_event_part,
    find_event_parts,
    stage_codes,
)
from arpad.office.book.event_status import UNDONE_BY_REOPENING, DecisionKind
from arpad.office.book.report_decisions import Outcome, OutcomeStatus, require_reason
from arpad.office.book.undone_decisions import (
    DecisionUndo,
    StandingEntry,
    act_of_entry,
    identification_of,
    standing_entries,
)
from arpad.office.desk import Desk
from arpad.office.store.schema import decision, journal, log, rating_list

__all__ = ["Outcome", "OutcomeStatus", "UndoRequest", "UndoableAct", "list_undoable_acts", "undo_act"]

SHOWN_ACTS = 10  # that are listed if no number is given
UNDOABLE_KINDS = (
    *UNDONE_BY_REOPENING,
    DecisionKind.HELD,
    DecisionKind.EXCLUDED,
    DecisionKind.IDENTIFIED,
    DecisionKind.REGISTERED,
    DecisionKind.REGISTRATION_REFUSED,
)


@dataclass(frozen=True)
class UndoableAct:
    """An act that can be undone, or what later act rests on it."""

    entry: int  # of the log
    act: str
    event: str  # CODE or CODE/PART
    day: date
    who: str
    why: str
    later: int | None  # the log entry of the act that rests on it; None: it can be undone now
    later_act: str | None


@dataclass(frozen=True)
class UndoRequest:
    """A request to undo the act of a log entry, with the reason."""

    entry: int
    why: str

    def __post_init__(self) -> None:
        require_reason(self.why, "reason-missing/undo")


def list_undoable_acts(desk: Desk, most: int = SHOWN_ACTS) -> tuple[UndoableAct, ...]:
    """Return the last acts of this person that have an inverse and stand, the newest first."""
    shown: list[UndoableAct] = []
    with desk.reading() as connection:
        kinds = [kind.value for kind in UNDOABLE_KINDS]
        rows = select(decision.c.log, decision.c.event, decision.c.part).join(log, log.c.seq == decision.c.log)
        rows = rows.where(log.c.who == desk.who, decision.c.kind.in_(kinds)).distinct()
        for row in connection.execute(rows.order_by(decision.c.log.desc())):
            part = find_event_part(connection, row.event, row.part)
            for act in _undoable_acts_of_part(connection, part):
                if act.entry == row.log and act not in shown:
                    shown.append(act)
            if len(shown) >= most:
                break
    return tuple(shown[:most])


def _undoable_acts_of_part(connection: Connection, part: EventPart) -> Iterator[UndoableAct]:
    """Yield the acts about a part that have an inverse and stand, each with the act that rests on it."""
    entries = standing_entries(connection, part.event, part.part)
    for at, entry in enumerate(entries):
        first_registration = entry.kind is DecisionKind.REGISTERED and at == 0
        if entry.kind not in UNDOABLE_KINDS or (entry.kind is DecisionKind.REGISTERED and not first_registration):
            continue
        if entry.kind is DecisionKind.IDENTIFIED and not identification_of(entry)[1]:
            continue
        later, name = _act_that_rests_on(connection, part, entries[at + 1 :], entry)
        last = entry.decisions[-1]
        yield UndoableAct(
            entry.log, act_of_entry(connection, entry), part.name, last.day, last.who, last.why, later, name
        )


def _act_that_rests_on(
    connection: Connection, part: EventPart, later: list[StandingEntry], entry: StandingEntry
) -> tuple[int | None, str | None]:
    """Return log entry and name of the act that rests on an entry: a list that rated the part, else the next decision
    about it; for an event in parts or stages also a list published since. None for both if there is none.

    Identifications of other players do not rest on an identification."""
    lists = select(rating_list.c.log).where(rating_list.c.series == part.series, rating_list.c.log > entry.log)
    if part.life.rated:
        lists = lists.where(rating_list.c.list == int(part.life.rated))
    if part.life.rated or part.part or stage_codes(connection, part.event):
        published = connection.execute(lists.order_by(rating_list.c.log).limit(1)).scalar()
        if published is not None:
            name = connection.execute(select(journal.c.act).where(journal.c.log == published)).scalar()
            return int(published), str(name or "publish-list")
    if entry.kind is DecisionKind.IDENTIFIED:
        player, _ = identification_of(entry)
        later = [each for each in later if each.kind is not entry.kind or identification_of(each)[0] == player]
    if later:
        return later[0].log, act_of_entry(connection, later[0])
    if entry.kind is DecisionKind.REGISTERED and len(find_event_parts(connection, keys=[part.event])) > 1:
        return _newest_report(connection, part)
    return None, None


def _newest_report(connection: Connection, part: EventPart) -> tuple[int, str]:
    """Return log entry and name of the newest report of any part of an event in parts."""
    of = decision
    rows = select(of.c.log).where(of.c.event == part.event, of.c.kind == DecisionKind.REPORTED.value)
    return int(connection.execute(rows.order_by(of.c.log.desc()).limit(1)).scalar_one()), "submit-report"


def undo_act(desk: Desk, request: UndoRequest) -> Outcome:
    """Undo the act of a log entry by its inverse, which is an act with this reason.

    Refuse an entry without such an act, one that was undone, and one on which a later act rests."""
    with desk.reading() as connection:
        target, part = _find_undoable(connection, request.entry)
        entries = standing_entries(connection, part.event, part.part)
        last = next(entry for entry in entries if entry.log == target.entry).decisions[-1]
    if target.later is not None:
        remedy = Remedy.to("undo-later", entry=target.later)
        raise UserError("undo/rests", remedy, entry=target.entry, act=target.later_act, later=target.later)
    if last.kind is DecisionKind.IDENTIFIED:
        before = [entry for entry in entries if entry.kind is last.kind and entry.log < target.entry]
        return _identify_as_before(desk, target, request.why, before, last.detail["player"])
    return _INVERSES[last.kind](desk, target, request.why, dict(last.detail))


def _find_undoable(connection: Connection, entry: int) -> tuple[UndoableAct, EventPart]:
    """Return the act of a log entry that can be undone, and the part it is about; refuse another entry."""
    of = decision
    rows = select(of.c.event, of.c.part, of.c.kind).where(of.c.log == entry).order_by(of.c.seq.desc())
    row = connection.execute(rows.limit(1)).first()
    if row is not None:
        part = find_event_part(connection, row.event, row.part)
        for act in _undoable_acts_of_part(connection, part):
            if act.entry == entry:
                return act, part
        if row.kind in UNDOABLE_KINDS:
            raise UserError("undo/stands-no-more", Remedy.to("list-undoable"), entry=entry)
    raise UserError("undo/no-inverse", Remedy.to("list-undoable"), entry=entry)


def _reopen(desk: Desk, target: UndoableAct, why: str, _: dict[str, object]) -> Outcome:
    return reports.reopen_event(desk, DecisionUndo(target.event, target.entry, why))


def _release(desk: Desk, target: UndoableAct, why: str, _: dict[str, object]) -> Outcome:
    return reports.release_events(desk, reports.EventOrder((target.event,), why))[0]


def _withdraw(desk: Desk, target: UndoableAct, why: str, _: dict[str, object]) -> Outcome:
    return reports.withdraw_events(desk, reports.EventOrder((target.event,), why))[0]


def _include(desk: Desk, target: UndoableAct, why: str, detail: dict[str, object]) -> Outcome:
    player, turn = detail["player"], detail.get("round")
    assert isinstance(player, int)
    assert turn is None or isinstance(turn, int)
    return events.include_games(desk, events.ExclusionEnd(target.event, player, turn, why))


def _identify_as_before(
    desk: Desk, target: UndoableAct, why: str, before: Sequence[StandingEntry], player: int
) -> Outcome:
    """Give a player of a report the identification that stood before; without one, none."""
    numbers = [number for whom, number in map(identification_of, before) if whom == player]
    if numbers and numbers[-1]:
        return reports.identify_player(desk, reports.NewIdentification(target.event, player, numbers[-1], why))
    return reports.forget_identification(desk, reports.IdentificationEnd(target.event, player, why))


def _restore(desk: Desk, target: UndoableAct, why: str, _: dict[str, object]) -> Outcome:
    return events.restore_registration(desk, events.RefusalEnd(target.event, why))


_INVERSES: dict[DecisionKind, Callable[[Desk, UndoableAct, str, dict[str, object]], Outcome]] = {
    DecisionKind.ADMITTED: _reopen,
    DecisionKind.SENT: _reopen,
    DecisionKind.REFUSED: _reopen,
    DecisionKind.WITHDRAWN: _reopen,
    DecisionKind.HELD: _release,
    DecisionKind.EXCLUDED: _include,
    DecisionKind.REGISTERED: _withdraw,
    DecisionKind.REGISTRATION_REFUSED: _restore,
}
