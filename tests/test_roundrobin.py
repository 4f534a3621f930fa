"""Round robins with unrated players: the average of the field, two passes, and who is taken out of the cross table."""

from __future__ import annotations

from importlib.resources import files

import pytest
from scenes import EDITIONS, Scene, Told

from arpad.columns import Role, Source, Status, System
from arpad.law import Rulebook, readings
from arpad.law.edition import read_edition

NAMES = "ABCDEFGHIJ"
RATINGS = (2600, 2500, 0, 2400, 0, 2150, 2300, 0, 0, 2300)
SCORES = (8, 7, 7, 6, 6, 4, 3, 2, 1, 1)
K = (10, 10, 0, 10, 0, 15, 15, 0, 0, 15)
TABLED = (
    *(f"fide-standard-{year}" for year in (2006, 2009, 2011, 2012, 2013, 2014, 2017, 2021)),
    *(f"fide-rapid-blitz-{since}" for since in ("2012", "2012-07", "2014", "2018")),
)
HALF_SUFFICES = ("fide-standard-2014", "fide-standard-2017", "fide-standard-2021")


def results(totals: tuple[int, ...]) -> list[tuple[int, int, float]]:
    """Some results of a round robin that give these totals: the best of those left beats as many as he still needs."""
    wanted = dict(enumerate(totals))
    games: list[tuple[int, int, float]] = []
    while wanted:
        best = max(wanted, key=lambda j: wanted[j])
        wins = wanted.pop(best)
        for place, other in enumerate(sorted(wanted, key=lambda j: (wanted[j], -j))):
            games.append((best, other, 1 if place < wins else 0))
            wanted[other] -= place >= wins
    return games


def eight_fifty_eight() -> Scene:
    """8.58: the cross table of the regulations; any results with its totals will do."""
    scene = Scene("fide-standard-2009")
    for name, rating, k in zip(NAMES, RATINGS, K, strict=True):
        scene.person(name, rating, k=k)
    event = scene.event(System.ROUND_ROBIN)
    for name in NAMES:
        scene.seat(event, name)
    for one, other, score in results(SCORES):
        scene.play(event, NAMES[one], (NAMES[other], score))
    return scene


def altered(old: str, new: str) -> Rulebook:
    """The edition of 2009 with one line changed: for readings that are not applied."""
    text = files("arpad.law").joinpath("fide-standard-2009.toml").read_text("utf-8")
    assert text.count(old) == 1
    return Rulebook(read_edition(text.replace(old, new), "altered.toml", readings(), None), "fide-standard", None)


def column(told: Told, name: str, who: str = "CEHI") -> list[int]:
    return [told.line(one)[name] for one in who]


# --- the regulations' own table ---------------------------------------------------------------------------------------


def test_fide_standard_2009_8_58_the_text_two_passes_and_everybody_s_change() -> None:
    told = eight_fifty_eight().rate()
    assert column(told, "ru_first") == [2411, 2386, 2150, 2032]
    assert column(told, "ru") == [2411, 2386, 2144, 2006]
    assert [met // 9 for met in column(told, "met")] == [2348, 2348, 2342, 2322]
    assert [told.worksheet(name)["change"] for name in "ABDFGJ"] == [620, 500, 580, 2160, -1860, -4860]
    assert sum(told.each("A", "expected")) == 738


def test_fide_standard_2009_8_58_nine_games_of_a_round_robin_are_a_first_rating() -> None:
    """7.14(a): those against unrated opponents included."""
    told = eight_fifty_eight().rate()
    assert [told.first(name)["rating"] for name in "CEHI"] == [2411, 2386, 2144, 2006]
    assert told.statuses("C") == [Status.POOLED] * 9


def test_fide_standard_2009_8_58_the_printed_changes_follow_from_the_first_pass() -> None:
    """E8: a parameter of the edition reproduces the column; D 5.40, F 2.52, G and J 4.21."""
    book = altered('delta_from = "second-pass"', 'delta_from = "first-pass"')
    told = eight_fifty_eight().rate(books=(book,))
    assert [sum(told.each(name, "expected")) for name in "ABDFGJ"] == [738, 650, 540, 252, 421, 421]
    assert [told.worksheet(name)["change"] for name in "ABDFGJ"] == [620, 500, 600, 2220, -1815, -4815]
    assert column(told, "ru") == [2411, 2386, 2144, 2006]


def test_fide_standard_2009_8_58_the_printed_second_pass_is_a_leftover_of_the_350_points_of_2006() -> None:
    """A historical note (E5, E6): no reading of the text in force, but the numbers on its page."""
    told = eight_fifty_eight().rate(books=(altered("limit = 400", "limit = 350"),))
    assert column(told, "ru_first") == [2411, 2386, 2150, 2032]
    assert [met // 9 for met in column(told, "met")] == [2351, 2348, 2337, 2305]
    assert column(told, "ru") == [2414, 2386, 2139, 1989]


def test_fide_standard_2009_8_58_who_beat_whom_does_not_matter() -> None:
    """Draws instead of a win and a loss between any three leave everybody's total, and so every Ru, alone."""
    scene = eight_fifty_eight()
    scores = {(game["white"], game["black"]): game for game in scene.games}
    cycle = next(
        (a, b, c)
        for a in range(10)
        for b in range(10)
        for c in range(10)
        if all(
            ((x, y) in scores and scores[x, y]["white_half_points"] == 2) or
            ((y, x) in scores and scores[y, x]["white_half_points"] == 0)
            for x, y in ((a, b), (b, c), (c, a))
        )
    )  # fmt: skip
    for x, y in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
        game = scores.get((x, y)) or scores[y, x]
        game["white_half_points"] = game["black_half_points"] = 1
    assert column(scene.rate(), "ru") == [2411, 2386, 2144, 2006]


# --- a small field, by hand -------------------------------------------------------------------------------------------


def four(edition: str, **ratings: int) -> Scene:
    """Three rated players of 1800 draw with each other; Nora takes a point from the first and half from the second."""
    scene = Scene(edition)
    for name in ("Ada", "Bo", "Cleo", "Nora"):
        scene.person(name, ratings.get(name.lower(), 0 if name == "Nora" else 1800))
    scene.round_robin(
        scene.event(System.ROUND_ROBIN),
        {"Ada": "x = = 0", "Bo": "= x = =", "Cleo": "= = x 1", "Nora": "1 = 0 x"},
    )
    return scene


@pytest.mark.parametrize("edition", TABLED)
def test_at_one_half_an_unrated_player_gets_the_average_of_the_field(edition: str) -> None:
    """Ada 33 per cent -125, Bo 50, Cleo 67 +125: d(pa) 0, so Ra and Ru are 1800; all games count."""
    told = four(edition).rate()
    assert (told.line("Nora")["ru"], told.line("Nora")["status"]) == (1800, Status.POOLED)
    assert told.each("Ada", "met") == [1800, 1800, 1800]
    assert told.statuses("Ada") == [Status.COUNTED] * 3


@pytest.mark.parametrize("edition", [e for e in EDITIONS if e not in TABLED])
def test_elsewhere_a_game_against_an_unrated_player_does_not_count_in_a_round_robin_either(edition: str) -> None:
    """2024 8.3.1, 7.3.1, Ukraine 6.5.2."""
    told = four(edition).rate()
    assert told.statuses("Ada") == [Status.COUNTED, Status.COUNTED, Status.UNRATED_OPPONENT]
    assert told.line("Nora")["ru"] == 0


@pytest.mark.parametrize("edition", TABLED)
def test_in_a_swiss_it_does_not_count(edition: str) -> None:
    """2009 8.52 and 6.42, rapid and blitz 6.32: the same games, reported as a Swiss (6.43, 6.4)."""
    scene = four(edition)
    scene.events[0]["system"] = System.SWISS
    told = scene.rate()
    assert told.statuses("Ada") == [Status.COUNTED, Status.COUNTED, Status.UNRATED_OPPONENT]
    assert (told.line("Nora")["ru"], told.line("Nora")["games"]) == (0, 3)


@pytest.mark.parametrize(
    ("edition", "field", "first", "second"),
    [
        ("fide-standard-2009", {"cleo": 2600}, 2067, 2023),  # 2600 counts as 2467: -133/3
        ("fide-rapid-blitz-2018", {"cleo": 2600}, 2067, 2067),  # 533 apart is within 735
        ("fide-standard-2009", {"ada": 1200, "bo": 2600, "cleo": 2600}, 2133, 2266),  # +533 and twice -67
        ("fide-rapid-blitz-2018", {"ada": 1200, "bo": 2600, "cleo": 2600}, 2133, 2199),  # +198
    ],
)
def test_8_58_the_second_pass_moves_opponents_beyond_the_limit_on_either_side(
    edition: str, field: dict[str, int], first: int, second: int
) -> None:
    """By 400 in 2009 and by 735 in rapid and blitz; Nora has half the points, so Ru is the average of the field."""
    line = four(edition, **field).rate().line("Nora")
    assert (line["ru_first"], line["ru"]) == (first, second)


@pytest.mark.parametrize("edition", TABLED)
def test_a_double_round_robin_counts_opponents_not_games(edition: str) -> None:
    """S9: everybody twice, the same percentages: the same Ru."""
    table = {"Ada": "x = 1 1", "Bo": "= x = 1", "Cleo": "0 = x 1", "Nora": "0 0 0 x"}
    ru = []
    for system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        scene = Scene(edition)
        for name in table:
            scene.person(name, 0 if name == "Nora" else 1800)
        scene.wait("Nora", 3, 1.5, 1800)  # so that a zero does not take her out
        twice = {name: " ".join(cell * (1 + (system == System.DOUBLE_ROUND_ROBIN)) for cell in row.split())
                 for name, row in table.items()}  # fmt: skip
        scene.round_robin(scene.event(system), twice)
        ru.append(scene.rate().line("Nora")["ru_first"])
    assert ru[0] == ru[1] == 1701 - 600  # p 83, 67, 50: +273, +125, 0: Ra 1800 - 132.67 x 3/4; -800 x 3/4


# --- degenerate fields ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", TABLED)
def test_where_nobody_is_rated_nobody_can_be(edition: str) -> None:
    scene = four(edition)
    for person in scene.people:
        person |= {"rating": 0, "state": 0, "k": 0}
    for seat in scene.seats:
        seat |= {"role": Role.NEWCOMER, "own": 0, "shown": 0, "source": Source.NONE, "k": 0}
    told = scene.rate()
    for name in ("Ada", "Nora"):
        assert told.statuses(name) == [Status.UNRATED_OPPONENT] * 3
        assert (told.line(name)["status"], told.line(name)["ru"]) == (Status.UNRATED_OPPONENT, 0)
    assert len(told.period.worksheets) == 0


@pytest.mark.parametrize("edition", TABLED)
def test_one_rated_player_is_the_whole_average(edition: str) -> None:
    """6.3 would not admit such a field, but the arithmetic has an answer: Rar 1800, d(pa) of Ada alone."""
    scene = Scene(edition)
    for name, rating in (("Ada", 1800), ("Bo", 0), ("Cleo", 0)):
        scene.person(name, rating)
    scene.round_robin(scene.event(System.ROUND_ROBIN), {"Ada": "x = =", "Bo": "= x =", "Cleo": "= = x"})
    told = scene.rate()
    assert (told.line("Bo")["ru"], told.line("Cleo")["ru"]) == (1800, 1800)
    assert told.worksheet("Ada")["games"] == 2


def test_all_rated_is_an_ordinary_event() -> None:
    told = four("fide-standard-2009", nora=1800).rate()
    assert told.statuses("Ada") == [Status.COUNTED] * 3
    assert told.line("Nora")["ru"] == 0


# --- a newcomer who leaves the cross table ----------------------------------------------------------------------------


def leaving(edition: str, score: str) -> Scene:
    """Max makes no point, half a point or a point, from Cleo; Nora is another newcomer."""
    his = {"0": "0 0 0 0 x", "=": "0 0 = 0 x", "1": "0 0 1 0 x"}[score]
    cleo = {"0": "1", "=": "=", "1": "0"}[score]
    scene = Scene(edition)
    for name in ("Ada", "Bo", "Cleo", "Nora", "Max"):
        scene.person(name, 0 if name in ("Nora", "Max") else 1800)
    scene.round_robin(
        scene.event(System.ROUND_ROBIN),
        {"Ada": "x = = = 1", "Bo": "= x = = 1", "Cleo": f"= = x = {cleo}", "Nora": "= = = x 1", "Max": his},
    )
    return scene


@pytest.mark.parametrize(
    ("edition", "score"),
    [(edition, score) for edition in TABLED for score in "0=" if score == "0" or edition not in HALF_SUFFICES],
)
def test_6_1_a_newcomer_with_less_than_a_point_and_all_games_against_him_are_taken_out(
    edition: str, score: str
) -> None:
    """S6: the others' p, n and N without him: Nora has one half of three games against 1800."""
    told = leaving(edition, score).rate()
    assert told.statuses("Max") == [Status.FIRST_EVENT] * 4
    assert (told.line("Max")["status"], told.line("Max")["ru"]) == (Status.FIRST_EVENT, 0)
    assert told.statuses("Ada")[-1] == told.statuses("Nora")[-1] == Status.FIRST_EVENT_OPPONENTS
    assert (told.line("Nora")["games"], told.line("Nora")["ru"]) == (3, 1800)
    assert told.each("Ada", "met")[-1] == 0


@pytest.mark.parametrize("edition", HALF_SUFFICES)
def test_6_1_with_half_a_point_he_stays_from_2014_on(edition: str) -> None:
    told = leaving(edition, "=").rate()
    assert set(told.statuses("Max")) == {Status.POOLED}
    assert Status.FIRST_EVENT_OPPONENTS not in told.statuses("Ada")


@pytest.mark.parametrize("edition", TABLED)
def test_6_1_with_a_whole_point_he_stays(edition: str) -> None:
    told = leaving(edition, "1").rate()
    assert Status.FIRST_EVENT_OPPONENTS not in told.statuses("Ada")
    assert told.line("Nora")["games"] == 4
    assert told.each("Ada", "met")[-1] == told.line("Max")["ru"] > 0


@pytest.mark.parametrize("edition", TABLED)
def test_6_1_with_an_earlier_result_he_stays_although_he_lost_everything(edition: str) -> None:
    scene = leaving(edition, "0")
    scene.wait("Max", 3, 1.5, 1500)
    told = scene.rate()
    assert told.statuses("Max") == [Status.POOLED] * 4
    assert told.line("Nora")["games"] == 4


def test_fide_standard_2009_8_31_a_result_below_the_floor_is_disregarded_for_him_alone() -> None:
    """S7: he made a point, so his opponents' games count, with his Ru as it stands."""
    scene = Scene("fide-standard-2009")
    for name in ("Ada", "Bo", "Cleo", "Nora"):
        scene.person(name, 0 if name == "Nora" else 1210)
    scene.round_robin(
        scene.event(System.ROUND_ROBIN), {"Ada": "x = = 0", "Bo": "= x = 1", "Cleo": "= = x 1", "Nora": "1 0 0 x"}
    )
    told = scene.rate()
    assert told.line("Nora")["ru"] < 1200
    assert told.statuses("Nora") == [Status.FIRST_RESULT] * 3
    assert told.statuses("Bo") == [Status.COUNTED] * 3
    assert told.each("Bo", "met")[-1] == told.line("Nora")["ru"]


def test_the_others_are_judged_on_the_event_as_played_so_that_nobody_s_leaving_starts_a_chain() -> None:
    """S6: Nora's only point was made against Max, who leaves; she stays."""
    scene = Scene("fide-standard-2009")
    for name in ("Ada", "Bo", "Cleo", "Nora", "Max"):
        scene.person(name, 0 if name in ("Nora", "Max") else 1800)
    scene.round_robin(
        scene.event(System.ROUND_ROBIN),
        {"Ada": "x = = 1 1", "Bo": "= x = 1 1", "Cleo": "= = x 1 1", "Nora": "0 0 0 x 1", "Max": "0 0 0 0 x"},
    )
    told = scene.rate()
    assert told.statuses("Ada") == [Status.COUNTED] * 3 + [Status.FIRST_EVENT_OPPONENTS]
    assert told.statuses("Nora") == [Status.POOLED] * 3 + [Status.FIRST_EVENT_OPPONENTS]
    assert (told.line("Nora")["games"], told.line("Nora")["half_points"]) == (3, 0)


# --- late-rated, and a Ru of nought -----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", TABLED)
def test_8_4_a_player_rated_since_is_unrated_for_the_others_and_never_leaves(edition: str) -> None:
    """S18: he stays in the unrated group; his own change is that of a rated player."""
    scene = leaving(edition, "0")
    max_ = scene.names.index("Max")
    scene.people[max_] |= {"rating": 1500, "state": 1, "k": 20}
    for seat in scene.seats:
        if seat["player"] == max_:
            seat |= {"role": Role.RATED, "own": 1500, "shown": 0, "source": Source.LATE, "k": 20}
    told = scene.rate()
    assert told.statuses("Max") == [Status.COUNTED] * 4
    assert told.each("Max", "met")[-1] == told.line("Nora")["ru"]
    assert told.each("Ada", "met")[-1] == told.line("Max")["ru"] != 1500
    assert told.worksheet("Max")["base_source"] == Source.LATE


@pytest.mark.parametrize(("rating", "ru"), [(1222, 0), (1221, -1), (1223, 1)])
def test_fide_standard_2009_8_52_a_ru_of_nought_is_a_rating_like_any_other(rating: int, ru: int) -> None:
    """Six players of the lowest class, four newcomers; X, who has an earlier result, loses every game."""
    scene = Scene("fide-standard-2009")
    names = [scene.person(f"R{at}", rating, k=15) for at in range(6)] + [scene.person(name) for name in "XYZW"]
    scene.wait("X", 3, 1.5, 1500)

    def result(one: str, other: str) -> str:
        if one == other:
            return "x"
        if "X" in (one, other):
            return "1" if other == "X" else "0"
        strong, weak = one[0] == "R", other[0] != "R"
        return "=" if strong != weak else "1" if strong else "0"

    cells = {one: " ".join(result(one, other) for other in names) for one in names}
    scene.round_robin(scene.event(System.ROUND_ROBIN), cells)
    told = scene.rate()
    assert told.line("X")["ru"] == ru
    assert told.statuses("R0") == [Status.COUNTED] * 9
