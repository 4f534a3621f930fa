"""Turn findings into JSON and back: messages and fields, not sentences.

Fields hold plain values, days, months and notes. Findings with anything else are not stored, and are made again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np

from arpad.days import Day, Month
from arpad.finding import Fields, Finding, Note, Place, Remedy, Tier

DATE, DAY, MONTH, TUPLE, NOTE = "date", "day", "month", "tuple", "note"


class NotKept(ValueError):
    """A field holds a value that cannot be turned into JSON and back."""


def written(findings: Sequence[Finding]) -> list[list[Any]]:
    """Findings as lists for JSON; `NotKept` where one of them would not be read back equal."""
    rows = [_row(finding) for finding in findings]
    if read_again(rows) != tuple(findings):
        raise NotKept("findings")
    return rows


def read_again(rows: Sequence[Sequence[Any]]) -> tuple[Finding, ...]:
    """The findings out of lists that `written` made."""
    return tuple(map(_finding, rows))


def _row(finding: Finding) -> list[Any]:
    """One finding as a list for JSON."""
    remedy = finding.remedy and [finding.remedy.action, _fields(finding.remedy.fields)]
    return [
        finding.code, finding.tier.value, list(finding.place), finding.message, _fields(finding.fields), remedy,
        list(finding.articles), finding.player, finding.round, finding.overridden and list(finding.overridden),
    ]  # fmt: skip


def _finding(row: Sequence[Any]) -> Finding:
    """One finding out of its list."""
    code, tier, place, message, fields, remedy, articles, player, turn, overridden = row
    helps = Remedy(remedy[0], _fields_again(remedy[1])) if remedy else None
    about = (tuple(articles), player, turn, tuple(overridden) if overridden else None)
    return Finding(code, Tier(tier), Place(*place), message, _fields_again(fields), helps, *about)


def _fields(fields: Fields) -> list[list[Any]]:
    """The fields of a message as lists of name and value."""
    return [[name, _plain(value)] for name, value in fields]


def _fields_again(fields: Sequence[Sequence[Any]]) -> Fields:
    """The fields of a message out of lists of name and value."""
    return tuple((name, _value(plain)) for name, plain in fields)


def _plain(value: Any) -> Any:
    """The value of a field for JSON; a day, a month or a note is an object that names its kind."""
    kind = type(value)
    if value is None or kind in (int, str, bool):
        return value
    if issubclass(kind, np.integer):
        return int(value)
    if kind is Month:
        return {MONTH: int(value)}
    if kind is Day:
        return {DAY: int(value)}
    if kind is date:
        return {DATE: value.isoformat()}
    if kind is tuple:
        return {TUPLE: [_plain(each) for each in value]}
    if kind is Note:
        return {NOTE: [value.message, _fields(value.fields)]}
    raise NotKept(kind.__name__)


def _value(plain: Any) -> Any:
    """The value of a field out of JSON."""
    if not isinstance(plain, dict):
        return plain
    ((kind, value),) = plain.items()
    if kind == TUPLE:
        return tuple(_value(each) for each in value)
    if kind == NOTE:
        return Note(value[0], _fields_again(value[1]))
    if kind == DATE:
        return date.fromisoformat(value)
    return Month(value) if kind == MONTH else Day(value)
