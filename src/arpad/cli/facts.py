"""The facts of an event on the command line: `--registered 2025-11-01` is the sidecar's `registered = 2025-11-01`."""

from __future__ import annotations

from typing import Any

from arpad.finding import Misuse, Remedy
from arpad.intake.sidecar import DATES, KEYS, NUMBERS, facts_of

TRUE, FALSE = ("true", "yes", "1"), ("false", "no", "0")
TEXTS = ("name", "code", "series", "federation", "system", "time_control", "ratings_at", "announced", *DATES)
NONE = "none"
LISTS = {"approvals", "arbiters", "exclusions"}


def split(tokens: list[str]) -> tuple[list[str], dict[str, Any]]:
    """Files, and the facts given as flags; anything else that looks like a flag is an error of the call."""
    files: list[str] = []
    table: dict[str, Any] = {}
    waiting = list(tokens)
    while waiting:
        token = waiting.pop(0)
        if not token.startswith("--"):
            files.append(token)
            continue
        name, equals, value = token[2:].partition("=")
        key = name.replace("-", "_")
        if key not in KEYS:
            options = tuple("--" + each.replace("_", "-") for each in KEYS)
            raise Misuse("option/unknown", Remedy.to("facts/options", options=options), name=name)
        if not equals:
            if not waiting:
                raise Misuse("option/no-value", name=name)
            value = waiting.pop(0)
        _put(table, key, value)
    return files, facts_of(table, "option")


def _put(table: dict[str, Any], key: str, value: str) -> None:
    if key == "schedule":
        table[key] = [day.strip() for day in value.split(",") if day.strip()]
    elif key == "resolution":
        by, _, rest = value.partition(":")
        day, _, reason = rest.partition(":")
        table[key] = {} if value == NONE else {"by": by, "day": day, "reason": reason}
    elif key in LISTS:
        table.setdefault(key, []).extend(_rows(key, value))
    elif key in TEXTS:
        table[key] = value
    elif key in NUMBERS:
        table[key] = int(value) if value.isascii() and value.isdigit() else value
    else:
        table[key] = True if value.casefold() in TRUE else False if value.casefold() in FALSE else value


def _rows(key: str, value: str) -> list[Any]:
    """approvals: WHAT[:BY],...   arbiters: NAME:LICENCE[:ID]   exclusions: PLAYER:ROUND:REASON (no round: all his)"""
    if key == "approvals":
        pairs = [each.partition(":") for each in value.split(",")]
        return [{"what": what, "by": by} if colon else what for what, colon, by in pairs]
    parts = value.split(":")
    if key == "arbiters":
        number = parts[2] if len(parts) > 2 else ""
        if number and not (number.isascii() and number.isdigit()):
            raise Misuse("option/arbiters", value=value)
        who = {"name": parts[0], "licence": parts[1] if len(parts) > 1 else ""}
        return [{**who, "id": int(number)} if number else who]
    numbers = [int(part) if part.isascii() and part.isdigit() else None for part in parts[:2]]
    if numbers[0] is None:
        raise Misuse("option/exclusions", value=value)
    return [{"player": numbers[0], "round": numbers[1] if len(numbers) > 1 else None, "reason": ":".join(parts[2:])}]
