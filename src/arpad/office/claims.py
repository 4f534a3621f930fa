"""The claims desk: claims of players and arbiters about a game or a rating, and the answers to them.

A claim changes no rating; an upheld claim is followed by a correction or a case. Each claim is answered once or
withdrawn, and is shown with the calculation of the rating that it is about.
"""

from __future__ import annotations

from arpad.explain.claims import ClaimAnswer, Claimed, ClaimRole, ClaimState
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.acts import Permission, Subject, act
from arpad.office.cases import claims as cases_claims
from arpad.office.cases.claims import ClaimWithdrawal, NewClaim, NewClaimAnswer, claims_matching
from arpad.office.desk import Desk
from arpad.office.registry.player_facts import require_player_key
from arpad.office.store.schema import claim

__all__ = [
    "ClaimAnswer",
    "ClaimQuery",
    "ClaimRole",
    "ClaimState",
    "ClaimWithdrawal",
    "Claimed",
    "NewClaim",
    "NewClaimAnswer",
    "answer_claim",
    "file_claim",
    "list_claims",
    "show_claim",
    "withdraw_claim",
]  # fmt: skip


@dataclass(frozen=True)
class ClaimQuery:
    """Which claims are listed: of a player, of a series, in a state, or all."""

    player: int = 0
    series: str = ""
    state: str = ""

    def __post_init__(self) -> None:
        if self.state and self.state not in list(ClaimState):
            raise UserError("claim/state", state=self.state, known=tuple(each.value for each in ClaimState))


@act("file-claim", about=Subject.PLAYER, permission=Permission.REPORT, inverse="withdraw-claim")
def file_claim(desk: Desk, request: NewClaim) -> Claimed:
    """Store a claim about a row of a list, or about a game behind it; no rating changes. A claim after the deadline is
    stored and marked late; one about an imported list is refused."""
    return cases_claims.file_claim(desk, request)


def list_claims(desk: Desk, query: ClaimQuery) -> tuple[Claimed, ...]:
    """Return the claims that fit the query, in the order in which they were filed; an unknown player is refused."""
    with desk.reading() as connection:
        conditions = [claim.c.player == require_player_key(connection, query.player)] if query.player else []
        conditions += [claim.c.series == query.series] if query.series else []
        claims = claims_matching(connection, *conditions)
    return tuple(each for each in claims if query.state in ("", each.state))


def show_claim(desk: Desk, code: str) -> Claimed:
    """Return the claim with a code, with its row and its answer; an unknown code is refused."""
    with desk.reading() as connection:
        claims = claims_matching(connection, claim.c.code == code)
    if not claims:
        raise UserError("claim/unknown", Remedy.to("list-claims"), claim=code)
    return claims[0]


@act("answer-claim", about=Subject.PLAYER, permission=Permission.DECIDE)
def answer_claim(desk: Desk, request: NewClaimAnswer) -> Claimed:
    """Store that a claim is upheld or rejected, with the reason; no rating changes. A claim that was answered or
    withdrawn is refused."""
    return cases_claims.answer_claim(desk, request)


@act("withdraw-claim", about=Subject.PLAYER, permission=Permission.REPORT)
def withdraw_claim(desk: Desk, request: ClaimWithdrawal) -> Claimed:
    """Store that the claimant withdraws a claim; it is not deleted. A claim that was answered or withdrawn is
    refused."""
    return cases_claims.withdraw_claim(desk, request)
