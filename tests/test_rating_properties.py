"""What must hold of every period, whatever is in it: sums, zero sums, orders, batches, and that no game disappears."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from properties import examples
from random_periods import MIXES, Inputs, make, periods, shuffled
from scenes import EDITIONS, TABLES, Scene, core, rows

import arpad
from arpad.columns import Entries, Games, Role, Status, System
from arpad.law.rules.rating import COEFFICIENT_CEILING, DIFFERENCE_LIMIT
from arpad.rating import Period, Rolls, rate
from arpad.rating.batch import batches

quickly = settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def assert_same(one: Period, other: Period, *tables: str) -> None:
    for name in tables or TABLES:
        mine, yours = getattr(one, name), getattr(other, name)
        assert len(mine) == len(yours), name
        for column, values in mine.columns():
            assert np.array_equal(values, getattr(yours, column)), f"{name}.{column}"


# --- zero sums ------------------------------------------------------------------------------------------------------


@quickly
@given(inputs=periods(10, 40))
def test_what_one_rated_player_wins_the_other_loses_where_no_limit_and_no_arbiter_stands_between(
    inputs: Inputs,
) -> None:
    """Delta is symmetric: the table's two columns add up to one."""
    period = core(inputs)
    ledger, entries = period.ledger, inputs.entries
    white, black = ledger.cut(slice(0, None, 2)), ledger.cut(slice(1, None, 2))
    both = (white.status == Status.COUNTED) & (black.status == Status.COUNTED)
    both &= (white.half_points + black.half_points) == 2
    both &= (entries.own[white.entry] == entries.shown[white.entry]) & (
        entries.own[black.entry] == entries.shown[black.entry]
    )
    free = both & (white.counted == white.difference) & (black.counted == black.difference)
    assert np.array_equal(white.delta[free], -black.delta[free])


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_players_and_one_game_add_up_to_nothing_in_every_edition(edition: str) -> None:
    """Up to the limit for every difference; the limit itself is symmetric, too."""
    limit = arpad.rulebook(edition).rule(DIFFERENCE_LIMIT).limit
    for difference in (0, 3, 4, 137, 392, limit - 1, limit, limit + 1):
        for score in (0, 0.5, 1):
            scene = Scene(edition)
            scene.person("Ada", 2000)
            scene.person("Bo", 2000 - difference)
            scene.play(scene.event(), "Ada", ("Bo", score))
            told = scene.rate()
            assert told.line("Ada")["sum"] + told.line("Bo")["sum"] == 0, (difference, score)


def test_fide_standard_2025_8_3_1_does_not_add_up_to_nothing_where_only_one_is_exempt() -> None:
    """The case in which the rule must not hold: 2650 is exempt from the limit, 2200 is not."""
    scene = Scene("fide-standard-2025")
    scene.person("Ada", 2650)
    scene.person("Bo", 2150)
    scene.play(scene.event(), "Ada", ("Bo", 1))
    told = scene.rate()
    assert (told.line("Ada")["sum"], told.line("Bo")["sum"]) == (4, -8)


# --- sums -----------------------------------------------------------------------------------------------------------


@quickly
@given(inputs=periods(10, 40))
def test_the_ledger_adds_up_to_the_lines_and_the_lines_to_the_worksheets(inputs: Inputs) -> None:
    period = core(inputs)
    ledger, lines, sheets = period.ledger, period.lines, period.worksheets
    used = ledger.status <= Status.POOLED
    for column, values in (("games", used), ("half_points", ledger.half_points), ("sum", ledger.delta)):
        added = np.bincount(ledger.entry[used], values[used].astype(int), len(lines))
        assert np.array_equal(added, getattr(lines, column)), column
    assert np.array_equal(lines.change, lines.k.astype(int) * lines.sum)
    rated = inputs.entries.role == Role.RATED
    size = len(inputs.players)
    for column in ("games", "half_points", "sum", "change"):
        added = np.bincount(inputs.entries.player[rated], getattr(lines, column)[rated].astype(int), size)
        assert np.array_equal(added[sheets.player], getattr(sheets, column)), column
        assert added.sum() == added[sheets.player].sum(), "a player with a change has a worksheet"
    assert np.array_equal(sheets.base + sheets.rounded, sheets.new)
    assert np.all(np.abs(sheets.change - 100 * sheets.rounded.astype(int)) <= 50)


@quickly
@given(inputs=periods(10, 40))
def test_k_times_the_games_of_a_period_stays_within_the_ceiling(inputs: Inputs) -> None:
    period = core(inputs)
    rule = arpad.rulebook(inputs.editions[-1]).find(COEFFICIENT_CEILING)
    if rule is None:
        assert not period.worksheets.ceiling.any()
        return
    games = dict(zip(period.worksheets.player.tolist(), period.worksheets.games.tolist(), strict=True))
    for entry, line in zip(rows(inputs.entries), rows(period.lines), strict=True):
        assert line["k"] * games.get(entry["player"], 0) <= rule.product


# --- a game never disappears ----------------------------------------------------------------------------------------


@quickly
@given(inputs=periods(10, 40))
def test_every_game_has_its_two_rows_white_first_and_nothing_of_what_was_played_is_lost(inputs: Inputs) -> None:
    ledger = core(inputs).ledger
    games = inputs.games
    assert np.array_equal(ledger.game, np.repeat(np.arange(len(games)), 2))
    for side, mine, his in ((0, games.white, games.black), (1, games.black, games.white)):
        part = ledger.cut(slice(side, None, 2))
        assert np.array_equal(part.entry, mine)
        assert np.array_equal(part.opponent, his)
    assert np.array_equal(ledger.half_points[0::2], games.white_half_points)
    assert np.array_equal(ledger.half_points[1::2], games.black_half_points)
    refused = np.repeat(games.status, 2)
    assert np.array_equal(ledger.status[refused > 0], refused[refused > 0]), "a game keeps its reason"
    idle = ledger.status != Status.COUNTED
    for column in (ledger.difference, ledger.counted, ledger.expected, ledger.delta):
        assert not column[idle].any(), "what does not count is worth nothing"


# --- orders and batches ---------------------------------------------------------------------------------------------


@quickly
@given(inputs=periods(10, 40), seed=st.integers(0, 2**32 - 1))
def test_the_order_of_rows_changes_nothing(inputs: Inputs, seed: int) -> None:
    """Entries and games of an event may come in any order; the order of play is a column."""
    other = shuffled(inputs, seed)
    one, two = core(inputs), core(other.inputs)
    assert_same(one, two, "worksheets", "firsts", "pool")
    assert one.lines.take(other.entries).equals(two.lines)
    for side in (0, 1):
        mine = one.ledger.cut(slice(side, None, 2)).take(other.games)
        yours = two.ledger.cut(slice(side, None, 2))
        for column in ("half_points", "own", "met", "difference", "counted", "expected", "delta", "status"):
            assert np.array_equal(getattr(mine, column), getattr(yours, column)), column


@quickly
@given(inputs=periods(10, 40), seed=st.integers(0, 2**32 - 1))
def test_the_order_of_the_pool_changes_nothing(inputs: Inputs, seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(inputs.pool))
    assert_same(core(inputs), core(replace(inputs, pool=inputs.pool.take(order))))


@quickly
@given(inputs=periods(10, 40))
def test_batches_of_one_event_are_one_batch_and_any_other_cut(inputs: Inputs) -> None:
    whole = core(inputs, batch_size=1 << 30)
    for size in (1, 17, 100):
        assert_same(whole, core(inputs, batch_size=size))
    assert_same(whole, core(inputs))


def test_a_batch_size_of_one_game_really_cuts_at_every_event() -> None:
    """Otherwise the test above would prove nothing."""
    inputs = make(5, 60, ("fide-standard-2009",))
    books = (arpad.rulebook("fide-standard-2009"),)
    cut = list(batches(books, inputs.events, inputs.entries, inputs.games, 1))
    played = np.unique(inputs.entries.event[inputs.games.white])
    assert len(cut) >= len(played)
    assert len(list(batches(books, inputs.events, inputs.entries, inputs.games))) == 1


@pytest.mark.parametrize("mix", MIXES, ids="+".join)
def test_players_whom_nobody_meets_do_not_matter_to_each_other(mix: tuple[str, ...]) -> None:
    """Two federations that never meet, rated together and apart."""
    one, two = make(11, 30, mix), make(12, 30, mix)
    one = replace(one, list_=two.list_)
    moved = replace(
        two.entries, player=two.entries.player + np.int32(30), event=two.entries.event + np.int32(len(one.events))
    )
    # the events of the second come after those of the first: days may differ, keys and days order newcomers only
    shift = np.int32(len(one.entries))
    games = replace(two.games, white=two.games.white + shift, black=two.games.black + shift)
    books = tuple(arpad.rulebook(edition) for edition in mix)
    join = type(one.events).join
    together = rate(
        two.list_,
        books,
        type(one.players).join([one.players, two.players]),
        Rolls(type(one.replaced).join([one.replaced, two.replaced])),
        join([one.events, two.events]),
        Entries.join([one.entries, moved]),
        Games.join([one.games, games]),
        type(one.pool).join([one.pool, replace(two.pool, player=two.pool.player + np.int32(30))]),
    )
    apart = core(one), core(two)
    for name in ("lines", "worksheets", "firsts", "pool"):
        first, second = (getattr(period, name) for period in apart)
        if name != "lines":
            second = replace(second, player=second.player + np.int32(30))
        assert type(first).join([first, second]).equals(getattr(together, name)), name


# --- an unplayed game -----------------------------------------------------------------------------------------------


@quickly
@given(inputs=periods(10, 40), seed=st.integers(0, 2**32 - 1))
def test_an_unplayed_game_added_to_a_swiss_changes_nothing_else(inputs: Inputs, seed: int) -> None:
    chosen = np.flatnonzero(np.isin(inputs.events.system, (System.SWISS, System.TEAM)))
    before = core(inputs)
    for event in np.random.default_rng(seed).permutation(chosen)[:1].tolist():
        inside = np.flatnonzero(inputs.entries.event == event)
        forfeit = Games.of(
            white=[int(inside[0])],
            black=[int(inside[-1])],
            white_half_points=2,
            coloured=True,
            round=99,
            order=999,
            status=Status.UNPLAYED_GAME,
        )
        event_of = inputs.entries.event[inputs.games.white]
        at = int(np.searchsorted(event_of, event, side="right"))
        games = Games.join([inputs.games.cut(slice(at)), forfeit, inputs.games.cut(slice(at, None))])
        after = core(replace(inputs, games=games))
        assert_same(before, after, "lines", "worksheets", "firsts", "pool")
        assert len(after.ledger) == len(before.ledger) + 2
        assert set(after.ledger.status[2 * at : 2 * at + 2].tolist()) == {Status.UNPLAYED_GAME}
        rest = np.delete(np.arange(len(after.ledger)), [2 * at, 2 * at + 1])
        kept = after.ledger.take(rest)
        for column in ("entry", "opponent", "half_points", "own", "met", "counted", "expected", "delta", "status"):
            assert np.array_equal(getattr(kept, column), getattr(before.ledger, column)), column


def test_a_played_game_added_to_a_swiss_does_change_something() -> None:
    """The case in which the rule must not fire."""
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000)
    event = scene.event()
    scene.play(event, "Ada", (2000, 1))
    without = scene.rate().worksheet("Ada")["new"]
    scene.play(event, "Ada", (2000, 0.5))
    assert scene.rate().worksheet("Ada")["games"] == 2
    scene.play(event, "Ada", (2000, 1))
    assert scene.rate().worksheet("Ada")["new"] > without
