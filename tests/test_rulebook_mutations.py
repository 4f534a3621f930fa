"""A mutated rulebook is refused with a reason, or its proving month runs to the end; never a traceback, never long."""

from __future__ import annotations

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
