"""Leave games out of the rating by an officer's decision, and take such a decision back by another.

An exclusion holds until it is withdrawn. An override never lifts it: that would undo a decision about a person with a
word about a finding. A withdrawal names the decisions it ends; both stay in the book.
"""

from __future__ import annotations

from arpad.finding import Misuse
from arpad.intake.sidecar import REASONS
from arpad.model import Report
from arpad.office.book.decisions import Outcome, reason_of
from arpad.office.book.life import Kind, Standing
from arpad.office.book.matters import current, in_force, wish
from arpad.office.book.registering import decide
from arpad.office.book.stands import Decision, Stand, decisions_of, stand_of
from arpad.office.desk import Desk

ANEW = "it is to be admitted anew"


def exclude(desk: Desk, stand: Stand, player: int, turn: int | None, reason: str, why: str) -> Outcome:
    """Leave a game, or all games of a player, out; an event that was admitted is to be admitted anew."""
    reason_of(why, "exclude")
    if reason not in REASONS:
        raise Misuse(f"--reason {reason}: expected one of {', '.join(REASONS)}")
    with desk.writing("exclude", stand.name, why) as writing:
        stand = stand_of(writing.connection, stand.event, stand.part)
        stand.life.must(Kind.EXCLUDED, stand.name)
        paper = current(writing.connection, stand, desk.today())[1].report if stand.report else None
        detail = {**wish(paper, player, turn).as_json(), "reason": reason}
        decide(writing, stand.event, stand.part, Kind.EXCLUDED, stand.report or None, detail)
    return Outcome(stand.name, "excluded", reason=_said(stand, f"{_whom(paper, player, turn)}: {reason}"))


def include(desk: Desk, stand: Stand, player: int, turn: int | None, why: str) -> Outcome:
    """Take an exclusion back: the same player, and the same round or all games."""
    reason_of(why, "withdraw an exclusion")
    with desk.writing("withdraw exclusion", stand.name, why) as writing:
        stand = stand_of(writing.connection, stand.event, stand.part)
        stand.life.must(Kind.EXCLUDED, stand.name)
        paper = current(writing.connection, stand, desk.today())[1].report if stand.report else None
        meant = wish(paper, player, turn)
        holding = in_force(decisions_of(writing.connection, stand.event, stand.part))
        ended = [each for each in holding if _same(each, player, meant.id, turn)]
        if not ended:
            known = "; ".join(_whom(None, each.detail["player"], each.detail["round"]) for each in holding)
            raise Misuse(
                f"{stand.name} has no exclusion of {_whom(paper, player, turn)} that an officer entered;"
                f" those that hold: {known or 'none'}"
            )
        reasons = ", ".join(dict.fromkeys(each.detail["reason"] for each in ended))
        detail = {**meant.as_json(), "reason": reasons, "ends": [each.seq for each in ended]}
        decide(writing, stand.event, stand.part, Kind.INCLUDED, stand.report or None, detail)
    return Outcome(stand.name, "included", reason=_said(stand, f"{_whom(paper, player, turn)}: {reasons} no more"))


def _same(each: Decision, player: int, id_: int, turn: int | None) -> bool:
    """Whether an exclusion is of this player, by his number where both are known, and of this round."""
    said = each.detail
    who = said["id"] == id_ if said.get("id") and id_ else said["player"] == player
    return who and said.get("round") == turn


def _whom(paper: Report | None, player: int, turn: int | None) -> str:
    meant = paper.player(player) if paper is not None else None
    name = f" ({meant.name})" if meant is not None and meant.name else ""
    return f"player {player}{name}, {f'round {turn}' if turn is not None else 'all games'}"


def _said(stand: Stand, what: str) -> str:
    return f"{what}; {ANEW}" if stand.life.under == Standing.ADMITTED else what
