"""Decide where an event stands, out of what happened to it, and what may happen next.

    registered -> reported -> admitted -> rated
                     |  ^        |
                     v  +--------+ (new facts, an override or an exclusion: it is to be admitted anew)
                  refused -> appealed -> admitted or refused

    registered -> registration refused -> registration appealed -> registered or registration refused

An event, or a part of a long one, may be held and released at any time before it is rated, and withdrawn; a new report
brings it back. What has a refused registration takes no report until that is taken back. Nothing is ever taken out of
the book: where an event stands is a function of its decisions, in order. What is rated is closed: a mistake in it is a
case (`office.revisions`), which puts right what lists should have said and never a list that was published.
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
    """Where an event, or a part of it, stands."""

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
    """What can happen to an event."""

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
"""What is decided about the event as a whole holds for each of its parts: also about those that are reported later."""
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
"""What waits while an event is held."""


@dataclass(frozen=True)
class Life:
    """Where an event stands, hold or no hold."""

    under: Standing | None = None  # None: nothing happened yet
    held: bool = False
    rated: Month = NO_LIST

    @property
    def where(self) -> Standing:
        if self.under is S.ANNULLED:
            return S.ANNULLED
        if self.rated:
            return S.RATED
        return S.HELD if self.held else self.under or S.REGISTERED

    def possible(self) -> tuple[Kind, ...]:
        """What may happen next."""
        if self.rated:
            return ()
        if self.under is None:
            return (K.REGISTERED,)
        unsaid = (K.INCLUDED, *OF_STAGES, *(STOPPED if self.held else ()))  # to take back goes with to exclude
        moves = [kind for kind in NEXT[self.under] if kind not in unsaid]
        return (*moves, K.RELEASED if self.held else K.HELD)

    def then(self, kind: Kind) -> Life:
        """Where it stands after this; what is not possible is refused by `must`."""
        if kind in ALWAYS:
            return Life(self.under, kind == K.HELD, self.rated)
        if kind in OF_REVISIONS:
            return Life(OF_REVISIONS[kind], False, self.rated)
        if self.under is None:
            return Life(S.REGISTERED if kind == K.REGISTERED else S.REPORTED, self.held, self.rated)
        return Life(NEXT.get(self.under, {}).get(kind, self.under), self.held, self.rated)

    def must(self, kind: Kind, event: str) -> None:
        """Refuse what is not possible, and say what is."""
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
    """What an officer does so that this happens."""
    return Note.of(f"act/{kind}")


def command_of(kind: Kind, event: str, part: int = 0) -> str:
    """How he does it, as the command line says it, of an event or of one of its parts."""
    if part and kind == Kind.REPORTED:
        return advise(Remedy.to("act/reported-part", event=event, part=part))
    named = event if not part or kind in WITHOUT_A_PART else f"{event}/{part}"
    return advise(Remedy.to(f"act/{kind}", event=named))


def life(kinds: Iterable[str], rated: int = 0) -> Life:
    """The life of an event out of what happened, in order."""
    now = Life(rated=Month(rated))
    for kind in kinds:
        now = now.then(Kind(kind))
    return now


def standing(kinds: Iterable[str], rated: int = 0) -> Standing:
    """Where an event stands. Many have the same things behind them."""
    return _standing(tuple(kinds), rated)


@lru_cache(4096)
def _standing(kinds: tuple[str, ...], rated: int) -> Standing:
    return life(kinds, rated).where
