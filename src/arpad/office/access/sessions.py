"""Sessions: who is signed in. Of a cookie only the hash is stored; each request reads its session anew.

A session ends after an hour without a request, and after twelve hours in any case. It gets a new cookie at sign-in,
when somebody proves again who they are, and when their roles change.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from arpad.frozen import dataclass
from arpad.office.clock import MICROSECONDS_PER_SECOND
from arpad.office.store.access_tables import session

MINUTE = 60 * MICROSECONDS_PER_SECOND
IDLE, ABSOLUTE, STEPPED = 60 * MINUTE, 12 * 60 * MINUTE, 5 * MINUTE
SEEN_EVERY = MINUTE  # how often the time of the last request is stored
SECRET_BYTES = 32
LONGEST_BROWSER = 200


@dataclass(frozen=True)
class SessionState:
    """A session of an account. `fresh`: they proved within the last minutes who they are."""

    hash: str
    account: int
    begun: int
    seen: int
    stepped: int
    renew: bool
    enrols: bool  # begun by a one-time link: it does nothing but enrol
    network: str
    browser: str

    def fresh(self, now: int) -> bool:
        return 0 <= now - self.stepped < STEPPED


def hash_of_secret(secret: str) -> str:
    """Return the hash under which a secret of 256 bits is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class Client:
    """From where somebody signs in: the network, and what the browser says of itself."""

    network: str
    browser: str = ""


def begin_session(connection: Connection, key: int, now: int, client: Client, enrols: bool = False) -> str:
    """Store a new session, and return what its cookie has. Sessions that have ended are removed."""
    connection.execute(delete(session).where((session.c.seen < now - IDLE) | (session.c.begun < now - ABSOLUTE)))
    secret = secrets.token_urlsafe(SECRET_BYTES)
    row = {"hash": hash_of_secret(secret), "account": key, "begun": now, "seen": now, "stepped": now, "renew": 0}
    row |= {"enrols": int(enrols), "network": client.network, "browser": client.browser[:LONGEST_BROWSER]}
    connection.execute(insert(session), row)
    return secret


def find_session(connection: Connection, secret: str, now: int) -> SessionState | None:
    """Return the session of a cookie; None if there is none, or if it has ended."""
    row = connection.execute(select(session).where(session.c.hash == hash_of_secret(secret))).one_or_none()
    if row is None or row.seen < now - IDLE or row.begun < now - ABSOLUTE:
        return None
    return _state(row)


def _state(row: Any) -> SessionState:
    flags = bool(row.renew), bool(row.enrols)
    return SessionState(row.hash, row.account, row.begun, row.seen, row.stepped, *flags, row.network, row.browser)


def touch_session(connection: Connection, state: SessionState, now: int) -> None:
    """Store the time of the last request."""
    connection.execute(update(session).where(session.c.hash == state.hash).values(seen=now))


def renew_session(connection: Connection, state: SessionState, now: int, stepped: bool = False) -> str:
    """Give a session a new cookie, and return what it has; the old one is void. `stepped`: they proved just now who
    they are. Empty if the session was ended meanwhile."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    values: dict[str, Any] = {"hash": hash_of_secret(secret), "seen": now, "renew": 0}
    values |= {"stepped": now, "enrols": 0} if stepped else {}
    done = connection.execute(update(session).where(session.c.hash == state.hash).values(**values))
    return secret if done.rowcount else ""


def sessions_of(connection: Connection, key: int, now: int) -> Iterator[SessionState]:
    """Yield the sessions of an account that have not ended, the newest first."""
    rows = select(session).where(session.c.account == key, session.c.seen >= now - IDLE)
    for row in connection.execute(rows.order_by(session.c.begun.desc())):
        if row.begun >= now - ABSOLUTE:
            yield _state(row)


def end_sessions(connection: Connection, key: int, hash_: str = "", but: str = "") -> None:
    """End sessions of an account: the one with a hash, or all, or all but one."""
    ended = delete(session).where(session.c.account == key)
    if hash_:
        ended = ended.where(session.c.hash == hash_)
    connection.execute(ended.where(session.c.hash != but) if but else ended)


def mark_for_renewal(connection: Connection, key: int) -> None:
    """Let the next request of each session of an account get a new cookie."""
    connection.execute(update(session).where(session.c.account == key).values(renew=1))
