"""The facts of an event: check what somebody enters, decide whether the choice of ratings came in time, and compare a
report and its sidecar with the registration.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, field, fields, is_dataclass
from datetime import date
from typing import Any, Self

from arpad.finding import Finding, Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake.codes import shown
from arpad.intake.sidecar import facts_of
from arpad.law import in_force
from arpad.law.rules.rating import RATINGS_USED, StartOrGame
from arpad.model import EventFacts, Report
from arpad.office.book.duplicate_reports import first_and_last_day, normalized_name
from arpad.office.book.event_lookup import RegisteredEvent
from arpad.office.book.office_findings import office_finding
from arpad.timecontrol import TimeControl, parse


@dataclass(frozen=True)
class NamedFacts:
    """Facts of an event with the names of those that were entered; the others stay as they were."""

    facts: EventFacts = field(default_factory=EventFacts)
    named: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        check_facts({name: getattr(self.facts, name, None) for name in self.named})

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """Return facts from their keys, as in a sidecar; refuse an unknown key or a wrong value."""
        return cls(EventFacts(**check_facts(given)), frozenset(given))

    def by_key(self) -> dict[str, Any]:
        """Return only the entered facts, by their keys."""
        return {name: getattr(self.facts, name) for name in sorted(self.named)}

    def to_journal(self) -> Any:
        """Return the entered facts as JSON, as the journal stores them."""
        return facts_as_json(self.by_key())

    @classmethod
    def from_journal(cls, json: Mapping[str, Any]) -> Self:
        """Return the facts that `to_journal` stored."""
        return cls.of(json)


def check_facts(given: Mapping[str, Any], where: str = "facts") -> dict[str, Any]:
    """Return facts by their keys, each checked and typed like a fact of a sidecar. Nothing is stored.

    Refuse an unknown key or a wrong value; the error names `where`."""
    return facts_of(facts_as_json(given), where)


def facts_as_json(value: Any) -> Any:
    """Return facts as JSON values (days as text, tuples as lists); `facts_of` of the sidecar reads them back."""
    if isinstance(value, Mapping):
        return {key: facts_as_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [facts_as_json(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return facts_as_json(asdict(value))
    return value.isoformat() if isinstance(value, date) else value


RATINGS_AT, DEFAULT_RATINGS_AT = "ratings_at", "start"


def chosen_ratings(facts: Mapping[str, Any]) -> str:
    """Return which ratings the organiser chose: the value of `ratings_at`; `start` where the facts have none."""
    return str(facts.get(RATINGS_AT) or DEFAULT_RATINGS_AT)


def has_ratings_choice(facts: Mapping[str, Any]) -> bool:
    """Return whether the rulebook lets the organiser choose: ratings at the start, or of the day of each game."""
    return isinstance(in_force(facts["series"], facts["start"]).rule(RATINGS_USED), StartOrGame)


def require_choice_in_time(before: Mapping[str, Any], after: Mapping[str, Any], day: date, by: str) -> None:
    """Refuse a changed choice of ratings after the event's first day, unless `by` names a person who vouches for it.

    `day` is the day of the change. Facts without a change, or of a rulebook without this choice, pass."""
    if (
        chosen_ratings(before) == chosen_ratings(after)
        or not has_ratings_choice(after)
        or day <= after["start"]
        or by.strip()
    ):
        return
    fields = {"event": after["code"], "start": after["start"], "day": day, "known": chosen_ratings(before)}
    remedy = Remedy.to("vouch-for-choice", event=after["code"], choice=chosen_ratings(after))
    raise UserError("choice-too-late", remedy, **fields, given=chosen_ratings(after))


REGISTRATION_ONLY_FACTS = (
    "code",
    "series",
    "start",
    "end",
    "registered",
    "reported",
    "approvals",
    "exclusions",
    "agreed",
    "official",
    "continental",
    "schedule",
    "resolution",
)
"""Facts that only the registration can give."""


def find_contradictions(report: Report, event: RegisteredEvent, part: int, choice: str = "") -> Iterator[Finding]:
    """Yield questions where days, time control or choice of ratings of a report differ from the registration.

    Another name is only advice; of another federation the check of the law tells. `part` 0: the first and last day are
    compared; else the days of the part must lie inside the event. `choice` is `ratings_at` of the sidecar, empty
    without one."""
    registered = event.given
    if not part:
        yield from _questions_about_days(report, registered)
    if choice and has_ratings_choice(registered) and choice != chosen_ratings(registered):
        yield _contradiction_question(report, RATINGS_AT, choice, chosen_ratings(registered))
    if part:
        yield from _questions_about_part_days(report, event)
    yield from _question_about_time_control(report, registered)
    name, other = registered.get("name", ""), report.facts.name
    if name and other and normalized_name(name) != normalized_name(other):
        yield _difference_advice(report.file, "report", "name", other, name)


def _questions_about_days(report: Report, registered: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a question for the first and for the last day, where the report prints another one."""
    for key in ("start", "end"):
        day: date | None = getattr(report.facts, key)
        if day is not None and day != registered[key]:
            yield _contradiction_question(report, key, day, registered[key])


def _questions_about_part_days(report: Report, event: RegisteredEvent) -> Iterator[Finding]:
    """Yield a question where the rounds of a part have no days, and one where a day lies outside the event."""
    if report.days_played() is None and len(report.games().round):
        yield office_finding("part-without-days", report.file)
    outside = [day for day in first_and_last_day(report, event.start, event.end) if not event.start <= day <= event.end]
    if outside:
        yield office_finding("outside-event", report.file, day=outside[0], start=event.start, end=event.end)


def _question_about_time_control(report: Report, registered: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a question where both time controls can be read and never agree. An unreadable one passes."""
    if not registered.get("time_control") or not report.facts.time_control:
        return
    control, printed = parse(registered["time_control"]), parse(report.facts.time_control)
    if not isinstance(control, TimeControl) or not isinstance(printed, TimeControl):
        return
    if not {*control.readings} & {*printed.readings}:
        yield _contradiction_question(report, "time_control", report.facts.time_control, registered["time_control"])


def split_sidecar_facts(
    beside: Mapping[str, Any], event: RegisteredEvent, file: str, today: date
) -> tuple[dict[str, Any], list[Finding]]:
    """Return facts that a sidecar adds to the registration, and advice where it differs (the registration counts).

    Skipped: empty values, `reported`, `part`, and a late choice of ratings. Nothing is stored."""
    added, findings = {}, []
    for key, value in beside.items():
        if key in ("reported", "part") or value in ((), "", None):
            continue  # the office's own day counts
        if key == RATINGS_AT and has_ratings_choice(event.given) and (key in event.given or today > event.start):
            continue  # too late to choose: asked about where it is another choice than the registered one
        registered = event.given.get(key)
        if registered == value:
            continue
        if registered is None and key not in REGISTRATION_ONLY_FACTS:
            added[key] = value
        else:
            source = "sidecar" if registered else "unregistered"
            findings.append(_difference_advice(file, source, key, _value_as_text(value), _value_as_text(registered)))
    return added, findings


def _contradiction_question(report: Report, key: str, printed: object, registered: object) -> Finding:
    """Return a question about the fact `key`: which value is right, the printed or the registered one?"""
    fields = {"key": key, "printed": shown(str(printed)), "known": registered}
    return office_finding("contradicts-registration", report.file, **fields)


def _difference_advice(file: str, source: str, key: str, printed: str, registered: str) -> Finding:
    """Return advice: a report or a sidecar differs from the registration, which counts.

    `source` is report, sidecar, or unregistered (a fact of the sidecar that only the registration can give)."""
    message = f"differs-from-registration/{source}"
    return office_finding(message, file, key=key, printed=shown(printed), known=registered)


def _value_as_text(value: object) -> str:
    """The value of a fact as text, for a message."""
    if isinstance(value, tuple):
        return ", ".join(_value_as_text(each) for each in value)
    if is_dataclass(value):
        return " ".join(str(part) for field in fields(value) if (part := getattr(value, field.name)) not in ("", None))
    return "" if value is None else str(value)
