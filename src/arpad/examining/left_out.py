"""Findings about what a rated period leaves out of one event, with the numbers that were tested.

What an unrated player's event must bring depends on earlier events of the player. An office knows them; without one
(`check`) the message says on what it depends. Forfeits and byes are ordinary and make no finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.admission import Case
from arpad.columns import FirstOutcome, Role, Source, Status, label
from arpad.days import Month
from arpad.exact import points
from arpad.finding import Finding, Tier
from arpad.frozen import dataclass
from arpad.law.rules import CONCEPTS
from arpad.law.rules.newcomers import FIRST_EVENT, FIRST_EVENT_POINTS, FLOOR, MINIMUM_EVENT_GAMES, MINIMUM_GAMES
from arpad.law.rules.rating import EVENT_IN_PARTS
from arpad.rating import Period
from arpad.rating.batch import GAMES_IN_A_BATCH, batches
from arpad.rating.newcomers import Survey, least_result, nobody, of_every_event, only_very_first
from arpad.rating.score import survey

LOST_BY_OTHERS = (Status.UNRATED_OPPONENT, Status.FIRST_EVENT_OPPONENTS)
DISREGARDED = (Status.FIRST_EVENT, Status.MINIMUM_EVENT_GAMES, Status.FIRST_RESULT)


@dataclass(frozen=True)
class Remarked:
    """An examined event, its rating period with this event alone, and whether other events were known.

    Of an event in parts the period has the other parts, too: their games stand before those of the report."""

    case: Case
    period: Period  # its players are the rows of the report, then those of other parts
    others_known: bool  # whether earlier events and those of the same period are known, as in an office

    @cached_property
    def mine(self) -> npt.NDArray[np.intp]:
        """The rows of the ledger that are of games of the report."""
        return np.flatnonzero(self.period.ledger.game >= len(self.period.games) - len(self.case.games.round))

    @cached_property
    def player(self) -> npt.NDArray[np.intp]:
        """For each entry the row of its player in the report; players of other parts have higher rows."""
        return self.period.entries.player.astype(np.intp)

    @cached_property
    def entry(self) -> npt.NDArray[np.intp]:
        """For each player of the report who played: the entry; of an unrated player the one with all parts."""
        entry = np.zeros(len(self.case.report.players), np.intp)
        sides = self.period.ledger.entry[self.mine]
        entry[self.player[sides]] = sides
        return entry

    @cached_property
    def played(self) -> npt.NDArray[np.intp]:
        """The number of games of each player of the report."""
        return np.bincount(self.player[self.period.ledger.entry[self.mine]], minlength=len(self.case.report.players))

    @cached_property
    def surveyed(self) -> Survey:
        """The tested numbers of each unrated player."""
        period = self.period
        parts = batches(period.books, period.events, period.entries, period.games, GAMES_IN_A_BATCH)
        return Survey.join([nobody(), *(survey(part) for part in parts)])


def remarks(about: Remarked) -> Iterator[Finding]:
    """The findings about games and players that do not count, and about what unrated players still need."""
    case, period = about.case, about.period
    ledger, lines = period.ledger, period.lines
    for row in about.mine[ledger.status[about.mine] == Status.WIDE_DIFFERENCE][::2].tolist():
        turn = int(period.games.round[ledger.game[row]])
        concept = CONCEPTS[label(Status.WIDE_DIFFERENCE)]
        yield case.tell(concept, "not-counted", Tier.EXCLUDE, int(about.player[ledger.entry[row]]), turn)
    lost = [(reason, _lost_by_others(about, reason)) for reason in LOST_BY_OTHERS]
    for row in np.flatnonzero((case.seats.shown == 0) & (about.played > 0)).tolist():
        status = Status(int(lines.status[about.entry[row]]))
        if case.seats.role[row] == Role.NEWCOMER and status in DISREGARDED:
            yield _disregarded(about, row, status)
        if case.seats.role[row] == Role.NEWCOMER and case.facts.part:
            yield from _of_parts(about, row, status)
        for reason, times in lost:
            if times[row]:
                which = _lost_because(reason, Source(int(case.seats.source[row])))
                yield case.tell(CONCEPTS[label(reason)], which, Tier.ADVICE, row, games=int(times[row]))
    for at in np.flatnonzero(period.firsts.outcome != FirstOutcome.PUBLISHED).tolist():
        player = int(period.firsts.player[at])
        if period.firsts.games[at] and player < len(about.played) and about.played[player]:
            yield _waiting(about, at)
    yield from _left_open(about)


def _of_parts(about: Remarked, row: int, status: Status) -> Iterator[Finding]:
    """Advice about an unrated player's games in all parts of one event: still open, or judged as one result."""
    ledger, entry = about.period.ledger, about.entry[row]
    all_parts = np.flatnonzero((ledger.entry == entry) & (ledger.status != Status.UNPLAYED_GAME))
    fields: dict[str, Any] = {"score": points(int(ledger.half_points[all_parts].sum())), "games": len(all_parts)}
    if status == Status.LATER_PART:
        yield about.case.tell(EVENT_IN_PARTS, "newcomer-open", Tier.ADVICE, row, **fields)
    elif len(all_parts) > about.played[row]:
        which = "newcomer-together" if status == Status.POOLED else "newcomer-judged"
        yield about.case.tell(EVENT_IN_PARTS, which, Tier.ADVICE, row, **fields)


def _left_open(about: Remarked) -> Iterator[Finding]:
    """Advice about games of rated players against opponents who get a rating only when the event is over."""
    ledger, seats = about.period.ledger, about.case.seats
    rows = about.mine[ledger.status[about.mine] == Status.LATER_PART]
    players = about.player[ledger.entry[rows]]
    count = int(np.count_nonzero(seats.shown[players] > 0))
    if count:
        yield about.case.tell(EVENT_IN_PARTS, "games-open", Tier.ADVICE, games=count)


def _disregarded(about: Remarked, row: int, status: Status) -> Finding:
    """The finding that an unrated player's event does not count, with what it brought and what was required."""
    at = int(np.flatnonzero(about.surveyed.entry == about.entry[row])[0])
    match status:
        case Status.MINIMUM_EVENT_GAMES:
            fields, required_of = _too_few_games(about, at)
        case Status.FIRST_EVENT:
            fields, required_of = _too_few_points(about, at)
        case _:
            fields = {"rating": int(about.surveyed.rating[at]), "needed": least_result(about.case.book)}
            required_of = "until-one-counts"
    which = required_of if about.others_known or required_of == "every" else f"{required_of}-alone"
    return about.case.tell(CONCEPTS[label(status)], which, Tier.EXCLUDE, row, **fields)


def _too_few_games(about: Remarked, at: int) -> tuple[dict[str, Any], str]:
    """The games of an unrated player and the required number, and of which events it is required."""
    rule = about.case.book.rule(MINIMUM_EVENT_GAMES)
    fields = {"games": int(about.surveyed.games[at]), "needed": rule.games}
    return fields, "every" if of_every_event(rule) else "until-one-counts"


def _too_few_points(about: Remarked, at: int) -> tuple[dict[str, Any], str]:
    """The tested score of an unrated player (in a round robin of all games, elsewhere of those against rated opponents)
    with the required one, the score in all where it is another, and of which events it is required."""
    tested, rule = about.surveyed, about.case.book.rule(FIRST_EVENT)
    ledger, row = about.period.ledger, int(tested.entry[at])
    score = int(tested.points[at])
    of_rated = not tested.round_robin[at] and about.case.book.rule(FIRST_EVENT_POINTS).counted == "rated-opponents"
    scored = int(ledger.half_points[(ledger.entry == row) & (ledger.status != Status.UNPLAYED_GAME)].sum())
    fields = {
        "score": points(score),
        "games": int(tested.games[at]),
        "rated_only": bool(of_rated),
        "in_all": points(scored) if scored != score else "",
        "needed": points(rule.half_points),
    }
    return fields, "very-first" if only_very_first(rule) else "until-one-counts"


def _lost_because(reason: Status, source: Source) -> str:
    """Which message says why games do not count for the opponents of an unrated player."""
    if reason == Status.FIRST_EVENT_OPPONENTS:
        return "disregarded"
    return "rated-since" if source == Source.LATE else "not-counted"


def _waiting(about: Remarked, at: int) -> Finding:
    """Advice about what an unrated player still needs for a published rating."""
    firsts, case = about.period.firsts, about.case
    row, games, until = int(firsts.player[at]), int(firsts.games[at]), Month(int(firsts.until[at]))
    outcome = FirstOutcome(int(firsts.outcome[at]))
    elsewhere = games - int(about.period.lines.games[about.entry[row]])
    fields = {"games": games, "needed": games + int(firsts.missing[at]), "elsewhere": elsewhere, "until": until}
    which = label(outcome) if about.others_known else f"{label(outcome)}-alone"
    floor, rating = case.book.rule(FLOOR).rating, int(firsts.rating[at])
    return case.tell(MINIMUM_GAMES, which, Tier.ADVICE, row, **fields, floor=floor, rating=rating)


def _lost_by_others(about: Remarked, status: Status) -> npt.NDArray[np.intp]:
    """For each player the number of games with this status that do not count for the rated opponents."""
    ledger, seats = about.period.ledger, about.case.seats
    rows = about.mine[ledger.status[about.mine] == status]
    rows = rows[seats.role[about.player[ledger.entry[rows]]] == Role.RATED]
    return np.bincount(about.player[ledger.opponent[rows]], minlength=len(about.case.report.players))
