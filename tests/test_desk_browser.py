"""Passkeys in Chromium, with its virtual authenticator: enrol, sign in, invite somebody; and password with code without
a script."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyotp
import pytest
from browser import PHONE, SHOTS, WIDE, chromium
from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser
PATIENCE = 60.0
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A desk that founded its own office, as one command does it: its address, and the link of the first account."""
    place = tmp_path_factory.mktemp("desk")
    command = [sys.executable, "-m", "arpad", "desk", "--new", "--db", str(place / "office.db"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        lines = [server.stdout.readline().strip() for _ in range(3)]
        yield lines[0], lines[2]
        server.terminate()
        server.wait(PATIENCE)


@contextmanager
def browsing(address: str, size: tuple[int, int] = WIDE, script: bool = True) -> Iterator[tuple[Page, list[str]]]:
    """A browser of somebody's own; what the content security policy refuses and what fails is written down."""
    context: BrowserContext = chromium().new_context(
        base_url=address, viewport={"width": size[0], "height": size[1]}, java_script_enabled=script
    )
    page, wrong = context.new_page(), list[str]()
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    if script:
        session: Any = context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    try:
        yield page, wrong
    finally:
        context.close()


def shot(page: Page, name: str) -> None:
    """Leave a picture, and refuse a page that is wider than its window."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"desk-{name}.png", full_page=True)


def test_one_command_and_one_link_open_the_desk_and_invite_a_second_person(desk: tuple[str, str]) -> None:
    address, link = desk
    with browsing(address) as (page, wrong):
        page.goto(link)
        page.get_by_role("button", name="Use the link").click()
        shot(page, "enrol")
        page.get_by_role("button", name="Add a passkey").click()
        page.wait_for_url("**/desk/me?done=passkey")
        page.get_by_role("button", name="Sign out").click()
        page.get_by_role("button", name="Use a passkey").click()
        page.wait_for_url(f"{address}/desk")
        shot(page, "start")
        page.goto("/desk/accounts")
        page.get_by_label("Name to sign in with").fill("olena")
        page.get_by_label("Name", exact=True).fill("Olena <b>Invented</b>")
        page.get_by_role("button", name="Invite somebody").click()
        invitation = page.locator(".once code").inner_text()
        shot(page, "accounts")
        assert page.locator("td b").count() == 0
        assert wrong == []
    with browsing(address, PHONE, script=False) as (page, _):
        page.goto(invitation)
        page.get_by_role("button", name="Use the link").click()
        secret = page.locator("form[action='/desk/me/password'] code").inner_text()
        page.get_by_label("Password").fill("correct horse battery")
        page.locator("input[name=code]").fill(pyotp.TOTP(secret).at(int(time.time()) - 30))
        page.get_by_role("button", name="Set password and code").click()
        shot(page, "me-phone")
        page.get_by_role("button", name="Sign out").click()
        page.get_by_label("Name to sign in with").fill("olena")
        page.get_by_label("Password").fill("correct horse battery")
        page.locator("input[name=code]").fill(pyotp.TOTP(secret).now())
        shot(page, "sign-in-phone")
        page.get_by_role("button", name="Sign in", exact=True).click()
        assert page.locator("h1").inner_text() == "Olena <b>Invented</b>"
