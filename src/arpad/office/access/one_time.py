"""What is used once: links by which somebody enrols, and challenges to an authenticator. Stored by their hash."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, insert, select

from arpad.office.access.sessions import MINUTE, SECRET_BYTES, hash_of_secret
from arpad.office.store.access_tables import access_link, challenge

LINK_LASTS = 24 * 60 * MINUTE
CHALLENGE_LASTS = 5 * MINUTE


def new_link(connection: Connection, key: int, now: int) -> str:
    """Store a new link for an account, and return its secret. Earlier links of the account are void."""
    connection.execute(delete(access_link).where((access_link.c.account == key) | (access_link.c.until < now)))
    secret = secrets.token_urlsafe(SECRET_BYTES)
    row = {"hash": hash_of_secret(secret), "account": key, "until": now + LINK_LASTS}
    connection.execute(insert(access_link), row)
    return secret


def account_of_link(connection: Connection, secret: str, now: int) -> int:
    """Return the account of a link that can still be used; 0 if there is none. The link stays."""
    row = select(access_link).where(access_link.c.hash == hash_of_secret(secret), access_link.c.until >= now)
    found = connection.execute(row).one_or_none()
    return 0 if found is None else int(found.account)


def use_link(connection: Connection, secret: str, now: int) -> int:
    """Use a link up, and return its account; 0 if it cannot be used (any more)."""
    key = account_of_link(connection, secret, now)
    done = connection.execute(delete(access_link).where(access_link.c.hash == hash_of_secret(secret)))
    return key if done.rowcount else 0


def new_challenge(connection: Connection, key: int, body: str, now: int) -> str:
    """Store a challenge, and return the secret that finds it again."""
    connection.execute(delete(challenge).where(challenge.c.until < now))
    secret = secrets.token_urlsafe(SECRET_BYTES)
    row = {"hash": hash_of_secret(secret), "account": key, "body": body, "until": now + CHALLENGE_LASTS}
    connection.execute(insert(challenge), row)
    return secret


def use_challenge(connection: Connection, key: int, secret: str, now: int) -> str:
    """Use a challenge of an account up, and return it; empty if it cannot be used (any more)."""
    same = (challenge.c.hash == hash_of_secret(secret), challenge.c.account == key, challenge.c.until >= now)
    body = connection.execute(select(challenge.c.body).where(*same)).scalar() or ""
    done = connection.execute(delete(challenge).where(challenge.c.hash == hash_of_secret(secret)))
    return body if done.rowcount else ""
