"""Why a player who has played has no rating though nothing waits for a first one, or is not among the active.

Results of an unrated player that wait are told elsewhere (`careers.Waits`), and so are lists that leave somebody out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import Connection

from arpad.columns import State, Status
from arpad.days import Day, Month
from arpad.frozen import dataclass
from arpad.law import Rulebook, rulebook
from arpad.office.publishing.explanations import explain_player_on_list
from arpad.office.reading_room.careers import event_keys_of_player
from arpad.office.reading_room.catalogue import Catalogue
from arpad.office.reading_room.stamps import ListHead

CONCEPTS_OF_STATE = {State.INACTIVE: ("inactivity", "reactivation"), State.DELISTED: ("delisting", "floor")}
LAST_EVENTS = 5  # of an unrated player that are told


@dataclass(frozen=True)
class UncountedResult:
    """A result that does not count towards a first rating, and why most of its games do not."""

    series: str
    list_: Month
    edition: str
    event: str
    name: str
    end: Day
    status: Status
    articles: tuple[str, ...]


@dataclass(frozen=True)
class OffTheActive:
    """A newest list on which a player is inactive or below the floor, with the articles that say so."""

    series: str
    list_: Month
    edition: str
    state: State
    articles: tuple[str, ...]


def uncounted_results(connection: Connection, head: ListHead, key: int) -> Iterator[UncountedResult]:
    """Yield the last results of an unrated player that count no longer or never did, newest first."""
    lists = sorted(event_keys_of_player(connection, head.series, key), reverse=True)[:LAST_EVENTS]
    for list_ in lists:
        opened = explain_player_on_list(connection, head.series, list_, key)
        for event in opened.events:
            games = [each for each in event.games if each.status is not Status.COUNTED]
            why: Status = event.status
            articles = event.articles
            if why in (Status.COUNTED, Status.POOLED) and games:
                (why, articles), _ = Counter((each.status, each.articles) for each in games).most_common(1)[0]
            yield UncountedResult(
                head.series, Month(list_), opened.edition, event.code, event.name, event.end, why, articles
            )


def state_off_the_active(catalogue: Catalogue, key: int) -> OffTheActive | None:
    """Return why a player is not among the active of a newest list by their state; None if they are, or never had a
    rating."""
    head, published = catalogue.head, catalogue.published
    if key >= len(published.people) or head.edition is None:
        return None
    state = State(int(published.state[key]))
    if state not in CONCEPTS_OF_STATE:
        return None
    return OffTheActive(
        head.series, head.list_, head.edition, state, _articles(rulebook(head.edition), CONCEPTS_OF_STATE[state])
    )


def _articles(book: Rulebook, concepts: tuple[str, ...]) -> tuple[str, ...]:
    """The first article of each concept that the rulebook has, each once."""
    return tuple(dict.fromkeys(number for concept in concepts for number in book.articles(concept)[:1]))
