"""What must hold of an office's books: the lists and their seals, reports, admissions and players.

Where something is only unusual (a person who admitted his own report, a report that waits), it is advice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Label, func, select

from arpad.days import Day, Month
from arpad.explain.claims import ClaimState
from arpad.finding import Problem, Remedy
from arpad.law import LawError
from arpad.law.law_set import LawSet
from arpad.office.book.admitted_content import content_row, unpack_content
from arpad.office.book.event_lookup import one_with
from arpad.office.book.event_status import DECISIONS_FOR_ALL_PARTS, DecisionKind, EventStatus, status_after
from arpad.office.cases.claims import claims_matching
from arpad.office.publishing.list_law import law_stored_with_list
from arpad.office.publishing.list_storage import seal_problems, stream_rows
from arpad.office.registry.player_numbers import key_of_office_number, office_number
from arpad.office.store import schema
from arpad.office.upkeep.doctor import OfficeCheck
from arpad.office.upkeep.doctor_lists import bases, revisions, taken_back
from arpad.office.upkeep.doctor_store import FROM_BACKUP

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput

KEYS_AT_ONCE = 10_000
SEAL = 12  # letters of a seal that are shown
WAITING = (EventStatus.REPORTED, EventStatus.APPEALED, EventStatus.REGISTRATION_APPEALED)
WAITS_FROM = (DecisionKind.REPORTED, DecisionKind.APPEALED, DecisionKind.REGISTRATION_APPEALED)


# --- lists --------------------------------------------------------------------------------------------------------


def seals(visit: CheckInput) -> Iterator[Problem]:
    of = schema.rating_list
    for row in visit.connection.execute(select(of).order_by(of.c.series, of.c.list)).all():
        yield from seal_problems(visit.connection, row)


def chain(visit: CheckInput) -> Iterator[Problem]:
    of = schema.rating_list
    series, before = "", ""
    for row in visit.connection.execute(select(of).order_by(of.c.series, of.c.list)):
        before = before if row.series == series else ""
        begins = not row.previous_sha256 and (row.kind != "computed")
        if not begins and (row.previous_sha256 != before or not before):
            yield Problem("list-out-of-chain", **_list(row))
        series, before = row.series, row.sha256


def no_strays(visit: CheckInput) -> Iterator[Problem]:
    of = schema.rating_list
    parts = schema.roll_part, schema.imported_part, schema.period_part, schema.ledger_part, schema.rated
    for part in (*parts, schema.roll_base, schema.imported_base, schema.list_law):
        known = select(1).where(of.c.series == part.c.series, of.c.list == part.c.list).exists()
        for row in visit.connection.execute(select(part.c.series, part.c.list).where(~known).distinct()):
            yield Problem("rows-of-no-list", **_list(row), table=part.name)


def law(visit: CheckInput) -> Iterator[Problem]:
    """The law that lists carry; the lists of a schema that kept none come before those that carry theirs."""
    text, of = schema.law_text, schema.rating_list
    for row in stream_rows(visit.connection, select(text.c.sha256, text.c.body).order_by(text.c.sha256)):
        if hashlib.sha256(row.body).hexdigest() != row.sha256:
            yield Problem("law-not-as-kept", seal=row.sha256[:SEAL])
    series, carrying = "", False
    for row in visit.connection.execute(select(of).where(of.c.edition != "").order_by(of.c.series, of.c.list)).all():
        carrying = carrying and row.series == series
        carried, series = law_stored_with_list(visit.connection, row.series, row.list), row.series
        if carried is None and carrying:
            yield Problem("list-without-law", **_list(row), edition=row.edition)
        carrying = carrying or carried is not None
        if carried is not None and not _made_by(carried, row.edition, row.edition_sha256):
            yield Problem("list-of-other-law", **_list(row), edition=row.edition, seal=row.edition_sha256[:SEAL])


def _made_by(carried: LawSet, edition: str, sha256: str) -> bool:
    try:
        return carried.sha256(edition) == sha256
    except LawError:  # a file is missing
        return False


def pointer(visit: CheckInput) -> Iterator[Problem]:
    of, pointers = schema.rating_list, schema.pointer
    last = select(of.c.series, func.max(of.c.list).label("list")).group_by(of.c.series)
    newest = {row.series: row.list for row in visit.connection.execute(last)}
    points = {row.series: row.list for row in visit.connection.execute(select(pointers))}
    for series in sorted(newest.keys() | points.keys()):
        has, shows = newest.get(series, 0), points.get(series, 0)
        if has != shows:
            message = "other-list-shown" if shows and has else "no-list-shown" if has else "list-shown-not-there"
            yield Problem(message, series=series, shown=Month(shows), newest=Month(has))


# --- events -------------------------------------------------------------------------------------------------------


def reports(visit: CheckInput) -> Iterator[Problem]:
    of, event = schema.report, schema.event
    sent = select(of.c.seq, of.c.file, of.c.sha256, of.c.body, event.c.code)
    sent = sent.join_from(of, event, event.c.key == of.c.event, isouter=True)
    for row in stream_rows(visit.connection, sent.order_by(of.c.seq)):
        if not isinstance(row.body, bytes) or hashlib.sha256(row.body).hexdigest() != row.sha256:
            yield Problem("report-not-as-sent", report=row.seq, file=row.file or "-", event=row.code or "-")


def contents(visit: CheckInput) -> Iterator[Problem]:
    of = schema.content
    players = visit.connection.execute(select(func.count()).select_from(schema.player)).scalar_one()
    for row in stream_rows(visit.connection, select(of).order_by(of.c.decision)):
        if hashlib.sha256(row.packed).hexdigest() != row.sha256:
            yield Problem("content-not-as-stored", decision=row.decision)
            continue
        try:
            content = unpack_content(row.packed)
            columns = content_row(content.packed(), row.decision, row.event_key)
        except (ValueError, IndexError) as error:
            yield Problem("content-unreadable", decision=row.decision, reason=str(error))
            continue
        if columns != row._asdict():
            yield Problem("content-on-other-days", decision=row.decision)
        boards = np.concatenate((content.games.white, content.games.black))
        if _outside(boards, len(content.sitting)) or _outside(content.sitting.player, players):
            yield Problem("content-of-strangers", decision=row.decision)


def _outside(values: np.ndarray[tuple[int], np.dtype[np.int32]], end: int) -> bool:
    return bool(len(values)) and not (values.min() >= 0 and values.max() < end)


def _stored_by_event() -> Label[bool]:
    """Whether a list has the ledger of an event that it rated: by its admission, or by that of another of its parts."""
    of, ledger, admission = schema.rated, schema.ledger_part, schema.decision.alias("admission")
    rows = select(1).join_from(ledger, admission, admission.c.seq == ledger.c.decision)
    rows = rows.where(ledger.c.series == of.c.series, ledger.c.list == of.c.list, admission.c.event == of.c.event)
    rows = rows.where((ledger.c.decision == of.c.decision) | (of.c.part > 0))
    return rows.correlate(of).exists().label("ledger")


def _stored_by_stage(connection: Connection, row: Any) -> bool:
    """Whether a list has the ledger of an event by the admission of a stage that it is joined with."""
    ledger, admission = schema.ledger_part, schema.decision
    rows = select(ledger.c.decision).join(admission, admission.c.seq == ledger.c.decision)
    rows = rows.where(ledger.c.series == row.series, ledger.c.list == row.list)
    stages = [key for key in one_with(connection, row.event) if key != row.event]
    return connection.execute(rows.where(admission.c.event.in_(stages))).first() is not None


def rated(visit: CheckInput) -> Iterator[Problem]:
    of, decision, ledger, event = schema.rated, schema.decision, schema.ledger_part, schema.event
    rows = select(
        of, decision.c.kind, decision.c.event.label("whose"), decision.c.part.label("which"),
        event.c.code, event.c.series.label("plays"), _stored_by_event(),
    )  # fmt: skip
    rows = rows.join_from(of, decision, decision.c.seq == of.c.decision, isouter=True)
    rows = rows.join(event, event.c.key == of.c.event, isouter=True)
    for row in visit.connection.execute(rows.order_by(of.c.event, of.c.part)):
        about = {"event": _part(row.code or str(row.event), row.part), **_list(row)}
        if row.kind not in (DecisionKind.ADMITTED, DecisionKind.REVISED) or (row.whose, row.which) != (
            row.event,
            row.part,
        ):
            yield Problem("rated-unadmitted", **about, decision=row.decision)
        if row.plays != row.series:
            yield Problem("rated-in-other-series", **about, plays=row.plays)
        beside = row.kind == DecisionKind.REVISED  # a late event is on a list that was put right, beside it
        if not (row.ledger or beside or (row.code and _stored_by_stage(visit.connection, row))):
            yield Problem("rated-without-ledger", **about)
    known = select(1).join_from(of, decision, (decision.c.event == of.c.event) & (decision.c.part == of.c.part))
    known = known.where(
        decision.c.seq == ledger.c.decision, of.c.series == ledger.c.series, of.c.list <= ledger.c.list
    )  # later lists judge an event in parts anew, by the admission of its first part or of what came instead
    for row in visit.connection.execute(
        select(ledger.c.series, ledger.c.list, ledger.c.decision).where(~known.exists())
    ):
        yield Problem("ledger-of-nothing", **_list(row), decision=row.decision)


def own_reports(visit: CheckInput) -> Iterator[Problem]:
    decision, report, event = schema.decision, schema.report, schema.event
    admitted, sent = schema.log.alias(), schema.log.alias()
    rows = (
        select(event.c.code, decision.c.part, admitted.c.who, admitted.c.day)
        .join_from(decision, report, report.c.seq == decision.c.report)
        .join(event, event.c.key == decision.c.event)
        .join(admitted, admitted.c.seq == decision.c.log)
        .join(sent, sent.c.seq == report.c.log)
        .where(decision.c.kind == DecisionKind.ADMITTED.value, admitted.c.who == sent.c.who)
    )
    for row in visit.connection.execute(rows.order_by(decision.c.seq)):
        yield Problem("sent-and-admitted", event=_part(row.code, row.part), who=row.who, day=Day(row.day))


def waiting(visit: CheckInput) -> Iterator[Problem]:
    decision, event, of = schema.decision, schema.event, schema.rated
    done = {(row.event, row.part) for row in visit.connection.execute(select(of.c.event, of.c.part))}
    rows = select(event.c.key, event.c.code, decision.c.part, decision.c.kind, schema.log.c.day)
    rows = rows.join_from(decision, event, event.c.key == decision.c.event)
    rows = rows.join(schema.log, schema.log.c.seq == decision.c.log)
    decided = visit.connection.execute(rows.order_by(event.c.key, decision.c.seq))
    for key, together in groupby(decided, lambda row: row.key):
        happened = list(together)
        for part in sorted({row.part for row in happened} - {part for whose, part in done if whose == key}):
            mine = [
                row for row in happened if row.part == part or (row.part == 0 and row.kind in DECISIONS_FOR_ALL_PARTS)
            ]
            if status_after(row.kind for row in mine) not in WAITING:
                continue
            last = max(row.day for row in mine if row.kind in WAITS_FROM)
            days = (visit.at.today() - Day(last).date).days
            if days > visit.patience:
                yield Problem("report-waits", event=_part(mine[0].code, part), since=Day(last), days=days)


def claims(visit: CheckInput) -> Iterator[Problem]:
    for each in claims_matching(visit.connection):
        days = (visit.at.today() - each.filed).days
        if each.state is ClaimState.OPEN and days > visit.patience:
            yield Problem("claim-waits", claim=each.code, player=each.player, since=Day.of(each.filed), days=days)


def held(visit: CheckInput) -> Iterator[Problem]:
    decision, event, log = schema.decision, schema.event, schema.log
    rows = select(decision.c.event, decision.c.part, decision.c.kind, event.c.code, log.c.day, log.c.who, log.c.why)
    rows = rows.join_from(decision, event, event.c.key == decision.c.event).join(log, log.c.seq == decision.c.log)
    rows = rows.where(decision.c.kind.in_((DecisionKind.HELD.value, DecisionKind.RELEASED.value))).order_by(
        decision.c.seq
    )
    last = {(row.event, row.part): row for row in visit.connection.execute(rows)}
    done = {
        (row.event, row.part) for row in visit.connection.execute(select(schema.rated.c.event, schema.rated.c.part))
    }
    for key, row in sorted(last.items()):
        days = (visit.at.today() - Day(row.day).date).days
        if row.kind == DecisionKind.HELD and key not in done and days > visit.patience:
            about = {"event": _part(row.code, row.part), "since": Day(row.day), "days": days, "who": row.who}
            yield Problem("event-held/why", **about, why=row.why) if row.why else Problem("event-held", **about)


# --- players ------------------------------------------------------------------------------------------------------


def keys(visit: CheckInput) -> Iterator[Problem]:
    key = schema.player.c.key
    count, first, last = visit.connection.execute(select(func.count(), func.min(key), func.max(key))).one()
    if count and (first != 0 or last != count - 1):
        yield Problem("keys-with-gaps", players=count, first=first, last=last, wanted=count - 1)


def numbers(visit: CheckInput) -> Iterator[Problem]:
    of = schema.player
    for row in visit.connection.execute(select(of.c.key, of.c.id).execution_options(yield_per=KEYS_AT_ONCE)):
        if key_of_office_number(row.id) != row.key:
            yield Problem("number-of-other-key", key=row.key, number=row.id, wanted=office_number(row.key))


def _list(row: Any) -> dict[str, Any]:
    """The fields that name a list."""
    return {"series": row.series, "list": Month(row.list)}


def _part(code: str, part: int) -> str:
    return f"{code}/{part}" if part else code


BOOKS = (
    OfficeCheck("seals", FROM_BACKUP, seals),
    OfficeCheck("bases", FROM_BACKUP, bases),
    OfficeCheck("chain", FROM_BACKUP, chain),
    OfficeCheck("strays", FROM_BACKUP, no_strays),
    OfficeCheck("law", FROM_BACKUP, law),
    OfficeCheck("pointer", FROM_BACKUP, pointer),
    OfficeCheck("taken-back", FROM_BACKUP, taken_back),
    OfficeCheck("revisions", FROM_BACKUP, revisions),
    OfficeCheck("reports", FROM_BACKUP, reports),
    OfficeCheck("contents", FROM_BACKUP, contents),
    OfficeCheck("rated", FROM_BACKUP, rated),
    OfficeCheck("keys", FROM_BACKUP, keys),
    OfficeCheck("numbers", FROM_BACKUP, numbers),
    OfficeCheck("four-eyes", Remedy.to("second-officer"), own_reports, advice=True),
    OfficeCheck("waiting", Remedy.to("decide-report"), waiting, advice=True),
    OfficeCheck("held", Remedy.to("release-report"), held, advice=True),
    OfficeCheck("claims", Remedy.to("answer-claim"), claims, advice=True),
)
