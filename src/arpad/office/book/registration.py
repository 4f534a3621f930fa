"""Compare a registration with what comes later: the print of the report, and the sidecar beside it.

The registration counts. What the report contradicts is asked about where it would change a verdict, and told otherwise.
A sidecar that comes with the report may answer what was open; it may not grant itself an approval, a day of
registration or an exclusion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any

from arpad.finding import Finding
from arpad.intake.codes import shown
from arpad.model import Report
from arpad.office.book.fingerprint import days_of, folded
from arpad.office.book.remarks import remark
from arpad.office.book.stands import Booked
from arpad.timecontrol import TimeControl, parse

OFFICERS = ("code", "series", "start", "end", "registered", "reported", "approvals", "exclusions", "agreed", "official")
"""Facts that only the registration can give."""


def contradictions(report: Report, event: Booked, part: int) -> Iterator[Finding]:
    """What the report prints otherwise than it was registered."""
    given, printed = event.given, report.facts
    for key in ("start", "end") if not part else ():
        said: date | None = getattr(printed, key)
        if said is not None and said != given[key]:
            yield _asked(report, key, said, given[key])
    if part:
        first, last = days_of(report, event.start, event.end)
        for day in (first, last):
            if not event.start <= day <= event.end:
                yield remark("outside-event", report.file, day=day, start=event.start, end=event.end)
                break
    if given.get("time_control") and printed.time_control:
        one, other = parse(given["time_control"]), parse(printed.time_control)
        if isinstance(one, TimeControl) and isinstance(other, TimeControl) and one != other:
            yield _asked(report, "time_control", printed.time_control, given["time_control"])
    for key in ("name", "federation"):
        known, said_so = given.get(key, ""), getattr(printed, key)
        if known and said_so and folded(known) != folded(said_so):
            yield _told(report.file, "report", key, said_so, known)


def answered(beside: Mapping[str, Any], event: Booked, file: str) -> tuple[dict[str, Any], list[Finding]]:
    """What a sidecar that comes with a report adds to the registration, and where it differs from it."""
    added, findings = {}, []
    for key, value in beside.items():
        if key == "reported" or value in ((), "", None):
            continue  # the office's own day counts
        known = event.given.get(key)
        if known == value:
            continue
        if known is None and key not in OFFICERS:
            added[key] = value
        else:
            findings.append(_told(file, "sidecar", key, _words(value), _words(known)))
    return added, findings


def _asked(report: Report, key: str, printed: object, known: object) -> Finding:
    return remark("contradicts-registration", report.file, key=key, printed=shown(str(printed)), known=known)


def _told(file: str, source: str, key: str, printed: object, known: object) -> Finding:
    given = {"source": source, "key": key, "printed": shown(str(printed)), "known": known or "nothing"}
    return remark("differs-from-registration", file, **given)


def _words(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(_words(each) for each in value)
    if is_dataclass(value):
        return " ".join(str(said) for field in fields(value) if (said := getattr(value, field.name)) not in ("", None))
    return "" if value is None else str(value)
