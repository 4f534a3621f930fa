"""Gather what belongs to the examination of one event or part: its report, and what officers said about it.

An override or an exclusion names a start number; when a corrected report gives its players other numbers, it follows
the player, by his number in the registry or with FIDE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from arpad.admission import Override
from arpad.finding import Misuse
from arpad.model import Exclusion, Report
from arpad.office.book.examination import Matter
from arpad.office.book.life import Kind
from arpad.office.book.papers import Paper, kept
from arpad.office.book.stands import Booked, Decision, Stand, booked, day_of, decisions_of
from arpad.office.store.schema import log, report


@dataclass(frozen=True)
class Wish:
    """Whom or what an officer means: a player, a round, or all."""

    player: int | None = None
    id: int = 0
    round: int | None = None

    def as_json(self) -> dict[str, Any]:
        return {"player": self.player, "id": self.id, "round": self.round}


def wish(paper: Report | None, player: int | None, turn: int | None) -> Wish:
    """What an officer means, checked against the report where there is one."""
    if paper is None or player is None:
        return Wish(player, 0, turn)
    meant = paper.player(player)
    if meant is None:
        raise Misuse(f"the report has no player {player}; start numbers are meant")
    if turn is not None and not 0 < turn <= paper.cells.rounds:
        raise Misuse(f"the report has no round {turn}; its rounds are 1 to {paper.cells.rounds}")
    return Wish(player, meant.id, turn)


def matter_of(
    connection: Connection, event: Booked, part: int, paper: Report, reported: date, today: date, draft: bool = False
) -> Matter:
    """An examination of this paper as part of this event."""
    happened = decisions_of(connection, event.key, part)
    overrides = tuple(_override(each, paper) for each in happened if each.kind == Kind.OVERRIDDEN)
    exclusions = tuple(dict.fromkeys(_exclusion(each, paper) for each in in_force(happened)))
    return Matter(event, part, reported, today, overrides, exclusions, draft=draft)


def in_force(happened: Sequence[Decision]) -> list[Decision]:
    """The exclusions of officers that were not taken back."""
    ended = {seq for each in happened if each.kind == Kind.INCLUDED for seq in each.detail["ends"]}
    return [each for each in happened if each.kind == Kind.EXCLUDED and each.seq not in ended]


def current(connection: Connection, stand: Stand, today: date) -> tuple[Matter, Paper, Decision]:
    """The report that stands for an event or part, ready to be examined."""
    if not stand.report:
        raise Misuse(f"{stand.name} has no report yet; send one with `arpad report submit FILE --event {stand.code}`")
    event = booked(connection, stand.code)
    happened = decisions_of(connection, event.key, stand.part)
    came = [each for each in happened if each.kind == Kind.REPORTED][-1]
    paper = kept(connection, stand.report, came.detail)
    reported = connection.execute(
        select(log.c.day).join(report, report.c.log == log.c.seq).where(report.c.seq == stand.report)
    ).scalar_one()
    return matter_of(connection, event, stand.part, paper.report, day_of(reported), today), paper, came


def _number(detail: Mapping[str, Any], paper: Report) -> int | None:
    """The start number of whoever was meant, in this report."""
    if detail.get("id"):
        for player in paper.players:
            if player.id == detail["id"]:
                return player.number
    number: int | None = detail.get("player")
    return number


def _override(each: Decision, paper: Report) -> Override:
    return Override(each.detail["code"], each.who, each.why, _number(each.detail, paper), each.detail.get("round"))


def _exclusion(each: Decision, paper: Report) -> Exclusion:
    return Exclusion(_number(each.detail, paper) or 0, each.detail.get("round"), each.detail["reason"])


def overrides_of(texts: Sequence[str], who: str, why: str) -> list[Override]:
    """Overrides as an officer writes them: CODE, CODE:PLAYER or CODE:PLAYER:ROUND."""
    if texts and not why.strip():
        raise Misuse("--override needs the reason why the finding is set aside: --why TEXT")
    made = []
    for text in texts:
        code, *numbers = text.split(":")
        if len(numbers) > 2 or not all(number.isascii() and number.isdigit() for number in numbers if number):
            raise Misuse(f"--override {text}: expected CODE, CODE:PLAYER or CODE:PLAYER:ROUND, with start numbers")
        player, turn = ([int(number) if number else None for number in numbers] + [None, None])[:2]
        made.append(Override(code, who, why, player, turn))
    return made
