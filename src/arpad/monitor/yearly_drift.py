"""The drift of a scale within one year: what the same players gained or lost from list to list."""

from __future__ import annotations

from arpad.days import Month
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.monitor.distribution import (
    COHORT_ADULTS,
    COHORT_ALL,
    Cohort,
    CohortRun,
    Distribution,
    measure_distribution,
)
from arpad.monitor.sources import ScaleSource, roll_for_keys


@dataclass(frozen=True)
class YearlyDrift:
    """The report of a year: two lists, and how the ratings of those who are active on both moved between them."""

    series: str
    year: int
    since: Month  # the newest list before the year; the first of the year where there is none
    until: Month  # the newest list of the year
    before: Distribution
    after: Distribution
    cohorts: tuple[Cohort, ...]  # everybody, grown-ups


def measure_yearly_drift(source: ScaleSource, year: int) -> YearlyDrift:
    """Compare the last list of a year with the last one before it, for the same players. Refuses a year with fewer than
    two lists to compare."""
    of_year = [each for each in source.lists if Month(each).year == year]
    earlier = [each for each in source.lists if Month(each).year < year]
    lists = [*earlier[-1:], *of_year]
    if not of_year or len(lists) < 2:
        raise UserError("scale/no-year", series=source.series, year=year)
    since, until = lists[0], lists[-1]
    people, first, last = source.people(until), source.roll(since), source.roll(until)
    size = max(len(people), len(first), len(last))
    runs = [CohortRun(kind, since, roll_for_keys(first, size), people) for kind in (COHORT_ALL, COHORT_ADULTS)]
    for run in runs:
        run.look(until, roll_for_keys(last, size))
    return YearlyDrift(
        source.series, year, Month(since), Month(until), measure_distribution(first), measure_distribution(last),
        tuple(run.cohort() for run in runs),
    )  # fmt: skip
