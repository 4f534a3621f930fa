"""Enter what a case puts right: a report, a decision, a fact, a merge. The lists follow from what is entered.

Proposing, previewing and approving go through here alike; only what is approved stays. An event is examined as
everywhere, on the day on which its first report came; what stands against it must be set aside by its name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, insert, select

from arpad.days import Day
from arpad.finding import Misuse, Remedy, Tier
from arpad.frozen import dataclass
from arpad.lists.sealed import PlayerLines
from arpad.model import Report
from arpad.office.book import game_weeks
from arpad.office.book.admitted import GOOD, content_of
from arpad.office.book.content import stored_row
from arpad.office.book.examination import examined
from arpad.office.book.exclusions import same_exclusion
from arpad.office.book.fingerprint import event_key, fingerprint
from arpad.office.book.instructions import SetAside, current, exclusions_in_force, overrides_by, subject_of
from arpad.office.book.kept_examination import as_kept
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import EventPart, booked, decisions_of, part_of
from arpad.office.book.papers import Rounds, must_be_readable, paper
from arpad.office.book.records import Records
from arpad.office.book.registering import NewDecision, decide
from arpad.office.desk import Writing
from arpad.office.registry import merging
from arpad.office.registry.changes import change
from arpad.office.registry.person import from_text
from arpad.office.revising.cases import Case, CaseKind, sent_with
from arpad.office.store import schema
from arpad.office.store.bulk import one_of
from arpad.packed import CHUNK, pack, unpack

FIRST_PLAYERS = 2  # of the event as it was, whom a report of the same event has
STOPS = (Tier.REFUSE, Tier.ASK)


@dataclass(frozen=True)
class _Act:
    """A case while it is entered."""

    writing: Writing
    records: Records
    case: Case

    @property
    def connection(self) -> Connection:
        return self.writing.connection

    @property
    def detail(self) -> Mapping[str, Any]:
        return self.case.detail

    def asides(self) -> tuple[SetAside, ...]:
        """The findings that the case overrides."""
        return tuple(SetAside(*aside) for aside in self.detail.get("asides", ()))


def enact(writing: Writing, records: Records, case: Case) -> None:
    """Enter everything that a case changes."""
    act = _Act(writing, records, case)
    match case.kind:
        case CaseKind.REPLACE | CaseKind.AGAIN | CaseKind.GAME | CaseKind.LATE | CaseKind.ANNUL:
            part = part_of(act.connection, act.detail["event"], act.detail["part"])
            _of_event(act, part)
        case CaseKind.FACT:
            _fact(act)
        case CaseKind.OPENING:
            pass  # the row itself is the case's
        case CaseKind.MERGE:
            despite = [merging.Objection(*each) for each in act.detail["despite"]]
            merging.join(writing, act.detail["kept"], act.detail["gone"], despite)
        case CaseKind.UNMERGE:
            if act.detail["gone"] in {gone for _, _, gone in merging.standing(act.connection)}:
                merging.part(writing, act.detail["gone"])


# --- events -------------------------------------------------------------------------------------------------------


def _of_event(act: _Act, part: EventPart) -> None:
    """Change an event: annul it, replace its report, leave a game out, examine it again, or put it on an earlier
    list."""
    kind = act.case.kind
    if kind is CaseKind.ANNUL:
        decide(act.writing, NewDecision(part.event, part.part, Kind.ANNULLED, part.report or None, _by(act)))
        return
    if kind is CaseKind.REPLACE:
        _send(act, part)
    elif kind is CaseKind.GAME:
        _leave_out_or_take_in(act, part)
    part = part_of(act.connection, part.event, part.part)
    admitted = _admit(act, part)
    if kind is CaseKind.LATE:
        row = {"event": part.event, "part": part.part, "series": part.series, "list": act.detail["list"]}
        act.connection.execute(insert(schema.rated).values(**row, decision=admitted))


def _by(act: _Act) -> dict[str, Any]:
    """The detail that names the case in a decision."""
    return {"case": act.case.code}


def _send(act: _Act, part: EventPart) -> None:
    """Store the report of the case in the place of the one that was rated."""
    file, body = sent_with(act.connection, act.case)
    event, came = booked(act.connection, part.code), decisions_of(act.connection, part.event, part.part)
    last = [each.detail for each in came if each.kind == Kind.REPORTED][-1]
    rounds = last.get("rounds")  # a part has its own, of a file that may hold more
    new_report = paper(body, file, Rounds(*rounds) if rounds else None)
    must_be_readable(new_report)
    before = current(act.connection, part, Day(act.writing.day).date)[1].report
    must_be_the_same_event(part, before, new_report.report)
    mark = fingerprint(new_report.report, event.series, event.start, event.end)
    if mark == fingerprint(before, event.series, event.start, event.end):
        raise Misuse("revision/same-report", event=part.name, file=file)
    matter, _ = current(act.connection, part, Day(act.writing.day).date)
    examination = examined(act.connection, act.records, matter, new_report)
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
        game_weeks.enter(act.connection, seq, span)
    answer = examination.answer
    detail = {**_by(act), "verdict": answer.verdict.value, "edition": answer.edition, "findings": []}
    detail |= {"rounds": rounds, "choice": last.get("choice")}
    decide(act.writing, NewDecision(part.event, part.part, Kind.REPORTED, seq, detail))


def must_be_the_same_event(part: EventPart, before: Report, after: Report) -> None:
    """Refuse the report of another event: another code, or hardly any common players."""
    code = after.facts.code
    if code and code != part.code:
        raise Misuse("revision/other-event", event=part.name, other=code)
    players_before = {player.id or player.name for player in before.players}
    same = sum((player.id or player.name) in players_before for player in after.players)
    if same < min(FIRST_PLAYERS, len(players_before)) or 2 * same < len(players_before):
        raise Misuse("revision/other-players", event=part.name, same=same, players=len(players_before))


def _leave_out_or_take_in(act: _Act, part: EventPart) -> None:
    """Exclude a game or a player from rating, or end an exclusion."""
    _, current_report = current(act.connection, part, Day(act.writing.day).date)
    subject = subject_of(current_report.report, act.detail["player"], act.detail["round"])
    detail = {**_by(act), **subject.stored(), "reason": act.detail["reason"]}
    if act.detail["reason"]:
        decide(act.writing, NewDecision(part.event, part.part, Kind.EXCLUDED, part.report, detail))
        return
    holding = exclusions_in_force(decisions_of(act.connection, part.event, part.part))
    ended = [each for each in holding if same_exclusion(each, act.detail["player"], act.detail["round"], subject.id)]
    if not ended:
        raise Misuse("revision/no-exclusion", event=part.name, player=act.detail["player"])
    detail |= {"reason": ended[0].detail["reason"], "ends": [each.seq for each in ended]}
    decide(act.writing, NewDecision(part.event, part.part, Kind.INCLUDED, part.report, detail))


def _admit(act: _Act, part: EventPart) -> int:
    """Examine the event as it stands now and store what lists should have read; return the decision."""
    matter, current_report = current(act.connection, part, Day(act.writing.day).date)
    matter = replace(matter, rated=act.detail.get("list", matter.rated))
    demanded = overrides_by(act.case.who, act.case.why, act.asides())
    examination = examined(act.connection, act.records, replace(matter, demanded=demanded), current_report)
    if examination.answer.verdict not in GOOD:
        against = tuple(finding for finding in examination.answer.findings if finding.tier in STOPS)
        raise Misuse(
            "revision/not-ratable", Remedy.to("override-or-drop"), event=part.name,
            verdict=examination.answer.verdict.value, findings=tuple(finding.sentence for finding in against),
        )  # fmt: skip
    for aside in act.asides():
        detail = {"code": aside.code, **subject_of(current_report.report, aside.player, aside.round).stored()}
        decide(act.writing, NewDecision(part.event, part.part, Kind.OVERRIDDEN, part.report, detail))
    admitted = as_kept(examination, content_of(matter, examination).packed())
    rated = act.connection.execute(
        select(schema.content.c.event_key)
        .join(schema.rated, schema.rated.c.decision == schema.content.c.decision)
        .where(schema.rated.c.event == part.event, schema.rated.c.part == part.part)
    ).scalar()
    sent_as = select(schema.report.c.fingerprint).where(schema.report.c.seq == part.report)
    key = rated if rated is not None else event_key(act.connection.execute(sent_as).scalar_one())
    detail = {**_by(act), "verdict": admitted.verdict.value, "edition": admitted.edition, "findings": []}
    seq = decide(act.writing, NewDecision(part.event, part.part, Kind.REVISED, part.report, detail))
    act.connection.execute(insert(schema.content).values(**stored_row(admitted.packed, seq, key)))
    return seq


# --- people -------------------------------------------------------------------------------------------------------


def _fact(act: _Act) -> None:
    """Change a fact of a player, and admit the events again for which it matters."""
    _, body = sent_with(act.connection, act.case)
    requested, key = json.loads(body), act.detail["player"]
    values = {field: from_text(field, text) for field, text in requested["values"].items()}
    if not change(act.writing, key, values, requested["since"]):
        raise Misuse("revision/fact-holds", player=act.detail["number"])
    for event, part in played_in(act.connection, key):
        event_part = part_of(act.connection, event, part)
        matter, current_report = current(act.connection, event_part, Day(act.writing.day).date)
        examination = examined(act.connection, act.records, matter, current_report)
        if examination.answer.verdict not in GOOD:
            raise Misuse(
                "revision/fact-and-event", Remedy.to("revise-event", event=event_part.name), event=event_part.name
            )
        packed = content_of(matter, examination).packed()
        if packed != packed_of(act.connection, event_part):
            _admit(act, event_part)


def packed_of(connection: Connection, part: EventPart) -> bytes:
    """The content last stored for an event or part."""
    decision, content = schema.decision, schema.content
    rows = select(content.c.packed).join(decision, decision.c.seq == content.c.decision)
    rows = (
        rows.where(decision.c.event == part.event, decision.c.part == part.part)
        .order_by(decision.c.seq.desc())
        .limit(1)
    )
    return bytes(connection.execute(rows).scalar_one())


def played_in(connection: Connection, key: int) -> Sequence[tuple[int, int]]:
    """The rated events and parts in which a player has a line."""
    rated, content, part = schema.rated, schema.content, schema.period_part
    lines = select(part.c.packed).where(part.c.chunk == key // CHUNK, part.c.name == "lines")
    tables = [unpack(PlayerLines, packed) for packed in connection.execute(lines).scalars()]
    keys = {event for table in tables for event in table.key[table.player == key].tolist()}
    rows = select(rated.c.event, rated.c.part).join(content, content.c.decision == rated.c.decision)
    rows = rows.where(one_of(connection, content.c.event_key, sorted(keys))).order_by(rated.c.event, rated.c.part)
    places = [(row.event, row.part) for row in connection.execute(rows)]
    return [place for place in places if part_of(connection, *place).life.where is Standing.RATED]
