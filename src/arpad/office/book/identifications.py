"""Who the players of a report are, as officers said: which identification holds for which row of a report.

The file of the arbiter never changes. An identification holds for a row that prints the same name, year of birth and
number; of several such rows, for the one with the same start number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import Connection

from arpad.days import Day
from arpad.frozen import dataclass
from arpad.model import Player, Report
from arpad.office.book.event_lookup import EventDecision, decisions_about_event
from arpad.office.book.event_status import DecisionKind
from arpad.office.registry.player_facts import facts_of_players
from arpad.office.registry.player_numbers import key_of_office_number

Print = tuple[str, int, int]  # name, year of birth and number of a player, as a report prints them


@dataclass(frozen=True)
class Identification:
    """Who a player of a report is: the number of the office, 0 where that was taken back; who said so, and when."""

    player: int  # start number in the report for which it was said
    printed: Print
    number: int
    who: str
    day: date


@dataclass(frozen=True)
class IdentifiedReport:
    """A report with the numbers of the players who were identified, and the identifications by start number."""

    report: Report
    printed: Report  # as it was sent
    by_player: Mapping[int, Identification]


def print_of(player: Player) -> Print:
    """Return what a report prints of a player and what an identification rests on."""
    return " ".join(player.name.split()), Day(player.born).year, max(player.id, 0)


def stored_detail(player: Player, number: int) -> dict[str, Any]:
    """Return the detail of the decision that a player of a report has this office number; 0 takes one back."""
    name, year, printed = print_of(player)
    return {"player": player.number, "name": name, "year": year, "id": printed, "number": number}


def identifications_about(
    connection: Connection, event: int, part: int, came: int | None = None
) -> tuple[Identification, ...]:
    """Return what was said of the players of a part, in order, also what was taken back.

    What was said of another part counts if that was before the decision `came`, with which the report of this part
    came; without `came` the report is new, and everything counts."""
    return tuple(
        _from_decision(each)
        for each in decisions_about_event(connection, event)
        if each.kind == DecisionKind.IDENTIFIED and (each.part == part or came is None or each.seq < came)
    )


def _from_decision(decision: EventDecision) -> Identification:
    """Return the identification that a decision stores."""
    detail = decision.detail
    printed = (detail["name"], detail["year"], detail["id"])
    return Identification(detail["player"], printed, detail["number"], decision.who, decision.day)


def identifications_in_report(report: Report, entered: Sequence[Identification]) -> dict[int, Identification]:
    """Return the identifications that hold for a report, by start number. The last one about a player holds."""
    if not entered:
        return {}
    alike = Counter(map(print_of, report.players))
    holding: dict[int, Identification] = {}
    for player in report.players:
        printed = print_of(player)
        about = [
            each
            for each in entered
            if each.printed == printed and (alike[printed] == 1 or each.player == player.number)
        ]
        if about and about[-1].number:
            holding[player.number] = about[-1]
    return holding


def identify_players(connection: Connection, report: Report, entered: Sequence[Identification]) -> IdentifiedReport:
    """Return the report with the numbers of the identified players: FIDE's, or the office's where they have none."""
    holding = identifications_in_report(report, entered)
    if not holding:
        return IdentifiedReport(report, report, {})
    keys = {number: key_of_office_number(each.number) for number, each in holding.items()}
    people = facts_of_players(connection, [key for key in keys.values() if key is not None])

    def with_number(player: Player) -> Player:
        key = keys.get(player.number)
        if key is None or key not in people:
            return player
        return player._replace(id=people[key].fide_id or holding[player.number].number)

    return IdentifiedReport(replace(report, players=tuple(map(with_number, report.players))), report, holding)
