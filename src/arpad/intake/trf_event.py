"""Read what a report says about the event: its name, place, days, arbiters, time control, rounds and teams.

In: the records that are not players. Out: the facts as printed, each with its place, and the teams. The dates are
settled together (see `dates`). Nothing is filled in that the report does not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import SPECIFIED, SPECIFIED_SHORT, candidates, settle
from arpad.intake.decode import Limits
from arpad.intake.digits import integer
from arpad.intake.quick import quick
from arpad.intake.trf_layout import (
    CELL_WIDTH,
    EVENT_RECORDS,
    FIRST_CELL,
    LINKS,
    REPEATABLE,
    TEAM_013_NAME,
    TEAM_310,
)
from arpad.intake.trf_links import linked
from arpad.model import Arbiter, EventFacts, Printed, Record, Team

made, made_facts, made_team, made_arbiter = quick(Printed), quick(EventFacts), quick(Team), quick(Arbiter)
TEAM_FIELDS = tuple((column.first, column.last) for column in TEAM_310[:3])
NO_DATE = Printed("round date", "")
DATES = {"start": "042", "end": "052"}
PLAIN = {din: name for din, name in EVENT_RECORDS.items() if din != "132"}
ARBITERS = frozenset({"chief arbiter", "deputy arbiter"})
ABOUT_THE_EVENT = frozenset({*EVENT_RECORDS, "XXR", "XXC"})


@dataclass(frozen=True, slots=True)
class Event:
    """What the records about the event say."""

    facts: EventFacts
    printed: tuple[Printed, ...]
    round_dates: tuple[date | None, ...]
    rounds_announced: int | None
    initial_colour: str
    understood: frozenset[int]  # lines whose whole content is in the fields above


PURE_COLOURS = frozenset({"W", "B", "w", "b", "white1", "black1"})


def read_event(records: list[Record], notes: Notes, limits: Limits) -> Event:
    records = [record for record in records if record.din in ABOUT_THE_EVENT]
    printed = tuple(_printed(records, notes))
    by_name: dict[str, Printed] = {}
    for value in printed:
        by_name.setdefault(value.name, value)

    def text(name: str) -> str:
        return by_name[name].text if name in by_name else ""

    by_din: dict[str, list[Record]] = {}
    for record in records:
        by_din.setdefault(record.din, []).append(record)
    turns = _round_texts(by_din.get("132", []), limits)
    outer, inner = settle(text("start"), text("end"), [turn.text for turn in turns])
    ends = [by_name[name] for name in DATES if name in by_name]
    days = {value.name: day for value, day in zip(ends, _days(ends, outer, SPECIFIED, notes), strict=True)}
    _tell_style([value for value in ends if days[value.name]], outer, SPECIFIED, notes)
    told_rounds = [turn for turn in turns if turn.text]
    rounds = tuple(_days(turns, inner, SPECIFIED_SHORT, notes))
    _tell_style(told_rounds, inner, SPECIFIED_SHORT, notes)

    announced, colour = _pairing(records, by_name, notes)
    facts = made_facts(
        name=text("name"),
        federation=text("federation"),
        start=days.get("start"),
        end=days.get("end"),
        system=text("encoded type") or text("type"),
        time_control=text("encoded time control") or text("time control"),
        arbiters=tuple([_arbiter(value.text) for value in printed if value.name in ARBITERS and value.text]),
    )
    printed = (*printed, *told_rounds)
    return Event(facts, printed, rounds, announced, colour, _understood(by_din, facts, rounds, announced, colour))


def _understood(
    by_din: dict[str, list[Record]], facts: EventFacts, rounds: tuple[date | None, ...], announced: int | None,
    colour: str,
) -> frozenset[int]:  # fmt: skip
    days = len(rounds) - rounds.count(None)
    rows = by_din.get("132", [])
    row = dates_in_place(rows[0]) if len(rows) == 1 else []
    one_number = announced is not None and len([*by_din.get("142", ()), *by_din.get("XXR", ())]) == 1
    colours = [*by_din.get("152", ()), *by_din.get("XXC", ())] if colour else []
    one_colour = len(colours) == 1 and colours[0].text[4:].strip() in PURE_COLOURS
    held = {
        "042": facts.start is not None,
        "052": facts.end is not None,
        "132": days > 0 and days == len(row),
        "142": one_number,
        "XXR": one_number,
        "152": one_colour,
        "XXC": one_colour,
    }
    return frozenset([by_din[din][0].line for din, whole in held.items() if whole and din in by_din])


def _printed(records: list[Record], notes: Notes) -> list[Printed]:
    seen: dict[str, Printed] = {}
    printed = []
    for record in records:
        din, text = record.din, record.text
        if din not in PLAIN:
            continue
        name, words = PLAIN[din], text[4:].lstrip()
        value = made(name, words.rstrip(), record.line, max(len(text), 4) - len(words) + 1)
        first = seen.setdefault(din, value)
        if first is not value and din not in REPEATABLE:
            if name in DATES and first.text != value.text:
                sentence = f"Record {din} says “{shown(value.text)}”; line {first.line} says “{shown(first.text)}”."
                notes.add("contradictory-record", sentence, record.line, 1)
            else:
                sentence = f"Record {din} stands in line {first.line} already; the first one is used."
                notes.add("duplicate-record", sentence, record.line, 1)
        printed.append(value)
    return printed


def _round_texts(rows: list[Record], limits: Limits) -> list[Printed]:
    """The round dates of all records 132, round by round."""
    turns: dict[int, Printed] = {}
    for record in rows:
        row = record.text[: FIRST_CELL - 1 + limits.rounds * CELL_WIDTH]
        for index, first in enumerate(range(FIRST_CELL - 1, len(row), CELL_WIDTH)):
            text = row[first : first + CELL_WIDTH].strip()
            if text and index not in turns:
                turns[index] = made("round date", text, record.line, first + 1)
    last = max(turns, default=-1)
    return [turns.get(index, NO_DATE) for index in range(last + 1)]


def dates_in_place(record: Record) -> list[str]:
    """The words of a row of round dates; none where one of them reaches from one round's columns into the next."""
    row = record.text[FIRST_CELL - 1 :]
    words = row.split()
    cut = [row[first : first + CELL_WIDTH].strip() for first in range(0, len(row), CELL_WIDTH)]
    return words if cut == words or [text for text in cut if text] == words else []


def _days(values: list[Printed], styles: set[str], specified: str, notes: Notes) -> list[date | None]:
    """The days that the texts mean in the styles that were settled on; None where there is none."""
    if specified in styles:
        days = [candidates(value.text).get(specified) for value in values]
        if None not in days:
            return days
    return [_day(value, styles, specified, notes) if value.text else None for value in values]


def _day(value: Printed, styles: set[str], specified: str, notes: Notes) -> date | None:
    """The day that a text means in the styles that were settled on; None with its finding otherwise."""
    found = candidates(value.text)
    fitting = {style: day for style, day in found.items() if style in styles} or found
    days = set(fitting.values())
    if specified in fitting:
        return fitting[specified]
    if len(days) == 1:
        return days.pop()
    if days:
        either = " or ".join(sorted(str(day) for day in days))
        notes.add("ambiguous-date", f"“{shown(value.text)}” may be {either}.", value.line, value.column)
    elif value.text:
        notes.add("unreadable-date", f"“{shown(value.text)}” is no date.", value.line, value.column)
    return None


def _tell_style(values: list[Printed], styles: set[str], specified: str, notes: Notes) -> None:
    """One finding where the dates are not written as specified."""
    settled = not styles or specified in styles
    odd = [value for value in values if not settled or specified not in candidates(value.text)]
    if odd:
        found = [style for style in candidates(odd[0].text) if style in styles] or list(candidates(odd[0].text))
        style = sorted(found)[0] if found else ""
        more = f" ({len(odd)} dates are)" if len(odd) > 1 else ""
        if style:
            sentence = f"“{shown(odd[0].text)}” is written {style}, not {specified}{more}."
            notes.add("date-style", sentence, odd[0].line, odd[0].column)


def _pairing(records: list[Record], by_name: dict[str, Printed], notes: Notes) -> tuple[int | None, str]:
    """The number of rounds and the initial colour, from TRF26's records or the pairing programs' own."""
    announced: int | None = None
    colour = by_name["initial colour"].text.lower()[:1] if "initial colour" in by_name else ""
    for record in records:
        if record.din in ("142", "XXR"):
            number = integer(record.text[4:])
            if number is None:
                sentence = f"“{shown(record.text[4:].strip())}” is no number of rounds."
                notes.add("unreadable-number", sentence, record.line, 5)
            elif announced is None:
                announced = number
        elif record.din == "XXC" and not colour:
            words = record.text[4:].split()
            colour = "w" if "white1" in words else "b" if "black1" in words else ""
    return announced, colour if colour in ("w", "b") else ""


def _arbiter(text: str) -> Arbiter:
    """The name and, where one stands first, last or in parentheses, the FIDE number."""
    words = text.replace("(", " ").replace(")", " ").split()
    numbers = [word for word in words if word.isdigit() and word.isascii() and 4 <= len(word) <= 11]
    if not numbers:
        return made_arbiter(" ".join(words))
    return made_arbiter(" ".join([word for word in words if word not in numbers]), int(numbers[0]))


def read_teams(records: list[Record], notes: Notes) -> tuple[Team, ...]:
    """Teams of the records 310, or where there are none of the records 013."""
    numbered = [record for record in records if record.din == "310"]
    teams = []
    for record in numbered:
        number, name, nickname = [record.text[first - 1 : last].strip() for first, last in TEAM_FIELDS]
        members, columns = linked(record, LINKS["310"])
        teams.append(made_team(name, members, integer(number) or 0, nickname, record.line, columns))
    for record in records if not numbered else ():
        if record.din == "013":
            members, columns = linked(record, LINKS["013"])
            teams.append(made_team(TEAM_013_NAME.cut(record.text).strip(), members, 0, "", record.line, columns))
    return tuple(teams)
