"""A small season for revisions: players, events and lists told in plain values, and an office that goes through them.

Nothing here computes a rating. Players are called by their number from 1 on; `oracle_revisions` reads the same values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random
from typing import Any

import numpy as np
from by_hand import by_hand
from events_made import MIRROR, Scene, berger
from office_made import NUMBERS, S25, at, event, reported
from office_made import admitted as admitted_now
from publication_made import open_with
from sqlalchemy import Connection, select

from arpad.columns import Pool
from arpad.days import Month
from arpad.office import people, periods, revisions
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.publishing.revised_rows import (
    read_published_pool,
    read_revised_pool,
    read_revised_roll,
    revision_layers,
)
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import read_roster, register_players, require_player_key
from arpad.office.revisions import CaseApproval, CaseCode, InputFile, Notice, Proposal
from arpad.office.rolls import read_roll
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

SERIES = "fide-standard"
DAY = timedelta(days=1)
FIELDS = ("rating", "state", "k", "games", "highest", "last")


@dataclass(frozen=True)
class Opened:
    """A player of the season, and his row of the opening list; without a rating he has none."""

    rating: int = 0
    games: int = 100
    born: int = 19800102


@dataclass(frozen=True)
class Tournament:
    """An event of the season: who plays, by start number, and the results as the player of a start number sees them."""

    code: str
    start: date
    players: tuple[int, ...]
    results: Mapping[tuple[int, int], str] = field(default_factory=dict)  # start number and round; else a draw
    rounds: int = 4
    shape: str = "swiss"
    unadmitted: bool = False  # reported in time, and left lying

    @property
    def end(self) -> date:
        return self.start + (self.rounds - 1) * DAY

    @property
    def list_(self) -> int:
        """The first list that does not close before its last day."""
        after = Month.of(self.end).plus(1)
        return int(after if self.end <= after.first - 3 * DAY else after.plus(1))

    def games(self) -> list[tuple[int, int, int, int]]:
        """Round, white, black, and the half points of white."""
        turns = berger(len(self.players))[: self.rounds]
        found = []
        for turn, pairs in enumerate(turns, 1):
            for white, black in pairs:
                code = self.results.get((white, turn)) or MIRROR[self.results.get((black, turn), "=")]
                found.append((turn, self.players[white - 1], self.players[black - 1], {"1": 2, "=": 1, "0": 0}[code]))
        return found

    def report(self, edition: str = S25, **given: Any) -> Scene:
        ids = {place: NUMBERS[n] for place, n in enumerate(self.players, 1)}
        made = event(
            self.code, edition, ratings=[1700] * len(self.players), ids=ids, results=dict(self.results),
            shape=self.shape, rounds=self.rounds, start=self.start, approvals=["late-registration"], **given,
        )  # fmt: skip
        text = made.text
        for place, n in reversed([*enumerate(self.players, 1)]):
            text = text.replace(f" {f'Invented{place}, Ann':<33} 1700", f" {f'Invented@{n}, Ann':<34} 1700")
        return Scene(text.replace("Invented@", "Invented").replace("@", ""), made.facts, made.today)


@dataclass(frozen=True)
class Season:
    """Everything that happens before anything is put right."""

    opened: date
    people: Mapping[int, Opened]
    tournaments: tuple[Tournament, ...]
    months: int

    @property
    def lists(self) -> list[int]:
        """The opening list, and those that are computed."""
        return [int(Month.of(self.opened).plus(n)) for n in range(self.months + 1)]


def founded(address: str, season: Season, series: str = SERIES) -> Desk:
    """The office on the day of its opening list."""
    desk = found_office(
        connect_store(address, create=True), "A. Officer", Clock(set_to=season.opened), "UKR", rehearsal=True
    )
    with by_hand(desk).writing("player-import") as writing:
        people = season.people.items()
        register_players(
            writing, [Person(f"Invented{n}, Ann", NUMBERS[n], born=p.born, federation="UKR") for n, p in people]
        )
    rated = {n: person for n, person in season.people.items() if person.rating}
    games = np.array([person.games for person in rated.values()])
    open_with(desk, series, season.opened, {NUMBERS[n]: person.rating for n, person in rated.items()}, games=games)
    return desk


def gone_through(address: str, season: Season) -> Desk:
    """The office after the last list of a season."""
    desk = founded(address, season)
    for list_ in season.lists[1:]:
        desk = month_of(desk, season.tournaments, list_)
    return desk


def month_of(desk: Desk, tournaments: Sequence[Tournament], list_: int, edition: str = S25) -> Desk:
    """Take in what was played for a list, and publish it."""
    for each in sorted((each for each in tournaments if each.list_ == list_), key=lambda each: each.end):
        desk = played(desk, each, edition)
    return published(desk, list_)


def played(desk: Desk, each: Tournament, edition: str = S25) -> Desk:
    desk = reported(desk, each.report(edition))
    if not each.unadmitted:
        done = admitted_now(desk, each.code)
        assert done.status == "admitted", done
    return desk


def published(desk: Desk, list_: int, series: str = SERIES) -> Desk:
    desk = at(desk, max(desk.today(), Month(list_).first))
    which = periods.ListChoice(series, Month(list_))
    periods.preview_list(desk, which)
    assert not periods.publish_list(desk, periods.PublishRequest(which, confirmed=True, empty=True)).already
    return desk


# --- putting right ------------------------------------------------------------------------------------------------


def file_of(each: Tournament, edition: str = S25) -> InputFile:
    return InputFile(f"{each.code}.trf", each.report(edition).text.encode())


def approved(desk: Desk, *proposals: Proposal) -> list[Notice]:
    """Propose, preview and approve, one after the other."""
    found = []
    for proposal in proposals:
        case = revisions.propose_case(desk, proposal)
        seen = revisions.preview_case(desk, CaseCode(case.code))
        notice = revisions.approve_case(desk, CaseApproval(case.code, "as proposed", confirmed=True))
        assert notice.series == seen.series
        told = revisions.read_notice(desk, CaseCode(case.code))
        assert [each for each in told.series if _moves(each)] == [each for each in seen.series if _moves(each)]
        found.append(notice)
    return found


def _moves(series: revisions.SeriesMoves) -> bool:
    return any(each.moves for each in series.lists)


# --- what stands --------------------------------------------------------------------------------------------------


def positions(connection: Connection, people: Sequence[int]) -> list[int]:
    return [require_player_key(connection, NUMBERS[n]) for n in people]


Rows = dict[int, dict[int, tuple[int, ...]]]  # by list and player: what `FIELDS` says


def originals(desk: Desk, season: Season, series: str = SERIES) -> Rows:
    """What the published lists say."""
    return _rows(desk, season, series, revised=False)


def put_right(desk: Desk, season: Season, series: str = SERIES) -> Rows:
    """What the lists should have said, as far as is known."""
    return _rows(desk, season, series, revised=True)


def _rows(desk: Desk, season: Season, series: str, revised: bool) -> Rows:
    of, people = schema.rating_list, sorted(season.people)
    found: Rows = {}
    with desk.reading() as connection:
        numbers, keys = read_roster(connection).listed_as, positions(connection, people)
        for list_ in connection.execute(select(of.c.list).filter_by(series=series).order_by(of.c.list)).scalars():
            roll = read_revised_roll(connection, series, list_, numbers) if revised else None
            roll = roll or read_roll(connection, series, list_, numbers)
            found[list_] = {
                n: tuple(int(getattr(roll, name)[key]) for name in FIELDS) for n, key in zip(people, keys, strict=True)
            }
    return found


def waiting(desk: Desk, season: Season, list_: int, revised: bool = True) -> dict[int, list[tuple[int, ...]]]:
    """With what newcomers should wait after a list: games, half points, and the sum of ratings met, event by event."""
    with desk.reading() as connection:
        people = dict(zip(positions(connection, sorted(season.people)), sorted(season.people), strict=True))
        pool, layer = read_published_pool(connection, SERIES, list_), revision_layers(connection, SERIES).get(list_)
        if revised and layer is not None:
            pool = read_revised_pool(connection, (SERIES, list_, layer), pool)
    return pool_rows(pool, people)


def pool_rows(pool: Pool, people: Mapping[int, int]) -> dict[int, list[tuple[int, ...]]]:
    found: dict[int, list[tuple[int, ...]]] = {}
    names = ("player", "end", "games", "half_points", "met")
    for player, *row in zip(*(getattr(pool, name).tolist() for name in names), strict=True):
        found.setdefault(people[player], []).append(tuple(row))
    return {player: sorted(rows) for player, rows in sorted(found.items())}


def seals(desk: Desk) -> list[tuple[Any, ...]]:
    """The heads of all lists."""
    of = schema.rating_list
    with desk.reading() as connection:
        return [tuple(row) for row in connection.execute(select(of).order_by(of.c.series, of.c.list))]


def layer_bytes(desk: Desk) -> list[tuple[Any, ...]]:
    """What stands beside the originals, but for the entry of the log that wrote it."""
    part = schema.revised_part
    with desk.reading() as connection:
        series = connection.execute(select(schema.series.c.name)).scalars().all()
        found = []
        for name in series:
            for list_, layer in revision_layers(connection, name).items():
                rows = select(part.c.name, part.c.chunk, part.c.packed).filter_by(series=name, list=list_, layer=layer)
                found += [(name, list_, row.name, row.chunk, bytes(row.packed)) for row in connection.execute(rows)]
    return sorted(found)


# --- random seasons -----------------------------------------------------------------------------------------------

APART = ((8, 9), (7, 12))  # who never play in one event: they may turn out to be one person


def random_season(seed: int, months: int, opened: date = date(2025, 9, 1)) -> Season:
    """Nine rated players, some near the floor, some young, some with few games, and three unrated."""
    rng = Random(seed)
    people = {
        n: Opened(
            rng.choice((1405, 1420, 1480, 1600, 1750, 1900, 2050)) + rng.randrange(10),
            rng.choice((3, 24, 27, 60)),
            rng.choice((19800102, 20090305, 20120708)),
        )
        for n in range(1, 10)
    } | {n: Opened(born=rng.choice((19800102, 20100305))) for n in range(10, 13)}
    tournaments: list[Tournament] = []
    for month in range(months):
        first = Month.of(opened).plus(month).first
        starts = [first + 3 * DAY]
        if rng.random() < 0.6:
            starts.append(first + rng.choice((13, 26)) * DAY)
        for start in starts:
            tournaments.append(_random_tournament(rng, f"event-{len(tournaments) + 1}", start))
    last = Month.of(opened).plus(months)
    return Season(opened, people, tuple(each for each in tournaments if each.list_ <= int(last)), months)


def _random_tournament(rng: Random, code: str, start: date) -> Tournament:
    left_out = {rng.choice(pair) for pair in APART}
    chosen = [n for n in range(1, 13) if n not in left_out]
    rng.shuffle(chosen)
    players = tuple(sorted(chosen[:8]))
    return Tournament(code, start, players, random_results(rng, 8, 4), unadmitted=rng.random() < 0.15)


def random_results(rng: Random, players: int, rounds: int) -> dict[tuple[int, int], str]:
    return {
        (white, turn): rng.choice("1100=")
        for turn, pairs in enumerate(berger(players)[:rounds], 1)
        for white, _ in pairs
    }


def corrected(rng: Random, each: Tournament) -> Tournament:
    """The same event with other results."""
    return replace(each, results=random_results(rng, len(each.players), each.rounds))


# --- random revisions ---------------------------------------------------------------------------------------------

YOUNG, OLD = 20120101, 19700101


@dataclass(frozen=True)
class Change:
    """Something that is put right, in plain values."""

    kind: str  # replace, annul, late, birth, merge
    event: Tournament | None = None  # as it was
    instead: Tournament | None = None
    player: int = 0
    other: int = 0  # into whom he is merged
    born: int = 0


def random_changes(seed: int, season: Season) -> tuple[Change, ...]:
    """One of each kind, some of them left out, about different events and players."""
    rng = Random(seed)
    there = [each for each in season.tournaments if each.list_ <= season.lists[-1]]
    rated, lying = ([each for each in there if each.unadmitted is so] for so in (False, True))
    rng.shuffle(rated)
    found = [Change("replace", each, corrected(rng, each)) for each in rated[:2]] + [Change("annul", rated[2])]
    found += [Change("late", each) for each in lying[:1]]
    born = rng.randrange(1, 7)
    found.append(Change("birth", player=born, born=OLD if season.people[born].born > 20000000 else YOUNG))
    kept, gone = rng.sample(rng.choice(APART), 2)
    found.append(Change("merge", player=gone, other=kept))
    rng.shuffle(found)
    return tuple(found[: rng.randrange(2, len(found) + 1)])


def proposal_of(desk: Desk, change: Change) -> Proposal:
    match change.kind:
        case "replace":
            assert change.event
            assert change.instead
            return revisions.ReportReplacement(change.event.code, file_of(change.instead), "the right results")
        case "annul":
            assert change.event
            return revisions.EventAnnulment(change.event.code, "it was never played")
        case "late":
            assert change.event
            return revisions.LateEvent(change.event.code, "it lay on a desk", Month(change.event.list_))
        case "birth":
            return revisions.FactCorrection(NUMBERS[change.player], "born", change.born, "his passport")
        case "merge":
            numbers = NUMBERS[change.other], NUMBERS[change.player]
            return revisions.MergeProposal(
                *numbers, "one person", tuple(people.compare_players(desk, *numbers).objections)
            )
    raise AssertionError(change.kind)
