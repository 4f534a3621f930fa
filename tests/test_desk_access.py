"""Accounts, signing in, sessions and pages of the desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_made import Browser, desk_client, founded, invited, local
from starlette.testclient import TestClient

from arpad.finding import UserError
from arpad.office import accounts, sign_in
from arpad.office.sign_in import DeskOffice


@pytest.fixture
def office(tmp_path: Path) -> Iterator[DeskOffice]:
    with founded(tmp_path) as office:
        yield office


def test_a_link_enrols_once_and_a_passkey_signs_in(office: DeskOffice) -> None:
    browser = invited(office, "olena", "administrator")
    assert browser.get("/desk").status_code == 200
    again = Browser(office)
    assert again.sign_in(browser.authenticator).headers["location"] == "/desk"
    assert "olena" in again.get("/desk/me").text


def test_a_stranger_sees_the_sign_in_and_nothing_else(office: DeskOffice) -> None:
    client: TestClient = desk_client(office)
    answer = client.get("/desk/accounts", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/desk/sign-in?to=/desk/accounts")


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8001", "http://desk.example.org", "https://1.2.3.4", "desk", ""])
def test_the_desk_refuses_an_address_that_browsers_do_not_protect(tmp_path: Path, origin: str) -> None:
    with founded(tmp_path) as office, pytest.raises(UserError) as refused:  # noqa: SIM117
        with sign_in.open_desk_office(office.store.address, origin):
            pass
    assert refused.value.message == "desk/origin"


def test_a_role_opens_a_page_and_its_end_closes_it(office: DeskOffice) -> None:
    browser = invited(office, "olena", "")
    assert browser.get("/desk/accounts").status_code == 403
    boss = local(office)
    account = accounts.grant_role(boss, accounts.NewGrant("olena", "administrator"))
    assert browser.get("/desk/accounts").status_code == 200
    accounts.grant_role(boss, accounts.NewGrant("first", "administrator"))
    accounts.end_role(boss, accounts.RoleEnd("olena", account.grants[0].seq))
    assert browser.get("/desk/accounts").status_code == 403
