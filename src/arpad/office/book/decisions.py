"""Decide about events: admit, refuse, hear an appeal, hold and release, override, withdraw.

Each decision is a new row with who, when and why; none is ever taken back, only followed by another. To admit is to
store what a period will read: who sat there, and the games with their statuses. It needs a verdict that nothing
refuses and nothing leaves open, or overrides, by name and with a reason, that leave nothing of that kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

import numpy as np
from sqlalchemy import Connection, insert, select

from arpad.admission import Override
from arpad.admission.deadlines import appeal_until
from arpad.asjson import to_json
from arpad.columns import I32, Games
from arpad.explain.letter import letter
from arpad.finding import Finding, Misuse, in_order
from arpad.law import in_force
from arpad.law.calendar import day_number, list_number
from arpad.model import Verdict
from arpad.office.book.content import Content, Head, Sitting
from arpad.office.book.entering import day_of_list
from arpad.office.book.examination import Examined, Matter, Records, examined
from arpad.office.book.fingerprint import event_key
from arpad.office.book.life import Kind, Standing
from arpad.office.book.matters import current, wish
from arpad.office.book.registering import decide
from arpad.office.book.remarks import as_stored, remark
from arpad.office.book.stands import Stand, booked, decisions_of, stand_of, stands
from arpad.office.desk import Desk
from arpad.office.store.schema import content, report

ADMITTED, UNCHANGED, LEFT = "admitted", "unchanged", "left"
GOOD = (Verdict.RATABLE, Verdict.WITH_EXCLUSIONS)


@dataclass(frozen=True)
class Outcome:
    """What became of an event, or of a part."""

    event: str  # CODE or CODE/PART
    status: str
    verdict: str = ""
    list_day: date | None = None
    findings: tuple[Finding, ...] = ()
    letter: str = ""
    excluded: tuple[int, int] = (0, 0)
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        games, players = self.excluded
        return {
            "event": self.event,
            "status": self.status,
            "verdict": self.verdict or None,
            "list": f"{self.list_day:%Y-%m}" if self.list_day else None,
            "excluded": {"games": games, "players": players},
            "reason": self.reason or None,
            "findings": [to_json(finding) for finding in self.findings],
        }


def look(desk: Desk, records: Records, stand: Stand) -> Examined:
    """Examine what stands, and change nothing; what is rated is on the list it was rated in."""
    with desk.reading() as connection:
        matter, paper, _ = current(connection, stand, desk.today())
        found = examined(connection, records, matter, paper)
    if not stand.life.rated:
        return found
    return replace(found, answer=replace(found.answer, list_day=day_of_list(stand.series, stand.life.rated)))


# --- admit and refuse ---------------------------------------------------------------------------------------------


def admit(desk: Desk, records: Records, stand: Stand, overrides: Sequence[Override] = (), why: str = "") -> Outcome:
    """Admit an event if its verdict allows it; what stands against it is told, and nothing is written."""
    with desk.writing("admit", stand.name, why) as writing:
        stand = stand_of(writing.connection, stand.event, stand.part)
        stand.life.must(Kind.ADMITTED, stand.name)
        matter, paper, _ = current(writing.connection, stand, desk.today())
        matter = replace(matter, demanded=tuple(overrides))
        found = examined(writing.connection, records, matter, paper)
        outcome = _outcome(stand, ADMITTED, found)
        if found.answer.verdict not in GOOD:
            return replace(outcome, status=LEFT, list_day=None)
        admitted = content_of(matter, found)
        if stand.life.under == Standing.ADMITTED and admitted.packed() == _packed(writing.connection, stand.admitted):
            return replace(outcome, status=UNCHANGED)
        for override in overrides:
            meant = wish(paper.report, override.player, override.round)
            detail = {"code": override.code, **meant.as_json()}
            decide(writing, stand.event, stand.part, Kind.OVERRIDDEN, stand.report, detail)
        seq = decide(writing, stand.event, stand.part, Kind.ADMITTED, stand.report, _told(found))
        mark = select(report.c.fingerprint).where(report.c.seq == stand.report)
        key = event_key(writing.connection.execute(mark).scalar_one())
        writing.connection.execute(insert(content).values(**admitted.row(seq, key)))
        return outcome


def awaiting(connection: Connection, series: str = "") -> list[Stand]:
    """What is reported and waits for a decision."""
    return [stand for stand in stands(connection, series) if stand.life.where == Standing.REPORTED]


def admit_ratable(desk: Desk, records: Records, waiting: Sequence[Stand]) -> Iterator[Outcome]:
    """Admit what is ratable of these, one by one; the others are told with their reasons."""
    for stand in waiting:
        yield one_of_many(stand, partial(admit, desk, records))


def one_of_many(stand: Stand, act: Callable[[Stand], Outcome]) -> Outcome:
    """What is wrong with one is its own outcome and does not stop the others."""
    try:
        return act(stand)
    except Misuse as misuse:
        return Outcome(stand.name, LEFT, reason=str(misuse))


def refuse(desk: Desk, records: Records, stand: Stand, why: str = "") -> Outcome:
    """Refuse an event, with a letter; where nothing refuses it by itself, the officer gives the reason."""
    with desk.writing("refuse", stand.name, why) as writing:
        stand = stand_of(writing.connection, stand.event, stand.part)
        stand.life.must(Kind.REFUSED, stand.name)
        matter, paper, _ = current(writing.connection, stand, desk.today())
        found = examined(writing.connection, records, matter, paper)
        if (verdict := found.answer.verdict) != Verdict.NOT_RATABLE:
            if not why.strip():
                raise Misuse(f"{stand.name} is {verdict}: nothing refuses it; give the reason with --why, or admit it")
            reason = remark("officer-decision", paper.report.file, why=why.strip())
            findings = in_order([*found.answer.findings, reason])
            found = replace(found, answer=replace(found.answer, findings=findings))
        text = letter_of(found, desk.today())
        told = {**_told(found), "notice": desk.today().isoformat(), "letter": text}
        decide(writing, stand.event, stand.part, Kind.REFUSED, stand.report, told)
        return replace(_outcome(stand, "refused", found), letter=text, list_day=None)


def letter_of(found: Examined, today: date, rated: bool = False) -> str:
    """The letter to the arbiter."""
    said = found.answer
    facts = (said.facts, found.report.file, said.book, said.verdict, said.findings, said.list_day, said.deadline)
    return letter(*facts, today, printed_ratings=False, rated=rated)


def _told(found: Examined) -> dict[str, Any]:
    """What a decision keeps of the examination."""
    said = found.answer
    findings = [as_stored(finding) for finding in said.findings]
    return {"verdict": said.verdict.value, "edition": said.edition, "findings": findings}


def _outcome(stand: Stand, status: str, found: Examined) -> Outcome:
    said = found.answer
    return Outcome(stand.name, status, said.verdict.value, said.list_day, said.findings, "", said.excluded)


# --- what is stored -----------------------------------------------------------------------------------------------


def content_of(matter: Matter, found: Examined) -> Content:
    """What a period will read. Players whom nobody knows played no game: they and their unplayed games are left out."""
    said = found.answer
    assert said.admitted is not None
    assert said.facts.end is not None
    events, entries, games = said.admitted.events, said.admitted.entries, said.admitted.games
    head = Head.of(
        start=[day_number(matter.event.start)],
        end=[day_number(said.facts.end)],
        system=events.system,
        championship=events.championship,
        seated_by=[said.seated_by],
        enters=[list_number(said.list_day) if said.list_day else 0],
    )
    there = found.keys >= 0
    place = (np.cumsum(there) - 1).astype(np.int32)
    numbers = np.array([player.number for player in found.report.players], np.uint16)
    sitting = Sitting(found.keys[there], numbers[there], entries.status[there])
    return Content(head, sitting, _seated(games.take(there[games.white] & there[games.black]), place))


def _seated(games: Games, place: I32) -> Games:
    return Games(**{**dict(games.columns()), "white": place[games.white], "black": place[games.black]})


def _packed(connection: Connection, decision: int) -> bytes:
    found = connection.execute(select(content.c.packed).where(content.c.decision == decision)).scalar()
    return bytes(found) if found is not None else b""


# --- everything else ----------------------------------------------------------------------------------------------


def appeal(desk: Desk, stand: Stand, why: str) -> Outcome:
    """Enter an appeal against a refusal, if it is not too late."""
    reason_of(why, "appeal")
    with desk.writing("appeal", stand.name, why) as writing:
        stand = stand_of(writing.connection, stand.event, stand.part)
        stand.life.must(Kind.APPEALED, stand.name)
        until = appeal_ends(writing.connection, stand)
        if until is not None and desk.today() > until:
            raise Misuse(f"{stand.name}: an appeal was possible until {until}; today is {desk.today()}")
        decide(writing, stand.event, stand.part, Kind.APPEALED, stand.report, {"until": str(until or "")})
    return Outcome(stand.name, "appealed", reason=why)


def appeal_ends(connection: Connection, stand: Stand) -> date | None:
    """The last day of an appeal against the last refusal; None where the law sets none or nothing was refused."""
    refused = [each for each in decisions_of(connection, stand.event, stand.part) if each.kind == Kind.REFUSED]
    if not refused:
        return None
    event = booked(connection, stand.code)
    return appeal_until(in_force(event.series, event.start), date.fromisoformat(refused[-1].detail["notice"]))


def hold(desk: Desk, stand: Stand, why: str) -> Outcome:
    """Keep an event back: nothing is decided and nothing rated until it is released."""
    return _simply(desk, stand, Kind.HELD, "hold", why)


def release(desk: Desk, stand: Stand, why: str = "") -> Outcome:
    return _simply(desk, stand, Kind.RELEASED, "release", why or "released")


def withdraw(desk: Desk, stand: Stand, why: str) -> Outcome:
    """Take a report or a registration back; it stays in the book, and a new report brings the event back."""
    return _simply(desk, stand, Kind.WITHDRAWN, "withdraw", why)


def _simply(desk: Desk, stand: Stand, kind: Kind, verb: str, why: str) -> Outcome:
    reason_of(why, verb)
    with desk.writing(verb, stand.name, why) as writing:
        stand = stand_of(writing.connection, stand.event, stand.part)
        stand.life.must(kind, stand.name)
        decide(writing, stand.event, stand.part, kind, stand.report or None)
    return Outcome(stand.name, kind.value, reason=why)


def reason_of(why: str, verb: str) -> None:
    """Refuse what is said without a reason."""
    if not why.strip():
        raise Misuse(f"to {verb} needs a reason: --why TEXT")
