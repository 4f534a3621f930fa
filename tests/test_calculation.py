"""What a period did to a player, line by line: FIDE's columns, every step with its concept, and the articles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from random_periods import MIXES, make
from scenes import EDITIONS, Scene, core
from test_roundrobin import NAMES, eight_fifty_eight

import arpad
from arpad.columns import Source, Status, System, concept_of, label
from arpad.days import Month
from arpad.explain.first_rating import EventName, PooledEvent, formula_of, pooled_events
from arpad.explain.lines import ColumnArticles, EventLine, TableRow, concepts, event_lines
from arpad.explain.numbers import (
    Average,
    Bonus,
    Delisted,
    Floor,
    Numbers,
    Percentage,
    Rating,
    Results,
    Step,
    TableDifference,
    Waiting,
)
from arpad.explain.round_robin import Move, Passes, RoundRobinField
from arpad.explain.steps import steps_of
from arpad.law import Rulebook
from arpad.law.rules import CONCEPTS
from arpad.law.rules.concept import Room
from arpad.law.rules.newcomers import FIRST_RESULT, MINIMUM_EVENT_GAMES
from arpad.law.rules.rating import FOREIGN_PLAYERS, UNRATED_OPPONENT, WIDE_DIFFERENCE, EventRating


def events(scene: Scene, name: str) -> tuple[EventLine, ...]:
    return event_lines(scene.rate().period, scene.names.index(name))


def steps(scene: Scene, name: str) -> dict[str, Step]:
    *_, waited = scene.tables()
    period, player = scene.rate().period, scene.names.index(name)
    return {step.code: step for step in steps_of(period, player, waited)}


def words(scene: Scene, name: str) -> dict[str, str]:
    return {step.label: step.value for step in steps(scene, name).values()}


# --- FIDE's columns ---------------------------------------------------------------------------------------------------


def test_the_columns_are_those_that_fide_prints() -> None:
    """Rc Ro w n chg K K*chg; Rc is the mean of the ratings as limited (8.3.1), half up."""
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2400, k=10)
    scene.play(scene.event(), "Ada", (1900, 1), (2401, 0.5))  # 1900 counts as 2000
    (line,) = events(scene, "Ada")
    columns = (line.rc, line.ro, line.score, line.counted, line.sum, line.k, line.change)
    assert columns == (2201, 2400, 3, 2, 8, 10, 80)


def test_games_stand_in_the_order_of_play_and_one_that_did_not_count_keeps_its_place() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2400, k=10)
    scene.person("Nora")
    scene.play(scene.event(), "Ada", (2390, 1), ("Nora", 1), (2380, 0, Status.UNPLAYED_GAME), (2300, 0.5))
    for game, order in zip(scene.games, (3, 2, 1, 0), strict=True):
        game["order"] = order
    (line,) = events(scene, "Ada")
    assert [game.opponent_rating for game in line.games] == [2300, 2380, None, 2390]
    assert [label(game.status) for game in line.games] == ["counted", "unplayed-game", "unrated-opponent", "counted"]
    assert [game.delta for game in line.games] == [-14, 0, 0, 49]
    assert [game.difference for game in line.games] == [100, None, None, 10]


def test_an_expectation_names_the_row_of_the_table_and_each_column_its_articles() -> None:
    """8.1.2: 92-98 is .63 and .37; 1900 is 500 below and counts as 400: 392-411, .92 and .08."""
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2400, k=10)
    scene.play(scene.event(), "Ada", (2305, 1), (2495, 0.5), (1900, 1), (2400, 0, Status.UNPLAYED_GAME))
    (line,) = events(scene, "Ada")
    near = TableRow(92, 98, 63, 37)
    assert [game.table_row for game in line.games] == [near, near, TableRow(392, 411, 92, 8), None]
    assert [game.expected for game in line.games] == [63, 37, 92, None]
    columns = ColumnArticles(("8.3.1",), ("8.3.1",), ("8.1.2",), ("8.3.2",), ("8.3.3",))
    assert (line.columns, line.k, line.k_ceiling) == (columns, 10, False)


def test_k_says_its_clause_and_when_so_many_games_allow_no_more() -> None:
    """8.3.3: 18 games at K 40 are more than 700, so K is 38."""
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000, k=40)
    scene.person("Bo", 2000, k=20)
    scene.play(scene.event(), "Ada", *[("Bo", 1)] * 18)
    (ada,), (bo,) = events(scene, "Ada"), events(scene, "Bo")
    assert [(line.k, line.k_ceiling, line.k_reason) for line in (ada, bo)] == [
        (38, True, "given"),
        (20, False, "given"),
    ]


def test_the_steps_of_a_rated_player_lead_from_the_list_to_the_new_rating() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000, k=40)
    scene.person("Bo", 2000)
    scene.play(scene.event(), "Ada", *[("Bo", 1)] * 18)
    assert words(scene, "Ada") == {
        "rating on the list being replaced": "2000",
        "sum of the games that count, 18": "9.00",
        "K, lowered to the largest that so many games allow": "38",
        "change of the period": "342.00",
        "rounded": "+342",
        "new rating": "2342",
    }


def test_a_step_says_when_somebody_leaves_the_list_and_when_he_returns() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 1401, k=20)
    scene.play(scene.event(), "Ada", (1401, 0))
    last = steps(scene, "Ada")["delisted"]
    assert last.fields == Delisted(1391, 1400)
    assert last.value == "1391, below 1400: no longer listed"
    assert "delisting" in last.concepts
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 1395, k=20, state=3)
    event = scene.event()
    scene.seat(event, "Ada", role=0, own=1401, shown=1401, source=0, k=20)
    scene.play(event, "Ada", (1401, 1))
    last = steps(scene, "Ada")["returned"]
    assert (last.fields, last.value) == (Rating(1405), "1405, listed again")
    assert last.articles == ("8.3.4", "7.2.1")


def test_the_steps_of_a_newcomer_lead_to_a_published_first_rating() -> None:
    """A published first rating of 2024: 3 of 5, sum 9507."""
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.play(scene.event(), "Nora", (1901, 1), (1901, 1), (1901, 0.5), (1902, 0.5), (1902, 0))
    assert words(scene, "Nora") == {
        "results that count": "3 of 5",
        "average over 7 games, 2 of them hypothetical": "1872.43, whole 1872",
        "percentage, 4 of 7 with the 2 hypothetical games": "57 %",
        "difference by the table": "+50",
        "rating of all results": "1922",
        "published": "yes",
    }
    assert steps(scene, "Nora")["average"].fields == Average(187243, 1872, games=7, hypothetical=2)
    percentage = steps(scene, "Nora")["percentage"]
    assert (percentage.fields, percentage.articles) == (Percentage(57, 8, 7, 2), ("8.2.3", "8.2.2"))
    (line,) = events(scene, "Nora")
    assert (line.rc, line.ro, line.k, label(line.status)) == (1901, None, None, "pooled")


@pytest.mark.parametrize(
    ("edition", "score", "code", "numbers", "concept"),
    [
        ("fide-standard-2009", (1, 1, 0.5), "bonus", Bonus(2, 25), "over-half"),
        ("fide-standard-2009", (1, 0.5, 0), "table-difference", TableDifference(0), "even-score"),
        ("fide-standard-2009", (1, 0, 0), "table-difference", TableDifference(-125), "under-half"),
        ("fide-rapid-blitz-2018", (1, 1, 1), "bonus", Bonus(3, 30), "over-half"),
        ("ukraine-2018", (1, 1, 0), "table-difference", TableDifference(125), "over-half"),
    ],
)
def test_a_step_names_what_the_score_added_by_the_rule_that_added_it(
    edition: str, score: tuple[float, ...], code: str, numbers: Numbers, concept: str
) -> None:
    scene = Scene(edition)
    scene.person("Nora")
    scene.play(scene.event(), "Nora", *[(1900, points) for points in score])
    step = steps(scene, "Nora")[code]
    assert (step.fields, concept in step.concepts) == (numbers, True)


def test_a_pool_of_one_round_robin_is_named_as_such() -> None:
    """2009 8.25: -220 x 9/10."""
    scene = Scene("fide-standard-2009")
    scene.person("Nora")
    scene.wait("Nora", 9, 2, 2342, system=System.ROUND_ROBIN)
    assert steps(scene, "Nora")["scaled"].concepts == ("under-half-round-robin",)


def test_what_is_missing_to_a_first_rating_is_said_exactly() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.wait("Nora", 4, 2, 1800, end=20240310)
    last = steps(scene, "Nora")["waiting"]
    assert last.fields == Waiting(4, 5, Month(202605))
    assert (last.label, last.value) == ("not published", "4 of 5 games; all of them count until 2026-05")


def test_a_first_rating_below_the_floor_and_a_restart_say_so() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.wait("Nora", 6, 0.5, 1500)
    assert steps(scene, "Nora")["below-floor"].fields == Floor(1400)
    scene = Scene("ukraine-2018")
    scene.person("Nora")
    scene.wait("Nora", 15, 1, 1650)
    assert "the count starts again" in words(scene, "Nora")["not published"]


FIELD = RoundRobinField(rar=237500, rated=6, dpa=2950, n=9, ra=2348, articles=("8.21(b)",))


def test_fide_standard_2009_8_58_both_passes_of_a_round_robin_are_shown() -> None:
    """C, E, H and I are unrated, with 7, 6, 2 and 1 of 9. The text prints Rar 2375, d(pa) 29.5, n 9 and Ra 2348; for H
    A (2600) counts as 2150 + 400, for I A and B (2500) count as 2032 + 400 (E4, E5). (2348 x 9 - 50) / 9 = 2342.4 and
    (2348 x 9 - 168 - 68) / 9 = 2321.8."""
    period = eight_fifty_eight().rate().period
    shown = {name: event_lines(period, NAMES.index(name))[0].round_robin for name in NAMES}
    assert {name: passes for name, passes in shown.items() if passes is not None} == {
        "C": Passes(FIELD, 78, 2411, (), 2348, 2411, ("8.58",)),
        "E": Passes(FIELD, 67, 2386, (), 2348, 2386, ("8.58",)),
        "H": Passes(FIELD, 22, 2150, (Move("", 2600, 2550),), 2342, 2144, ("8.58",)),
        "I": Passes(FIELD, 11, 2032, (Move("", 2600, 2432), Move("", 2500, 2432)), 2322, 2006, ("8.58",)),
    }


# --- the events behind a first rating ---------------------------------------------------------------------------------


def pooled(scene: Scene, name: str) -> tuple[PooledEvent, ...]:
    *_, waited = scene.tables()
    period, player = scene.rate().period, scene.names.index(name)
    return pooled_events(period, player, waited, {int(key): EventName("open", "The Open") for key in period.events.key})


def test_a_first_rating_shows_the_events_that_waited_and_the_one_that_completed_it() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.person("Olaf")
    scene.wait("Nora", 3, 1.5, 1800, end=20250110)
    scene.wait("Olaf", 3, 1.5, 1900, end=20250110)
    scene.play(scene.event(), "Nora", (1850, 1), (1951, 0.5))
    waited, added = pooled(scene, "Nora")
    assert (waited.games, waited.score, waited.average, waited.end) == (3, 3, 180000, 20250110)
    assert (added.games, added.score, added.average, added.list) == (2, 3, 190050, scene.list_)
    results = steps(scene, "Nora")["results"].fields
    assert results == Results(waited.score + added.score, waited.games + added.games)
    assert (waited.code, added.code) == ("", "open")  # the scene has a name for its own event only
    assert len(pooled(scene, "Olaf")) == 1


def test_a_result_that_has_left_the_window_is_not_shown() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.wait("Nora", 3, 1.5, 1800, end=20210110)
    scene.play(scene.event(), "Nora", (1850, 1), (1951, 0.5))
    assert [event.games for event in pooled(scene, "Nora")] == [2]


def test_ukraine_earliest_results_that_had_to_go_are_not_shown() -> None:
    """What is shown comes to the games and the points that the first rating was computed from."""
    scene = Scene("ukraine-2018")
    scene.person("Nora")
    scene.wait("Nora", 8, 0.5, 1400, end=20200110)
    scene.wait("Nora", 9, 6, 1700, end=20200310)
    events = pooled(scene, "Nora")
    first = scene.rate().first("Nora")
    assert len(events) == 1
    assert (sum(event.games for event in events), sum(event.score for event in events)) == (
        first["games"],
        first["half_points"],
    )


def test_a_rated_player_has_no_pooled_events() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000, k=20)
    scene.play(scene.event(), "Ada", (2000, 1))
    assert pooled(scene, "Ada") == ()


@pytest.mark.parametrize("mix", MIXES, ids="+".join)
def test_in_random_periods_the_pooled_events_come_to_the_sums_of_the_first_rating(mix: tuple[str, ...]) -> None:
    shown = 0
    for seed in range(5):
        inputs = make(seed, 40, mix)
        period = core(inputs)
        sheets = period.firsts
        for row, player in enumerate(sheets.player.tolist()):
            events = pooled_events(period, player, inputs.pool, {})
            assert sum(event.games for event in events) == sheets.games[row]
            assert sum(event.score for event in events) == sheets.half_points[row]
            shown += len(events)
    assert shown > 5


def test_a_player_who_did_nothing_has_nothing_to_explain() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000)
    scene.person("Idle", 2000)
    scene.play(scene.event(), "Ada", (2000, 1))
    assert (events(scene, "Idle"), steps(scene, "Idle")) == ((), {})


# --- every concept has its articles -----------------------------------------------------------------------------------


def cited(book: Rulebook, name: str) -> bool:
    """Whether the edition speaks of the concept, or a reading does where it is silent."""
    filled = book.edition.fillings.get(name)
    return bool(filled and (filled.articles or filled.reading))


@pytest.mark.parametrize("mix", MIXES, ids="+".join)
def test_every_concept_that_a_step_names_has_an_article_or_a_reading_in_that_edition(mix: tuple[str, ...]) -> None:
    books = tuple(arpad.rulebook(edition) for edition in mix)
    for seed in range(3):
        i = make(seed, 40, mix)
        period = core(i)
        for player in range(len(i.players)):
            formula = formula_of(period, player, i.pool)
            for step in steps_of(period, player, i.pool):
                assert any(all(cited(book, name) for name in step.concepts) for book in (books[-1], formula)), step
            for line in event_lines(period, player):
                book = next(each for each in books if each.id == line.rulebook)
                for status in (line.status, *(game.status for game in line.games)):
                    assert all(cited(book, name) for name in concepts(status)), status


def possible(book: Rulebook) -> set[Status]:
    """The statuses that the methods of an edition can give."""
    found = {Status.COUNTED, Status.POOLED, Status.UNRATED_OPPONENT, Status.FIRST_EVENT}
    if isinstance(book.rule(UNRATED_OPPONENT), EventRating):
        found.add(Status.FIRST_EVENT_OPPONENTS)
    for concept, status in (
        (MINIMUM_EVENT_GAMES, Status.MINIMUM_EVENT_GAMES),
        (FIRST_RESULT, Status.FIRST_RESULT),
        (WIDE_DIFFERENCE, Status.WIDE_DIFFERENCE),
        (FOREIGN_PLAYERS, Status.FOREIGN_PLAYERS),
    ):
        if book.has(concept):
            found.add(status)
    by_admission = [status for status in Status if status >= Status.UNPLAYED_GAME]
    return found | {status for status in by_admission if concept_of(status) in book.edition.fillings}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_status_that_the_methods_of_an_edition_can_give_has_articles_there(edition: str) -> None:
    book = arpad.rulebook(edition)
    for status in possible(book):
        for name in concepts(status):
            assert book.articles(name), f"{label(status)}: {name}"


@pytest.mark.parametrize("mix", MIXES, ids="+".join)
def test_no_period_gives_a_status_that_its_editions_cannot(mix: tuple[str, ...]) -> None:
    books = tuple(arpad.rulebook(edition) for edition in mix)
    for seed in range(10):
        i = make(seed, 40, mix)
        period = core(i)
        edition = i.events.edition[i.entries.event[period.ledger.entry]]
        for position, book in enumerate(books):
            found = {Status(status) for status in period.ledger.status[edition == position].tolist()}
            assert found <= possible(book), found - possible(book)


def test_every_status_but_two_is_a_concept_of_the_law_by_the_same_name() -> None:
    """`counted` and `pooled` are outcomes of several."""
    for status in Status:
        if status not in (Status.COUNTED, Status.POOLED):
            assert concept_of(status) in CONCEPTS
    assert CONCEPTS["first-event"].room is Room.RATING
    assert CONCEPTS["unplayed-game"].room is Room.ADMISSION


@pytest.mark.parametrize("edition", EDITIONS)
def test_somewhere_in_the_editions_each_status_can_occur(edition: str) -> None:
    everywhere = set().union(*(possible(arpad.rulebook(name)) for name in EDITIONS))
    assert everywhere == set(Status)
    assert possible(arpad.rulebook(edition)) < everywhere


def test_rapid_blitz_2018_8_22_a_base_that_stands_in_cites_the_article_that_lets_it() -> None:
    """The base of a player rated by his own list cites the calendar; that of one by his standard rating cites 8.22."""
    scene = Scene("fide-rapid-blitz-2018")
    scene.person("Ada", 1900, k=20)
    scene.play(scene.event(), "Ada", (1900, 1))
    period, player = scene.rate().period, scene.names.index("Ada")
    first = steps_of(period, player)[0]
    assert (first.code, first.concepts) == ("base", ("list-calendar",))
    source = np.full(len(period.worksheets), Source.STANDARD, np.uint8)
    stood_in = replace(period, worksheets=replace(period.worksheets, base_source=source))
    first = steps_of(stood_in, player)[0]
    assert (first.code, first.fields, first.articles) == ("base-stand-in", Rating(1900), ("8.22",))
