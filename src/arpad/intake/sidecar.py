"""Read what a report cannot carry: the sidecar of an event (`open.trf` + `open.event.toml`), and flags.

In: a table of keys. Out: the keys as facts, and the names of those that were given. Unknown keys, impossible dates and
values of another kind are errors of the call, not findings: a sidecar is written by hand, for this program.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from arpad.finding import Misuse
from arpad.law.rules.concept import Authority
from arpad.model import Approval, Arbiter, EventFacts, Exclusion

SUFFIX = ".event.toml"
SYSTEMS = ("swiss", "team", "match", "round-robin", "double-round-robin")
APPROVALS = ("late-registration", "long-event", "hybrid", "games-after-decision", "late-report")
AUTHORITIES = tuple(name for name in get_args(Authority) if name != "unnamed")
CHOICES = {"system": SYSTEMS, "ratings_at": ("start", "game"), "approvals": APPROVALS, "by": AUTHORITIES}
DATES = ("start", "end", "registered", "reported")
NUMBERS = ("games_scheduled", "rounds_per_day")
NEGATIVE = re.compile(r"(?:^|[+:/;,(\s])\s*[-−–]\s*\d")  # a minus before a number, not between two
REASONS = ("fair-play", "force-majeure", "rate-of-play", "equal-times", "notation", "member-federation")
ROWS = {"arbiters": Arbiter, "exclusions": Exclusion}
KEYS = tuple(f.name for f in fields(EventFacts))


def sidecar_of(report: str) -> Path | None:
    """The sidecar beside a report, if there is one."""
    path = Path(report)
    beside = path.with_name(path.stem + SUFFIX)
    return beside if report != "-" and beside.is_file() else None


def read_sidecar(path: Path) -> dict[str, Any]:
    """The keys of a sidecar file, checked."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Misuse(f"{path}: cannot be read as an event's sidecar: {error}") from None
    return facts_of(table, str(path))


def facts_of(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The keys as facts know them."""
    return {key: _value(key, value, f"{where}: {key}") for key, value in table.items()}


def answer(facts: EventFacts, given: Mapping[str, Any]) -> EventFacts:
    """The facts with what was given in place of what the report prints."""
    answered = replace(facts, **given)
    if ("start" in given or "end" in given) and answered.start and answered.end and answered.start > answered.end:
        raise Misuse(f"start {answered.start} lies after the end {answered.end}")
    return answered


def _value(key: str, value: Any, where: str) -> Any:
    if key not in KEYS:
        near = get_close_matches(key, KEYS, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(KEYS)}"
        raise Misuse(f"{where}: unknown key; {hint}")
    if key in DATES:
        return _date(value, where)
    if key in ROWS:
        return _rows(ROWS[key], value, where)
    if key == "approvals":
        if not isinstance(value, list):
            raise Misuse(f"{where}: expected a list of {', '.join(APPROVALS)}")
        return tuple(_approval(each, where) for each in value)
    if key in CHOICES:
        return _chosen(key, value, where)
    if key in NUMBERS:
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise Misuse(f"{where}: expected a number, 1 or more, found {value!r}")
        return value
    wanted = str if isinstance(getattr(EventFacts(), key), str) else bool
    if not isinstance(value, wanted):
        raise Misuse(f"{where}: expected {'a text' if wanted is str else 'true or false'}, found {value!r}")
    if key == "time_control" and NEGATIVE.search(str(value)):
        raise Misuse(f"{where}: a part of {value!r} is negative")
    return value


def _date(value: Any, where: str) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise Misuse(f"{where}: expected a day written YYYY-MM-DD, found {value!r}") from None


def _chosen(key: str, value: Any, where: str) -> str:
    if value not in CHOICES[key]:
        raise Misuse(f"{where}: expected one of {', '.join(CHOICES[key])}, found {value!r}")
    return str(value)


def _approval(value: Any, where: str) -> Approval:
    """What was approved, as a word, or as a table with who approved it: { what, by }."""
    if not isinstance(value, dict):
        return Approval(_chosen("approvals", value, where))
    for key in value:
        if key not in ("what", "by"):
            raise Misuse(f"{where}: unknown key {key!r}; known: what, by")
    by = _chosen("by", value["by"], f"{where}: by") if value.get("by") else ""
    return Approval(_chosen("approvals", value.get("what"), where), by)


def _rows(kind: Any, value: Any, where: str) -> tuple[Any, ...]:
    names = [f.name for f in fields(kind)]
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise Misuse(f"{where}: expected a list of tables with {', '.join(names)}")
    made = []
    for row in value:
        for name in row:
            if name not in names:
                raise Misuse(f"{where}: unknown key {name!r}; known: {', '.join(names)}")
        if "reason" in row and row["reason"] not in REASONS:
            raise Misuse(f"{where}: reason: expected one of {', '.join(REASONS)}, found {row['reason']!r}")
        try:
            made.append(kind(**row))
        except TypeError:
            raise Misuse(f"{where}: expected a table with {', '.join(names)}, found {row!r}") from None
    return tuple(made)
