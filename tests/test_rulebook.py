"""Rulebooks: chosen by day, asked by article and concept, corrected or as a witness prints them."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import pairwise

import pytest
from lawtexts import EDITIONS, SERIES

import arpad
from arpad.exact import ROUNDINGS
from arpad.law import Hole, LawError, editions, in_force, rulebook, series_names
from arpad.law.rules import admission, lists, newcomers, office, rating

# --- choosing ---------------------------------------------------------------------------------------------------------

# the days of each edition, from the texts; None: still in force
DAYS = {
    "fide-standard-2009": (("fide-standard",), date(2009, 7, 1), date(2011, 6, 30)),
    "fide-standard-2011": (("fide-standard",), date(2011, 7, 1), date(2012, 6, 30)),
    "fide-standard-2012": (("fide-standard",), date(2012, 7, 1), date(2013, 6, 30)),
    "fide-standard-2013": (("fide-standard",), date(2013, 7, 1), date(2014, 6, 30)),
    "fide-standard-2014": (("fide-standard",), date(2014, 7, 1), date(2017, 6, 30)),
    "fide-standard-2017": (("fide-standard",), date(2017, 7, 1), date(2021, 1, 31)),
    "fide-standard-2021": (("fide-standard",), date(2021, 2, 1), date(2021, 12, 31)),
    "fide-standard-2022": (("fide-standard",), date(2022, 1, 1), date(2023, 12, 24)),
    "fide-standard-2023-12": (("fide-standard",), date(2023, 12, 25), date(2024, 2, 29)),
    "fide-standard-2024": (("fide-standard",), date(2024, 3, 1), date(2025, 9, 30)),
    "fide-standard-2025": (("fide-standard",), date(2025, 10, 1), None),
    "fide-rapid-blitz-2012": (("fide-rapid", "fide-blitz"), date(2012, 1, 1), date(2012, 6, 30)),
    "fide-rapid-blitz-2012-07": (("fide-rapid", "fide-blitz"), date(2012, 7, 1), date(2014, 6, 30)),
    "fide-rapid-blitz-2014": (("fide-rapid", "fide-blitz"), date(2014, 7, 1), date(2018, 6, 30)),
    "fide-rapid-blitz-2018": (("fide-rapid", "fide-blitz"), date(2018, 7, 1), date(2021, 12, 31)),
    "fide-rapid-blitz-2022": (("fide-rapid", "fide-blitz"), date(2022, 1, 1), date(2022, 9, 30)),
    "fide-rapid-blitz-2022-10": (("fide-rapid", "fide-blitz"), date(2022, 10, 1), date(2024, 2, 29)),
    "fide-rapid-blitz-2024": (("fide-rapid", "fide-blitz"), date(2024, 3, 1), date(2024, 11, 30)),
    "fide-rapid-blitz-2024-12": (("fide-rapid", "fide-blitz"), date(2024, 12, 1), None),
    "ukraine-2018": (("ukraine",), date(2018, 1, 23), None),
}
CALCULATED = "fide-standard-2006"  # its days, from 1 April 2006 to 30 June 2009, admit nothing
WITNESSES = {
    "fide-standard-2014": ("172-ru",),
    "fide-standard-2009": ("000-pl", "003-et"),
    "fide-standard-2024": ("002-hu",),
    "fide-rapid-blitz-2018": ("004-it",),
    "ukraine-2018": ("001-uk",),
}

# who speaks on the first of a month, from that month on; "<" and ">" name the nearest where nobody does
SPEAKS = {
    "fide-standard": [
        ("2009-07", "fide-standard-2009"),
        ("2011-07", "fide-standard-2011"),
        ("2012-07", "fide-standard-2012"),
        ("2013-07", "fide-standard-2013"),
        ("2014-07", "fide-standard-2014"),
        ("2017-07", "fide-standard-2017"),
        ("2021-02", "fide-standard-2021"),
        ("2022-01", "fide-standard-2022"),
        ("2024-01", "fide-standard-2023-12"),
        ("2024-03", "fide-standard-2024"),
        ("2025-10", "fide-standard-2025"),
    ],
    "fide-rapid": [
        ("2009-07", "> fide-rapid-blitz-2012"),
        ("2012-01", "fide-rapid-blitz-2012"),
        ("2012-07", "fide-rapid-blitz-2012-07"),
        ("2014-07", "fide-rapid-blitz-2014"),
        ("2018-07", "fide-rapid-blitz-2018"),
        ("2022-01", "fide-rapid-blitz-2022"),
        ("2022-10", "fide-rapid-blitz-2022-10"),
        ("2024-03", "fide-rapid-blitz-2024"),
        ("2024-12", "fide-rapid-blitz-2024-12"),
    ],
    "ukraine": [("2009-07", "> ukraine-2018"), ("2018-02", "ukraine-2018")],
}
SPEAKS["fide-blitz"] = SPEAKS["fide-rapid"]
FIRSTS = [date(year, month, 1) for year in range(2009, 2027) for month in range(1, 13) if (year, month) >= (2009, 7)]


@pytest.mark.parametrize("series", SERIES)
def test_every_first_of_a_month_has_one_edition_or_the_named_refusal(series: str) -> None:
    assert len(FIRSTS) == 210
    for day in FIRSTS:
        wanted = [who for month, who in SPEAKS[series] if month <= f"{day:%Y-%m}"][-1]
        nearest = wanted.strip("<> ")
        claims = [
            id for id, (served, first, last) in DAYS.items() if series in served and first <= day <= (last or day)
        ]
        if wanted == nearest:
            assert claims == [wanted]
            assert (in_force(series, day).id, in_force(series, day).series) == (wanted, series)
            continue
        assert claims == []
        first, last = DAYS[nearest][1:]
        side = f"in force until {last}" if wanted[0] == "<" else f"in force from {first}"
        with pytest.raises(LawError) as refusal:
            in_force(series, day)
        assert str(refusal.value) == f"no edition of {series} covers {day}; the nearest is {nearest}, {side}"


@pytest.mark.parametrize(
    ("series", "first"),
    [("fide-standard", date(2009, 7, 1)), ("fide-rapid", date(2012, 1, 1)), ("fide-blitz", date(2012, 1, 1))],
)
def test_no_day_is_without_an_edition(series: str, first: date) -> None:
    """Every day to today, one by one; on the day before the first nothing is admitted."""
    for day in range(first.toordinal(), date.today().toordinal() + 1):
        head = in_force(series, date.fromordinal(day)).head
        assert head.in_force <= date.fromordinal(day) <= (head.until or date.max)
    with pytest.raises(LawError):
        in_force(series, date.fromordinal(first.toordinal() - 1))


def test_an_edition_for_calculations_admits_nothing_and_computes() -> None:
    book = rulebook(CALCULATED)
    assert (book.head.in_force, book.head.until) == (date(2006, 4, 1), date(2009, 6, 30))
    assert book.expected(500) == book.expected(350, limited=False) == 89
    with pytest.raises(LawError) as refusal:
        in_force("fide-standard", date(2008, 5, 1))
    assert str(refusal.value) == (
        "fide-standard-2006 serves calculations alone, so that nothing of 2008-05-01 is rated in fide-standard; "
        "the first that admits events is fide-standard-2009"
    )


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition != CALCULATED])
def test_an_edition_speaks_on_its_first_and_last_day_and_not_beyond(edition: str) -> None:
    served, first, last = DAYS[edition]
    head = rulebook(edition).head
    assert (head.series, head.in_force, head.until) == (served, first, last)
    assert head.witness == WITNESSES.get(edition, ())
    for series in served:
        assert in_force(series, first).id == edition
        assert in_force(series, last or date(2099, 12, 31)).id == edition
        assert edition != _who(series, date.fromordinal(first.toordinal() - 1))
        if last:
            assert edition != _who(series, date.fromordinal(last.toordinal() + 1))


def _who(series: str, day: date) -> str:
    try:
        return in_force(series, day).id
    except LawError:
        return ""


def test_no_day_belongs_to_two_editions() -> None:
    for series in SERIES:
        spans = sorted((first, last or date.max) for served, first, last in DAYS.values() if series in served)
        assert all(before[1] < after[0] for before, after in pairwise(spans))


def test_all_editions_and_series_are_known_by_name() -> None:
    assert sorted(editions()) == sorted(EDITIONS)
    assert sorted(series_names()) == sorted(SERIES)


# --- one file, two series ---------------------------------------------------------------------------------------------


def test_fide_rapid_blitz_2018_3_1_a_value_by_series_needs_the_series() -> None:
    with pytest.raises(LawError) as refusal:
        rulebook("fide-rapid-blitz-2018").rule(admission.ROUNDS_PER_DAY)
    assert str(refusal.value) == "rounds-per-day differs between fide-rapid and fide-blitz: name the series"
    rapid, blitz = (rulebook("fide-rapid-blitz-2018", series=name) for name in ("fide-rapid", "fide-blitz"))
    assert (rapid.rule(admission.ROUNDS_PER_DAY).rounds, blitz.rule(admission.ROUNDS_PER_DAY).rounds) == (15, 30)


def test_fide_rapid_blitz_2018_7_12_a_value_alike_in_both_does_not() -> None:
    assert rulebook("fide-rapid-blitz-2018").rule(newcomers.FLOOR).rating == 1000
    assert rulebook("fide-rapid-blitz-2018").series is None


def test_the_only_series_of_a_file_is_chosen_by_itself() -> None:
    assert rulebook("ukraine-2018").series == "ukraine"


# --- articles and concepts --------------------------------------------------------------------------------------------


def test_articles_name_the_filling_one_first_and_then_those_that_repeat_it() -> None:
    old, new = rulebook("fide-standard-2009"), rulebook("fide-standard-2024")
    assert old.articles("difference-limit") == ("8.54", "8.58")
    assert old.articles("first-event") == ("8.21", "6.1", "6.4", "6.41")
    assert old.articles("floor") == ("0.6", "6.1", "6.41", "7.12", "7.14", "7.14(d)", "7.21", "8.31", "8.33")
    assert new.articles(rating.DIFFERENCE_LIMIT) == ("8.3.1",)
    assert new.articles("over-half") == ("8.2.3", "8.2")


def test_a_reading_names_the_article_it_completes_and_itself() -> None:
    cited = rulebook("ukraine-2018").cite(lists.CLOSING_DAY)
    assert (cited.value.days_before, cited.articles, cited.reading) == (1, ("2:1",), "S2")
    printed = rulebook("fide-standard-2009").cite(lists.CLOSING_DAY)
    assert (printed.value.days_before, printed.articles, printed.reading) == (7, ("7.13",), "")


def test_a_concept_an_edition_says_nothing_of() -> None:
    book = rulebook("fide-standard-2024")
    assert book.articles("top-lists") == ()
    assert not book.has(lists.TOP_LISTS)
    assert book.find(lists.TOP_LISTS) is None
    with pytest.raises(LawError) as refusal:
        book.rule(lists.TOP_LISTS)
    assert str(refusal.value) == "fide-standard-2024 says nothing of top-lists"


def test_fide_standard_2009_7_24_is_found_by_the_number_of_either_witness() -> None:
    book = rulebook("fide-standard-2009")
    assert book.article("7.24") is book.article("7.23(d)")
    assert dict(book.article("7.24").also) == {"000-pl": "7.24"}
    assert book.article("7.24").fills == ("top-lists",)


def test_fide_standard_2024_8_3_3_an_article_with_sentence_concepts_and_status() -> None:
    article = rulebook("fide-standard-2024").article("8.3.3")
    assert article.fills == ("coefficient", "coefficient-ceiling")
    assert article.statuses == ("applied",)
    assert article.says.startswith("K is 40 for a player new to the list")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: rulebook("fide-standart-209"), "no rulebook 'fide-standart-209'; did you mean 'fide-standard-2009'?"),
        (
            lambda: rulebook("xyzzy"),
            "no rulebook 'xyzzy'; `arpad law list` names them",
        ),
        (
            lambda: rulebook("fide-standard-2009").article("8.544"),
            "fide-standard-2009 has no article '8.544'; did you mean '8.54'?",
        ),
        (lambda: rulebook("ukraine-2018").article("zzz"),
         "ukraine-2018 has no article 'zzz'; its articles run from 1:1 to 7:3"),
        (
            lambda: rulebook("fide-standard-2009").articles("difference-limits"),
            "the law knows no concept 'difference-limits'; did you mean 'difference-limit'?",
        ),
        (
            lambda: rulebook("fide-rapid-blitz-2018", series="fide-rapit"),
            "fide-rapid-blitz-2018 does not serve the series 'fide-rapit'; it serves fide-rapid, fide-blitz; "
            "did you mean 'fide-rapid'?",
        ),
        (
            lambda: rulebook("fide-standard-2009", witness="000-px"),
            "fide-standard-2009 has no witness '000-px'; its witnesses are 000-pl, 003-et; did you mean '000-pl'?",
        ),
        (
            lambda: rulebook("fide-standard-2025", witness="002-hu"),
            "fide-standard-2025 has no witness '002-hu'; it has no witness text",
        ),
        (
            lambda: in_force("fide-standart", date(2024, 3, 1)),
            "no rating series 'fide-standart'; did you mean 'fide-standard'?",
        ),
        (
            lambda: in_force("tennis", date(2024, 3, 1)),
            "no rating series 'tennis'; known: fide-rapid, fide-blitz, fide-standard, ukraine",
        ),
        (lambda: rulebook("fide-standard-2024").dp(101), "a percentage lies between 0 and 100, not at 101"),
        (lambda: rulebook("fide-standard-2024").dp(-1), "a percentage lies between 0 and 100, not at -1"),
        (lambda: rulebook("fide-standard-2024").dp(True), "the percentage must be a whole number, not True"),
        (
            lambda: rulebook("fide-standard-2024").expected(3.5),  # type: ignore[arg-type]
            "the difference must be a whole number, not 3.5",
        ),
    ],
)  # fmt: skip
def test_what_is_not_there_is_one_line_with_the_nearest_name(ask: object, said: str) -> None:
    with pytest.raises(LawError) as refusal:
        ask()  # type: ignore[operator]
    assert str(refusal.value) == said


# --- the five witnesses, each as it stands ----------------------------------------------------------------------------


def test_000_pl_differs_in_the_table_the_half_point_and_the_first_event() -> None:
    corrected = rulebook("fide-standard-2009")
    polish = rulebook("fide-standard-2009", witness="000-pl")
    assert [(corrected.expected(d), polish.expected(d)) for d in (326, 327, 328, 329)] == [
        (87, 87), (87, 88), (87, 88), (88, 88)]  # fmt: skip
    assert corrected.rule(newcomers.OVER_HALF) == newcomers.Bonus(Fraction(25, 2))
    assert polish.rule(newcomers.OVER_HALF) == newcomers.Bonus(Fraction(15))
    assert corrected.rule(newcomers.FIRST_EVENT_OPPONENTS).half_points == 2
    assert polish.rule(newcomers.FIRST_EVENT_OPPONENTS).half_points == 1


def test_003_et_differs_from_000_pl() -> None:
    estonian = rulebook("fide-standard-2009", witness="003-et")
    assert [estonian.expected(d) for d in (327, 328)] == [87, 87]
    assert estonian.rule(newcomers.OVER_HALF) == newcomers.Bonus(Fraction(25, 2))
    assert estonian.rule(newcomers.FIRST_EVENT_OPPONENTS).half_points == 2


def test_both_texts_of_2009_ask_for_three_games_in_round_robins_too() -> None:
    assert not rulebook("fide-standard-2009").rule(newcomers.MINIMUM_EVENT_GAMES).round_robin
    for witness in ("000-pl", "003-et"):
        assert rulebook("fide-standard-2009", witness=witness).rule(newcomers.MINIMUM_EVENT_GAMES).round_robin


def test_002_hu_rounds_halves_up_and_says_exceeds() -> None:
    corrected = rulebook("fide-standard-2024")
    hungarian = rulebook("fide-standard-2024", witness="002-hu")
    rounded = [ROUNDINGS[book.rule(rating.CHANGE_ROUNDING).halves](-250, 100) for book in (corrected, hungarian)]
    assert rounded == [-3, -2]
    plays = [book.rule(admission.RATE_OF_PLAY) for book in (corrected, hungarian)]
    assert [isinstance(play, admission.ByGame) and play.reached for play in plays] == [True, False]
    assert [book.rule(rating.EDITION_CHOICE).on_the_day for book in (corrected, hungarian)] == [True, False]
    assert [book.rule(lists.LIST_FIELDS).birth for book in (corrected, hungarian)] == ["year", "date"]
    appeals = [book.rule(office.APPEAL) for book in (corrected, hungarian)]
    assert [appeal.to for appeal in appeals] == ["council", "unnamed"]


def test_004_it_ignores_only_zero_and_leaves_cells_empty() -> None:
    corrected = rulebook("fide-rapid-blitz-2018")
    italian = rulebook("fide-rapid-blitz-2018", witness="004-it")
    assert [book.rule(newcomers.FIRST_EVENT).half_points for book in (corrected, italian)] == [2, 1]
    assert corrected.dp(84) == 284
    with pytest.raises(Hole) as refusal:
        italian.dp(84)
    assert str(refusal.value) == (
        "fide-rapid-blitz-2018 as printed in 004-it gives no difference for 84 per cent: an empty place in its table "
        "8.1(a) (rulings E15, E16 mend it)"
    )
    empty = []
    for percent in range(101):
        try:
            assert italian.dp(percent) == corrected.dp(percent)
        except Hole:
            empty.append(percent)
    assert empty == [0, 16, 33, 50, 67, 84, 100]


def test_001_uk_has_a_hole_and_turns_the_sign() -> None:
    corrected = rulebook("ukraine-2018")
    ukrainian = rulebook("ukraine-2018", witness="001-uk")
    assert corrected.expected(405, limited=False) == 92
    with pytest.raises(Hole) as refusal:
        ukrainian.expected(405, limited=False)
    assert str(refusal.value) == (
        "ukraine-2018 as printed in 001-uk gives no expected score for a difference of 405: a hole in its table 6.1b "
        "between the rows 392-401 and 412-432 (ruling E11 mends it)"
    )
    assert ukrainian.expected(405) == 92  # limited to 400, which is in the row
    deltas = [book.rule(rating.RATING_CHANGE).delta for book in (corrected, ukrainian)]
    assert deltas == ["score-minus-expected", "expected-minus-score"]


def test_a_hole_is_a_refusal_of_the_law_and_a_misuse_of_the_call() -> None:
    assert issubclass(Hole, LawError)
    assert issubclass(LawError, arpad.UserError)


def test_loading_a_witness_leaves_the_corrected_reading_alone() -> None:
    rulebook("fide-standard-2009", witness="000-pl")
    assert rulebook("fide-standard-2009").expected(327) == 87
    assert rulebook("fide-standard-2009").witness is None


def test_public_names_are_loaded_on_first_use_and_no_others() -> None:
    assert isinstance(arpad.rulebook("fide-standard-2024"), arpad.Rulebook)  # one that can also calculate
    assert arpad.rulebook("fide-standard-2024").edition is rulebook("fide-standard-2024").edition
    assert set(arpad.__all__) >= {"Finding", "UserError", "Place", "Rulebook", "Tier", "in_force", "rulebook"}
    with pytest.raises(AttributeError, match="has no attribute 'rulebok'"):
        arpad.rulebok  # noqa: B018


def test_a_rulebook_is_one_line() -> None:
    assert (
        repr(rulebook("fide-standard-2025")) == "<Rulebook fide-standard-2025 for fide-standard, in force 2025-10-01>"
    )
    assert repr(rulebook("fide-rapid-blitz-2018", witness="004-it")) == (
        "<Rulebook fide-rapid-blitz-2018 for fide-rapid and fide-blitz, in force 2018-07-01 to 2021-12-31, "
        "as printed in 004-it>"
    )


def test_a_refusal_of_the_law_is_data_with_a_sentence_and_what_helps() -> None:
    with pytest.raises(LawError) as refusal:
        rulebook("fide-standart-2024")
    problem = refusal.value
    assert (problem.code, problem.fields) == ("no-rulebook", (("id", "fide-standart-2024"),))
    assert (problem.sentence, problem.help) == (
        "no rulebook 'fide-standart-2024'",
        "did you mean 'fide-standard-2024'?",
    )
