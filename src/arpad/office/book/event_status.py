"""The states of an event (or of one part of it), the decisions that are possible in each, and the state after a
decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from arpad.days import Month
from arpad.finding import Note, Remedy, UserError
from arpad.frozen import dataclass
from arpad.messages import advise


class EventStatus(StrEnum):
    """The status of an event or of one part of it."""

    REGISTERED = "registered"
    REPORTED = "reported"
    ADMITTED = "admitted"
    SENT = "sent"  # to the authority that makes the lists of its series
    REFUSED = "refused"
    APPEALED = "appealed"
    WITHDRAWN = "withdrawn"
    HELD = "held"
    RATED = "rated"
    REGISTRATION_REFUSED = "registration-refused"
    REGISTRATION_APPEALED = "registration-appealed"
    ANNULLED = "annulled"


class DecisionKind(StrEnum):
    """The kinds of decisions about an event."""

    REGISTERED = "registered"  # also: its facts were changed
    REPORTED = "reported"
    ADMITTED = "admitted"
    SENT = "sent"  # to the authority that makes the lists of its series
    REFUSED = "refused"
    APPEALED = "appealed"
    HELD = "held"
    RELEASED = "released"
    OVERRIDDEN = "overridden"
    EXCLUDED = "excluded"
    INCLUDED = "included"  # an exclusion was taken back
    IDENTIFIED = "identified"  # who a player of the report is; also that this was taken back
    WITHDRAWN = "withdrawn"
    ENDED = "ended"  # of an event in parts: no further part comes
    RESUMED = "resumed"  # that was taken back
    JOINED = "joined"  # with other stages, as one event
    PARTED = "parted"  # that was taken back
    REGISTRATION_REFUSED = "registration-refused"
    REGISTRATION_APPEALED = "registration-appealed"
    REGISTRATION_RESTORED = "registration-restored"  # the refusal was taken back
    REOPENED = "reopened"  # the last admission, refusal or withdrawal was undone
    REVISED = "revised"  # after publication: what was admitted is put right, by a case
    ANNULLED = "annulled"  # after publication: it should not have been rated, by a case


K, S = DecisionKind, EventStatus
NO_LIST = Month(0)
STATUS_AFTER_REVISION = {K.REVISED: S.ADMITTED, K.ANNULLED: S.ANNULLED}
ALWAYS_POSSIBLE = (K.HELD, K.RELEASED)
UNDONE_BY_REOPENING = (K.ADMITTED, K.SENT, K.REFUSED, K.WITHDRAWN)
REGISTRATION_DECISIONS = (K.REGISTRATION_REFUSED, K.REGISTRATION_APPEALED, K.REGISTRATION_RESTORED)
STAGE_DECISIONS = (K.JOINED, K.PARTED)
EVENT_DECISIONS = (K.REGISTERED, K.HELD, K.RELEASED, K.EXCLUDED, K.INCLUDED, K.ENDED, K.RESUMED)
DECISIONS_FOR_ALL_PARTS = (*EVENT_DECISIONS, *REGISTRATION_DECISIONS, *STAGE_DECISIONS)
"""Decisions about the whole event that hold for each of its parts, also for parts that are reported later."""
DECISIONS_NEVER_OF_A_PART = (
    K.REGISTERED,
    K.ENDED,
    K.RESUMED,
    *REGISTRATION_DECISIONS,
    *STAGE_DECISIONS,
)  # never said of a part alone

TRANSITIONS: Mapping[EventStatus, Mapping[DecisionKind, EventStatus]] = MappingProxyType(
    {
        S.REGISTERED: {
            K.REGISTERED: S.REGISTERED, K.REPORTED: S.REPORTED, K.EXCLUDED: S.REGISTERED, K.INCLUDED: S.REGISTERED,
            K.WITHDRAWN: S.WITHDRAWN, K.REGISTRATION_REFUSED: S.REGISTRATION_REFUSED, K.JOINED: S.REGISTERED,
            K.PARTED: S.REGISTERED,
        },
        S.REPORTED: {
            K.REGISTERED: S.REPORTED, K.REPORTED: S.REPORTED, K.ADMITTED: S.ADMITTED, K.REFUSED: S.REFUSED,
            K.OVERRIDDEN: S.REPORTED, K.EXCLUDED: S.REPORTED, K.INCLUDED: S.REPORTED, K.WITHDRAWN: S.WITHDRAWN,
            K.IDENTIFIED: S.REPORTED, K.JOINED: S.REPORTED, K.PARTED: S.REPORTED,
        },
        S.ADMITTED: {
            K.REGISTERED: S.REPORTED, K.REPORTED: S.REPORTED, K.ADMITTED: S.ADMITTED, K.REFUSED: S.REFUSED,
            K.OVERRIDDEN: S.REPORTED, K.EXCLUDED: S.REPORTED, K.INCLUDED: S.REPORTED, K.WITHDRAWN: S.WITHDRAWN,
            K.IDENTIFIED: S.REPORTED, K.JOINED: S.REPORTED, K.PARTED: S.REPORTED, K.SENT: S.SENT,
        },
        S.SENT: {
            K.REGISTERED: S.REPORTED, K.REPORTED: S.REPORTED, K.EXCLUDED: S.REPORTED, K.INCLUDED: S.REPORTED,
            K.IDENTIFIED: S.REPORTED, K.WITHDRAWN: S.WITHDRAWN,
        },
        S.REFUSED: {
            K.REGISTERED: S.REFUSED, K.REPORTED: S.REPORTED, K.APPEALED: S.APPEALED, K.WITHDRAWN: S.WITHDRAWN,
        },
        S.APPEALED: {
            K.REGISTERED: S.APPEALED, K.REPORTED: S.REPORTED, K.ADMITTED: S.ADMITTED, K.REFUSED: S.REFUSED,
            K.OVERRIDDEN: S.APPEALED, K.EXCLUDED: S.APPEALED, K.INCLUDED: S.APPEALED,
            K.IDENTIFIED: S.APPEALED, K.WITHDRAWN: S.WITHDRAWN,
        },
        S.WITHDRAWN: {K.REGISTERED: S.WITHDRAWN, K.REPORTED: S.REPORTED},
        S.REGISTRATION_REFUSED: {
            K.REGISTERED: S.REGISTRATION_REFUSED, K.REGISTRATION_APPEALED: S.REGISTRATION_APPEALED,
            K.REGISTRATION_RESTORED: S.REGISTERED,
        },
        S.REGISTRATION_APPEALED: {
            K.REGISTERED: S.REGISTRATION_APPEALED, K.REGISTRATION_REFUSED: S.REGISTRATION_REFUSED,
            K.REGISTRATION_RESTORED: S.REGISTERED,
        },
    }
)  # fmt: skip
REGISTRATION_REFUSED = (S.REGISTRATION_REFUSED, S.REGISTRATION_APPEALED)
DECISIONS_BLOCKED_BY_HOLD = (K.ADMITTED, K.REFUSED, K.APPEALED, *REGISTRATION_DECISIONS)
"""Decisions that are not possible while an event is held."""


@dataclass(frozen=True)
class EventState:
    """The state of an event: its status without a hold, whether it is held, and the list that rated it."""

    under: EventStatus | None = None  # None: there is no decision yet
    held: bool = False
    rated: Month = NO_LIST
    before: tuple[EventStatus, ...] = ()  # what admissions, refusals and withdrawals ended, the newest last

    @property
    def where(self) -> EventStatus:
        """Return the status as it is shown: annulled, rated and held come before the status under a hold."""
        if self.under is S.ANNULLED:
            return S.ANNULLED
        if self.rated:
            return S.RATED
        return S.HELD if self.held else self.under or S.REGISTERED

    def possible(self) -> tuple[DecisionKind, ...]:
        """Return the kinds of decisions to offer next, none once rated. Join, part and include are left out."""
        if self.rated:
            return ()
        if self.under is None:
            return (K.REGISTERED,)
        not_listed = (
            K.INCLUDED,
            K.SENT,
            *STAGE_DECISIONS,
            *(DECISIONS_BLOCKED_BY_HOLD if self.held else ()),
        )  # included: wherever excluded is
        moves = [kind for kind in TRANSITIONS[self.under] if kind not in not_listed]
        return (*moves, K.RELEASED if self.held else K.HELD)

    def then(self, kind: DecisionKind) -> EventState:
        """Return the state after this kind of decision. It does not check that it is possible: `must` does."""
        if kind in ALWAYS_POSSIBLE:
            return EventState(self.under, kind == K.HELD, self.rated, self.before)
        if kind == K.REOPENED:
            return EventState(self.before[-1], self.held, self.rated, self.before[:-1]) if self.before else self
        if kind in STATUS_AFTER_REVISION:
            return EventState(STATUS_AFTER_REVISION[kind], False, self.rated)
        if self.under is None:
            return EventState(S.REGISTERED if kind == K.REGISTERED else S.REPORTED, self.held, self.rated)
        before = (*self.before, self.under) if kind in UNDONE_BY_REOPENING else self.before
        return EventState(TRANSITIONS.get(self.under, {}).get(kind, self.under), self.held, self.rated, before)

    @property
    def reopenable(self) -> bool:
        """Return whether the newest admission, refusal or withdrawal can be undone."""
        statuses = (S.ADMITTED, S.SENT, S.REFUSED, S.WITHDRAWN)
        return bool(self.before) and self.under in statuses and not (self.held or self.rated)

    def must(self, kind: DecisionKind, event: str) -> None:
        """Refuse a kind of decision that is not possible now. The error names `event` and the possible ones."""
        if (
            kind in self.possible()
            or (kind in STAGE_DECISIONS and not self.rated and kind in TRANSITIONS.get(self.where, {}))
            or (kind == K.REOPENED and self.reopenable)
            or (kind == K.SENT and self.where is S.ADMITTED)
        ):
            return
        if self.rated:
            raise UserError("event-rated", Remedy.to("propose-revision", event=event), event=event, list=self.rated)
        remedy = Remedy.to("do-what-is-possible", possible=tuple(decision_as_action(each) for each in self.possible()))
        where = {"event": event, "standing": self.where.value, "act": decision_as_action(kind)}
        if self.held and self.under is not None:
            raise UserError("event-not-possible/held", remedy, **where, under=self.under.value)
        raise UserError("event-not-possible", remedy, **where)


def decision_as_action(kind: DecisionKind) -> Note:
    """Return in words what an officer does to enter this kind of decision."""
    return Note.of(f"act/{kind}")


def command_for_decision(kind: DecisionKind, event: str, part: int = 0) -> str:
    """Return the text of the command that enters such a decision about an event or, except where impossible, one part.

    Nothing is run or checked. `part` 0 is the whole event."""
    if part and kind == DecisionKind.REPORTED:
        return advise(Remedy.to("act/reported-part", event=event, part=part))
    name = event if not part or kind in DECISIONS_NEVER_OF_A_PART else f"{event}/{part}"
    return advise(Remedy.to(f"act/{kind}", event=name))


def state_after(kinds: Iterable[str], rated: int = 0) -> EventState:
    """Return the state after decisions of these kinds, in order; `rated` is the list that rated it (0: none).

    It is not checked whether each decision was possible."""
    state = EventState(rated=Month(rated))
    for kind in kinds:
        state = state.then(DecisionKind(kind))
    return state


def status_after(kinds: Iterable[str], rated: int = 0) -> EventStatus:
    """Return the status of an event after decisions of these kinds. Cached, because many events have the same ones."""
    return _cached_status_after(tuple(kinds), rated)


@lru_cache(4096)
def _cached_status_after(kinds: tuple[str, ...], rated: int) -> EventStatus:
    """The status after these decisions."""
    return state_after(kinds, rated).where
