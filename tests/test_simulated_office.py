"""Stories of an office, told against a model: a few in every run, `./dev story` for many. Planted faults are found."""

from __future__ import annotations

import pytest
from simulated_faults import FAULTS
from simulated_office import WrongError, tell

STORIES = (("sqlite", 1, 60), ("postgresql", 3, 40))
FOUND_BY = {"stored-twice": "exists is right, accepted", "game-dropped": "event-", "row-kept": "left something in"}


@pytest.mark.parametrize(("kind", "seed", "steps"), STORIES)
def test_an_office_is_what_its_model_says(kind: str, seed: int, steps: int) -> None:
    happened = tell(kind, seed, steps)
    assert happened["lists"], happened
    assert happened["broken off"], happened


def test_the_same_seed_tells_the_same_story() -> None:
    assert tell("sqlite", 4, 12) == tell("sqlite", 4, 12)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    """The negative controls: by what the office then says or has, not by what the database refuses."""
    with FAULTS[fault](), pytest.raises(WrongError, match=f"AssertionError: .*{FOUND_BY[fault]}"):
        tell("sqlite", 2, 80)
