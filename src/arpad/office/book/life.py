"""The status of an event, computed from the decisions about it, and the decisions that are possible next.

    registered -> reported -> admitted -> rated
                     |  ^        |
                     v  +--------+ (new facts, an override or an exclusion: it is to be admitted anew)
                  refused -> appealed -> admitted or refused

    registered -> registration refused -> registration appealed -> registered or registration refused

An event, or one part of it, may be held, released and withdrawn at any time before it is rated; a new report brings a
withdrawn one back. A refused registration takes no report until it is restored. No decision is ever deleted: the status
is a function of the decisions in order. A rated event takes no further decision; a mistake in it is a case
(`office.revisions`), which says what lists should have been and never changes a published list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from arpad.days import Month
from arpad.finding import Misuse, Note, Remedy
from arpad.frozen import dataclass
from arpad.messages import advise


class Standing(StrEnum):
    """The status of an event or of one part of it."""

    REGISTERED = "registered"
    REPORTED = "reported"
    ADMITTED = "admitted"
    REFUSED = "refused"
    APPEALED = "appealed"
    WITHDRAWN = "withdrawn"
    HELD = "held"
    RATED = "rated"
    REGISTRATION_REFUSED = "registration-refused"
    REGISTRATION_APPEALED = "registration-appealed"
    ANNULLED = "annulled"


class Kind(StrEnum):
    """The kinds of decisions about an event."""

    REGISTERED = "registered"  # also: its facts were changed
    REPORTED = "reported"
    ADMITTED = "admitted"
    REFUSED = "refused"
    APPEALED = "appealed"
    HELD = "held"
    RELEASED = "released"
    OVERRIDDEN = "overridden"
    EXCLUDED = "excluded"
    INCLUDED = "included"  # an exclusion was taken back
    WITHDRAWN = "withdrawn"
    ENDED = "ended"  # of an event in parts: no further part comes
    RESUMED = "resumed"  # that was taken back
    JOINED = "joined"  # with other stages, as one event
    PARTED = "parted"  # that was taken back
    REGISTRATION_REFUSED = "registration-refused"
    REGISTRATION_APPEALED = "registration-appealed"
    REGISTRATION_RESTORED = "registration-restored"  # the refusal was taken back
    REVISED = "revised"  # after publication: what was admitted is put right, by a case
    ANNULLED = "annulled"  # after publication: it should not have been rated, by a case


K, S = Kind, Standing
NO_LIST = Month(0)
OF_REVISIONS = {K.REVISED: S.ADMITTED, K.ANNULLED: S.ANNULLED}
ALWAYS = (K.HELD, K.RELEASED)
OF_REGISTRATION = (K.REGISTRATION_REFUSED, K.REGISTRATION_APPEALED, K.REGISTRATION_RESTORED)
OF_STAGES = (K.JOINED, K.PARTED)
OF_EVENTS = (K.REGISTERED, K.HELD, K.RELEASED, K.EXCLUDED, K.INCLUDED, K.ENDED, K.RESUMED)
OF_ALL_PARTS = (*OF_EVENTS, *OF_REGISTRATION, *OF_STAGES)
"""Decisions about the whole event that hold for each of its parts, also for parts that are reported later."""
WITHOUT_A_PART = (K.REGISTERED, K.ENDED, K.RESUMED, *OF_REGISTRATION, *OF_STAGES)  # never said of a part alone

NEXT: Mapping[Standing, Mapping[Kind, Standing]] = MappingProxyType(
    {
        S.REGISTERED: {
            K.REGISTERED: S.REGISTERED, K.REPORTED: S.REPORTED, K.EXCLUDED: S.REGISTERED, K.INCLUDED: S.REGISTERED,
            K.WITHDRAWN: S.WITHDRAWN, K.REGISTRATION_REFUSED: S.REGISTRATION_REFUSED, K.JOINED: S.REGISTERED,
            K.PARTED: S.REGISTERED,
        },
        S.REPORTED: {
            K.REGISTERED: S.REPORTED, K.REPORTED: S.REPORTED, K.ADMITTED: S.ADMITTED, K.REFUSED: S.REFUSED,
            K.OVERRIDDEN: S.REPORTED, K.EXCLUDED: S.REPORTED, K.INCLUDED: S.REPORTED, K.WITHDRAWN: S.WITHDRAWN,
            K.JOINED: S.REPORTED, K.PARTED: S.REPORTED,
        },
        S.ADMITTED: {
            K.REGISTERED: S.REPORTED, K.REPORTED: S.REPORTED, K.ADMITTED: S.ADMITTED, K.REFUSED: S.REFUSED,
            K.OVERRIDDEN: S.REPORTED, K.EXCLUDED: S.REPORTED, K.INCLUDED: S.REPORTED, K.WITHDRAWN: S.WITHDRAWN,
            K.JOINED: S.REPORTED, K.PARTED: S.REPORTED,
        },
        S.REFUSED: {
            K.REGISTERED: S.REFUSED, K.REPORTED: S.REPORTED, K.APPEALED: S.APPEALED, K.WITHDRAWN: S.WITHDRAWN,
        },
        S.APPEALED: {
            K.REGISTERED: S.APPEALED, K.REPORTED: S.REPORTED, K.ADMITTED: S.ADMITTED, K.REFUSED: S.REFUSED,
            K.OVERRIDDEN: S.APPEALED, K.EXCLUDED: S.APPEALED, K.INCLUDED: S.APPEALED, K.WITHDRAWN: S.WITHDRAWN,
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
UNREGISTERED = (S.REGISTRATION_REFUSED, S.REGISTRATION_APPEALED)
STOPPED = (K.ADMITTED, K.REFUSED, K.APPEALED, *OF_REGISTRATION)
"""Decisions that are not possible while an event is held."""


@dataclass(frozen=True)
class Life:
    """The state of an event: its status without a hold, whether it is held, and the list that rated it."""

    under: Standing | None = None  # None: there is no decision yet
    held: bool = False
    rated: Month = NO_LIST

    @property
    def where(self) -> Standing:
        """The status as it is shown: rated and held come before the status under it."""
        if self.under is S.ANNULLED:
            return S.ANNULLED
        if self.rated:
            return S.RATED
        return S.HELD if self.held else self.under or S.REGISTERED

    def possible(self) -> tuple[Kind, ...]:
        """The decisions that are possible next."""
        if self.rated:
            return ()
        if self.under is None:
            return (K.REGISTERED,)
        not_listed = (K.INCLUDED, *OF_STAGES, *(STOPPED if self.held else ()))  # included: wherever excluded is
        moves = [kind for kind in NEXT[self.under] if kind not in not_listed]
        return (*moves, K.RELEASED if self.held else K.HELD)

    def then(self, kind: Kind) -> Life:
        """The state after a decision. It is not checked whether the decision is possible: `must` does that."""
        if kind in ALWAYS:
            return Life(self.under, kind == K.HELD, self.rated)
        if kind in OF_REVISIONS:
            return Life(OF_REVISIONS[kind], False, self.rated)
        if self.under is None:
            return Life(S.REGISTERED if kind == K.REGISTERED else S.REPORTED, self.held, self.rated)
        return Life(NEXT.get(self.under, {}).get(kind, self.under), self.held, self.rated)

    def must(self, kind: Kind, event: str) -> None:
        """Refuse a decision that is not possible; the error lists the possible ones."""
        if kind in self.possible() or (kind in OF_STAGES and not self.rated and kind in NEXT.get(self.where, {})):
            return
        if self.rated:
            raise Misuse("event-rated", Remedy.to("propose-revision", event=event), event=event, list=self.rated)
        remedy = Remedy.to("do-what-is-possible", possible=tuple(act_of(each) for each in self.possible()))
        where = {"event": event, "standing": self.where.value, "act": act_of(kind)}
        if self.held and self.under is not None:
            raise Misuse("event-not-possible/held", remedy, **where, under=self.under.value)
        raise Misuse("event-not-possible", remedy, **where)


def act_of(kind: Kind) -> Note:
    """What an officer does to enter such a decision, in words."""
    return Note.of(f"act/{kind}")


def command_of(kind: Kind, event: str, part: int = 0) -> str:
    """The command that enters such a decision about an event or about one of its parts."""
    if part and kind == Kind.REPORTED:
        return advise(Remedy.to("act/reported-part", event=event, part=part))
    name = event if not part or kind in WITHOUT_A_PART else f"{event}/{part}"
    return advise(Remedy.to(f"act/{kind}", event=name))


def life(kinds: Iterable[str], rated: int = 0) -> Life:
    """The state of an event after these decisions, in order; `rated` is the list that rated it."""
    state = Life(rated=Month(rated))
    for kind in kinds:
        state = state.then(Kind(kind))
    return state


def standing(kinds: Iterable[str], rated: int = 0) -> Standing:
    """The status of an event after these decisions; remembered, because many events have the same ones."""
    return _standing(tuple(kinds), rated)


@lru_cache(4096)
def _standing(kinds: tuple[str, ...], rated: int) -> Standing:
    """The status after these decisions."""
    return life(kinds, rated).where
