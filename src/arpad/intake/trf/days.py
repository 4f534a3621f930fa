"""Read the days of an event: the first, the last, and one for each round.

In: the records 042, 052 and 132 as printed. Out: the days, and findings about those in another style, ambiguous or
none. They are settled together (see `dates`); where all are written as specified there is nothing to settle. Rounds
that cannot all lie in an event whose own days are sound are read one by one, where one reading lies in it.
"""

from __future__ import annotations

from datetime import date
from itertools import zip_longest
from typing import Any

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import NEARLY, SPECIFIED, SPECIFIED_SHORT, as_specified, candidates, exactly, settle
from arpad.intake.decode import Limits
from arpad.intake.trf.layout import CELL_WIDTH, FIRST_CELL
from arpad.model import Printed, ReportLine

NO_DATE = Printed("round date", "")


def round_texts(rows: list[ReportLine], notes: Notes, limits: Limits) -> list[Printed]:
    """The round dates of all records 132, round by round; the first row that has one is used."""
    turns: list[Printed] = []
    for record in rows:
        row = record.text[: FIRST_CELL - 1 + limits.rounds * CELL_WIDTH].rstrip()
        starts = range(FIRST_CELL - 1, len(row), CELL_WIDTH)
        here = [
            Printed("round date", text, record.line, first + 1) if text else NO_DATE
            for first in starts for text in (row[first : first + CELL_WIDTH].strip(),)
        ]  # fmt: skip
        if row[3 : FIRST_CELL - 1].strip():
            early = row[3 : FIRST_CELL - 1].strip()
            place = record.line, row.index(early, 3) + 1
            notes.find("round-dates/early", *place, text=shown(early, 30), first=FIRST_CELL)
        turns = _together(turns, here, notes) if turns else here
    return turns


def _together(turns: list[Printed], more: list[Printed], notes: Notes) -> list[Printed]:
    """The dates of two rows; two dates for one round contradict each other."""
    for number, (first, second) in enumerate(zip(turns, more, strict=False), 1):
        if first.text and second.text and first.text != second.text and not notes.full("contradictory-record"):
            notes.find(
                "contradictory-record/round", second.line, second.column, round=number, turn=number,
                text=shown(second.text), other=shown(first.text), other_line=first.line,
            )  # fmt: skip
    return [first if first.text else second for first, second in zip_longest(turns, more, fillvalue=NO_DATE)]


def whole_row(record: ReportLine, days: tuple[date | None, ...]) -> bool:
    """Whether the days say all that a row of round dates does: each of its fields is one, and nothing else is there."""
    if record.text[3 : FIRST_CELL - 1].strip():
        return False
    starts = range(FIRST_CELL - 1, len(record.text), CELL_WIDTH)
    fields = [record.text[first : first + CELL_WIDTH] for first in starts]
    return 0 < len(list(filter(str.strip, fields))) == len(days) - days.count(None)


def days_of(
    start: Printed, end: Printed, turns: list[Printed], notes: Notes
) -> tuple[date | None, date | None, tuple[date | None, ...]]:  # fmt: skip
    """The first and the last day, and the days of the rounds; None where there is none."""
    texts = [turn.text for turn in turns]
    days = as_specified(start.text, end.text, texts)
    if days:
        return days[0], days[1], tuple(days[2:])
    outer, inner = settle(start.text, end.text, texts)
    first, last = _days_of_event(start, end, outer, notes)
    event = (first, last) if first and last and first <= last else None
    return first, last, tuple(_days_in(turns, inner, SPECIFIED_SHORT, notes, event))


def _days_of_event(start: Printed, end: Printed, styles: set[str], notes: Notes) -> tuple[date | None, date | None]:
    """The first and the last day; where both can be read in several ways, that is told once, with the likelier one."""
    both = [value for value in (start, end) if len(_readings(value.text, styles, SPECIFIED)) > 1]
    if len(both) > 1:
        likely = min(styles, key=lambda style: _unlikely(style, start, end)) if styles else None
        days = tuple(sorted(_readings(start.text, styles, SPECIFIED)))
        likelier = None if likely is None else candidates(start.text)[likely]
        given: dict[str, Any] = {"text": shown(start.text), "days": days, "count": len(both), "likely": likelier}
        notes.find("ambiguous-date/event", start.line, start.column, **given)
        return None, None
    first, last = _days_in([start, end], styles, SPECIFIED, notes)
    return first, last


def _unlikely(style: str, start: Printed, end: Printed) -> tuple[int, bool]:
    """How unlikely a style is: a longer event, then the month before the day, as few countries write it."""
    length = candidates(end.text)[style] - candidates(start.text)[style]
    return length.days, style.startswith("MM")


def _readings(text: str, styles: set[str], specified: str) -> set[date]:
    """The days that a text may mean, in the styles that were settled on."""
    found = candidates(text)
    fitting = {style: day for style, day in found.items() if style in styles} or found
    return {fitting[specified]} if specified in fitting else set(fitting.values())


def _days_in(
    values: list[Printed], styles: set[str], specified: str, notes: Notes, event: tuple[date, date] | None = None
) -> list[date | None]:
    """The days that the texts mean in the styles that were settled on; None where there is none. For rounds with the
    first and the last day of the event, where they are sound."""
    days = [_day(value, styles, specified, notes, event) if value.text else None for value in values]
    _tell_style([value for value, day in zip(values, days, strict=True) if day], styles, specified, notes)
    return days


def _day(
    value: Printed, styles: set[str], specified: str, notes: Notes, event: tuple[date, date] | None
) -> date | None:
    """The day that a text means in the styles that were settled on; None with its finding otherwise."""
    days = _readings(value.text, styles, specified)
    inside = {day for day in days if event and event[0] <= day <= event[1]}
    if len(inside or days) == 1:
        return (inside or days).pop()
    if days and event and not inside:
        text, first, last = shown(value.text), *event
        found_days = tuple(sorted(days))
        notes.find("round-dates/outside", value.line, value.column, text=text, days=found_days, start=first, end=last)
    elif days:
        notes.find("ambiguous-date", value.line, value.column, text=shown(value.text), days=tuple(sorted(days)))
    elif value.text:
        notes.find("unreadable-date", value.line, value.column, text=shown(value.text))
    return None


def _tell_style(values: list[Printed], styles: set[str], specified: str, notes: Notes) -> None:
    """One finding where the dates are not written as specified."""
    settled = not styles or specified in styles
    odd = [value for value in values if not (settled and exactly(value.text, specified))]
    if odd:
        found = [style for style in candidates(odd[0].text) if style in styles] or list(candidates(odd[0].text))
        style = NEARLY[specified] if specified in found else sorted(found)[0] if found else ""
        if style:
            place, text = (odd[0].line, odd[0].column), shown(odd[0].text)
            notes.find_once("date-style", len(odd), *place, text=text, style=style, specified=specified)
