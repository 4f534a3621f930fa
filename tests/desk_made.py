"""A desk for the tests: an office with accounts, browsers without a screen, and a passkey in software."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from starlette.testclient import TestClient
from webauthn.helpers import bytes_to_base64url

from arpad.office import accounts, care, sign_in
from arpad.office.accounts import AccountNamed, NewAccount, NewGrant
from arpad.office.desk import Desk, open_desk
from arpad.office.sign_in import DeskOffice
from arpad.web.limits import LimitSettings
from arpad.web_desk.app import create_desk

ORIGIN = "http://localhost:8001"
OPEN = LimitSettings(rate=100_000, burst=100_000)
SAME = {"sec-fetch-site": "same-origin"}
PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40


@contextmanager
def founded(place: Path, rehearsal: bool = True) -> Iterator[DeskOffice]:
    """An open office with one account, `first`, that has no role yet."""
    address = str(place / "office.db")
    care.found_office(
        care.FoundingRequest(address, "root", "UKR", rehearsal, now=date(2026, 3, 1) if rehearsal else None)
    )
    with sign_in.open_desk_office(address, ORIGIN) as office:
        accounts.add_account(local(office), NewAccount("first", "First Officer"))
        yield office


def local(office: DeskOffice) -> Desk:
    """A desk of somebody with direct access to the database."""
    return open_desk(office.store, "root")


def desk_client(office: DeskOffice) -> TestClient:
    """A client that asks the desk without a server."""
    return TestClient(create_desk(office, OPEN), base_url=ORIGIN, follow_redirects=False)


class Authenticator:
    """A passkey in software: one key pair for one account."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id, self.count, self.user = secrets.token_bytes(16), 0, ""

    def _client_data(self, kind: str, challenge: str, origin: str) -> bytes:
        return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": origin}).encode()

    def _data(self, host: str, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def create(self, options: dict[str, Any], origin: str = ORIGIN) -> str:
        """Answer a question for a new passkey."""
        self.user = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self._data(options["rp"]["id"], PRESENT_AND_VERIFIED | WITH_KEY)
        data += b"\0" * 16 + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(cose)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {
            "clientDataJSON": bytes_to_base64url(self._client_data("create", options["challenge"], origin)),
            "attestationObject": bytes_to_base64url(attestation),
        }
        return self._answer(response)

    def get(self, options: dict[str, Any], origin: str = ORIGIN) -> str:
        """Answer a question for this passkey."""
        client, data = (
            self._client_data("get", options["challenge"], origin),
            self._data(options["rpId"], PRESENT_AND_VERIFIED),
        )
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": bytes_to_base64url(client),
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(signature),
            "userHandle": self.user,
        }
        return self._answer(response)

    def _answer(self, response: dict[str, str]) -> str:
        id_ = bytes_to_base64url(self.id)
        return json.dumps(
            {"id": id_, "rawId": id_, "type": "public-key", "response": response, "clientExtensionResults": {}}
        )


class Browser:
    """Somebody at the desk, with cookies and an authenticator."""

    def __init__(self, office: DeskOffice, network: str = "testclient") -> None:
        self.client = TestClient(
            create_desk(office, OPEN), base_url=ORIGIN, follow_redirects=False, client=(network, 50000)
        )
        self.authenticator = Authenticator()

    def get(self, address: str) -> Any:
        return self.client.get(address)

    def post(self, address: str, fields: dict[str, str] | None = None, **more: Any) -> Any:
        return self.client.post(address, data=fields or {}, headers=SAME, **more)

    def question(self, address: str, kind: str) -> tuple[dict[str, Any], str]:
        """The question of a page for an authenticator, and the secret that belongs to it."""
        text = self.get(address).text
        form = next(part for part in text.split("<form") if f'data-passkey="{kind}"' in part)
        options = re.search(r'data-options="([^"]*)"', form)
        secret = re.search(r'name="secret" value="([^"]*)"', form)
        assert options
        assert secret
        return json.loads(options[1].replace("&#34;", '"').replace("&quot;", '"')), secret[1]

    def enrol(self, link: str) -> Any:
        """Use a link up, and add the passkey."""
        assert self.post(f"/desk/link/{link}").status_code == 303
        options, secret = self.question("/desk/me", "create")
        return self.post("/desk/me/passkeys", {"secret": secret, "answer": self.authenticator.create(options)})

    def sign_in(self, authenticator: Authenticator, origin: str = ORIGIN) -> Any:
        options, secret = self.question("/desk/sign-in", "get")
        return self.post("/desk/sign-in", {"secret": secret, "answer": authenticator.get(options, origin)})


def invited(office: DeskOffice, handle: str, role: str, scope: str = "", place: str = "") -> Browser:
    """Somebody who has just enrolled, with a role."""
    root = local(office)
    accounts.add_account(root, NewAccount(handle, f"{handle.title()} Invented"))
    if role:
        accounts.grant_role(root, NewGrant(handle, role, scope, place))
    browser = Browser(office)
    answer = browser.enrol(accounts.invite_account(root, AccountNamed(handle)).secret)
    assert (answer.status_code, answer.headers["location"]) == (303, "/desk/me?done=passkey"), answer.text
    return browser
