"""The case that every check looks at: a report, the facts of its event, the seated players, the rulebook, the day.

A check that misses a fact asks for it; a fact given with the case (a flag, a sidecar, the office's record) answers the
question and is not asked again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date, timedelta
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from arpad.admission.decision import Decision, status_of
from arpad.admission.other_parts import OtherParts, met_in_all
from arpad.admission.telling import tell
from arpad.columns import I16, Entries, Source, System
from arpad.finding import Finding, Note, Place, Tier
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.concept import Concept
from arpad.model import Approval, EventFacts, GameKind, Player, Report, ReportedGames
from arpad.timecontrol import TimeControl, Unread, parse, parse_encoded

DAY = timedelta(days=1)
NO_MEMBER = "no member"
WOMAN = ("w", "f")  # as reports and lists write it
FREE = "time control"  # the record for people
ENCODED = "encoded time control"  # the record that has one reading


@dataclass(frozen=True)
class KnownPlayer:
    """What a list or a registry knows of a player, by his row in the report; None where he was not found."""

    name: str
    born: int
    rating: int  # on the list at the event's start
    died: int = 0  # yyyymmdd; a registry knows it, a list does not
    federation: str = ""  # on the days of the event
    also: tuple[str, ...] = ()  # former names, and the name in Latin letters
    sex: str = ""
    member: int = 0  # bits: of IBCA, ICSC, IPCA
    title: str = ""
    registered: bool = True  # in the registry; otherwise an official list alone knows them


@dataclass(frozen=True)
class Membership:
    """What a federation is from one day to another, both included; None: since ever, or until further notice."""

    since: date | None
    until: date | None
    state: Literal["member", "excluded", "temporarily-excluded"] = "member"


@dataclass(frozen=True)
class Licence:
    """A licence of an arbiter, and the days from which and until which it holds, both included."""

    kind: str
    since: date | None
    until: date | None


@dataclass(frozen=True)
class Term:
    """Somebody who is a federation's rating officer, and the days from which and until which, both included."""

    name: str
    since: date | None
    until: date | None


@dataclass(frozen=True)
class Registered:
    """What an office's registry says: of federations by their code, of arbiters by their number.

    A federation that is not in it is no member, unless no federations are kept at all; an arbiter who is not in it is
    not known, and asked about.
    """

    federations: Mapping[str, tuple[Membership, ...]]
    licences: Mapping[int, tuple[Licence, ...]]
    officers: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)  # of the federations that are kept

    def without_officer(self, federation: str, day: date) -> bool:
        """Whether a federation that is kept has no rating officer on a day."""
        terms = self.officers.get(federation)
        return terms is not None and _first_gap(terms, day, day) is not None

    def left_out(self, federation: str, first: date, last: date) -> tuple[date, str] | None:
        """The first of these days on which a federation was no member, and what it was; None: a member on all."""
        spans = self.federations.get(federation, ())
        outside = [
            (max(span.since or first, first), str(span.state))
            for span in spans
            if span.state != "member" and (span.since or first) <= last and (span.until or last) >= first
        ]
        gap = _first_gap([span for span in spans if span.state == "member"], first, last)
        return min([*outside, *([(gap, NO_MEMBER)] if gap else [])], default=None)

    def unlicensed(self, arbiter: int, first: date, last: date) -> date | None:
        """The first of these days on which an arbiter held no licence; None: licensed on all of them."""
        return _first_gap(self.licences.get(arbiter, ()), first, last)


def _first_gap(spans: Sequence[Membership | Licence | Term], first: date, last: date) -> date | None:
    """The first of these days that lies in none of the spans."""
    day = first
    while day <= last:
        ends = [span.until or last for span in spans if (span.since or day) <= day <= (span.until or last)]
        if not ends:
            return day
        day = max(ends) + DAY
    return None


class Field(NamedTuple):
    """The field of an event."""

    players: int
    rated: int  # with a rating, a standing-in one included
    published: int  # with a published rating of the series


@dataclass(frozen=True)
class GameScores:
    """The game scores that an office was sent, beside the report: a game is the row of White and its round."""

    sent: bool = False
    games: int = 0
    missing: tuple[tuple[int, int], ...] = ()  # games of the report without a score
    otherwise: tuple[tuple[int, int], ...] = ()  # games that the scores end with another result
    beyond: int = 0  # scores of games that the report does not have
    bare: bool = False  # without moves


@dataclass(frozen=True)
class Case:
    """Everything a check may ask."""

    report: Report
    facts: EventFacts
    answers: frozenset[str]  # the facts that somebody gave, beside the report
    book: Rulebook
    series: str
    today: date
    seats: Entries  # one row per player of the report, in its order
    system: System  # as rated
    known: tuple[KnownPlayer | None, ...] | None = None  # None: no list was given, the printed ratings stand in
    neighbours: Mapping[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)  # of an unknown id, by row
    at_registration: I16 | None = None  # ratings of the list in force on the day of registration, where it was given
    seated_on: date | None = None  # the day whose list gives the ratings, where it is not the event's first
    registry: Registered | None = None  # None: no registry is at hand
    scores: GameScores | None = None  # None: nobody keeps them here, and somebody's word stands in
    printed: str = ""  # whose ratings are as printed though a list is at hand: those at home, or the guests
    others: OtherParts | None = None  # of an event in parts: the others that are admitted or rated
    final: bool = False  # sent to be rated; a draft or a question is not
    finished: date | None = None  # the newest list that is published: it takes no event any more
    in_time: bool = False  # assumed to be registered in time, where the day is not known

    @cached_property
    def games(self) -> ReportedGames:
        return self.report.games()

    @cached_property
    def white(self) -> npt.NDArray[np.int32]:
        """The row of each game's white player."""
        return self.report.rows()[self.games.white]

    @cached_property
    def black(self) -> npt.NDArray[np.int32]:
        return self.report.rows()[self.games.black]

    @cached_property
    def played(self) -> npt.NDArray[np.bool_]:
        """The games that were played."""
        played: npt.NDArray[np.bool_] = self.games.kind == GameKind.PLAYED
        return played

    @cached_property
    def field_rows(self) -> npt.NDArray[np.intp]:
        """The rows of the players who played at least one game."""
        there = np.zeros(len(self.report.players), bool)
        there[self.white[self.played]] = there[self.black[self.played]] = True
        return np.flatnonzero(there)

    @property
    def goes_on(self) -> bool:
        """Whether this is a part or a stage of an event of which a further one may come."""
        return self.facts.in_pieces and (self.others is None or self.others.goes_on)

    @cached_property
    def met(self) -> Mapping[tuple[int, int], int]:
        """How often each two people met in the event, as far as it has come, by row; those of other parts behind."""
        return met_in_all(self.report, self.others)

    @cached_property
    def field(self) -> Field:
        """The field of the event: who played; of one that goes on also who is listed and has not played yet."""
        rows = np.arange(len(self.report.players)) if self.goes_on else self.field_rows
        there = {number for pair in self.met for number in pair}
        if self.facts.in_pieces and not self.goes_on:
            rows = np.array(sorted(number for number in there if number < len(self.report.players)), np.intp)
        players, rated, published = len(rows), self.rated[rows], self.published[rows]
        if self.others is None:
            return Field(players, int(np.count_nonzero(rated)), int(np.count_nonzero(published)))
        behind = len(self.report.players)
        more = [place for place in range(len(self.others.names)) if self.goes_on or place + behind in there]
        rated, published = np.append(rated, self.others.rated[more]), np.append(published, self.others.published[more])
        return Field(players + len(more), int(np.count_nonzero(rated)), int(np.count_nonzero(published)))

    @cached_property
    def strongest(self) -> tuple[int, str | Note, int | None]:
        """The highest rating of all who played in the event, as far as it has come: whose it is, and the row in this
        report, if it has one. The rating is 0 where nobody has one."""
        there = {number for pair in self.met for number in pair} if self.facts.in_pieces else set()
        size, shown = len(self.report.players), self.seats.shown
        rows = sorted({*self.field_rows.tolist(), *(number for number in there if number < size)})
        best: list[tuple[int, str | Note, int | None]] = [(int(shown[row]), self.name(row), row) for row in rows]
        if self.others is not None:
            behind = sorted(number - size for number in there if number >= size)
            best += [(int(self.others.shown[at]), self.others.names[at], None) for at in behind]
        return max(best, key=lambda each: each[0], default=(0, "", None))

    @cached_property
    def rated(self) -> npt.NDArray[np.bool_]:
        """Of each player: seated with a rating, a standing-in one included."""
        rated: npt.NDArray[np.bool_] = self.seats.shown > 0
        return rated

    @cached_property
    def published(self) -> npt.NDArray[np.bool_]:
        """Of each player: seated with a published rating of this series."""
        return np.isin(self.seats.source, (Source.LIST, Source.INACTIVE))

    @cached_property
    def control(self) -> TimeControl | Unread | None:
        """The time control as read; None where none is printed."""
        return read_control(self.report, self.facts, self.answers)

    @cached_property
    def days(self) -> int | None:
        """How many days the event lasted, both ends counted; of a stage the event of which it is one."""
        start, end = self.facts.joined_since or self.facts.start, self.facts.joined_until or self.facts.end
        return None if start is None or end is None else (end - start).days + 1

    @property
    def span(self) -> tuple[date, date]:
        """The first and last day of the event, or of the part of it; today stands in for a first day nobody knows."""
        start = self.facts.part_start or self.facts.start or self.today
        return start, max(self.facts.last or start, start)

    def player(self, row: int) -> Player:
        return self.report.players[row]

    def name(self, row: int) -> str | Note:
        """A player's name; one without a name has his start number."""
        player = self.player(row)
        return player.name or Note.of("player-numbered", number=player.number)

    def federation(self, row: int) -> str:
        """A player's federation on the event's first day."""
        known = self.known[row] if self.known is not None else None
        return federation_of(self.player(row), known, self.registry is not None)

    def woman(self, row: int) -> bool:
        """Whether a player is a woman: as it is known, or else as printed."""
        known = self.known[row] if self.known is not None else None
        return (known.sex if known and known.sex else self.player(row).sex).casefold() in WOMAN

    def approvals(self, what: str) -> tuple[Approval, ...]:
        """All approvals of something that were entered."""
        return tuple(approval for approval in self.facts.approvals if approval.what == what)

    def find(
        self,
        concept: Concept[Any],
        which: str,
        tier: Tier,
        row: int | None = None,
        turn: int | None = None,
        **given: Any,
    ) -> Decision:
        """Decide nothing about rows, but tell: what refuses, what is asked, what is good to know."""
        return Decision(self.tell(concept, which, tier, row, turn, **given))

    def exclude_game(self, concept: Concept[Any], which: str, row: int, game: int, **given: Any) -> Decision:
        """Decide that a game does not count, and tell it of the player at this row."""
        status = status_of(concept)
        return Decision(
            self.tell(concept, which, Tier.EXCLUDE, row, int(self.games.round[game]), **given), status, games=(game,)
        )

    def exclude_result(self, concept: Concept[Any], which: str, row: int, **given: Any) -> Decision:
        """Decide that a player's own result does not count; for his opponents his games do."""
        status = status_of(concept)
        return Decision(self.tell(concept, which, Tier.EXCLUDE, row, **given), status, entries=(row,))

    def tell(
        self,
        concept: Concept[Any],
        which: str,
        tier: Tier,
        row: int | None = None,
        turn: int | None = None,
        **given: Any,
    ) -> Finding:
        """A finding of this concept: `which` sentence, about the event, a player (row) or his game of a round."""
        line = column = 0
        number = None
        if row is not None:
            player = self.player(row)
            number = player.number
            given.setdefault("name", self.name(row))
            line, column = player.line, 1
            if turn is not None:
                line = int(self.report.cells.line[row, turn - 1]) or line
                column = int(self.report.cells.column[row, turn - 1]) or column
        place, articles = Place(self.report.file, line, column), self.book.articles(concept)[:1]
        finding = tell(f"{concept.name}/{which}", tier, place, **given)
        return finding._replace(articles=articles, player=number, round=turn)


def federation_of(player: Player, known: KnownPlayer | None, registered: bool) -> str:
    """A player's federation as it is known, or else as printed; a registry that knows him answers alone."""
    if known is not None and (known.federation or registered):
        return known.federation.upper()
    return player.federation.upper()


def read_control(report: Report, facts: EventFacts, answers: frozenset[str]) -> TimeControl | Unread | None:
    """The time control of an event: the encoded record by its own rule, anything else as people write it."""
    if not facts.time_control:
        return None
    record = report.as_printed(ENCODED)
    if "time_control" not in answers and record is not None and record.text == facts.time_control:
        return parse_encoded(facts.time_control)
    return parse(facts.time_control)
