"""Run a proving month of a rulebook in memory: hold events, examine, rate, publish, export, explain and seal again.

In: the file of a rulebook. Out: for each series what the month had; or a refusal, with the reason for which no list
can be made by it. Nothing is written, and no office is asked. The month proves that the rulebook works, not that it is
wise: whether its events could be admitted is told by `check`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, replace
from datetime import date
from io import BytesIO
from typing import Any

import numpy as np

from arpad.asjson import to_json
from arpad.columns import Roll, Status
from arpad.days import Month
from arpad.explain.calculation import Calculation, PlayerTables, StoredRow, TitledName, calculation
from arpad.explain.first_rating import EventName
from arpad.finding import UserError
from arpad.law import LawError, Rulebook
from arpad.law.calendar import list_for, next_list
from arpad.law.examined import Fault, FileExamined, ProvingMonth, examine_file
from arpad.law.law_set import use_law
from arpad.law.lawfiles import SUFFIX
from arpad.law.ownfiles import head_of, law_with
from arpad.lists.export import EXPORTS, export
from arpad.lists.listing import ListingFacts, UnlistedPlayers, unlisted
from arpad.lists.published import People, Published
from arpad.lists.sealed import by_event, by_player, digest, parts_of
from arpad.model import EventFacts
from arpad.pipeline import ComputedList, Inquiry, PeriodInputs, check
from arpad.simulate.draw import RandomStream
from arpad.simulate.lists import (
    HeldEvent,
    SeriesLists,
    days_elsewhere,
    opening_roll,
    other_series,
    other_series_opening_roll,
)
from arpad.simulate.names import latin_name
from arpad.simulate.organiser import EventOrganiser
from arpad.simulate.people import SimulatedFederation, host_regions, make_people
from arpad.simulate.plan import EventPlan
from arpad.simulate.report import SentReport
from arpad.simulate.setting import SimulationSetting
from arpad.simulate.world import held_event

PLAYERS, SEED = 160, 20
MOST_LISTS = 40  # after the month, until its last event is on one
EVENTS = (  # kind, players or teams, rounds, day of the month
    ("swiss", 16, 7, 2),
    ("round-robin", 8, 7, 3),
    ("double-round-robin", 6, 10, 4),
    ("match", 2, 6, 5),
    ("team", 4, 3, 20),
)
PEOPLE, OPENING, ELSEWHERE, PLAYED = range(4)  # purposes of lots


def examine_and_prove(body: bytes, file: str) -> FileExamined:
    """Everything about the file of a rulebook; of one that loads and is enough for lists the proving months, too."""
    examined = examine_file(body, file)
    if not examined.sound:
        return examined
    try:
        return replace(examined, proving_months=run_proving_months(body, file))
    except LawError as error:
        return replace(examined, faults=(Fault(None, error),))


def run_proving_months(body: bytes, file: str) -> tuple[ProvingMonth, ...]:
    """The proving month of each series of a rulebook that loads. Refuses one by which no list can be made."""
    head = head_of(body, file)
    with use_law(law_with({head.id + SUFFIX: body})):
        return tuple(_run_month(series, head.in_force, file) for series in head.series)


def _run_month(series: str, in_force_from: date, file: str) -> ProvingMonth:
    month = Month.of(in_force_from)
    month = month if in_force_from.day == 1 else month.plus(1)
    try:
        proving = _Proving(SimulationSetting(series, month, 1, PLAYERS, SEED, 0))
        sent = proving.hold_events()
        return proving.make_lists(sent)
    except UserError as error:
        raise LawError("proving-month", where=file, series=series, month=month, problem=error) from None


class _Proving:
    """The state of a proving month."""

    def __init__(self, setting: SimulationSetting) -> None:
        self.setting, self.series = setting, setting.series
        self.federation = make_people(RandomStream(SEED, PEOPLE), setting)
        self.opening = opening_roll(RandomStream(SEED, OPENING), setting, self.federation)
        self.codes = self.federation.codes
        self.other = other_series(self.series, setting.start)
        self.season = self._season()
        self.explained = self.games = 0

    def _season(self) -> SeriesLists:
        home = self.codes.index(self.setting.home) if self.setting.home else len(self.codes)
        season = SeriesLists(self.series, self.other, self.federation.table(), home, self.opening)
        self._list_elsewhere(season, self.opening[0])
        return season

    def _list_elsewhere(self, season: SeriesLists, day: date) -> None:
        """The lists of the other series until after a day, where the rulebook reads one: all alike."""
        if not self.other:
            return
        roll = other_series_opening_roll(RandomStream(SEED, ELSEWHERE), self.setting, self.federation)
        last = day
        with suppress(LawError):  # no edition covers the list before the first day of the rulebook
            last = next_list(self.series, day)
        for each in days_elsewhere(self.series, self.other, self.opening[0], last):
            season.other[Month.of(each)] = roll

    def hold_events(self) -> list[SentReport]:
        """The events of the month, one of each kind, each examined as its report arrives."""
        organiser = EventOrganiser(RandomStream(SEED, PLAYED), self.setting, self.federation, self.season)
        ((host, language), *_) = host_regions(self.setting.home)
        plans = [
            EventPlan(kind, "open", host, language, size, rounds, self.setting.start.replace(day=day), 1)
            for kind, size, rounds, day in EVENTS
        ]
        sent = [report for plan in plans if (report := organiser.hold(plan)) is not None]
        for each in sent:
            to_json(check(Inquiry.of(each.report, (), _facts_by_name(each.facts), each.reported)).findings)
        return sent

    def make_lists(self, sent: Sequence[SentReport]) -> ProvingMonth:
        """Every list up to that of the last event, each published, explained, and made again in another order."""
        waiting: dict[date, list[HeldEvent]] = defaultdict(list)
        for key, event in enumerate(sent, 1):
            assert event.facts.end is not None
            waiting[list_for(self.series, event.facts.end)].append(
                held_event(self.series, key, event, frozenset(), Status.UNPLAYED_GAME)
            )
        lists: list[Month] = []
        again, day = self._season(), max(self.opening[0], self.setting.start)
        while waiting or not lists:
            if len(lists) == MOST_LISTS:
                raise UserError("proving-lists", lists=MOST_LISTS, waiting=len(waiting))
            day = next_list(self.series, day)
            held = waiting.pop(day, [])
            for season in (self.season, again):
                self._list_elsewhere(season, day)
            computed, repeated = self.season.close(day, held), again.close(day, held[::-1])
            if self._publish(day, *computed) != self._publish(day, *repeated):
                raise UserError("proving-seal", list=Month.of(day))
            self._explain(*computed)
            lists.append(Month.of(day))
        return ProvingMonth(self.series, tuple(lists), len(sent), self.games, self.explained)

    def _publish(self, day: date, inputs: PeriodInputs, computed: ComputedList) -> str:
        """Export a list in every form; its seal."""
        book = inputs.books[-1]
        left_out = self._left_out(day, inputs, computed)
        reasons = np.zeros(len(computed.roll), np.uint8)
        reasons[left_out.player] = left_out.reason
        games = (computed.roll.games - inputs.replaced.games).astype(np.uint16)
        people = _listed_people(self.federation, day)
        published = Published(self.series, day, book.id, True, people, computed.roll, games, unlisted=reasons)
        for form in EXPORTS:
            export(published, form, BytesIO())
        tables = by_player(computed.period, computed.adjustments, left_out)
        ledgers = [packed for _, packed in sorted(by_event(computed.period, ()))]
        return digest("", parts_of(inputs.replaced, computed.roll), tables, ledgers)

    def _left_out(self, day: date, inputs: PeriodInputs, computed: ComputedList) -> UnlistedPlayers:
        died = np.zeros(len(computed.roll), np.int32)
        facts = ListingFacts(inputs.players.federation, self.codes, died, dict.fromkeys(self.codes, "member"))
        return unlisted(inputs.books[-1], day, facts, inputs.replaced, computed.roll)

    def _explain(self, inputs: PeriodInputs, computed: ComputedList) -> None:
        """Explain the list to everybody who played."""
        period, book = computed.period, inputs.books[-1]
        names = {
            row: TitledName(person.id, person.name, person.title, person.federation)
            for row, person in enumerate(self.federation.people)
        }
        events = {int(key): EventName(f"S{key}", f"Event {key}") for key in period.events.key.tolist()}
        for player in sorted(set(period.entries.player.tolist())):
            tables = PlayerTables(
                self.series,
                period,
                player,
                _stored_row(inputs.replaced, player, book),
                _stored_row(computed.roll, player, book),
                inputs.pool,
                computed.adjustments.take(computed.adjustments.player == player),
                None,
                names,
                events,
            )
            to_json(calculation(tables), Calculation)
            self.explained += 1
        self.games += len(period.games)


def _stored_row(roll: Roll, player: int, book: Rulebook) -> StoredRow:
    return StoredRow({name: int(column[player]) for name, column in roll.columns()}, book)


def _listed_people(federation: SimulatedFederation, day: date) -> People:
    people = federation.people
    return People.of(
        id=[person.id for person in people],
        fide_id=[person.id for person in people],
        name=[person.name for person in people],
        federation=[person.federation_on(day) for person in people],
        region=[person.region for person in people],
        sex=["F" if person.sex == "w" else "M" for person in people],
        title=[person.title for person in people],
        national_title=[person.category for person in people],
        birth_year=[person.born.year for person in people],
        latin_name=[latin_name(person.name) for person in people],
    )


def _facts_by_name(facts: EventFacts) -> dict[str, Any]:
    """The facts that an organiser answers, by name."""
    return {each.name: value for each in fields(facts) if (value := getattr(facts, each.name)) not in (None, "", ())}
