"""Accounts for the tests: somebody with a role, who has enrolled a passkey, and a desk on which they act."""

from __future__ import annotations

from dataclasses import replace

from arpad.office import accounts
from arpad.office.access.account_records import identity_of
from arpad.office.accounts import PASSKEY, NewAccount, NewCredential, NewGrant, new_private_value
from arpad.office.desk import Desk


def as_account(desk: Desk, handle: str, channel: str = "browser") -> Desk:
    """The same office, in which an account acts."""
    with desk.reading() as connection:
        identity = identity_of(connection, handle)
    assert identity is not None
    return replace(desk, who=identity.name, identity=identity, channel=channel, call=type(desk.call)())


def officer(desk: Desk, handle: str, *roles: str, scope: str = "", place: str = "", enrolled: bool = True) -> Desk:
    """A new account with roles that has enrolled, and the office in which it acts."""
    accounts.add_account(desk, NewAccount(handle, f"{handle.title()} Invented"))
    for role in roles:
        accounts.grant_role(desk, NewGrant(handle, role, scope, place))
    own = as_account(desk, handle)
    if enrolled:
        value = new_private_value(f"passkey of {handle}")
        accounts.add_credential(own, NewCredential(handle, PASSKEY, value.digest), value)
    return own
