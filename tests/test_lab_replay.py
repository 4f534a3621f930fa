"""History rated again: as it was, row for row, under the editions that made it; and under other rules by hand."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from lab_made import FIRST, MONTHS, SERIES, island, island_history
from national_made import UA
from parts_made import opened, part, published
from test_history import national
from test_history_files import exported, kept_history
from test_wholes import league_of_36_days
from typed import typed

from arpad.columns import Roll, State
from arpad.finding import Problem, UserError
from arpad.history.bundle import Library
from arpad.history.list_data import MergedRows, roll_rows
from arpad.history.verify import watch_nothing
from arpad.lab.measures import predict_games
from arpad.lab.outcome import lists_not_as_published, read_outcome, run_variant, write_outcome
from arpad.lab.replay import apply_list_changes, replay_lists, replay_series
from arpad.lab.variant import Variant, changeable_keys, rulebook_with_values
from arpad.law import LawError, rulebook

STANDARD, S24 = "fide-standard", "fide-standard-2024"
PERIOD = ("entries", "ledger", "lines", "worksheets", "firsts", "pool")


def otherwise(library: Library, series: str, variant: Variant) -> list[tuple[int, str]]:
    """Which tables of which lists are not as they were published."""
    found = []
    for each in replay_lists(library, series, variant):
        stored = library.table(each.head, "list")
        if len(stored) != len(roll_rows(each.roll)) or not roll_rows(each.roll).equals(stored):
            found.append((each.head.list_, "list"))
        for name in PERIOD if each.outcome else ():
            rows, there = getattr(each.outcome.period, name), library.table(each.head, name)  # type: ignore[union-attr]
            if len(rows) != len(there) or not rows.equals(there):
                found.append((each.head.list_, name))
    return found


def of_parts(directory: Path) -> Library:
    """An event in two parts: what a newcomer made in April is left open until May decides it."""
    event = league_of_36_days("00101")
    desk = opened("sqlite", directory, event, date(2024, 4, 1))
    desk, _ = part(desk, event, 1, 1, 2)
    desk = published(desk, STANDARD, 202405)
    desk, _ = part(desk, event, 2, 3, 5)
    return exported(published(desk, STANDARD, 202406), directory)


HISTORIES: dict[str, tuple[Callable[[Path], Library], str]] = {
    "a simulated federation": (lambda _: island_history(), SERIES),
    "merges and lists put right": (lambda _: Library(kept_history()), STANDARD),
    "a K that needs a birthday, foreigners": (lambda place: exported(national(place), place), UA),
    "an event in parts": (of_parts, STANDARD),
}


@pytest.mark.parametrize("which", HISTORIES)
def test_under_its_own_editions_a_history_comes_out_row_for_row(which: str, tmp_path: Path) -> None:
    history, series = HISTORIES[which]
    assert otherwise(history(tmp_path), series, Variant()) == []


def test_the_histories_have_what_they_are_named_after(tmp_path: Path) -> None:
    revised, parts = Library(kept_history()), of_parts(tmp_path)
    assert any(len(revised.table(head, "merged")) for head in revised.contents.chapters)
    assert any(len(revised.table(head, "beside")) for head in revised.contents.chapters)
    assert any(parts.table(head, "earlier").earlier.any() for head in parts.contents.chapters)
    assert len(island_history().contents.chapters) == MONTHS + 1


def test_what_an_earlier_part_came_to_is_the_replays_own(tmp_path: Path) -> None:
    """In parts the newcomer of April is still open in May whatever the edition; his first rating is another."""
    library = of_parts(tmp_path)
    new = {}
    for edition in (S24, "fide-standard-2014"):
        *_, last = replay_lists(library, STANDARD, Variant.of(edition))
        assert last.outcome is not None
        assert (last.outcome.period.ledger.status == 16).any()  # what April had decided counts once
        (first,) = last.outcome.period.firsts.rating[last.outcome.period.firsts.rating > 0].tolist() or (0,)
        new[edition] = first
    assert new[S24] == 1750
    assert new["fide-standard-2014"] != 1750


def test_another_k_moves_everybody_by_hand() -> None:
    """K 7 for everybody: what the first list after the opening adds is 7 x sum, rounded, where no ceiling binds."""
    library = island_history()
    values = {f"coefficient.{name}.k": "7" for name in ("new-player", "below-2400", "reached-2400", "junior")}
    made = [each for each in replay_lists(library, SERIES, Variant.of(S24, values=values)) if each.outcome is not None]
    period = made[0].outcome.period  # type: ignore[union-attr]
    before = library.roll(SERIES, FIRST, made[0].head.players)
    assert before is not None
    entries, ledger = period.entries, period.ledger
    checked = 0
    for sheet in range(len(period.worksheets)):
        player = int(period.worksheets.player[sheet])
        seats = np.flatnonzero((entries.player == player) & (entries.source == 0))
        if len(seats) != 1:
            continue
        rows = ledger.entry == seats[0]
        total = Fraction(int(ledger.delta[rows & (ledger.status == 0)].astype(int).sum()), 100)
        change = int(entries.k[seats[0]]) * total
        away = (1 if change > 0 else -1) * int(abs(change) + Fraction(1, 2))
        assert int(period.worksheets.new[sheet]) == int(before.rating[player]) + away
        checked += 1
    assert checked > 20
    second = made[1].entries
    assert second is not None
    assert set(second.k[second.role == 0].tolist()) == {7}


def test_the_opening_list_is_taken_and_another_rule_moves_what_comes_after() -> None:
    library = island_history()
    first, *others = replay_lists(library, SERIES, Variant.of("fide-standard-2009"))
    assert roll_rows(first.roll).equals(library.table(first.head, "list"))
    assert len(otherwise(library, SERIES, Variant.of("fide-standard-2009"))) > len(others)


def test_a_rating_follows_from_the_replay_and_not_from_what_was_published() -> None:
    """Who is met with which rating in the second month is what the replay's own list says."""
    library = island_history()
    values = {"coefficient.below-2400.k": "40"}
    made, elsewhere = list(replay_lists(library, SERIES, Variant.of(S24, values=values))), 0
    for before, each in pairwise(made):
        entries = each.entries
        assert entries is not None
        seats = library.table(each.head, "events").list[entries.event] == before.head.list_
        on = seats & (entries.source == 0)
        assert (entries.own[on] == before.roll.rating[entries.player[on]]).all()
        published = library.roll(SERIES, before.head.list_, each.head.players)
        assert published is not None
        elsewhere += int((entries.own[on] != published.rating[entries.player[on]]).sum())
    assert elsewhere > 50


def test_a_list_that_was_put_right_moves_what_the_replay_gave_and_does_not_replace_it() -> None:
    """On the last list nobody played; with another K three players have other ratings, and move by as many points."""
    library = Library(kept_history())
    *_, before, last = replay_lists(library, STANDARD, Variant.of(S24, values={"coefficient.below-2400.k": "40"}))
    was = library.roll(STANDARD, before.head.list_, last.head.players)
    right = library.roll(STANDARD, last.head.list_, last.head.players)
    assert was is not None
    assert right is not None
    assert not len(library.table(last.head, "games"))
    rolls = (was, right, before.roll, last.roll)
    rows = set(zip(*(roll.rating.tolist() for roll in rolls), strict=True))
    assert rows >= {(1676, 1664, 1678, 1678 - 12), (1540, 1502, 1596, 1596 - 38), (1464, 1439, 1517, 1517 - 25)}


# --- what is set --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("coeficient.new-player.k", "30", "coefficient.new-player.k"),
        ("coefficient.nwe-player.k", "30", "coefficient.new-player.k"),
        ("coefficient.new-player.q", "30", "coefficient.new-player.k"), ("coefficient", "30", "coefficient."),
        ("coefficient.new-player.k", "x", "whole number"), ("coefficient.new-player.k", "2.5", "2.5"),
        ("coefficient.new-player.k", "[" * 20_000, "whole number"),
        ("coefficient.new-player.k", "9" * 5000, "whole number"),
        ("expectation-table.layout", "1", "no value"), ("nothing.at.all", "1", "no value"),
        ("difference-limit.limits", "350", "difference-limit.limit"),
        ("coefficient.below-2400.rating_below", "2000", "no clause covers a player"),
    ],
)  # fmt: skip
def test_a_value_that_the_vocabulary_does_not_know_is_refused_with_what_is_near(key: str, text: str, said: str) -> None:
    with pytest.raises(LawError) as refused:
        Variant.of(S24, values={key: text})
    assert said in str(refused.value)


def test_a_value_is_set_and_nothing_else() -> None:
    book = rulebook(S24)
    other = rulebook_with_values(book, {"coefficient.new.k": "30", "difference-limit.limit": "350"})
    before, after = book.edition.fillings, other.edition.fillings
    assert {name for name in before if before[name] != after[name]} == {"coefficient", "difference-limit"}
    assert other.expected(1000) == book.expected(350)
    clauses = after["coefficient"].values[STANDARD].clauses
    assert {clause.name: clause.k for clause in clauses}["new-player"] == 30


def test_every_key_that_is_offered_can_be_set() -> None:
    book = rulebook(S24)
    keys = list(changeable_keys(book))
    assert len(keys) > 50
    for key in keys:
        with pytest.raises(LawError, match=r"expected|one of") as refused:
            rulebook_with_values(book, {key: "{}"})
        assert "vocabulary" not in str(refused.value)
    for key in ("floor.rating", "coefficient-ceiling.product", "coefficient.junior.age_up_to"):
        assert key in keys
        rulebook_with_values(book, {key: "17"})


def test_variants_are_told_apart_by_everything_that_decides() -> None:
    variants = [
        Variant(), Variant.of(S24), Variant.of(S24, one_offs=False), Variant.of(S24, "002-hu"),
        Variant.of(S24, values={"floor.rating": "1300"}), Variant.of("fide-standard-2025"),
    ]  # fmt: skip
    assert len({each.sha256 for each in variants}) == len({each.name for each in variants}) == len(variants)
    assert Variant.of(S24).sha256 == Variant.of(S24).sha256


def test_without_one_offs_march_2024_adds_nothing() -> None:
    heads = [head for head in island_history().contents.chapters if head.remakable]
    law = island_history().law(heads[0])
    with_them, without = (
        Variant.of(S24, one_offs=one_offs).books(heads[0], law)[-1].one_off(date(2024, 3, 1))
        for one_offs in (True, False)
    )
    assert with_them is not None
    assert without is None


# --- what was done between two lists ------------------------------------------------------------------------------


def roll(**rows: tuple[int, int]) -> Roll:
    """Ratings and games of players 0, 1, 2."""
    ratings, games = zip(*(rows.get(name, (0, 0)) for name in ("p0", "p1", "p2")), strict=True)
    state = [State.ACTIVE if rating else State.NONE for rating in ratings]
    return Roll.of(rating=list(ratings), state=[int(s) for s in state], games=list(games))


def test_a_merge_moves_the_row_that_the_replay_has() -> None:
    """Player 1 was merged into 2, who had no row: in the replay 1 has 1650, and so has 2 afterwards."""
    was, then, mine = roll(p1=(1600, 9)), roll(p2=(1600, 9)), roll(p1=(1650, 9))
    merged = MergedRows.of(player=[1], kept=[2])
    assert apply_list_changes(mine, was, then, merged).equals(roll(p2=(1650, 9)))
    assert apply_list_changes(was, was, then, merged).equals(then)


def test_what_was_put_right_moves_a_replayed_rating_by_as_much() -> None:
    was, then, mine = roll(p0=(1600, 9)), roll(p0=(1620, 12)), roll(p0=(1700, 9))
    assert apply_list_changes(mine, was, then, MergedRows.of()).equals(roll(p0=(1720, 12)))
    fewer = roll(p0=(1590, 2))  # seven games were taken out; the replay had only counted five
    assert apply_list_changes(roll(p0=(1700, 5)), was, fewer, MergedRows.of()).equals(roll(p0=(1690, 0)))


def test_whoever_is_rated_in_the_replay_alone_goes_into_the_one_he_was_merged_into() -> None:
    nobody, mine = roll(), roll(p1=(1500, 5))
    assert apply_list_changes(mine, nobody, nobody, MergedRows.of(player=[1], kept=[2])).equals(roll(p2=(1500, 5)))
    both = roll(p1=(1500, 5), p2=(1800, 50))
    assert apply_list_changes(both, nobody, nobody, MergedRows.of(player=[1], kept=[2])).equals(roll(p2=(1800, 50)))


# --- what comes out -----------------------------------------------------------------------------------------------


def test_a_game_of_an_event_in_parts_is_predicted_once(tmp_path: Path) -> None:
    library = of_parts(tmp_path)
    known = 0
    for each in replay_lists(library, STANDARD, Variant()):
        new = library.table(each.head, "earlier").earlier.reshape(-1, 2)
        if len(new):
            assert not set(predict_games(each).game.tolist()) & set(np.flatnonzero(new.any(axis=1)).tolist())
            assert len(predict_games(each))
            known += int(new.any(axis=1).sum())
    assert known


def test_predictions_are_those_of_the_ratings_before_the_game() -> None:
    """Independently: each game of two listed players, by the table of the edition at the difference, white's."""
    library = island_history()
    book = rulebook(S24)
    for each in replay_lists(library, SERIES, Variant()):
        found = predict_games(each)
        assert (found.published == found.expected).all()  # it is as it was
        if not each.head.remakable:
            assert len(found) == 0
            continue
        seats, games, events = (library.table(each.head, name) for name in ("seats", "games", "events"))
        expected = {}
        for row in range(len(games)):
            pair = [seats.player[seat] for seat in (int(games.white[row]), int(games.black[row]))]
            list_ = int(events.list[seats.event[games.white[row]]])
            rows = library.table(library.head(SERIES, list_), "list")  # type: ignore[arg-type]
            on = [(rows.player == player) & (rows.state % 3 > 0) for player in pair]
            ratings = [int(rows.rating[each].sum()) for each in on]
            if all(ratings) and games.status[row] == 0:
                expected[row] = (book.expected(ratings[0] - ratings[1]), int(games.white_half_points[row]))
        assert dict(zip(found.game.tolist(), zip(found.expected.tolist(), found.half_points.tolist(), strict=True),
                        strict=True)) == expected  # fmt: skip


def test_an_outcome_is_written_whole_read_again_and_refused_where_it_was_changed(tmp_path: Path) -> None:
    library = island_history()
    outcome = run_variant(library, SERIES, Variant.of("fide-standard-2014"), watch_nothing)
    assert len(lists_not_as_published(library, outcome)) == MONTHS
    write_outcome(outcome, tmp_path / "out")
    again = read_outcome(tmp_path / "out")
    assert again.measures == outcome.measures
    assert all(again.lists[at].equals(outcome.lists[at]) for at in outcome.lists)
    assert all(again.predictions[at].equals(outcome.predictions[at]) for at in outcome.lists)
    with pytest.raises(UserError):
        write_outcome(outcome, tmp_path / "out")
    for file in sorted((tmp_path / "out").rglob("*")):
        if file.is_file():
            text = file.read_bytes()
            flipped = bytearray(text)
            flipped[len(text) // 2] ^= 1
            for forged in (bytes(flipped), text[: len(text) // 2]):
                file.write_bytes(forged)
                with pytest.raises(Problem):
                    read_outcome(tmp_path / "out")
            file.write_bytes(text)


def test_a_history_that_was_changed_is_not_replayed(tmp_path: Path) -> None:
    shutil.copytree(island(), tmp_path / "copy")
    library = Library(tmp_path / "copy")
    head = library.contents.chapters[2]
    file = library.directory / library.file_of(head, "games")
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    with pytest.raises(UserError, match="games"):
        list(replay_lists(library, SERIES, Variant()))


def test_the_series_is_asked_for_where_there_are_several(tmp_path: Path) -> None:
    assert replay_series(island_history()) == SERIES
    with pytest.raises(UserError, match="fide-standrad"):
        replay_series(island_history(), "fide-standrad")


def test_replay_as_it_is_typed(tmp_path: Path) -> None:
    history, out = ("--history", island()), tmp_path / "out"
    same = typed("lab", "replay", *history)
    assert (same.code, "row for row" in same.out) == (0, True)
    other = typed(
        "lab", "replay", *history, "--rulebook", "fide-standard-2014", "--set", "coefficient.new.k=30", "--out", out
    )
    assert (other.code, f"{MONTHS} lists are not as published" in other.out) == (0, True), other
    assert (out / "outcome.json").is_file()
    for wrong in (("--rulebook", "fide-standard-2024", "--set", "coefficient.new.k"), ("--rulebook", "fide-2024"),
                  ("--set", "coeficient.new.k=3"), ("--rulebook", S24, "--witness", "none"),
                  ("--rulebook", "fide-rapid-blitz-2022")):  # fmt: skip
        refused = typed("lab", "replay", *history, *wrong, "--out", tmp_path / "none")
        assert (refused.code, refused.out) == (2, ""), wrong
        assert not list(tmp_path.glob("none*"))
    assert typed("lab", "replay").code == 2
