"""Small answers: games coded as shorter than a move (5.1), controls without main time (1.1), a countdown at its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from events_made import judged, scene
from typed import typed

from arpad.columns import Status
from arpad.finding import Note, Tier
from arpad.timecontrol import TimeControl, parse

EDITIONS = ("fide-standard-2025", "fide-standard-2024", "fide-standard-2009", "fide-rapid-blitz-2018", "ukraine-2018")


@pytest.mark.parametrize("edition", EDITIONS)
def test_5_1_a_game_coded_as_less_than_a_move_is_told_and_does_not_count(edition: str) -> None:
    made = scene(edition, results={(1, 1): "W"})
    sound = scene(edition, results={(1, 1): "1"})
    answer, control = judged(made), judged(sound)
    (finding,) = [each for each in answer.findings if each.code == "unplayed-game"]
    assert (finding.tier, finding.round) == (Tier.ADVICE, 1)
    assert "If both moved, write 1, = or 0" in finding.sentence
    assert finding.articles
    assert answer.period is not None
    assert control.period is not None
    assert (answer.period.ledger.status == Status.UNPLAYED_GAME.value).sum() == 2
    assert not [each for each in control.findings if each.code == "unplayed-game"]


def test_5_1_check_prints_it(tmp_path: Path) -> None:
    made = scene("fide-standard-2025", results={(1, 1): "D"})
    (tmp_path / "event.trf").write_text(made.text, "utf-8")
    told = typed("check", tmp_path / "event.trf", "--series", "fide-standard")
    assert "is coded W, D or L" in " ".join(told.out.split())


@pytest.mark.parametrize("text", ["0'+4\"", '4"/move', "0+4", "0 min + 4 sec/move"])
def test_1_1_2_four_seconds_a_move_are_four_minutes_of_sixty_moves(text: str) -> None:
    control = parse(text)
    assert isinstance(control, TimeControl)
    assert control.seconds_for(60) == 240


def test_a_countdown_at_its_end_does_not_ask_for_no_more_games() -> None:
    assert Note.of("web-waits/enough", games=31).sentence == (
        "31 games: enough, but the rating that they come to is too low"
    )
