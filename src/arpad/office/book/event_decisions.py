"""Decisions about an event as a whole: change its code, series or days, refuse or restore its registration, declare
that no further part comes, join stages and part them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, insert, select, update

from arpad.admission.approvals import UNNAMED, fits
from arpad.days import Day, Month
from arpad.explain.letters import refusal_letter_as_text, registration_refused, registration_restored_text
from arpad.finding import Note, Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake.sidecar import AUTHORITIES
from arpad.law import Rulebook, in_force
from arpad.law.rules.admission import JOINED_STAGES, RATE_OF_PLAY, Window
from arpad.law.rules.concept import Authority
from arpad.law.rules.office import OFFICIAL_EVENT, REGISTRATION_REFUSAL
from arpad.model import EventFacts
from arpad.office.book.correspondents import correspondents_about, with_appeal_body
from arpad.office.book.event_facts import check_facts
from arpad.office.book.event_lookup import (
    EventDecision,
    EventPart,
    RegisteredEvent,
    decisions_about_event,
    event_key_by_code,
    find_event_parts,
    find_registered_event,
    stage_codes,
)
from arpad.office.book.event_status import REGISTRATION_REFUSED, DecisionKind, EventStatus
from arpad.office.book.multipart_events import (
    ADMITTED_OR_RATED,
    PARTS_NOT_AWAITED,
    find_end_declaration,
    find_multipart_event,
)
from arpad.office.book.registration import (
    NewDecision,
    given_or_made_code,
    record_decision,
    require_not_rated,
    require_valid_days,
    require_valid_facts,
    store_facts,
)
from arpad.office.book.report_decisions import Outcome, OutcomeStatus, last_day_to_appeal, require_reason
from arpad.office.desk import Desk
from arpad.office.rolls import COMPUTED
from arpad.office.store.cache import forget_cached_events
from arpad.office.store.schema import decision, event, event_change, rating_list
from arpad.timecontrol import SECONDS_IN_MINUTE, TimeControl, parse


@dataclass(frozen=True)
class EventChange:
    """A request to change the code, the series, the first or last day, or the schedule of an event."""

    event: str  # its code
    why: str
    code: str = ""
    series: str = ""
    start: date | None = None
    end: date | None = None
    schedule: tuple[date, ...] = ()  # the day of each round

    def __post_init__(self) -> None:
        require_reason(self.why, "reason-missing/change-event")
        if not self.named:
            raise UserError("event-change/nothing")
        check_facts(self.named)

    @property
    def named(self) -> dict[str, Any]:
        """Return the new values by the keys of a registration. An empty value is left out: it does not change."""
        values: dict[str, Any] = {"code": self.code, "series": self.series, "start": self.start, "end": self.end}
        values["schedule"] = self.schedule
        return {key: value for key, value in values.items() if value}


@dataclass(frozen=True)
class EventHead:
    """Code, series and days of an event."""

    code: str
    series: str
    start: date
    end: date
    schedule: tuple[date, ...]


@dataclass(frozen=True)
class EventChanged:
    """The head of an event before and after a change."""

    before: EventHead
    after: EventHead
    changed: tuple[str, ...]  # empty: it had these values already
    again: tuple[str, ...]  # the admitted parts, which must be admitted again


def change_event(desk: Desk, request: EventChange) -> EventChanged:
    """Change code, series, days or schedule of an event; nothing is stored if all have these values already.

    Refuse a rated event, a joined stage, a code in use and invalid days. Admitted parts must be admitted again."""
    with desk.writing("change event", request.event, request.why) as writing:
        connection = writing.connection
        registered = find_registered_event(connection, request.event)
        facts = {**registered.given, "code": registered.code, **request.named}
        before, after = _make_event_head(registered.given), _make_event_head(facts)
        changed = tuple(key for key in request.named if getattr(before, key) != getattr(after, key))
        if not changed:
            return EventChanged(before, after, (), ())
        _require_free_code(connection, registered, given_or_made_code(facts))
        require_not_rated(connection, registered)
        require_valid_days(connection, facts, registered.code)
        require_valid_facts(desk, facts)
        parts = find_event_parts(connection, keys=[registered.key])
        _store_event_head(writing.connection, registered, after, writing.seq)
        store_facts(writing, registered.key, facts, {"changed": list(changed), "was": registered.code})
        forget_cached_events(connection)
    again = tuple(part.name for part in parts if part.life.under == EventStatus.ADMITTED)
    return EventChanged(before, after, changed, again)


def _make_event_head(facts: Mapping[str, Any]) -> EventHead:
    """The head of an event out of its facts."""
    days = facts["start"], facts["end"], tuple(facts.get("schedule") or ())
    return EventHead(facts["code"], facts["series"], *days)


def _require_free_code(connection: Connection, registered: RegisteredEvent, code: str) -> None:
    """Refuse a code that another event has, and an event that is a joined stage."""
    if code != registered.code and event_key_by_code(connection, code) is not None:
        raise UserError("event-change/code-taken", Remedy.to("another-code"), code=code)
    stages = stage_codes(connection, registered.key)
    if stages:
        remedy = Remedy.to("part-stages", event=registered.code)
        raise UserError("event-change/joined", remedy, event=registered.code, stages=stages)


def _store_event_head(connection: Connection, before: RegisteredEvent, after: EventHead, entry: int) -> None:
    """Update code, series and days of the event, and store the former ones in `event_change` under this log entry."""
    former, new = (
        {"code": head.code, "series": head.series, "start": Day.of(head.start), "end": Day.of(head.end)}
        for head in (before, after)
    )
    connection.execute(insert(event_change).values(event=before.key, **former, log=entry))
    connection.execute(update(event).where(event.c.key == before.key).values(**new))


@dataclass(frozen=True)
class RegistrationRefusal:
    """A request to refuse a registration; without `by` it is the authority that the law names."""

    event: str  # a code
    why: str = ""
    by: str = ""

    def __post_init__(self) -> None:
        require_reason(self.why, "reason-missing/refuse-registration")
        _require_known_authority(self.by)


@dataclass(frozen=True)
class RefusalEnd:
    """A request to restore a refused registration."""

    event: str  # a code
    why: str = ""
    by: str = ""

    def __post_init__(self) -> None:
        require_reason(self.why, "reason-missing/restore-registration")
        _require_known_authority(self.by)


def refuse_registration(desk: Desk, request: RegistrationRefusal) -> Outcome:
    """Refuse the registration of an event and store the letter; the outcome has it, too.

    Not possible after a report, by an authority that the rulebook does not allow, or if the event must be rated."""
    with desk.writing("refuse registration", request.event, request.why) as writing:
        event, parts = _find_parts_open_for(writing.connection, request.event, DecisionKind.REGISTRATION_REFUSED)
        book = in_force(event.series, event.start)
        by = authority_that_refuses(book, request.by)
        facts = EventFacts(**event.given)
        official = book.find(OFFICIAL_EVENT)
        if official is not None and (facts.official or (official.continental and facts.continental)):
            raise UserError("official-is-rated", event=event.code, article=book.articles(OFFICIAL_EVENT)[0])
        letter = registration_refused(book, facts, by, request.why.strip(), desk.today())
        both = correspondents_about(desk, writing.connection, facts)
        letter = replace(letter, appeal=with_appeal_body(both, letter.appeal), correspondents=both)
        text = refusal_letter_as_text(letter)
        detail = {"by": by, "article": letter.article, "notice": desk.today().isoformat(), "letter": text}
        record_decision(writing, NewDecision(event.key, 0, DecisionKind.REGISTRATION_REFUSED, detail=detail))
    return Outcome(parts[0].code, OutcomeStatus.REGISTRATION_REFUSED, why=request.why, letter=text)


def restore_registration(desk: Desk, request: RefusalEnd) -> Outcome:
    """Take back the refusal of a registration, with a letter. The event keeps its day of registration.

    An event whose registration is not refused is itself refused."""
    with desk.writing("restore registration", request.event, request.why) as writing:
        event, parts = _find_parts_open_for(writing.connection, request.event, DecisionKind.REGISTRATION_RESTORED)
        happened = decisions_about_event(writing.connection, event.key)
        refused = [each for each in happened if each.kind == DecisionKind.REGISTRATION_REFUSED][-1]
        facts, why = EventFacts(**event.given), request.why.strip()
        both = correspondents_about(desk, writing.connection, facts)
        letter = registration_restored_text(facts, refused.day, why, desk.today(), both)
        detail = {"letter": letter, **({"by": request.by} if request.by else {})}
        record_decision(writing, NewDecision(event.key, 0, DecisionKind.REGISTRATION_RESTORED, detail=detail))
    return Outcome(parts[0].code, OutcomeStatus.REGISTRATION_RESTORED, why=request.why, letter=letter)


def authority_that_refuses(book: Rulebook, by: str) -> Authority:
    """Return the authority that refuses registrations: that of the rulebook; `by` only where it names none.

    Refuse a `by` that does not fit, and a rulebook in which nobody can refuse a registration."""
    rule = book.find(REGISTRATION_REFUSAL)
    if rule is None:
        raise UserError("no-refusal-of-registration", Remedy.to("refuse-report-instead"), edition=book.id)
    if not fits(by, rule.authority):
        article = book.articles(REGISTRATION_REFUSAL)[0]
        raise UserError("refusal-by-another", by=by, authority=rule.authority, article=article)
    return rule.authority if rule.authority != UNNAMED or not by else by  # type: ignore[return-value]


def require_registration(connection: Connection, part: EventPart) -> None:
    """Refuse a part of an event whose registration is refused or under appeal; other parts pass.

    The error has the reason and, if the law sets one, the last day to appeal."""
    if part.life.under not in REGISTRATION_REFUSED:
        return
    refused = [
        each for each in decisions_about_event(connection, part.event) if each.kind == DecisionKind.REGISTRATION_REFUSED
    ][-1]
    fields: dict[str, Any] = {"event": part.code, "day": refused.day, "why": refused.why, "by": refused.detail["by"]}
    until = last_day_to_appeal(connection, part)
    message = "registration-refused" if until is None else "registration-refused/appeal"
    raise UserError(message, Remedy.to("restore-registration", event=part.code), **fields, until=until)


def _find_parts_open_for(
    connection: Connection, code: str, kind: DecisionKind
) -> tuple[RegisteredEvent, list[EventPart]]:
    """Return the event and its parts; refuse the call where this kind of decision is not possible for one of them."""
    event = find_registered_event(connection, code)
    parts = find_event_parts(connection, keys=[event.key])
    for part in parts:
        part.life.must(kind, part.name)
    return event, parts


def _require_known_authority(by: str) -> None:
    """Refuse a name that is not in AUTHORITIES; an empty one passes."""
    if by and by not in AUTHORITIES:
        raise UserError("authority-unknown", by=by, known=AUTHORITIES)


@dataclass(frozen=True)
class EventEnd:
    """A request to declare that no further part comes, or to take that back, with the reason."""

    event: str  # a code
    why: str = ""

    def __post_init__(self) -> None:
        require_reason(self.why, "reason-missing/end")


def end_event(desk: Desk, request: EventEnd) -> Outcome:
    """Store the declaration that no further part of an event comes.

    Refuse an event without parts, with a part that is not decided, without an admitted part, or already declared."""
    with desk.writing("end event", request.event, request.why) as writing:
        registered = find_registered_event(writing.connection, request.event)
        _require_admitted_parts(writing.connection, registered)
        declaration = find_end_declaration(decisions_about_event(writing.connection, registered.key))
        if declaration is not None:
            raise UserError(
                "event-ended",
                Remedy.to("resume-event", event=registered.code),
                **_declaration_fields(registered, declaration),
            )
        record_decision(writing, NewDecision(registered.key, 0, DecisionKind.ENDED))
    return Outcome(registered.code, OutcomeStatus.ENDED, why=request.why, note=Note.of("event-over"))


def resume_event(desk: Desk, request: EventEnd) -> Outcome:
    """Store that the declaration is taken back, so that further parts may come.

    Refused where there is no declaration, or where a list of the series was computed after it."""
    with desk.writing("resume event", request.event, request.why) as writing:
        registered = find_registered_event(writing.connection, request.event)
        declaration = find_end_declaration(decisions_about_event(writing.connection, registered.key))
        if declaration is None:
            raise UserError("event-not-ended", event=registered.code)
        list_ = first_list_using_end(writing.connection, registered, declaration)
        if list_ is not None:
            raise UserError(
                "ending-used",
                Remedy.to("correct-in-revised-series"),
                **_declaration_fields(registered, declaration),
                list=list_,
            )
        record_decision(writing, NewDecision(registered.key, 0, DecisionKind.RESUMED))
    return Outcome(registered.code, OutcomeStatus.RESUMED, why=request.why, note=Note.of("event-goes-on"))


def first_list_using_end(
    connection: Connection, registered: RegisteredEvent, declaration: EventDecision
) -> Month | None:
    """Return the first computed list of the series made after the declaration that the event is over; None without one.

    It is not checked whether the event is on that list."""
    entry = select(decision.c.log).where(decision.c.seq == declaration.seq).scalar_subquery()
    lists = select(rating_list.c.list).where(rating_list.c.series == registered.series, rating_list.c.kind == COMPUTED)
    first = connection.execute(lists.where(rating_list.c.log > entry).order_by(rating_list.c.list)).scalar()
    return Month(first) if first else None


def require_event_goes_on(connection: Connection, registered: RegisteredEvent, part: int) -> None:
    """Refuse a report of a part after it was declared that no further part comes. Part 0 (the whole event) passes."""
    declaration = find_end_declaration(decisions_about_event(connection, registered.key))
    if part and declaration is not None:
        raise UserError(
            "event-ended",
            Remedy.to("resume-event", event=registered.code),
            **_declaration_fields(registered, declaration),
        )


def _require_admitted_parts(connection: Connection, registered: RegisteredEvent) -> None:
    """Refuse an event without parts, with a part that is not decided, or without an admitted or rated part."""
    event = find_multipart_event(connection, registered.key)
    if event is None:
        raise UserError("event-without-parts", event=registered.code)
    waiting = tuple(part.name for part in event.parts if part.standing not in (*PARTS_NOT_AWAITED, *ADMITTED_OR_RATED))
    if waiting:
        raise UserError("event-part-waits", Remedy.to("decide-part-first"), event=registered.code, parts=waiting)
    if not any(part.standing in ADMITTED_OR_RATED for part in event.parts):
        raise UserError("event-nothing-admitted", event=registered.code)


def _declaration_fields(registered: RegisteredEvent, declaration: EventDecision) -> dict[str, object]:
    """Return message fields about the declaration that an event is over: event, day, who and why."""
    return {"event": registered.code, "day": declaration.day, "who": declaration.who, "why": declaration.why}


MIN_STAGES = 2


@dataclass(frozen=True)
class StagesToJoin:
    """A request to join at least two different events as stages of one event, with the reason."""

    events: tuple[str, ...]  # codes
    why: str = ""

    def __post_init__(self) -> None:
        require_reason(self.why, "reason-missing/join")
        if len(set(self.events)) < MIN_STAGES or len(set(self.events)) < len(self.events):
            raise UserError("stages-too-few", events=self.events)


@dataclass(frozen=True)
class StagesToPart:
    """A request to undo a join of stages, by the code of any one of them, with the reason."""

    event: str  # a code
    why: str = ""

    def __post_init__(self) -> None:
        require_reason(self.why, "reason-missing/part")


def join_stages(desk: Desk, request: StagesToJoin) -> tuple[Outcome, ...]:
    """Join events as stages of one event, by first day; return an outcome for each.

    Refuse what `_require_joinable` refuses, and stages sent in parts, held, refused, withdrawn or rated."""
    with desk.writing("join stages", " ".join(request.events), request.why) as writing:
        stages = [find_registered_event(writing.connection, code) for code in request.events]
        stages.sort(key=lambda stage: (stage.start, stage.end, stage.code))
        _require_joinable(writing.connection, stages)
        codes = [stage.code for stage in stages]
        for stage in stages:
            _require_open_stage(writing.connection, stage, DecisionKind.JOINED)
            record_decision(writing, NewDecision(stage.key, 0, DecisionKind.JOINED, detail={"stages": codes}))
    note = Note.of("stages-joined", stages=tuple(codes))
    return tuple(Outcome(code, OutcomeStatus.JOINED, why=request.why, note=note) for code in codes)


def part_stages(desk: Desk, request: StagesToPart) -> tuple[Outcome, ...]:
    """Undo a join: each stage is an event of its own again. Return an outcome for each stage.

    Refuse an event that is not joined, and stages that are held, refused, withdrawn or rated."""
    with desk.writing("part stages", request.event, request.why) as writing:
        event = find_registered_event(writing.connection, request.event)
        codes = stage_codes(writing.connection, event.key)
        if not codes:
            raise UserError("no-stage", event=event.code)
        for code in codes:
            stage = find_registered_event(writing.connection, code)
            _require_open_stage(writing.connection, stage, DecisionKind.PARTED)
            record_decision(writing, NewDecision(stage.key, 0, DecisionKind.PARTED, detail={"stages": list(codes)}))
    return tuple(Outcome(code, OutcomeStatus.PARTED, why=request.why) for code in codes)


def _require_joinable(connection: Connection, stages: Sequence[RegisteredEvent]) -> None:
    """Refuse stages of different series, joined already, too fast or overlapping; or if the rulebook has no stages.

    `stages` are in the order of their days. A time control that cannot be read passes."""
    first = stages[0]
    book = in_force(first.series, first.start)
    if not book.has(JOINED_STAGES):
        raise UserError("no-stages", edition=book.id)
    article = book.articles(JOINED_STAGES)[0]
    for stage in stages:
        if stage.series != first.series:
            raise UserError(
                "stages-of-series", event=first.code, other=stage.code, series=first.series, of=stage.series
            )
        if stage_codes(connection, stage.key):
            raise UserError("stage-joined", Remedy.to("part-stages", event=stage.code), event=stage.code)
        rule, control = book.rule(RATE_OF_PLAY), parse(stage.given.get("time_control", ""))
        if isinstance(rule, Window) or not isinstance(control, TimeControl):
            continue  # an unknown rate of play becomes a question about the report
        if control.most_seconds_for(rule.moves) < rule.otherwise * SECONDS_IN_MINUTE:
            raise UserError("stage-too-fast", event=stage.code, minutes=rule.otherwise, article=article)
    for before, stage in pairwise(stages):
        if stage.start < before.end:
            raise UserError("stages-overlap", event=before.code, other=stage.code, end=before.end, start=stage.start)


def _require_open_stage(connection: Connection, stage: RegisteredEvent, kind: DecisionKind) -> None:
    """Refuse a stage that was sent in parts, or is held, rated, refused or withdrawn. `kind` is joined or parted."""
    for part_state in find_event_parts(connection, keys=[stage.key]):
        if part_state.part:
            raise UserError("stage-in-parts", event=stage.code)
        part_state.life.must(kind, part_state.name)
