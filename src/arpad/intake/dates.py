"""Read dates in the styles that reports are written in, and say which style it was.

The specified style is YYYY/MM/DD, in the row of round dates YY/MM/DD. Others are read when there is one way to read
them; the dates of one event are settled together, because `08/04/2018` alone may be April or August, and together with
its round dates it is not. What stays ambiguous is returned as such, never guessed.

A year without a century is 1970 to 2069. Birth dates are numbers, 19780000 where only the year is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache

from arpad.days import FIRST_YEAR, LAST_YEAR, Day

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in names.split()
}
SPECIFIED, SPECIFIED_SHORT = "YYYY/MM/DD", "YY/MM/DD"
NEARLY = {style: style.replace("MM", "M").replace("DD", "D") for style in (SPECIFIED, SPECIFIED_SHORT)}
LONGEST_EVENT = 400  # days: a league's season, with room
PIVOT = 70  # two figures from here on are of the last century

ORDERS = {  # what the three numbers may mean, by the widths of the first and the last
    (4, 2): ("YMD",),
    (2, 4): ("DMY", "MDY"),
    (2, 2): ("YMD", "DMY", "MDY", "YDM"),
}
UNUSUAL = frozenset({"YY/DD/MM", "YY-DD-MM"})  # between full stops it is seen
PLACES = {order: [order.index(letter) for letter in "YMD"] for orders in ORDERS.values() for order in orders}


@lru_cache(1024)
def candidates(text: str) -> Mapping[str, date]:
    """Every way to read the text as a day: style -> day. Empty where it is no date."""
    parts, separator = _numbers(text)
    if separator == "word":
        return _with_month_name(text)
    if len(parts) == 1 and len(parts[0]) == 8:
        parts, separator = [parts[0][:4], parts[0][4:6], parts[0][6:]], ""
    if len(parts) != 3 or not all(1 <= len(part) <= 4 for part in parts):
        return {}
    first, last = (4 if len(part) == 4 else 2 for part in (parts[0], parts[2]))
    if len(parts[1]) > 2 or 3 in (len(parts[0]), len(parts[2])):
        return {}
    found: dict[str, date] = {}
    for order in ORDERS.get((first, last), ()):
        if separator == "." and order == "MDY":
            continue  # nobody writes the month first between full stops
        year, month, of_month = PLACES[order]
        width = len(parts[year])
        if width > 1 and (day := civil(_year(parts[year]), int(parts[month]), int(parts[of_month]))):
            found[_style(order, separator, width == 4)] = day
    return found


def exactly(text: str, style: str) -> date | None:
    """The day, where it is written in one of the specified styles to the letter, with two figures for 1 to 9."""
    figures = len(text) == len(style) and text.isascii() and text.replace("/", "").isdigit()
    return candidates(text).get(style) if figures else None


@lru_cache(64)
def _style(order: str, separator: str, long_year: bool) -> str:
    words = {"Y": "YYYY" if long_year else "YY", "M": "MM", "D": "DD"}
    return separator.join(words[letter] for letter in order)


def _year(text: str) -> int:
    number = int(text)
    return number if len(text) == 4 else number + (1900 if number >= PIVOT else 2000)


def civil(year: int, month: int, day: int) -> date | None:
    """The day, where there is such a one and an event or a birth can be on it."""
    try:
        return date(year, month, day) if FIRST_YEAR <= year <= LAST_YEAR else None
    except ValueError:
        return None


def _numbers(text: str) -> tuple[list[str], str]:
    """The runs of ASCII digits and the one separator between them; the separator is 'word' where there are letters."""
    parts: list[str] = []
    separators = set()
    digits = parted = False
    lonely = False  # a number that no separator parts from the one before, or a separator before the first
    for letter in text.strip()[:40]:
        if "0" <= letter <= "9":
            if digits:
                parts[-1] += letter
            else:
                lonely = lonely or parted != bool(parts)
                parts.append(letter)
            digits, parted = True, False
            continue
        digits = False
        if letter in "/-.":
            separators.add(letter)
            parted = True
        elif letter.isalpha():
            return parts, "word"
        elif letter not in " ,":
            return [], ""
    ended = parted and len(parts) > 1 and separators != {"."}  # only a full stop may stand behind the last
    if len(separators) > 1 or lonely or ended:
        return [], ""
    return parts, next(iter(separators), "")


def _with_month_name(text: str) -> dict[str, date]:
    """`May 29, 2020` and `29 May 2020`."""
    words = text.replace(",", " ").replace(".", " ").lower().split()
    if len(words) != 3 or not all(word.isascii() for word in words):
        return {}
    for month, day, style in ((words[0], words[1], "Month DD, YYYY"), (words[1], words[0], "DD Month YYYY")):
        if month in MONTHS and day.isdigit() and len(day) <= 2 and words[2].isdigit() and len(words[2]) == 4:
            found = civil(int(words[2]), MONTHS[month], int(day))
            return {style: found} if found else {}
    return {}


def settle(start: str, end: str, rounds: Sequence[str]) -> tuple[set[str], set[str]]:
    """The styles in which start and end, and in which the round dates, can be read so that they agree.

    Start and end are written in one style, the rounds in one style. Readings are ruled out one reason after the other,
    as long as one remains: the specified style wins; the start is not after the end; no event lasts longer than a
    season; nobody writes YY/DD/MM; every round lies within the event; the first round is on the first day. More than
    one style left with different days means that the date is ambiguous.
    """
    ends = [candidates(text) for text in (start, end) if text.strip()]
    turns = [candidates(text) for text in rounds if text.strip()]
    outer, inner = _common(ends), _common(turns)
    if len(ends) > 1 and not outer:
        inner = {SPECIFIED_SHORT} if SPECIFIED_SHORT in inner else inner
        return _mixed(ends[0], ends[1], {turns[0][style] for style in inner}), inner
    if SPECIFIED in outer:
        outer = {SPECIFIED}
    outer = {style for style in outer if ends[0][style] <= ends[-1][style]} or outer
    outer = {style for style in outer if (ends[-1][style] - ends[0][style]).days <= LONGEST_EVENT} or outer
    outer = outer - UNUSUAL or outer
    if len(ends) > 1 and turns:
        pairs = {(of_ends, of_turns) for of_ends in outer for of_turns in inner}
        within = {
            (of_ends, of_turns) for of_ends, of_turns in pairs
            if all(ends[0][of_ends] <= turn[of_turns] <= ends[-1][of_ends] for turn in turns)
        }  # fmt: skip
        within = {pair for pair in within if pair[1] == SPECIFIED_SHORT} or within
        exact = {(of_ends, of_turns) for of_ends, of_turns in within if ends[0][of_ends] == turns[0][of_turns]}
        fitting = exact or within
        outer, inner = {pair[0] for pair in fitting} or outer, {pair[1] for pair in fitting} or inner
    if SPECIFIED_SHORT in inner:
        inner = {SPECIFIED_SHORT}
    return outer, inner


def settle_alike(texts: Iterable[str]) -> frozenset[str]:
    """The styles in which all dates of one column can be read; none where no style reads them all.

    Styles that make an event longer than a season are ruled out as long as one remains. What is no date has no say.
    """
    spans: dict[str, tuple[date, date]] | None = None  # first and last day in each style that reads all so far
    for found in filter(None, map(candidates, set(texts))):
        if spans is None:
            spans = {style: (day, day) for style, day in found.items()}
        else:
            spans = {
                style: (min(first, found[style]), max(last, found[style]))
                for style, (first, last) in spans.items() if style in found
            }  # fmt: skip
    styles = spans or {}
    short = {style for style, (first, last) in styles.items() if (last - first).days <= LONGEST_EVENT}
    return frozenset(short or styles)


def _mixed(start: Mapping[str, date], end: Mapping[str, date], first_round: set[date]) -> set[str]:
    """The styles of a start and an end that share none, where only one day for each makes an event.

    The event must not end before it starts nor last longer than a season; of several it is the one that starts with the
    first round, if the round's day is known.
    """
    pairs = [
        (of_start, of_end) for of_start, first in start.items() for of_end, last in end.items()
        if first <= last and (last - first).days <= LONGEST_EVENT
    ]  # fmt: skip
    pairs = [pair for pair in pairs if UNUSUAL.isdisjoint(pair)] or pairs
    fitting = [pair for pair in pairs if start[pair[0]] in first_round] or pairs
    days = {(start[of_start], end[of_end]) for of_start, of_end in fitting}
    return {style for pair in fitting for style in pair} if len(days) == 1 else set()


def as_specified(start: str, end: str, rounds: Sequence[str]) -> list[date]:
    """Start, end and rounds, where all are written as specified and lie within the event; else nothing.

    Then there is nothing to weigh: `settle` would settle on the specified styles.
    """
    first, last = exactly(start, SPECIFIED), exactly(end, SPECIFIED)
    if first is None or last is None or not rounds:
        return []
    days = [exactly(text, SPECIFIED_SHORT) or date.min for text in rounds]
    return [first, last, *days] if first <= min(days) and max(days) <= last else []


def _common(found: list[Mapping[str, date]]) -> set[str]:
    return set.intersection(*(set(each) for each in found)) if found else set()


@lru_cache(1024)
def birth(text: str) -> tuple[int, str]:
    """A birth date as a number and the style it was written in; (0, '') for nothing, (-1, '') for what is no birth."""
    plain = text.strip()
    if not plain.strip("./- 0"):
        return 0, ""
    parts, separator = _numbers(plain)
    if len(parts) == 1 and len(parts[0]) == 4 and plain.strip("./- ") == parts[0]:
        year, style = int(parts[0]), "YYYY" if plain == parts[0] else "YYYY with blanks"
        return (int(Day.read(f"{year:04}")), style) if FIRST_YEAR <= year <= LAST_YEAR else (-1, "")
    unknown_day = len(parts) == 3 and len(parts[0]) == 4 and not (parts[1] + parts[2]).strip("0")
    if unknown_day and FIRST_YEAR <= int(parts[0]) <= LAST_YEAR:
        return int(Day.read(parts[0])), f"YYYY{separator}MM{separator}DD"
    found = {style: day for style, day in candidates(plain).items() if style.count("Y") == 4}
    days = set(found.values())
    if len(days) != 1:
        return -1, ""
    day = days.pop()
    return int(Day.of(day)), next(iter(found))


def print_birth(born: int) -> str:
    """A birth date as a report writes it: 19780000 is `1978/00/00`."""
    if not born:
        return ""
    figures = f"{born:08}"
    return f"{figures[:-4]}/{figures[-4:-2]}/{figures[-2:]}"


def print_day(day: date) -> str:
    """A day as a report writes it: `2026/01/31`."""
    return day.isoformat().replace("-", "/")
