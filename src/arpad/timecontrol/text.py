"""Decide which clauses of a time control are periods and which are increments, and for which moves they hold.

In: the text as people write it. Out: the stages of one side, or `Unclear` with the reason. The rule throughout: what
can be read in two ways is not read. Habits that have one reading everywhere are kept in the constants below.

Not decided here: the encoded form of record 222, which is all numbers and stands in `control`.
"""

from __future__ import annotations

from arpad.frozen import dataclass
from arpad.timecontrol.amounts import SECONDS_IN_HOUR, SECONDS_IN_MINUTE
from arpad.timecontrol.clauses import NO_UNIT, Clause, ClauseReader, Joint
from arpad.timecontrol.words import Kind, Unclear, scan

MOST_HABIT_MINUTES = 120  # 90+30 is minutes and seconds; 180+2 may be seconds and seconds
MOST_HABIT_SECONDS = 59  # the second number of 90+30
SHORT_CLOCK = 3 * SECONDS_IN_HOUR  # 1:30 and 2:00 with a step from the first move are hours; 3:00 may be blitz
LEAST_STEP_OF_HOURS = 10  # seconds; with fewer, 1:30 may be a minute and a half
LARGEST_STEP = 120  # seconds that "+ 30 sec" may be without a word for increment
FEWEST_LIMITED_MINUTES = 10  # 40/90, SD/30 is in minutes; 40/2, SD/1 is in hours
MOST_AMERICAN_MINUTES = 299
MOST_AMERICAN_MOVES = 60  # 90/40, SD/30 is somebody's 90 minutes for 40 moves
FROM_WHICH = "time-control/from-which-move"
NO_MOVES = "time-control/no-moves"
SIDE_BY_SIDE = "time-control/side-by-side"
NO_REST = "time-control/no-rest"
INSIDE = "time-control/inside-a-period"


@dataclass
class Stage:
    """A period while it is put together."""

    seconds: int
    moves: int | None
    increment: int | None = None
    delay: int | None = None
    begins: int = 1  # its first move


@dataclass(frozen=True)
class Step:
    """An increment or a delay, and the period it stands behind."""

    seconds: int
    delay: bool
    start: int | None
    joint: Joint
    behind: int
    last: bool  # nothing stands behind it
    each: bool  # so many seconds, said to be for each move


def read_text(text: str) -> list[Stage]:
    """The stages of one side; both sides have the same."""
    clauses, none = ClauseReader(scan(text)).read()
    if not clauses:
        raise Unclear("time-control/no-time")
    steps_from_start(clauses)
    american = any(clause.american for clause in clauses)
    if american:
        in_minutes(clauses)
    else:
        by_habit(clauses)
    stages, steps, joints = sorted_out(clauses)
    lay_out(stages)
    if none and any(step.seconds for step in steps):
        raise Unclear("time-control/absent-and-given")
    for step in steps:
        for stage in scope(step, steps, stages, joints, american):
            give(stage, step)
    return stages


# --- numbers without a unit ---------------------------------------------------------------------------------------


def steps_from_start(clauses: list[Clause]) -> None:
    """+ 10 from move 1: what is added from the first move on comes with every move. Such a step also proves that 1:30
    is hours and minutes."""
    for clause in clauses[1:]:
        if clause.bare is not None and clause.pair is None and clause.plus and clause.start == 1:
            seconds_of(clause, clause.bare)
            clause.bonus = not clause.delay
    unproved = [clause for clause in clauses if clause.wordless]
    if not unproved:
        return
    first, *others = clauses
    step = others[0].seconds or 0 if len(others) == 1 and others[0].start == 1 and others[0].unit is Kind.SECOND else 0
    short = first.wordless and len(unproved) == 1 and SECONDS_IN_HOUR <= (first.seconds or 0) < SHORT_CLOCK
    if not short or step < LEAST_STEP_OF_HOURS:
        raise Unclear("time-control/colon")


def in_minutes(clauses: list[Clause]) -> None:
    """G/90, 40/90, SD/30: moves and minutes; +30, d5: seconds."""
    limited = any(clause.pair is not None or clause.count is not None for clause in clauses)
    for clause in clauses:
        if clause.bare is None:
            continue
        minutes = clause.bare
        if clause.pair is not None:
            clause.count, minutes = ClauseReader.once(clause.count, ClauseReader.few(clause.bare)), clause.pair
            if clause.count > min(minutes, MOST_AMERICAN_MOVES):
                raise Unclear("time-control/moves-and-minutes", first=clause.count, second=minutes)
        elif clause.american and clause.step:
            raise Unclear("time-control/game-as-increment")
        elif clause.step or (clause.plus and not clause.american and clause.count is None):
            seconds_of(clause, clause.bare)
            clause.bonus = clause.bonus or not clause.delay
            continue
        elif not clause.american and clause.count is None:
            raise Unclear(NO_UNIT)
        if minutes == 0:
            raise Unclear("time-control/zero")
        if limited and minutes < FEWEST_LIMITED_MINUTES:
            raise Unclear("time-control/minutes-or-hours", number=minutes)
        if minutes > MOST_AMERICAN_MINUTES:
            raise Unclear("time-control/number-minutes-or-seconds", number=minutes)
        clause.seconds, clause.unit, clause.bare = minutes * SECONDS_IN_MINUTE, Kind.MINUTE, None


def by_habit(clauses: list[Clause]) -> None:
    """90+30: minutes and seconds, if nothing else stands there; a bare number that comes with every move: seconds."""
    first, *others = clauses
    lonely = first.bare is not None and first.pair is None and first.count is None and not first.step
    if lonely and len(others) == 1 and others[0].plus and first.after is first.until is first.start is None:
        second = others[0]
        minutes = first.bare or 0
        if second.bare is not None and second.pair is None:
            if second.bare > MOST_HABIT_SECONDS:
                raise Unclear("time-control/seconds-or-minutes", number=second.bare)
            seconds_of(second, second.bare)
        if second.unit is Kind.SECOND and second.count is None:
            if minutes > MOST_HABIT_MINUTES:
                raise Unclear("time-control/number-minutes-or-seconds", number=minutes)
            first.seconds, first.unit, first.bare = minutes * SECONDS_IN_MINUTE, Kind.MINUTE, None
            second.bonus = second.bonus or not second.delay
    for clause in clauses:
        if clause.bare is not None and clause.pair is None and clause.step:
            seconds_of(clause, clause.bare)
        if clause.bare is not None:
            raise Unclear(NO_UNIT)


def seconds_of(clause: Clause, value: int) -> None:
    """Read a bare number as seconds for each move."""
    if value > MOST_HABIT_SECONDS:
        raise Unclear("time-control/seconds-or-minutes", number=value)
    clause.seconds, clause.unit, clause.bare = value, Kind.SECOND, None


# --- periods ------------------------------------------------------------------------------------------------------


def sorted_out(clauses: list[Clause]) -> tuple[list[Stage], list[Step], list[Joint]]:
    """The periods, the increments and delays, and how the periods are joined."""
    stages: list[Stage] = []
    steps: list[Step] = []
    joints: list[Joint] = []
    ends: list[int | None] = []  # until which move, counted from the first
    bases: list[Clause] = []
    before: Clause | None = None
    for place, clause in enumerate(clauses):
        seconds = clause.seconds or 0
        if clause.joint is Joint.TOUCH and before is not None and not clause.step:
            raise Unclear(SIDE_BY_SIDE)
        if comes_with_moves(clause, stages):
            last = place == len(clauses) - 1
            each = clause.per_move and clause.unit is Kind.SECOND
            start = 1 if clause.all_moves and clause.start is None else clause.start
            if clause.after is not None and start is None:
                start = clause.after + 1
            steps.append(Step(seconds, clause.delay, start, clause.joint, len(stages) - 1, last, each))
            check_step(clause)
            if clause.count is not None or clause.until is not None:  # 90' + 30" for 40 moves
                if not stages or stages[-1].moves is not None or ends[-1] is not None or clause.rest:
                    raise Unclear("time-control/moves-of-increment")
                stages[-1].moves, ends[-1] = clause.count, clause.until
            before = clause
            continue
        if seconds == 0 and (stages or len(clauses) == 1):  # 0 min + 4 sec: the seconds of each move are all
            raise Unclear("time-control/zero")
        after = clause.after
        if clause.start is not None:
            after = clause.start - 1
        if clause.all_moves and clause.count is not None:
            raise Unclear("time-control/all-moves-and-some")
        if stages:
            if clause.joint is Joint.AND and before is not None and before.unit is Kind.HOUR is not clause.unit:
                raise Unclear("time-control/hours-and-minutes")
            joints.append(clause.joint)
            if after is not None:
                ends[-1] = ClauseReader.once(ends[-1], after)
        elif after is not None:
            raise Unclear("time-control/first-after-a-move")
        if clause.count is not None and (clause.rest or clause.until is not None):
            raise Unclear("time-control/two-ends")
        stages.append(Stage(seconds, clause.count))
        ends.append(clause.until)
        bases.append(clause)
        before = clause
    if not stages:
        return [only_increments(steps)], [], []
    if not stages[0].seconds and (len(stages) > 1 or not any(step.seconds and not step.delay for step in steps)):
        raise Unclear("time-control/zero")
    settle(stages, ends)
    if any(clause.rest or clause.all_moves for clause in bases[:-1]):
        raise Unclear("time-control/rest-followed")
    return stages, steps, joints


def only_increments(steps: list[Step]) -> Stage:
    """The period of a game in which every move has its own seconds, and there is no other time: 4 seconds a move."""
    (step, *others) = steps
    if others or step.delay or not step.seconds or step.start not in (None, 1) or not step.each:
        raise Unclear("time-control/increment-alone")
    return Stage(0, None, step.seconds)


def comes_with_moves(clause: Clause, stages: list[Stage]) -> bool:
    """Whether the clause is an increment or a delay; seconds behind a longer time are one by habit."""
    if clause.step:
        return True
    if clause.unit is not Kind.SECOND or not stages:
        return False
    long = (clause.seconds or 0) > LARGEST_STEP
    if long and (clause.rest or clause.after is not None or clause.joint is Joint.THEN):
        return False
    joined = clause.plus or clause.joint is Joint.PLUS or clause.start is not None or clause.all_moves
    if not joined:  # "3 minutes and 30 seconds" may be one time
        raise Unclear("time-control/seconds-behind")
    if long or clause.after is not None or (clause.rest and (len(stages) > 1 or stages[-1].moves is not None)):
        raise Unclear("time-control/period-or-increment")
    return True


def check_step(clause: Clause) -> None:
    """An increment is not hours, and comes with every move from some move on."""
    if clause.unit is Kind.HOUR or (clause.bonus and clause.delay):
        raise Unclear("time-control/odd-increment")
    if clause.unit is Kind.MINUTE and not clause.per_move:
        raise Unclear("time-control/minutes-as-increment")
    if clause.after is not None and (clause.start is not None or not clause.per_move):
        raise Unclear("time-control/increment-after-a-move")


def settle(stages: list[Stage], ends: list[int | None]) -> None:
    """Turn ends counted from the first move into numbers of moves, and see that each period but the last has one."""
    played = 0
    final = len(stages) - 1
    for place, (stage, end) in enumerate(zip(stages, ends, strict=True)):
        if end is not None:
            if end <= played or stage.moves not in (None, end - played):
                raise Unclear("time-control/moves-contradict")
            stage.moves = end - played
        if place == final and stage.moves is not None:
            raise Unclear(NO_REST)
        if place < final and stage.moves is None:
            raise Unclear(NO_MOVES)
        if stage.moves == 0:
            raise Unclear("time-control/zero-moves")
        played += stage.moves or 0


def lay_out(stages: list[Stage]) -> None:
    """Say with which move each period begins."""
    move = 1
    for stage in stages:
        stage.begins = move
        move += stage.moves or 0


# --- increments ---------------------------------------------------------------------------------------------------


def scope(step: Step, steps: list[Step], stages: list[Stage], joints: list[Joint], american: bool) -> list[Stage]:
    """The periods an increment holds for."""
    if step.behind < 0 and step.start is None and len(stages) > 1:
        raise Unclear(FROM_WHICH)
    if step.start is not None:
        held = [stage for stage in stages if stage.begins >= step.start]
        if not held or held[0].begins != step.start:
            raise Unclear(INSIDE)
        return held
    if len(stages) == 1:
        return stages
    alike = [other for other in steps if other.delay == step.delay]
    if sorted(other.behind for other in alike) == list(range(len(stages))):
        return [stages[step.behind]]
    level = step.joint is Joint.PLUS and all(joint is Joint.PLUS for joint in joints)
    if len(alike) == 1 and step.behind == len(stages) - 1 and (american or (level and step.last)):
        return stages
    raise Unclear(FROM_WHICH)


def give(stage: Stage, step: Step) -> None:
    """Put an increment or a delay into a period that has none yet."""
    if (stage.delay if step.delay else stage.increment) is not None:
        raise Unclear("time-control/two-increments")
    if step.delay:
        stage.delay = step.seconds
    else:
        stage.increment = step.seconds
