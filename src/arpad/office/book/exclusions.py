"""Exclude games from the rating by an officer's decision, and include them again by another decision.

An exclusion holds until it is ended. An override never lifts it. The decision that ends it names the decisions that it
ends; all of them stay stored.
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
    """A request to exclude a game, or all games of a player, with the reason."""

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
    """A request to end an exclusion: the same player, and the same round or all games."""

    event: str  # CODE or CODE/PART
    player: int  # start number
    round: int | None = None
    why: str = ""

    def __post_init__(self) -> None:
        must_count(self.player, self.round)
        must_have_reason(self.why, "reason-missing/include")


def exclude(desk: Desk, part: EventPart, new: NewExclusion) -> Outcome:
    """Exclude a game, or all games of a player. An admitted event must be admitted again."""
    with desk.writing("exclude", part.name, new.why) as writing:
        part = _open(writing.connection, part)
        paper = current_paper(writing.connection, part).report if part.report else None
        detail = {**subject_of(paper, new.player, new.round).stored(), "reason": new.reason}
        decide(writing, NewDecision(part.event, part.part, Kind.EXCLUDED, part.report or None, detail))
    message = "exclusion-entered/anew" if _was_admitted(part) else "exclusion-entered"
    note = Note.of(message, whom=_whom(paper, new.player, new.round), reason=new.reason)
    return Outcome(part.name, OutcomeStatus.EXCLUDED, note=note)


def include(desk: Desk, part: EventPart, end: EndOfExclusion) -> Outcome:
    """End the exclusions of this player in this round, or of all games. An admitted event must be admitted again."""
    with desk.writing("withdraw exclusion", part.name, end.why) as writing:
        part = _open(writing.connection, part)
        paper = current_paper(writing.connection, part).report if part.report else None
        subject = subject_of(paper, end.player, end.round)
        holding = exclusions_in_force(decisions_of(writing.connection, part.event, part.part))
        ended = [each for each in holding if same_exclusion(each, end.player, end.round, subject.id)]
        whom = _whom(paper, end.player, end.round)
        if not ended:
            others = tuple(_whom(None, each.detail["player"], each.detail["round"]) for each in holding)
            message = "exclusion-missing" if others else "exclusion-missing/none"
            raise Misuse(message, event=part.name, whom=whom, known=others)
        reasons = tuple(dict.fromkeys(each.detail["reason"] for each in ended))
        detail = {**subject.stored(), "reason": ", ".join(reasons), "ends": [each.seq for each in ended]}
        decide(writing, NewDecision(part.event, part.part, Kind.INCLUDED, part.report or None, detail))
    message = "exclusion-ended/anew" if _was_admitted(part) else "exclusion-ended"
    note = Note.of(message, whom=whom, reasons=reasons)
    return Outcome(part.name, OutcomeStatus.INCLUDED, note=note)


def _open(connection: Connection, part: EventPart) -> EventPart:
    """The part as it is now, if games of it may be excluded. Of an event in parts, one part must be named."""
    parts = event_parts(connection, keys=[part.event])
    if part.part == 0 and all(each.part for each in parts):
        names = tuple(each.name for each in parts)
        raise Misuse("event-has-parts", Remedy.to("name-part", parts=names), event=part.code)
    part = part_of(connection, part.event, part.part)
    part.life.must(Kind.EXCLUDED, part.name)
    return part


def same_exclusion(exclusion: Decision, player: int, turn: int | None, id_: int) -> bool:
    """Whether an exclusion is of this player (by registry number where both have one) and of this round."""
    detail = exclusion.detail
    same_player = detail["id"] == id_ if detail.get("id") and id_ else detail["player"] == player
    return bool(same_player) and detail.get("round") == turn


def _whom(report: Report | None, player: int, turn: int | None) -> Note:
    """The excluded games in words, with the player's name where the report has it."""
    row = report.player(player) if report is not None else None
    name = {"name": row.name} if row is not None and row.name else {}
    message = ("all-games" if turn is None else "game") + ("-of" if name else "")
    return Note.of(f"whom/{message}", player=player, **({} if turn is None else {"round": turn}), **name)


def _was_admitted(part: EventPart) -> bool:
    """Whether the part was admitted, so that it must be admitted again."""
    return part.life.under == Standing.ADMITTED
