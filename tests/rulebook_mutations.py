"""Random mutations of a sound rulebook: values, keys, concepts, methods, days and texts are changed, few at a time."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import date, timedelta
from random import Random
from typing import Any

from arpad.law import editions, rulebook
from arpad.law.drafting import NewNames, draft

NUMBERS = (
    -5, -1, 0, 1, 2, 3, 7, 13, 20, 29, 31, 60, 100, 255, 256, 300, 1000, 2400, 4000, 32768, 70_000, 10**6,
    10**9, 10**20,
)  # fmt: skip
TEXTS = (
    "", "x", "a\x00b", "a\x1bb", "\u202e", "12.5", "1/3", "-1", "0", "99999", "holds", "no-term", "start", "years",
    "x" * 5000,
)  # fmt: skip


def rulebook_of(random: Random) -> dict[str, Any]:
    """A sound rulebook of one series, parsed: a draft of an edition that comes with the package."""
    id = random.choice([name for name in editions() if not rulebook(name).head.use])
    series = random.choice(rulebook(id).head.series)
    text = draft(rulebook(id, series), NewNames("ruritania-2026", "Ruritania", "ruritania", date(2026, 1, 1)))
    return tomllib.loads(text)


def mutate(raw: dict[str, Any], random: Random) -> None:
    """Change one place of a parsed rulebook."""
    places = list(_places(raw))
    numbers = [(holder, key) for holder, key in places if type(holder[key]) is int]
    holder, key = random.choice(numbers if numbers and random.randrange(3) else places)
    value = holder[key]
    match random.randrange(16):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, dict):
            other, name = random.choice(places)
            holder[key] = deepcopy(other[name])
        case 2:
            holder[key] = random.choice((*NUMBERS, *TEXTS, True, False, [], {}))
        case _:
            holder[key] = _another(value, random)


def _another(value: Any, random: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            near = (value + 1, value - 1, value * 2, value // 2, random.randrange(1, 13), random.randrange(1, 40))
            return random.choice((*near, random.randrange(1, 4000), random.choice(NUMBERS)))
        case str():
            return random.choice((*TEXTS, value + "x", value[:-1], value.upper()))
        case list():
            return random.choice((value[1:], value[:-1], value * 2, value[::-1], []))
        case date():
            return random.choice((date(1, 1, 1), date(9999, 12, 31), value + timedelta(days=14), date(2019, 7, 31)))
        case _:
            return {}


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a parsed file with what holds it; not the sentences."""
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if key not in ("says", "layout", "reason", "because", "question", "alternative", "applies"):
            yield value, key
        yield from _places(inner)


def written(raw: dict[str, Any]) -> str:
    """A parsed rulebook as TOML."""
    lines = ["[edition]", *_lines(raw.pop("edition", {}))] if isinstance(raw.get("edition"), dict) else []
    for key, value in raw.items():
        if key == "ruling" and isinstance(value, list) and all(isinstance(each, dict) for each in value):
            for each in value:
                lines += ["[[ruling]]", *_lines(each)]
        elif isinstance(value, dict):
            for name, body in value.items():
                if isinstance(body, dict):
                    lines += [f"[{_text(key)}.{_text(name)}]", *_lines(body)]
                else:
                    lines.insert(0, f"{_text(key)}.{_text(name)} = {_value(body)}")
        else:
            lines.insert(0, f"{_text(key)} = {_value(value)}")
    return "\n".join(lines) + "\n"


def _lines(table: dict[str, Any]) -> list[str]:
    return [f"{_text(key)} = {_value(value)}" for key, value in table.items()]


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case date():
            return f"{value:%Y}".rjust(4, "0") + f"-{value.month:02}-{value.day:02}"
        case str():
            return _text(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return "{" + ", ".join(f"{_text(key)} = {_value(item)}" for key, item in value.items()) + "}"


def _text(text: str) -> str:
    hidden = {letter: f"\\u{ord(letter):04x}" for letter in text if ord(letter) < 32 or ord(letter) > 0x2000}
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(hidden.get(letter, letter) for letter in text) + '"'
