"""Credentials and contact data: stored under their salted hash, which is all that the journal has of them.

So they can be erased, and whoever exchanges one behind the journal's back is found by `verify`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

from sqlalchemy import Connection, delete, insert, select

from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.store.access_tables import account, credential, credential_end, private_value
from arpad.office.store.schema import setting


@dataclass(frozen=True)
class PrivateValue:
    """A value, its salt, and the hash of both."""

    salt: str
    body: str

    @property
    def digest(self) -> str:
        return digest_of(self.salt, self.body)


def digest_of(salt: str, body: str) -> str:
    """Return the hash under which a private value stands in the journal."""
    return hashlib.sha256(f"{salt}\n{body}".encode()).hexdigest()


def new_private_value(body: str) -> PrivateValue:
    """Return a value with a salt of its own."""
    return PrivateValue(secrets.token_hex(16), body)


def store_private_value(connection: Connection, value: PrivateValue) -> None:
    """Store a value under its hash, while the entry is open that has the hash."""
    connection.execute(insert(private_value), {"digest": value.digest, "salt": value.salt, "body": value.body})


def erase_private_value(connection: Connection, digest: str) -> None:
    """Delete a value. The journal keeps its hash."""
    connection.execute(delete(private_value).where(private_value.c.digest == digest))


def read_private_value(connection: Connection, digest: str) -> str:
    """Return a value; empty if it is not stored, or is not the one that the journal has."""
    row = connection.execute(select(private_value).where(private_value.c.digest == digest)).one_or_none()
    return row.body if row is not None and digest_of(row.salt, row.body) == digest else ""


def private_value_problems(connection: Connection) -> Iterator[Problem]:
    """Yield the credentials and contact data that are not those of the journal: exchanged, missing, or of nobody."""
    held = select(credential.c.digest, credential.c.kind, account.c.handle).join(
        account, account.c.key == credential.c.account
    )
    held = held.where(credential.c.seq.not_in(select(credential_end.c.credential)))
    expected = {row.digest: (row.kind, row.handle) for row in connection.execute(held)}
    contacts = select(account.c.contact, account.c.handle).where(account.c.contact != "")
    expected |= {row.contact: ("contact", row.handle) for row in connection.execute(contacts)}
    for row in connection.execute(select(private_value).order_by(private_value.c.digest)):
        kind, handle = expected.pop(row.digest, ("", ""))
        if not handle:
            yield Problem("private-value/of-nobody", digest=row.digest[:12])
        elif digest_of(row.salt, row.body) != row.digest:
            yield Problem("private-value/exchanged", kind=kind, handle=handle)
    rehearsal = connection.execute(select(setting.c.value).where(setting.c.name == "rehearsal")).scalar() == "1"
    for kind, handle in () if rehearsal else sorted(expected.values()):  # a copy for practice has none of them
        yield Problem("private-value/gone", kind=kind, handle=handle)
