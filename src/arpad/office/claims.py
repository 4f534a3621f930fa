"""The claims desk: a player or an arbiter disputes a game or a number, and the answer stays with the row.

A claim changes nothing: what is upheld is put right by a correction, or by a case. Each claim is answered once, or
withdrawn, and is shown wherever an officer opens the number that it is about.
"""

from __future__ import annotations

from arpad.explain.claims import ClaimAnswer, Claimed, ClaimRole, ClaimState
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.office.desk import Desk
from arpad.office.publication import claiming
from arpad.office.publication.claiming import Answer, Filing, Retraction
from arpad.office.publication.claims_kept import claims_where
from arpad.office.registry.players import key_with
from arpad.office.store.schema import claim

__all__ = [
    "Answer", "ClaimAnswer", "ClaimQuery", "ClaimRole", "ClaimState", "Claimed", "Filing", "Retraction",
    "answer", "file", "list_claims", "show", "withdraw",
]  # fmt: skip


@dataclass(frozen=True)
class ClaimQuery:
    """Which claims are listed: of a player, of a series, in a state, or all."""

    player: int = 0
    series: str = ""
    state: str = ""

    def __post_init__(self) -> None:
        if self.state and self.state not in list(ClaimState):
            raise Misuse("claim/state", state=self.state, known=tuple(each.value for each in ClaimState))


def file(desk: Desk, request: Filing) -> Claimed:
    """File a claim about a row of a list, or about a game behind it."""
    return claiming.file(desk, request)


def list_claims(desk: Desk, query: ClaimQuery) -> tuple[Claimed, ...]:
    """The claims, in the order in which they were filed."""
    with desk.reading() as connection:
        conditions = [claim.c.player == key_with(connection, query.player)] if query.player else []
        conditions += [claim.c.series == query.series] if query.series else []
        claims = claims_where(connection, *conditions)
    return tuple(each for each in claims if query.state in ("", each.state))


def show(desk: Desk, code: str) -> Claimed:
    """The claim with a code, with its row and its answer; an unknown code is refused."""
    with desk.reading() as connection:
        claims = claims_where(connection, claim.c.code == code)
    if not claims:
        raise Misuse("claim/unknown", Remedy.to("list-claims"), claim=code)
    return claims[0]


def answer(desk: Desk, request: Answer) -> Claimed:
    """Uphold or reject a claim, in words."""
    return claiming.answer(desk, request)


def withdraw(desk: Desk, request: Retraction) -> Claimed:
    """Withdraw a claim for the person who filed it."""
    return claiming.withdraw(desk, request)
