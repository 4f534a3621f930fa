"""An event in parts and a round robin with somebody unrated: put right after publication, lists come to what they say
where the right report was sent at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS, new_database
from office_made import admitted, at, registered, sent
from revisions_made import (
    Opened,
    Season,
    Tournament,
    approved,
    file_of,
    founded,
    gone_through,
    originals,
    published,
    put_right,
    seals,
    waiting,
)
from test_part_doors import dated

from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.revisions import InputFile, ReportReplacement

EIGHT = tuple(range(1, 9))
FIRST, SECOND = 202512, 202601
RIGHT = {(1, 1): "1", (2, 2): "0"}  # round 1 of the first, round 2 of the second
DAYS = [date(2025, 11, 4), date(2025, 11, 6), date(2025, 12, 8), date(2025, 12, 10)]


def season(*tournaments: Tournament, months: int = 2) -> Season:
    return Season(date(2025, 11, 1), {n: Opened(0 if n == 8 else 1700) for n in EIGHT}, tournaments, months)


def league(results: dict[tuple[int, int], str]) -> InputFile:
    return InputFile("league.trf", scene(results).text.encode())


def scene(results: dict[tuple[int, int], str]):  # type: ignore[no-untyped-def]
    played = Tournament("league", DAYS[0], EIGHT, results)
    return dated(played.report(length=(DAYS[-1] - DAYS[0]).days + 1, league=True), DAYS)


def in_parts(address: str, results: dict[tuple[int, int], str]) -> Desk:
    """A league of two months: two rounds on each list."""
    desk, made = founded(address, season()), scene(results)
    registered(desk, made)
    for part, (rounds, day, list_) in enumerate(
        ((RoundRange(1, 2), date(2025, 11, 8), FIRST), (RoundRange(3, 4), date(2025, 12, 12), SECOND)), 1
    ):
        desk = at(desk, day)
        receipt = sent(desk, made, terms=SubmissionTerms("league", part=part, rounds=rounds))
        assert receipt.status == "accepted", receipt
        done = admitted(desk, f"league/{part}")
        assert done.status == "admitted", "\n".join(map(str, done.findings))
        desk = published(desk, list_)
    return desk


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_of_a_long_event_was_wrong(kind: str, tmp_path: Path) -> None:
    """The file holds all rounds; only those of the part are put right, and the later part is judged with it."""
    (tmp_path / "right").mkdir()
    desk = in_parts(new_database(kind, tmp_path), {})
    right = in_parts(new_database(kind, tmp_path / "right"), RIGHT)
    before = seals(desk)
    approved(desk, ReportReplacement("league/1", league(RIGHT), "two results of the first days"))
    assert put_right(desk, season()) == originals(right, season())
    assert scores(desk) == scores(right) != {}
    assert originals(desk, season()) != originals(right, season())
    assert seals(desk) == before


def scores(desk: Desk) -> dict[int, list[tuple[int, ...]]]:
    """What newcomers wait with, but for the ratings met: in the later part these are those of the list of the time."""
    return {player: [row[:-1] for row in rows] for player, rows in waiting(desk, season(), SECOND).items()}


def as_if_right(tmp_path: Path, wrong: Tournament, results: dict[tuple[int, int], str], *others: Tournament) -> None:
    """Put right, the lists say what they say where the right report was sent."""
    (tmp_path / "right").mkdir()
    mended = replace(wrong, results=results)
    whole, same = season(wrong, *others), season(mended, *others)
    desk = gone_through(new_database("sqlite", tmp_path), whole)
    right = gone_through(new_database("sqlite", tmp_path / "right"), same)
    approved(desk, ReportReplacement(wrong.code, file_of(mended), "a wrong result"))
    assert put_right(desk, whole) == originals(right, same)
    assert originals(desk, whole) != originals(right, same)


def test_a_round_robin_with_somebody_unrated_was_wrong(tmp_path: Path) -> None:
    """Everybody meets everybody; the eighth has no rating, and his points decide what he waits with."""
    robin = Tournament("robin", date(2025, 11, 4), EIGHT, {(8, 1): "1"}, rounds=7, shape="robin")
    as_if_right(tmp_path, robin, {(8, 1): "0", (1, 2): "1"})


def test_each_list_is_made_again_with_the_edition_of_its_events(tmp_path: Path) -> None:
    """In September a difference above 400 counts as 400 (0.92) for everybody, from October on not for 2650 and more.

    A player of 2700 with K 10 draws four games against 1700: -16.8, 2683. He had won the first: -11.8, 2688. In October
    four draws cost him 20 by either: 2663 as published, 2668 as it should have been."""
    september, october = (
        Tournament("september", date(2025, 9, 4), EIGHT),
        Tournament("october", date(2025, 10, 6), EIGHT),
    )
    strong = {n: Opened(2700 if n == 1 else 1700) for n in EIGHT}
    whole = Season(date(2025, 9, 1), strong, (september, october), 2)
    desk = gone_through(new_database("sqlite", tmp_path), whole)
    assert [originals(desk, whole)[list_][1][0] for list_ in whole.lists] == [2700, 2683, 2663]
    approved(desk, ReportReplacement("september", file_of(replace(september, results={(1, 1): "1"})), "he won"))
    assert [put_right(desk, whole)[list_][1][0] for list_ in whole.lists] == [2700, 2688, 2668]
