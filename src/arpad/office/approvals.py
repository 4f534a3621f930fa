"""Carry out an act that waits for a second person, as that person."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from arpad.finding import Remedy, UserError
from arpad.office import periods, reports
from arpad.office.access.account_records import identity_of
from arpad.office.access.approval import Approval, HeldAct, find_held_act, read_held_acts
from arpad.office.access.permissions import LOCAL_ACTOR, handle_of_actor
from arpad.office.acts import all_acts
from arpad.office.desk import Desk
from arpad.office.store.schema import journal
from arpad.office.wire import decode

__all__ = ["HeldAct", "acts_to_approve", "approve_act", "signs"]

CARRIED_OUT_BY: dict[str, Callable[[Desk, Any], Any]] = {"publish-list": periods.publish_list}
"""Functions that do more than the act itself, by its name: they sign."""
REFUSING_WHAT_IS_LEFT: dict[str, Callable[[Desk, Any], Any]] = {"admit-report": reports.admit_event}
"""Functions that refuse what the act itself would leave undone, by its name."""


def acts_to_approve(desk: Desk) -> tuple[HeldAct, ...]:
    """Return the acts that wait and concern whoever asks: those that they may perform, and their own."""
    with desk.reading() as connection:
        waiting = [each for each in read_held_acts(connection) if not each.answer]
    if desk.identity is None:
        return tuple(waiting)
    permitted = [each for each in waiting if desk.identity.may_everywhere(all_acts()[each.act].permission)]
    return tuple(each for each in waiting if each in permitted or each.actor == desk.actor)


def signs(desk: Desk, seq: int) -> bool:
    """Return whether carrying out a held act signs: then it is done where the key is."""
    with desk.reading() as connection:
        return find_held_act(connection, seq).act in CARRIED_OUT_BY


def approve_act(desk: Desk, seq: int) -> Any:
    """Carry out an act that waits, and return what its function returns. It stands in the journal as the act of
    whoever asked for it, with the approval among its rows, and about the version that was displayed to them. Refused:
    one's own act, an act without an account, and one about whose subject something was written since."""
    if desk.identity is None:
        raise UserError("held-act/no-account", Remedy.to("ask-second-person"), held=seq)
    with desk.reading() as connection:
        held = find_held_act(connection, seq)
        handle = handle_of_actor(held.actor)
        identity = identity_of(connection, handle) if handle else None
        seen = connection.execute(select(journal.c.seen).where(journal.c.log == held.entry)).scalar() or ""
    if held.answer:
        raise UserError("held-act/answered", held=seq)
    if handle and identity is None:
        raise UserError("account/closed", handle=handle)
    who = identity.name if identity is not None else held.actor.removeprefix(LOCAL_ACTOR)
    approval = Approval(seq, held.act, desk.actor)
    inside = replace(desk, who=who, identity=identity, approval=approval, idempotency="", seen=seen)
    declared = all_acts()[held.act]
    request = decode(json.loads(held.request), declared.request, _no_bytes)
    carry_out: Callable[[Desk, Any], Any] = {**CARRIED_OUT_BY, **REFUSING_WHAT_IS_LEFT}.get(held.act, declared.function)
    return carry_out(inside, request)


def _no_bytes(_: str) -> bytes | None:
    """Return no bytes: an act with files does not wait."""
    return None
