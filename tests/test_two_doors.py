"""What the library decides of an event, decided by the office on both databases and by `check` on the command line.

A knock-out whose fourth player is unrated (2025 6.1), and an event of 2026 with 45 minutes and 30 seconds a move (1.1).
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import events_made
import pytest
from databases import KINDS
from office_made import NUMBERS, reported, write
from publication_made import NEXT, SERIES, address_of, an_open, copied, on, opened
from test_knock_out import KNOCK_OUT, PAIRINGS
from typed import typed

from arpad.columns import Status
from arpad.days import Month
from arpad.office import lists, periods, reports

SHORT = "45min+30s/move"


@pytest.mark.parametrize("kind", KINDS)
def test_6_1_the_office_rates_a_knock_out_without_the_pairing_of_an_unrated_player(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1 plays three games with 33, who has no rating, and three with 2: the first three do not count."""
    monkeypatch.setattr(events_made, "berger", lambda _: PAIRINGS)
    made = an_open("cup", (1, 2, 3, 33), rounds=6, results={}, system=KNOCK_OUT, games_scheduled=3)
    shown = typed("check", str(write(tmp_path, "cup", made)), "--as-of", "2025-11-20")
    assert "match-with-unrated (6.1, exclude)" in shown.out
    desk = reported(copied(opened(kind), tmp_path), made)
    (done,) = reports.admit_events(desk, reports.AdmissionOrder(("cup",)))
    assert (done.status, {each.articles for each in done.findings if each.code == "match-with-unrated"}) == (
        "admitted",
        {("6.1",)},
    )
    due = on(desk, date(2025, 12, 1))
    which = periods.ListChoice(SERIES, Month(NEXT))
    periods.preview_list(due, which)
    periods.publish_list(due, periods.PublishRequest(which, confirmed=True))
    (event,) = lists.explain_rating(
        due, lists.CalculationQuestion(NUMBERS[1], lists.ListChoice(SERIES, Month(NEXT)))
    ).events
    assert [game.status for game in event.games] == [Status.MATCH_WITH_UNRATED] * 3 + [Status.COUNTED] * 3
    told = typed("explain", NUMBERS[1], "--list", str(Month(NEXT)), "--db", address_of(due)).out
    assert told.count("match-with-unrated") == 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("by", "status"), [("qc", "admitted"), ("council", "left")])
def test_r2_the_office_admits_45_minutes_and_30_seconds_with_the_approval_of_the_commission_alone(
    kind: str, by: str, status: str, tmp_path: Path
) -> None:
    """Players of 1800 to 1905: 90 minutes without it."""
    given: dict[str, Any] = {"rounds": 6, "per_day": 2, "control": SHORT, "start": date(2026, 1, 5)}
    path = write(tmp_path, "short", an_open("short", range(20, 28), **given))
    shown = typed("check", str(path), "--as-of", "2026-01-12", "--approvals", f"short-time-control:{by}").out
    assert ("short-time-control (1.1, advice)" in shown, "short-time-control (1.1, refuse)" in shown) == (
        status == "admitted",
        status == "left",
    )
    approvals = [{"what": "short-time-control", "by": by}, {"what": "late-registration", "by": "qc-chair"}]
    made = an_open("short", range(20, 28), approvals=approvals, **given)
    desk = copied(opened(kind), tmp_path)
    for day in (date(2025, 12, 1), date(2026, 1, 1)):
        desk = on(desk, day)
        which = periods.ListChoice(SERIES, Month(day.year * 100 + day.month))
        periods.preview_list(desk, which)
        periods.publish_list(desk, periods.PublishRequest(which, confirmed=True, empty=True))
    desk = reported(desk, made)
    (done,) = reports.admit_events(desk, reports.AdmissionOrder(("short",)))
    assert (done.status, {each.articles for each in done.findings if each.code == "short-time-control"}) == (
        status,
        {("1.1",)},
    )
