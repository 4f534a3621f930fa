"""Who may accept a late registration: the President alone with the strongest players, else the chairman, or nobody.

2024 0.2.1-0.2.4; rapid and blitz 2018 0.2. Days are counted back from the first day of the event, 2024-05-03 or
2025-11-03: 30 days before 3 November is 4 October, 3 days before is 31 October.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand, register_facts
from events_made import EDITIONS, judged, scene
from office_made import NUMBERS, at, event, publish, registered, sent, write

from arpad.cli import main
from arpad.finding import Tier
from arpad.office.book.submission import SubmissionTerms
from arpad.office.clock import Clock
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store.engine import connect_store
from arpad.pipeline import Answer

S24, S25, R18, R24 = "fide-standard-2024", "fide-standard-2025", "fide-rapid-blitz-2018", "fide-rapid-blitz-2024"
TOP, NOT_TOP = (2701, *(2000,) * 7), (2700, *(2000,) * 7)
LATE = "late-registration"


def by(who: str) -> dict[str, str]:
    return {"what": LATE, "by": who}


def asked(edition: str, days: int, **change: Any) -> Answer:
    """An event registered so many days before its start."""
    return judged(scene(edition, registered=EDITIONS[edition][1] - timedelta(days=days), **change))


def findings(answer: Answer) -> list[tuple[str, Tier]]:
    codes = ("registration-notice", "early-registration")
    return [(each.message, each.tier) for each in answer.findings if each.code in codes]


@pytest.mark.parametrize("edition", [S24, S25])
def test_2024_0_2_1_events_of_the_strongest_are_judged_by_their_own_30_days_alone(edition: str) -> None:
    """0.2.1, 0.2.2 ("otherwise"): 30 days with a player above 2700, and the 3 days are not asked of such an event."""
    assert findings(asked(edition, 30, ratings=TOP)) == []
    for days in (29, 3, 2, 0):
        assert findings(asked(edition, days, ratings=TOP)) == [("early-registration/late", Tier.REFUSE)]
    assert findings(asked(edition, 3, ratings=NOT_TOP)) == []
    assert findings(asked(edition, 2, ratings=NOT_TOP)) == [("registration-notice/late", Tier.REFUSE)]


@pytest.mark.parametrize("edition", [S24, S25])
@pytest.mark.parametrize("days", [29, 2])
@pytest.mark.parametrize(
    ("approvals", "message", "verdict"),
    [
        ([by("president")], "early-registration/late-accepted", "ratable"),
        ([by("qc-chair")], "early-registration/late-by-another", "not-ratable"),
        ([by("council")], "early-registration/late-by-another", "not-ratable"),
        ([by("qc-chair"), by("president")], "early-registration/late-accepted", "ratable"),
        ([by("president"), by("qc-chair")], "early-registration/late-accepted", "ratable"),
        ([LATE, by("president")], "early-registration/late-accepted", "ratable"),
        ([LATE], "early-registration/late-by-whom", "undecided"),
        ([by("qc-chair"), LATE], "early-registration/late-by-whom", "undecided"),
    ],
)
def test_2024_0_2_3_only_the_president_accepts_them_late(
    edition: str, days: int, approvals: list[Any], message: str, verdict: str
) -> None:
    """0.2.3: the President alone, in whatever order approvals were entered; one that names nobody is asked about."""
    answer = asked(edition, days, ratings=TOP, approvals=approvals)
    assert [name for name, _ in findings(answer)] == [message]
    assert answer.verdict == verdict


@pytest.mark.parametrize(
    ("ratings", "women", "accepted"),
    [((2501, *(2000,) * 7), (1,), False), ((2500, *(2000,) * 7), (1,), True), ((2501, *(2000,) * 7), (), True)],
)
def test_2024_0_2_1_a_woman_above_2500(ratings: tuple[int, ...], women: tuple[int, ...], accepted: bool) -> None:
    """0.2.1: strictly above 2500, and a woman; the chairman's approval counts for all others (0.2.4)."""
    answer = asked(S24, 2, ratings=ratings, women=women, approvals=[by("qc-chair")])
    assert (answer.verdict == "ratable") == accepted


@pytest.mark.parametrize(
    ("approvals", "verdict"),
    [([by("qc-chair")], "ratable"), ([LATE], "ratable"), ([by("president")], "not-ratable"),
     ([by("president"), by("qc-chair")], "ratable"), ([by("council"), by("federation")], "not-ratable")],
)  # fmt: skip
@pytest.mark.parametrize("edition", [S24, R18, R24])
def test_2024_0_2_4_the_chairman_accepts_all_others(edition: str, approvals: list[Any], verdict: str) -> None:
    """2024 0.2.4, rapid and blitz 2018 and 2024 0.2: every approval that was entered is read."""
    assert asked(edition, 2, approvals=approvals).verdict == verdict


def test_all_wrong_approvals_are_named() -> None:
    (late,) = [f for f in asked(S24, 2, approvals=[by("council"), by("federation")]).findings if f.tier == Tier.REFUSE]
    assert late.sentence.endswith(
        "It was accepted by the Council of FIDE and by the federation's authorised person or governing body. "
        "Only the chairman of the Qualification Commission may accept it."
    )


@pytest.mark.parametrize(("days", "verdict"), [(30, "ratable"), (29, "not-ratable"), (3, "not-ratable")])
@pytest.mark.parametrize("approvals", [[], [LATE], [by("qc-chair")], [by("president")]])
def test_rapid_blitz_2018_0_2_nobody_waives_the_30_days_of_norms(days: int, verdict: str, approvals: list[Any]) -> None:
    """0.2 lets the chairman pass over the 3 days; the sentence on norms has no exception (R45)."""
    assert asked(R18, days, norms=True, approvals=approvals).verdict == verdict


def test_rapid_blitz_2018_0_2_without_norms_the_chairman_may() -> None:
    """0.2: the same event without norms."""
    assert asked(R18, 2, norms=False, approvals=[by("qc-chair")]).verdict == "ratable"


# --- through the command line, and in an office -------------------------------------------------------------------

Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: object) -> tuple[int, Any]:
        monkeypatch.setattr(sys, "argv", ["arpad", *map(str, arguments), "--json"])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), json.loads(capsys.readouterr().out)

    return command


def test_2024_0_2_3_by_the_command_line(run: Run, tmp_path: Path) -> None:
    """0.2.3: both approvals are given, and read."""
    made = scene(S24, ratings=TOP, registered=EDITIONS[S24][1] - timedelta(days=10))
    path = write(tmp_path, "open", made)
    ends = {
        ("late-registration:qc-chair",): "not-ratable",
        ("late-registration:qc-chair", "late-registration:president"): "ratable",
        ("late-registration:qc-chair,late-registration:president",): "ratable",
        ("late-registration",): "undecided",
    }
    for approvals, verdict in ends.items():
        flags = [word for each in approvals for word in ("--approvals", each)]
        _, answer = run("check", path, *flags)
        checked = answer[0] if isinstance(answer, list) else answer
        assert checked["verdict"] == verdict, approvals


@pytest.mark.parametrize(("rating", "known_sex", "verdict"), [(2501, "w", "not-ratable"), (2500, "w", "ratable")])
def test_2024_0_2_1_the_registry_knows_who_is_a_woman(address: str, rating: int, known_sex: str, verdict: str) -> None:
    """0.2.1 on both databases: the report prints no sex, and the registry does."""
    start = date(2025, 11, 3)
    desk = found_office(
        connect_store(address, create=True), "A. Officer", Clock(set_to=date(2025, 10, 6)), home="UKR", rehearsal=True
    )
    with by_hand(desk).writing("player-import") as writing:
        people = [
            Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, sex=known_sex if n == 1 else "m", federation="UKR")
            for n in range(1, 9)
        ]
        register_players(writing, people)
    ratings = {n: rating if n == 1 else 1700 for n in range(1, 9)}
    publish(desk, "fide-standard", (202509, 202510, 202511), ratings)
    made = event("open-1", ratings=list(ratings.values()), start=start, ids={n: NUMBERS[n] for n in ratings},
                 approvals=[by("qc-chair")])  # fmt: skip
    registered(desk, made)
    receipt = sent(at(desk, date(2025, 11, 10)), made, terms=SubmissionTerms("open-1"))
    assert receipt.verdict == verdict, receipt.findings
    if verdict == "ratable":
        return
    president = {"code": "open-1", "approvals": (by("qc-chair"), by("president"))}
    register_facts(at(desk, date(2025, 11, 10)), president)
    again = sent(at(desk, date(2025, 11, 10)), made, terms=SubmissionTerms("open-1"))
    assert again.verdict == "ratable"
