"""Leave games out of the rating by an officer's decision, and take such a decision back by another.

An exclusion holds until it is withdrawn. An override never lifts it: that would undo a decision about a person with a
word about a finding. A withdrawal names the decisions it ends; both stay in the book.
"""

from __future__ import annotations

from sqlalchemy import Connection

from arpad.finding import Misuse, Note, Remedy
from arpad.frozen import dataclass
from arpad.intake.sidecar import REASONS
from arpad.model import Report
from arpad.office.book.decisions import Outcome, OutcomeStatus, must_have_reason
from arpad.office.book.instructions import current_paper, exclusions_in_force, must_count, subject_of
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import Decision, EventPart, decisions_of, event_parts, part_of
from arpad.office.book.registering import NewDecision, decide
from arpad.office.desk import Desk


@dataclass(frozen=True)
class NewExclusion:
    """A game, or all games of a player, to leave out, and why."""

    event: str  # CODE or CODE/PART
    player: int  # start number
    round: int | None = None
    reason: str = "fair-play"
    why: str = ""

    def __post_init__(self) -> None:
        must_count(self.player, self.round)
        must_have_reason(self.why, "reason-missing/exclude")
        if self.reason not in REASONS:
            raise Misuse("exclusion-reason", reason=self.reason, known=REASONS)


@dataclass(frozen=True)
class EndOfExclusion:
    """An exclusion to take back: the same player, and the same round or all games."""

    event: str  # CODE or CODE/PART
    player: int  # start number
    round: int | None = None
    why: str = ""

    def __post_init__(self) -> None:
        must_count(self.player, self.round)
        must_have_reason(self.why, "reason-missing/include")


def exclude(desk: Desk, part: EventPart, new: NewExclusion) -> Outcome:
    """Leave a game, or all games of a player, out; an event that was admitted is to be admitted anew."""
    with desk.writing("exclude", part.name, new.why) as writing:
        part = _open(writing.connection, part)
        paper = current_paper(writing.connection, part).report if part.report else None
        detail = {**subject_of(paper, new.player, new.round).stored(), "reason": new.reason}
        decide(writing, NewDecision(part.event, part.part, Kind.EXCLUDED, part.report or None, detail))
    message = "exclusion-entered/anew" if _was_admitted(part) else "exclusion-entered"
    note = Note.of(message, whom=_whom(paper, new.player, new.round), reason=new.reason)
    return Outcome(part.name, OutcomeStatus.EXCLUDED, note=note)


def include(desk: Desk, part: EventPart, end: EndOfExclusion) -> Outcome:
    """Take an exclusion back: the same player, and the same round or all games."""
    with desk.writing("withdraw exclusion", part.name, end.why) as writing:
        part = _open(writing.connection, part)
        paper = current_paper(writing.connection, part).report if part.report else None
        subject = subject_of(paper, end.player, end.round)
        holding = exclusions_in_force(decisions_of(writing.connection, part.event, part.part))
        ended = [each for each in holding if same_exclusion(each, end.player, end.round, subject.id)]
        whom = _whom(paper, end.player, end.round)
        if not ended:
            known = tuple(_whom(None, each.detail["player"], each.detail["round"]) for each in holding)
            message = "exclusion-missing" if known else "exclusion-missing/none"
            raise Misuse(message, event=part.name, whom=whom, known=known)
        reasons = tuple(dict.fromkeys(each.detail["reason"] for each in ended))
        detail = {**subject.stored(), "reason": ", ".join(reasons), "ends": [each.seq for each in ended]}
        decide(writing, NewDecision(part.event, part.part, Kind.INCLUDED, part.report or None, detail))
    message = "exclusion-ended/anew" if _was_admitted(part) else "exclusion-ended"
    note = Note.of(message, whom=whom, reasons=reasons)
    return Outcome(part.name, OutcomeStatus.INCLUDED, note=note)


def _open(connection: Connection, part: EventPart) -> EventPart:
    """The part as it stands now, if games may be left out of it; of an event with parts, a part must be named."""
    there = event_parts(connection, keys=[part.event])
    if part.part == 0 and all(each.part for each in there):
        names = tuple(each.name for each in there)
        raise Misuse("event-has-parts", Remedy.to("name-part", parts=names), event=part.code)
    part = part_of(connection, part.event, part.part)
    part.life.must(Kind.EXCLUDED, part.name)
    return part


def same_exclusion(each: Decision, player: int, turn: int | None, id_: int) -> bool:
    """Whether an exclusion is of this player, by his number where both are known, and of this round."""
    before = each.detail
    who = before["id"] == id_ if before.get("id") and id_ else before["player"] == player
    return bool(who) and before.get("round") == turn


def _whom(paper: Report | None, player: int, turn: int | None) -> Note:
    meant = paper.player(player) if paper is not None else None
    known = {"name": meant.name} if meant is not None and meant.name else {}
    message = ("all-games" if turn is None else "game") + ("-of" if known else "")
    return Note.of(f"whom/{message}", player=player, **({} if turn is None else {"round": turn}), **known)


def _was_admitted(part: EventPart) -> bool:
    """Whether it is to be admitted anew."""
    return part.life.under == Standing.ADMITTED
