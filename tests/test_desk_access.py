"""Accounts, signing in, sessions and pages of the desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest
from desk_made import Browser, desk_client, founded, invited, local
from starlette.testclient import TestClient

from arpad.finding import UserError
from arpad.office import accounts, sign_in
from arpad.office.access import proofs_of_identity
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


# --- links, sessions, throttling --------------------------------------------------------------------------------------


def link_for(office: DeskOffice, handle: str = "first") -> str:
    return accounts.invite_account(local(office), accounts.AccountNamed(handle)).secret


def later(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    """Let the clock of the desk go on."""
    real = DeskOffice.now
    monkeypatch.setattr(DeskOffice, "now", lambda office: real(office) + int(minutes * 60_000_000))


def test_looking_at_a_link_does_not_use_it_up_and_using_it_does(office: DeskOffice) -> None:
    link, browser = link_for(office), Browser(office)
    for _ in range(3):
        assert browser.get(f"/desk/link/{link}").status_code == 200
    assert browser.post(f"/desk/link/{link}").headers["location"] == "/desk/me"
    assert Browser(office).post(f"/desk/link/{link}").status_code == 410


def test_a_link_is_good_for_a_day_and_a_newer_one_ends_it(office: DeskOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = link_for(office), link_for(office)
    assert Browser(office).post(f"/desk/link/{old}").status_code == 410
    later(monkeypatch, 24 * 60 + 1)
    assert Browser(office).post(f"/desk/link/{new}").status_code == 410


def test_a_link_only_enrols(office: DeskOffice) -> None:
    """Until something to sign in with was added, nothing of what the account may do is open."""
    accounts.grant_role(local(office), accounts.NewGrant("first", "administrator"))
    browser = Browser(office)
    browser.post(f"/desk/link/{link_for(office)}")
    for path in ("/desk", "/desk/accounts", "/desk/approvals"):
        assert browser.get(path).status_code == 403, path
    assert browser.post("/desk/me/tokens", {"label": "x", "until": "2030-01-01"}).status_code == 403
    assert browser.post("/desk/accounts", {"handle": "mine", "name": "Mine"}).status_code == 403
    assert [each.handle for each in accounts.list_accounts(local(office))] == ["first"]


def test_an_enrolled_account_gets_a_recovery_and_no_invitation(office: DeskOffice) -> None:
    invited(office, "olena", "")
    with pytest.raises(UserError) as refused:
        link_for(office, "olena")
    assert refused.value.message == "account/enrolled"


def test_nothing_of_a_cookie_or_a_link_stands_in_the_database(office: DeskOffice) -> None:
    link = link_for(office)
    browser = invited(office, "olena", "")
    cookie = browser.client.cookies["arpad-desk"]
    files = Path(office.store.address).parent.glob(f"{Path(office.store.address).name}*")
    text = b"".join(file.read_bytes() for file in files)
    assert b"olena" in text
    assert link.encode() not in text
    assert cookie.encode() not in text


def test_a_session_gets_a_new_cookie_with_a_role_and_the_old_one_is_void(office: DeskOffice) -> None:
    browser = invited(office, "olena", "")
    before = browser.client.cookies["arpad-desk"]
    accounts.grant_role(local(office), accounts.NewGrant("olena", "administrator"))
    assert browser.get("/desk/accounts").status_code == 200
    after = browser.client.cookies["arpad-desk"]
    assert after != before
    stolen = Browser(office)
    stolen.client.cookies.set("arpad-desk", before)
    assert stolen.get("/desk").status_code == 303


def test_a_session_ends_at_once_in_every_process(office: DeskOffice) -> None:
    """By signing out, by its owner elsewhere, and by closing the account: the other process has another application."""
    for end in ("sign-out", "elsewhere", "closed"):
        browser = invited(office, f"olena-{end}", "")
        other = Browser(office)
        other.client.cookies.update(browser.client.cookies)
        if end == "sign-out":
            other.post("/desk/sign-out")
        elif end == "elsewhere":
            visit = sign_in.find_visit(office, browser.client.cookies["arpad-desk"])
            assert visit is not None
            other.post(f"/desk/me/sessions/{visit.session.hash}/end")
        else:
            accounts.change_account(local(office), accounts.AccountChange(f"olena-{end}", closed=True))
        assert browser.get("/desk").status_code == 303, end


@pytest.mark.parametrize(("minutes", "status"), [(59, 200), (61, 303)])
def test_a_session_ends_after_an_hour_without_a_request(
    office: DeskOffice, monkeypatch: pytest.MonkeyPatch, minutes: int, status: int
) -> None:
    browser = invited(office, "olena", "")
    later(monkeypatch, minutes)
    assert browser.get("/desk").status_code == status


def test_a_session_ends_after_twelve_hours_of_requests(office: DeskOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = invited(office, "olena", "")
    answers = []
    for _ in range(15):
        later(monkeypatch, 50)
        answers.append(browser.get("/desk").status_code)
    assert answers == [200] * 14 + [303]


def test_what_is_grave_asks_again_after_five_minutes_and_keeps_what_was_typed(
    office: DeskOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = invited(office, "boss", "administrator")
    later(monkeypatch, 6)
    fields = {"handle": "new.one", "name": "Somebody <New>"}
    answer = browser.post("/desk/accounts", fields)
    assert answer.status_code == 401
    assert 'value="Somebody &lt;New&gt;"' in answer.text
    options, secret = browser.question("/desk/step-up", "get")
    before = browser.client.cookies["arpad-desk"]
    done = browser.post("/desk/step-up", {"secret": secret, "answer": browser.authenticator.get(options)})
    assert done.status_code == 303
    assert browser.client.cookies["arpad-desk"] != before
    assert browser.post("/desk/accounts", fields).status_code == 200


def test_a_form_that_came_too_late_is_kept(office: DeskOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = invited(office, "boss", "administrator")
    later(monkeypatch, 61)
    answer = browser.post("/desk/accounts", {"handle": "new.one", "name": "Somebody New"})
    assert answer.status_code == 401
    assert 'value="Somebody New"' in answer.text
    again = Browser(office)
    again.sign_in(browser.authenticator)
    assert again.post("/desk/accounts", {"handle": "new.one", "name": "Somebody New"}).status_code == 200


# --- passkeys and passwords -------------------------------------------------------------------------------------------


def test_an_answer_of_a_passkey_is_good_once_and_for_this_address_only(office: DeskOffice) -> None:
    passkey = invited(office, "olena", "").authenticator
    browser = Browser(office)
    options, secret = browser.question("/desk/sign-in", "get")
    answer = passkey.get(options)
    assert browser.post("/desk/sign-in", {"secret": secret, "answer": answer}).status_code == 303
    assert Browser(office).post("/desk/sign-in", {"secret": secret, "answer": answer}).status_code == 401
    assert Browser(office).sign_in(passkey, "https://desk.evil.example").status_code == 401


def test_a_passkey_of_another_account_is_refused(office: DeskOffice) -> None:
    ann, ben = invited(office, "ann", "").authenticator, invited(office, "ben", "").authenticator
    ann.user = ben.user
    assert Browser(office).sign_in(ann).status_code == 401


def test_a_copied_passkey_is_noticed_by_its_counter(office: DeskOffice) -> None:
    passkey = invited(office, "olena", "").authenticator
    assert Browser(office).sign_in(passkey).status_code == 303
    passkey.count -= 1
    assert Browser(office).sign_in(passkey).status_code == 401


def with_password(office: DeskOffice, handle: str) -> tuple[str, str]:
    """Somebody who enrolled a password with a code; the password and the secret of the code."""
    accounts.add_account(local(office), accounts.NewAccount(handle, "Somebody"))
    browser = Browser(office)
    browser.post(f"/desk/link/{link_for(office, handle)}")
    page = browser.get("/desk/me").text
    found_by, secret = re.search(r'found_by" value="([^"]+)"', page), re.search(r"<code>([A-Z2-7]{32})</code>", page)
    assert found_by
    assert secret
    password = "correct horse battery"
    code = code_now(office, secret[1])
    fields = {"password": password, "code": code, "found_by": found_by[1]}
    assert browser.post("/desk/me/password", fields).status_code == 303
    assert browser.get("/desk").status_code == 200
    return password, secret[1]


def code_now(office: DeskOffice, secret: str, later: int = 0) -> str:
    """The code of this half minute or a later one. The desk takes both for at least half a minute."""
    return pyotp.TOTP(secret).at(office.now() // 1_000_000 + 30 * later)


def sign_in_as(office: DeskOffice, handle: str, password: str, code: str, network: str = "testclient") -> Any:
    fields = {"handle": handle, "password": password, "code": code}
    return Browser(office, network).post("/desk/sign-in", fields)


def test_password_and_code_sign_in_and_a_code_does_so_once(office: DeskOffice) -> None:
    password, secret = with_password(office, "olena")
    code = code_now(office, secret, later=1)
    assert sign_in_as(office, "olena", password, "").status_code == 401
    assert sign_in_as(office, "olena", "wrong", code).status_code == 401
    assert sign_in_as(office, "olena", password, code).status_code == 303
    assert sign_in_as(office, "olena", password, code).status_code == 401


def test_the_answer_does_not_say_whether_an_account_exists(office: DeskOffice) -> None:
    with_password(office, "olena")
    texts = {sign_in_as(office, handle, "wrong password", "123456").text for handle in ("olena", "nobody")}
    plain = {re.sub(r'(value|data-options)="[^"]*"', "", text) for text in texts}
    assert len(plain) == 1


def test_guesses_are_bounded_by_network_and_account_and_lock_no_owner_out(
    office: DeskOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger with many networks; the owner signs in from the network in which they enrolled."""
    password, secret = with_password(office, "olena")
    looked_at = 0
    real = proofs_of_identity.is_password

    def counted(hashed: str, typed: str) -> bool:
        nonlocal looked_at
        looked_at += typed.startswith("guess")
        return not typed.startswith("guess") and real(hashed, typed)

    monkeypatch.setattr(proofs_of_identity, "is_password", counted)
    for number in range(150):
        sign_in_as(office, "olena", f"guess {number}", "000000", f"198.51.100.{number % 100}")
    assert looked_at <= 50
    for number in range(60):
        sign_in_as(office, f"name{number}", "guess", "000000", "203.0.113.9")
    assert looked_at <= 50 + 30
    code = code_now(office, secret, later=1)
    assert sign_in_as(office, "olena", password, code, "198.51.100.200").status_code == 429
    assert sign_in_as(office, "olena", password, code).status_code == 303


@pytest.mark.parametrize("password", ["short", "olena-olena-olena", "x" * 201])
def test_a_weak_password_is_refused(password: str) -> None:
    with pytest.raises(UserError) as refused:
        proofs_of_identity.check_new_password(password, "olena")
    assert refused.value.message == "sign-in/weak-password"


# --- programs ---------------------------------------------------------------------------------------------------------


def test_a_token_is_shown_once_and_is_its_account_with_less(
    office: DeskOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = invited(office, "ann", "arbiter")
    page = browser.post("/desk/me/tokens", {"label": "pairing program", "until": "2030-01-01"})
    token = re.search(r"arp_[0-9a-f]{16}_[\w-]{43}", page.text)
    assert token
    assert token[0] not in browser.get("/desk/me").text
    identity = sign_in.identity_by_token(office, token[0], "testclient")
    assert (identity.handle, set(identity.at_most)) == ("ann", {accounts.Permission.REPORT})
    for wrong in ("", "arp_", token[0][:-1], token[0] + "x", f"arp_{'0' * 16}_{'x' * 43}", "arp_%_x"):
        with pytest.raises(UserError) as refused:
            sign_in.identity_by_token(office, wrong, "testclient")
        assert refused.value.message == "sign-in/token"
    (held,) = [each for each in accounts.show_account(local(office), "ann").credentials if each.kind == "token"]
    accounts.revoke_credential(local(office), accounts.CredentialEnd("ann", held.seq, "lost"))
    with pytest.raises(UserError):
        sign_in.identity_by_token(office, token[0], "testclient")
