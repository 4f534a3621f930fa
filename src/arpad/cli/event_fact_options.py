"""Facts of an event that are given as flags: `--time-control "90+30"`, in any order between file names.

Loaded only by the verbs that take such flags: it needs the reader of event descriptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.finding import Remedy, UserError
from arpad.intake.sidecar import DATES, KEYS, NUMBERS, facts_of

if TYPE_CHECKING:
    pass

TRUE_WORDS, FALSE_WORDS = ("true", "yes", "1"), ("false", "no", "0")
TEXT_FACTS = ("name", "code", "series", "federation", "system", "time_control", "ratings_at", "announced", *DATES)
NONE_WORDS = "none"
LIST_FACTS = {"approvals", "arbiters", "exclusions"}


def split_files_and_facts(tokens: list[str]) -> tuple[list[str], dict[str, Any]]:
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
            raise UserError("option/unknown", Remedy.to("facts/options", options=options), name=name)
        if not equals:
            if not waiting:
                raise UserError("option/no-value", name=name)
            value = waiting.pop(0)
        _put_fact(table, key, value)
    return files, facts_of(table, "option")


def _put_fact(table: dict[str, Any], key: str, value: str) -> None:
    if key == "schedule":
        table[key] = [day.strip() for day in value.split(",") if day.strip()]
    elif key == "resolution":
        by, _, rest = value.partition(":")
        day, _, reason = rest.partition(":")
        table[key] = {} if value == NONE_WORDS else {"by": by, "day": day, "reason": reason}
    elif key in LIST_FACTS:
        table.setdefault(key, []).extend(_list_fact_rows(key, value))
    elif key in TEXT_FACTS:
        table[key] = value
    elif key in NUMBERS:
        table[key] = int(value) if value.isascii() and value.isdigit() else value
    else:
        table[key] = True if value.casefold() in TRUE_WORDS else False if value.casefold() in FALSE_WORDS else value


def _list_fact_rows(key: str, value: str) -> list[Any]:
    """approvals: WHAT[:BY],...   arbiters: NAME:LICENCE[:ID]   exclusions: PLAYER:ROUND:REASON (no round: all games)"""
    if key == "approvals":
        pairs = [each.partition(":") for each in value.split(",")]
        return [{"what": what, "by": by} if colon else what for what, colon, by in pairs]
    parts = value.split(":")
    if key == "arbiters":
        number = parts[2] if len(parts) > 2 else ""
        if number and not (number.isascii() and number.isdigit()):
            raise UserError("option/arbiters", value=value)
        who = {"name": parts[0], "licence": parts[1] if len(parts) > 1 else ""}
        return [{**who, "id": int(number)} if number else who]
    numbers = [int(part) if part.isascii() and part.isdigit() else None for part in parts[:2]]
    if numbers[0] is None:
        raise UserError("option/exclusions", value=value)
    return [{"player": numbers[0], "round": numbers[1] if len(numbers) > 1 else None, "reason": ":".join(parts[2:])}]
