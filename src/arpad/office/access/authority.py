"""May this account do this? Asked in the transaction of every act, against the accounts and roles of that moment.

A role for the whole office allows everything that it may do. Any other role is compared with what the act is about:
with the events that somebody registered, with one event, or with a federation or a region. What lies outside a scope
is refused with the words for what does not exist.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Connection, select

from arpad.finding import UserError
from arpad.office.access.account_records import identity_of
from arpad.office.access.permissions import Grant, Identity, Permission, Role, Scope, Subject, handle_of_actor
from arpad.office.store.access_tables import account, role_grant
from arpad.office.store.schema import event, event_facts, journal, player

OUTSIDE_EVENT, OUTSIDE_PLAYER = "event-unknown", "number-unknown"


def current_identity(connection: Connection, identity: Identity) -> Identity:
    """Return an account as it may act now. Refuses one that was closed meanwhile."""
    now = identity_of(connection, identity.handle)
    if now is None:
        raise UserError("account/closed", handle=identity.handle)
    return Identity(now.key, now.handle, now.name, now.language, now.grants, now.permissions, at_most=identity.at_most)


def require_permission(identity: Identity, permission: Permission, subject: str = "") -> None:
    """Refuse what an account may do nowhere. What concerns an account may be done by its owner."""
    if permission is Permission.SELF:
        if subject not in ("", identity.handle) or permission not in identity.at_most:
            raise UserError("not-permitted", handle=identity.handle, permission=permission.value)
        return
    if not identity.may(permission):
        raise UserError("not-permitted", handle=identity.handle, permission=permission.value)


def require_scope(
    connection: Connection, identity: Identity, permission: Permission, about: tuple[Subject, str], entry: int = 0
) -> None:
    """Refuse an act outside the scopes of an account. `about` has what kind of thing the act is about, and its name in
    the log; `entry` is the entry that has written by now, 0 before it writes."""
    require_permission(identity, permission, about[1] if about[0] is Subject.ACCOUNT else "")
    if permission is Permission.SELF or identity.may_everywhere(permission):
        return
    grants = identity.grants_with(permission)
    match about[0]:
        case Subject.EVENT:
            for name in about[1].split():
                code = name.partition("/")[0]
                key = connection.execute(select(event.c.key).where(event.c.code == code)).scalar()
                if key is None and not entry:
                    continue  # it is registered now, and looked at again afterwards
                if key is None or not _holds_for_event(connection, identity, grants, key, entry):
                    raise UserError(OUTSIDE_EVENT, event=code)
        case Subject.PLAYER if any(grant.scope in (Scope.FEDERATION, Scope.REGION) for grant in grants):
            _require_players(connection, grants, about[1], entry)
        case _:
            raise UserError("not-permitted", handle=identity.handle, permission=permission.value)


def _require_players(connection: Connection, grants: Iterable[Grant], subject: str, entry: int) -> None:
    """Refuse players of other federations or regions: those that the log names, and those that the entry wrote."""
    numbers = [int(word) for word in subject.split() if word.isascii() and word.isdigit()]
    named = select(player.c.federation, player.c.region)
    rows = connection.execute(named.where(player.c.id.in_(numbers) | player.c.fide_id.in_(numbers))).all()
    if entry:
        rows = [*rows, *connection.execute(named.where(player.c.log == entry)).all()]
        if not rows:
            raise UserError(OUTSIDE_PLAYER, number=subject)
    if not all(_in_place(grants, row.federation, row.region) for row in rows):
        raise UserError(OUTSIDE_PLAYER, number=subject)


def _in_place(grants: Iterable[Grant], federation: str, region: str) -> bool:
    """Return whether a federation and its region are in one of the scopes."""
    places = {Scope.FEDERATION: federation, Scope.REGION: region}
    return any(places.get(grant.scope) == grant.place != "" for grant in grants)


def _holds_for_event(
    connection: Connection, identity: Identity, grants: Iterable[Grant], key: int, entry: int = 0
) -> bool:
    """Return whether one of the grants holds for an event."""
    row = connection.execute(select(event.c.code, event.c.log).where(event.c.key == key)).one()
    for grant in grants:
        match grant.scope:
            case Scope.OFFICE:
                return True
            case Scope.EVENT if grant.place == row.code:
                return True
            case Scope.OWN if row.log == entry or _registered_by(connection, row.log) == identity.actor:
                return True
            case Scope.FEDERATION if _fact(connection, key, "federation") == grant.place != "":
                return True
            case Scope.REGION if _fact(connection, key, "region") == grant.place != "":
                return True
            case _:
                pass
    return False


def _registered_by(connection: Connection, entry: int) -> str:
    return connection.execute(select(journal.c.actor).where(journal.c.log == entry)).scalar() or ""


def _fact(connection: Connection, key: int, name: str) -> Any:
    rows = select(event_facts.c.facts).where(event_facts.c.event == key).order_by(event_facts.c.seq.desc()).limit(1)
    return json.loads(connection.execute(rows).scalar() or "{}").get(name, "")


def arbiters_of_event(connection: Connection, code: str) -> Iterator[Identity]:
    """Yield the open accounts that are arbiters of this event: by a role for it, or because they registered it."""
    rows = select(account.c.handle).join(role_grant, role_grant.c.account == account.c.key)
    for_event = (role_grant.c.scope == Scope.EVENT.value) & (role_grant.c.place == code)
    handles = set(connection.execute(rows.where(for_event)).scalars())
    found = connection.execute(select(event.c.key, event.c.log).where(event.c.code == code)).one_or_none()
    if found is None:
        return
    handles.add(handle_of_actor(_registered_by(connection, found.log)))
    for handle in sorted(handles):
        identity = identity_of(connection, handle)
        grants = () if identity is None else tuple(
            each for each in identity.grants if each.role == Role.ARBITER and each.scope in (Scope.EVENT, Scope.OWN)
        )  # fmt: skip
        if identity is not None and _holds_for_event(connection, identity, grants, found.key):
            yield identity


def visible_event_keys(connection: Connection, identity: Identity) -> frozenset[int] | None:
    """Return the keys of the events that an account may see; None: all."""
    seen: set[int] = set()
    for permission in (Permission.DECIDE, Permission.PUBLISH, Permission.PEOPLE, Permission.REPORT):
        if identity.may_everywhere(permission):
            return None
        grants = identity.grants_with(permission)
        keys = _candidate_keys(connection, identity, grants)
        seen.update(key for key in keys if _holds_for_event(connection, identity, grants, key))
    return frozenset(seen)


def _candidate_keys(connection: Connection, identity: Identity, grants: tuple[Grant, ...]) -> Iterator[int]:
    """Yield the keys of events that the grants may hold for."""
    scopes = {grant.scope for grant in grants}
    rows = select(event.c.key)
    if not scopes & {Scope.FEDERATION, Scope.REGION}:
        named = [grant.place for grant in grants if grant.scope is Scope.EVENT]
        own = select(journal.c.log).where(journal.c.actor == identity.actor)
        rows = rows.where(event.c.code.in_(named) | event.c.log.in_(own)) if scopes else rows.where(event.c.key < 0)
    yield from connection.execute(rows).scalars().all()


def require_visible_event(connection: Connection, identity: Identity, code: str) -> None:
    """Refuse an event that an account may not see with the same words as one that does not exist."""
    key = connection.execute(select(event.c.key).where(event.c.code == code)).scalar()
    permissions = (Permission.DECIDE, Permission.PUBLISH, Permission.PEOPLE, Permission.REPORT)
    for permission in permissions if key is not None else ():
        if _holds_for_event(connection, identity, identity.grants_with(permission), int(key or 0)):
            return
    raise UserError(OUTSIDE_EVENT, event=code)
