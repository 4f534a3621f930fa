"""The sign-in desk: who is signed in, by a passkey or by a password with a code, and by which session.

It is opened once for a server (`open_desk_office`) and gives each request a `Desk` on which its account acts. What it
writes is operational: sessions, links, challenges and counted attempts. Every answer to somebody who fails is the same.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import current_law, use_law
from arpad.office.access import one_time, proofs_of_identity, sessions, throttle
from arpad.office.access.account_records import (
    CODE,
    PASSKEY,
    PASSWORD,
    TOKEN,
    Credential,
    credentials_of,
    identity_of_key,
    is_current,
    read_accounts,
)
from arpad.office.access.permissions import Identity, Permission
from arpad.office.access.private_values import PrivateValue, new_private_value, read_private_value
from arpad.office.access.proofs_of_identity import Origin, Passkey
from arpad.office.access.sessions import Client, SessionState
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.store.access_tables import account, credential, credential_end, credential_use
from arpad.office.store.engine import Store, connect_store

__all__ = [
    "Asked", "Client", "CodeSecret", "DeskOffice", "Identity", "NewToken", "Origin", "PasskeyAnswer", "PasswordAnswer",
    "SessionState", "SignedIn", "Visit", "ask_for_passkey", "ask_to_enrol", "checked_code", "checked_passkey",
    "checked_password", "end_session", "end_sessions", "find_visit", "finish_enrolment", "identity_by_token",
    "link_is_open", "list_sessions", "new_code", "new_token", "open_desk_office", "open_enrolment",
    "sign_in_with_passkey", "sign_in_with_password", "step_up",
]  # fmt: skip

TOKEN_MARK = "arp"
BROWSER_CHANNEL, TOKEN_CHANNEL = "browser", "token"


@dataclass(frozen=True)
class DeskOffice:
    """An office that is open for a desk, and the address at which browsers reach the desk."""

    store: Store
    origin: Origin
    rehearsal: bool

    def desk(self, identity: Identity, channel: str = BROWSER_CHANNEL, seen: str = "", idempotency: str = "") -> Desk:
        """Return a desk on which an account acts."""
        desk = open_desk(self.store, identity.name)
        return replace(desk, identity=identity, channel=channel, seen=seen, idempotency=idempotency)

    def now(self) -> int:
        """Return the instant: the machine's, also in a rehearsal."""
        return Clock().instant()


@dataclass(frozen=True)
class Visit:
    """A request of somebody who is signed in. `cookie` is what a new cookie has; empty: the old one stays."""

    identity: Identity
    session: SessionState
    cookie: str
    fresh: bool  # they proved within the last minutes who they are


@dataclass(frozen=True)
class SignedIn:
    """A new session: what its cookie has."""

    identity: Identity
    cookie: str


@dataclass(frozen=True)
class Asked:
    """What a browser asks of an authenticator, as JSON, and the secret that finds the challenge again."""

    options: str
    secret: str


@contextmanager
def open_desk_office(address: str, origin: str) -> Iterator[DeskOffice]:
    """Open an office for a desk until the end of the block. Refuses an address of the desk that browsers would not
    protect."""
    store = connect_store(address, keep=True)
    try:
        with use_law(current_law()):
            desk = open_desk(store, "desk")  # says what is wrong before a server starts
            yield DeskOffice(store, check_origin(origin), desk.rehearsal)
    finally:
        store.close()


def check_origin(text: str) -> Origin:
    """Return the address of a desk: https, or http on this very machine by the name localhost."""
    address = text.strip().rstrip("/").lower()
    scheme, separator, rest = address.partition("://")
    host, _, port = rest.partition(":")
    good = separator and host and "/" not in rest and (not port or port.isdigit())
    if not good or not (scheme == "https" or (scheme == "http" and host == "localhost")):
        raise UserError("desk/origin", Remedy.to("write-origin"), origin=text)
    if host.replace(".", "").isdigit() or "[" in host:
        raise UserError("desk/origin", Remedy.to("write-origin"), origin=text)
    return Origin(address)


# --- sessions -----------------------------------------------------------------------------------------------------


def find_visit(office: DeskOffice, cookie: str) -> Visit | None:
    """Return who a cookie belongs to, as they may act now; None if nobody is signed in by it."""
    if not cookie:
        return None
    now = office.now()
    with office.store.reading() as connection:
        state = sessions.find_session(connection, cookie, now)
        identity = identity_of_key(connection, state.account) if state is not None else None
    if state is None or identity is None:
        return None
    if state.enrols:
        identity = replace(identity, at_most=frozenset({Permission.SELF}))
    renewed = ""
    if state.renew or now - state.seen > sessions.SEEN_EVERY:
        with office.store.noting() as connection:
            if state.renew:
                renewed = sessions.renew_session(connection, state, now)
            else:
                sessions.touch_session(connection, state, now)
    return Visit(identity, state, renewed, state.fresh(now))


def list_sessions(office: DeskOffice, identity: Identity) -> tuple[SessionState, ...]:
    """Return the sessions of an account, the newest first."""
    with office.store.reading() as connection:
        return tuple(sessions.sessions_of(connection, identity.key, office.now()))


def end_session(office: DeskOffice, identity: Identity, hash_: str) -> None:
    """End one session of an account, now and for every process."""
    with office.store.noting() as connection:
        sessions.end_sessions(connection, identity.key, hash_)


def end_sessions(office: DeskOffice, identity: Identity, but: str = "") -> None:
    """End all sessions of an account, or all but one."""
    with office.store.noting() as connection:
        sessions.end_sessions(connection, identity.key, but=but)


# --- signing in ---------------------------------------------------------------------------------------------------


def ask_for_passkey(office: DeskOffice) -> Asked:
    """Return what a browser asks of whatever passkey it has."""
    options, challenge = proofs_of_identity.options_to_sign_in(office.origin)
    with office.store.noting() as connection:
        return Asked(options, one_time.new_challenge(connection, 0, challenge, office.now()))


@dataclass(frozen=True)
class PasskeyAnswer:
    """An answer of a browser to a challenge, and from where it came."""

    secret: str
    answer: str
    client: Client


@dataclass(frozen=True)
class PasswordAnswer:
    """A handle with password and code, and from where they came."""

    handle: str
    password: str
    code: str
    client: Client


def sign_in_with_passkey(office: DeskOffice, answer: PasskeyAnswer) -> SignedIn:
    """Begin a session for the owner of a passkey."""
    key, _ = proofs_of_identity.account_of_answer(answer.answer)
    return _sign_in(office, answer, "", lambda connection: _passkey_holds(office, connection, key, answer))


def sign_in_with_password(office: DeskOffice, answer: PasswordAnswer) -> SignedIn:
    """Begin a session for somebody with password and code."""
    handle = answer.handle.strip().lower()
    now = office.now()
    with office.store.reading() as connection:
        found = read_accounts(connection, [handle])
        key = found[0].key if found and not found[0].closed else 0
        throttle.require_attempts_left(connection, answer.client.network, handle, now, key)
        hashed = _private_of(connection, key, PASSWORD)
    matches = proofs_of_identity.is_password(hashed, answer.password)  # outside any transaction: it takes long
    return _sign_in(
        office,
        answer,
        handle,
        lambda connection: key if matches and _code_holds(office, connection, key, answer) else 0,
    )


def _sign_in(
    office: DeskOffice, answer: PasskeyAnswer | PasswordAnswer, handle: str, holder: Callable[[Connection], int]
) -> SignedIn:
    """Begin a session for the account that proved itself; count an attempt that failed. Both in one transaction."""
    now = office.now()
    signed_in = None
    with office.store.noting() as connection:
        key = holder(connection) if _is_left(connection, answer.client.network, handle, now) else 0
        identity = identity_of_key(connection, key) if key else None
        if identity is None:
            throttle.count_attempt(connection, answer.client.network, handle, now)
        else:
            throttle.forget_attempts(connection, answer.client.network, handle)
            cookie = sessions.begin_session(connection, key, now, answer.client)
            signed_in = SignedIn(identity, cookie)
    if signed_in is None:
        raise UserError("sign-in/failed", Remedy.to("sign-in-again"))
    return signed_in


def _is_left(connection: Connection, network: str, handle: str, now: int) -> bool:
    """Refuse an attempt where too many failed; an attempt with a handle was looked at before."""
    if not handle:
        throttle.require_attempts_left(connection, network, handle, now)
    return True


def _passkey_holds(office: DeskOffice, connection: Connection, key: int, answer: PasskeyAnswer, asked: int = 0) -> int:
    """Return the account whose passkey answered a challenge; 0 if none did. `asked`: whom the challenge was for."""
    now = office.now()
    challenge = one_time.use_challenge(connection, asked, answer.secret, now)
    _, id_ = proofs_of_identity.account_of_answer(answer.answer)
    for held in credentials_of(connection, key) if challenge and key else ():
        if held.kind != PASSKEY:
            continue
        body = read_private_value(connection, held.digest)
        passkey = Passkey.of_body(body) if body else None
        if passkey is None or passkey.id != id_:
            continue
        count = proofs_of_identity.count_of_answer(
            office.origin, challenge, answer.answer, passkey, _last_use(connection, held.seq)
        )
        if count is not None:
            _note_use(connection, held.seq, now, count)
            return key
    return 0


def _code_holds(office: DeskOffice, connection: Connection, key: int, answer: PasswordAnswer) -> bool:
    """Return whether a code is one of the account now; each is used once."""
    now = office.now()
    for held in credentials_of(connection, key) if key else ():
        if held.kind == CODE:
            secret = read_private_value(connection, held.digest)
            step = proofs_of_identity.step_of_code(secret, answer.code, now, _last_use(connection, held.seq))
            if step:
                _note_use(connection, held.seq, now, step)
                return True
    return False


def _private_of(connection: Connection, key: int, kind: str) -> str:
    held = [each for each in credentials_of(connection, key) if each.kind == kind] if key else []
    return read_private_value(connection, held[-1].digest) if held else ""


def _last_use(connection: Connection, seq: int) -> int:
    rows = select(credential_use.c.count).where(credential_use.c.credential == seq)
    return connection.execute(rows).scalar() or 0


def _note_use(connection: Connection, seq: int, now: int, count: int) -> None:
    connection.execute(delete(credential_use).where(credential_use.c.credential == seq))
    connection.execute(insert(credential_use), {"credential": seq, "at": now, "count": count})


# --- proving again who one is -------------------------------------------------------------------------------------


def step_up(office: DeskOffice, visit: Visit, answer: PasskeyAnswer | PasswordAnswer) -> str:
    """Note that somebody proved again who they are, and return what their new cookie has."""
    now = office.now()
    handle = visit.identity.handle
    matches = True
    with office.store.reading() as connection:
        throttle.require_attempts_left(connection, answer.client.network, handle, now, visit.identity.key)
        hashed = _private_of(connection, visit.identity.key, PASSWORD)
    if isinstance(answer, PasswordAnswer):
        matches = proofs_of_identity.is_password(hashed, answer.password)
    cookie = ""
    with office.store.noting() as connection:
        if isinstance(answer, PasskeyAnswer):
            claimed, _ = proofs_of_identity.account_of_answer(answer.answer)
            key = claimed if claimed == visit.identity.key else 0
            good = _passkey_holds(office, connection, key, answer) == visit.identity.key
        else:
            good = matches and _code_holds(office, connection, visit.identity.key, answer)
        if good:
            cookie = sessions.renew_session(connection, visit.session, now, stepped=True)
        else:
            throttle.count_attempt(connection, answer.client.network, handle, now)
    if not cookie:
        raise UserError("sign-in/failed", Remedy.to("sign-in-again"))
    return cookie


# --- enrolment ----------------------------------------------------------------------------------------------------


def link_is_open(office: DeskOffice, secret: str) -> bool:
    """Return whether a one-time link can still be used. It is not used up."""
    with office.store.reading() as connection:
        return bool(one_time.account_of_link(connection, secret, office.now()))


def open_enrolment(office: DeskOffice, secret: str, client: Client) -> SignedIn:
    """Use a one-time link up: begin a session in which its account enrols, and does nothing else until it has. Earlier
    sessions of the account end."""
    now = office.now()
    signed_in = None
    with office.store.noting() as connection:
        throttle.require_attempts_left(connection, client.network, "", now)
        key = one_time.use_link(connection, secret, now)
        identity = identity_of_key(connection, key) if key else None
        if identity is None:
            throttle.count_attempt(connection, client.network, "", now)
        else:
            sessions.end_sessions(connection, key)
            signed_in = SignedIn(identity, sessions.begin_session(connection, key, now, client, enrols=True))
    if signed_in is None:
        raise UserError("sign-in/link", Remedy.to("ask-for-link"))
    return signed_in


def finish_enrolment(office: DeskOffice, visit: Visit) -> str:
    """Let a session that was begun by a link do what its account may do, and return what its new cookie has. To be
    called when the account has just shown what it signs in with from now on."""
    with office.store.noting() as connection:
        return sessions.renew_session(connection, visit.session, office.now(), stepped=True)


def ask_to_enrol(office: DeskOffice, identity: Identity) -> Asked:
    """Return what a browser asks in order to make a passkey for an account."""
    with office.store.noting() as connection:
        there = tuple(
            Passkey.of_body(body)
            for held in credentials_of(connection, identity.key)
            if held.kind == PASSKEY and (body := read_private_value(connection, held.digest))
        )
        options, challenge = proofs_of_identity.options_to_enrol(
            office.origin, identity.key, identity.handle, identity.name, there
        )
        return Asked(options, one_time.new_challenge(connection, identity.key, challenge, office.now()))


def checked_passkey(office: DeskOffice, identity: Identity, secret: str, answer: str) -> PrivateValue:
    """Return the passkey of a browser's answer, to be added as a credential."""
    with office.store.noting() as connection:
        challenge = one_time.use_challenge(connection, identity.key, secret, office.now())
    if not challenge:
        raise UserError("sign-in/no-passkey", Remedy.to("try-again"))
    return new_private_value(proofs_of_identity.read_new_passkey(office.origin, challenge, answer).body())


def checked_password(identity: Identity, password: str) -> PrivateValue:
    """Return the hash of a new password, to be added as a credential. A weak one is refused."""
    proofs_of_identity.check_new_password(password, identity.handle)
    return new_private_value(proofs_of_identity.hash_password(password))


@dataclass(frozen=True)
class CodeSecret:
    """A new secret for codes of the minute: as it is typed, as an authenticator reads it, and what finds it again."""

    secret: str
    address: str
    found_by: str


def new_code(office: DeskOffice, identity: Identity) -> CodeSecret:
    """Return a new secret for codes. It counts once a code of it is shown."""
    secret = proofs_of_identity.new_code_secret()
    address = proofs_of_identity.code_address(secret, identity.handle, "")
    with office.store.noting() as connection:
        found_by = one_time.new_challenge(connection, identity.key, secret, office.now())
    return CodeSecret(secret, address, found_by)


def checked_code(office: DeskOffice, identity: Identity, found_by: str, code: str) -> PrivateValue:
    """Return the secret of which a code was shown, to be added as a credential."""
    now = office.now()
    with office.store.noting() as connection:
        secret = one_time.use_challenge(connection, identity.key, found_by, now)
    if not proofs_of_identity.step_of_code(secret, code, now):
        raise UserError("sign-in/wrong-code", Remedy.to("scan-again"))
    return new_private_value(secret)


# --- programs -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewToken:
    """A token for a program. It is shown once; what is stored is its hash."""

    token: str
    value: PrivateValue


def new_token() -> NewToken:
    """Return a new token, to be added as a credential."""
    secret = secrets.token_urlsafe(sessions.SECRET_BYTES)
    value = new_private_value(sessions.hash_of_secret(secret))
    return NewToken(f"{TOKEN_MARK}_{value.digest[:16]}_{secret}", value)


def identity_by_token(office: DeskOffice, token: str, network: str) -> Identity:
    """Return the account of a token, with no more permissions than the token has. Every other word is refused in the
    same way, and counted."""
    now = office.now()
    mark, _, rest = token.partition("_")
    name, _, secret = rest.partition("_")
    with office.store.reading() as connection:
        throttle.require_attempts_left(connection, network, "", now)
        held = _token(connection, name) if mark == TOKEN_MARK else None
        stored = read_private_value(connection, held[1].digest) if held else ""
        good = secrets.compare_digest(stored or sessions.hash_of_secret(""), sessions.hash_of_secret(secret))
        identity = identity_of_key(connection, held[0]) if held and stored and good else None
    if identity is None or held is None or not is_current(held[1], open_desk(office.store, "desk").today()):
        with office.store.noting() as connection:
            throttle.count_attempt(connection, network, "", now)
        raise UserError("sign-in/token")
    permissions = frozenset(Permission(each) for each in held[1].permissions)
    return replace(identity, at_most=permissions & frozenset(Permission) - {Permission.SELF})


def _token(connection: Connection, name: str) -> tuple[int, Credential] | None:
    """Return the account and the credential of the token with this beginning of its hash."""
    rows = select(credential.c.account, credential.c.digest).where(
        credential.c.kind == TOKEN, credential.c.digest.startswith(name, autoescape=True)
    )
    rows = rows.where(credential.c.seq.not_in(select(credential_end.c.credential))).join(
        account, account.c.key == credential.c.account
    )
    for row in connection.execute(rows) if len(name) == 16 else ():
        for held in credentials_of(connection, row.account):
            if held.digest == row.digest:
                return row.account, held
    return None
