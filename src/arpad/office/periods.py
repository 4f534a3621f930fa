"""The periods desk: which list is due, its preview, and its publication.

A list is published once, exactly as it was previewed. After a change of its inputs it must be previewed again. A
published list never changes, so publishing needs a confirmation.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from arpad.days import Month
from arpad.explain.list_preview import ListSummary, SinceCause, SinceKind, SinceMove, SincePreview
from arpad.finding import Note, Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import LawError
from arpad.law.calendar import closing_day, list_day, next_list
from arpad.office.acts import Permission, Subject, act
from arpad.office.cases.list_differences import store_noted_differences
from arpad.office.desk import Desk
from arpad.office.proving.signed_checkpoints import checkpoint_after_publication
from arpad.office.publishing import previews as since
from arpad.office.publishing import publish as publishing
from arpad.office.publishing.candidate_events import events_awaited_by_empty_list
from arpad.office.publishing.choose_list import (
    NO_MONTH,
    ListChoice,
    due_if_unnamed,
    list_to_publish,
    newest_if_unnamed,
)
from arpad.office.publishing.list_draft import summarise_draft
from arpad.office.publishing.list_storage import seal_of_published_list
from arpad.office.publishing.publish import Publication
from arpad.office.rolls import COMPUTED, missing_list_error, newest_published_list, series_kind

__all__ = [
    "NO_MONTH",
    "ListChoice",
    "ListSummary",
    "PeriodStatus",
    "Publication",
    "PublishRequest",
    "SinceCause",
    "SinceKind",
    "SinceMove",
    "SincePreview",
    "awaited_events_note",
    "preview_list",
    "publish_list",
    "show_changes_since_preview",
    "show_period_status",
]  # fmt: skip

DUE_LIST = ListChoice()


@dataclass(frozen=True)
class PublishRequest:
    """A request to publish a list, by default the next one. It cannot be undone, so it must be confirmed."""

    which: ListChoice = DUE_LIST
    why: str = ""
    confirmed: bool = False
    empty: bool = False  # publish it also without an event, although registered events could enter it


@dataclass(frozen=True)
class PeriodStatus:
    """The state of a rating period: which list is meant and next, when the next one closes, and what is published."""

    series: str
    list_: Month  # that is meant
    newest: Month
    next_: Month  # 0 where no edition covers it
    closes: date | None  # the last day on which an event of the next list may end
    due: bool  # the next list can be made
    published: bool  # the list that is meant
    sha256: str  # its seal, where it is published
    awaited: tuple[str, ...] = ()  # events that could enter the list that is meant, if no event enters it now


def show_period_status(desk: Desk, which: ListChoice) -> PeriodStatus:
    """Return the state of the rating period of a list; if none is named, of the next list, or of the newest one
    while the next cannot be made. Refuses a series without lists and an imported one. Nothing is stored."""
    with desk.reading() as connection:
        meant = list_to_publish(connection, which, desk.today())
        last, sha256 = (
            Month(newest_published_list(connection, meant.series)),
            seal_of_published_list(connection, meant.series, meant.list_),
        )
        if not last:
            raise missing_list_error(meant.series)
        if series_kind(connection, meant.series) != COMPUTED:
            raise UserError("series-imported", series=meant.series)
        following, closes = _next_list_and_closing_day(meant.series, last)
        awaited: tuple[str, ...] = ()
        if closes is not None and meant.list_ == following:
            awaited = events_awaited_by_empty_list(connection, meant.series, following, closes)
    due = closes is not None and desk.today() > closes
    return PeriodStatus(meant.series, meant.list_, last, following, closes, due, bool(sha256), sha256, awaited)


NAMED_EVENTS = 5  # of those that could enter an empty list


def awaited_events_note(status: PeriodStatus) -> Note:
    """Return the question whether a list may be published without an event, naming the first events that wait."""
    events = status.awaited[:NAMED_EVENTS]
    about = {"series": status.series, "list": status.list_, "events": events, "count": len(status.awaited)}
    return Note.of("question/publish-empty", **about, more=len(status.awaited) > len(events))


def _next_list_and_closing_day(series: str, last: Month) -> tuple[Month, date | None]:
    """Return the list after `last` and its closing day; month 0 and None if no edition of the rules covers it."""
    try:
        following = next_list(series, list_day(series, last))
        return Month.of(following), closing_day(series, following)
    except LawError:
        return NO_MONTH, None


@dataclass(frozen=True)
class PreviewRequest:
    """A request to preview a list, by default the next one; a provisional preview is possible before it is due."""

    which: ListChoice = DUE_LIST
    provisional: bool = False


def preview_list(desk: Desk, which: ListChoice, provisional: bool = False) -> ListSummary:
    """Compute the next list without publishing it, store the preview, and return a summary. Refuses a list that is
    not the next one or not due. A provisional preview is possible from the day after the newest list on; it
    cannot be published."""
    return store_preview(desk, PreviewRequest(which, provisional))


@act("preview-list", about=Subject.SERIES, permission=Permission.PUBLISH, job=True)
def store_preview(desk: Desk, request: PreviewRequest) -> ListSummary:
    """Do what `preview_list` says."""
    with desk.reading() as connection:
        meant = due_if_unnamed(connection, request.which)
    draft = publishing.preview_list(desk, meant.series, meant.list_, request.provisional)
    with desk.reading() as connection:
        return replace(summarise_draft(connection, draft), provisional=draft.inputs.provisional)


def show_changes_since_preview(desk: Desk, which: ListChoice) -> SincePreview:
    """Return what changed between the last preview of a list that had other inputs and the published list, and by
    which log entries. Refuses a list that was published without a stored preview."""
    with desk.reading() as connection:
        meant = newest_if_unnamed(connection, which, COMPUTED)
        return since.changes_since_preview(connection, meant.series, meant.list_)


def publish_list(desk: Desk, request: PublishRequest) -> Publication:
    """Publish the list as it was previewed, then make a signed checkpoint if the office has a key. Publishing it
    again changes nothing. Refuses a list that is not confirmed, was not previewed, or whose inputs changed since.
    A dry desk needs no confirmation and makes no checkpoint."""
    published = enter_publication(desk, request)
    if not (published.already or desk.dry):
        checkpoint_after_publication(desk)
    return published


@act("publish-list", about=Subject.SERIES, permission=Permission.PUBLISH, second_person=True, job=True)
def enter_publication(desk: Desk, request: PublishRequest) -> Publication:
    """Publish the list as it was previewed, without a checkpoint: see `publish_list`. A list without an event is
    refused while registered events could enter it, unless the request says that it may be empty."""
    meant = show_period_status(desk, request.which)
    if not (request.confirmed or meant.published or desk.dry):
        raise UserError("publish-unconfirmed", Remedy.to("say-yes"), list=meant.list_, series=meant.series)
    if meant.awaited and not (request.empty or desk.dry):
        remedy = Remedy.to("publish-empty", series=meant.series, event=meant.awaited[0])
        raise UserError("publish-empty", remedy, **dict(awaited_events_note(meant).fields))
    return publishing.publish_list(desk, meant.series, meant.list_, request.why, store_noted_differences)
