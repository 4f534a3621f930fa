"""The rating lists of a call: `--list FILE`, or `--list SERIES=FILE` where neither list nor name says its series."""

from __future__ import annotations

import os
from difflib import get_close_matches

from arpad.cli.frl import read_rating_list
from arpad.finding import Misuse, Note, Remedy, Tier
from arpad.intake import RatingList
from arpad.intake.frl.layout import SERIES
from arpad.law import series_names
from arpad.lists.rollcall import STANDINGS


def read_lists(texts: list[str]) -> tuple[RatingList, ...]:
    """The lists; one that cannot be read is an error of the call."""
    national = [name for name in series_names() if name not in STANDINGS]
    return tuple(_read(argument, national) for argument in texts)


def _read(argument: str, national: list[str]) -> RatingList:
    series, path = _series(argument, national)
    try:
        rating_list, findings = read_rating_list(path, path, series, national)
    except OSError as error:
        raise Misuse("list-given/unopened", path=path, error=error.strerror) from None
    refusals = [finding for finding in findings if finding.tier == Tier.REFUSE]
    if refusals:
        reason = Note(refusals[0].message, refusals[0].fields)
        raise Misuse("list-given/refused", path=path, reason=reason)
    if series and series not in rating_list.standings:
        offered = tuple(rating_list.standings)
        raise Misuse(
            "list-given/says-itself", Remedy.to("leave-out-series", series=series), given=argument, there=offered
        )
    return rating_list


def _series(argument: str, national: list[str]) -> tuple[str, str]:
    """The series of a single list, where it is named (SERIES=FILE), and its file."""
    name, equals, path = argument.partition("=")
    if not equals or os.path.exists(argument):
        return "", argument
    series = STANDINGS.get(name, name)
    names = [*SERIES, *national]
    if series not in names:
        near = get_close_matches(series, names, n=1)
        remedy = Remedy.to("did-you-mean", name=near[0]) if near else None
        raise Misuse("list-given/no-series", remedy, given=argument, series=series)
    return series, path
