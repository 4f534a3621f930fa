"""The rating lists of a call: `--list FILE`, or `--list SERIES=FILE` where neither list nor name says its series."""

from __future__ import annotations

import os

from arpad.finding import Misuse, Tier
from arpad.intake import RatingList, read_list
from arpad.intake.frl_layout import SERIES
from arpad.law import series_names
from arpad.law.cited import nearest
from arpad.lists.rollcall import STANDINGS


def read_lists(paths: list[str]) -> tuple[RatingList, ...]:
    """The lists; one that cannot be read is an error of the call."""
    found = []
    for given in paths:
        series, path = _series(given)
        try:
            with open(path, "rb") as stream:
                rating_list, findings = read_list(stream, path, series)
        except OSError as error:
            raise Misuse(f"--list {path}: {error.strerror}") from None
        refusals = [finding for finding in findings if finding.tier == Tier.REFUSE]
        if refusals:
            raise Misuse(f"--list {path}: {refusals[0].sentence}")
        if series and series not in rating_list.standings:
            there = ", ".join(rating_list.standings)
            raise Misuse(f"--list {given}: the list says itself what it has ({there}); leave out {series}=")
        found.append(rating_list)
    return tuple(found)


def _series(given: str) -> tuple[str, str]:
    """The series of a single list and its file: as said (SERIES=FILE), or a national series that the name says."""
    national = [name for name in series_names() if name not in STANDINGS]
    said, equals, path = given.partition("=")
    if not equals or os.path.exists(given):
        name = os.path.basename(given).casefold()
        return next((each for each in national if each in name), ""), given
    said = STANDINGS.get(said, said)
    if said not in (*SERIES, *national):
        raise Misuse(f"--list {given}: no series is called {said!r}{nearest(said, [*SERIES, *national])}")
    return said, path
