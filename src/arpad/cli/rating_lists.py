"""The rating lists of a call: `--list FILE`, or `--list SERIES=FILE` where neither list nor name says its series."""

from __future__ import annotations

import os

from arpad.cli.frl import read_rating_list
from arpad.finding import Misuse, Tier
from arpad.intake import RatingList
from arpad.intake.frl.layout import SERIES
from arpad.law import series_names
from arpad.law.cited import nearest
from arpad.lists.rollcall import STANDINGS


def read_lists(given: list[str]) -> tuple[RatingList, ...]:
    """The lists; one that cannot be read is an error of the call."""
    national = [name for name in series_names() if name not in STANDINGS]
    return tuple(_read(one, national) for one in given)


def _read(given: str, national: list[str]) -> RatingList:
    series, path = _series(given, national)
    try:
        rating_list, findings = read_rating_list(path, path, series, national)
    except OSError as error:
        raise Misuse(f"--list {path}: {error.strerror}") from None
    refusals = [finding for finding in findings if finding.tier == Tier.REFUSE]
    if refusals:
        raise Misuse(f"--list {path}: {refusals[0].sentence}")
    if series and series not in rating_list.standings:
        there = ", ".join(rating_list.standings)
        raise Misuse(f"--list {given}: the list says itself what it has ({there}); leave out {series}=")
    return rating_list


def _series(given: str, national: list[str]) -> tuple[str, str]:
    """The series of a single list, where it is said (SERIES=FILE), and its file."""
    said, equals, path = given.partition("=")
    if not equals or os.path.exists(given):
        return "", given
    said = STANDINGS.get(said, said)
    if said not in (*SERIES, *national):
        raise Misuse(f"--list {given}: no series is called {said!r}{nearest(said, [*SERIES, *national])}")
    return said, path
