"""Every key of a rulebook has a range of values; what lies outside, or cannot be read, is refused with the reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest
from databases import KINDS, new_database
from typed import typed

from arpad.finding import UserError
from arpad.law import LawError, rulebook
from arpad.law.drafting import NewNames, draft
from arpad.law.examined import examine_file
from arpad.law.filling import convert
from arpad.law.rules import CONCEPTS
from arpad.law.rules.ranges import Between, Code, Length
from arpad.office import rulebooks
from arpad.office.desk import open_office

WITHOUT_RANGE = {("Layout", "layout"), ("Clause", "name")}  # proved as a table; any name


def keys() -> Iterator[tuple[type[Any], str, Any]]:
    """Every key of every method, those of inner tables, too."""
    kinds = [method for concept in CONCEPTS.values() for method in concept.methods]
    seen: set[type[Any]] = set()
    while kinds:
        kind = kinds.pop()
        if kind in seen:
            continue
        seen.add(kind)
        hints = get_type_hints(kind, include_extras=True)
        for each in fields(kind):
            hint = hints[each.name]
            yield kind, each.name, hint
            bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
            inner = get_args(bare)[0] if get_origin(bare) is tuple else bare
            kinds += [inner] if is_dataclass(inner) and isinstance(inner, type) else []


KEYS = list(keys())


@pytest.mark.parametrize(("kind", "name", "hint"), KEYS, ids=[f"{kind.__name__}.{name}" for kind, name, _ in KEYS])
def test_a_key_takes_the_ends_of_its_range_and_nothing_beyond(kind: type[Any], name: str, hint: Any) -> None:
    if get_origin(hint) is Literal or hint is bool or is_dataclass(hint) or (kind.__name__, name) in WITHOUT_RANGE:
        return
    assert get_origin(hint) is Annotated, "a key without a range"
    inner, range_ = get_args(hint)
    match range_:
        case Between(least=least, most=most):
            write = str if inner is Fraction else int
            assert [convert(write(end), hint, "x") for end in (least, most)] == [least, most]
            for beyond in (least - 1, most + 1):
                with pytest.raises(LawError, match="is outside the range; a value from"):
                    convert(write(beyond), hint, "x")
        case Length(least=least, most=most):
            item, *_ = get_args(inner)
            with pytest.raises(LawError, match=r"the list has \d+ values?; it can have from"):
                convert([_value_of(item, at) for at in range(most + 1)] if not least else [], hint, "x")
        case Code():
            for wrong in ("", "A b", "no way", "../x", "N\x00R"):
                with pytest.raises(LawError, match=r"is no series|is no federation"):
                    convert(wrong, hint, "x")


def _value_of(hint: Any, at: int) -> Any:
    """A value of a list: a text, or a table of the least values."""
    if not is_dataclass(hint):
        return f"x{at}"
    hints = get_type_hints(hint, include_extras=True)
    return {name: get_args(inner)[1].least for name, inner in hints.items()}


# --- files that passed once -------------------------------------------------------------------------------------------

ABSURD = (  # what stands there, what stands instead, the reason
    ("months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "months = [13]", "13 is outside the range"),
    ("months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "months = []", "the list has 0 values"),
    ("months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "months = [0]", "0 is outside the range"),
    ("months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "months = [1, 1, 7]", "at most one list a month"),
    ("\nday = 1\n", "\nday = 0\n", "0 is outside the range"),
    ("\nday = 1\n", "\nday = 31\n", "31 is outside the range"),
    ("k = 40, games_below", "k = -20, games_below", "-20 is outside the range"),
    ("k = 40, games_below", "k = 300, games_below", "300 is outside the range"),
    ("k = 40, games_below", "k = 100000, games_below", "100000 is outside the range"),
    ("games_below = 30", "games_below = -30", "-30 is outside the range"),
    ("\nlimit = 400\n", "\nlimit = -4\n", "-4 is outside the range"),
    ("days_before = 3\n", "days_before = -5\n", "-5 is outside the range"),
    ("product = 700", "product = 0", "0 is outside the range"),
    ("games = 5\n", "games = 0\n", "0 is outside the range"),
    ("games = 5\n", "games = -5\n", "-5 is outside the range"),
    ("rating = 1400\n", "rating = -1\n", "-1 is outside the range"),
    ("rating = 1400\n", "rating = 100000\n", "100000 is outside the range"),
    ("months = 26", "months = 0", "0 is outside the range"),
    ("years = 1\n", "years = 0\n", "0 is outside the range"),
    ("in_force = 2026-01-01", "in_force = 0001-01-01", "is outside the range"),
    ("in_force = 2026-01-01", "in_force = 9999-12-31", "is outside the range"),
    ('title = "Ruritania"', 'title = "Rur\\u0000itania"', "has a control character or an invisible one; remove it"),
    ('title = "Ruritania"', 'title = "Rur\\u202Eitania"', "has a control character or an invisible one; remove it"),
    ('series = ["ruritania"]', 'series = ["ruritania", "ruritania"]', "names 'ruritania' twice"),
    ('says = "', 'says = "\\u001b[31m', "has a control character or an invisible one; remove it"),
)


def drafted() -> str:
    names = NewNames("ruritania-2026", "Ruritania", "ruritania", date(2026, 1, 1))
    return draft(rulebook("fide-standard-2025"), names)


@pytest.mark.parametrize(("stands", "instead", "reason"), ABSURD, ids=[instead.strip() for _, instead, _ in ABSURD])
def test_an_absurd_file_is_refused_by_law_check_with_its_line(
    stands: str, instead: str, reason: str, tmp_path: Path
) -> None:
    assert stands in drafted()
    file = tmp_path / "own.toml"
    file.write_text(drafted().replace(stands, instead, 1), "utf-8")
    checked = typed("law", "check", file)
    assert checked.code == 1
    assert reason in " ".join(checked.out.split()), checked.out
    faults = json.loads(typed("law", "check", file, "--json").out)["faults"]
    assert [fault["line"] for fault in faults] != []
    assert "\x00" not in checked.out
    assert "\x1b" not in checked.out


@pytest.mark.parametrize("kind", KINDS)
def test_an_office_does_not_adopt_what_cannot_work(kind: str, tmp_path: Path) -> None:
    """A file without months was adopted for good once, and `list open` failed ever after."""
    address = new_database(kind, tmp_path)
    assert typed("init", "--db", address, "--who", "A. Officer", "--rehearsal", "--now", "2026-02-01").code == 0
    months = drafted().replace("months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "months = []")
    short = drafted().replace("in_force = 2026-01-01", "in_force = 2026-01-01\nuntil = 2026-01-20")
    with open_office(address, "A. Officer") as desk:
        for body, reason in ((months, "the list has 0 values"), (short, "no list of ruritania can be made")):
            with pytest.raises(UserError, match=reason):
                rulebooks.adopt_rulebook(desk, rulebooks.AdoptionRequest(body.encode(), "own.toml", confirmed=True))
        assert rulebooks.list_adopted(desk) == ()
        rulebooks.adopt_rulebook(desk, rulebooks.AdoptionRequest(drafted().encode(), "own.toml", confirmed=True))
        assert len(rulebooks.list_adopted(desk)) == 1


# --- what contradicts itself, though each key is in its range ---------------------------------------------------------

CONTRADICTIONS = (
    ("fide-rapid-blitz-2024", "up_to = 60", "up_to = 5", "window from 10 to 5 minutes is empty"),
    ("fide-standard-2025", "classes = [{ rating = 2400", "classes = [{ rating = 1400", "strongest class first"),
    ("fide-standard-2009", "fewer_than = 10", "fewer_than = 3", "rated players are asked of a field"),
)


@pytest.mark.parametrize(("source", "stands", "instead", "reason"), CONTRADICTIONS)
def test_a_value_that_contradicts_itself_is_refused(
    source: str, stands: str, instead: str, reason: str, tmp_path: Path
) -> None:
    series = rulebook(source).head.series[0]
    body = draft(rulebook(source, series), NewNames("ruritania-2026", "Ruritania", "ruritania", date(2026, 1, 1)))
    assert stands in body
    file = tmp_path / "own.toml"
    file.write_text(body.replace(stands, instead, 1))
    checked = typed("law", "check", file)
    assert checked.code == 1
    assert reason in " ".join(checked.out.split())


def test_many_clauses_of_k_are_checked_in_a_moment() -> None:
    """60 clauses over four axes have millions of cells; the search for an uncovered player looks at few."""
    clauses = [
        f'{{ name = "c{at}", k = {10 + at % 30}, games_below = {at + 2}, rating_below = {2000 + at}, '
        f'highest_below = {2300 + at}, age_below = {10 + at}, age_counted = "year" }},'
        for at in range(59)
    ]
    names = ", ".join(f'"c{at}"' for at in range(59))
    text = drafted()
    head, rest = text.split("clauses = [", 1)
    _, rest = rest.split("\nprecedence = ", 1)
    _, rest = rest.split("\n", 1)
    body = f'{head}clauses = [{"".join(clauses)} {{ name = "rest", k = 20 }}]\nprecedence = [{names}, "rest"]\n{rest}'
    assert [str(fault.problem) for fault in examine_file(body.encode(), "own.toml").faults] == []
    uncovered = body.replace('{ name = "rest", k = 20 }', '{ name = "rest", k = 20, games_below = 100 }')
    (fault,) = examine_file(uncovered.encode(), "own.toml").faults
    assert "no clause covers a player with games 100" in str(fault.problem)
