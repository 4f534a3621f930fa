"""Tell the steps that lead to a rating: from the list being replaced to the new one, or from results to a first one.

Every number is one of a worksheet of the period; the law says which concepts, and so which articles, stand behind it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arpad.columns import FirstOutcome, Firsts, KReason, Pool, Source, WorkOutcome, label
from arpad.days import Month
from arpad.exact import HUNDREDTHS, half_up
from arpad.explain.first_rating import formula_of
from arpad.explain.lines import EventLine, event_lines
from arpad.explain.numbers import (
    Average,
    Bonus,
    Ceiling,
    Change,
    CountedK,
    Crossing,
    Delisted,
    Floor,
    Formula,
    GamesSum,
    Nothing,
    Percentage,
    Rating,
    Results,
    Rounded,
    Scaled,
    Step,
    SumOfK,
    TableDifference,
    UsedK,
    Waiting,
    step,
)
from arpad.law import Rulebook
from arpad.law.rules import newcomers as law
from arpad.law.rules.lists import PROVISIONAL_LIST
from arpad.law.rules.rating import COEFFICIENT_CEILING, GAIN_SPLIT, STAND_IN_RATING
from arpad.lists.listing import sheets_shown_as_provisional
from arpad.rating import Period
from arpad.rating.crossing import thresholds
from arpad.rating.initial import average_met
from arpad.rating.pool import highest_floor


def steps_of(period: Period, player: int, waited: Pool | None = None) -> tuple[Step, ...]:
    """The steps from the list being replaced to the new rating, or from a newcomer's results to a first one. `waited`
    is what the list before left waiting; without it the period alone says which edition computes the results."""
    formula = formula_of(period, player, Pool.room(0) if waited is None else waited)
    return (*_change(period, player), *_first(period, player, formula))


def _change(period: Period, player: int) -> Iterator[Step]:
    sheets, book = period.worksheets, period.books[-1]
    for row in np.flatnonzero(sheets.player == player).tolist():
        stands_in = sheets.base_source[row] == Source.STANDARD.value
        code, concept = ("base-stand-in", STAND_IN_RATING.name) if stands_in else ("base", "list-calendar")
        yield step(book, code, Rating(int(sheets.base[row])), concept)
        yield from _sums(period, player, row)
        yield from _counted(period, player)
        yield from _crossed(period, row)
        yield step(book, "change", Change(int(sheets.change[row])), "rating-change", "coefficient")
        yield step(book, "rounded", Rounded(int(sheets.rounded[row])), "change-rounding")
        new, outcome = int(sheets.new[row]), WorkOutcome(int(sheets.outcome[row]))
        if new != sheets.base[row] + sheets.rounded[row]:
            yield step(book, "floor-holds", Floor(new), law.FLOOR.name)
        if outcome == WorkOutcome.DELISTED:
            floor = book.rule(law.FLOOR).rating
            yield step(book, "delisted", Delisted(new, floor), "change-rounding", "delisting")
        else:
            returned = outcome == WorkOutcome.RETURNED
            names = ("change-rounding", "delisting") if returned else ("change-rounding",)
            yield step(book, "returned" if returned else "new-rating", Rating(new), *names)


def _sums(period: Period, player: int, row: int) -> Iterator[Step]:
    """What the games add up to, and the K that they are multiplied with: by K, where a period has several."""
    sheets, book = period.worksheets, period.books[-1]
    lines = [line for line in event_lines(period, player) if line.k]
    by_k = {(line.k or 0, _clause(line)): [each for each in lines if each.k == line.k] for line in lines}
    if len({k for k, _ in by_k}) > 1 and not any(line.k_changes for line in lines):
        for (k, reason), of_k in by_k.items():
            numbers = SumOfK(k, reason, sum(each.counted for each in of_k), sum(each.sum for each in of_k))
            yield step(book, "sum-of-k", numbers, "rating-change", "coefficient")
        return
    yield step(book, "sum", GamesSum(int(sheets.games[row]), int(sheets.sum[row])), "rating-change")
    if len(by_k) == 1 and not lines[0].k_changes:
        ((k, reason),) = by_k
        if lines[0].k_ceiling:
            yield step(book, "ceiling", Ceiling(k), COEFFICIENT_CEILING.name)
        else:
            yield step(book, "k", UsedK(k, reason), "coefficient")


def _clause(line: EventLine) -> str:
    """The clause that gives the K of an event; empty where K was given."""
    return "" if line.k_reason in (None, label(KReason.GIVEN)) else str(line.k_reason)


def _counted(period: Period, player: int) -> Iterator[Step]:
    """Where the games that K asks for are counted one by one: after how many of the period it changes."""
    if not (period.k_changes.player == player).any():
        return
    played, k = 0, 0
    for line in event_lines(period, player):
        for games, used in ((0, line.k or k), *((change.game - 1, change.k) for change in line.k_changes)):
            if used != k and k:
                yield step(period.books[-1], "counted-k", CountedK(played + games, used), "coefficient")
            k = used
        played += line.counted if line.k else 0


def _crossed(period: Period, row: int) -> Iterator[Step]:
    """Where a gain crosses ratings at which K changes: which, and what it would have come to without."""
    sheets, book = period.worksheets, period.books[-1]
    whole = int(period.lines.change[period.entries.player == sheets.player[row]].sum())
    if book.has(GAIN_SPLIT) and whole != sheets.change[row]:
        base, new = int(sheets.base[row]), int(sheets.new[row])
        passed = tuple(rating for rating in thresholds(book) if base < rating <= new)
        yield step(book, "gain-split", Crossing(passed, whole), GAIN_SPLIT.name, "coefficient")


def _first(period: Period, player: int, formula: Rulebook) -> Iterator[Step]:
    for row in np.flatnonzero(period.firsts.player == player).tolist():
        yield from first_steps(formula, period.books[-1], period.firsts, row)


def first_steps(book: Rulebook, own: Rulebook, firsts: Firsts, row: int) -> Iterator[Step]:
    """From a newcomer's results to a first rating by the edition that computes them, and whether it is published on a
    list that `own` makes."""
    sheet = {name: int(column[row]) for name, column in firsts.columns()}
    results = Results(sheet["half_points"], sheet["games"])
    yield step(book, "results", results, "pooled-result", "pooling-window")
    if book.id != own.id:
        yield step(book, "formula", Formula(book.id), "pooled-result")
    if sheet["games"]:
        yield from _formula(book, sheet)
    if sheet["rating"] < sheet["ru"]:
        yield step(book, "maximum", Rating(sheet["rating"]), law.FIRST_RATING_MAXIMUM.name)
    if sheet["rating"] > sheet["ru"]:
        yield step(book, "floor-holds", Floor(sheet["rating"]), law.FLOOR.name)
    if sheets_shown_as_provisional(own, firsts)[row]:
        yield step(own, "provisional", Rating(sheet["rating"]), PROVISIONAL_LIST.name)
    yield outcome_step(book, own, firsts, row)


def _formula(book: Rulebook, sheet: dict[str, int]) -> Iterator[Step]:
    """The average, what the score adds or takes away, and what they come to."""
    games, all_games = sheet["games"], sheet["ra_games"]
    whole = int(average_met(book, np.array([sheet["ra_sum"]]), np.array([all_games]))[0])
    average = Average(half_up(sheet["ra_sum"] * HUNDREDTHS, all_games), whole, all_games, all_games - games)
    yield step(book, "average", average, law.OPPONENTS_AVERAGE.name, "intermediate-rounding")
    rule, unplayed = book.rule(law.OPPONENTS_AVERAGE), all_games - games
    score = sheet["half_points"] + (unplayed * rule.half_points if isinstance(rule, law.WithHypothetical) else 0)
    over = score - all_games  # half points over one half
    names = ("percentage", law.OPPONENTS_AVERAGE.name) if unplayed else ("percentage",)
    yield step(book, "percentage", Percentage(sheet["p"], score, all_games, unplayed), *names)
    side = "under-half" if over < 0 else "over-half" if over > 0 else "even-score"
    if over > 0 and isinstance(book.rule(law.OVER_HALF), law.Bonus):
        yield step(book, "bonus", Bonus(over, sheet["ru"] - whole), side, "first-rating-rounding")
    else:
        yield step(book, "table-difference", TableDifference(sheet["dp"]), "dp-table", side)
        if sheet["ru"] != whole + sheet["dp"]:
            yield step(book, "scaled", Scaled(sheet["ru"] - whole), law.UNDER_HALF_ROUND_ROBIN.name)
    yield step(book, "result", Rating(sheet["ru"]), "first-rating-rounding")


def outcome_step(book: Rulebook, own: Rulebook, firsts: Firsts, row: int, dated: bool = True) -> Step:
    """What becomes of a newcomer's results, and exactly what is missing to a published rating; until when they count
    is said only where it is known when they were played."""
    higher = own if highest_floor(book, own) > highest_floor(book) else book  # whose floor decides
    floor = Floor(highest_floor(higher))
    games, missing = int(firsts.games[row]), int(firsts.missing[row])
    match FirstOutcome(int(firsts.outcome[row])):
        case FirstOutcome.PUBLISHED:
            return step(book, "published", Nothing(), law.MINIMUM_GAMES.name, law.FLOOR.name)
        case FirstOutcome.PENDING:
            until = Month(int(firsts.until[row]) if dated and games else 0)
            waiting = Waiting(games, games + missing, until)
            return step(book, "waiting", waiting, law.MINIMUM_GAMES.name, "pooling-window")
        case FirstOutcome.BELOW_FLOOR:
            return step(higher, "below-floor", floor, law.FLOOR.name)
        case FirstOutcome.RESTARTED:
            return step(book, "restarted", floor, "below-floor")
