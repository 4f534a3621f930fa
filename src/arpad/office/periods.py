"""The periods desk: which list is due, what it would be, and its publication.

A list is published once, as somebody saw it: what was previewed is what is published, and whatever changed since must
be looked at again. It never changes afterwards, so whoever publishes must have confirmed it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from arpad.days import Month
from arpad.explain.since import SinceCause, SinceKind, SinceMove, SincePreview
from arpad.explain.summary import ListSummary
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law import LawError
from arpad.law.calendar import closing_day, next_list
from arpad.office.desk import Desk
from arpad.office.proving.points import after_publication
from arpad.office.publication import publish as publishing
from arpad.office.publication import since_preview as since
from arpad.office.publication.due import NO_MONTH, Which, due_list, first_day, list_to_publish, newest_list
from arpad.office.publication.publish import Publication
from arpad.office.publication.storing import seal_of
from arpad.office.publication.summary import summary
from arpad.office.revising.noting import note
from arpad.office.rolls import COMPUTED, kind_of, missing, newest

__all__ = [
    "NO_MONTH", "ListSummary", "Publication", "Publish", "SinceCause", "SinceKind", "SinceMove", "SincePreview",
    "Status", "Which", "preview", "publish", "since_preview", "status",
]  # fmt: skip

DUE = Which()


@dataclass(frozen=True)
class Publish:
    """A request to publish a list. It cannot be undone, so it must be confirmed."""

    which: Which = DUE
    why: str = ""
    confirmed: bool = False


@dataclass(frozen=True)
class Status:
    """The state of a rating period: which list is next, when it closes, and whether it is published."""

    series: str
    list_: Month  # that is meant
    newest: Month
    next_: Month  # 0 where no edition covers it
    closes: date | None  # the last day on which an event of the next list may end
    due: bool  # the next list can be made
    published: bool  # the list that is meant
    sha256: str  # its seal, where it is published


def status(desk: Desk, which: Which) -> Status:
    """The state of the rating period of a list, or of the list that is due."""
    with desk.reading() as connection:
        meant = list_to_publish(connection, which, desk.today())
        last, sha256 = Month(newest(connection, meant.series)), seal_of(connection, meant.series, meant.list_)
        if not last:
            raise missing(meant.series)
        if kind_of(connection, meant.series) != COMPUTED:
            raise Misuse("series-imported", series=meant.series)
    following, closes = _next(meant.series, last)
    due = closes is not None and desk.today() > closes
    return Status(meant.series, meant.list_, last, following, closes, due, bool(sha256), sha256)


def _next(series: str, last: Month) -> tuple[Month, date | None]:
    """The list after the newest one and its closing day; month 0 and None where no edition covers them."""
    try:
        following = next_list(series, first_day(last))
        return Month.of(following), closing_day(series, following)
    except LawError:
        return NO_MONTH, None


def preview(desk: Desk, which: Which, provisional: bool = False) -> ListSummary:
    """Compute the list that is due without publishing it, and store a hash of its inputs.

    A provisional preview is possible on any day since the previous list is in force; it cannot be published.
    """
    with desk.reading() as connection:
        meant = due_list(connection, which)
    draft = publishing.preview(desk, meant.series, meant.list_, provisional)
    with desk.reading() as connection:
        return replace(summary(connection, draft), provisional=draft.inputs.provisional)


def since_preview(desk: Desk, which: Which) -> SincePreview:
    """What changed between the last preview of a list and the published list, and through which acts."""
    with desk.reading() as connection:
        meant = newest_list(connection, which, COMPUTED)
        return since.since_preview(connection, meant.series, meant.list_)


def publish(desk: Desk, request: Publish) -> Publication:
    """Publish the list as it was previewed; publishing it again changes nothing.

    An office with a key then makes a signed checkpoint of its log."""
    meant = status(desk, request.which)
    if not (request.confirmed or meant.published or desk.dry):
        raise Misuse("publish-unconfirmed", Remedy.to("say-yes"), list=meant.list_, series=meant.series)
    published = publishing.publish(desk, meant.series, meant.list_, request.why, note)
    if not (published.already or desk.dry):
        after_publication(desk)
    return published
