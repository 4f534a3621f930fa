"""Examine a report with what the office knows: its registry, its own lists, the registration, and the other reports.

Input is a parsed report and its event. Output is the verdict with all findings, and the registry key of each player.
Ratings come from the office's list in force on the day that the law names. A missing list leaves the verdict open. What
the report prints of a player (rating, birth, federation) is compared with the registry and never replaces it.
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
    """What is examined: an event or one part of it, with the overrides and exclusions of officers."""

    event: BookedEvent
    part: int
    reported: date  # the day on which the office received the report
    today: date
    overrides: tuple[Override, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    demanded: tuple[Override, ...] = ()  # entered with this call: each must apply to a finding
    draft: bool = False
    rated: int = 0  # the list (yyyymm) on which it was rated, or should have been
    joined: tuple[date, date] | None = None  # first and last day of the joined event of which it is a stage
    choice: str = ""  # `ratings_at` of the sidecar beside the report


@dataclass(frozen=True)
class Examined:
    """The result of an examination in the office: the answer by law, and the registry key of each player."""

    answer: Answer
    report: Report
    keys: I32  # registry key of each player, -1 where the registry has none
    span: Span  # the games, for comparison with those of other reports
    shared: tuple[Finding, ...] = ()  # findings about games that stand in other reports, too
    joined: bool = False  # the event is a stage of a joined event
    alone: tuple[Finding, ...] | None = None  # the findings before other events of the same list are considered


def facts_of(matter: Matter, report: Report) -> EventFacts:
    """The registered facts, completed by what the report prints, with the exclusions and the day of the report.

    A part of an event gets its own days beside them, a stage those of the joined event."""
    registered_facts = {name: value for name, value in matter.event.given.items() if name != "reported"}
    facts = answer(report.facts, registered_facts)
    excluded = (*facts.exclusions, *matter.exclusions)
    facts = replace(facts, part=matter.part or None, reported=matter.reported, exclusions=excluded)
    if matter.joined is not None:
        facts = replace(facts, joined_since=matter.joined[0], joined_until=matter.joined[1])
    return with_days(facts, report)


def examined(connection: Connection, records: Records, matter: Matter, paper: Paper) -> Examined:
    """The result of examining a report with everything the office knows. Nothing is written.

    Where the law cannot be asked, or a list is not there, the result has findings and no verdict by law."""
    report = paper.report
    keys = reported_as(connection, [player.id for player in report.players])
    counted = records.counted_as(connection, keys)
    span = span_of(connection, matter.event, report)
    shared = _shared_games(connection, matter, report, span)
    players = [*_unknown(connection, report, keys), *_twice(report, counted)]
    reading = [finding for finding in paper.findings if finding.code != MISSING_ID]
    reading += [*contradictions(report, matter.event, matter.part, matter.choice), *shared]
    facts, answers = facts_of(matter, report), frozenset(matter.event.given)
    inquiry = Inquiry(report, tuple(reading), facts, answers, matter.today, not matter.draft)
    result = Examined(
        unexamined(report, in_order([*reading, *players])), report, keys, span, shared, matter.joined is not None
    )
    grounds = inquiry.grounds
    if grounds is None:
        return result
    missing_lists = _missing_lists(connection, inquiry)
    if missing_lists:
        findings = in_order([*reading, *players, *missing_lists])
        return replace(result, answer=replace(unexamined(report, findings), facts=facts))
    inquiry, background = _with_background(connection, records, matter, inquiry, counted)
    judgement = _with_overrides(matter, inquiry, background)
    findings = _told_by_office(matter, judgement, players)
    numbers = (player.number for player in report.players)
    as_whom = dict(zip(numbers, counted.tolist(), strict=True))
    beside_others = tuple(with_earlier_events(connection, matter, as_whom, findings))
    list_day = enters(connection, grounds.series, judgement.list_day)
    return replace(result, answer=replace(judgement, findings=beside_others, list_day=list_day), alone=findings)


def _shared_games(connection: Connection, matter: Matter, report: Report, span: Span) -> tuple[Finding, ...]:
    """What is said of games that stand in other reports, too; nothing of a draft."""
    met = () if matter.draft else met_again(connection, span)
    return tuple(overlaps(connection, Sent(matter.event, matter.part, span, met), report.file))


def _missing_lists(connection: Connection, inquiry: Inquiry) -> list[Finding]:
    """The lists with whose ratings the players would be seated, and that the office does not have."""
    series, beside, list_ = _seating_lists(inquiry)
    names = (series, beside) if beside else (series,)
    return [finding for name in names for finding in _missing(connection, inquiry.report, name, list_)]


def _seating_lists(inquiry: Inquiry) -> tuple[str, str, Month]:
    """The series and the month of the list that seats the players, and the series beside it, where there is one."""
    assert inquiry.grounds is not None
    grounds = inquiry.grounds
    return grounds.series, seating_series(grounds.book), Month.of(list_on(grounds.series, grounds.day))


def _with_background(
    connection: Connection, records: Records, matter: Matter, inquiry: Inquiry, counted: I32
) -> tuple[Inquiry, Background]:
    """What lists, registry, game scores and other parts know of the report; and the inquiry with what they find."""
    assert inquiry.grounds is not None
    report, facts = inquiry.report, inquiry.facts
    series, beside, list_ = _seating_lists(inquiry)
    own = rows_of(records.merged(connection, series, list_), counted)
    other = rows_of(records.roll(connection, beside, list_), counted) if beside else None
    known = known_of(connection, counted.tolist(), Day.of(matter.event.start), own.rating.tolist())
    replaced = _replaced(connection, records, matter, (series, beside), counted)
    lists = (list_, replaced.month if replaced is not None else list_)
    gathered = other_parts(connection, records, SeenPart(matter, report, counted, inquiry.grounds.book, lists))
    parts = order_of_parts(connection, matter, report, gathered.others)
    rated = rated_in(connection, matter.event.key, matter.part)
    background = Background(
        RollCall(own, other, list_, known),
        _at_registration(connection, records, series, facts.registered, counted),
        _registry(connection, report, known),
        replaced,
        compared(connection, matter.event.key, matter.part, report) if facts.hybrid else None,
        gathered.others,
        gathered.before,
        None if rated else finished(connection, series, matter.rated),
    )
    return replace(inquiry, findings=(*inquiry.findings, *_of_others(report, known), *parts)), background


def _with_overrides(matter: Matter, inquiry: Inquiry, background: Background) -> Answer:
    """The answer by law, with the overrides of officers that still meet a finding."""
    judgement = examine(inquiry, background)
    if not (matter.overrides or matter.demanded):
        return judgement
    name = part_name(matter.event.code, matter.part)
    findings = judgement.admitted.findings if judgement.admitted else ()
    must_not_lift(matter.demanded, matter.exclusions, findings, name)
    standing = _that_meet(bounded(matter.overrides, matter.exclusions), judgement, inquiry.findings)
    return examine(inquiry, background, [*standing, *bounded(matter.demanded, matter.exclusions)])


def _told_by_office(matter: Matter, judgement: Answer, players: Sequence[Finding]) -> tuple[Finding, ...]:
    """All findings in order: of an unknown player what the registry says takes the place of what the list says."""
    unknown = {finding.player for finding in players}
    others = [
        _by_registration(finding, matter)
        for finding in judgement.findings
        if not (finding.message in NOT_ON_LIST and finding.player in unknown)
    ]
    return in_order([*others, *players])


def _by_registration(finding: Finding, matter: Matter) -> Finding:
    """The finding; of a late registration with another remedy: an approval in the registration, not in a sidecar."""
    if finding.message not in LATE or not finding.remedy:
        return finding
    authority = dict(finding.fields).get("authority", "")
    by = f":{authority}" if authority not in ("", UNNAMED, "nobody") else ""
    approval = f"{APPROVED_LATE}{by}"
    remedy = Remedy.to("register-approval", authority=authority, code=matter.event.code, approval=approval)
    return finding._replace(remedy=remedy)


def _that_meet(overrides: Sequence[Override], judgement: Answer, reading: Sequence[Finding]) -> list[Override]:
    """The overrides that still apply to a finding. A question that was answered since needs no override."""
    gone = {finding for finding in reading if finding.tier == Tier.EXCLUDE}
    within = [finding for finding in (judgement.admitted.findings if judgement.admitted else ()) if finding not in gone]
    return [override for override in overrides if any(override.meets(finding) for finding in within)]


# --- people -------------------------------------------------------------------------------------------------------


def _played(report: Report) -> set[int]:
    """The start numbers of the players who played at least one game."""
    games = report.games()
    played = games.kind == Kind.PLAYED
    return {*games.white[played].tolist(), *games.black[played].tolist()}


def _unknown(connection: Connection, report: Report, keys: I32) -> Iterator[Finding]:
    """A finding for each player who is not in the registry, with similar players; who played no game is only noted."""
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
            fields = {"name": name, "known": candidate.name, "number": number}
            yield office_finding(f"namesake/{candidate.births}", report.file, player.line, player.number, **fields)
        for near, near_name in neighbours(connection, player.id)[:NEIGHBOURS] if player.id > 0 else ():
            fields = {"name": name, "id": player.id, "near": near, "known": near_name}
            yield office_finding("neighbour", report.file, player.line, player.number, **fields)


def _twice(report: Report, counted: I32) -> Iterator[Finding]:
    """A finding for each row of the report whose player has a row before it."""
    first: dict[int, int] = {}
    for row, key in enumerate(counted.tolist()):
        other = first.setdefault(key, row)
        if key >= 0 and other != row:
            player, before = report.players[row], report.players[other]
            yield office_finding(
                "same-player", report.file, player.line, player.number, name=player.name, other=before.name
            )


def _of_others(report: Report, known: Sequence[KnownPlayer | None]) -> Iterator[Finding]:
    """A finding for each number that belongs to somebody else: neither name nor year of birth match the registry."""
    played = _played(report)
    for player, person in zip(report.players, known, strict=True):
        if person is None or player.number not in played:
            continue
        if player.born and person.born and Day(player.born).year == Day(person.born).year:
            continue
        printed = sounds(name_sort(player.name))
        if max(likeness(printed, sounds(name_sort(name))) for name in (person.name, *person.also)) < ALIKE:
            fields = {"name": player.name, "id": player.id, "known": person.name}
            yield office_finding("number-of-another", report.file, player.line, player.number, **fields)


def _registry(connection: Connection, report: Report, known: Sequence[KnownPlayer | None]) -> Registered:
    """Federations and arbiters as the office has them. An office without federations takes all of them as members."""
    registry = registered(connection)
    if registry.federations:
        return registry
    codes = {player.federation.upper() for player in report.players} | {each.federation for each in known if each}
    return replace(registry, federations=dict.fromkeys(codes, (Membership(None, None),)))


# --- lists --------------------------------------------------------------------------------------------------------


def _missing(connection: Connection, report: Report, series: str, list_: int) -> Iterator[Finding]:
    """A finding where the office does not have this list of the series."""
    lists = lists_of(connection, series)
    if list_ in lists:
        return
    fields = {"list": Month(list_), "series": series}
    if lists:
        fields |= {"first": Month(lists[0]), "last": Month(lists[-1])}
    yield office_finding("missing-list/some" if lists else "missing-list/none", report.file, **fields)


def _replaced(
    connection: Connection, records: Records, matter: Matter, names: tuple[str, str], keys: I32
) -> Replaced | None:
    """The newest list before the one that the event enters, of the series and of the one beside it, and the pool of its
    unrated players; None where the office does not compute the series."""
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
    """The ratings of the players on the list in force on the day of registration; None where there is no such list."""
    try:
        list_ = Month.of(list_on(series, day)) if day else Month(0)
    except LawError:
        return None  # before the first edition
    if list_ not in lists_of(connection, series):
        return None
    return rows_of(records.roll(connection, series, list_), keys).rating


# --- other reports ------------------------------------------------------------------------------------------------


def span_of(connection: Connection, event: BookedEvent, report: Report) -> Span:
    """The games of a report for comparison with other reports; a player with a FIDE number is named by it."""
    own = [player.id for player in report.players if is_own(player.id)]
    keys = dict(zip(own, resolve(connection, own).tolist(), strict=True))
    counted = aliases(connection) if any(key >= 0 for key in keys.values()) else None
    keys = {number: int(counted[key]) for number, key in keys.items() if counted is not None and key >= 0}
    people = people_of(connection, list(keys.values()))
    numbers = {number: people[key].fide_id for number, key in keys.items() if people[key].fide_id}
    return Span(marks(report, numbers), *days_of(report, event.start, event.end))
