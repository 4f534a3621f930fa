"""What an office should be like, kept in plain values: people, events and where they stand, what counts on which list.

Written from the docs alone: nothing here reads the project, and no rating is computed. `simulated_office` does the same
things to this and to a real office, and compares. Players have the numbers of `revisions_made`, days are dates, a list
is called by the number of its month.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

DAY = timedelta(days=1)
ROUNDS = 4
PATIENCE = 7  # days for an appeal
LAST = 3  # the list after which an event is on none any more
Results = Mapping[tuple[int, int], str]
LeftOut = frozenset[tuple[int, int | None]]  # start number, and the round or all of them

# what may happen to an event that stands somewhere, and where it stands afterwards; "=": where it stood
MOVES: Mapping[str, Mapping[str, str]] = {
    "report": {
        "registered": "reported", "reported": "reported", "admitted": "reported", "refused": "reported",
        "appealed": "reported", "withdrawn": "reported",
    },
    "admit": {"reported": "admitted", "admitted": "admitted", "appealed": "admitted"},
    "refuse": {"reported": "refused", "admitted": "refused", "appealed": "refused"},
    "appeal": {"refused": "appealed"},
    "withdraw": {
        "registered": "withdrawn", "reported": "withdrawn", "admitted": "withdrawn", "refused": "withdrawn",
        "appealed": "withdrawn",
    },
    "exclude": {"registered": "=", "reported": "=", "appealed": "=", "admitted": "reported"},
}  # fmt: skip
WAITS_WHILE_HELD = ("admit", "refuse", "appeal")


def month_after(list_: int, months: int = 1) -> int:
    years, rest = divmod(list_ // 100 * 12 + list_ % 100 - 1 + months, 12)
    return 100 * years + rest + 1


def first_of(list_: int) -> date:
    return date(list_ // 100, list_ % 100, 1)


def month_of(day: date) -> int:
    return 100 * day.year + day.month


def closing(list_: int) -> date:
    """The last day on which an event may end to be on a list."""
    return first_of(list_) - 3 * DAY


@dataclass(frozen=True)
class Content:
    """A report as it was kept: what it says, when it came, and its bytes."""

    results: Results
    came: date
    body: bytes


@dataclass
class Booked:
    """An event."""

    code: str
    start: date
    players: tuple[int, ...]
    contents: list[Content] = field(default_factory=list)
    stands: int = -1  # which content; -1: none came
    under: str = "registered"
    held: bool = False
    refused_on: date = date.min
    left_out: LeftOut = frozenset()
    enters: int = 0  # the list for which it was admitted
    admitted: tuple[int, LeftOut, int] | None = None  # content, what is left out of it, and the list
    rated: int = 0
    annulled: bool = False

    @property
    def end(self) -> date:
        return self.start + (ROUNDS - 1) * DAY

    @property
    def where(self) -> str:
        if self.annulled:
            return "annulled"
        if self.rated:
            return "rated"
        return "held" if self.held else self.under

    @property
    def first_list(self) -> int:
        """The first list that is still open when it ends."""
        after = month_after(month_of(self.end))
        return after if self.end <= closing(after) else month_after(after)

    @property
    def last_list(self) -> int:
        return month_after(month_of(self.end), LAST)

    def may(self, act: str) -> bool:
        if self.rated:
            return False
        if act in ("hold", "release"):
            return self.held == (act == "release")
        return self.under in MOVES[act] and not (self.held and act in WAITS_WHILE_HELD)

    def move(self, act: str) -> None:
        if act in ("hold", "release"):
            self.held = act == "hold"
            return
        then = MOVES[act][self.under]
        self.under = self.under if then == "=" else then

    @property
    def content(self) -> Content:
        return self.contents[self.stands]


@dataclass
class Model:
    """Everything that was done to an office and held."""

    today: date
    lists: list[int]  # the opening list first
    births: dict[int, int]  # of everybody who is registered
    regions: dict[int, str] = field(default_factory=dict)
    events: dict[str, Booked] = field(default_factory=dict)
    merged: dict[int, tuple[int, int]] = field(default_factory=dict)  # who is gone: into whom, and the newest list then
    corrections: dict[int, dict[int, int]] = field(default_factory=dict)  # by list and player
    cases: dict[str, frozenset[str]] = field(default_factory=dict)  # that are open, and what each touches
    approved: int = 0
    born_right: dict[int, int] = field(default_factory=dict)  # births that a case put right
    always_one: dict[int, tuple[int, int]] = field(default_factory=dict)  # by a case: into whom, and the newest list
    wrote_on: date = date.min  # the day of the newest entry of the log

    @property
    def newest(self) -> int:
        return self.lists[-1]

    @property
    def next_list(self) -> int:
        return month_after(self.newest)

    def due(self) -> bool:
        return self.today > closing(self.next_list)

    def person(self, player: int) -> int:
        """As whom somebody counts."""
        for known in (self.merged, self.always_one):
            if player in known:
                return self.person(known[player][0])
        return player

    # --- events ---------------------------------------------------------------------------------------------------

    def list_for(self, event: Booked, came: date) -> int:
        """The list that a report enters; 0: none, it is too late or the list of its first day is not there."""
        known = max(came, first_of(self.newest))
        if known >= first_of(event.last_list) or month_of(event.start) not in self.lists:
            return 0
        people = [self.person(player) for player in event.players]
        if len(set(people)) < len(people):
            return 0
        return event.first_list if first_of(event.first_list) > known else month_after(month_of(known))

    def admission(self, event: Booked) -> str:
        """What becomes of an event that is to be admitted."""
        if not event.may("admit"):
            return "refused"
        list_ = self.list_for(event, event.content.came)
        if not list_:
            return "left"
        now = event.stands, event.left_out, list_
        return "unchanged" if event.under == "admitted" and event.admitted == now else "admitted"

    def admit(self, event: Booked) -> None:
        event.move("admit")
        event.admitted = event.stands, event.left_out, self.list_for(event, event.content.came)

    def taken(self, event: Booked, results: Results, instead: bool) -> str:
        """What becomes of a report at the door."""
        known = [at for at, each in enumerate(event.contents) if each.results == results]
        if event.end > self.today:
            return "refused"
        if known:
            return "accepted" if event.under == "withdrawn" and not event.rated else "exists"
        if not event.may("report") or (event.under == "admitted" and not instead):
            return "refused"
        return "accepted"

    def take(self, event: Booked, results: Results, body: bytes) -> None:
        known = [at for at, each in enumerate(event.contents) if each.results == results]
        if not known:
            event.contents.append(Content(results, self.today, body))
            known = [len(event.contents) - 1]
        event.stands = known[0]
        event.move("report")

    def counting(self) -> list[Booked]:
        """The events that the next list has."""
        found = []
        for event in self.events.values():
            if event.where == "admitted" and event.admitted is not None:
                enters = event.admitted[2]
                over = enters <= event.last_list < self.next_list
                if enters <= self.next_list and not over:
                    found.append(event)
        return found

    def publish(self) -> None:
        for event in self.counting():
            event.rated = self.next_list
        self.lists.append(self.next_list)

    def rated(self) -> Iterator[Booked]:
        """The events that count somewhere, by their first day."""
        return (event for event in sorted(self.events.values(), key=lambda each: each.start) if event.where == "rated")

    def free(self, subject: str) -> bool:
        """Whether no open case touches something."""
        return not any(subject in touched for touched in self.cases.values())
