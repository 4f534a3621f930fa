"""Findings about what a rated event leaves out: games and newcomers that do not count, and provisional or unverified
rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.admission import Case
from arpad.columns import NO_GAME, FirstOutcome, Role, Source, Status, label
from arpad.days import Month
from arpad.exact import points
from arpad.finding import Finding, Note, Tier
from arpad.frozen import dataclass
from arpad.law.evidence import doubts
from arpad.law.rules import CONCEPTS
from arpad.law.rules.admission import JOINED_STAGES, RATE_OF_PLAY
from arpad.law.rules.concept import Concept
from arpad.law.rules.newcomers import (
    FIRST_EVENT,
    FIRST_EVENT_POINTS,
    FIRST_RESULT,
    FLOOR,
    MINIMUM_EVENT_GAMES,
    MINIMUM_GAMES,
)
from arpad.law.rules.rating import DIFFERENCE_LIMIT, EDITION_CHOICE, EVENT_IN_PARTS, LATE_RATED
from arpad.rating import Period
from arpad.rating.batch import GAMES_IN_A_BATCH, batches
from arpad.rating.newcomers import Survey, least_result, nobody, of_every_event, only_very_first
from arpad.rating.score import survey

STATUSES_LOST_BY_OTHERS = (Status.UNRATED_OPPONENT, Status.FIRST_EVENT_OPPONENTS)
RATED_SINCE = "rated-since"  # the message of a player who was unrated when the event began
DISREGARDED_STATUSES = (Status.FIRST_EVENT, Status.MINIMUM_EVENT_GAMES, Status.FIRST_RESULT)


@dataclass(frozen=True)
class RatedEvent:
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


def find_remarks(about: RatedEvent) -> Iterator[Finding]:
    """The findings about games and players that do not count, and about what unrated players still need."""
    case, period = about.case, about.period
    ledger, lines = period.ledger, period.lines
    for row in about.mine[ledger.status[about.mine] == Status.WIDE_DIFFERENCE][::2].tolist():
        turn = int(period.games.round[ledger.game[row]])
        concept = CONCEPTS[label(Status.WIDE_DIFFERENCE)]
        yield case.tell(concept, "not-counted", Tier.EXCLUDE, int(about.player[ledger.entry[row]]), turn)
    lost = [(reason, _count_lost_by_others(about, reason)) for reason in STATUSES_LOST_BY_OTHERS]
    for row in np.flatnonzero((case.seats.shown == 0) & (about.played > 0)).tolist():
        status = Status(int(lines.status[about.entry[row]]))
        if case.seats.role[row] == Role.NEWCOMER and status in DISREGARDED_STATUSES:
            yield _disregarded_newcomer(about, row, status)
        if case.seats.role[row] == Role.NEWCOMER and case.facts.in_pieces:
            yield from _newcomer_in_parts(about, row, status)
        for reason, times in lost:
            if times[row]:
                which = _loss_message(reason, Source(int(case.seats.source[row])))
                lost_games = case.tell(CONCEPTS[label(reason)], which, Tier.ADVICE, row, games=int(times[row]))
                yield _with_articles(case, lost_games, LATE_RATED) if which == RATED_SINCE else lost_games
    for at in np.flatnonzero(period.firsts.outcome != FirstOutcome.PUBLISHED).tolist():
        player = int(period.firsts.player[at])
        if period.firsts.games[at] and player < len(about.played) and about.played[player]:
            yield _newcomer_waits(about, at)
    yield from _open_games(about)


def _newcomer_in_parts(about: RatedEvent, row: int, status: Status) -> Iterator[Finding]:
    """Advice about an unrated player's games in all parts of one event: still open, or judged as one result."""
    ledger, entry = about.period.ledger, about.entry[row]
    all_parts = np.flatnonzero((ledger.entry == entry) & ~np.isin(ledger.status, NO_GAME))
    fields: dict[str, Any] = {"score": points(int(ledger.half_points[all_parts].sum())), "games": len(all_parts)}
    if status == Status.LATER_PART:
        yield about.case.tell(_joining_concept(about), "newcomer-open", Tier.ADVICE, row, **fields)
    elif len(all_parts) > about.played[row]:
        which = "newcomer-together" if status == Status.POOLED else "newcomer-judged"
        yield about.case.tell(_joining_concept(about), which, Tier.ADVICE, row, **fields)


def _joining_concept(about: RatedEvent) -> Concept[Any]:
    """The concept that makes several reports one event: its parts, or its stages."""
    return EVENT_IN_PARTS if about.case.facts.joined_since is None else JOINED_STAGES


def _open_games(about: RatedEvent) -> Iterator[Finding]:
    """Advice about games of rated players against opponents who get a rating only when the event is over."""
    ledger, seats = about.period.ledger, about.case.seats
    rows = about.mine[ledger.status[about.mine] == Status.LATER_PART]
    players = about.player[ledger.entry[rows]]
    count = int(np.count_nonzero(seats.shown[players] > 0))
    if count:
        yield about.case.tell(_joining_concept(about), "games-open", Tier.ADVICE, games=count)


def _disregarded_newcomer(about: RatedEvent, row: int, status: Status) -> Finding:
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


def _too_few_games(about: RatedEvent, at: int) -> tuple[dict[str, Any], str]:
    """The games of an unrated player and the required number, and of which events it is required."""
    rule = about.case.book.rule(MINIMUM_EVENT_GAMES)
    fields = {"games": int(about.surveyed.games[at]), "needed": rule.games}
    return fields, "every" if of_every_event(rule) else "until-one-counts"


def _too_few_points(about: RatedEvent, at: int) -> tuple[dict[str, Any], str]:
    """The tested score of an unrated player (in a round robin of all games, elsewhere of those against rated opponents)
    with the required one, the score in all where it is another, and of which events it is required."""
    tested, rule = about.surveyed, about.case.book.rule(FIRST_EVENT)
    ledger, row = about.period.ledger, int(tested.entry[at])
    score = int(tested.points[at])
    of_rated = not tested.round_robin[at] and about.case.book.rule(FIRST_EVENT_POINTS).counted == "rated-opponents"
    scored = int(ledger.half_points[(ledger.entry == row) & ~np.isin(ledger.status, NO_GAME)].sum())
    fields = {
        "score": points(score),
        "games": int(tested.games[at]),
        "rated_only": bool(of_rated),
        "in_all": points(scored) if scored != score else "",
        "needed": points(rule.half_points),
    }
    return fields, "very-first" if only_very_first(rule) else "until-one-counts"


def _loss_message(reason: Status, source: Source) -> str:
    """Which message says why games do not count for the opponents of an unrated player."""
    if reason == Status.FIRST_EVENT_OPPONENTS:
        return "disregarded"
    return RATED_SINCE if source == Source.LATE else "not-counted"


def _with_articles(case: Case, finding: Finding, concept: Concept[Any]) -> Finding:
    """The same finding, which also cites the articles of another concept."""
    return finding._replace(articles=tuple(dict.fromkeys((*finding.articles, *case.book.articles(concept)))))


def _newcomer_waits(about: RatedEvent, at: int) -> Finding:
    """Advice about what an unrated player still needs for a published rating."""
    firsts, case = about.period.firsts, about.case
    row, games, until = int(firsts.player[at]), int(firsts.games[at]), Month(int(firsts.until[at]))
    outcome = FirstOutcome(int(firsts.outcome[at]))
    elsewhere = games - int(about.period.lines.games[about.entry[row]])
    fields = {"games": games, "needed": games + int(firsts.missing[at]), "elsewhere": elsewhere, "until": until}
    which = label(outcome) if about.others_known else f"{label(outcome)}-alone"
    floor, rating = case.book.rule(FLOOR).rating, int(firsts.rating[at])
    return case.tell(MINIMUM_GAMES, which, Tier.ADVICE, row, **fields, floor=floor, rating=rating)


def _count_lost_by_others(about: RatedEvent, status: Status) -> npt.NDArray[np.intp]:
    """For each player the number of games with this status that do not count for the rated opponents."""
    ledger, seats = about.period.ledger, about.case.seats
    rows = about.mine[ledger.status[about.mine] == status]
    rows = rows[seats.role[about.player[ledger.entry[rows]]] == Role.RATED]
    return np.bincount(about.player[ledger.opponent[rows]], minlength=len(about.case.report.players))


def find_unverified_rules(about: RatedEvent, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Advice about the status of the edition, and about the unverified values that decided something here."""
    case = about.case
    head = case.book.head
    if head.standing:
        yield case.find(EDITION_CHOICE, head.standing, Tier.ADVICE, edition=head.id).finding
    concepts = {RATE_OF_PLAY.name, *(finding.code for finding in findings), *_concepts_applied(about)}
    values = tuple(
        Note.of("unverified-value", concept=each.concept, article=each.article, ruling=each.ruling)
        for each in doubts(case.book, concepts)
    )
    if values:
        yield case.find(EDITION_CHOICE, "unverified", Tier.ADVICE, edition=head.id, values=values).finding


def _concepts_applied(about: RatedEvent) -> Iterator[str]:
    """The concepts that decided about games and unrated players without a finding."""
    ledger, limit = about.period.ledger, about.case.book.rule(DIFFERENCE_LIMIT).limit
    wide = np.abs(ledger.difference[about.mine].astype(np.int32)) > limit
    if (wide & (ledger.status[about.mine] == Status.COUNTED.value)).any():
        yield DIFFERENCE_LIMIT.name
    if (about.period.entries.role == Role.NEWCOMER.value).any():
        yield from (FIRST_EVENT.name, FIRST_RESULT.name)
