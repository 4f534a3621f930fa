"""The accounts desk: accounts, their roles and credentials, invitations, and which acts need a second person.

A credential is never in a request: its hash is. What it is comes beside the request, and stands in a private table.
Who is signed in is no affair of this desk: see `sign_in`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import insert, update

from arpad.days import Day
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.messages import languages
from arpad.office.access import authority, one_time, sessions
from arpad.office.access.account_records import (
    CODE,
    HANDLE,
    KINDS,
    PASSKEY,
    PASSWORD,
    TOKEN,
    Account,
    Credential,
    check_handle,
    read_accounts,
    require_account,
)
from arpad.office.access.approval import (
    ALSO_WITH_SECOND_PERSON,
    REFUSED,
    Approval,
    HeldAct,
    find_held_act,
    read_held_acts,
    second_person_needed,
    store_answer,
)
from arpad.office.access.permissions import (
    DEFAULT_SCOPES,
    PLACELESS,
    Grant,
    Identity,
    Permission,
    Role,
    Scope,
    Subject,
)
from arpad.office.access.private_values import (
    PrivateValue,
    erase_private_value,
    new_private_value,
    store_private_value,
)
from arpad.office.acts import act, all_acts
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.store import access_tables
from arpad.plaintext import NAME, is_name

__all__ = [
    "CODE", "HANDLE", "KINDS", "PASSKEY", "PASSWORD", "TOKEN", "Account", "AccountChange", "AccountNamed",
    "ApprovalRule", "Credential", "CredentialEnd", "Grant", "HeldAct", "HeldRefusal", "Identity", "Invitation",
    "NewAccount", "NewCredential", "NewGrant", "OwnAccountChange", "Permission", "PrivateValue", "Role",
    "RoleChange", "RoleEnd", "RuleInForce", "Scope", "add_account", "add_credential",
    "approval_rules", "change_account",
    "change_own_account", "change_role", "end_credential", "end_role", "grant_role", "held_acts", "invite_account",
    "list_accounts", "may", "new_private_value", "recover_account", "refuse_held_act", "require_event",
    "revoke_credential", "set_approval_rule", "set_up_account", "show_account", "visible_events",
]  # fmt: skip


# --- reading ------------------------------------------------------------------------------------------------------


def list_accounts(desk: Desk) -> tuple[Account, ...]:
    """Return all accounts, by their handle."""
    with desk.reading() as connection:
        return read_accounts(connection)


def show_account(desk: Desk, handle: str) -> Account:
    """Return an account. An unknown handle is refused."""
    with desk.reading() as connection:
        return require_account(connection, handle)


def may(desk: Desk, permission: Permission) -> bool:
    """Return whether whoever acts has a permission anywhere."""
    return desk.identity is None or desk.identity.may(permission)


def visible_events(desk: Desk) -> frozenset[int] | None:
    """Return the keys of the events that whoever acts may see; None: all."""
    if desk.identity is None:
        return None
    with desk.reading() as connection:
        return authority.visible_event_keys(connection, desk.identity)


def require_event(desk: Desk, code: str) -> None:
    """Refuse an event that whoever acts may not see in the same way as one that does not exist. For `CODE/PART` the
    event counts."""
    if desk.identity is not None:
        with desk.reading() as connection:
            authority.require_visible_event(connection, desk.identity, code.partition("/")[0])


def held_acts(desk: Desk, waiting: bool = True) -> tuple[HeldAct, ...]:
    """Return the acts that wait for a second person, or all that ever did, the oldest first."""
    with desk.reading() as connection:
        return tuple(each for each in read_held_acts(connection) if not (waiting and each.answer))


@dataclass(frozen=True)
class RuleInForce:
    """An act for which an office may want a second person, and whether it needs one now."""

    act: str
    needed: bool


def approval_rules(desk: Desk) -> tuple[RuleInForce, ...]:
    """Return the acts for which an office may want a second person, and whether they need one now."""
    acts = [each for each in all_acts().values() if each.second_person or each.name in ALSO_WITH_SECOND_PERSON]
    with desk.reading() as connection:
        return tuple(
            RuleInForce(each.name, second_person_needed(connection, each.name, each.second_person)) for each in acts
        )


# --- accounts -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewAccount:
    """A request to add an account. `contact` is the hash of a private value."""

    handle: str
    name: str
    language: str = ""
    contact: str = ""


@dataclass(frozen=True)
class AccountNamed:
    """An account by its handle."""

    handle: str


@dataclass(frozen=True)
class AccountChange:
    """A request to change an account; what is not named stays. A closed account signs in no more."""

    handle: str
    why: str = ""
    name: str | None = None
    closed: bool | None = None


@dataclass(frozen=True)
class OwnAccountChange:
    """A request of somebody to change their own account. `contact` is the hash of a private value."""

    handle: str
    language: str | None = None
    contact: str | None = None


@act("add-account", about=Subject.OFFICE, permission=Permission.ADMINISTER)
def add_account(desk: Desk, request: NewAccount, contact: PrivateValue | None = None) -> Account:
    """Add an account without a role. A handle that was ever used is refused."""
    handle = check_handle(request.handle)
    _require_name(request.name)
    _require_language(request.language)
    with desk.writing("account-add", handle) as writing:
        if read_accounts(writing.connection, [handle]):
            raise UserError("account/there", handle=handle)
        row = {"handle": handle, "name": request.name, "language": request.language, "contact": request.contact}
        writing.connection.execute(insert(access_tables.account), {**row, "log": writing.seq})
        _store_private(writing, contact)
        return require_account(writing.connection, handle)


def set_up_account(desk: Desk, request: NewAccount, roles: tuple[str, ...]) -> tuple[Account, Invitation]:
    """Add an account with roles, and make a one-time link for it. What an interrupted call left is finished."""
    handle = check_handle(request.handle)
    same = [each for each in list_accounts(desk) if (each.handle, each.name) == (handle, request.name)]
    left = bool(same) and not (same[0].enrolled or same[0].closed)
    account = same[0] if left else add_account(desk, request)
    for role in roles:
        account = grant_role(desk, NewGrant(handle, role))
    return account, invite_account(desk, AccountNamed(handle))


@act("change-account", about=Subject.OFFICE, permission=Permission.ADMINISTER)
def change_account(desk: Desk, request: AccountChange) -> Account:
    """Change the name of an account, close it or open it again. Closing ends its sessions."""
    values: dict[str, str | int] = {}
    if request.name is not None:
        _require_name(request.name)
        values["name"] = request.name
    if request.closed is not None:
        values["closed"] = int(Day.of(desk.today())) if request.closed else 0
    with desk.writing("account-change", request.handle, request.why) as writing:
        before = require_account(writing.connection, request.handle)
        if request.closed:
            _require_no_administrator(desk, before)
        if values:
            _ = writing.seq
            changed = update(access_tables.account).where(access_tables.account.c.key == before.key)
            writing.connection.execute(changed.values(**values))
        if request.closed:
            sessions.end_sessions(writing.connection, before.key)
        return require_account(writing.connection, request.handle)


@act("change-own-account", about=Subject.ACCOUNT, permission=Permission.SELF)
def change_own_account(desk: Desk, request: OwnAccountChange, contact: PrivateValue | None = None) -> Account:
    """Change language and contact of one's own account."""
    _require_language(request.language or "")
    with desk.writing("account-change", request.handle) as writing:
        before = require_account(writing.connection, request.handle)
        values = {"language": request.language, "contact": request.contact}
        values = {name: value for name, value in values.items() if value is not None}
        if values:
            _ = writing.seq
            changed = update(access_tables.account).where(access_tables.account.c.key == before.key)
            writing.connection.execute(changed.values(**values))
        if request.contact is not None:
            erase_private_value(writing.connection, before.contact)
            _store_private(writing, contact)
        return require_account(writing.connection, request.handle)


def _require_no_administrator(desk: Desk, account: Account) -> None:
    """Refuse to shut an administrator out: whoever did that would be the only one, and nobody could approve their acts.
    Their role is taken first, which may need a second person. Direct access to the database may do it."""
    if desk.identity is not None and any(grant.role == Role.ADMINISTRATOR for grant in account.grants):
        raise UserError("account/administrator", Remedy.to("end-role-first"), handle=account.handle)


def _require_name(name: str) -> None:
    if not (name.strip() and is_name(name)):
        raise UserError("account/name", most=NAME)


def _require_language(language: str) -> None:
    if language and language not in languages():
        raise UserError("account/language", language=language, known=languages())


def _store_private(writing: WriteTransaction, value: PrivateValue | None) -> None:
    if value is not None:
        store_private_value(writing.connection, value)


# --- invitations --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Invitation:
    """A one-time link: whoever opens it within a day enrols for an account. Shown once."""

    handle: str
    secret: str


@act("invite-account", about=Subject.OFFICE, permission=Permission.ADMINISTER)
def invite_account(desk: Desk, request: AccountNamed) -> Invitation:
    """Make a one-time link for an account that nobody can sign in to yet. Earlier links of it are void."""
    return _new_link(desk, request.handle, "account-invite", enrolled=False)


@act("recover-account", about=Subject.OFFICE, permission=Permission.ADMINISTER, second_person=True)
def recover_account(desk: Desk, request: AccountNamed) -> Invitation:
    """Make a one-time link for an account whose owner lost what they sign in with. Earlier links of it are void."""
    return _new_link(desk, request.handle, "account-recover", enrolled=True)


def _new_link(desk: Desk, handle: str, action: str, enrolled: bool) -> Invitation:
    with desk.writing(action, handle) as writing:
        meant = require_account(writing.connection, handle)
        if meant.closed:
            raise UserError("account/closed", handle=handle)
        if meant.enrolled and not enrolled:
            raise UserError("account/enrolled", Remedy.to("recover-account"), handle=handle)
        _ = writing.seq
        return Invitation(handle, one_time.new_link(writing.connection, meant.key, desk.clock.instant()))


# --- roles --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewGrant:
    """A request to give an account a role. Without a scope it is that of the role: own events, or the office."""

    handle: str
    role: str
    scope: str = ""
    place: str = ""
    why: str = ""


@dataclass(frozen=True)
class RoleEnd:
    """A request to take a role from an account: the number of its grant."""

    handle: str
    grant: int
    why: str = ""


@dataclass(frozen=True)
class RoleChange:
    """A request to change what a role may do in this office."""

    role: str
    permission: str
    allowed: bool
    why: str = ""


@act("grant-role", about=Subject.OFFICE, permission=Permission.ADMINISTER, second_person=True)
def grant_role(desk: Desk, request: NewGrant) -> Account:
    """Give an account a role. A role that it has already is not stored again."""
    role = _require_role(request.role)
    try:
        scope = Scope(request.scope or DEFAULT_SCOPES.get(role, Scope.OFFICE))
    except ValueError:
        raise UserError("account/scope", scope=request.scope, known=tuple(each.value for each in Scope)) from None
    if bool(request.place.strip()) == (scope in PLACELESS):
        raise UserError("account/place", scope=scope.value, place=request.place)
    with desk.writing("role-grant", request.handle, request.why, {"role": role.value}) as writing:
        before = require_account(writing.connection, request.handle)
        place = request.place.strip()
        if all((each.role, each.scope, each.place) != (role, scope, place) for each in before.grants):
            row = {"account": before.key, "role": role.value, "scope": scope.value, "place": place}
            writing.connection.execute(insert(access_tables.role_grant), {**row, "log": writing.seq})
            sessions.mark_for_renewal(writing.connection, before.key)
        return require_account(writing.connection, request.handle)


@act("end-role", about=Subject.OFFICE, permission=Permission.ADMINISTER, second_person=True)
def end_role(desk: Desk, request: RoleEnd) -> Account:
    """Take a role from an account. The last administrator keeps theirs."""
    with desk.writing("role-end", request.handle, request.why) as writing:
        before = require_account(writing.connection, request.handle)
        ended = next((each for each in before.grants if each.seq == request.grant), None)
        if ended is None:
            raise UserError("account/no-such-role", handle=request.handle, grant=request.grant)
        if ended.role == Role.ADMINISTRATOR and not _other_administrators(writing, before.key):
            raise UserError("account/last-administrator", handle=request.handle)
        row = {"role_grant": ended.seq, "log": writing.seq}
        writing.connection.execute(insert(access_tables.role_end), row)
        sessions.mark_for_renewal(writing.connection, before.key)
        return require_account(writing.connection, request.handle)


def _other_administrators(writing: WriteTransaction, key: int) -> bool:
    return any(
        not each.closed and each.key != key and any(grant.role == Role.ADMINISTRATOR for grant in each.grants)
        for each in read_accounts(writing.connection)
    )


@act("change-role", about=Subject.OFFICE, permission=Permission.ADMINISTER, second_person=True)
def change_role(desk: Desk, request: RoleChange) -> None:
    """Change what a role may do in this office."""
    role = _require_role(request.role)
    if request.permission not in tuple(Permission) or request.permission == Permission.SELF:
        raise UserError("account/permission", permission=request.permission, known=tuple(map(str, Permission)))
    with desk.writing("role-change", role.value, request.why) as writing:
        row = {"role": role.value, "permission": request.permission, "allowed": int(request.allowed)}
        writing.connection.execute(insert(access_tables.role_permission), {**row, "log": writing.seq})


def _require_role(role: str) -> Role:
    try:
        return Role(role)
    except ValueError:
        raise UserError("account/role", role=role, known=tuple(each.value for each in Role)) from None


# --- credentials --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewCredential:
    """A request to add something to sign in with. `digest` is the hash of a private value; `until` the last day of a
    token, and `permissions` all that it may do."""

    handle: str
    kind: str
    digest: str
    label: str = ""
    permissions: tuple[str, ...] = ()
    until: Day = Day(0)


@dataclass(frozen=True)
class CredentialEnd:
    """A request to end something that somebody signs in with."""

    handle: str
    credential: int
    why: str = ""


SINGLE = (PASSWORD, CODE)  # kinds of which an account has one


@act("add-credential", about=Subject.ACCOUNT, permission=Permission.SELF)
def add_credential(desk: Desk, request: NewCredential, value: PrivateValue | None = None) -> Credential:
    """Add something to sign in with to one's own account. A password or a code secret takes the place of the one
    before."""
    if request.kind not in KINDS or not is_name(request.label):
        raise UserError("account/credential", kind=request.kind)
    if desk.identity is not None:
        for permission in request.permissions:
            authority.require_permission(desk.identity, Permission(permission))
    with desk.writing("credential-add", request.handle, detail={"kind": request.kind}) as writing:
        meant = require_account(writing.connection, request.handle)
        replaced = [each for each in meant.credentials if each.kind == request.kind and each.kind in SINGLE]
        _end_credentials(writing, replaced)
        row = {"account": meant.key, "kind": request.kind, "label": request.label, "digest": request.digest}
        row |= {"permissions": " ".join(request.permissions), "until": int(request.until), "log": writing.seq}
        writing.connection.execute(insert(access_tables.credential), row)
        _store_private(writing, value)
        return require_account(writing.connection, request.handle).credentials[-1]


@act("end-credential", about=Subject.ACCOUNT, permission=Permission.SELF)
def end_credential(desk: Desk, request: CredentialEnd) -> None:
    """End something that one signs in with oneself. The last one that is needed to sign in stays."""
    _end_credential(desk, request, own=True)


@act("revoke-credential", about=Subject.OFFICE, permission=Permission.ADMINISTER)
def revoke_credential(desk: Desk, request: CredentialEnd) -> None:
    """End something that somebody else signs in with, and their sessions."""
    _end_credential(desk, request, own=False)


def _end_credential(desk: Desk, request: CredentialEnd, own: bool) -> None:
    with desk.writing("credential-end", request.handle, request.why) as writing:
        meant = require_account(writing.connection, request.handle)
        ended = [each for each in meant.credentials if each.seq == request.credential]
        if not ended:
            raise UserError("account/no-such-credential", handle=request.handle, credential=request.credential)
        if not own:
            _require_no_administrator(desk, meant)
        _end_credentials(writing, ended)
        if own and ended[0].kind != TOKEN and not require_account(writing.connection, request.handle).enrolled:
            raise UserError("account/last-credential", Remedy.to("add-other-credential"))
        if not own:
            sessions.end_sessions(writing.connection, meant.key)


def _end_credentials(writing: WriteTransaction, ended: Sequence[Credential]) -> None:
    for each in ended:
        row = {"credential": each.seq, "log": writing.seq}
        writing.connection.execute(insert(access_tables.credential_end), row)
        erase_private_value(writing.connection, each.digest)


# --- the second person --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ApprovalRule:
    """A decision whether an act needs a second person in this office."""

    act: str
    needed: bool
    why: str = ""


@dataclass(frozen=True)
class HeldRefusal:
    """A request to refuse an act that waits for a second person, or to withdraw one's own."""

    held: int
    why: str = ""


@act("set-approval-rule", about=Subject.OFFICE, permission=Permission.ADMINISTER, second_person=True)
def set_approval_rule(desk: Desk, request: ApprovalRule) -> None:
    """Decide whether an act needs a second person."""
    known = tuple(each.act for each in approval_rules(desk))
    if request.act not in known:
        raise UserError("account/no-approval", act=request.act, known=known)
    with desk.writing("approval-rule", request.act, request.why, {"needed": request.needed}) as writing:
        row = {"act": request.act, "needed": int(request.needed), "log": writing.seq}
        writing.connection.execute(insert(access_tables.approval_rule), row)


@act("refuse-held-act", about=Subject.OFFICE, permission=Permission.SELF)
def refuse_held_act(desk: Desk, request: HeldRefusal) -> None:
    """Refuse an act that waits, as somebody who could approve it, or withdraw it as whoever asked for it."""
    with desk.reading() as connection:
        held = find_held_act(connection, request.held)
    with desk.writing("refuse held act", held.subject, request.why) as writing:
        held = find_held_act(writing.connection, request.held)
        if held.answer:
            raise UserError("held-act/answered", held=held.seq)
        if desk.identity is not None and desk.actor != held.actor:
            authority.require_permission(
                authority.current_identity(writing.connection, desk.identity), all_acts()[held.act].permission
            )
        store_answer(writing.connection, Approval(held.seq, held.act, desk.actor), REFUSED, writing.seq)
