"""Decide whether the rate of play lets an event or a game be rated.

Time is counted for the number of moves that the edition names, increments included. The strongest player of the
tournament decides, or the stronger of the two at the board, as the edition says; in rapid and blitz the time lies in a
window. A time control that cannot be read in one way only is asked for, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import numpy as np

from arpad.admission.approvals import Leave, fits, granted
from arpad.admission.case import ENCODED, FREE, Case
from arpad.admission.decision import Decision
from arpad.admission.grounds import MARKED, SERIES_OF, series_for
from arpad.admission.schedule import rounds_by_day
from arpad.columns import I16, Bools
from arpad.exact import floor
from arpad.finding import Note, Tier
from arpad.law.rules.admission import (
    EQUAL_TIMES,
    FIRST_TIME_CONTROL,
    RATE_OF_PLAY,
    SHORT_TIME_CONTROL,
    ByGame,
    ByTournament,
    TimeClass,
    Window,
)
from arpad.timecontrol import SECONDS_IN_MINUTE, TimeControl, Unread, parse, parse_encoded

APPROVED_SHORT = "short-time-control"


def rate_of_play(case: Case) -> Iterator[Decision]:
    """The minutes a player must have."""
    control = case.control
    yield from _said_twice(case)
    if not isinstance(control, TimeControl):
        if isinstance(control, Unread):
            yield case.find(RATE_OF_PLAY, "unread", Tier.ASK, text=case.facts.time_control, reason=control.reason)
        else:
            yield case.find(RATE_OF_PLAY, "missing", Tier.ASK)
        return
    yield from _marked_otherwise(case, control)
    judged = [tuple(_judged(case, reading)) for reading in control.readings]
    if any(judged) and approved_short_control(case):
        return  # less time was approved, and `short_time_control` judges it
    if len({tuple((d.finding.message, d.games) for d in decisions) for decisions in judged}) > 1:
        texts = tuple(str(reading) for reading in control.readings)
        yield case.find(RATE_OF_PLAY, "several", Tier.ASK, controls=texts)
    else:
        yield from judged[0]


def approved_short_control(case: Case) -> bool:
    """Whether the authority of the edition approved an event of that year at less time."""
    rule, start = case.book.find(SHORT_TIME_CONTROL), case.facts.start
    if rule is None or start is None or start.year != rule.year:
        return False
    return any(fits(approval.by, rule.authority) for approval in case.approvals(APPROVED_SHORT))


def short_time_control(case: Case) -> Iterator[Decision]:
    """Events with less time that an authority approves: who approved it, the minutes, and the rounds of a day."""
    rule, control, start = case.book.rule(SHORT_TIME_CONTROL), case.control, case.facts.start
    if not isinstance(control, TimeControl) or start is None or not case.approvals(APPROVED_SHORT):
        return
    if not any(tuple(_judged(case, reading)) for reading in control.readings):
        return  # the time suffices without it
    if start.year != rule.year:
        yield case.find(SHORT_TIME_CONTROL, "other-year", Tier.ADVICE, year=rule.year)
        return
    yield from granted(case, Leave(SHORT_TIME_CONTROL, APPROVED_SHORT, rule.authority), "short")
    if not approved_short_control(case):
        return
    moves = case.book.rule(RATE_OF_PLAY).moves
    seconds = min(reading.seconds_for(moves) for reading in control.readings)
    if seconds < rule.minutes * SECONDS_IN_MINUTE:
        given = {"minutes": _minutes(seconds), "moves": moves, "needed": rule.minutes}
        yield case.find(SHORT_TIME_CONTROL, "too-fast", Tier.REFUSE, None, None, **given)
    days = rounds_by_day(case)
    if days is None and case.report.cells.rounds > rule.rounds:
        yield case.find(SHORT_TIME_CONTROL, "rounds-unknown", Tier.ASK, most=rule.rounds)
    for day, rounds in (days or {}).items():
        if rounds > rule.rounds:
            yield case.find(SHORT_TIME_CONTROL, "too-many", Tier.REFUSE, day=day, rounds=rounds, most=rule.rounds)


def _judged(case: Case, reading: TimeControl) -> Iterator[Decision]:
    """What one reading of the time control decides."""
    rule = case.book.rule(RATE_OF_PLAY)
    seconds = reading.seconds_for(rule.moves)
    match rule:
        case Window():
            yield from _in_window(case, rule, seconds)
        case ByTournament() | ByGame() if seconds < rule.otherwise * SECONDS_IN_MINUTE:
            given = {"minutes": _minutes(seconds), "moves": rule.moves, "needed": rule.otherwise}
            yield case.find(RATE_OF_PLAY, "too-fast", Tier.REFUSE, None, None, **given)
        case ByTournament():
            yield from _by_tournament(case, rule, seconds)
        case ByGame():
            yield from _by_game(case, rule, seconds)
        case _:
            assert_never(rule)


def _marked_otherwise(case: Case, control: TimeControl) -> Iterator[Decision]:
    """A rate of play that the report names beside its time control, and that is not the one of the time control."""
    printed = case.report.as_printed(MARKED)
    if printed is None or printed.text not in SERIES_OF or case.facts.start is None:
        return
    series = series_for(control, case.facts.start)
    if series != SERIES_OF[printed.text]:
        timed = next(rate for rate, served in SERIES_OF.items() if served == series)
        yield case.find(
            RATE_OF_PLAY, "marked", Tier.ADVICE, marked=Note.of(f"rate/{printed.text}"), timed=Note.of(f"rate/{timed}"),
            text=case.facts.time_control,
        )  # fmt: skip


def _in_window(case: Case, rule: Window, seconds: int) -> Iterator[Decision]:
    if not rule.holds(seconds, SECONDS_IN_MINUTE):
        which = "window" if rule.up_to_included else "window-from" if rule.above_included else "window-open"
        bounds = {"above": rule.above, "up_to": rule.up_to}
        yield case.find(
            RATE_OF_PLAY, which, Tier.REFUSE, None, None, minutes=_minutes(seconds), moves=rule.moves, **bounds
        )


def _said_twice(case: Case) -> Iterator[Decision]:
    """Time controls that contradict each other, unless somebody said which it was; one that cannot be read says
    nothing against one that can."""
    if "time_control" in case.answers:
        return
    free, encoded = (list(dict.fromkeys(case.report.all_printed(name))) for name in (FREE, ENCODED))
    if len(free) + len(encoded) < 2:
        return
    read_free, read_encoded = [parse(text) for text in free], [parse_encoded(text) for text in encoded]
    for texts, controls in ((encoded, read_encoded), (free, read_free)):
        if len({control if isinstance(control, TimeControl) else at for at, control in enumerate(controls)}) > 1:
            yield case.find(RATE_OF_PLAY, "several", Tier.ASK, controls=tuple(texts))
            return
    if free and encoded:
        control, other = read_free[0], read_encoded[0]
        if not isinstance(control, TimeControl) or not isinstance(other, TimeControl):
            return
        if not {*control.readings} & {*other.readings}:
            yield case.find(RATE_OF_PLAY, "contradiction", Tier.ASK, text=free[0], encoded=encoded[0])


def _by_tournament(case: Case, rule: ByTournament, seconds: int) -> Iterator[Decision]:
    rating, name, row = case.strongest
    for step in rule.classes:
        if (
            bool(_reaches(np.array(rating, np.int16), step, rule.reached))
            and seconds < step.minutes * SECONDS_IN_MINUTE
        ):
            given = {"minutes": _minutes(seconds), "moves": rule.moves, "needed": step.minutes, "rating": rating}
            yield case.find(RATE_OF_PLAY, "too-fast-for-tournament", Tier.REFUSE, row, None, name=name, **given)
            return


def _by_game(case: Case, rule: ByGame, seconds: int) -> Iterator[Decision]:
    shown = case.seats.shown
    stronger = np.where(shown[case.white] >= shown[case.black], case.white, case.black)
    judged = ~case.played
    for step in rule.classes:
        here = _reaches(shown[stronger], step, rule.reached) & ~judged
        judged |= here  # a class below asks less of the same games
        for at in np.flatnonzero(here & (seconds < step.minutes * SECONDS_IN_MINUTE)).tolist():
            row = int(stronger[at])
            yield case.exclude_game(
                RATE_OF_PLAY,
                "too-fast-for-game",
                row,
                at,
                minutes=_minutes(seconds),
                moves=rule.moves,
                needed=step.minutes,
                rating=int(shown[row]),
                opponent=case.name(int(case.white[at] + case.black[at]) - row),
            )


def _reaches(shown: I16, step: TimeClass, reached: bool) -> Bools:
    return shown >= step.rating if reached else shown > step.rating


def first_time_control(case: Case) -> Iterator[Decision]:
    """The moves of the first time control: a warning, no game is dropped."""
    rule = case.book.rule(FIRST_TIME_CONTROL)
    moves = case.control.first_control_moves if isinstance(case.control, TimeControl) else None
    if moves is not None and (moves != rule.moves if rule.exactly else moves < rule.moves):
        which = "exactly" if rule.exactly else "at-least"
        yield case.find(FIRST_TIME_CONTROL, which, Tier.ADVICE, moves=moves, needed=rule.moves)


def equal_times(case: Case) -> Iterator[Decision]:
    """Both players have the same time."""
    if isinstance(case.control, TimeControl) and not case.control.equal:
        yield case.find(EQUAL_TIMES, "unequal", Tier.REFUSE, text=case.facts.time_control)


def _minutes(seconds: int) -> str:
    """Minutes as a clock shows them: 90, or 89:30."""
    whole, rest = floor(seconds, SECONDS_IN_MINUTE), seconds % SECONDS_IN_MINUTE
    return f"{whole}:{rest:02d}" if rest else f"{whole}"
