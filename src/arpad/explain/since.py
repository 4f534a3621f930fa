"""What has changed between a preview and the list that was published: whose number, and through what."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from arpad.days import Month
from arpad.frozen import dataclass


class SinceKind(StrEnum):
    """Through what a list is another than its preview was."""

    EVENT_CAME = "event-came"
    EVENT_GONE = "event-gone"  # withdrawn, held, refused, or to be admitted anew
    EVENT_CHANGED = "event-changed"  # another report, or games excluded or included
    CORRECTION = "correction"
    FACTS = "facts"  # of players
    MERGE = "merge"
    CASE = "case"  # approved: what earlier lists said is put right on this one
    LIST_BESIDE = "list-beside"  # of another series, which this one reads
    LAW = "law"


@dataclass(frozen=True)
class SinceCause:
    """Something that happened since: to what, when, by whom and why."""

    kind: SinceKind
    subject: str  # an event, a player's number, the facts, a case, a series and its list, an edition
    day: date | None
    who: str | None
    why: str | None


@dataclass(frozen=True)
class SinceMove:
    """A player of whom the list says something else than the preview did; 0 is unrated."""

    id: int
    name: str
    previewed: int
    published: int
    by: tuple[str, ...]  # the subjects of the causes that are about him


@dataclass(frozen=True)
class SincePreview:
    """What has changed since a preview."""

    series: str
    list: Month
    previewed: date
    who: str
    provisional: bool
    causes: tuple[SinceCause, ...]
    players: int  # of whom the list says something else
    moved: tuple[SinceMove, ...]  # the largest of these changes
