"""Open a published number: the events, the games and the sums that it is made of, with their articles.

What was stored of the player's events is laid out again as the tables of a period, with those events only, and the
sheet of that period is the explanation. Nothing is computed anew.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.calculator.period import event_answer, steps_answer
from arpad.columns import (
    AdjustmentKind,
    Adjustments,
    Entries,
    Events,
    Firsts,
    Games,
    Ledger,
    Lines,
    Pool,
    State,
    Worksheets,
    label,
)
from arpad.days import Day, Month
from arpad.finding import Misuse
from arpad.law import Rulebook, in_force, rulebook
from arpad.law.rules.rating import COEFFICIENT
from arpad.lists.adjust import basis
from arpad.office.book.content import unpacked
from arpad.office.publication.inputs import day_of
from arpad.office.publication.publish import PlayerLines
from arpad.office.registry.players import facts
from arpad.office.registry.roster import Roster
from arpad.office.rolls import history, lists_of, missing, month
from arpad.office.store import schema
from arpad.office.store.packed import CHUNK, split, unpack
from arpad.rating import Period


@dataclass(frozen=True)
class RatedEvent:
    """An event of a list, as it was rated."""

    code: str
    name: str
    edition: Rulebook
    content: bytes
    ledger: bytes
    key: int


def explain(connection: Connection, series: str, list_: int, key: int, roster: Roster) -> dict[str, Any]:
    """Everything a list did to a player."""
    head = _head(connection, series, list_)
    rows = dict(history(connection, series, key))
    before = max((at for at in rows if at < list_), default=0)
    book = rulebook(head.edition, series)
    events = _events(connection, series, list_, _lines(connection, series, list_, key))
    period = _period(connection, series, list_, key, book, events)
    if not (rows.keys() & {before, list_} or len(period.entries) or len(period.firsts)):
        who_ = int(roster.id[key])
        raise Misuse(f"{who_} is not on the list {month(list_)} of {series} and has no game there; try another --list")
    sheet = period.sheet(key)
    who = facts(connection, [key, *period.entries.player.tolist()], known_at=head.log)
    told = []
    for line in sheet.events:
        event = events[line.event]
        answer = event_answer(line)
        for game, given in zip(line.games, answer["games"], strict=True):
            opponent = int(period.entries.player[game.opponent])
            given["opponent_id"], given["opponent_name"] = int(roster.id[opponent]), who[opponent].name
        told.append({"code": event.code, "name": event.name, **answer})
    new = rows.get(list_)
    return {
        "player": int(roster.id[key]),
        "name": who[key].name,
        "series": series,
        "list": month(list_),
        "edition": book.id,
        "before": _standing(rows[before], _made_by(connection, series, before)) if before else None,
        "after": _standing(rows[at], book) if (at := list_ if new is not None else before) else None,
        "events": told,
        "steps": steps_answer(book, sheet),
        "adjustments": _adjustments(connection, series, list_, key, book),
        "rulings": [{"id": one.id, "says": one.applies} for one in book.rulings if one.concept in _concepts(sheet)],
    }


def _concepts(sheet: Any) -> set[str]:
    return {name for step in sheet.steps for name in step.concepts}


def _made_by(connection: Connection, series: str, list_: int) -> Rulebook:
    """The edition by whose clauses a list shows K."""
    of = schema.rating_list
    edition = connection.execute(select(of.c.edition).where(of.c.series == series, of.c.list == list_)).scalar()
    return rulebook(edition, series) if edition else in_force(series, Month(list_).first)


def _standing(row: dict[str, int], book: Rulebook) -> dict[str, Any]:
    return {
        "rating": row["rating"],
        "state": label(State(row["state"])),
        "k": row["k"],
        "k_reason": book.rule(COEFFICIENT).reason(row["k_reason"]),
        "games": row["games"],
        "highest": row["highest"],
    }


def _head(connection: Connection, series: str, list_: int) -> Any:
    of = schema.rating_list
    row = connection.execute(select(of).where(of.c.series == series, of.c.list == list_)).one_or_none()
    if row is None:
        raise missing(series, list_, lists_of(connection, series))
    if row.kind != "computed":
        raise Misuse(f"the list {month(list_)} of {series} was not computed here: there is nothing to explain")
    return row


def _part(connection: Connection, series: str, list_: int, key: int, name: str, kind: type[Any]) -> Any:
    """The rows of one player in a table of the period."""
    part = schema.period_part
    chosen = select(part.c.packed).where(
        part.c.series == series, part.c.list == list_, part.c.chunk == key // CHUNK, part.c.name == name
    )
    packed = connection.execute(chosen).scalar()
    table = unpack(kind, packed or b"")
    return table.take(np.flatnonzero(table.player == key))


def _lines(connection: Connection, series: str, list_: int, key: int) -> list[int]:
    return sorted(_part(connection, series, list_, key, "lines", PlayerLines).key.tolist())


def _events(connection: Connection, series: str, list_: int, keys: Sequence[int]) -> list[RatedEvent]:
    """The player's events, by day and content."""
    content, ledger, rated, event = schema.content, schema.ledger_part, schema.rated, schema.event
    facts = schema.event_facts
    newest = select(facts.c.facts).where(facts.c.event == event.c.key).order_by(facts.c.seq.desc()).limit(1)
    rows = (
        select(
            event.c.code, event.c.key.label("event"), content.c.event_key, content.c.packed, newest.scalar_subquery()
        )
        .add_columns(ledger.c.packed.label("ledger"))
        .join(rated, rated.c.event == event.c.key)
        .join(content, content.c.decision == rated.c.decision)
        .join(ledger, ledger.c.decision == rated.c.decision)
        .where(rated.c.series == series, rated.c.list == list_, content.c.event_key.in_(keys))
    )
    found = []
    for code, _, event_key, packed, known, held in connection.execute(rows):
        start = int(unpacked(packed).head.start[0])
        name = json.loads(known or "{}").get("name", "")
        found.append(RatedEvent(code, name, in_force(series, Day(start).date), packed, held, event_key))
    return sorted(found, key=lambda one: (int(unpacked(one.content).head.start[0]), one.key))


def _period(
    connection: Connection, series: str, list_: int, key: int, book: Rulebook, events: Sequence[RatedEvent]
) -> Period:
    """The tables of a period with these events only."""
    others = {event.edition.id: event.edition for event in events if event.edition.id != book.id}
    books = (*others.values(), book)
    places = {one.id: place for place, one in enumerate(books)}
    heads = [unpacked(event.content).head for event in events]
    entries, lines, ledgers, games = [], [], [], []
    seats = count = 0
    for at, event in enumerate(events):
        first, second, third = split(event.ledger)
        entry, line, ledger = unpack(Entries, first), unpack(Lines, second), unpack(Ledger, third)
        game = unpacked(event.content).games
        entries.append(replace(entry, event=np.full(len(entry), at, np.int32)))
        lines.append(line)
        mine, theirs = ledger.entry + np.int32(seats), ledger.opponent + np.int32(seats)
        ledgers.append(replace(ledger, game=ledger.game + np.int32(count), entry=mine, opponent=theirs))
        games.append(replace(game, white=game.white + np.int32(seats), black=game.black + np.int32(seats)))
        seats, count = seats + len(entry), count + len(game)
    one_each = {name: np.array([int(getattr(head, name)[0]) for head in heads]) for name in ("start", "end", "system")}
    table = Events.of(
        key=np.array([event.key for event in events], np.int64),
        edition=np.array([places[event.edition.id] for event in events], np.uint8),
        championship=np.array([bool(head.championship[0]) for head in heads], bool),
        **one_each,
    )
    return Period(
        list_,
        books,
        table,
        Entries.join(entries),
        Games.join(games),
        Ledger.join(ledgers),
        Lines.join(lines),
        _part(connection, series, list_, key, "worksheets", Worksheets),
        _part(connection, series, list_, key, "firsts", Firsts),
        Pool.room(0),
    )


def _adjustments(connection: Connection, series: str, list_: int, key: int, book: Rulebook) -> list[dict[str, Any]]:
    rows: Adjustments = _part(connection, series, list_, key, "adjustments", Adjustments)
    found: list[dict[str, Any]] = []
    for kind, before, after in zip(rows.kind.tolist(), rows.before.tolist(), rows.after.tolist(), strict=True):
        rests = basis(book, day_of(list_), AdjustmentKind(kind))
        found.append(
            {
                "kind": label(AdjustmentKind(kind)),
                "before": before,
                "after": after,
                "says": rests.says,
                "articles": list(rests.articles),
                "source": rests.source,
            }
        )
        if kind == AdjustmentKind.CORRECTION.value:
            found[-1] |= _corrected(connection, series, list_, key)
    return found


def _corrected(connection: Connection, series: str, list_: int, key: int) -> dict[str, Any]:
    """The officer's entry behind a correction: what should have stood, who said so and why."""
    table, log = schema.correction, schema.log
    rows = select(table.c.rating, log.c.who, log.c.why).join(log, log.c.seq == table.c.log)
    rows = rows.where(table.c.series == series, table.c.list == list_, table.c.player == key)
    held = connection.execute(rows.order_by(table.c.seq.desc()).limit(1)).one()
    return {"should_be": held.rating, "who": held.who, "why": held.why}
