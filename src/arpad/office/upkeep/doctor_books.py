"""What must hold of an office's books: the clock, the lists and their seals, reports, admissions and players.

Where something is only unusual (a person who admitted his own report, a report that waits), it is advice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import func, select

from arpad.days import Day
from arpad.office.book.content import unpacked
from arpad.office.book.life import OF_ALL_PARTS, Kind, Standing, standing
from arpad.office.clock import MICROSECONDS
from arpad.office.publication.seal import few, stored
from arpad.office.registry.identity import key_of, own_id
from arpad.office.rolls import month
from arpad.office.store import schema
from arpad.office.upkeep.doctor import Check
from arpad.office.upkeep.doctor_store import FROM_BACKUP

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import Visit

KEYS_AT_ONCE = 10_000
WAITING = (Standing.REPORTED, Standing.APPEALED)


def clock(visit: Visit) -> Iterator[str]:
    log = schema.log
    day, instant = visit.connection.execute(select(func.max(log.c.day), func.max(log.c.at))).one()
    today = Day.of(visit.at.today())
    if today < (day or 0):
        yield f"today is {_day(today)}, and the log has an entry of {_day(day)}"
    if visit.at.clock.instant() < (instant or 0):
        later = datetime.fromtimestamp(instant // MICROSECONDS, UTC)
        yield f"the machine's clock stands before the last entry of the log, {later:%Y-%m-%d %H:%M:%S} UTC"


# --- lists --------------------------------------------------------------------------------------------------------


def seals(visit: Visit) -> Iterator[str]:
    of = schema.rating_list
    for row in visit.connection.execute(select(of).order_by(of.c.series, of.c.list)).all():
        try:
            found = stored(visit.connection, row.series, row.list, row.inputs_sha256)
        except (ValueError, IndexError) as error:
            yield f"{_named(row)}: {error}"
            continue
        if found != row.sha256:
            yield f"{_named(row)} is not as published: its seal is {row.sha256[:12]}…, its parts give {found[:12]}…"


def chain(visit: Visit) -> Iterator[str]:
    of = schema.rating_list
    series, before = "", ""
    for row in visit.connection.execute(select(of).order_by(of.c.series, of.c.list)):
        before = before if row.series == series else ""
        begins = not row.previous_sha256 and (row.kind != "computed")
        if not begins and (row.previous_sha256 != before or not before):
            yield f"{_named(row)} was made from a list that is not the one before it"
        series, before = row.series, row.sha256


def no_strays(visit: Visit) -> Iterator[str]:
    of = schema.rating_list
    for part in (schema.roll_part, schema.imported_part, schema.period_part, schema.ledger_part, schema.rated):
        known = select(1).where(of.c.series == part.c.series, of.c.list == part.c.list).exists()
        for row in visit.connection.execute(select(part.c.series, part.c.list).where(~known).distinct()):
            yield f"{part.name} has rows of {_named(row)}, and there is no such list"


def pointer(visit: Visit) -> Iterator[str]:
    of, pointers = schema.rating_list, schema.pointer
    last = select(of.c.series, func.max(of.c.list).label("list")).group_by(of.c.series)
    newest = {row.series: row.list for row in visit.connection.execute(last)}
    points = {row.series: row.list for row in visit.connection.execute(select(pointers))}
    for series in sorted(newest.keys() | points.keys()):
        has, shows = newest.get(series, 0), points.get(series, 0)
        if has != shows:
            said = f"{month(shows)} is shown" if shows else "none is shown"
            yield f"{series}: {said}, and the newest list is {month(has) if has else 'none'}"


# --- events -------------------------------------------------------------------------------------------------------


def reports(visit: Visit) -> Iterator[str]:
    of = schema.report
    for row in few(visit.connection, select(of.c.seq, of.c.file, of.c.sha256, of.c.body).order_by(of.c.seq)):
        if hashlib.sha256(row.body).hexdigest() != row.sha256:
            yield f"report {row.seq} ({row.file or 'no name'}) is not the file that was sent"


def contents(visit: Visit) -> Iterator[str]:
    of = schema.content
    players = visit.connection.execute(select(func.count()).select_from(schema.player)).scalar_one()
    for row in few(visit.connection, select(of).order_by(of.c.decision)):
        named = f"what decision {row.decision} admitted"
        if hashlib.sha256(row.packed).hexdigest() != row.sha256:
            yield f"{named} is not what was stored"
            continue
        try:
            content = unpacked(row.packed)
            said = content.row(row.decision, row.event_key)
        except (ValueError, IndexError) as error:
            yield f"{named} cannot be read: {error}"
            continue
        if said != row._asdict():
            yield f"{named} has other days than its row says"
        boards = np.concatenate((content.games.white, content.games.black))
        if _outside(boards, len(content.sitting)) or _outside(content.sitting.player, players):
            yield f"{named} names players who are not there"


def _outside(values: np.ndarray[tuple[int], np.dtype[np.int32]], end: int) -> bool:
    return bool(len(values)) and not (values.min() >= 0 and values.max() < end)


def rated(visit: Visit) -> Iterator[str]:
    of, decision, ledger, event = schema.rated, schema.decision, schema.ledger_part, schema.event
    rows = select(
        of, decision.c.kind, decision.c.event.label("whose"), decision.c.part.label("which"),
        event.c.code, event.c.series.label("plays"), ledger.c.decision.label("ledger"),
    )  # fmt: skip
    rows = rows.join_from(of, decision, decision.c.seq == of.c.decision, isouter=True)
    rows = rows.join(event, event.c.key == of.c.event, isouter=True)
    same = (ledger.c.series == of.c.series) & (ledger.c.list == of.c.list) & (ledger.c.decision == of.c.decision)
    for row in visit.connection.execute(rows.join(ledger, same, isouter=True).order_by(of.c.event, of.c.part)):
        named = f"{_part(row.code or str(row.event), row.part)} in {_named(row)}"
        if row.kind != Kind.ADMITTED or (row.whose, row.which) != (row.event, row.part):
            yield f"{named} was rated by decision {row.decision}, which is no admission of it"
        if row.plays != row.series:
            yield f"{named}: the event is one of {row.plays}"
        if row.ledger is None:
            yield f"{named} has no ledger"
    known = select(1).where(
        of.c.decision == ledger.c.decision, of.c.series == ledger.c.series, of.c.list == ledger.c.list
    )
    for row in visit.connection.execute(
        select(ledger.c.series, ledger.c.list, ledger.c.decision).where(~known.exists())
    ):
        yield f"{_named(row)} has a ledger of decision {row.decision}, which is not among its rated events"


def own_reports(visit: Visit) -> Iterator[str]:
    decision, report, event = schema.decision, schema.report, schema.event
    admitted, sent = schema.log.alias(), schema.log.alias()
    rows = (
        select(event.c.code, decision.c.part, admitted.c.who, admitted.c.day)
        .join_from(decision, report, report.c.seq == decision.c.report)
        .join(event, event.c.key == decision.c.event)
        .join(admitted, admitted.c.seq == decision.c.log)
        .join(sent, sent.c.seq == report.c.log)
        .where(decision.c.kind == Kind.ADMITTED.value, admitted.c.who == sent.c.who)
    )
    for row in visit.connection.execute(rows.order_by(decision.c.seq)):
        yield f"{_part(row.code, row.part)}: {row.who} sent the report and admitted it, on {_day(row.day)}"


def waiting(visit: Visit) -> Iterator[str]:
    decision, event, of = schema.decision, schema.event, schema.rated
    done = {(row.event, row.part) for row in visit.connection.execute(select(of.c.event, of.c.part))}
    rows = select(event.c.key, event.c.code, decision.c.part, decision.c.kind, schema.log.c.day)
    rows = rows.join_from(decision, event, event.c.key == decision.c.event).join(schema.log)
    told = visit.connection.execute(rows.order_by(event.c.key, decision.c.seq))
    for key, together in groupby(told, lambda row: row.key):
        happened = list(together)
        for part in sorted({row.part for row in happened} - {part for whose, part in done if whose == key}):
            mine = [row for row in happened if row.part == part or (row.part == 0 and row.kind in OF_ALL_PARTS)]
            if standing(row.kind for row in mine) not in WAITING:
                continue
            last = max(row.day for row in mine if row.kind in (Kind.REPORTED, Kind.APPEALED))
            days = (visit.at.today() - date.fromisoformat(_day(last))).days
            if days > visit.patience:
                yield f"{_part(mine[0].code, part)} waits for a decision since {_day(last)}, {days} days"


def held(visit: Visit) -> Iterator[str]:
    decision, event, log = schema.decision, schema.event, schema.log
    told = select(decision.c.event, decision.c.part, decision.c.kind, event.c.code, log.c.day, log.c.who, log.c.why)
    told = told.join_from(decision, event, event.c.key == decision.c.event).join(log, log.c.seq == decision.c.log)
    told = told.where(decision.c.kind.in_((Kind.HELD.value, Kind.RELEASED.value))).order_by(decision.c.seq)
    last = {(row.event, row.part): row for row in visit.connection.execute(told)}
    done = {
        (row.event, row.part) for row in visit.connection.execute(select(schema.rated.c.event, schema.rated.c.part))
    }
    for key, row in sorted(last.items()):
        days = (visit.at.today() - date.fromisoformat(_day(row.day))).days
        if row.kind == Kind.HELD and key not in done and days > visit.patience:
            why = f": {row.why}" if row.why else ""
            yield f"{_part(row.code, row.part)} is held since {_day(row.day)}, {days} days, by {row.who}{why}"


# --- players ------------------------------------------------------------------------------------------------------


def keys(visit: Visit) -> Iterator[str]:
    key = schema.player.c.key
    count, first, last = visit.connection.execute(select(func.count(), func.min(key), func.max(key))).one()
    if count and (first != 0 or last != count - 1):
        yield f"{count} players have the keys {first} to {last}, and they must be 0 to {count - 1}"


def numbers(visit: Visit) -> Iterator[str]:
    of = schema.player
    for row in visit.connection.execute(select(of.c.key, of.c.id).execution_options(yield_per=KEYS_AT_ONCE)):
        if key_of(row.id) != row.key:
            yield f"the player with key {row.key} has the number {row.id}; it must be {own_id(row.key)}"


def _named(row: Any) -> str:
    return f"{row.series} {month(row.list)}"


def _part(code: str, part: int) -> str:
    return f"{code}/{part}" if part else code


def _day(number: int) -> str:
    return f"{number // 10_000}-{number // 100 % 100:02d}-{number % 100:02d}"


BOOKS = (
    Check(
        "clock", "the clock does not stand before the last entry of the log",
        "set the machine's clock; in a rehearsal give --now a later day", clock,
    ),
    Check("seals", "every list is, bit for bit, what was published", FROM_BACKUP, seals),
    Check("chain", "every list was made from the one before it", FROM_BACKUP, chain),
    Check("strays", "every part belongs to a list", FROM_BACKUP, no_strays),
    Check("pointer", "the newest list is the one that is shown", FROM_BACKUP, pointer),
    Check("reports", "every report is, byte for byte, the file that was sent", FROM_BACKUP, reports),
    Check("contents", "what was admitted is what was stored, and its players are there", FROM_BACKUP, contents),
    Check("rated", "what was rated was admitted, once, and has its ledger", FROM_BACKUP, rated),
    Check("keys", "the players' keys have no gap", FROM_BACKUP, keys),
    Check("numbers", "every player has the number, with its check digit, of his key", FROM_BACKUP, numbers),
    Check(
        "four-eyes", "nobody admits what he sent himself",
        "let a second officer look at these events", own_reports, advice=True,
    ),
    Check(
        "waiting", "no report waits long for a decision",
        "decide with `arpad report admit` or `arpad report refuse`", waiting, advice=True,
    ),
    Check(
        "held", "no event is held and forgotten",
        "let it go on with `arpad report release`, or leave it held while its reason lasts", held, advice=True,
    ),
)  # fmt: skip
