"""A mutated rulebook is refused with a reason, or its proving month runs to the end; never a traceback, never long."""

from __future__ import annotations

import json
import time
from random import Random

import properties
import pytest
from rulebook_mutations import mutate, rulebook_of, written

from arpad.law.ownfiles import LARGEST
from arpad.simulate.proving_month import examine_and_prove

SEEDS = 200 if properties.thorough else 10
SECONDS = 2


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_mutated_rulebook_is_refused_with_a_reason_or_its_proving_month_runs(seed: int) -> None:
    random = Random(seed)
    raw = rulebook_of(random)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        mutate(raw, random)
    body = written(raw).encode()
    assert len(body) < LARGEST
    began = time.process_time()
    examined = examine_and_prove(body, "own.toml")
    assert time.process_time() - began <= SECONDS
    reasons = [str(fault.problem) for fault in examined.faults]
    assert all(reasons)
    assert reasons or examined.lacking or examined.proving_months
    if examined.sound:
        (month,) = examined.proving_months
        assert month.events
        assert month.games
        assert month.players


def test_a_rulebook_that_nobody_mutated_runs_its_proving_month() -> None:
    """The control: otherwise everything could be refused."""
    for seed in range(5):
        examined = examine_and_prove(written(rulebook_of(Random(seed))).encode(), "own.toml")
        assert examined.faults == ()
        assert examined.sound
        assert examined.proving_months[0].games > 100


@pytest.mark.parametrize("months", ["[1]", "[2, 5, 8, 11]", "[3, 6, 9, 12]", "[7]"])
def test_a_calendar_of_few_lists_runs_its_proving_month(months: str) -> None:
    """The list before the first day of the rulebook is one that no edition covers."""
    raw = rulebook_of(Random(1))
    ((name, calendar),) = [
        (number, body["list-calendar"]) for number, body in raw["article"].items() if "list-calendar" in body
    ]
    calendar["months"] = json.loads(months)
    examined = examine_and_prove(written(raw).encode(), "own.toml")
    assert [str(fault.problem) for fault in examined.faults] == []
    (month,) = examined.proving_months
    assert month.lists[-1].in_year in calendar["months"], name


def test_a_rulebook_that_asks_for_neither_registration_nor_minutes_runs_its_proving_month() -> None:
    raw = rulebook_of(Random(2))
    for body in raw["article"].values():
        for concept in ("registered-event", "rate-of-play"):
            if body.pop(concept, None) is not None and not body.get("cites"):
                body |= {"status": "told", "reason": "Nothing is asked."}
    raw["article"] = {
        number: {**body, "cites": [c for c in body.get("cites", []) if c not in ("registered-event", "rate-of-play")]}
        for number, body in raw["article"].items()
    }
    for body in raw["article"].values():
        if not body["cites"] and set(body) == {"says", "cites"}:
            body |= {"status": "told", "reason": "Nothing is asked."}
    examined = examine_and_prove(written(raw).encode(), "own.toml")
    assert [str(fault.problem) for fault in examined.faults] == []
    assert examined.proving_months
