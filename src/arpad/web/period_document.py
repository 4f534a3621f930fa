"""A published calculation as the document of a calculator, from which anybody recomputes the line, by any edition.

A change that follows from games has such a document, and a first rating whose results are all of its own list. What
rests on events of earlier lists has none, nor a K that changes inside an event.
"""

from __future__ import annotations

from typing import Any

from arpad.calculator import rulebook
from arpad.calculator.answers import PeriodAnswer
from arpad.columns import Status
from arpad.days import Month
from arpad.exact import HALF_POINTS, HalfPoints, Hundredths
from arpad.explain.calculation import NamedEvent, NamedGame
from arpad.explain.numbers import Change, Rating, Rounded
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.reading import Calculation

BASES = ("base", "base-stand-in")
GIVEN_SCORES = (0, 0.5, 1)


@dataclass(frozen=True)
class GameUnderTwo:
    """A game as it was published, and what another edition would have made of it."""

    event: str
    name: str
    round: int
    opponent_id: int
    opponent_name: str
    score: HalfPoints
    expected: Hundredths | None
    other_expected: Hundredths | None
    delta: Hundredths
    other_delta: Hundredths
    articles: tuple[str, ...]
    other_articles: tuple[str, ...]

    @property
    def same(self) -> bool:
        return (self.expected, self.delta) == (self.other_expected, self.other_delta)


@dataclass(frozen=True)
class UnderOtherEdition:
    """A line of a list as published, and what the same games would have been worth under another edition."""

    player: int
    name: str
    series: str
    list_: Month
    edition: str
    other: str
    k_as_published: bool  # the other edition's K follows from what is not public: the published K is used
    before: int
    k: int | None
    other_k: int | None
    change: Hundredths
    other_change: Hundredths
    rounded: int
    other_rounded: int
    new_rating: int
    other_rating: int
    games: tuple[GameUnderTwo, ...]


def has_document(shown: Calculation) -> bool:
    """Whether the line follows from games alone."""
    codes = {step.code for step in shown.steps}
    return bool("rounded" in codes and codes & {*BASES} and shown.events) and not any(
        event.k_changes for event in shown.events
    )


def is_first_rating(shown: Calculation) -> bool:
    """Whether the line is a first rating from results that are all in it."""
    codes = {step.code for step in shown.steps}
    return {"results", "published"} <= codes and "first-event-list" not in codes and not shown.adjustments


def document_name(shown: Calculation) -> str:
    """The name of the file with the document; empty where there is none."""
    what = "period" if has_document(shown) else "initial" if is_first_rating(shown) else ""
    return f"{what}-{shown.player}-{shown.series}-{shown.list}.json" if what else ""


def line_document(shown: Calculation) -> dict[str, Any]:
    """What `arpad calc period`, or `arpad calc initial`, takes to recompute the line."""
    return initial_document(shown) if is_first_rating(shown) else period_document(shown)


def initial_document(shown: Calculation) -> dict[str, Any]:
    """What `arpad calc initial` takes to recompute a first rating."""
    events = [
        {
            "rulebook": event.rulebook,
            "start": str(event.start),
            "end": str(event.end),
            "games": _games(event, Status.POOLED),
        }
        for event in shown.events
    ]
    return {
        "rulebook": shown.edition,
        "list": str(shown.list),
        "events": [event for event in events if event["games"]],
    }


def period_document(shown: Calculation) -> dict[str, Any]:
    """What `arpad calc period` takes to recompute the line; each event has the K with which it was rated."""
    _require_document(shown)
    events = [
        {
            "rulebook": event.rulebook,
            **({"rating": event.ro} if event.ro else {}),
            **({"k": event.k} if event.k else {}),
            "games": _games(event),
        }
        for event in _counted(shown)
    ]
    k = next((event.k for event in shown.events if event.k), None) or (shown.before and shown.before.k) or 1
    player = {"rating": _base(shown), "k": k}
    return {"rulebook": shown.edition, "list": str(shown.list), "player": player, "events": events}


def under_other_edition(shown: Calculation, other: str, birth_year: int | None) -> UnderOtherEdition:
    """The line under another edition. K is that edition's, where it follows from what is public; else the published
    one is used, and said to be."""
    _require_document(shown)
    book, counted = rulebook(other), _counted(shown)
    if shown.series not in book.head.series:
        raise UserError("edition-of-other-series", edition=other, series=shown.series)
    events = [{**({"rating": event.ro} if event.ro else {}), "games": _games(event)} for event in counted]
    base = _base(shown)
    facts: dict[str, Any] = {"rating": base}
    if shown.before is not None:
        facts |= {"games": shown.before.games, "highest": max(shown.before.highest, base)}
    given = [{**event, "k": own.k} for event, own in zip(events, counted, strict=True)]
    tried: tuple[tuple[dict[str, Any], list[dict[str, Any]], str | None], ...] = (
        ({**facts, "born": str(birth_year)} if birth_year else facts, events, str(shown.list)),
        (facts, events, None),  # the edition makes no list of that month, or K does not hang on the age
        ({"rating": base, "k": counted[0].k}, given, None),
    )
    for player, played, list_ in tried:
        as_published = "k" in player
        try:
            answer: PeriodAnswer = book.rate_period(player, played, list_)
            break
        except UserError:
            if as_published:
                raise
    steps = {step.code: step.fields for step in shown.steps}
    change, rounded = steps["change"], steps["rounded"]
    assert isinstance(change, Change)
    assert isinstance(rounded, Rounded)
    return UnderOtherEdition(
        shown.player, shown.name, shown.series, shown.list, shown.edition, other, as_published, base,
        _one_k([event.k for event in counted]), answer.k_used, change.change, answer.change, rounded.rounded,
        answer.rounded, base + rounded.rounded, answer.new_rating, tuple(_games_under_two(counted, answer)),
    )  # fmt: skip


def _games_under_two(counted: list[NamedEvent], answer: PeriodAnswer) -> list[GameUnderTwo]:
    found = []
    for event, line in zip(counted, answer.events, strict=True):
        for game, other in zip(_counted_games(event), line.games, strict=True):
            found.append(
                GameUnderTwo(
                    event.code,
                    event.name,
                    game.round,
                    game.opponent_id,
                    game.opponent_name,
                    game.score,
                    game.expected,
                    other.expected,
                    game.delta,
                    other.delta,
                    game.articles,
                    other.articles,
                )
            )
    return found


def _require_document(shown: Calculation) -> None:
    if not has_document(shown):
        raise UserError("no-period-document", player=shown.player, series=shown.series, list=shown.list)


def _base(shown: Calculation) -> int:
    """The rating from which the change was made."""
    fields = next(step.fields for step in shown.steps if step.code in BASES)
    assert isinstance(fields, Rating)
    return fields.rating


def _counted(shown: Calculation) -> list[NamedEvent]:
    return [event for event in shown.events if _counted_games(event)]


def _counted_games(event: NamedEvent, status: Status = Status.COUNTED) -> list[NamedGame]:
    return [game for game in event.games if game.status is status]


def _games(event: NamedEvent, status: Status = Status.COUNTED) -> list[dict[str, Any]]:
    return [
        {"opponent": game.opponent_rating, "score": GIVEN_SCORES[game.score * 2 // HALF_POINTS]}
        for game in _counted_games(event, status)
    ]


def _one_k(values: list[int | None]) -> int | None:
    different = {value for value in values if value}
    return different.pop() if len(different) == 1 else None
