"""Compare a registration with what comes later: the print of the report, and the sidecar beside it.

The registration counts. A contradiction is a question where it would change a verdict, and advice otherwise. A sidecar
that comes with the report may add facts that were open. It cannot give an approval, a day of registration or an
exclusion.
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
    registered = event.given
    if not part:
        yield from _other_days(report, registered)
    if choice and is_free(registered) and choice != chosen(registered):
        yield _asked(report, KEY, choice, chosen(registered))
    if part:
        yield from _days_of_part(report, event)
    yield from _other_time_control(report, registered)
    for key in ("name", "federation"):
        name, other = registered.get(key, ""), getattr(report.facts, key)
        if name and other and folded(name) != folded(other):
            yield _advised(report.file, "report", key, other, name)


def _other_days(report: Report, registered: Mapping[str, Any]) -> Iterator[Finding]:
    """A question for the first and for the last day, where the report prints another one."""
    for key in ("start", "end"):
        day: date | None = getattr(report.facts, key)
        if day is not None and day != registered[key]:
            yield _asked(report, key, day, registered[key])


def _days_of_part(report: Report, event: BookedEvent) -> Iterator[Finding]:
    """A question where the rounds of a part have no days, or lie outside the event."""
    if report.days_played() is None and len(report.games().round):
        yield office_finding("part-without-days", report.file)
    outside = [day for day in days_of(report, event.start, event.end) if not event.start <= day <= event.end]
    if outside:
        yield office_finding("outside-event", report.file, day=outside[0], start=event.start, end=event.end)


def _other_time_control(report: Report, registered: Mapping[str, Any]) -> Iterator[Finding]:
    """A question where the report prints a time control that is read as another one."""
    if not registered.get("time_control") or not report.facts.time_control:
        return
    control, printed = parse(registered["time_control"]), parse(report.facts.time_control)
    if not isinstance(control, TimeControl) or not isinstance(printed, TimeControl):
        return
    if not {*control.readings} & {*printed.readings}:
        yield _asked(report, "time_control", report.facts.time_control, registered["time_control"])


def answered(
    beside: Mapping[str, Any], event: BookedEvent, file: str, today: date
) -> tuple[dict[str, Any], list[Finding]]:
    """The facts that the sidecar of a report adds to the registration, and findings where it differs from it."""
    added, findings = {}, []
    for key, value in beside.items():
        if key in ("reported", "part") or value in ((), "", None):
            continue  # the office's own day counts
        if key == KEY and is_free(event.given) and (key in event.given or today > event.start):
            continue  # too late to choose: asked about where it is another choice than the registered one
        registered = event.given.get(key)
        if registered == value:
            continue
        if registered is None and key not in OFFICERS:
            added[key] = value
        else:
            source = "sidecar" if registered else "unregistered"
            findings.append(_advised(file, source, key, _words(value), _words(registered)))
    return added, findings


def _asked(report: Report, key: str, printed: object, registered: object) -> Finding:
    """A question: which is right, the report or the registration?"""
    fields = {"key": key, "printed": shown(str(printed)), "known": registered}
    return office_finding("contradicts-registration", report.file, **fields)


def _advised(file: str, source: str, key: str, printed: str, registered: str) -> Finding:
    """Advice: a report or a sidecar differs from the registration, which counts."""
    message = f"differs-from-registration/{source}"
    return office_finding(message, file, key=key, printed=shown(printed), known=registered)


def _words(value: object) -> str:
    """The value of a fact as text, for a message."""
    if isinstance(value, tuple):
        return ", ".join(_words(each) for each in value)
    if is_dataclass(value):
        return " ".join(str(part) for field in fields(value) if (part := getattr(value, field.name)) not in ("", None))
    return "" if value is None else str(value)
