"""2009 10.3, rapid/blitz 2018 10.3: the drift of the scale is watched, and reported year by year."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from scale_made import history
from site_made import demo_office
from typed import typed

from arpad.asjson import schema
from arpad.cli.answers import answer_type
from arpad.columns import Roll
from arpad.days import Month
from arpad.finding import UserError
from arpad.monitor.yearly_drift import measure_yearly_drift


class Raised:
    """A history of which the last list has other ratings: 10 points more for everybody who is active on the first."""

    def __init__(self, points: int) -> None:
        self._made, self._points = history(5, lists=15, players=300), points
        self.series, self.lists = self._made.series, self._made.lists

    def roll(self, list_: int) -> Roll:
        base = self._made.roll(self.lists[0])
        year = Month(self.lists[-1]).year
        if list_ != max(each for each in self.lists if Month(each).year == year):
            return base
        return replace(base, rating=(base.rating + self._points).astype(np.int16))

    def __getattr__(self, name: str) -> object:
        return getattr(self._made, name)


@pytest.mark.parametrize(("points", "verdict"), [(10, "above"), (-10, "below"), (0, "")])
def test_10_3_the_same_players_are_compared_over_a_year(points: int, verdict: str) -> None:
    """Everybody is moved by so many points between two lists, so the mean of the same players moves by as many."""
    source = Raised(points)
    year = Month(source.lists[-1]).year
    report = measure_yearly_drift(source, year)  # type: ignore[arg-type]
    assert report.until == source.lists[-1]
    assert report.since == max(each for each in source.lists if Month(each).year < year)
    for cohort in report.cohorts:
        assert cohort.points[-1].there == cohort.players
        if points:
            assert (cohort.points[-1].change.value, cohort.points[-1].change.n) == (points, cohort.players)
    assert {each.kind: each.drift for each in report.cohorts}["grown-ups"] == verdict
    assert report.after.mean.value == pytest.approx((report.before.mean.value or 0) + points)


def test_10_3_a_year_without_two_lists_is_refused() -> None:
    source = history(5, lists=15, players=50)
    for year in (1999, Month(source.lists[-1]).year + 1):
        with pytest.raises(UserError) as refusal:
            measure_yearly_drift(source, year)
        assert refusal.value.message == "scale/no-year"


def test_10_3_the_report_is_a_command() -> None:
    year = json.loads(typed("scale", "--db", demo_office(), "--json").out)["list"][:4]
    done = typed("scale", "--drift", year, "--db", demo_office(), "--json")
    assert done.code == 0, done
    report = json.loads(done.out)
    Draft202012Validator(schema(answer_type("scale --drift"))).validate(report)
    shown = typed("scale", "--drift", year, "--db", demo_office()).out
    assert f"in {year}, from the list {report['since']} to the list {report['until']}" in shown
    assert "grown-ups" in shown
    assert "leave out --list" in typed("scale", "--drift", year, "--list", "2026-01", "--db", demo_office()).err
