"""The pairs of admission: for every article that decides what may be rated, a report that is caught and one not.

`ARTICLES` is typed from the digest (class A; articles of one row of the digest stand together). A pair names the
article, the finding or the ledger status that catches it, and three events: caught, just inside, and the boundary
itself with what must become of it. Events are changes of a sound event of the edition (`events_made.scene`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from events_made import EDITIONS

from arpad.columns import Status
from arpad.finding import Tier

Change = dict[str, Any]

BY_CHAIRMAN = {"what": "late-registration", "by": "qc-chair"}
BY_PRESIDENT = {"what": "late-registration", "by": "president"}
NORMS_LATE: Change = {"registered_days": 29, "norms": True}

S09, S24, S25 = "fide-standard-2009", "fide-standard-2024", "fide-standard-2025"
R18, R24, R2412 = "fide-rapid-blitz-2018", "fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12"
UA = "ukraine-2018"

ARTICLES: dict[str, tuple[str, ...]] = {
    S09: (
        "0.0", "0.3", "1.1", "1.2", "1.3", "2.1", "3.1", "4.1", "4.11", "4.12", "5.1", "6.1", "6.3", "6.31", "6.32",
        "6.33", "6.4", "6.41", "6.42", "6.43", "6.5", "6.6", "8.21",
    ),
    S24: ("0.3", "1.1", "1.2", "2.1", "3.1", "5.1", "6.1", "6.2", "8.2.1"),
    S25: ("0.3", "1.1", "1.2", "2.1", "3.1", "5.1", "6.1", "6.2", "8.2.1"),
    R18: (
        "0", "0.3", "0.4", "1.1", "1.2", "2.1", "3.1", "4.1", "5.1", "6.1", "6.2", "6.21", "6.22", "6.31", "6.32",
        "6.4", "6.5", "6.6", "8.21",
    ),
    R24: ("0.3", "1.1", "1.1.1", "1.1.2", "1.2", "2.1", "3.1", "3.1.1", "3.1.2", "4.1", "5.1", "5.2", "7.2.2"),
    R2412: (
        "0.3", "1.1", "1.1.1", "1.1.2", "1.2", "2.1", "3.1", "3.1.1", "3.1.2", "4.1", "5.1", "5.2", "7.2.2", "7.3.1",
    ),
    UA: ("2:3", "2:4", "2:5", "2:6", "2:7", "6.2.1"),
}  # fmt: skip
"""Class A, by hand. In Ukraine 2:3 holds minutes, rounds and hours."""

PROCEDURE: dict[str, tuple[str, ...]] = {
    S09: ("0.2", "0.4", "7.13", "9.2"),
    S24: ("0.2", "0.2.1", "0.2.2", "0.2.3", "0.2.4", "4.1", "7.1.3", "9.1", "9.2", "9.4", "10.1"),
    S25: ("0.2", "0.2.1", "0.2.2", "0.2.3", "0.2.4", "4.1", "7.1.3", "9.1", "9.2", "9.4", "10.1"),
    R18: ("0.2", "7.13", "9.1", "9.2", "12.1"),
    R24: ("0.2", "6.1.3", "8.1", "8.2", "8.4", "9.1"),
    R2412: ("0.2", "6.1.3", "8.1", "8.2", "8.4", "9.1"),
    UA: ("2:9", "4:1", "7:1", "7:2"),
}
"""Class P and L as far as they decide whether or when an event is rated; proved by the same pairs."""


@dataclass(frozen=True)
class Pair:
    """One article of one edition, with the events that show it at work."""

    edition: str
    articles: str  # separated by blanks
    concept: str
    caught: Change
    inside: Change
    boundary: Change | None = None
    boundary_caught: bool = False
    tier: Tier = Tier.REFUSE
    code: str = ""  # of the finding, where another concept's finding shows it
    status: Status | None = None  # in the ledger, where no finding does
    what: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.edition}_{self.articles.replace(' ', '_')}_{self.concept}{'_' + self.what if self.what else ''}"


def n(*ratings: int, of: int = 0, rest: int = 0) -> dict[str, Any]:
    """These ratings, filled up to so many players."""
    return {"ratings": (*ratings, *(rest,) * (of - len(ratings)))}


def field_of(players: int, rated: int, shape: str = "robin", **more: Any) -> dict[str, Any]:
    """A round robin of so many players, so many of them rated."""
    return {"ratings": (1700,) * rated + (0,) * (players - rated), "shape": shape, **more}


def newcomer(results: str, opponent: int = 1700, shape: str = "swiss", players: int = 8) -> dict[str, Any]:
    """One unrated player with these results from the first round on."""
    ratings = (0,) + (opponent,) * (players - 1)
    scored = {(1, turn): code for turn, code in enumerate(results, 1)}
    return {"ratings": ratings, "results": scored, "shape": shape, "rounds": len(results) if shape == "swiss" else 0}


def match(results: str, scheduled: int = 0, **more: Any) -> dict[str, Any]:
    """A match as its first player sees it."""
    scored = {(1, turn): code for turn, code in enumerate(results, 1)}
    return {
        "ratings": (1700, 1690), "shape": "match", "rounds": len(results), "results": scored,
        "games_scheduled": scheduled or len(results), **more,
    }  # fmt: skip


def fact(name: str, good: Any, bad: Any) -> tuple[Change, Change]:
    return {name: bad}, {name: good}


UNKNOWN = None
SOUND: Change = {}
ONE_FORFEIT = {"results": {(1, 1): "+"}}
EXCLUDED = {"exclusions": [{"player": 1, "round": 1, "reason": "fair-play"}]}


def _around(edition: str, announced: str) -> list[Pair]:
    """What is registered beside the event itself: its schedule, and that it is announced as rated."""
    pairs = []
    if edition != S09:
        pairs += [
            Pair(edition, "0.2", "registered-schedule", {"schedule": UNKNOWN}, SOUND, tier=Tier.ADVICE),
            Pair(edition, "0.2", "registered-schedule", {"schedule": [EDITIONS[edition][1]] * 6}, SOUND,
                 tier=Tier.ADVICE, what="other"),
        ]  # fmt: skip
    if edition in (S09, R18):
        return [*pairs, Pair(edition, announced, "announced-event", {"announced": "unrated"}, {"announced": UNKNOWN},
                             tier=Tier.ASK)]  # fmt: skip
    return [
        *pairs,
        Pair(edition, announced, "announced-event", {"announced": UNKNOWN}, {"announced": "rated"}, tier=Tier.ADVICE),
        Pair(edition, announced, "announced-event", {"announced": "unrated"}, {"announced": UNKNOWN}, tier=Tier.ASK,
             what="unrated"),
    ]  # fmt: skip


def _unsubmitted(edition: str, by: str) -> Pair:
    """Registered on the first day, which is late everywhere: refused, unless somebody decided who may."""
    late = {"registered_days": 0}
    decided = {"by": by, "day": EDITIONS[edition][1], "reason": "a top event"}
    return Pair(
        edition, "0.2", "unsubmitted-event", late, late | {"resolution": decided},
        late | {"resolution": decided | {"by": "federation"}}, True, code="registration-notice",
    )  # fmt: skip


def _laws(edition: str, article: str) -> list[Pair]:
    """No machine sees whether the Laws were applied: the fact is asked for."""
    return [
        Pair(edition, article, "laws-of-chess", {"laws": False}, {"laws": True}),
        Pair(edition, article, "laws-of-chess", {"laws": UNKNOWN}, {"laws": True}, tier=Tier.ASK, what="asked"),
    ]


def _official(edition: str, article: str) -> Pair:
    return Pair(
        edition, article, "official-event", {"official": True, "registered": UNKNOWN}, {"official": False},
        {"official": True, "registered": date(2030, 1, 1)}, True, Tier.ADVICE,
    )  # fmt: skip


def _continental(edition: str, article: str) -> Pair:
    """A continent's event is rated in any case, like FIDE's own."""
    return Pair(
        edition, article, "official-event", {"continental": True, "registered": UNKNOWN}, {"continental": False},
        what="continental", tier=Tier.ADVICE,
    )  # fmt: skip


def _unplayed(edition: str, article: str, excuses: bool) -> list[Pair]:
    played = {"results": {(1, 1): "1"}}
    no_rule_there = "notation" if "rapid" in edition else "equal-times"  # a reason that this edition does not know
    return [
        Pair(
            edition, article, "unplayed-game", ONE_FORFEIT, played, {"results": {(1, 1): "W"}}, True,
            status=Status.UNPLAYED_GAME, what="forfeit-and-under-one-move",
        ),
        Pair(
            edition, article, "unplayed-game", EXCLUDED if excuses else {"results": {(1, 1): "D"}},
            {"exclusions": [{"player": 1, "round": 1, "reason": no_rule_there}]}, SOUND if excuses else EXCLUDED,
            tier=Tier.EXCLUDE, status=Status.LEFT_OUT if excuses else Status.UNPLAYED_GAME, what="fair-play",
        ),
    ]  # fmt: skip


def _match(edition: str, unrated: str, decided: str, over: int = 0, waiver: bool = False) -> list[Pair]:
    if over:  # nine games, five points decide; of eight games all count
        after, open_, boundary, caught = match("11111===="), match("1111=0000"), match("11111===", over), False
    else:  # 2 of 4 is half and not decided; with 2.5 of 4 the fourth game falls, and it alone
        after, open_, boundary, caught = match("11=="), match("10=="), match("1==="), False
    pairs = [
        Pair(edition, decided, "match-decided", after, open_, boundary, caught, Tier.EXCLUDE),
        Pair(
            edition, unrated, "match-with-unrated", {**match("1="), "ratings": (1700, 0)}, match("1="),
            {**match("1="), "ratings": (0, 0)}, True,
        ),
    ]  # fmt: skip
    if waiver:
        waived = match("111=", approvals=["games-after-decision"])
        pairs.append(Pair(edition, decided, "match-decided", match("111="), waived, tier=Tier.EXCLUDE, what="waiver"))
    return pairs


def _window(edition: str, articles: str, rapid: str, blitz: str) -> list[Pair]:
    def at(control: str, series: str = "fide-rapid") -> Change:
        return {"control": control, "series": series}

    blitz_at = {control: at(control, "fide-blitz") for control in ("3'", "2'+2\"", "10'", "10'+1\"", "5'+5\"")}
    both = f"{articles} {rapid}".strip()
    return [
        Pair(edition, both, "rate-of-play", at("10'"), at("10'+1\""), at("5'+5\""), True, what="rapid-over-10"),
        Pair(edition, both, "rate-of-play", at("60'"), at("59'"), at("30'+30\""), True, what="rapid-under-60"),
        Pair(
            edition, f"{articles} {blitz}".strip(), "rate-of-play", blitz_at["3'"], blitz_at["2'+2\""],
            {"control": "3'+0\"", "series": "fide-blitz"}, True, what="blitz-over-3",
        ),
        Pair(
            edition, f"{articles} {blitz}".strip(), "rate-of-play", blitz_at["10'+1\""], blitz_at["5'+5\""],
            blitz_at["10'"], False, what="blitz-up-to-10",
        ),
    ]  # fmt: skip


def _rounds(edition: str, articles: str, rapid: str, blitz: str) -> list[Pair]:
    def day(rounds: int, series: str) -> Change:
        return {"rounds": rounds, "series": series, "ratings": (1700,) * 32, "per_day": rounds}

    return [
        Pair(
            edition, f"{articles} {rapid}".strip(), "rounds-per-day", day(16, "fide-rapid"), day(14, "fide-rapid"),
            day(15, "fide-rapid"), what="rapid",
        ),
        Pair(
            edition, f"{articles} {blitz}".strip(), "rounds-per-day", day(31, "fide-blitz"), day(29, "fide-blitz"),
            day(30, "fide-blitz"), what="blitz",
        ),
    ]  # fmt: skip


def _equal(edition: str) -> Pair:
    return Pair(
        edition, "1.2", "equal-times", {"control": "W1200-B900"}, {"control": "15'+10\""}, {"control": "W1200-B1200"}
    )


def _robins(edition: str, third: str, small: str, double: str, incomplete: str) -> list[Pair]:
    """Compositions of round robins, of 2009 and of rapid and blitz 2018."""
    forfeit = {"results": {(2, 1): "+"}}
    return [
        Pair(
            edition, third, "round-robin-rated-share", field_of(12, 3), field_of(12, 5), field_of(12, 4),
        ),
        Pair(edition, small, "small-round-robin", field_of(9, 3), field_of(9, 5), field_of(9, 4)),
        Pair(edition, small, "small-round-robin", field_of(3, 3), field_of(10, 4), what="all-rated-and-ten"),
        Pair(
            edition, double, "double-round-robin", field_of(5, 4, "double"), field_of(5, 5, "double"),
            field_of(6, 4, "double"),
        ),
        Pair(
            edition, double, "double-round-robin", field_of(6, 3, "double"), field_of(7, 5, "double"),
            what="four-rated",
        ),
        Pair(
            edition, double, "repeated-round-robin", field_of(5, 4, rounds=15), field_of(6, 4, rounds=15),
            field_of(5, 5, rounds=15), tier=Tier.ADVICE,
        ),
        Pair(
            edition, double, "repeated-round-robin", field_of(5, 4, "double"), field_of(5, 4, rounds=15),
            code="double-round-robin", what="two-cycles-alone",
        ),
        Pair(
            edition, incomplete, "incomplete-round-robin", field_of(9, 3) | forfeit, field_of(9, 5),
            field_of(9, 5) | {"results": {(2, 1): "D"}}, True, Tier.ADVICE,
        ),
        Pair(
            edition, incomplete, "incomplete-round-robin", field_of(9, 3), field_of(9, 3) | forfeit,
            code="small-round-robin", what="no-longer-asked",
        ),
    ]  # fmt: skip


def _standard_2024(edition: str) -> list[Pair]:
    def at(rating: int, minutes: int) -> Change:
        return n(rating, of=8, rest=1500) | {"control": f"{minutes}'"}

    def days(count: int, **more: Any) -> Change:
        return {"registered_days": count, **more}

    top, woman = n(2701, of=8, rest=1700), n(2501, of=8, rest=1700) | {"women": (1,)}
    game = Tier.EXCLUDE
    return [
        _official(edition, "0.3"),
        _continental(edition, "0.3"),
        Pair(edition, "1.1", "rate-of-play", at(2400, 119), at(2399, 119), at(2400, 120), tier=game, what="2400"),
        Pair(edition, "1.1", "rate-of-play", at(1800, 89), at(1799, 89), at(1800, 90), tier=game, what="1800"),
        Pair(edition, "1.1", "rate-of-play", at(1900, 75), at(1799, 75), at(1800, 75), True, game, what="75-minutes"),
        Pair(edition, "1.1", "rate-of-play", at(1500, 59), at(1500, 61), at(1500, 60), what="everybody"),
        Pair(
            edition, "1.2", "first-time-control", {"control": "29/6000+30:1800+30"}, {"control": "31/6000+30:1800+30"},
            {"control": "30/6000+30:1800+30"}, tier=Tier.ADVICE,
        ),
        *_laws(edition, "2.1"),
        Pair(
            edition, "3.1", "hours-per-day", {"control": "121'", "per_day": 3}, {"control": "119'", "per_day": 3},
            {"control": "120'", "per_day": 3},
        ),
        Pair(
            edition, "3.1", "hours-per-day", {"control": "91'", "per_day": 4}, {"control": "90'", "per_day": 3},
            {"control": "90'", "per_day": 4}, what="rounds-are-free",
        ),
        *_unplayed(edition, "5.1", True),
        *_match(edition, "6.1", "6.2", waiver=True),
        Pair(
            edition, "8.2.1", "first-event", newcomer("000"), newcomer("100"), newcomer("=00"), tier=Tier.EXCLUDE,
        ),
        # procedure
        Pair(edition, "0.2", "registered-event", {"registered": UNKNOWN}, SOUND, tier=Tier.ASK),
        Pair(
            edition, "0.2", "hybrid-event", {"hybrid": True}, {"hybrid": True, "approvals": ["hybrid"]},
            {"hybrid": False},
        ),
        Pair(edition, "0.2", "hybrid-event", {"hybrid": UNKNOWN}, {"hybrid": False}, tier=Tier.ASK, what="asked"),
        Pair(edition, "0.2.1", "early-registration", top | days(29), top | days(31), top | days(30)),
        Pair(
            edition, "0.2.1", "early-registration", woman | days(29), woman | days(29) | {"women": ()},
            n(2500, of=8, rest=1700) | days(29) | {"women": (1,)}, what="woman",
        ),
        Pair(
            edition, "0.2.1", "early-registration", top | days(29), n(2700, of=8, rest=1700) | days(29), what="2700",
        ),
        Pair(edition, "0.2.2", "registration-notice", days(2), days(4), days(3)),
        Pair(
            edition, "0.2.3", "late-early-registration", top | days(29),
            top | days(29) | {"approvals": [BY_PRESIDENT]}, code="early-registration",
        ),
        Pair(
            edition, "0.2.4", "late-registration", days(2), days(2) | {"approvals": ["late-registration"]},
            code="registration-notice",
        ),
        Pair(
            edition, "4.1", "interim-report", {"length": 31}, {"length": 29}, {"length": 30}, tier=Tier.ADVICE,
        ),
        Pair(
            edition, "7.1.3", "closing-day", {"ends_before_list": 2, "official": UNKNOWN},
            {"ends_before_list": 2, "official": False}, {"ends_before_list": 3, "official": UNKNOWN}, tier=Tier.ASK,
        ),
        Pair(
            edition, "9.1", "report-deadline", {"reported_before_list": (3, -1)}, {"reported_before_list": (3, 2)},
            {"reported_before_list": (3, 1)}, what="third-list",
        ),
        Pair(
            edition, "9.1", "report-deadline", {"reported_before_list": (3, 0)}, {"reported_before_list": (2, 0)},
            what="on-the-day-of-the-list",
        ),
        Pair(
            edition, "9.4", "hybrid-game-scores", {"hybrid": True, "approvals": ["hybrid"], "notation": UNKNOWN},
            {"hybrid": True, "approvals": ["hybrid"], "notation": True}, tier=Tier.ASK,
        ),
        Pair(
            edition, "9.4", "hybrid-game-scores", {"hybrid": True, "approvals": ["hybrid"], "notation": False},
            {"hybrid": False, "notation": False}, what="missing",
        ),
        Pair(
            edition, "10.1", "member-federation", {"exclusions": [{"player": 2, "reason": "member-federation"}]},
            SOUND, tier=Tier.ADVICE, what="counts",
        ),
        Pair(
            edition, "10.1", "member-federation", {"federations": {2: "NON"}}, {"federations": {2: "FID"}},
            tier=Tier.ADVICE, what="none",
        ),
    ]  # fmt: skip


def _rapid_2024(edition: str) -> list[Pair]:
    def days(count: int) -> Change:
        return {"registered_days": count}

    return [
        _official(edition, "0.3"),
        _continental(edition, "0.3"),
        *_window(edition, "1.1", "1.1.1", "1.1.2"),
        _equal(edition),
        *_laws(edition, "2.1"),
        *_rounds(edition, "3.1", "3.1.1", "3.1.2"),
        *_unplayed(edition, "4.1", True),
        *_match(edition, "5.1", "5.2", waiver=True),
        Pair(
            edition, "7.2.2", "first-event", newcomer("000"), newcomer("100"), newcomer("=00"), tier=Tier.EXCLUDE,
        ),
        Pair(edition, "0.2", "registered-event", {"registered": UNKNOWN}, SOUND, tier=Tier.ASK),
        Pair(edition, "0.2", "registration-notice", days(2), days(4), days(3)),
        Pair(
            edition, "0.2", "late-registration", days(2), days(2) | {"approvals": ["late-registration"]},
            code="registration-notice",
        ),
        Pair(
            edition, "0.2", "hybrid-event", {"hybrid": True}, {"hybrid": True, "approvals": ["hybrid"]},
            {"hybrid": False},
        ),
        Pair(
            edition, "6.1.3", "closing-day", {"ends_before_list": 2, "official": UNKNOWN},
            {"ends_before_list": 2, "official": False}, {"ends_before_list": 3, "official": UNKNOWN}, tier=Tier.ASK,
        ),
        Pair(
            edition, "8.1", "report-deadline", {"reported_before_list": (3, -1)}, {"reported_before_list": (3, 2)},
            {"reported_before_list": (3, 1)},
        ),
        Pair(
            edition, "8.4", "hybrid-game-scores", {"hybrid": True, "approvals": ["hybrid"], "notation": UNKNOWN},
            {"hybrid": True, "approvals": ["hybrid"], "notation": True}, tier=Tier.ASK,
        ),
        Pair(
            edition, "9.1", "member-federation", {"exclusions": [{"player": 2, "reason": "member-federation"}]},
            SOUND, tier=Tier.ADVICE, what="counts",
        ),
    ]  # fmt: skip


def _wide(top: int, other: int) -> Change:
    """The first player meets the last."""
    return {"ratings": (top, *(2300,) * 6, other)}


def _fast(rating: int, minutes: int, rest: int = 1500) -> Change:
    return n(rating, of=8, rest=rest) | {"control": f"{minutes}'"}


PAIRS: tuple[Pair, ...] = (
    # --- what is registered beside the event
    *_around(S09, "9.2"), *_around(S24, "9.2"), *_around(S25, "9.2"), *_around(R18, "9.2"), *_around(R24, "8.2"),
    *_around(R2412, "8.2"),
    _unsubmitted(S09, "president"), *(_unsubmitted(edition, "council") for edition in (S24, S25, R24, R2412)),
    # --- FIDE 2009
    Pair(S09, "0.0", "registered-event", {"registered": UNKNOWN}, SOUND, tier=Tier.ASK),
    _official(S09, "0.3"),
    Pair(S09, "1.1", "rate-of-play", _fast(2200, 119), _fast(2199, 119), _fast(2200, 120), what="2200"),
    Pair(S09, "1.1", "rate-of-play", _fast(1600, 89), _fast(1599, 89), _fast(1600, 90), what="1600"),
    Pair(S09, "1.1 1.2", "rate-of-play", _fast(1500, 59), _fast(1500, 61), _fast(1500, 60), what="everybody"),
    Pair(
        S09, "1.3", "first-time-control", {"control": "41/6000+30:1800+30"}, {"control": "40/6000+30:1800+30"},
        {"control": "39/6000+30:1800+30"}, True, Tier.ADVICE,
    ),
    *_laws(S09, "2.1"),
    Pair(S09, "3.1", "rounds-per-day", {"per_day": 4}, {"per_day": 2}, {"per_day": 3}),
    Pair(
        S09, "3.1", "hours-per-day", {"control": "121'", "per_day": 3}, {"control": "119'", "per_day": 3},
        {"control": "120'", "per_day": 3},
    ),
    Pair(S09, "4.1", "event-duration", {"length": 91}, {"length": 89}, {"length": 90}),
    Pair(S09, "4.11", "event-duration", {"length": 91}, {"length": 91, "league": True}, what="league"),
    Pair(
        S09, "4.11", "league-duration", {"length": 91, "league": UNKNOWN}, {"length": 90, "league": UNKNOWN},
        tier=Tier.ASK, what="asked",
    ),
    Pair(S09, "4.12", "event-duration", {"length": 91}, {"length": 91, "approvals": ["long-event"]}, what="approved"),
    *_unplayed(S09, "5.1", False),
    Pair(
        S09, "6.1", "first-event-opponents", newcomer("000000=", shape="robin"), newcomer("100000=", shape="robin"),
        newcomer("==00000", shape="robin"), tier=Tier.ADVICE,
    ),
    *_robins(S09, "6.3", "6.31", "6.32", "6.43"),
    Pair(
        S09, "6.33", "national-championship", field_of(9, 2, national_championship=True),
        field_of(9, 4, national_championship=True), field_of(9, 3, national_championship=True),
        code="small-round-robin", what="three",
    ),
    Pair(
        S09, "6.33", "national-championship", field_of(9, 1, national_championship=True, women_only=True),
        field_of(9, 3, national_championship=True, women_only=True),
        field_of(9, 2, national_championship=True, women_only=True), code="small-round-robin", what="two-women",
    ),
    Pair(
        S09, "6.33", "national-championship", field_of(9, 3, national_championship=UNKNOWN), field_of(9, 3),
        field_of(9, 2, national_championship=UNKNOWN), tier=Tier.ASK, what="asked",
    ),
    Pair(
        S09, "6.4 6.41", "minimum-event-games", newcomer("1="), newcomer("1=00"), newcomer("1=0"), tier=Tier.EXCLUDE,
        what="three-games",
    ),
    Pair(
        S09, "6.41 8.21", "first-event", newcomer("=00"), newcomer("1=0"), newcomer("100"), tier=Tier.EXCLUDE,
        what="one-point",
    ),
    Pair(
        S09, "6.41", "first-result", newcomer("100", 1324), newcomer("100", 1400), newcomer("100", 1325),
        tier=Tier.EXCLUDE, what="floor",
    ),
    Pair(S09, "6.42", "unrated-opponent", newcomer("1=0="), SOUND, status=Status.UNRATED_OPPONENT),
    *_match(S09, "6.6", "6.5"),
    # procedure
    Pair(
        S09, "0.4", "registration-notice", {"start": date(2010, 3, 31), "registered": date(2010, 3, 1)},
        {"start": date(2010, 3, 31), "registered": date(2010, 2, 27)},
        {"start": date(2010, 3, 31), "registered": date(2010, 2, 28)},
    ),
    Pair(
        S09, "0.4", "late-registration", {"registered_days": 5},
        {"registered_days": 5, "approvals": ["late-registration"]}, code="registration-notice",
    ),
    Pair(
        S09, "7.13", "closing-day", {"ends_before_list": 6, "official": UNKNOWN},
        {"ends_before_list": 6, "official": True}, {"ends_before_list": 7, "official": UNKNOWN}, tier=Tier.ASK,
    ),
    # --- FIDE 2024 and 2025
    *_standard_2024(S24),
    *_standard_2024(S25),
    # --- rapid and blitz 2018
    Pair(R18, "0", "registered-event", {"registered": UNKNOWN}, SOUND, tier=Tier.ASK),
    Pair(R18, "0", "registered-event", {"hybrid": True}, {"hybrid": False}, what="over-the-board"),
    Pair(R18, "0", "registered-event", {"hybrid": UNKNOWN}, {"hybrid": False}, tier=Tier.ASK, what="board-asked"),
    Pair(
        R18, "0.3", "licensed-arbiters", {"arbiters": [{"name": "Ada", "licence": "none"}]}, SOUND,
        {"arbiters": [{"name": "Ada", "licence": "A"}, {"name": "Dan", "licence": "none"}]}, True,
    ),
    Pair(R18, "0.3", "licensed-arbiters", {"arbiters": UNKNOWN}, SOUND, tier=Tier.ASK, what="asked"),
    Pair(
        R18, "0.3", "licensed-arbiters", {"arbiters": [{"name": "Ada", "licence": "A"}, {"name": "Dan"}]},
        {"arbiters": [{"name": "Ada", "licence": "A"}, {"name": "Dan", "licence": "B"}]}, tier=Tier.ASK, what="one",
    ),
    _official(R18, "0.4"),
    _continental(R18, "0.4"),
    *_window(R18, "1.1", "", ""),
    _equal(R18),
    *_laws(R18, "2.1"),
    *_rounds(R18, "3.1", "", ""),
    Pair(R18, "4.1", "event-duration", {"length": 31}, {"length": 29}, {"length": 30}),
    Pair(R18, "4.1", "event-duration", {"length": 31}, {"length": 31, "approvals": ["long-event"]}, what="approved"),
    *_unplayed(R18, "5.1", False),
    Pair(
        R18, "6.1", "first-event-opponents", newcomer("000000=", shape="robin"), newcomer("100000=", shape="robin"),
        newcomer("==00000", shape="robin"), tier=Tier.ADVICE,
    ),
    *_robins(R18, "6.2", "6.21", "6.22", "6.4"),
    Pair(
        R18, "6.31 8.21", "first-event", newcomer("=00"), newcomer("1=0"), newcomer("100"), tier=Tier.EXCLUDE,
    ),
    Pair(
        R18, "6.31", "first-event", newcomer("=0"), newcomer("10"), tier=Tier.EXCLUDE, what="two-games-suffice",
    ),
    Pair(R18, "6.32", "unrated-opponent", newcomer("1=0="), SOUND, status=Status.UNRATED_OPPONENT),
    *_match(R18, "6.6", "6.5", over=8),
    Pair(R18, "0.2", "registration-notice", {"registered_days": 2}, {"registered_days": 4}, {"registered_days": 3}),
    Pair(
        R18, "0.2", "early-registration", {"registered_days": 29, "norms": True},
        {"registered_days": 29, "norms": False}, {"registered_days": 30, "norms": True},
    ),
    Pair(
        R18, "0.2", "late-early-registration", NORMS_LATE | {"approvals": [BY_CHAIRMAN]},
        {"registered_days": 30, "norms": True}, code="early-registration", what="not the chairman's",
    ),
    Pair(
        R18, "0.2", "early-registration", {"registered_days": 29, "norms": UNKNOWN},
        {"registered_days": 30, "norms": UNKNOWN}, tier=Tier.ASK, what="asked",
    ),
    Pair(
        R18, "7.13", "closing-day", {"ends_before_list": 2, "official": UNKNOWN},
        {"ends_before_list": 2, "official": True}, {"ends_before_list": 3, "official": UNKNOWN}, tier=Tier.ASK,
    ),
    Pair(
        R18, "9.1", "report-deadline", {"reported_after": 8}, {"reported_after": 6}, {"reported_after": 7},
        tier=Tier.ADVICE, what="arbiter",
    ),
    Pair(
        R18, "9.1", "report-deadline", {"reported_after": 31}, {"reported_after": 29}, {"reported_after": 30},
        tier=Tier.ASK, what="officer",
    ),
    Pair(
        R18, "12.1", "member-federation", {"exclusions": [{"player": 2, "reason": "member-federation"}]}, SOUND,
        tier=Tier.ADVICE, what="counts",
    ),
    # --- rapid and blitz 2024
    *_rapid_2024(R24),
    *_rapid_2024(R2412),
    Pair(R2412, "7.3.1", "wide-difference", _wide(2601, 2001), _wide(2601, 2002), _wide(2601, 2001), True,
         Tier.EXCLUDE, what="600-and-599"),
    Pair(R2412, "7.3.1", "wide-difference", _wide(2601, 2000), _wide(2600, 2000), _wide(2600, 1999), False,
         Tier.EXCLUDE, what="2601-and-2600"),
    # --- Ukraine 2018
    Pair(UA, "2:3", "rate-of-play", _fast(2300, 89), _fast(2299, 89), _fast(2300, 90), tier=Tier.EXCLUDE, what="2300"),
    Pair(UA, "2:3", "rate-of-play", _fast(1700, 59), _fast(1700, 61), _fast(1700, 60), what="everybody"),
    Pair(UA, "2:3", "rounds-per-day", {"per_day": 4}, {"per_day": 2}, {"per_day": 3}),
    Pair(
        UA, "2:3", "hours-per-day", {"control": "121'", "per_day": 3}, {"control": "119'", "per_day": 3},
        {"control": "120'", "per_day": 3},
    ),
    *_laws(UA, "2:4"),
    Pair(UA, "2:5", "notation", {"notation": False}, {"notation": True}),
    Pair(UA, "2:5", "notation", {"notation": UNKNOWN}, {"notation": True}, tier=Tier.ASK, what="asked"),
    *_unplayed(UA, "2:6", False),
    Pair(UA, "2:7", "unrated-opponent", newcomer("1=0="), SOUND, status=Status.UNRATED_OPPONENT),
    Pair(
        UA, "6.2.1", "first-event", newcomer("000", 2500), newcomer("100", 2500), newcomer("=00", 2500),
        tier=Tier.EXCLUDE,
    ),
    Pair(
        UA, "4:1", "minimum-event-games", newcomer("1=", 1900), newcomer("1=00", 1900), newcomer("1=0", 1900),
        tier=Tier.EXCLUDE,
    ),
    Pair(
        UA, "4:1", "first-result", newcomer("100", 1724), newcomer("100", 1800), newcomer("100", 1725),
        tier=Tier.EXCLUDE, what="1600",
    ),
    Pair(UA, "7:2", "registered-event", {"agreed": False}, {"agreed": True}),
    Pair(UA, "7:2", "registered-event", {"agreed": UNKNOWN}, {"agreed": True}, tier=Tier.ASK, what="asked"),
    Pair(
        UA, "2:9", "late-report", {"reported": date(2019, 6, 9)}, {"reported": date(2019, 6, 7)},
        {"reported": date(2019, 6, 8)}, tier=Tier.ASK,
    ),
    Pair(
        UA, "7:1", "report-deadline", {"reported": date(2019, 6, 1)}, {"reported": date(2019, 5, 30)},
        {"reported": date(2019, 5, 31)}, tier=Tier.ADVICE,
    ),
)  # fmt: skip

TEAM: Change = {**n(0, of=10, rest=1700), "system": "Team: Swiss-System", "team_championship": UNKNOWN}


def _short(minutes: str) -> Change:
    """An event of 2026 with so many minutes and 30 seconds a move, approved by the Qualification Commission (R2)."""
    approval = {"what": "short-time-control", "by": "qc"}
    event = {"start": date(2026, 3, 2), "per_day": 2, "rounds": 6, **n(2450, of=8, rest=2000)}
    return {**event, "control": f"{minutes}min+30s/move", "approvals": [approval]}


BY_CONCEPT: tuple[Pair, ...] = (
    *(
        Pair(edition, "", "ratings-used", {"listed": (1710, *(1700,) * 7)}, {"listed": (1700,) * 8}, tier=Tier.ADVICE)
        for edition in (S09, S24, S25, R18, R24, R2412, UA)
    ),
    *(
        Pair(edition, "", "coefficient", {"unborn": (1,)}, SOUND, tier=Tier.ADVICE)
        for edition in (S24, S25, R24, R2412, UA)
    ),
    Pair(S25, "", "short-time-control", _short("44"), _short("45")),
    Pair(S09, "", "long-event", {"length": 91}, {"length": 91, "approvals": ["long-event"]}, code="event-duration"),
    Pair(R18, "", "long-event", {"length": 31}, {"length": 31, "approvals": ["long-event"]}, code="event-duration"),
    Pair(
        R18, "", "late-registration", {"registered_days": 2},
        {"registered_days": 2, "approvals": ["late-registration"]}, code="registration-notice",
    ),
    Pair(S09, "", "minimum-games-championship", TEAM | {"rounds": 7}, TEAM | {"rounds": 6}, TEAM | {"rounds": 9},
         tier=Tier.ASK),
    Pair(UA, "", "foreign-players", {"listed": (1700,) * 8}, SOUND, tier=Tier.ADVICE),
)  # fmt: skip
"""Concepts that no article of the tables above stands for: most of them are asked of every report."""

SILENT = {
    **{
        (edition, "rating-officer"): "asked only where a registry keeps federations"
        for edition in (S09, S24, S25, R18, R24, R2412)
    },
    (S09, "coefficient"): "no clause looks at age",
    (R18, "coefficient"): "no clause looks at age",
    (UA, "closing-day"): "official events close on the same day as all others",
}
"""Checks that an edition leaves nothing to find, with the reason."""
