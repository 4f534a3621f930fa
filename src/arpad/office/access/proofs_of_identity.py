"""Check what somebody signs in with: passwords (argon2), codes of the minute (TOTP) and passkeys (WebAuthn).

At most two passwords are hashed at once, so that attempts to sign in cannot take all memory and time of a machine.
"""

from __future__ import annotations

import json
import secrets
from threading import BoundedSemaphore
from typing import Any

import pyotp
import webauthn
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass

SHORTEST_PASSWORD, LONGEST_PASSWORD = 12, 200
HASHED_AT_ONCE = 2
HASHING_PATIENCE = 5.0  # seconds that an attempt waits for its turn
STEP_SECONDS = 30
_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_TURNS = BoundedSemaphore(HASHED_AT_ONCE)
NAME_OF_DESK = "Arpad"


@dataclass(frozen=True)
class Origin:
    """Where the desk is reached: `https://desk.example.org`, or `http://localhost:8001`."""

    address: str

    @property
    def host(self) -> str:
        return self.address.partition("://")[2].partition(":")[0]

    @property
    def is_https(self) -> bool:
        return self.address.startswith("https://")


# --- passwords and codes ------------------------------------------------------------------------------------------


def check_new_password(password: str, handle: str) -> None:
    """Refuse a password that is too short, too long, or has the name in it."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD or handle in password.lower():
        raise UserError("sign-in/weak-password", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)


def hash_password(password: str) -> str:
    """Return the argon2 hash of a password."""
    with _Turn():
        return _HASHER.hash(password)


def is_password(hashed: str, password: str) -> bool:
    """Return whether a password is the one of a hash. Without a hash the same work is done in vain."""
    with _Turn():
        try:
            return _HASHER.verify(hashed or _IN_VAIN, password[: LONGEST_PASSWORD + 1]) and bool(hashed)
        except (Argon2Error, InvalidHashError):
            return False


class _Turn:
    """A turn among those who hash."""

    def __enter__(self) -> None:
        if not _TURNS.acquire(timeout=HASHING_PATIENCE):
            raise UserError("sign-in/busy", Remedy.to("try-again"))

    def __exit__(self, *_: object) -> None:
        _TURNS.release()


_IN_VAIN = _HASHER.hash(secrets.token_hex(16))


def new_code_secret() -> str:
    """Return a new secret for codes of the minute."""
    return pyotp.random_base32()


def code_address(secret: str, handle: str, issuer: str) -> str:
    """Return what an authenticator reads: the secret with its names."""
    return pyotp.TOTP(secret).provisioning_uri(name=handle, issuer_name=issuer or NAME_OF_DESK)


def step_of_code(secret: str, code: str, now: int, last: int = 0) -> int:
    """Return the step of a code that holds now, or held or will hold for half a minute; 0 if it is none of these, or
    not newer than the last one that was used."""
    digits = "".join(code.split())
    if not (secret and digits.isascii() and digits.isdigit()):
        return 0
    seconds = now // 1_000_000
    totp = pyotp.TOTP(secret)
    for step in range(seconds // STEP_SECONDS - 1, seconds // STEP_SECONDS + 2):
        if step > last and secrets.compare_digest(totp.at(step * STEP_SECONDS), digits):
            return step
    return 0


# --- passkeys -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Passkey:
    """A passkey as it is stored: its name at the authenticator, its public key, and its counter when it came."""

    id: str
    public_key: str
    count: int

    def body(self) -> str:
        return json.dumps({"id": self.id, "key": self.public_key, "count": self.count})

    @classmethod
    def of_body(cls, body: str) -> Passkey:
        stored = json.loads(body)
        return cls(stored["id"], stored["key"], stored["count"])


def options_to_enrol(origin: Origin, key: int, handle: str, name: str, there: tuple[Passkey, ...]) -> tuple[str, str]:
    """Return what a browser is asked in order to make a passkey, as JSON, and the challenge in it."""
    options = webauthn.generate_registration_options(
        rp_id=origin.host, rp_name=NAME_OF_DESK, user_name=handle, user_display_name=name, user_id=str(key).encode(),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in there],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )  # fmt: skip
    return webauthn.options_to_json(options), bytes_to_base64url(options.challenge)


def read_new_passkey(origin: Origin, challenge: str, answer: str) -> Passkey:
    """Return the passkey of a browser's answer. Refuses an answer to another challenge, or for another address."""
    try:
        verified = webauthn.verify_registration_response(
            credential=_json(answer), expected_challenge=base64url_to_bytes(challenge), expected_rp_id=origin.host,
            expected_origin=origin.address, require_user_verification=True,
        )  # fmt: skip
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise UserError("sign-in/no-passkey", Remedy.to("try-again")) from error
    public_key = bytes_to_base64url(verified.credential_public_key)
    return Passkey(bytes_to_base64url(verified.credential_id), public_key, verified.sign_count)


def options_to_sign_in(origin: Origin) -> tuple[str, str]:
    """Return what a browser is asked in order to sign in, as JSON, and the challenge in it."""
    options = webauthn.generate_authentication_options(
        rp_id=origin.host, user_verification=UserVerificationRequirement.REQUIRED
    )
    return webauthn.options_to_json(options), bytes_to_base64url(options.challenge)


def account_of_answer(answer: str) -> tuple[int, str]:
    """Return which account and which passkey a browser's answer says that it is of; zero where it says nothing."""
    try:
        read = _json(answer)
        key = base64url_to_bytes(read["response"]["userHandle"]).decode("ascii")
        return (int(key), str(read["id"])) if key.isdigit() and len(key) < 10 else (0, "")
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0, ""


def count_of_answer(origin: Origin, challenge: str, answer: str, passkey: Passkey, last: int) -> int | None:
    """Return the counter in a browser's answer; None if it is not the answer of this passkey to this challenge."""
    try:
        verified = webauthn.verify_authentication_response(
            credential=_json(answer), expected_challenge=base64url_to_bytes(challenge), expected_rp_id=origin.host,
            expected_origin=origin.address, credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=max(last, passkey.count), require_user_verification=True,
        )  # fmt: skip
    except (WebAuthnException, ValueError, KeyError, TypeError):
        return None
    return verified.new_sign_count


def _json(answer: str) -> dict[str, Any]:
    read = json.loads(answer)
    if not isinstance(read, dict):
        raise ValueError("no answer of a browser")
    return read
