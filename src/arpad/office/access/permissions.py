"""Permissions, roles and their scopes: what an account may do, and about what. Whatever is not allowed is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from arpad.frozen import dataclass


class Permission(StrEnum):
    """What an actor must be allowed to do."""

    REPORT = "report"  # register events, send reports and claims
    DECIDE = "decide"  # admit, refuse, exclude, correct
    PUBLISH = "publish"  # preview and publish lists, approve cases
    PEOPLE = "people"  # players, arbiters, federations
    ADMINISTER = "administer"  # settings, keys, backups, rulebooks, accounts
    SELF = "self"  # one's own account


class Subject(StrEnum):
    """What an act is about: the scope in which its permission is checked."""

    OFFICE = "office"
    SERIES = "series"
    EVENT = "event"
    PLAYER = "player"
    ACCOUNT = "account"


class Role(StrEnum):
    """A role that an account may have."""

    ARBITER = "arbiter"
    FEDERATION_OFFICER = "federation-officer"
    RATING_OFFICER = "rating-officer"
    ADMINISTRATOR = "administrator"


class Scope(StrEnum):
    """Where a role holds."""

    OFFICE = "office"
    FEDERATION = "federation"
    REGION = "region"
    EVENT = "event"
    OWN = "own"  # the events that the account registered


DEFAULT_PERMISSIONS: Mapping[str, frozenset[Permission]] = {
    Role.ARBITER: frozenset({Permission.REPORT}),
    Role.FEDERATION_OFFICER: frozenset({Permission.REPORT, Permission.PEOPLE}),
    Role.RATING_OFFICER: frozenset({Permission.REPORT, Permission.DECIDE, Permission.PUBLISH, Permission.PEOPLE}),
    Role.ADMINISTRATOR: frozenset({Permission.ADMINISTER}),
}
"""What a role may do where the office decided nothing else."""

DEFAULT_SCOPES = {Role.ARBITER: Scope.OWN}  # the scope of a role where none is named; otherwise the office
PLACELESS = (Scope.OFFICE, Scope.OWN)  # scopes that name no place


@dataclass(frozen=True)
class Grant:
    """A role that an account has, and where."""

    seq: int
    role: str
    scope: Scope
    place: str = ""


@dataclass(frozen=True)
class Identity:
    """An account as it acts: who they are, and what they may do where."""

    key: int
    handle: str
    name: str
    language: str
    grants: tuple[Grant, ...]
    permissions: Mapping[str, frozenset[Permission]]  # of each role, as the office has it
    at_most: frozenset[Permission] = frozenset(Permission)  # less than all for a program with a token

    @property
    def actor(self) -> str:
        """The account as it stands in the journal."""
        return account_actor(self.handle)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of the account, each once."""
        return tuple(dict.fromkeys(grant.role for grant in self.grants))

    def grants_with(self, permission: Permission) -> tuple[Grant, ...]:
        """Return the grants that have a permission."""
        if permission not in self.at_most:
            return ()
        return tuple(each for each in self.grants if permission in self.permissions.get(each.role, frozenset()))

    def may(self, permission: Permission) -> bool:
        """Return whether the account has a permission anywhere."""
        return permission is Permission.SELF or bool(self.grants_with(permission))

    def may_everywhere(self, permission: Permission) -> bool:
        """Return whether the account has a permission in the whole office."""
        return any(grant.scope is Scope.OFFICE for grant in self.grants_with(permission))


ACCOUNT_ACTOR, LOCAL_ACTOR = "account:", "local:"


def account_actor(handle: str) -> str:
    """Return an account as it stands in the journal."""
    return f"{ACCOUNT_ACTOR}{handle}"


def handle_of_actor(actor: str) -> str:
    """Return the handle of an account that stands in the journal; empty for somebody with direct access."""
    return actor.removeprefix(ACCOUNT_ACTOR) if actor.startswith(ACCOUNT_ACTOR) else ""


def permissions_of_roles(rows: Iterable[tuple[str, str, int]]) -> dict[str, frozenset[Permission]]:
    """Return what each role may do: as in every office, but for what the office decided; the last row of a pair
    holds."""
    permissions = {role: set(each) for role, each in DEFAULT_PERMISSIONS.items()}
    for role, permission, allowed in rows:
        held = permissions.setdefault(role, set())
        (held.add if allowed else held.discard)(Permission(permission))
    return {str(role): frozenset(each) for role, each in permissions.items()}
