"""Propose a case: check it, store what was sent, and try whether it can be entered.

The module also refuses merges and unmerges of players that need a case because lists were published.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import assert_never

from sqlalchemy import Connection, func, select

from arpad.columns import State
from arpad.days import Day, Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake import LIMITS
from arpad.intake.sidecar import REASONS
from arpad.law.calendar import list_for
from arpad.office.acts import Permission, Subject, act
from arpad.office.book.event_lookup import EventPart, find_single_part
from arpad.office.book.event_status import EventStatus
from arpad.office.book.officer_instructions import FindingToOverride
from arpad.office.cases.case_approval import refuse_case_that_cannot_be_entered
from arpad.office.cases.case_records import Case, CaseKind, NewCase, event_target, insert_case, player_targets
from arpad.office.cases.remade_lists import (
    computed_series,
    first_list_with_law,
    first_list_with_player,
    opening_list,
    refuse_list_without_law,
)
from arpad.office.desk import Desk
from arpad.office.publishing.choose_list import NO_MONTH
from arpad.office.publishing.series_rules import rules_of_series
from arpad.office.registry import player_merges
from arpad.office.registry.import_files import InputFile
from arpad.office.registry.person import fact_as_text
from arpad.office.registry.player_facts import require_player_key
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import (
    COMPUTED,
    newest_published_list,
    player_history,
    published_lists,
    series_kind,
    single_series,
)
from arpad.office.store.schema import merge, rating_list, revision_step

CORRECTABLE_FACTS = ("born", "federation", "member", "died", "title", "sex")
OPENING_ROW_LIMITS = {
    "rating": 4000,
    "highest": 4000,
    "k": 100,
    "games": 30_000,
}  # of a row of the opening list: beyond is a slip


@dataclass(frozen=True)
class ReportReplacement:
    """Proposal: the report of a rated event was wrong, this file is right."""

    event: str  # CODE or CODE/PART
    file: InputFile
    why: str
    overrides: tuple[FindingToOverride, ...] = ()


@dataclass(frozen=True)
class EventAnnulment:
    """Proposal: a rated event should not have been rated."""

    event: str
    why: str


@dataclass(frozen=True)
class LateEvent:
    """Proposal: a reported event belongs on a published list."""

    event: str
    why: str
    list_: Month = NO_MONTH  # the first that the law allows where none is named
    overrides: tuple[FindingToOverride, ...] = ()


@dataclass(frozen=True)
class GameDecision:
    """Proposal: leave out a game of a rated event (or all games of a player), or take it in again."""

    event: str
    player: int  # start number
    why: str
    round: int | None = None
    reason: str = ""  # why it is left out; empty: it is taken in again


@dataclass(frozen=True)
class EventReexamination:
    """Proposal: examine a rated event again with what is known now: a licence, a title, a federation."""

    event: str
    why: str
    overrides: tuple[FindingToOverride, ...] = ()


@dataclass(frozen=True)
class FactCorrection:
    """Proposal: a fact of a player that lists used was wrong."""

    player: int  # FIDE's number or the office's
    field: str  # one of FACTS
    value: object
    why: str
    since: Day = Day(0)


@dataclass(frozen=True)
class OpeningCorrection:
    """Proposal: the opening list was wrong about a player. None leaves a value as it is."""

    player: int
    why: str
    series: str = ""
    rating: int | None = None
    k: int | None = None
    games: int | None = None
    highest: int | None = None


@dataclass(frozen=True)
class MergeProposal:
    """Proposal: two players are one person and always were."""

    kept: int
    gone: int
    why: str
    despite: tuple[player_merges.Objection, ...] = ()


@dataclass(frozen=True)
class UnmergeProposal:
    """Proposal: a merge was wrong from the beginning."""

    gone: int
    why: str


Proposal = (
    ReportReplacement
    | EventAnnulment
    | LateEvent
    | GameDecision
    | EventReexamination
    | FactCorrection
    | OpeningCorrection
    | MergeProposal
    | UnmergeProposal
)


@act("propose-case", about=Subject.SERIES, permission=Permission.DECIDE, inverse="drop-case")
def propose_case(desk: Desk, proposal: Proposal) -> Case:
    """Check a proposal and store it as a case. Lists and ratings stay as they are. Refused if it cannot be entered, has
    no reason, contradicts an open case, or concerns a list that is too far back."""
    with desk.writing("propose revision", why=proposal.why) as writing:
        new = _case_of_proposal(writing.connection, proposal, desk.today())
        _refuse_beyond_reach(writing.connection, new)
        case = insert_case(writing, new)
        refuse_case_that_cannot_be_entered(writing, case)
    return case


def _case_of_proposal(connection: Connection, proposal: Proposal, today: date) -> NewCase:
    """Check a proposal and return the case to store; nothing is stored here, and an impossible proposal is refused."""
    match proposal:
        case ReportReplacement():
            part = _rated_part(connection, proposal.event)
            detail = _detail_of_part(part) | _detail_of_overrides(proposal.overrides)
            with proposal.file.open() as stream:
                body = stream.read(LIMITS.bytes + 1)
            return NewCase(CaseKind.REPLACE, (event_target(part.event),), detail, proposal.file.name, body)
        case EventAnnulment():
            part = _rated_part(connection, proposal.event)
            return NewCase(CaseKind.ANNUL, (event_target(part.event),), _detail_of_part(part))
        case LateEvent():
            part = find_single_part(connection, proposal.event)
            detail = _detail_of_part(part) | _detail_of_overrides(proposal.overrides)
            detail |= {"list": _choose_list_of_late_event(connection, part, proposal)}
            return NewCase(CaseKind.LATE, (event_target(part.event),), detail)
        case GameDecision():
            part = _rated_part(connection, proposal.event)
            if proposal.reason and proposal.reason not in REASONS:
                raise UserError("exclusion-reason", reason=proposal.reason, known=REASONS)
            game = {"player": proposal.player, "round": proposal.round, "reason": proposal.reason}
            return NewCase(CaseKind.GAME, (event_target(part.event),), _detail_of_part(part) | game)
        case EventReexamination():
            part = _rated_part(connection, proposal.event)
            detail = _detail_of_part(part) | _detail_of_overrides(proposal.overrides)
            return NewCase(CaseKind.AGAIN, (event_target(part.event),), detail)
        case FactCorrection():
            return _case_about_fact(connection, proposal, today)
        case OpeningCorrection():
            return _case_about_opening_row(connection, proposal)
        case MergeProposal():
            kept, gone = require_player_key(connection, proposal.kept), require_player_key(connection, proposal.gone)
            rated = (
                player_merges.Objection(player_merges.RATED_OBJECTION, name)
                for name in player_merges.series_where_both_are_rated(connection, kept, gone)
            )
            against = (*proposal.despite, *rated)  # that both are rated is what the case is about
            player_merges.refuse_doubtful_merge(connection, kept, gone, proposal.why, against)
            despite = [[each.about, each.series] for each in against]
            return NewCase(
                CaseKind.MERGE, player_targets((kept, gone)), {"kept": kept, "gone": gone, "despite": despite}
            )
        case UnmergeProposal():
            return _case_about_unmerge(connection, require_player_key(connection, proposal.gone))
        case _:
            assert_never(proposal)


# --- events -------------------------------------------------------------------------------------------------------


def _rated_part(connection: Connection, name: str) -> EventPart:
    """Return the rated event or part with a name. Refused if it is not rated, is annulled, or its list stores no law
    and so cannot be made again."""
    part = find_single_part(connection, name)
    if part.life.where is EventStatus.ANNULLED:
        raise UserError("revision/annulled", event=part.name)
    if not part.life.rated:
        raise UserError("revision/not-rated", Remedy.to("decide-as-usual", event=part.name), event=part.name)
    refuse_list_without_law(connection, part.series, part.life.rated)
    return part


def _detail_of_part(part: EventPart) -> dict[str, object]:
    """Return the detail that names an event or part in a case: keys `event`, `part`, `name`, `series`."""
    return {"event": part.event, "part": part.part, "name": part.name, "series": part.series}


def _detail_of_overrides(overrides: tuple[FindingToOverride, ...]) -> dict[str, object]:
    """Return the overridden findings as a case stores them: under `asides` code, player and round of each."""
    return {"asides": [[each.code, each.player, each.round] for each in overrides]}


def _choose_list_of_late_event(connection: Connection, part: EventPart, proposal: LateEvent) -> int:
    """Return the list that is to rate a late event: the proposed one, by default the earliest possible. Refused: an
    event that is rated or has no report, an imported series, and a list that is too early, unpublished or without
    law."""
    if part.life.rated:
        raise UserError("revision/rated-already", event=part.name, list=part.life.rated)
    if not part.report:
        raise UserError("no-report", Remedy.to("submit-report", event=part.code), event=part.name)
    if series_kind(connection, part.series) != COMPUTED:
        raise UserError("series-imported", series=part.series)
    earliest = Month.of(list_for(part.series, part.end))
    list_ = proposal.list_ or earliest
    if list_ < earliest:
        raise UserError("revision/list-too-early", event=part.name, list=list_, earliest=earliest)
    if list_ not in published_lists(connection, part.series):
        raise UserError(
            "revision/list-to-come", Remedy.to("decide-as-usual", event=part.name), list=list_, event=part.name
        )
    refuse_list_without_law(connection, part.series, list_)
    return int(list_)


# --- people and rows ----------------------------------------------------------------------------------------------


def _case_about_fact(connection: Connection, proposal: FactCorrection, today: date) -> NewCase:
    """Return the case about a fact of a player; the value is its file, so that no detail has a birth date. Refused: a
    fact that no case can correct, and a day in the future."""
    key = require_player_key(connection, proposal.player)
    if proposal.field not in CORRECTABLE_FACTS:
        raise UserError("revision/fact", Remedy.to("choose-fact", known=CORRECTABLE_FACTS), field=proposal.field)
    if proposal.since > Day.of(today):
        raise UserError("not-yet", day=proposal.since, today=Day.of(today))
    values = {proposal.field: fact_as_text(proposal.field, proposal.value)}
    body = json.dumps({"values": values, "since": int(proposal.since)}, sort_keys=True).encode()
    detail = {"player": key, "number": office_number(key), "field": proposal.field}
    return NewCase(CaseKind.FACT, player_targets((key,)), detail, "fact.json", body)


def _case_about_opening_row(connection: Connection, proposal: OpeningCorrection) -> NewCase:
    """Return the case about a row of the opening list; a new rating may also change the highest one. Refused: values
    that are impossible or unchanged, a player not rated there, and a series whose lists after it store no law."""
    series = proposal.series or single_series(connection, COMPUTED)
    key, lists = require_player_key(connection, proposal.player), published_lists(connection, series)
    if not lists or series_kind(connection, series) != COMPUTED:
        raise UserError("revision/no-opening", series=series)
    opened = opening_list(connection, series)
    rows = dict(player_history(connection, series, key))
    opening = rows.get(max((each for each in rows if each <= opened), default=0))
    if opening is None or opening["state"] == State.NONE.value:
        raise UserError("revision/not-on-opening", number=office_number(key), list=Month(opened))
    row = {name: getattr(proposal, name) for name in OPENING_ROW_LIMITS if getattr(proposal, name) is not None}
    for name, value in row.items():
        if not 0 <= value <= OPENING_ROW_LIMITS[name]:
            raise UserError("revision/row", name=name, value=value, most=OPENING_ROW_LIMITS[name])
    if "rating" in row and "highest" not in row:
        same = opening["highest"] == opening["rating"]
        row["highest"] = row["rating"] if same else max(opening["highest"], row["rating"])
    if not row or all(opening[name] == value for name, value in row.items()):
        raise UserError("revision/row-holds", number=office_number(key), list=Month(opened))
    since = first_list_with_law(connection, series)
    computed = [each for each in lists if each > opened]
    if not since or not computed or since > computed[0]:
        raise UserError("revision/as-published", series=series, list=Month(opened), since=Month(since))
    detail = {"player": key, "number": office_number(key), "series": series, "row": row}
    return NewCase(CaseKind.OPENING, player_targets((key,)), detail)


def _case_about_unmerge(connection: Connection, gone: int) -> NewCase:
    """Return the case about a merge to undo; refused if the player is not merged now."""
    held = {gone_before: into for _, into, gone_before in player_merges.merges_in_force(connection)}
    if gone not in held:
        raise UserError("not-merged", Remedy.to("show-merges"), number=office_number(gone))
    return NewCase(CaseKind.UNMERGE, player_targets((held[gone], gone)), {"kept": held[gone], "gone": gone})


def _refuse_beyond_reach(connection: Connection, new: NewCase) -> None:
    """Refuse a case about a list further back than the rule `reach` of its series allows (months before the newest
    list; 0: no limit)."""
    for series in computed_series(connection):
        reach, last = rules_of_series(connection, series).reach, newest_published_list(connection, series)
        for list_ in _first_list_concerned(connection, series, new) if reach else ():
            if Month(list_) < Month(last).plus(-reach):
                raise UserError("revision/out-of-reach", list=Month(list_), series=series, months=reach)


def _first_list_concerned(connection: Connection, series: str, new: NewCase) -> Iterator[int]:
    """Yield the first list of a series that a case concerns; nothing if it concerns none of them."""
    detail = new.detail
    if detail.get("series", series) != series:
        return
    if "event" in detail:
        yield int(detail.get("list") or find_single_part(connection, detail["name"]).life.rated)
    elif new.kind is CaseKind.OPENING:
        yield opening_list(connection, series)
    else:
        yield from first_list_with_player(connection, series, detail.get("gone", detail.get("player")))


def refuse_merge_of_two_rated(connection: Connection, kept: int, gone: int) -> None:
    """Refuse to merge two players who both have a published rating in one series; that needs a case."""
    if any(player_merges.series_where_both_are_rated(connection, kept, gone)):
        remedy = Remedy.to("propose-merge", kept=office_number(kept), gone=office_number(gone))
        raise UserError("merge-needs-revision", remedy)


def refuse_unmerge_after_publication(connection: Connection, gone: int) -> None:
    """Refuse to undo a merge that a case made, or after which a list was published with one of the two; that needs a
    case. A player who is not merged passes."""
    for seq, kept, gone_then in player_merges.merges_in_force(connection):
        if gone_then != gone:
            continue
        entry = connection.execute(select(merge.c.log).where(merge.c.seq == seq)).scalar_one()
        by_case = connection.execute(select(revision_step.c.seq).where(revision_step.c.log == entry)).first()
        for series in computed_series(connection):
            newest = select(func.max(rating_list.c.log)).where(rating_list.c.series == series)
            published = by_case is not None or (connection.execute(newest).scalar() or 0) > entry
            if published and any(True for key in (kept, gone) for _ in first_list_with_player(connection, series, key)):
                remedy = Remedy.to("propose-unmerge", gone=office_number(gone))
                raise UserError("unmerge-needs-revision", remedy, number=office_number(gone), kept=office_number(kept))
