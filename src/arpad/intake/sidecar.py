"""Read what a report cannot carry: the sidecar of an event (`open.trf` + `open.event.toml`), and flags.

In: a table of keys. Out: the keys as facts, and the names of those that were given. Unknown keys, impossible dates and
values of another kind are errors of the call, not findings: a sidecar is written by hand, for this program.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import date, datetime
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from arpad.finding import Remedy, UserError
from arpad.intake.fact_bounds import bounded, quoted, texts_of
from arpad.law.rules.concept import Authority
from arpad.model import Approval, Arbiter, EventFacts, Exclusion, Resolution
from arpad.model.systems import declared_system, system_key
from arpad.plaintext import visible

SUFFIX = ".event.toml"
LARGEST = 256 * 1024  # bytes of a sidecar
SYSTEMS = ("swiss", "team", "match", "round-robin", "double-round-robin", "round-robin-3-cycles")  # and so on
APPROVALS = ("late-registration", "long-event", "hybrid", "games-after-decision", "late-report", "short-time-control")
AUTHORITIES = tuple(name for name in get_args(Authority) if name not in ("unnamed", "nobody"))
CHOICES = {
    "system": SYSTEMS, "ratings_at": ("start", "game"), "announced": ("rated", "unrated"), "approvals": APPROVALS,
    "by": AUTHORITIES,
}  # fmt: skip
DATES = ("start", "end", "registered", "reported")
NUMBERS = ("games_scheduled", "rounds_per_day", "part")
NEGATIVE = re.compile(r"(?:^|[+:/;,(\s])\s*[-−–]\s*\d")  # a minus before a number, not between two
REASONS = ("fair-play", "force-majeure", "rate-of-play", "equal-times", "notation", "member-federation")
ROWS = {"arbiters": Arbiter, "exclusions": Exclusion}
OBSERVED = ("part_start", "part_end", "joined_since", "joined_until")  # follow from the games, or from other events
KEYS = tuple(f.name for f in fields(EventFacts) if f.name not in OBSERVED)


def sidecar_of(report: str) -> Path | None:
    """The sidecar beside a report, if there is one."""
    path = Path(report)
    beside = path.with_name(path.stem + SUFFIX)
    return beside if report != "-" and beside.is_file() else None


def read_sidecar(path: Path) -> dict[str, Any]:
    """The keys of a sidecar file, checked."""
    try:
        with open(path, "rb") as stream:
            sent = stream.read(LARGEST + 1)
        if len(sent) > LARGEST:
            raise UserError("sidecar/large", path=str(path), most=LARGEST)
        table = read_toml(sent.decode("utf-8"))
    except (OSError, ValueError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError("sidecar/unreadable", path=str(path), reason=visible(str(error))) from None
    return facts_of(table, str(path))


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a text that somebody sent; whatever is wrong with it is a `ValueError`."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("tables stand too deep in each other") from None


def facts_of(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The keys as facts know them, from whoever gives them: nothing that nobody can mean."""
    texts_of(table, where)
    facts = kept_facts(table, where)
    for key, value in facts.items():
        bounded(key, value, f"{where}: {key}")
    return facts


def kept_facts(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The keys as facts know them, from what was taken once."""
    return {key: _value(key, value, f"{where}: {key}") for key, value in table.items()}


def answer(facts: EventFacts, given: Mapping[str, Any]) -> EventFacts:
    """The facts with what was given in place of what the report prints."""
    answered = replace(facts, **given)
    if ("start" in given or "end" in given) and answered.start and answered.end and answered.start > answered.end:
        raise UserError("facts/days", start=answered.start, end=answered.end)
    must_lie_inside(given)
    return answered


def must_lie_inside(given: Mapping[str, Any]) -> None:
    """Refuse a schedule with a day outside the event's days, where both are given."""
    start, end = given.get("start"), given.get("end")
    for turn, day in enumerate(given.get("schedule", ()), 1):
        if day < (start or day) or day > (end or day):
            raise UserError("facts/schedule-outside", round=turn, day=day, start=start, end=end)


def _value(key: str, value: Any, where: str) -> Any:
    if key not in KEYS:
        near = get_close_matches(key, KEYS, 1)
        remedy = Remedy.to("did-you-mean", name=near[0]) if near else Remedy.to("facts/known-keys", keys=KEYS)
        raise UserError("facts/unknown-key", remedy, where=where)
    if key in DATES:
        return _date(value, where)
    if key in ROWS:
        return _rows(ROWS[key], value, where)
    if key == "approvals":
        if not isinstance(value, list):
            raise UserError("facts/list", where=where, names=APPROVALS)
        return tuple(_approval(each, where) for each in value)
    if key == "system":
        return _system(value, where)
    if key == "schedule":
        return _schedule(value, where)
    if key == "resolution":
        return _resolution(value, where)
    if key in CHOICES:
        return _chosen(key, value, where)
    if key in NUMBERS:
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise UserError("facts/number", where=where, found=quoted(value))
        return value
    wanted = str if isinstance(getattr(EventFacts(), key), str) else bool
    if not isinstance(value, wanted):
        raise UserError("facts/text" if wanted is str else "facts/truth", where=where, found=quoted(value))
    if key == "time_control" and NEGATIVE.search(str(value)):
        raise UserError("facts/negative", where=where, found=quoted(value))
    return value


def _date(value: Any, where: str) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise UserError("facts/day", where=where, found=quoted(value)) from None


def _chosen(key: str, value: Any, where: str) -> str:
    if value not in CHOICES[key]:
        raise UserError("facts/choice", where=where, names=CHOICES[key], found=quoted(value))
    return str(value)


def _system(value: Any, where: str) -> str:
    """A system by its key; a round robin in any words, with its cycles."""
    named = declared_system(value) if isinstance(value, str) else None
    return system_key(named) if named is not None and named.cycles else _chosen("system", value, where)


def _schedule(value: Any, where: str) -> tuple[date, ...]:
    """The day of each round, in their order."""
    if not isinstance(value, list):
        raise UserError("facts/schedule", where=where)
    days = tuple(_date(each, where) for each in value)
    for turn, (before, day) in enumerate(pairwise(days), 2):
        if day < before:
            raise UserError("facts/schedule-order", where=where, round=turn, day=day, before=before)
    return days


def _resolution(value: Any, where: str) -> Resolution | None:
    """A decision, as a table { by, day, reason } of which nothing may be missing; an empty table takes it back."""
    if value in (None, {}):
        return None
    if not isinstance(value, dict):
        raise UserError("facts/resolution", where=where)
    _only_known(value, ["by", "day", "reason"], where)
    reason = value.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise UserError("facts/resolution", where=where)
    by = _chosen("by", value.get("by"), f"{where}: by")
    return Resolution(by, _date(value.get("day"), f"{where}: day"), reason.strip())


def _approval(value: Any, where: str) -> Approval:
    """What was approved, as a word, or as a table with who approved it: { what, by }."""
    if not isinstance(value, dict):
        return Approval(_chosen("approvals", value, where))
    _only_known(value, ["what", "by"], where)
    by = _chosen("by", value["by"], f"{where}: by") if value.get("by") else ""
    return Approval(_chosen("approvals", value.get("what"), where), by)


def _rows(kind: Any, value: Any, where: str) -> tuple[Any, ...]:
    names = [f.name for f in fields(kind)]
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise UserError("facts/rows", where=where, names=tuple(names))
    rows = []
    for row in value:
        _only_known(row, names, where)
        if "reason" in row and row["reason"] not in REASONS:
            raise UserError("facts/choice", where=f"{where}: reason", names=REASONS, found=quoted(row["reason"]))
        try:
            rows.append(kind(**row))
        except TypeError:
            raise UserError("facts/row", where=where, names=tuple(names), found=quoted(row)) from None
    return tuple(rows)


def _only_known(row: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    """A key that a table does not have is an error of the call."""
    for name in row:
        if name not in names:
            known = Remedy.to("facts/known-keys", keys=tuple(names))
            raise UserError("facts/unknown-key-of-row", known, where=where, key=name)
