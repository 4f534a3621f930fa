"""Read accounts, their roles and credentials. Nothing is written here."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.access.permissions import Grant, Identity, Permission, Scope, permissions_of_roles
from arpad.office.store.access_tables import account, credential, credential_end, role_end, role_grant, role_permission

HANDLE = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?")
"""A name to sign in with: short, in small letters, so that two cannot be taken for each other."""
PASSKEY, PASSWORD, CODE, TOKEN = "passkey", "password", "code", "token"
KINDS = (PASSKEY, PASSWORD, CODE, TOKEN)


@dataclass(frozen=True)
class Credential:
    """Something that an account has to sign in with. What it is stands elsewhere."""

    seq: int
    kind: str
    label: str
    permissions: tuple[str, ...]  # of a token
    until: Day  # of a token: its last day; 0: open
    digest: str


@dataclass(frozen=True)
class Account:
    """An account with its roles and credentials."""

    key: int
    handle: str
    name: str
    language: str
    closed: Day
    grants: tuple[Grant, ...]
    credentials: tuple[Credential, ...]
    contact: str  # the hash of the private value; empty: none

    @property
    def enrolled(self) -> bool:
        """Return whether somebody can sign in to the account."""
        kinds = {each.kind for each in self.credentials}
        return PASSKEY in kinds or kinds >= {PASSWORD, CODE}


def check_handle(text: str) -> str:
    """Return a name to sign in with, in small letters. Another form is refused."""
    handle = text.strip().lower()
    if not HANDLE.fullmatch(handle):
        raise UserError("account/handle", Remedy.to("write-handle"), handle=text)
    return handle


def require_account(connection: Connection, handle: str) -> Account:
    """Return the account with a handle. An unknown one is refused."""
    for found in read_accounts(connection, [handle]):
        return found
    raise UserError("account/unknown", Remedy.to("list-accounts"), handle=handle)


def read_accounts(connection: Connection, handles: Collection[str] | None = None) -> tuple[Account, ...]:
    """Return all accounts, or those with these handles, by their handle."""
    rows = select(account).order_by(account.c.handle)
    if handles is not None:
        rows = rows.where(account.c.handle.in_(list(handles)))
    return tuple(_account(connection, row) for row in connection.execute(rows).all())


def _account(connection: Connection, row: Any) -> Account:
    """Return a row of the table `account` with its roles and credentials."""
    grants, held = tuple(_grants(connection, row.key)), tuple(credentials_of(connection, row.key))
    return Account(row.key, row.handle, row.name, row.language, Day(row.closed), grants, held, row.contact)


def _grants(connection: Connection, key: int) -> Iterator[Grant]:
    rows = select(role_grant).where(role_grant.c.account == key).order_by(role_grant.c.seq)
    rows = rows.where(role_grant.c.seq.not_in(select(role_end.c.role_grant)))
    for row in connection.execute(rows):
        yield Grant(row.seq, row.role, Scope(row.scope), row.place)


def credentials_of(connection: Connection, key: int) -> Iterator[Credential]:
    """Yield the credentials of an account that were not ended."""
    rows = select(credential).where(credential.c.account == key).order_by(credential.c.seq)
    rows = rows.where(credential.c.seq.not_in(select(credential_end.c.credential)))
    for row in connection.execute(rows):
        permissions = tuple(row.permissions.split())
        yield Credential(row.seq, row.kind, row.label, permissions, Day(row.until), row.digest)


def identity_of(connection: Connection, handle: str) -> Identity | None:
    """Return an account as it acts now; None if there is none, or if it was closed."""
    row = connection.execute(select(account).where(account.c.handle == handle)).one_or_none()
    return None if row is None or row.closed else _identity(connection, row)


def identity_of_key(connection: Connection, key: int) -> Identity | None:
    """Return the account with a key as it acts now; None if there is none, or if it was closed."""
    row = connection.execute(select(account).where(account.c.key == key)).one_or_none()
    return None if row is None or row.closed else _identity(connection, row)


def _identity(connection: Connection, row: Any) -> Identity:
    decided = select(role_permission.c.role, role_permission.c.permission, role_permission.c.allowed)
    roles = permissions_of_roles(tuple(each) for each in connection.execute(decided.order_by(role_permission.c.seq)))
    return Identity(row.key, row.handle, row.name, row.language, tuple(_grants(connection, row.key)), roles)


def accounts_with(connection: Connection, permission: Permission) -> tuple[Identity, ...]:
    """Return the open accounts that have a permission in the whole office and can sign in."""
    held = []
    for each in read_accounts(connection):
        identity = identity_of(connection, each.handle)
        if identity is not None and each.enrolled and identity.may_everywhere(permission):
            held.append(identity)
    return tuple(held)


def is_current(found: Credential, today: date) -> bool:
    """Return whether a token has not run out."""
    return not found.until or today <= found.until.date
