"""What editions say of which only some articles are known: what differs from a whole text, typed from the parameters.

`but(values, gone, **changed)`: the values of another edition, without some, and with others in their place.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lawvalues import (
    BELOW_2400,
    FIDE_FIELDS,
    JUNIOR,
    MONTHLY,
    NEW_30,
    RAPID_BLITZ_2018,
    RAPID_BLITZ_2024,
    REACHED_2400,
    SAID,
    STANDARD_2009,
    STANDARD_2024,
    Values,
)

CHAIRMAN = {"authority": "qc-chair"}
K_OF_2014 = {
    "clauses": (NEW_30, BELOW_2400, REACHED_2400, JUNIOR),
    "precedence": ("reached-2400", "junior", "new-player", "below-2400"),
}
EVERYBODY = {"clauses": ({"name": "everybody", "k": 20},), "precedence": (), "read": "replaced-list"}
ONE_UPGRADE = {"method": "greatest-of-event", "limit": 400, "binds": "stronger"}
SEVEN_AND_THIRTY = {"method": "days", "arbiter_days": 7, "officer_days": 30}
THREE_DAYS = {"days_before": 3, "official_days_before": 1}
WINDOW_2012 = {"method": "window", "moves": 60, "above_included": True, "up_to_included": False}
BY_GAME = {"method": "by-game", "moves": 60, "otherwise": 60, "reached": True}


def but(values: Values, gone: str = "", **changed: tuple[str, Any]) -> Values:
    kept = {concept: value for concept, value in values.items() if concept not in gone.split()}
    assert len(kept) == len(values) - len(gone.split())
    return kept | {concept.replace("_", "-"): value for concept, value in changed.items()}


def bonus(article: str, points: int) -> tuple[str, Any]:
    return article, {"method": "bonus", "per_half_point": Fraction(points)}


def k_of_2011(new: int) -> dict[str, Any]:
    return {
        "clauses": (
            {"name": "new-player", "k": new, "games_below": 30},
            {"name": "below-2400", "k": 15, "rating_below": 2400},
            REACHED_2400,
        ),
        "precedence": ("reached-2400", "new-player", "below-2400"),
        "read": "event-start",
    }


STANDARD_2006 = but(
    STANDARD_2009,
    "registered-event unsubmitted-event official-event registration-notice registration-refusal late-registration "
    "announced-event rating-officer appeal rate-of-play first-time-control laws-of-chess rounds-per-day hours-per-day "
    "event-duration league-duration long-event joined-stages round-robin-rated-share small-round-robin "
    "double-round-robin national-championship incomplete-round-robin match-decided match-with-unrated closing-day "
    "titled-unrated-list inactive-shown top-lists repeated-round-robin steady-rating",
    floor=("0.6", {"rating": 1400}),
    list_calendar=("7.1", {"months": (1, 4, 7, 10), "day": 1}),
    minimum_games_member=("7.14(g)", {"games": 7, "members": ("IBCA",)}),
    difference_limit=("8.54", {"method": "every-game", "limit": 350}),
)
STANDARD_2011 = but(
    STANDARD_2009,
    minimum_event_games=("6.41", {"games": 3, "events": "first", "round_robin": False}),
    over_half=bonus("8.23", 15),
    coefficient=("8.56", k_of_2011(30)),
)
STANDARD_2012 = but(
    STANDARD_2011, floor=("0.6", {"rating": 1000}), list_calendar=("7.1", {"months": MONTHLY, "day": 1})
)
STANDARD_2013 = but(
    STANDARD_2012,
    "event-duration league-duration long-event",
    registration_notice=("0.4", {"method": "days", "days": 7}),
    early_registration=("0.4", {"method": "norms", "days": 30}),
    late_early_registration=("R45", {"authority": "nobody"}),
    licensed_arbiters=("0.4", SAID),
    interim_report=("4.1", {"days": 90, "months": 1}),
    closing_day=("7.13", THREE_DAYS),
    report_deadline=("9.1", SEVEN_AND_THIRTY),
)
STANDARD_2014 = but(
    STANDARD_2013,
    "rounds-per-day minimum-event-games minimum-games-championship minimum-games-member",
    first_event_opponents=("6.1", {"half_points": 1}),
    minimum_games=("7.14(a)", {"games": 5, "round_robin_unrated": True}),
    pooling_window=("7.14(c)", {"months": 26}),
    first_event=("8.21", {"half_points": 1, "judged": "until-one-counts"}),
    over_half=bonus("8.23", 20),
    coefficient=("8.56", K_OF_2014 | {"read": "event-start"}),
)
STANDARD_2017 = but(
    STANDARD_2014,
    "unsubmitted-event",
    registration_notice=("0.2", {"method": "days", "days": 7}),
    early_registration=("0.2", {"method": "norms", "days": 30}),
    registered_schedule=("0.2", SAID),
    registration_refusal=("0.2", CHAIRMAN),
    late_registration=("0.2", CHAIRMAN),
    licensed_arbiters=("0.3", SAID),
    official_event=("0.4", {"reported_by": "chief-arbiter", "continental": True}),
    rate_of_play=(
        "1.1",
        BY_GAME | {"classes": ({"rating": 2200, "minutes": 120}, {"rating": 1600, "minutes": 90})},
    ),
    first_time_control=("1.2", {"moves": 40, "exactly": True}),
    floor=("7.12", {"rating": 1000}),
    coefficient_ceiling=("8.56", {"product": 700}),
    change_rounding=("8.57", {"of": "change", "halves": "up"}),
)
STANDARD_2021 = but(STANDARD_2017, hybrid_event=("0.2", CHAIRMAN))
STANDARD_2022 = but(
    STANDARD_2024,
    "unsubmitted-event first-rating-maximum",
    registration_notice=("0.2", {"method": "days", "days": 3}),
    early_registration=("0.2", {"method": "norms", "days": 30}),
    late_early_registration=("R45", {"authority": "nobody"}),
    registration_refusal=("0.2", CHAIRMAN),
    late_registration=("0.2", CHAIRMAN),
    floor=("7.1.2", {"rating": 1000}),
    opponents_average=("8.2.2", {"method": "mean"}),
    over_half=bonus("8.2.3", 20),
    difference_limit=("8.3.1", ONE_UPGRADE),
    report_deadline=("9.1", SEVEN_AND_THIRTY),
)
STANDARD_2023_12 = but(
    STANDARD_2022,
    registration_notice=("0.2.2", {"method": "days", "days": 3}),
    registration_refusal=("0.2.2", CHAIRMAN),
    early_registration=("0.2.1", {"method": "top-players", "days": 30, "above": 2700, "above_women": 2500}),
    late_early_registration=("0.2.3", {"authority": "president"}),
    late_registration=("0.2.4", CHAIRMAN),
    unsubmitted_event=(
        "0.2",
        {"method": "exceptional", "authority": "nobody", "average_authority": "president", "average_above": 2700},
    ),
)
RAPID_BLITZ_2012 = but(
    RAPID_BLITZ_2018,
    "early-registration registered-schedule late-early-registration licensed-arbiters coefficient-ceiling",
    registration_notice=("0.2", {"method": "days", "days": 2}),
    rate_of_play=(
        "1.1",
        WINDOW_2012 | {"above": 15, "up_to": 60},
    ),
    minimum_event_games=("6.31", {"games": 3, "events": "first", "round_robin": False}),
    list_calendar=("7.1", {"months": (1, 7), "day": 1}),
    floor=("7.12", {"rating": 1200}),
    list_fields=("7.12", {"fields": FIDE_FIELDS, "birth": "year"}),
    minimum_games=("7.14(a)", {"games": 9, "round_robin_unrated": True}),
    pooling_window=("7.14(c)", {"months": 24}),
    difference_limit=("8.54", {"method": "every-game", "limit": 400}),
    coefficient=("8.56", EVERYBODY),
)
RAPID_BLITZ_2012_07 = but(
    RAPID_BLITZ_2012, floor=("7.12", {"rating": 1000}), list_calendar=("7.1", {"months": MONTHLY, "day": 1})
)
RAPID_BLITZ_2014 = but(
    RAPID_BLITZ_2018,
    "coefficient-ceiling",
    difference_limit=("8.54", {"method": "every-game", "limit": 400}),
)
RAPID_BLITZ_2022 = but(
    RAPID_BLITZ_2024,
    "unsubmitted-event first-rating-maximum",
    floor=("6.1.2", {"rating": 1000}),
    opponents_average=("7.2.3", {"method": "mean"}),
    over_half=bonus("7.2.4", 20),
    difference_limit=("7.3.1", ONE_UPGRADE),
    coefficient=("7.3.3", EVERYBODY),
    report_deadline=("8.1", SEVEN_AND_THIRTY),
)
RAPID_BLITZ_2022_10 = but(RAPID_BLITZ_2022, coefficient=("7.3.3", K_OF_2014 | {"read": "replaced-list"}))

VALUES_IN_PART: dict[str, Values] = {
    "fide-standard-2006": STANDARD_2006,
    "fide-standard-2011": STANDARD_2011,
    "fide-standard-2012": STANDARD_2012,
    "fide-standard-2013": STANDARD_2013,
    "fide-standard-2014": STANDARD_2014,
    "fide-standard-2017": STANDARD_2017,
    "fide-standard-2021": STANDARD_2021,
    "fide-standard-2022": STANDARD_2022,
    "fide-standard-2023-12": STANDARD_2023_12,
    "fide-rapid-blitz-2012": RAPID_BLITZ_2012,
    "fide-rapid-blitz-2012-07": RAPID_BLITZ_2012_07,
    "fide-rapid-blitz-2014": RAPID_BLITZ_2014,
    "fide-rapid-blitz-2022": RAPID_BLITZ_2022,
    "fide-rapid-blitz-2022-10": RAPID_BLITZ_2022_10,
}

# where blitz has another value than rapid, in some editions only
BLITZ_IN_PART = {
    (edition, "rate-of-play"): WINDOW_2012 | {"above": 5, "up_to": 15}
    for edition in ("fide-rapid-blitz-2012", "fide-rapid-blitz-2012-07")
}
