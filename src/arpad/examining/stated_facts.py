"""What a report states of its event, as facts that a registration or an event description can hold.

The usual answers and the series of the time control are among them; whatever nobody stated is a note of the inquiry.
The ratings of the players are never asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, is_dataclass
from datetime import date
from typing import Any

from arpad.admission.case import read_control
from arpad.admission.grounds import MARKED, marked_series
from arpad.examining import Inquiry
from arpad.model import Report
from arpad.model.systems import declared_system, system_key
from arpad.timecontrol import TimeControl

REQUIRED = ("name", "start", "end", "series")
STATED = ("name", "federation", "start", "end", "time_control", "arbiters")  # that a report may state
ANSWERED = ("series", "laws", "hybrid", "agreed", "announced")  # that may be concluded or assumed
ASKED = ("notation", "norms", "league", "women_only", "national_championship", "team_championship")
"""Facts that some rules ask about and no report states."""


def days_of_rounds(report: Report, entered: Mapping[str, Any]) -> dict[str, date]:
    """Return the first and the last day of the rounds, where the report states no days but dates every game."""
    played = report.days_played()
    if played is None:
        return {}
    stated = {"start": report.facts.start, "end": report.facts.end, **entered}
    return {key: day for key, day in zip(("start", "end"), played, strict=True) if not stated[key]}


def missing_facts(inquiry: Inquiry) -> tuple[str, ...]:
    """Return which of name, first day, last day and series the report leaves open."""
    facts = inquiry.facts
    states = {"name": facts.name.strip(), "start": facts.start, "end": facts.end, "series": _says_series(inquiry)}
    return tuple(name for name in REQUIRED if not states[name])


def _says_series(inquiry: Inquiry) -> bool:
    """Return whether the series is named, or follows from a time control or the mark of a pairing program."""
    if "series" in inquiry.answers or isinstance(
        read_control(inquiry.report, inquiry.facts, inquiry.answers), TimeControl
    ):
        return True
    if not inquiry.facts.start:
        return inquiry.report.as_printed(MARKED) is not None
    return bool(marked_series(inquiry.report, inquiry.facts.start))


def stated_facts(inquiry: Inquiry) -> Mapping[str, object]:
    """Return what the report states of its event, with the usual answers, as far as a registration can hold it."""
    report, facts = inquiry.report, inquiry.facts
    stated = {name: getattr(facts, name) for name in (*STATED, *ANSWERED)}
    stated["name"] = " ".join(facts.name.split())
    if not isinstance(read_control(report, facts, inquiry.answers), TimeControl):
        del stated["time_control"]
    system = declared_system(facts.system)
    days = report.round_dates[: report.cells.rounds]
    if system is not None:
        stated["system"] = system_key(system)
    if facts.start and facts.end and len(days) == report.cells.rounds and None not in days:
        within = all(day is not None and facts.start <= day <= facts.end for day in days)
        stated |= {"schedule": days} if within and list(days) == sorted(day for day in days if day) else {}
    return {name: value for name, value in stated.items() if value not in (None, "", ())}


def event_description(inquiry: Inquiry) -> str:
    """Return an event description (TOML) to fill in: what the report states, and what it leaves open as comments."""
    return "\n".join(_description_lines(inquiry)) + "\n"


def _description_lines(inquiry: Inquiry) -> Iterator[str]:
    stated, missing = stated_facts(inquiry), missing_facts(inquiry)
    yield f"# Event description of {inquiry.report.file}. Lines that begin with # are not read."
    for name, value in stated.items():
        if name not in missing:
            yield f"{name} = {_toml(value)}"
    for name in missing:
        yield f"# {name} =      missing"
    for name in ASKED:
        yield f"# {name} = false"


def _toml(value: Any) -> str:
    """Return a fact as a TOML value."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if is_dataclass(value) and not isinstance(value, type):
        rows = {name: each for name, each in asdict(value).items() if each not in (None, "")}
        return "{ " + ", ".join(f"{name} = {_toml(each)}" for name, each in rows.items()) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)
