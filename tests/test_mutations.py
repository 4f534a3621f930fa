"""Every named way of breaking a sound tournament is found under its code, and a sound tournament is not touched."""

from __future__ import annotations

import random

import pytest
from mutations import HEAVY, MUTATIONS
from tournament import make

from arpad.intake import CODES, read


@pytest.mark.parametrize("trf26", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_a_sound_tournament_has_no_findings(seed: int, trf26: bool) -> None:
    """The negative control of every check: nothing fires where nothing is wrong."""
    report, findings = read(make(seed, players=4 + seed % 9, rounds=3 + seed % 5, trf26=trf26).data(), "sound.trf")
    assert [str(finding) for finding in findings] == []
    assert len(report.players) == 4 + seed % 9
    assert report.cells.rounds == 3 + seed % 5


def test_there_are_at_least_sixty_named_mutations_and_their_codes_exist() -> None:
    assert len(MUTATIONS) >= 60
    assert {code for code, _ in MUTATIONS.values()} <= set(CODES)


@pytest.mark.parametrize("name", MUTATIONS)
def test_each_mutation_gives_the_code_it_stands_for(name: str) -> None:
    code, mutate = MUTATIONS[name]
    for seed in range(1 if name in HEAVY else 25):
        tournament = make(seed, players=6 + seed % 5, rounds=4 + seed % 3, trf26=bool(seed % 2), plain=True)
        data = mutate(tournament, random.Random(seed))
        _, findings = read(data, "broken.trf")
        assert code in {finding.code for finding in findings}, (seed, [str(finding) for finding in findings])
