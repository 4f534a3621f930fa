"""What a period did to a player, line by line: FIDE's columns, every step with its concept, and the articles."""

from __future__ import annotations

import pytest
from random_periods import MIXES, make
from scenes import EDITIONS, Scene, core

import arpad
from arpad.columns import Status, System, label
from arpad.law import Rulebook
from arpad.law.rules import CONCEPTS
from arpad.law.rules.concept import Room
from arpad.law.rules.newcomers import FIRST_RESULT, MINIMUM_EVENT_GAMES
from arpad.law.rules.rating import FOREIGN_PLAYERS, UNRATED_OPPONENT, WIDE_DIFFERENCE, EventRating
from arpad.rating.sheet import Sheet, concepts


def sheet(scene: Scene, name: str) -> Sheet:
    return scene.rate().period.sheet(scene.names.index(name))


def steps(told: Sheet) -> dict[str, str]:
    return {step.what: step.value for step in told.steps}


# --- FIDE's columns ---------------------------------------------------------------------------------------------------


def test_the_columns_are_those_that_fide_prints() -> None:
    """Rc Ro w n chg K K*chg; Rc is the mean of the ratings as limited (8.3.1), half up."""
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2400, k=10)
    scene.play(scene.event(), "Ada", (1900, 1), (2401, 0.5))  # 1900 counts as 2000
    (line,) = sheet(scene, "Ada").events
    assert (line.rc, line.ro, line.w, line.n, line.chg, line.k, line.k_chg) == (2201, 2400, 3, 2, 8, 10, 80)


def test_games_stand_in_the_order_of_play_and_one_that_did_not_count_keeps_its_place() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2400, k=10)
    scene.person("Nora")
    scene.play(scene.event(), "Ada", (2390, 1), ("Nora", 1), (2380, 0, Status.UNPLAYED_GAME), (2300, 0.5))
    for game, order in zip(scene.games, (3, 2, 1, 0), strict=True):
        game["order"] = order
    (line,) = sheet(scene, "Ada").events
    assert [game.met for game in line.games] == [2300, 2380, None, 2390]
    assert [label(game.status) for game in line.games] == ["counted", "unplayed-game", "unrated-opponent", "counted"]
    assert [game.delta for game in line.games] == [-14, 0, 0, 49]
    assert [game.difference for game in line.games] == [100, None, None, 10]


def test_the_steps_of_a_rated_player_lead_from_the_list_to_the_new_rating() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000, k=40)
    scene.person("Bo", 2000)
    scene.play(scene.event(), "Ada", *[("Bo", 1)] * 18)
    assert steps(sheet(scene, "Ada")) == {
        "rating on the list being replaced": "2000",
        "sum of the games that count, 18": "9.00",
        "largest K that so many games allow": "38",
        "change of the period": "342.00",
        "rounded": "+342",
        "new rating": "2342",
    }


def test_a_sheet_says_when_somebody_leaves_the_list_and_when_he_returns() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 1401, k=20)
    scene.play(scene.event(), "Ada", (1401, 0))
    told = sheet(scene, "Ada")
    assert steps(told)["new rating"] == "1391, below 1400: no longer listed"
    assert "delisting" in told.steps[-1].concepts
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 1395, k=20, state=3)
    event = scene.event()
    scene.seat(event, "Ada", role=0, own=1401, shown=1401, source=0, k=20)
    scene.play(event, "Ada", (1401, 1))
    assert steps(sheet(scene, "Ada"))["new rating"] == "1405, listed again"


def test_the_steps_of_a_newcomer_lead_to_a_published_first_rating() -> None:
    """A published first rating of 2024: 3 of 5, sum 9507."""
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.play(scene.event(), "Nora", (1901, 1), (1901, 1), (1901, 0.5), (1902, 0.5), (1902, 0))
    told = sheet(scene, "Nora")
    assert steps(told) == {
        "results that count": "3 of 5",
        "average over 7 games, 2 of them hypothetical": "1872.43, whole 1872",
        "percentage": "57 %",
        "difference by the table": "+50",
        "rating of all results": "1922",
        "published": "yes",
    }
    (line,) = told.events
    assert (line.rc, line.ro, line.k, label(line.status)) == (1901, None, None, "pooled")


@pytest.mark.parametrize(
    ("edition", "score", "what", "value", "concept"),
    [
        ("fide-standard-2009", (1, 1, 0.5), "added for 2 half points over one half", "+25", "over-half"),
        ("fide-standard-2009", (1, 0.5, 0), "difference by the table", "+0", "even-score"),
        ("fide-standard-2009", (1, 0, 0), "difference by the table", "-125", "under-half"),
        ("fide-rapid-blitz-2018", (1, 1, 1), "added for 3 half points over one half", "+30", "over-half"),
        ("ukraine-2018", (1, 1, 0), "difference by the table", "+125", "over-half"),
    ],
)
def test_a_sheet_names_what_the_score_added_by_the_rule_that_added_it(
    edition: str, score: tuple[float, ...], what: str, value: str, concept: str
) -> None:
    scene = Scene(edition)
    scene.person("Nora")
    scene.play(scene.event(), "Nora", *[(1900, one) for one in score])
    found = [step for step in sheet(scene, "Nora").steps if step.what == what]
    assert [(step.value, concept in step.concepts) for step in found] == [(value, True)]


def test_a_pool_of_one_round_robin_is_named_as_such() -> None:
    """2009 8.25: -220 x 9/10."""
    scene = Scene("fide-standard-2009")
    scene.person("Nora")
    scene.wait("Nora", 9, 2, 2342, system=System.ROUND_ROBIN)
    by_table = next(step for step in sheet(scene, "Nora").steps if step.what == "difference by the table")
    assert "under-half-round-robin" in by_table.concepts


def test_what_is_missing_to_a_first_rating_is_said_exactly() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.wait("Nora", 4, 2, 1800, end=20240310)
    assert steps(sheet(scene, "Nora"))["not published"] == "4 of 5 games; they count until 2026-05"


def test_a_first_rating_below_the_floor_and_a_restart_say_so() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.wait("Nora", 6, 0.5, 1500)
    assert steps(sheet(scene, "Nora"))["not published"] == "below 1400"
    scene = Scene("ukraine-2018")
    scene.person("Nora")
    scene.wait("Nora", 15, 1, 1650)
    assert "the count starts again" in steps(sheet(scene, "Nora"))["not published"]


def test_a_player_who_did_nothing_has_an_empty_sheet() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000)
    scene.person("Idle", 2000)
    scene.play(scene.event(), "Ada", (2000, 1))
    told = sheet(scene, "Idle")
    assert (told.events, told.steps) == ((), ())


# --- every concept has its articles -----------------------------------------------------------------------------------


def cited(book: Rulebook, name: str) -> bool:
    """Whether the edition speaks of the concept, or a reading does where it is silent."""
    filled = book.edition.fillings.get(name)
    return bool(filled and (filled.articles or filled.reading))


@pytest.mark.parametrize("mix", MIXES, ids="+".join)
def test_every_concept_that_a_sheet_names_has_an_article_or_a_reading_in_that_edition(mix: tuple[str, ...]) -> None:
    books = tuple(arpad.rulebook(edition) for edition in mix)
    for seed in range(3):
        i = make(seed, 40, mix)
        period = core(i)
        for player in range(len(i.players)):
            told = period.sheet(player)
            for step in told.steps:
                assert all(cited(books[-1], name) for name in step.concepts), step
            for line in told.events:
                assert all(cited(line.book, name) for name in concepts(line.status)), line.status
                for game in line.games:
                    assert all(cited(line.book, name) for name in game.concepts), game


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
    return found | {status for status in by_admission if label(status) in book.edition.fillings}


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
            assert label(status) in CONCEPTS
    assert CONCEPTS["first-event"].room is Room.RATING
    assert CONCEPTS["unplayed-game"].room is Room.ADMISSION


@pytest.mark.parametrize("edition", EDITIONS)
def test_somewhere_in_the_editions_each_status_can_occur(edition: str) -> None:
    everywhere = set().union(*(possible(arpad.rulebook(name)) for name in EDITIONS))
    assert everywhere == set(Status)
    assert possible(arpad.rulebook(edition)) < everywhere
