"""What the law lets `admission` decide before and after the games: registration, arbiters, members, reports."""

from __future__ import annotations

from typing import ClassVar, Literal

from arpad.frozen import dataclass
from arpad.law.rules.concept import Authority, By, Concept, Room, Said
from arpad.law.rules.ranges import DayCount, ListCount, MonthCount, RatingPoints

# --- registration -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Registered:
    """The event is registered with the federation that keeps the list."""

    method: ClassVar[str] = "registered"
    over_the_board: bool  # the text says so in words


@dataclass(frozen=True)
class Agreed:
    """The event is agreed with the federation, its branches, the commission or an authorised regional federation."""

    method: ClassVar[str] = "agreed"


@dataclass(frozen=True)
class NoticeDays:
    """Registered at least so many days before the start."""

    method: ClassVar[str] = "days"
    days: DayCount


@dataclass(frozen=True)
class NoticeMonths:
    """Registered at least so many months before the start."""

    method: ClassVar[str] = "months"
    months: MonthCount


@dataclass(frozen=True)
class TopPlayers:
    """Longer notice when a player, or a woman, is rated above these."""

    method: ClassVar[str] = "top-players"
    days: DayCount
    above: RatingPoints
    above_women: RatingPoints


@dataclass(frozen=True)
class Norms:
    """Longer notice when title norms can be made."""

    method: ClassVar[str] = "norms"
    days: DayCount


@dataclass(frozen=True)
class SaysRated:
    """The regulations of the event say that it is rated."""

    method: ClassVar[str] = "says-rated"


@dataclass(frozen=True)
class UnlessUnrated:
    """Every event is sent in, unless the invitation said that it is unrated and the arbiter did before the start."""

    method: ClassVar[str] = "unless-unrated"


REGISTERED_EVENT = Concept[Registered | Agreed](
    "registered-event", Room.ADMISSION, "only known events are rated", (Registered, Agreed)
)
REGISTRATION_NOTICE = Concept[NoticeDays | NoticeMonths](
    "registration-notice",
    Room.ADMISSION,
    "how long before the start an event is registered",
    (NoticeDays, NoticeMonths),
)
EARLY_REGISTRATION = Concept[TopPlayers | Norms](
    "early-registration", Room.ADMISSION, "which events need longer notice", (TopPlayers, Norms)
)
LATE_REGISTRATION = Concept[By]("late-registration", Room.ADMISSION, "who may accept a late registration", (By,))
LATE_EARLY_REGISTRATION = Concept[By](
    "late-early-registration",
    Room.ADMISSION,
    "who may accept a late registration of an event with longer notice",
    (By,),
)
HYBRID_EVENT = Concept[By]("hybrid-event", Room.ADMISSION, "who approves hybrid events", (By,))
REGISTERED_SCHEDULE = Concept[Said](
    "registered-schedule", Room.ADMISSION, "the days of the rounds are registered, too", (Said,)
)
ANNOUNCED_EVENT = Concept[SaysRated | UnlessUnrated](
    "announced-event",
    Room.ADMISSION,
    "whether players know beforehand that the event is rated",
    (SaysRated, UnlessUnrated),
)
LICENSED_ARBITERS = Concept[Said]("licensed-arbiters", Room.ADMISSION, "all arbiters hold a licence", (Said,))

# --- reports ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReportDays:
    """The chief arbiter reports within some days of the end, the rating officer sends it on within others. A later
    report is told, or the office is asked whether it is accepted."""

    method: ClassVar[str] = "days"
    arbiter_days: DayCount
    officer_days: DayCount
    officer_late: Literal["told", "asked"] = "told"


@dataclass(frozen=True)
class ReportByList:
    """In time for the list of the event's month, or the next one near the month's end; after the last list never."""

    method: ClassVar[str] = "by-list"
    near_end_days: DayCount  # so many days or fewer from the event's end to the month's end
    last_list: ListCount  # counted from the first list after the end


@dataclass(frozen=True)
class ReportByMonthEnd:
    """Within the month in which the event ends."""

    method: ClassVar[str] = "month-end"


@dataclass(frozen=True)
class RefusedAfter:
    """This authority may refuse a report that comes more than so many months after the end."""

    months: MonthCount
    authority: Authority


REPORT_DEADLINE = Concept[ReportDays | ReportByList | ReportByMonthEnd](
    "report-deadline", Room.ADMISSION, "by when an event is reported", (ReportDays, ReportByList, ReportByMonthEnd)
)
LATE_REPORT = Concept[RefusedAfter](
    "late-report", Room.ADMISSION, "when a report may be refused as late", (RefusedAfter,)
)
HYBRID_GAME_SCORES = Concept[Said]("hybrid-game-scores", Room.ADMISSION, "hybrid events send all game scores", (Said,))
