"""Count failed attempts to sign in, and refuse more than a few.

Counted are attempts of a network, of a network at one account, and at one account from anywhere. The last does not
hold for networks from which its owner is or was signed in lately, so that a stranger locks nobody out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from sqlalchemy import Connection, delete, insert, select, update

from arpad.finding import Remedy, UserError
from arpad.office.access.sessions import MINUTE
from arpad.office.store.access_tables import attempt, session

WINDOW = 15 * MINUTE
MOST_OF_NETWORK, MOST_OF_PAIR, MOST_OF_ACCOUNT = 30, 10, 50


def _buckets(network: str, account: str) -> Iterator[tuple[str, int]]:
    yield f"network {network}", MOST_OF_NETWORK
    if account:
        name = hashlib.sha256(account.encode()).hexdigest()[:24]
        yield f"pair {network} {name}", MOST_OF_PAIR
        yield f"account {name}", MOST_OF_ACCOUNT


def require_attempts_left(connection: Connection, network: str, account: str, now: int, key: int = 0) -> None:
    """Refuse an attempt where too many have failed. The answer does not depend on whether the account exists."""
    for bucket, most in _buckets(network, account):
        row = connection.execute(select(attempt).where(attempt.c.bucket == bucket)).one_or_none()
        if row is None or row.since < now - WINDOW or row.failed < most:
            continue
        if bucket.startswith("account ") and key and _is_known_network(connection, network, key):
            continue
        raise UserError("sign-in/too-many", Remedy.to("wait-to-sign-in"), minutes=WINDOW // MINUTE)


def count_attempt(connection: Connection, network: str, account: str, now: int) -> None:
    """Count a failed attempt."""
    connection.execute(delete(attempt).where(attempt.c.since < now - WINDOW))
    for bucket, _ in _buckets(network, account):
        row = connection.execute(select(attempt).where(attempt.c.bucket == bucket)).one_or_none()
        if row is None:
            connection.execute(insert(attempt), {"bucket": bucket, "since": now, "failed": 1})
        else:
            connection.execute(update(attempt).where(attempt.c.bucket == bucket).values(failed=attempt.c.failed + 1))


def forget_attempts(connection: Connection, network: str, account: str) -> None:
    """Forget the failed attempts of a network at an account that has signed in."""
    names = [bucket for bucket, _ in _buckets(network, account) if bucket.startswith("pair ")]
    connection.execute(delete(attempt).where(attempt.c.bucket.in_(names)))


def _is_known_network(connection: Connection, network: str, key: int) -> bool:
    rows = select(session.c.hash).where(session.c.account == key, session.c.network == network)
    return connection.execute(rows.limit(1)).first() is not None
