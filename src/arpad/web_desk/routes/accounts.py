"""Accounts of the office: invitations, roles, recovery, and which acts need a second person. For administrators."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from arpad.finding import Problem
from arpad.office import accounts
from arpad.office.accounts import (
    AccountChange,
    AccountNamed,
    ApprovalRule,
    CredentialEnd,
    Invitation,
    NewAccount,
    NewGrant,
    Permission,
    Role,
    RoleEnd,
    Scope,
)
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, PostedForm, see_other
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
ACCOUNTS = "/desk/accounts"
MENU = (MenuItem("accounts", ACCOUNTS, Permission.ADMINISTER),)


def _accounts_page(
    request: Request, desk: DeskHere, link: Invitation | None = None, form: PostedForm | None = None
) -> Response:
    return desk_page(
        request, "accounts.html", accounts=accounts.list_accounts(desk), rules=accounts.approval_rules(desk), link=link,
        roles=tuple(Role), form=form,
    )  # fmt: skip


def _account_page(request: Request, desk: DeskHere, handle: str, link: Invitation | None = None) -> Response:
    account = accounts.show_account(desk, handle)
    return desk_page(request, "account.html", account=account, link=link, roles=tuple(Role), scopes=tuple(Scope))


@routes.page(ACCOUNTS, needs=Permission.ADMINISTER)
def accounts_page(request: Request, desk: DeskHere) -> Response:
    return _accounts_page(request, desk)


@routes.act(ACCOUNTS, needs=Permission.ADMINISTER, fresh=True)
def add_account(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Add an account with a role, and show its link. The link is on this one page, and nowhere else."""
    account = accounts.add_account(desk, NewAccount(form["handle"], form["name"]))
    link = accounts.invite_account(desk, AccountNamed(account.handle))
    if form["role"]:
        try:
            accounts.grant_role(desk, NewGrant(account.handle, form["role"]))
        except Problem as problem:
            if problem.message != "held-act/waits":
                raise
    return _accounts_page(request, desk, link)


@routes.act(f"{ACCOUNTS}/rules", needs=Permission.ADMINISTER, fresh=True)
def set_rule(request: Request, form: Posted, desk: ActingDesk) -> Response:
    accounts.set_approval_rule(desk, ApprovalRule(form["act"], bool(form["needed"]), form["why"]))
    return see_other(ACCOUNTS, "rule")


@routes.page(f"{ACCOUNTS}/{{handle}}", needs=Permission.ADMINISTER)
def account_page(request: Request, handle: str, desk: DeskHere) -> Response:
    return _account_page(request, desk, handle)


@routes.act(f"{ACCOUNTS}/{{handle}}/link", needs=Permission.ADMINISTER, fresh=True)
def new_link(request: Request, handle: str, desk: ActingDesk) -> Response:
    """Make a link for an account: an invitation, or after a loss a recovery, which may need a second person."""
    named = AccountNamed(handle)
    enrolled = accounts.show_account(desk, handle).enrolled
    link = accounts.recover_account(desk, named) if enrolled else accounts.invite_account(desk, named)
    return _account_page(request, desk, handle, link)


@routes.act(f"{ACCOUNTS}/{{handle}}/roles", needs=Permission.ADMINISTER, fresh=True)
def grant_role(request: Request, handle: str, form: Posted, desk: ActingDesk) -> Response:
    accounts.grant_role(desk, NewGrant(handle, form["role"], form["scope"], form["place"], form["why"]))
    return see_other(f"{ACCOUNTS}/{handle}", "role")


@routes.act(f"{ACCOUNTS}/{{handle}}/roles/{{grant}}/end", needs=Permission.ADMINISTER, fresh=True)
def end_role(request: Request, handle: str, grant: int, desk: ActingDesk) -> Response:
    accounts.end_role(desk, RoleEnd(handle, grant))
    return see_other(f"{ACCOUNTS}/{handle}", "role")


@routes.act(f"{ACCOUNTS}/{{handle}}/credentials/{{seq}}/revoke", needs=Permission.ADMINISTER, fresh=True)
def revoke_credential(request: Request, handle: str, seq: int, desk: ActingDesk) -> Response:
    accounts.revoke_credential(desk, CredentialEnd(handle, seq))
    return see_other(f"{ACCOUNTS}/{handle}", "removed")


@routes.act(f"{ACCOUNTS}/{{handle}}/closed", needs=Permission.ADMINISTER, fresh=True)
def close_account(request: Request, handle: str, form: Posted, desk: ActingDesk) -> Response:
    accounts.change_account(desk, AccountChange(handle, form["why"], closed=bool(form["closed"])))
    return see_other(f"{ACCOUNTS}/{handle}", "account")
