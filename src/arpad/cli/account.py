"""`arpad account`: who may sign in to the desk, which roles they have, and which acts need a second person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import OfficeCall, confirm, office_verb
from arpad.finding import Note, UserError

if TYPE_CHECKING:
    from arpad.office.accounts import Account

account = typer.Typer(help="Who may sign in to the desk, and with which roles.", no_args_is_help=True)
HandleArgument = Annotated[str, typer.Argument(metavar="HANDLE", help="The name to sign in with.")]
OriginOption = Annotated[
    str, typer.Option("--origin", metavar="URL", help="The address of the desk, as browsers reach it.")
]
DESK_ADDRESS = "http://localhost:8001"


def print_link(origin: str, secret: str) -> None:
    """Print a one-time link."""
    print(f"{origin.rstrip('/')}/desk/link/{secret}")


@account.command("add")
@office_verb("json")
def add_account(
    call: OfficeCall,
    handle: HandleArgument,
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Who they are; it stands in the log.")] = "",
    administrator: Annotated[bool, typer.Option("--administrator", help="They keep accounts and settings.")] = False,
    role: Annotated[
        list[str] | None, typer.Option("--role", metavar="ROLE", help="A role; it can be given several times.")
    ] = None,
    origin: OriginOption = DESK_ADDRESS,
) -> None:
    """Add an account, and print a one-time link with which its owner enrols.

    Roles: arbiter, federation-officer, rating-officer, administrator.

    [bold]Examples[/bold]

      arpad account add olena --name 'Olena Invented' --administrator --role rating-officer
    """
    from arpad.office import accounts

    roles = [*(role or ()), *(["administrator"] if administrator else [])]
    with call.desk() as desk:
        added, link = accounts.set_up_account(desk, accounts.NewAccount(handle, name or handle), tuple(roles))
    if not call.print_json("account add", added):
        print_link(origin, link.secret)


@account.command("list")
@office_verb("json db")
def list_accounts(call: OfficeCall) -> None:
    """Show the accounts of the office with their roles."""
    from arpad.cli.output import print_table
    from arpad.office import accounts

    with call.desk() as desk:
        found = accounts.list_accounts(desk)
    if call.print_json("account list", found):
        return
    rows = [(each.handle, each.name, ", ".join(_roles(each)), _state(each)) for each in found]
    print_table(("handle", "name", "roles", "state"), rows)


def _roles(found: Account) -> list[str]:
    return [f"{each.role} ({each.place})" if each.place else each.role for each in found.grants]


def _state(found: Account) -> str:
    return "closed" if found.closed else "open" if found.enrolled else "invited"


@account.command("link")
@office_verb("db who now")
def print_account_link(call: OfficeCall, handle: HandleArgument, origin: OriginOption = DESK_ADDRESS) -> None:
    """Print a new one-time link for an account: it enrols once, within a day. Earlier links of it are void."""
    from arpad.office import accounts

    with call.desk() as desk:
        named = accounts.AccountNamed(handle)
        enrolled = accounts.show_account(desk, handle).enrolled
        link = accounts.recover_account(desk, named) if enrolled else accounts.invite_account(desk, named)
    print_link(origin, link.secret)


@account.command("close")
@office_verb("why yes")
def close_account(call: OfficeCall, handle: HandleArgument) -> None:
    """Close an account: nobody signs in to it any more, and its sessions end."""
    from arpad.office import accounts

    confirm(f"Close the account {handle}?", call.yes)
    with call.desk() as desk:
        accounts.change_account(desk, accounts.AccountChange(handle, call.why, closed=True))


@account.command("four-eyes")
@office_verb("why yes json")
def set_four_eyes(
    call: OfficeCall,
    act: Annotated[str, typer.Argument(metavar="[ACT]", help="An act, for example publish-list.")] = "",
    on: Annotated[bool, typer.Option("--on", help="It needs a second person.")] = False,
    off: Annotated[bool, typer.Option("--off", help="One person does it.")] = False,
) -> None:
    """Show which acts need a second person, or decide it for one. The decision stands in the journal.

    [bold]Examples[/bold]

      arpad account four-eyes

      arpad account four-eyes publish-list --off --why 'one officer only' --yes
    """
    from arpad.cli.output import print_table
    from arpad.office import accounts

    if act and on == off:
        raise UserError("account/on-or-off")
    if act:
        confirm(f"Change the rule of {act}?", call.yes)
    with call.desk() as desk:
        if act:
            accounts.set_approval_rule(desk, accounts.ApprovalRule(act, on, call.why))
        rules = accounts.approval_rules(desk)
    if call.print_json("account four-eyes", rules):
        return
    print_table(("act", "second person"), [(each.act, "yes" if each.needed else "no") for each in rules])
    if not any(each.needed for each in rules):
        print(Note.of("account/no-four-eyes"))
