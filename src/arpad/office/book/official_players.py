"""Players of a report whom official lists know and the registry does not. They play with their official rating from
the day on which the report comes, and are registered when it is admitted.

Also: of which federation a registered player is by the official list. Nothing is written here.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

import numpy as np
from sqlalchemy import Connection, select

from arpad.admission import KnownPlayer
from arpad.columns import I32, Roll
from arpad.days import Day, days_of
from arpad.finding import Finding, Remedy
from arpad.frozen import dataclass
from arpad.model import Player, Report
from arpad.office.book.admitted_content import unpack_content
from arpad.office.book.event_status import DecisionKind
from arpad.office.book.office_findings import office_finding
from arpad.office.official_lists import OfficialPerson, official_people
from arpad.office.registry.person import HIGHEST_FIDE_NUMBER, Person
from arpad.office.registry.player_files import person_of_list_texts
from arpad.office.rolls import IMPORTED, read_roll, series_kind
from arpad.office.store import schema
from arpad.office.store.bulk import is_one_of

ADMISSION = "admit"  # the action of the log that registers those who played


@dataclass(frozen=True)
class OfficialPlayers:
    """The players of a report who played, are on an official list and are not registered, by row."""

    report: Report
    counted: I32  # of each player of the report the key under which they are rated; -1: not registered
    people: Mapping[int, Person]

    def known(self, registered: Sequence[KnownPlayer | None], own: Roll) -> tuple[KnownPlayer | None, ...]:
        """Return what is known of each player: by the registry, or else by official lists. `own` has the ratings."""
        ratings = own.rating.tolist()
        return tuple(
            _as_known(self.people[row], ratings[row]) if row in self.people else known
            for row, known in enumerate(registered)
        )

    def on_list(self, connection: Connection, series: str, list_: int, roll: Roll) -> Roll:
        """Return the rows of the players of the report on a list, with these players as the list has them."""
        if not self.people or series_kind(connection, series) != IMPORTED:
            return roll
        rows = np.array(sorted(self.people), np.intp)
        numbers = np.array([self.people[row].fide_id for row in rows.tolist()], np.int64)
        official = read_roll(connection, series, list_, numbers)
        columns = {name: column.copy() for name, column in roll.columns()}
        for name, column in official.columns():
            columns[name][rows] = column
        return Roll(**columns)

    def finding(self) -> Iterator[Finding]:
        """Yield one note about all of them; none where there is nobody."""
        if self.people:
            names = tuple(self.report.players[row].name for row in sorted(self.people))
            yield office_finding("not-registered-yet", self.report.file, players=len(names), names=names)


def find_official_players(
    connection: Connection, report: Report, counted: I32, played: Collection[int], day: date
) -> OfficialPlayers:
    """Return the players of a report who are not registered (key -1), played, and are on an official list.

    Their facts are those of the first day of the event; of somebody who came on a list later, those of that list."""
    rows = {
        row: report.players[row].id
        for row in np.flatnonzero(counted < 0).tolist()
        if report.players[row].number in played and 0 < report.players[row].id <= HIGHEST_FIDE_NUMBER
    }
    people = {number: registrable(each) for number, each in _official_on(connection, list(rows.values()), day).items()}
    return OfficialPlayers(report, counted, {row: people[number] for row, number in rows.items() if number in people})


def find_moved_players(
    connection: Connection, players: OfficialPlayers, known: Sequence[KnownPlayer | None], home: str, day: date
) -> Iterator[Finding]:
    """Yield a question for each registered player who is at home here and abroad by the official list of a day, or
    the other way round. Whose federation an officer has changed since they registered is not asked about."""
    report, change = players.report, schema.player_change
    keys = [key for key in players.counted.tolist() if key >= 0]
    rows = select(change.c.player).where(change.c.field == "federation", change.c.since > 0)
    decided = set(connection.execute(rows.where(is_one_of(connection, change.c.player, keys))).scalars())
    numbers = [player.id for player, each in zip(report.players, known, strict=True) if each and each.registered]
    listed = _official_on(connection, [number for number in numbers if 0 < number <= HIGHEST_FIDE_NUMBER], day)
    for player, each, key in zip(report.players, known, players.counted.tolist(), strict=True):
        if each is None or not each.registered or player.id not in listed or key in decided:
            continue
        official = listed[player.id].federation.upper()
        if official and each.federation and official != each.federation and home in (official, each.federation):
            yield _moved(report, player, each.federation, official, day)


def _moved(report: Report, player: Player, known: str, official: str, day: date) -> Finding:
    fields = {"name": player.name, "known": known, "listed": official}
    found = office_finding("moved-player", report.file, player.line, player.number, **fields)
    return found._replace(remedy=Remedy.to("enter-federation", player=player.id, since=Day.of(day)))


def _official_on(connection: Connection, numbers: Sequence[int], day: date) -> dict[int, OfficialPerson]:
    """Return what official lists say of these numbers on a day; of those who were on none then, what they say now."""
    if not numbers:
        return {}
    return official_people(connection, numbers) | official_people(connection, numbers, day)


def registrable(official: OfficialPerson) -> Person:
    """Return somebody of an official list as the registry keeps them; what it cannot keep is left unknown."""
    texts = (official.sex, official.federation.upper(), official.title or official.women_title)
    born = Day(days_of(np.array([official.born], np.int32))[0])
    return person_of_list_texts(official.name, official.number, born, texts)


def players_without_game(connection: Connection, keys: Sequence[int]) -> frozenset[int]:
    """Return who of these players was registered by an admission that was undone, and is in no other one."""
    player, log, decision, content = schema.player, schema.log, schema.decision, schema.content
    rows = select(decision.c.detail).where(decision.c.kind == DecisionKind.REOPENED)
    undone = {seq for detail in connection.execute(rows).scalars() for seq in json.loads(detail)["ends"]}
    if not undone:
        return frozenset()
    entries = select(decision.c.log).where(is_one_of(connection, decision.c.seq, sorted(undone)))
    by_them = select(player.c.key).join(log, log.c.seq == player.c.log)
    by_them = by_them.where(log.c.action == ADMISSION, player.c.log.in_(entries))
    waiting = set(connection.execute(by_them.where(is_one_of(connection, player.c.key, keys))).scalars())
    later = select(content.c.decision, content.c.packed).where(content.c.decision > min(undone))
    for seq, packed in connection.execute(later) if waiting else ():
        if seq not in undone:
            waiting.difference_update(unpack_content(packed).sitting.player.tolist())
    return frozenset(waiting)


def _as_known(person: Person, rating: int) -> KnownPlayer:
    return KnownPlayer(
        person.name, person.born, rating, federation=person.federation, sex=person.sex, title=person.title,
        registered=False,
    )  # fmt: skip
