"""A story: an office, its model, and the way from one step to the next.

`call` does something and may break it off first; `attempt` and `done` know whether it can be done; `settle` is said
when the model knows it, too, and looks at everything.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from random import Random
from typing import TypeVar

from office_made import NUMBERS
from office_model import ROUNDS, Booked, Model, Results
from revisions_made import Opened, Tournament, founded, random_season
from simulated_checks import must_be_as_modelled, must_be_healthy, must_only_grow
from simulated_crash import Breaker, Snapshot, snapshot

from arpad.finding import UserError
from arpad.office import people
from arpad.office.desk import Desk, open_desk
from arpad.office.store.engine import connect_store

T = TypeVar("T")
CRASHES, EXAMINED = 0.2, 20  # how often a call is broken off first; steps between two visits of the doctor
OFFICER = "S. Officer"
FIELD = 8  # players of an event
TWIN_OF = range(1, 7)  # rated players, of whom others may turn out to be a second entry


class Story:
    """What happens in one office, by a seed."""

    def __init__(self, address: str, seed: int) -> None:
        self.rng = Random(seed)
        self.address, self.told = address, list[str]()
        season = random_season(seed, 1)
        self.opened: dict[int, Opened] = dict(season.people)
        founded(address, season).store.close()
        self._store = connect_store(address, keep=True)
        births = {n: person.born for n, person in season.people.items()}
        self.model = Model(season.opened, season.lists[:1], births, wrote_on=season.opened)
        self.breaker = Breaker(Random(seed + 1), CRASHES)
        self.desk = self.at(season.opened)
        self._settled, self.steps = self._now(), 0

    def close(self) -> None:
        self._store.close()

    def at(self, day: date) -> Desk:
        return open_desk(self._store, OFFICER, day)

    def go_to(self, day: date) -> None:
        self.told.append(f"it is {day}")
        self.model.today, self.desk = day, self.at(day)

    def _now(self) -> Snapshot:
        with self.desk.reading() as connection:
            return snapshot(connection)

    def event(self, *likely: str, some: Callable[[Booked], bool] = lambda _: True) -> Booked | None:
        """An event: mostly one that stands where the act is likely."""
        there = [event for event in self.model.events.values() if some(event)]
        fitting = [event for event in there if event.where in likely]
        chosen = fitting if fitting and self.rng.random() < 0.85 else there
        return self.rng.choice(chosen) if chosen else None

    def call(self, name: str, act: Callable[[], T]) -> T:
        """Do something, perhaps after a try that comes to nothing."""
        self.told.append(name)
        return self.breaker.call(self.desk, name.split()[0], act, lambda: self._settled)

    def attempt(self, name: str, act: Callable[[], T], allowed: bool) -> T | None:
        """Do what can be done, or be refused."""
        try:
            done = self.call(name, act)
        except UserError as refusal:
            self.told[-1] += f" (refused: {refusal.sentence})"
            if allowed:
                raise AssertionError(f"{name} is refused: {refusal.sentence}") from refusal
            return None
        assert allowed, f"{name} is not refused"
        return done

    def done(self, name: str, act: Callable[[], T], settle: bool = True) -> T:
        """Do what can be done."""
        found = self.attempt(name, act, allowed=True)
        assert found is not None
        if settle:
            self.settle(written=True)
        return found

    def settle(self, written: bool) -> None:
        """After a call: look whether everything is as it should be."""
        now = self._now()
        must_only_grow(self._settled, now, written, OFFICER)
        if written:
            self.model.wrote_on = self.model.today
        self._settled = now
        self.steps += 1
        if self.steps % EXAMINED == 0:
            self.look_over()

    def look_over(self) -> None:
        must_be_healthy(self.desk, self.address)

    def compare(self) -> None:
        must_be_as_modelled(self.desk, self.model, self._settled)


def report_of(event: Booked, results: Results, rng: Random) -> bytes:
    text = Tournament(event.code, event.start, event.players, results, rounds=ROUNDS).report().text
    return (text if rng.random() < 0.5 else text.replace("\r\n", "\n")).encode()


def objections(story: Story, kept: int, gone: int) -> frozenset[people.Objection]:
    try:
        return frozenset(people.compare_players(story.desk, NUMBERS[kept], NUMBERS[gone]).objections)
    except UserError:
        return frozenset()
