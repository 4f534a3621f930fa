"""Examine a report with what the office knows: its registry, its own lists, the registration, and the other reports.

In: a paper and the event it belongs to. Out: the answer of the whole arrow, and the registry's key of each player. The
ratings are those of the office's list in force on the day that the law names; a list that is not there leaves the
verdict open. What the report prints of a player (rating, birth, federation) is compared with the registry and never
used in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

import numpy as np
from sqlalchemy import Connection

from arpad.admission import KnownPlayer, Membership, Override, Registered
from arpad.admission.approvals import UNNAMED
from arpad.admission.deadlines import APPROVED_LATE
from arpad.admission.grounds import with_days
from arpad.columns import I16, I32
from arpad.days import Day, Month
from arpad.finding import Finding, Note, Remedy, Tier, in_order
from arpad.frozen import dataclass
from arpad.intake.sidecar import answer
from arpad.law import LawError
from arpad.law.calendar import list_on
from arpad.lists.beside import seating_series
from arpad.lists.rollcall import RollCall
from arpad.model import EventFacts, Exclusion, Kind, Report
from arpad.office.book.contradictions import contradictions
from arpad.office.book.findings import office_finding
from arpad.office.book.fingerprint import days_of, marks
from arpad.office.book.game_scores import compared
from arpad.office.book.game_weeks import Span, met_again
from arpad.office.book.lookup import BookedEvent, part_name, rated_in
from arpad.office.book.order_of_parts import order_of_parts
from arpad.office.book.other_parts import SeenPart, other_parts
from arpad.office.book.overlaps import Sent, overlaps
from arpad.office.book.overrides import bounded, must_not_lift
from arpad.office.book.papers import Paper
from arpad.office.book.records import Records
from arpad.office.book.second_events import with_earlier_events
from arpad.office.book.which_list import enters, finished
from arpad.office.registry.arbiters import registered
from arpad.office.registry.duplicates import namesakes
from arpad.office.registry.identity import is_own, key_of
from arpad.office.registry.merging import aliases, reported_as
from arpad.office.registry.names import likeness, name_sort, sounds
from arpad.office.registry.person import Person
from arpad.office.registry.players import facts as people_of
from arpad.office.registry.players import known as known_of
from arpad.office.registry.players import neighbours, resolve
from arpad.office.rolls import COMPUTED, kind_of, lists_of, rows_of
from arpad.pipeline import Answer, Background, Inquiry, Replaced, examine, unexamined
from arpad.rating.change import listed

NOT_ON_LIST = ("ratings-used/not-on-list", "ratings-used/no-id")  # the registry says the same, and what helps
MISSING_ID = "missing-id"  # said by the registry, and only of those who played
LATE = ("registration-notice/late", "early-registration/late", "early-registration/late-by-whom")
NEIGHBOURS = 3
ALIKE = 60  # percent, from which two names may be one in another spelling


@dataclass(frozen=True)
class Matter:
    """An event, or a part of it, and what an officer said about it."""

    event: BookedEvent
    part: int
    reported: date  # the office's own day
    today: date
    overrides: tuple[Override, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    demanded: tuple[Override, ...] = ()  # given just now: each must meet something
    draft: bool = False
    rated: int = 0  # the list (yyyymm) on which it was rated, or should have been
    joined: tuple[date, date] | None = None  # the days of the event of which it is a stage
    choice: str = ""  # whose day's ratings the sidecar beside the report asked for


@dataclass(frozen=True)
class Examined:
    """The answer, and who the players are."""

    answer: Answer
    report: Report
    keys: I32  # in the registry, -1 where nobody is known
    span: Span  # its games, for comparison with those of other reports
    shared: tuple[Finding, ...] = ()  # what is said of games that stand in other reports, too
    joined: bool = False  # its event is a stage of another
    alone: tuple[Finding, ...] | None = None  # the findings as they are without other events of the same list


def facts_of(matter: Matter, report: Report) -> EventFacts:
    """The registration, and what it leaves open as the report prints it; of a part with its own days beside them."""
    given = {name: value for name, value in matter.event.given.items() if name != "reported"}
    facts = answer(report.facts, given)
    excluded = (*facts.exclusions, *matter.exclusions)
    facts = replace(facts, part=matter.part or None, reported=matter.reported, exclusions=excluded)
    if matter.joined is not None:
        facts = replace(facts, joined_since=matter.joined[0], joined_until=matter.joined[1])
    return with_days(facts, report)


def examined(connection: Connection, records: Records, matter: Matter, paper: Paper) -> Examined:
    """Run the arrow on a paper."""
    report, facts, answers = paper.report, facts_of(matter, paper.report), frozenset(matter.event.given)
    keys = reported_as(connection, [player.id for player in report.players])
    counted = records.counted_as(connection, keys)
    people = [*_unknown(connection, report, keys), *_twice(report, counted)]
    reading = [finding for finding in paper.findings if finding.code != MISSING_ID]
    reading += contradictions(report, matter.event, matter.part, matter.choice)
    span = span_of(connection, matter.event, report)
    met = () if matter.draft else met_again(connection, span)
    shared = tuple(overlaps(connection, Sent(matter.event, matter.part, span, met), report.file))
    reading += shared
    inquiry = Inquiry(report, tuple(reading), facts, answers, matter.today, not matter.draft)
    grounds = inquiry.grounds
    if grounds is None:
        return Examined(
            unexamined(report, in_order([*reading, *people])), report, keys, span, shared, matter.joined is not None
        )
    series, list_, beside = grounds.series, Month.of(list_on(grounds.series, grounds.day)), seating_series(grounds.book)
    gone = [
        *_missing(connection, report, series, list_),
        *(_missing(connection, report, beside, list_) if beside else ()),
    ]
    if gone:
        judgement = replace(unexamined(report, in_order([*reading, *people, *gone])), facts=facts)
        return Examined(judgement, report, keys, span, shared, matter.joined is not None)
    own = rows_of(records.merged(connection, series, list_), counted)
    other = rows_of(records.roll(connection, beside, list_), counted) if beside else None
    known = known_of(connection, counted.tolist(), Day.of(matter.event.start), own.rating.tolist())
    reading += _of_others(report, known)
    replaced = _replaced(connection, records, matter, (series, beside), counted)
    lists = (list_, replaced.month if replaced is not None else list_)
    gathered = other_parts(connection, records, SeenPart(matter, report, counted, grounds.book, lists))
    reading += order_of_parts(connection, matter, report, gathered.others)
    inquiry = replace(inquiry, findings=tuple(reading))
    early = _at_registration(connection, records, series, facts.registered, counted)
    scores = compared(connection, matter.event.key, matter.part, report) if facts.hybrid else None
    registry = _registry(connection, report, known)
    over = None if rated_in(connection, matter.event.key, matter.part) else finished(connection, series, matter.rated)
    call, parts = RollCall(own, other, list_, known), (gathered.others, gathered.before)
    background = Background(call, early, registry, replaced, scores, *parts, over)
    judgement = examine(inquiry, background)
    if matter.overrides or matter.demanded:
        name = part_name(matter.event.code, matter.part)
        findings = judgement.admitted.findings if judgement.admitted else ()
        must_not_lift(matter.demanded, matter.exclusions, findings, name)
        standing = _that_meet(bounded(matter.overrides, matter.exclusions), judgement, reading)
        judgement = examine(inquiry, background, [*standing, *bounded(matter.demanded, matter.exclusions)])
    unknown = {person.player for person in people}
    rest = [f for f in judgement.findings if not (f.message in NOT_ON_LIST and f.player in unknown)]
    rest = [_by_registration(finding, matter) for finding in rest]
    findings, numbers = in_order([*rest, *people]), (player.number for player in report.players)
    as_whom = dict(zip(numbers, counted.tolist(), strict=True))
    entered = enters(connection, series, judgement.list_day)
    together = tuple(with_earlier_events(connection, matter, as_whom, findings))
    judgement = replace(judgement, findings=together, list_day=entered)
    return Examined(judgement, report, keys, span, shared, matter.joined is not None, findings)


def _by_registration(finding: Finding, matter: Matter) -> Finding:
    """A late registration is let pass in the office's own register, not by a sidecar."""
    if finding.message not in LATE or not finding.remedy:
        return finding
    authority = dict(finding.fields).get("authority", "")
    by = f":{authority}" if authority not in ("", UNNAMED, "nobody") else ""
    approval = f"{APPROVED_LATE}{by}"
    remedy = Remedy.to("register-approval", authority=authority, code=matter.event.code, approval=approval)
    return finding._replace(remedy=remedy)


def _that_meet(overrides: Sequence[Override], judgement: Answer, reading: Sequence[Finding]) -> list[Override]:
    """The overrides that still meet something: a question that was answered since needs none."""
    gone = {finding for finding in reading if finding.tier == Tier.EXCLUDE}
    within = [finding for finding in (judgement.admitted.findings if judgement.admitted else ()) if finding not in gone]
    return [override for override in overrides if any(override.meets(finding) for finding in within)]


# --- people -------------------------------------------------------------------------------------------------------


def _played(report: Report) -> set[int]:
    games = report.games()
    played = games.kind == Kind.PLAYED
    return {*games.white[played].tolist(), *games.black[played].tolist()}


def _unknown(connection: Connection, report: Report, keys: I32) -> Iterator[Finding]:
    """Players whom the registry does not know; whoever played no game does not matter."""
    played = _played(report)
    unknown = np.flatnonzero(keys < 0).tolist()
    people = [report.players[row] for row in unknown]
    alike = namesakes(
        connection, [Person(player.name, born=player.born, federation=player.federation) for player in people]
    )
    for at, row in enumerate(unknown):
        player = report.players[row]
        name = player.name or Note.of("player-numbered", number=player.number)
        if player.number not in played:
            yield office_finding("left-out-player", report.file, player.line, player.number, name=name)
            continue
        mistyped = is_own(player.id) and key_of(player.id) is None
        code = "no-number" if player.id <= 0 else "mistyped-number" if mistyped else "unknown-player"
        yield office_finding(code, report.file, player.line, player.number, name=name, id=player.id)
        for candidate in alike.get(at, ())[:NEIGHBOURS]:
            number = candidate.fide_id or candidate.number
            same = {"name": name, "known": candidate.name, "number": number}
            yield office_finding(f"namesake/{candidate.births}", report.file, player.line, player.number, **same)
        for near, known in neighbours(connection, player.id)[:NEIGHBOURS] if player.id > 0 else ():
            given = {"name": name, "id": player.id, "near": near, "known": known}
            yield office_finding("neighbour", report.file, player.line, player.number, **given)


def _twice(report: Report, counted: I32) -> Iterator[Finding]:
    first: dict[int, int] = {}
    for row, key in enumerate(counted.tolist()):
        other = first.setdefault(key, row)
        if key >= 0 and other != row:
            player, before = report.players[row], report.players[other]
            yield office_finding(
                "same-player", report.file, player.line, player.number, name=player.name, other=before.name
            )


def _of_others(report: Report, known: Sequence[KnownPlayer | None]) -> Iterator[Finding]:
    """Numbers of somebody else: neither the name nor the year of birth is that of the registry."""
    played = _played(report)
    for player, person in zip(report.players, known, strict=True):
        if person is None or player.number not in played:
            continue
        if player.born and person.born and Day(player.born).year == Day(person.born).year:
            continue
        printed = sounds(name_sort(player.name))
        if max(likeness(printed, sounds(name_sort(name))) for name in (person.name, *person.also)) < ALIKE:
            given = {"name": player.name, "id": player.id, "known": person.name}
            yield office_finding("number-of-another", report.file, player.line, player.number, **given)


def _registry(connection: Connection, report: Report, known: Sequence[KnownPlayer | None]) -> Registered:
    """What the office knows of federations and arbiters; where it keeps no federations, all are taken for members."""
    found = registered(connection)
    if found.federations:
        return found
    here = {player.federation.upper() for player in report.players} | {each.federation for each in known if each}
    return replace(found, federations=dict.fromkeys(here, (Membership(None, None),)))


# --- lists --------------------------------------------------------------------------------------------------------


def _missing(connection: Connection, report: Report, series: str, list_: int) -> Iterator[Finding]:
    have = lists_of(connection, series)
    if list_ in have:
        return
    wanted = {"list": Month(list_), "series": series}
    if have:
        wanted |= {"first": Month(have[0]), "last": Month(have[-1])}
    yield office_finding("missing-list/some" if have else "missing-list/none", report.file, **wanted)


def _replaced(
    connection: Connection, records: Records, matter: Matter, names: tuple[str, str], keys: I32
) -> Replaced | None:
    """The list that the one it enters replaces, of the series and of the one beside it, and what newcomers wait with;
    None where the office does not compute the series."""
    series, beside = names
    before = [list_ for list_ in lists_of(connection, series) if not matter.rated or list_ < matter.rated]
    if not before or kind_of(connection, series) != COMPUTED:
        return None
    last = before[-1]
    own = rows_of(records.merged(connection, series, last), keys)
    pool = records.waiting(connection, series, last, np.where(listed(own.state), -1, keys).astype(np.int32))
    other = None
    if beside and last in lists_of(connection, beside):
        other = rows_of(records.roll(connection, beside, last), keys)
    return Replaced(last, own, other, pool, matter.rated)


def _at_registration(connection: Connection, records: Records, series: str, day: date | None, keys: I32) -> I16 | None:
    try:
        list_ = Month.of(list_on(series, day)) if day else Month(0)
    except LawError:
        return None  # before the first edition
    if list_ not in lists_of(connection, series):
        return None
    return rows_of(records.roll(connection, series, list_), keys).rating


# --- other reports ------------------------------------------------------------------------------------------------


def span_of(connection: Connection, event: BookedEvent, report: Report) -> Span:
    """The games of a report for comparison, each player by FIDE's number where the registry knows it."""
    own = [player.id for player in report.players if is_own(player.id)]
    keys = dict(zip(own, resolve(connection, own).tolist(), strict=True))
    counted = aliases(connection) if any(key >= 0 for key in keys.values()) else None
    keys = {number: int(counted[key]) for number, key in keys.items() if counted is not None and key >= 0}
    people = people_of(connection, list(keys.values()))
    numbers = {number: people[key].fide_id for number, key in keys.items() if people[key].fide_id}
    return Span(marks(report, numbers), *days_of(report, event.start, event.end))
