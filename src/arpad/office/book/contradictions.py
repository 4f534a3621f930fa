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
from arpad.office.book.choice import KEY, chosen, is_free
from arpad.office.book.findings import office_finding
from arpad.office.book.fingerprint import days_of, folded
from arpad.office.book.lookup import BookedEvent
from arpad.timecontrol import TimeControl, parse

OFFICERS = (
    "code",
    "series",
    "start",
    "end",
    "registered",
    "reported",
    "approvals",
    "exclusions",
    "agreed",
    "official",
    "continental",
    "schedule",
    "resolution",
)
"""Facts that only the registration can give."""


def contradictions(report: Report, event: BookedEvent, part: int, choice: str = "") -> Iterator[Finding]:
    """What the report prints otherwise than it was registered; `choice` is which ratings its sidecar asked for."""
    registered, printed = event.given, report.facts
    for key in ("start", "end") if not part else ():
        day: date | None = getattr(printed, key)
        if day is not None and day != registered[key]:
            yield _asked(report, key, day, registered[key])
    if choice and is_free(registered) and choice != chosen(registered):
        yield _asked(report, KEY, choice, chosen(registered))
    if part:
        if report.days_played() is None and len(report.games().round):
            yield office_finding("part-without-days", report.file)
        for day in days_of(report, event.start, event.end):
            if not event.start <= day <= event.end:
                yield office_finding("outside-event", report.file, day=day, start=event.start, end=event.end)
                break
    if registered.get("time_control") and printed.time_control:
        known, control = parse(registered["time_control"]), parse(printed.time_control)
        if (
            isinstance(known, TimeControl)
            and isinstance(control, TimeControl)
            and not {*known.readings} & {*control.readings}
        ):
            yield _asked(report, "time_control", printed.time_control, registered["time_control"])
    for key in ("name", "federation"):
        name, other = registered.get(key, ""), getattr(printed, key)
        if name and other and folded(name) != folded(other):
            yield _advised(report.file, "report", key, other, name)


def answered(
    beside: Mapping[str, Any], event: BookedEvent, file: str, today: date
) -> tuple[dict[str, Any], list[Finding]]:
    """What a sidecar that comes with a report adds to the registration, and where it differs from it."""
    added, findings = {}, []
    for key, value in beside.items():
        if key in ("reported", "part") or value in ((), "", None):
            continue  # the office's own day counts
        if key == KEY and is_free(event.given) and (key in event.given or today > event.start):
            continue  # too late to choose: asked about where it is another choice than the registered one
        known = event.given.get(key)
        if known == value:
            continue
        if known is None and key not in OFFICERS:
            added[key] = value
        else:
            findings.append(_advised(file, "sidecar" if known else "unregistered", key, _words(value), _words(known)))
    return added, findings


def _asked(report: Report, key: str, printed: object, known: object) -> Finding:
    return office_finding("contradicts-registration", report.file, key=key, printed=shown(str(printed)), known=known)


def _advised(file: str, source: str, key: str, printed: str, known: str) -> Finding:
    message = f"differs-from-registration/{source}"
    return office_finding(message, file, key=key, printed=shown(printed), known=known)


def _words(value: object) -> str:
    """A value as it is written beside another one."""
    if isinstance(value, tuple):
        return ", ".join(_words(each) for each in value)
    if is_dataclass(value):
        return " ".join(str(part) for field in fields(value) if (part := getattr(value, field.name)) not in ("", None))
    return "" if value is None else str(value)
