"""Somebody guesses passwords, codes and tokens of a desk from many networks.

    python tests/guess_desk.py [--guesses N] [--networks N] [--seed S]

The guesses go to the office of a desk as its pages do it: wrong passwords of an account that is there and of names
that are not, right passwords with wrong codes, and tokens. Counted is how many were looked at; each network and account
has its bound for a quarter of an hour, in which all of this happens. Afterwards the owner signs in from the network in
which they enrolled. Exit code 1: a guess got in, a bound was broken, or the owner was locked out.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pyotp
from accounts_made import as_account
from desk_made import founded, local

from arpad.finding import UserError
from arpad.office import accounts, sign_in
from arpad.office.access import proofs_of_identity, throttle
from arpad.office.sign_in import Client, DeskOffice, PasswordAnswer

OWNER, PASSWORD, HOME = "olena", "correct horse battery", "192.0.2.1"
KINDS = ("password", "name", "code", "token")
FAILED, STOPPED = {"sign-in/failed", "sign-in/token"}, {"sign-in/too-many"}
EXPECTED = frozenset(FAILED | STOPPED)


class Guesser:
    """Guesses, and counts what came of them."""

    def __init__(self, office: DeskOffice, networks: int, seed: int) -> None:
        self.office, self.rng = office, random.Random(seed)
        self.networks = [f"10.{n >> 8}.{n & 255}.1" for n in range(networks)]
        self.came_of: Counter[tuple[str, str]] = Counter()

    def guess(self) -> None:
        """One guess of a kind, from some network."""
        kind, network = self.rng.choice(KINDS), self.rng.choice(self.networks)
        try:
            if kind == "token":
                sign_in.identity_by_token(
                    self.office, f"arp_{self.rng.randbytes(8).hex()}_{self.rng.random()}", network
                )
            else:
                handle = OWNER if kind != "name" else f"name{self.rng.randrange(1000)}"
                password = PASSWORD if kind == "code" else f"guess {self.rng.random()}"
                code = f"{self.rng.randrange(10**7):07}"  # of seven digits, so that none is right by chance
                sign_in.sign_in_with_password(
                    self.office, PasswordAnswer(handle, password, code, Client(network, "guesser"))
                )
            self.came_of[kind, "in"] += 1
        except UserError as error:
            self.came_of[kind, error.message] += 1

    def looked_at(self, *kinds: str) -> int:
        """How many guesses of some kinds were looked at."""
        return sum(count for (kind, came), count in self.came_of.items() if kind in kinds and came not in STOPPED)


def with_owner(office: DeskOffice) -> str:
    """An account with a password and a code, signed in from home; the secret of its codes."""
    accounts.add_account(local(office), accounts.NewAccount(OWNER, "Olena Invented"))
    own = as_account(local(office), OWNER)
    secret = proofs_of_identity.new_code_secret()
    for kind, value in (
        (accounts.PASSWORD, sign_in.checked_password(own.identity, PASSWORD) if own.identity else None),
        (accounts.CODE, accounts.new_private_value(secret)),
    ):
        assert value is not None
        accounts.add_credential(own, accounts.NewCredential(OWNER, kind, value.digest), value)
    enter(office, secret, 0)
    return secret


def enter(office: DeskOffice, secret: str, later: int) -> None:
    """Sign the owner in from home, with the code of this half minute or a later one."""
    code = pyotp.TOTP(secret).at(office.now() // 1_000_000 + 30 * later)
    sign_in.sign_in_with_password(office, PasswordAnswer(OWNER, PASSWORD, code, Client(HOME, "own")))


def problems(guesser: Guesser, networks: int) -> list[str]:
    """What is wrong with what came of the guesses."""
    found = [f"{kind} got in" for (kind, came) in guesser.came_of if came == "in"]
    found += [f"{kind} was answered {came}" for (kind, came) in guesser.came_of if came not in {*EXPECTED, "in"}]
    if guesser.looked_at("password", "code") > throttle.MOST_OF_ACCOUNT:
        found.append(f"{guesser.looked_at('password', 'code')} guesses at one account were looked at")
    if guesser.looked_at(*KINDS) > networks * throttle.MOST_OF_NETWORK:
        found.append(f"{guesser.looked_at(*KINDS)} guesses of {networks} networks were looked at")
    return found


def run(guesses: int, networks: int, seed: int, place: Path) -> tuple[list[str], str]:
    """Guess so often; what is wrong, and what happened."""
    with founded(place) as office:
        secret = with_owner(office)
        now, began = office.now(), time.monotonic()
        guesser = Guesser(office, networks, seed)
        with patch.object(DeskOffice, "now", lambda _: now):  # all in one quarter of an hour
            for _ in range(guesses):
                guesser.guess()
            found = problems(guesser, networks)
            try:
                enter(office, secret, 1)
            except UserError as error:
                found.append(f"the owner was locked out: {error.message}")
    looked = guesser.looked_at(*KINDS)
    about = f"{guesses} guesses from {networks} networks in {time.monotonic() - began:.0f} s, {looked} looked at"
    return found, about


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--guesses", type=int, default=100_000)
    parser.add_argument("--networks", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="arpad-guesses-") as place:
        found, about = run(asked.guesses, asked.networks, asked.seed, Path(place))
    print("\n".join([about, *found]))
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
