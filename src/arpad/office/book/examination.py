"""Examine a report with the data of the office: its registry, its lists, the registration, other reports, and the
overrides of officers. An override never lifts an exclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from arpad.finding import Finding, Note, Remedy, Tier, UserError, sort_findings
from arpad.frozen import dataclass
from arpad.intake.settled_dates import settled_by_start
from arpad.intake.sidecar import REASONS, answer
from arpad.law import LawError
from arpad.law.calendar import list_on
from arpad.lists.other_series import home_federation, list_beside, seating_series
from arpad.lists.rollcall import RollCall
from arpad.model import EventFacts, Exclusion, GameKind, Player, Report
from arpad.office.book.duplicate_reports import (
    ComparedReport,
    ReportGames,
    find_repeated_games,
    first_and_last_day,
    played_game_marks,
    reports_with_same_pairs,
)
from arpad.office.book.event_facts import find_contradictions
from arpad.office.book.event_lookup import RegisteredEvent, list_that_rated_part, part_name
from arpad.office.book.identifications import Identification, IdentifiedReport, identify_players
from arpad.office.book.list_entry import adjust_first_event_findings, day_of_entered_list, day_of_newest_list
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.multipart_events import ExaminedPart, check_order_of_parts, gather_other_parts
from arpad.office.book.office_findings import office_finding
from arpad.office.book.official_players import OfficialPlayers, find_moved_players, find_official_players
from arpad.office.book.stored_report import ParsedReport, compare_stored_scores
from arpad.office.registry.duplicates import players_of_same_name_and_birth
from arpad.office.registry.federation_officials import registered_officials
from arpad.office.registry.names import name_likeness, name_sort, sounds_of_words
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import facts_of_players as people_of
from arpad.office.registry.player_facts import keys_of_numbers, registered_numbers_like
from arpad.office.registry.player_facts import players_as_admission_needs as known_of
from arpad.office.registry.player_merges import keys_of_reported_numbers, merge_aliases
from arpad.office.registry.player_numbers import is_office_number, key_of_office_number
from arpad.office.rolls import COMPUTED, published_lists, select_player_rows, series_kind
from arpad.pipeline import Answer, Inquiry, PlayerBackground, ReplacedList, examine_report, result_without_law
from arpad.rating.change import listed

EXCLUSION_MESSAGES = frozenset({"unplayed-game/excluded", "member-federation/excluded"})
"""The messages of findings that only an exclusion makes."""
EXCLUSION_REASON_MESSAGES = frozenset(f"{reason}/game" for reason in REASONS)
"""Those of one game with a reason that is a finding by itself; admission may find it, too."""


@dataclass(frozen=True)
class LimitedOverride(Override):
    """An override that does not apply to findings that exist because of an exclusion."""

    exclusions: tuple[Exclusion, ...] = ()  # by officers

    def meets(self, finding: Finding) -> bool:
        """Return whether the override applies to a finding; never to one that exists because of an exclusion."""
        return Override.meets(self, finding) and not _is_exclusion_finding(finding, self.exclusions)


def limit_overrides(overrides: Iterable[Override], exclusions: tuple[Exclusion, ...]) -> list[Override]:
    """Return the overrides, limited so that they do not lift an exclusion; `exclusions` are those of officers."""
    return [
        LimitedOverride(each.code, each.who, each.reason, each.player, each.round, exclusions) for each in overrides
    ]


def refuse_to_lift_exclusions(
    overrides: Sequence[Override], exclusions: tuple[Exclusion, ...], findings: Sequence[Finding], event: str
) -> None:
    """Refuse an override that meets only findings of exclusions; the error says how to end the exclusion instead.

    An override that meets no finding passes here. `event` is CODE or CODE/PART, for the error."""
    for override in overrides:
        met = [finding for finding in findings if override.meets(finding)]
        if met and all(_is_exclusion_finding(finding, exclusions) for finding in met):
            raise UserError(
                "exclusion-not-overridden", _how_to_end_exclusion(met[0], exclusions, event), override=override.of
            )


def _how_to_end_exclusion(finding: Finding, exclusions: tuple[Exclusion, ...], event: str) -> Remedy:
    """Return the remedy that ends the exclusion behind a finding: that of an officer, or else of the registration."""
    by_officer = next((each for each in exclusions if _matches_exclusion(finding, each)), None)
    if by_officer is None:
        return Remedy.to("change-registration", event=event)
    if by_officer.round is None:
        return Remedy.to("end-exclusion", event=event, player=by_officer.player)
    return Remedy.to("end-exclusion-of-game", event=event, player=by_officer.player, round=by_officer.round)


def _is_exclusion_finding(finding: Finding, exclusions: tuple[Exclusion, ...]) -> bool:
    """Return whether a finding exists because of one of these exclusions of officers, or of one in the registration."""
    if finding.tier != Tier.EXCLUDE:
        return False
    if finding.message in EXCLUSION_REASON_MESSAGES:
        return any(_matches_exclusion(finding, each) for each in exclusions)
    return finding.message in EXCLUSION_MESSAGES


def _matches_exclusion(finding: Finding, exclusion: Exclusion) -> bool:
    """Whether a finding is about the player and the round of an exclusion."""
    return finding.player == exclusion.player and exclusion.round in (None, finding.round)


NOT_ON_LIST_MESSAGES = ("ratings-used/not-on-list", "ratings-used/no-id")  # an unknown player has a better finding
MISSING_ID = "missing-id"  # replaced by findings about unknown players
DUPLICATE_ID, NUMBER_FINDINGS = "duplicate-id", ("implausible-id", "unreadable-id")
IDENTIFIED = "identified-player"
LATE_REGISTRATION_MESSAGES = ("registration-notice/late", "early-registration/late", "early-registration/late-by-whom")
MAX_SUGGESTIONS = 3
SIMILAR_NAME_PERCENT = 60  # percent, from which two names may be one in another spelling


@dataclass(frozen=True)
class ExaminationSubject:
    """What is examined: an event or one part of it, with the overrides and exclusions of officers."""

    event: RegisteredEvent
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
    identified: tuple[Identification, ...] = ()  # who players are, as officers said, in order


@dataclass(frozen=True)
class OfficeExamination:
    """The result of an examination in the office: the answer by law, and the registry key of each player."""

    answer: Answer
    report: Report
    keys: I32  # registry key of each player, -1 where the registry has none
    span: ReportGames  # the games, for comparison with those of other reports
    shared: tuple[Finding, ...] = ()  # findings about games that are in other reports, too
    joined: bool = False  # the event is a stage of a joined event
    unregistered: tuple[Person, ...] = ()  # who played, is on an official list, and gets registered by the admission
    alone: tuple[Finding, ...] | None = None  # the findings before other events of the same list are considered


def facts_for_examination(matter: ExaminationSubject, report: Report) -> EventFacts:
    """Return the registered facts completed by those of the report, with exclusions and the day on which it came.

    A part of an event also has its own days, a stage those of the joined event."""
    registered_facts = {name: value for name, value in matter.event.given.items() if name != "reported"}
    facts = answer(report.facts, registered_facts)
    excluded = (*facts.exclusions, *matter.exclusions)
    facts = replace(facts, part=matter.part or None, reported=matter.reported, exclusions=excluded)
    if matter.joined is not None:
        facts = replace(facts, joined_since=matter.joined[0], joined_until=matter.joined[1])
    return with_days(facts, report)


def examine_in_office(
    connection: Connection, records: ListMemory, matter: ExaminationSubject, paper: ParsedReport
) -> OfficeExamination:
    """Examine a report by law and with all that the office knows: registry, lists, scores, other reports.

    Nothing is written. Where the law cannot be asked, or a list is not published here, the result has findings and no
    verdict by law."""
    settled, of_reading = settled_by_start(paper.report, paper.findings, matter.event.given.get("start"))
    identified = identify_players(connection, settled, matter.identified)
    report = identified.report
    keys = keys_of_reported_numbers(connection, [player.id for player in report.players])
    counted = records.counted_as(connection, keys)
    span = games_of_report(connection, matter.event, report)
    shared = _find_shared_games(connection, matter, report, span)
    official = find_official_players(connection, report, counted, numbers_with_games(report), matter.event.start)
    unknown = np.array([key if row not in official.people else 0 for row, key in enumerate(keys.tolist())], np.int32)
    players = [*_find_unknown_players(connection, report, unknown), *_find_players_entered_twice(report, counted)]
    players = [_name_event_in_remedy(finding, matter) for finding in players]
    reading = [finding for finding in of_reading if not _is_settled_by_identity(finding, identified)]
    reading += _name_identified_players(connection, identified, keys)
    reading += [*find_contradictions(report, matter.event, matter.part, matter.choice), *shared]
    reading += official.finding()
    facts, answers = facts_for_examination(matter, report), frozenset(matter.event.given)
    inquiry = Inquiry(report, tuple(reading), facts, answers, matter.today, not matter.draft)
    result = OfficeExamination(
        result_without_law(report, sort_findings([*reading, *players])),
        report,
        keys,
        span,
        shared,
        matter.joined is not None,
        tuple(official.people.values()),
    )
    grounds = inquiry.grounds
    if grounds is None:
        return result
    missing_lists = _find_missing_lists(connection, inquiry)
    if missing_lists:
        findings = sort_findings([*reading, *players, *missing_lists])
        return replace(result, answer=replace(result_without_law(report, findings), facts=facts))
    inquiry, background = _collect_background(connection, records, matter, inquiry, official)
    judgement = _examine_with_overrides(matter, inquiry, background)
    findings = _merge_findings(matter, judgement, players)
    numbers = (player.number for player in report.players)
    as_whom = dict(zip(numbers, counted.tolist(), strict=True))
    beside_others = tuple(adjust_first_event_findings(connection, matter, as_whom, findings))
    list_day = day_of_entered_list(connection, grounds.series, judgement.list_day)
    return replace(result, answer=replace(judgement, findings=beside_others, list_day=list_day), alone=findings)


def _find_shared_games(
    connection: Connection, matter: ExaminationSubject, report: Report, span: ReportGames
) -> tuple[Finding, ...]:
    """The findings about games that are in other reports, too; none for a draft."""
    met = () if matter.draft else reports_with_same_pairs(connection, span)
    return tuple(find_repeated_games(connection, ComparedReport(matter.event, matter.part, span, met), report.file))


def _find_missing_lists(connection: Connection, inquiry: Inquiry) -> list[Finding]:
    """Return a finding for each list that would give the players their ratings and that the office does not have."""
    named = [(name, list_) for name, list_ in _seating_lists(inquiry) if name]
    return [each for name, list_ in named for each in _find_missing_list(connection, inquiry.report, name, list_)]


def _seating_lists(inquiry: Inquiry) -> tuple[tuple[str, Month], tuple[str, Month]]:
    """Return the series with the list that gives the ratings, and the second series (empty: none) with its list.

    Players without a rating in the series may take one from the second series, and guests have one of it."""
    assert inquiry.grounds is not None
    grounds = inquiry.grounds
    list_ = Month.of(list_on(grounds.series, grounds.day))
    beside = Month(list_beside(grounds.book, grounds.day, list_))
    return (grounds.series, list_), (seating_series(grounds.book), beside)


def _collect_background(
    connection: Connection,
    records: ListMemory,
    matter: ExaminationSubject,
    inquiry: Inquiry,
    official: OfficialPlayers,
) -> tuple[Inquiry, PlayerBackground]:
    """Return the inquiry with more findings, and what lists, registry, game scores and other parts know of its players.

    `official` are the players who are not registered."""
    assert inquiry.grounds is not None
    report, facts, counted = inquiry.report, inquiry.facts, official.counted
    (series, list_), (beside, list_beside_) = _seating_lists(inquiry)
    own = select_player_rows(records.merged(connection, series, list_), counted)
    own, other = official.on_list(connection, series, list_, own), None
    if beside:
        other = select_player_rows(records.merged(connection, beside, list_beside_), counted)
        other = official.on_list(connection, beside, list_beside_, other)
    known = known_of(connection, counted.tolist(), Day.of(matter.event.start), own.rating.tolist())
    known = official.known(known, own)
    replaced = _read_replaced_list(connection, records, matter, series, counted)
    lists = (list_, replaced.month if replaced is not None else list_)
    gathered = gather_other_parts(
        connection, records, ExaminedPart(matter, report, counted, inquiry.grounds.book, lists)
    )
    parts = check_order_of_parts(connection, matter, report, gathered.others)
    rated = list_that_rated_part(connection, matter.event.key, matter.part)
    background = PlayerBackground(
        RollCall(own, other, list_, known, beside=list_beside_),
        _ratings_at_registration(connection, records, series, facts.registered, counted),
        _read_federations_and_arbiters(connection, report, known),
        replaced,
        compare_stored_scores(connection, matter.event.key, matter.part, report) if facts.hybrid else None,
        gathered.others,
        gathered.before,
        None if rated else day_of_newest_list(connection, series, matter.rated),
    )
    others = [_name_event_in_remedy(each, matter) for each in _find_numbers_of_others(inquiry, known)]
    if home := home_federation(inquiry.grounds.book):
        others += find_moved_players(connection, official, known, home, matter.event.start)
    return replace(inquiry, findings=(*inquiry.findings, *others, *parts)), background


def _examine_with_overrides(matter: ExaminationSubject, inquiry: Inquiry, background: PlayerBackground) -> Answer:
    """Return the answer by law, with the stored overrides that still meet a finding and all overrides of this call.

    Refuse an override of this call that could only lift an exclusion."""
    judgement = examine_report(inquiry, background)
    if not (matter.overrides or matter.demanded):
        return judgement
    name = part_name(matter.event.code, matter.part)
    findings = judgement.admitted.findings if judgement.admitted else ()
    refuse_to_lift_exclusions(matter.demanded, matter.exclusions, findings, name)
    standing = _effective_overrides(limit_overrides(matter.overrides, matter.exclusions), judgement, inquiry.findings)
    return examine_report(inquiry, background, [*standing, *limit_overrides(matter.demanded, matter.exclusions)])


def _merge_findings(matter: ExaminationSubject, judgement: Answer, players: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return all findings in order; for an unknown player the finding of the registry replaces that of the list.

    A late registration gets another remedy."""
    unknown = {finding.player for finding in players}
    others = [
        _name_registration_as_remedy(finding, matter)
        for finding in judgement.findings
        if not (finding.message in NOT_ON_LIST_MESSAGES and finding.player in unknown)
    ]
    return sort_findings([*others, *players])


def _name_registration_as_remedy(finding: Finding, matter: ExaminationSubject) -> Finding:
    """Return the finding; the remedy of a late registration becomes an approval in the registration."""
    if finding.message not in LATE_REGISTRATION_MESSAGES or not finding.remedy:
        return finding
    authority = dict(finding.fields).get("authority", "")
    by = f":{authority}" if authority not in ("", UNNAMED, "nobody") else ""
    approval = f"{APPROVED_LATE}{by}"
    remedy = Remedy.to("register-approval", authority=authority, code=matter.event.code, approval=approval)
    return finding._replace(remedy=remedy)


def _effective_overrides(
    overrides: Sequence[Override], judgement: Answer, reading: Sequence[Finding]
) -> list[Override]:
    """Return the overrides that still meet a finding of the judgement; the others are left out without an error.

    `reading` are the findings of parsing; its exclusions do not count, so that no override lifts them."""
    gone = {finding for finding in reading if finding.tier == Tier.EXCLUDE}
    within = [finding for finding in (judgement.admitted.findings if judgement.admitted else ()) if finding not in gone]
    return [override for override in overrides if any(override.meets(finding) for finding in within)]


def numbers_with_games(report: Report) -> set[int]:
    """The start numbers of the players who played at least one game."""
    games = report.games()
    played = games.kind == GameKind.PLAYED
    return {*games.white[played].tolist(), *games.black[played].tolist()}


def _find_unknown_players(connection: Connection, report: Report, keys: I32) -> Iterator[Finding]:
    """Yield a finding for each player who is not in the registry, and advice with similar players.

    A player without a played game is only noted. `keys` are the registry keys of the players, negative for unknown
    ones."""
    played = numbers_with_games(report)
    unknown = np.flatnonzero(keys < 0).tolist()
    people = [report.players[row] for row in unknown]
    alike = players_of_same_name_and_birth(
        connection, [Person(player.name, born=player.born, federation=player.federation) for player in people]
    )
    for at, row in enumerate(unknown):
        player = report.players[row]
        name = player.name or Note.of("player-numbered", number=player.number)
        if player.number not in played:
            yield office_finding("left-out-player", report.file, player.line, player.number, name=name)
            continue
        mistyped = is_office_number(player.id) and key_of_office_number(player.id) is None
        code = "no-number" if player.id <= 0 else "mistyped-number" if mistyped else "unknown-player"
        yield office_finding(code, report.file, player.line, player.number, name=name, id=player.id)
        for candidate in alike.get(at, ())[:MAX_SUGGESTIONS]:
            number = candidate.fide_id or candidate.number
            fields = {"name": name, "known": candidate.name, "number": number}
            yield office_finding(f"namesake/{candidate.births}", report.file, player.line, player.number, **fields)
        for near, near_name in (
            registered_numbers_like(connection, player.id)[:MAX_SUGGESTIONS] if player.id > 0 else ()
        ):
            fields = {"name": name, "id": player.id, "near": near, "known": near_name}
            yield office_finding("neighbour", report.file, player.line, player.number, **fields)


def _find_players_entered_twice(report: Report, counted: I32) -> Iterator[Finding]:
    """Yield a finding for each row of the report whose player, after merges, has an earlier row.

    Unknown players have none."""
    first: dict[int, int] = {}
    for row, key in enumerate(counted.tolist()):
        other = first.setdefault(key, row)
        if key >= 0 and other != row:
            player, before = report.players[row], report.players[other]
            yield office_finding(
                "same-player", report.file, player.line, player.number, name=player.name, other=before.name
            )


def _find_numbers_of_others(inquiry: Inquiry, known: Sequence[KnownPlayer | None]) -> Iterator[Finding]:
    """Yield a finding for each number that belongs to somebody else: neither name nor year of birth match the registry.

    Players without a played game, without a registered number, or whom an officer identified are left out."""
    report = inquiry.report
    played = numbers_with_games(report)
    identified = {finding.player for finding in inquiry.findings if finding.code == IDENTIFIED}
    for player, person in zip(report.players, known, strict=True):
        if person is None or player.number not in played or player.number in identified:
            continue
        if not is_name_or_year_of(player, person):
            fields = {"name": player.name, "id": player.id, "known": person.name}
            yield office_finding("number-of-another", report.file, player.line, player.number, **fields)


def _name_event_in_remedy(finding: Finding, matter: ExaminationSubject) -> Finding:
    """Return a finding about who a player is; its remedy names the event."""
    if finding.remedy is None:
        return finding
    event = part_name(matter.event.code, matter.part)
    return finding._replace(remedy=Remedy.to(finding.remedy.action, event=event, player=finding.player))


def is_name_or_year_of(player: Player, person: KnownPlayer) -> bool:
    """Return whether a player of a report has the year of birth of a registered person, or a similar name."""
    if player.born and person.born and Day(player.born).year == Day(person.born).year:
        return True
    printed = sounds_of_words(name_sort(player.name))
    likeness = (name_likeness(printed, sounds_of_words(name_sort(name))) for name in (person.name, *person.also))
    return max(likeness) >= SIMILAR_NAME_PERCENT


def _is_settled_by_identity(finding: Finding, identified: IdentifiedReport) -> bool:
    """Return whether a finding of reading is about a number that is missing, or that an identification replaces."""
    if finding.message == DUPLICATE_ID and identified.by_player:
        number = dict(finding.fields).get("id")
        return sum(player.id == number for player in identified.report.players) < 2
    return finding.code == MISSING_ID or (finding.code in NUMBER_FINDINGS and finding.player in identified.by_player)


def _name_identified_players(connection: Connection, identified: IdentifiedReport, keys: I32) -> Iterator[Finding]:
    """Yield a note for each player whom an officer identified."""
    report = identified.report
    people = people_of(connection, keys.tolist()) if identified.by_player else {}
    for player, key in zip(report.players, keys.tolist(), strict=True):
        if (identity := identified.by_player.get(player.number)) is not None and key in people:
            fields = {"name": player.name, "known": people[key].name, "number": player.id, "who": identity.who}
            yield office_finding(IDENTIFIED, report.file, player.line, player.number, **fields, day=identity.day)


def _read_federations_and_arbiters(
    connection: Connection, report: Report, known: Sequence[KnownPlayer | None]
) -> Registered:
    """Return federations and arbiters as the office has them.

    An office without federations takes all of them as members."""
    registry = registered_officials(connection)
    if registry.federations:
        return registry
    codes = {player.federation.upper() for player in report.players} | {each.federation for each in known if each}
    return replace(registry, federations=dict.fromkeys(codes, (Membership(None, None),)))


def _find_missing_list(connection: Connection, report: Report, series: str, list_: int) -> Iterator[Finding]:
    """Yield a finding where the office has not published this list (yyyymm) of the series; nothing where it has."""
    lists = published_lists(connection, series)
    if list_ in lists:
        return
    fields = {"list": Month(list_), "series": series}
    if lists:
        fields |= {"first": Month(lists[0]), "last": Month(lists[-1])}
    if lists and list_ < lists[0] and series_kind(connection, series) == COMPUTED:
        remedy = Remedy.to("open-with-earlier-list", series=series, list=Month(list_), first=Month(lists[0]))
        yield office_finding("missing-list/before-first", report.file, **fields)._replace(remedy=remedy)
        return
    yield office_finding("missing-list/some" if lists else "missing-list/none", report.file, **fields)


def _read_replaced_list(
    connection: Connection, records: ListMemory, matter: ExaminationSubject, series: str, keys: I32
) -> ReplacedList | None:
    """Return the newest list before the one that the event enters (`matter.rated`; 0: the next), with its pool.

    None where the office does not compute the series."""
    before = [list_ for list_ in published_lists(connection, series) if not matter.rated or list_ < matter.rated]
    if not before or series_kind(connection, series) != COMPUTED:
        return None
    last = before[-1]
    own = select_player_rows(records.merged(connection, series, last), keys)
    pool = records.waiting(connection, series, last, np.where(listed(own.state), -1, keys).astype(np.int32))
    return ReplacedList(last, own, pool, matter.rated)


def _ratings_at_registration(
    connection: Connection, records: ListMemory, series: str, day: date | None, keys: I32
) -> I16 | None:
    """Return the ratings of the players on the list in force on the day of registration.

    None where there is no such day, or where the office does not have that list."""
    try:
        list_ = Month.of(list_on(series, day)) if day else Month(0)
    except LawError:
        return None  # before the first edition
    if list_ not in published_lists(connection, series):
        return None
    return select_player_rows(records.roll(connection, series, list_), keys).rating


def games_of_report(connection: Connection, event: RegisteredEvent, report: Report) -> ReportGames:
    """Return the played games with their first and last day, for comparison with other reports.

    A player with an office number is identified by the FIDE number, where the registry has one (after merges)."""
    own = [player.id for player in report.players if is_office_number(player.id)]
    keys = dict(zip(own, keys_of_numbers(connection, own).tolist(), strict=True))
    counted = merge_aliases(connection) if any(key >= 0 for key in keys.values()) else None
    keys = {number: int(counted[key]) for number, key in keys.items() if counted is not None and key >= 0}
    people = people_of(connection, list(keys.values()))
    numbers = {number: people[key].fide_id for number, key in keys.items() if people[key].fide_id}
    return ReportGames(played_game_marks(report, numbers), *first_and_last_day(report, event.start, event.end))
