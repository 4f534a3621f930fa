"""What a registry answers for admission: federations with membership and exclusion, arbiters with licences, by day.

In each edition: caught, just inside, and the boundary day itself. The sound event of an edition lasts from `first` to
`last`; a rapid event is one day.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from events_made import EDITIONS, scene
from lawtexts import read, text_of
from test_examine import examined

from arpad.admission import Licence, Membership, Registered
from arpad.columns import Status
from arpad.finding import Finding, Tier
from arpad.law.law_set import LawSet
from arpad.pipeline import Answer

DAY = timedelta(days=1)
SAID = {  # edition -> the article that wants a member federation; 2009 and Ukraine have none
    "fide-standard-2024": "10.1", "fide-standard-2025": "10.1", "fide-rapid-blitz-2018": "12.1",
    "fide-rapid-blitz-2024": "9.1", "fide-rapid-blitz-2024-12": "9.1",
}  # fmt: skip
SILENT = ("fide-standard-2009", "ukraine-2018")
HOME = (Membership(None, None),)


def days(edition: str) -> tuple[date, date]:
    start = EDITIONS[edition][1]
    return start, start if "rapid" in edition else start + 4 * DAY


def with_poland(edition: str, *spans: Membership, **change: Any) -> Answer:
    """The second player is of Poland, of which the registry says this; all others are of a member federation."""
    registry = Registered({"UKR": HOME, **({"POL": spans} if spans else {})}, {})
    return examined(scene(edition, federations={2: "POL"}, **change), registry=registry)


def of(found: Answer, code: str) -> list[Finding]:
    return [finding for finding in found.findings if finding.code == code]


def told(found: Answer) -> bool:
    """Whether it is told that his federation is outside; whatever is told, every result counts (R25)."""
    findings = [finding for finding in of(found, "member-federation") if finding.message.endswith("-kept")]
    assert all((finding.tier, finding.player) == (Tier.ADVICE, 2) for finding in findings)
    assert found.admitted is not None
    assert not found.admitted.entries.status.any()
    assert not found.admitted.games.status.any()
    assert (found.verdict, found.excluded) == ("ratable", (0, 0))
    return bool(findings)


def as_the_alternative_reads(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """R25 the other way: membership is asked of the days of the event."""
    filled = read(text_of(edition))
    day = filled.fillings["membership-day"]
    changed = replace(day, values={series: replace(value, of="event") for series, value in day.values.items()})
    other = replace(filled, fillings={**filled.fillings, "membership-day": changed})
    real = LawSet.edition
    monkeypatch.setattr(LawSet, "edition", lambda law, id, w: other if id == edition else real(law, id, w))


@pytest.mark.parametrize("edition", SAID)
def test_an_excluded_federation_is_told_on_the_days_of_the_event_and_takes_no_result_away(edition: str) -> None:
    """10.1 (2024, 2025), 9.1 (rapid, blitz 2024), 12.1 (2018) with R25: the articles say who is listed."""
    first, last = days(edition)
    for state in ("excluded", "temporarily-excluded"):
        spans = {
            "throughout": Membership(None, None, state), "last day": Membership(last, None, state),
            "first day": Membership(None, first, state), "one day": Membership(last, last, state),
        }  # fmt: skip
        for span in spans.values():
            assert told(with_poland(edition, Membership(None, None), span)), span
        for span in (Membership(last + DAY, None, state), Membership(None, first - DAY, state)):
            assert not told(with_poland(edition, Membership(None, None), span)), span
    found = with_poland(edition, Membership(None, None), Membership(last, last, "temporarily-excluded"))
    (finding,) = of(found, "member-federation")
    assert finding.sentence == (
        f"Invented2, Ann belongs to POL, which was temporarily excluded on {last}: the result counts, and the player "
        "is on no list of such a day."
    )
    assert (finding.articles, finding.player, finding.round) == ((SAID[edition],), 2, None)


@pytest.mark.parametrize("edition", SAID)
def test_a_federation_is_a_member_from_its_first_day_to_its_last(edition: str) -> None:
    first, last = days(edition)
    assert not told(with_poland(edition, Membership(first, last)))
    assert not told(with_poland(edition, Membership(first, first), Membership(first + DAY, None)))
    assert told(with_poland(edition, Membership(first + DAY, None)))
    assert told(with_poland(edition, Membership(None, last - DAY)))
    assert told(with_poland(edition))  # the registry does not know it
    (finding,) = of(with_poland(edition), "member-federation")
    assert finding.sentence == (
        f"Invented2, Ann belongs to POL, which was no member federation on {first}: the result counts, and the player "
        "is on no list of such a day."
    )


@pytest.mark.parametrize("edition", SAID)
def test_r25_read_the_other_way_leaves_the_result_out_and_keeps_the_opponents_games(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The alternative of R25 can be computed: on a day of the event outside, no result of his own."""
    as_the_alternative_reads(edition, monkeypatch)
    last = days(edition)[1]
    found = with_poland(edition, Membership(None, None), Membership(last, last, "excluded"))
    assert found.admitted is not None
    assert np.flatnonzero(found.admitted.entries.status).tolist() == [1]
    assert set(found.admitted.entries.status.tolist()) == {0, Status.MEMBER_FEDERATION}
    assert not found.admitted.games.status.any()
    assert (found.verdict, found.excluded) == ("ratable-with-exclusions", (0, 1))
    by_hand = with_poland(edition, HOME[0], exclusions=[{"player": 2, "reason": "member-federation"}])
    assert (by_hand.verdict, by_hand.excluded) == ("ratable-with-exclusions", (0, 1))


def test_a_day_between_two_memberships_is_a_day_without() -> None:
    first = days("fide-standard-2025")[0]
    spans = Membership(None, first + DAY), Membership(first + 3 * DAY, None)
    (finding,) = of(with_poland("fide-standard-2025", *spans), "member-federation")
    assert f"no member federation on {first + 2 * DAY}" in finding.sentence


@pytest.mark.parametrize("edition", SILENT)
def test_where_the_text_says_nothing_of_members_nobody_is_left_out(edition: str) -> None:
    found = with_poland(edition, Membership(None, None, "excluded"))
    assert not told(found)
    assert of(found, "member-federation") == []


@pytest.mark.parametrize("edition", SAID)
def test_without_a_registry_nothing_is_concluded(edition: str) -> None:
    assert not told(examined(scene(edition, federations={2: "POL"})))


def test_a_registry_that_keeps_no_federations_says_nothing_of_them_and_still_knows_its_arbiters() -> None:
    registry = Registered({}, {ADA: (Licence("A", None, None),)})
    assert examined(scene(R18, arbiters=None), registry=registry).findings == ()


def test_fides_own_flag_and_no_flag_are_no_excluded_federations() -> None:
    registry = Registered({"UKR": HOME}, {})
    found = examined(scene("fide-standard-2025", federations={2: "FID", 3: "NON"}), registry=registry)
    assert [(finding.player, finding.tier) for finding in of(found, "member-federation")] == [(3, "advice")]


def test_an_officers_own_exclusion_is_told_once() -> None:
    out = [{"player": 2, "reason": "member-federation"}]
    found = with_poland("fide-standard-2025", Membership(None, None, "excluded"), exclusions=out)
    assert len(of(found, "member-federation")) == 1


@pytest.mark.parametrize(
    ("edition", "code"), [("fide-standard-2025", "member-federation"), ("ukraine-2018", "foreign-players")]
)
def test_a_federation_printed_otherwise_than_known_is_told_and_the_known_one_counts(edition: str, code: str) -> None:
    registry = Registered({"UKR": HOME, "POL": (Membership(None, None, "excluded"),)}, {})
    made = scene(edition, federations={2: "POL"})
    found = examined(made, federations={2: "UKR"}, registry=registry)
    (told,) = of(found, code)
    assert (told.tier, told.player) == ("advice", 2)
    assert told.sentence == "Invented2, Ann is printed with the federation POL; known is UKR. What is known counts."
    assert found.verdict == "ratable"
    assert of(examined(made, federations={2: "POL"}), code) == []


# --- arbiters -----------------------------------------------------------------------------------------------------

R18 = "fide-rapid-blitz-2018"
ADA, DAN = 990999, 990998  # the report names Ada with her number


def licensed(*licences: Licence, arbiters: list[dict[str, Any]] | None = None, length: int = 3) -> Answer:
    registry = Registered({"UKR": HOME}, {ADA: licences})
    return examined(scene(R18, length=length, per_day=2, arbiters=arbiters), registry=registry)


def test_fide_rapid_blitz_2018_0_3_a_licence_in_the_registry_needs_no_fact() -> None:
    first = EDITIONS[R18][1]
    last = first + 2 * DAY
    assert examined(scene(R18, arbiters=None)).verdict == "undecided"
    for licence in (Licence("A", None, None), Licence("A", first, last), Licence("B", first - DAY, None)):
        assert licensed(licence).findings == ()
    two = Licence("D", None, first), Licence("C", first + DAY, last)
    assert licensed(*two).findings == ()


@pytest.mark.parametrize("claimed", [None, [{"name": "Arbiter, Ada", "id": ADA, "licence": "A1"}]])
def test_fide_rapid_blitz_2018_0_3_a_licence_that_ends_a_day_too_early_is_caught(claimed: Any) -> None:
    first = EDITIONS[R18][1]
    last = first + 2 * DAY
    for licence, day in (
        (Licence("A", None, last - DAY), last),
        (Licence("A", first + DAY, None), first),
        (Licence("A", None, first - DAY), first),
    ):
        found = licensed(licence, arbiters=claimed)
        (told,) = of(found, "licensed-arbiters")
        assert (told.tier, told.articles) == ("refuse", ("0.3",))
        assert told.sentence == f"Arbiter, Ada held no licence on {day}, by the registry, so the event is not rated."
        assert found.verdict == "not-ratable"


def test_an_arbiter_whom_the_registry_does_not_know_is_asked_about() -> None:
    named = [{"name": "Arbiter, Ada", "id": ADA}, {"name": "Deputy, Dan", "id": DAN}]
    (told,) = of(licensed(Licence("A", None, None), arbiters=named), "licensed-arbiters")
    assert (told.tier, told.fields) == ("ask", (("arbiter", "Deputy, Dan"),))
    named[1]["licence"] = "C2"
    assert licensed(Licence("A", None, None), arbiters=named).findings == ()


@pytest.mark.parametrize("edition", [name for name in EDITIONS if name != R18])
def test_the_other_editions_do_not_ask_for_licences(edition: str) -> None:
    registry = Registered({"UKR": HOME}, {ADA: (Licence("A", None, date(2000, 1, 1)),)})
    assert examined(scene(edition), registry=registry).findings == ()
