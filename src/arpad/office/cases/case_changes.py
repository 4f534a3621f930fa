"""Enter what a case changes: a report, a decision, a fact, a merge. Lists follow from what is entered.

Proposing, previewing and approving all use this module; only approval keeps the result. Events are examined as on the
day of their first report. Objections must be overridden by name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, insert, select

from arpad.days import Day
from arpad.finding import Remedy, Tier, UserError
from arpad.frozen import dataclass
from arpad.lists.sealed import PlayerLines
from arpad.model import Report
from arpad.office.book import duplicate_reports
from arpad.office.book.admitted_content import content_row
from arpad.office.book.duplicate_reports import event_key_from_fingerprint, report_fingerprint
from arpad.office.book.event_lookup import EventPart, decisions_about_event, find_event_part, find_registered_event
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.examination import examine_in_office
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import (
    FindingToOverride,
    current_subject_and_report,
    exclusions_in_force,
    find_subject,
    overrides_by_officer,
)
from arpad.office.book.registration import NewDecision, record_decision
from arpad.office.book.report_decisions import is_same_exclusion
from arpad.office.book.stored_examination import ADMISSIBLE_VERDICTS, content_to_admit, to_stored_examination
from arpad.office.book.stored_report import RoundRange, parse_stored_report, require_players
from arpad.office.cases.case_records import Case, CaseKind, file_of_case
from arpad.office.desk import WriteTransaction
from arpad.office.registry import player_merges
from arpad.office.registry.fact_changes import change_player_facts
from arpad.office.registry.person import fact_from_text
from arpad.office.store import schema
from arpad.office.store.bulk import is_one_of
from arpad.packed import CHUNK, pack, unpack

PLAYERS_IN_COMMON = 2  # of the event as it was, whom a report of the same event has
STOPPING_TIERS = (Tier.REFUSE, Tier.ASK)


@dataclass(frozen=True)
class _CaseInProgress:
    """A case while it is entered."""

    writing: WriteTransaction
    records: ListMemory
    case: Case

    @property
    def connection(self) -> Connection:
        """The connection of the transaction."""
        return self.writing.connection

    @property
    def detail(self) -> Mapping[str, Any]:
        """The detail of the case."""
        return self.case.detail

    def asides(self) -> tuple[FindingToOverride, ...]:
        """The findings that the case overrides, from its detail."""
        return tuple(FindingToOverride(*aside) for aside in self.detail.get("asides", ()))


def enter_case_changes(writing: WriteTransaction, records: ListMemory, case: Case) -> None:
    """Store what a case changes: reports, decisions, facts or merges; no list is made here. A case about an opening row
    stores nothing, nor does an unmerge if the merge is no longer in force. What cannot be entered is refused."""
    act = _CaseInProgress(writing, records, case)
    match case.kind:
        case CaseKind.REPLACE | CaseKind.AGAIN | CaseKind.GAME | CaseKind.LATE | CaseKind.ANNUL:
            part = find_event_part(act.connection, act.detail["event"], act.detail["part"])
            _change_event(act, part)
        case CaseKind.FACT:
            _change_fact(act)
        case CaseKind.OPENING:
            pass  # the row itself is the case's
        case CaseKind.MERGE:
            despite = [player_merges.Objection(*each) for each in act.detail["despite"]]
            player_merges.merge_players(writing, act.detail["kept"], act.detail["gone"], despite)
        case CaseKind.UNMERGE:
            if act.detail["gone"] in {gone for _, _, gone in player_merges.merges_in_force(act.connection)}:
                player_merges.unmerge_player(writing, act.detail["gone"])


# --- events -------------------------------------------------------------------------------------------------------


def _change_event(act: _CaseInProgress, part: EventPart) -> None:
    """Store the decisions about an event: annul it, replace its report, exclude or include a game, or put it on an
    earlier list. Unless it is annulled, the event is then examined again, and refused if it cannot be rated."""
    kind = act.case.kind
    if kind is CaseKind.ANNUL:
        record_decision(
            act.writing,
            NewDecision(part.event, part.part, DecisionKind.ANNULLED, part.report or None, _case_detail(act)),
        )
        return
    if kind is CaseKind.REPLACE:
        _replace_report(act, part)
    elif kind is CaseKind.GAME:
        _exclude_or_include(act, part)
    part = find_event_part(act.connection, part.event, part.part)
    admitted = _admit_as_revised(act, part)
    if kind is CaseKind.LATE:
        row = {"event": part.event, "part": part.part, "series": part.series, "list": act.detail["list"]}
        act.connection.execute(insert(schema.rated).values(**row, decision=admitted))


def _case_detail(act: _CaseInProgress) -> dict[str, Any]:
    """Return the detail that names the case in a decision: key `case`, its code."""
    return {"case": act.case.code}


def _replace_report(act: _CaseInProgress, part: EventPart) -> None:
    """Store the report of the case as the current report of the event; the file is stored once only. Refused: a report
    of another event, or one with the same content as before. For a part of an event the same rounds are read."""
    file, body = file_of_case(act.connection, act.case)
    event, came = (
        find_registered_event(act.connection, part.code),
        decisions_about_event(act.connection, part.event, part.part),
    )
    last = [each.detail for each in came if each.kind == DecisionKind.REPORTED][-1]
    rounds = last.get("rounds")  # a part has its own, of a file that may hold more
    new_report = parse_stored_report(body, file, RoundRange(*rounds) if rounds else None)
    require_players(new_report)
    before = current_subject_and_report(act.connection, part, Day(act.writing.day).date)[1].report
    refuse_other_event(part, before, new_report.report)
    mark = report_fingerprint(new_report.report, event.series, event.start, event.end)
    if mark == report_fingerprint(before, event.series, event.start, event.end):
        raise UserError("revision/same-report", event=part.name, file=file)
    matter, _ = current_subject_and_report(act.connection, part, Day(act.writing.day).date)
    examination = examine_in_office(act.connection, act.records, matter, new_report)
    span = examination.span
    stored_before = select(schema.report.c.seq).filter_by(event=part.event, part=part.part, fingerprint=mark, draft=0)
    seq = act.connection.execute(stored_before).scalar()
    if seq is None:
        row = {
            "event": part.event, "part": part.part, "draft": 0, "sha256": hashlib.sha256(body).hexdigest(),
            "fingerprint": mark, "file": file, "body": body, "games": pack(span.marks),
            "first_day": Day.of(span.first), "last_day": Day.of(span.last), "log": act.writing.seq,
        }  # fmt: skip
        entered = insert(schema.report).values(**row).returning(schema.report.c.seq)
        seq = int(act.connection.execute(entered).scalar_one())
        duplicate_reports.add_to_week_index(act.connection, seq, span)
    answer = examination.answer
    detail = {**_case_detail(act), "verdict": answer.verdict.value, "edition": answer.edition, "findings": []}
    detail |= {"rounds": rounds, "choice": last.get("choice")}
    record_decision(act.writing, NewDecision(part.event, part.part, DecisionKind.REPORTED, seq, detail))


def refuse_other_event(part: EventPart, before: Report, after: Report) -> None:
    """Refuse a new report (`after`) with another event code, with fewer than two of the players in `before`, or with
    less than half of them."""
    code = after.facts.code
    if code and code != part.code:
        raise UserError("revision/other-event", event=part.name, other=code)
    players_before = {player.id or player.name for player in before.players}
    same = sum((player.id or player.name) in players_before for player in after.players)
    if same < min(PLAYERS_IN_COMMON, len(players_before)) or 2 * same < len(players_before):
        raise UserError("revision/other-players", event=part.name, same=same, players=len(players_before))


def _exclude_or_include(act: _CaseInProgress, part: EventPart) -> None:
    """Store the decision to exclude a game or a player from rating; without a reason, to end such an exclusion. Ending
    is refused if no such exclusion is in force."""
    _, current_report = current_subject_and_report(act.connection, part, Day(act.writing.day).date)
    subject = find_subject(current_report.report, act.detail["player"], act.detail["round"])
    detail = {**_case_detail(act), **subject.stored(), "reason": act.detail["reason"]}
    if act.detail["reason"]:
        record_decision(act.writing, NewDecision(part.event, part.part, DecisionKind.EXCLUDED, part.report, detail))
        return
    holding = exclusions_in_force(decisions_about_event(act.connection, part.event, part.part))
    ended = [each for each in holding if is_same_exclusion(each, act.detail["player"], act.detail["round"], subject.id)]
    if not ended:
        raise UserError("revision/no-exclusion", event=part.name, player=act.detail["player"])
    detail |= {"reason": ended[0].detail["reason"], "ends": [each.seq for each in ended]}
    record_decision(act.writing, NewDecision(part.event, part.part, DecisionKind.INCLUDED, part.report, detail))


def _admit_as_revised(act: _CaseInProgress, part: EventPart) -> int:
    """Examine the event with what is known now and the overrides of the case; refused if it cannot be rated. Store the
    overrides, and a decision "revised" with the content that lists should have read; return the decision's number."""
    matter, current_report = current_subject_and_report(act.connection, part, Day(act.writing.day).date)
    matter = replace(matter, rated=act.detail.get("list", matter.rated))
    demanded = overrides_by_officer(act.case.who, act.case.why, act.asides())
    examination = examine_in_office(act.connection, act.records, replace(matter, demanded=demanded), current_report)
    if examination.answer.verdict not in ADMISSIBLE_VERDICTS:
        against = tuple(finding for finding in examination.answer.findings if finding.tier in STOPPING_TIERS)
        raise UserError(
            "revision/not-ratable", Remedy.to("override-or-drop"), event=part.name,
            verdict=examination.answer.verdict.value, findings=tuple(finding.sentence for finding in against),
        )  # fmt: skip
    for aside in act.asides():
        detail = {"code": aside.code, **find_subject(current_report.report, aside.player, aside.round).stored()}
        record_decision(act.writing, NewDecision(part.event, part.part, DecisionKind.OVERRIDDEN, part.report, detail))
    admitted = to_stored_examination(examination, content_to_admit(matter, examination).packed())
    rated = act.connection.execute(
        select(schema.content.c.event_key)
        .join(schema.rated, schema.rated.c.decision == schema.content.c.decision)
        .where(schema.rated.c.event == part.event, schema.rated.c.part == part.part)
    ).scalar()
    sent_as = select(schema.report.c.fingerprint).where(schema.report.c.seq == part.report)
    key = rated if rated is not None else event_key_from_fingerprint(act.connection.execute(sent_as).scalar_one())
    detail = {**_case_detail(act), "verdict": admitted.verdict.value, "edition": admitted.edition, "findings": []}
    seq = record_decision(act.writing, NewDecision(part.event, part.part, DecisionKind.REVISED, part.report, detail))
    act.connection.execute(insert(schema.content).values(**content_row(admitted.packed, seq, key)))
    return seq


# --- people -------------------------------------------------------------------------------------------------------


def _change_fact(act: _CaseInProgress) -> None:
    """Store a changed fact of a player, and revised content for each rated event whose content it changes. Refused if
    the fact holds already, or if one of these events could not be rated with it."""
    _, body = file_of_case(act.connection, act.case)
    requested, key = json.loads(body), act.detail["player"]
    values = {field: fact_from_text(field, text) for field, text in requested["values"].items()}
    if not change_player_facts(act.writing, key, values, requested["since"]):
        raise UserError("revision/fact-holds", player=act.detail["number"])
    for event, part in rated_events_of_player(act.connection, key):
        event_part = find_event_part(act.connection, event, part)
        matter, current_report = current_subject_and_report(act.connection, event_part, Day(act.writing.day).date)
        examination = examine_in_office(act.connection, act.records, matter, current_report)
        if examination.answer.verdict not in ADMISSIBLE_VERDICTS:
            name = event_part.name
            raise UserError("revision/fact-and-event", Remedy.to("revise-event", event=name), event=name)
        packed = content_to_admit(matter, examination).packed()
        if packed != stored_content_of_part(act.connection, event_part):
            _admit_as_revised(act, event_part)


def stored_content_of_part(connection: Connection, part: EventPart) -> bytes:
    """Return the packed content last stored for an event or part: what lists read of it."""
    decision, content = schema.decision, schema.content
    rows = select(content.c.packed).join(decision, decision.c.seq == content.c.decision)
    rows = rows.where(decision.c.event == part.event, decision.c.part == part.part).order_by(decision.c.seq.desc())
    return bytes(connection.execute(rows.limit(1)).scalar_one())


def rated_events_of_player(connection: Connection, key: int) -> Sequence[tuple[int, int]]:
    """Return event and part of everything rated now in which a player was reported, in all series; no annulled
    events."""
    rated, content, part = schema.rated, schema.content, schema.period_part
    lines = select(part.c.packed).where(part.c.chunk == key // CHUNK, part.c.name == "lines")
    tables = [unpack(PlayerLines, packed) for packed in connection.execute(lines).scalars()]
    keys = {event for table in tables for event in table.key[table.player == key].tolist()}
    rows = select(rated.c.event, rated.c.part).join(content, content.c.decision == rated.c.decision)
    rows = rows.where(is_one_of(connection, content.c.event_key, sorted(keys))).order_by(rated.c.event, rated.c.part)
    places = [(row.event, row.part) for row in connection.execute(rows)]
    return [place for place in places if find_event_part(connection, *place).life.where is EventStatus.RATED]
