"""Players whom a list leaves out: the facts that decide it, and the reasons stored with each list."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import date

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import U8
from arpad.days import Day, Month
from arpad.explain.list_reasons import LeftOff, why_not_listed
from arpad.lists.listing import ListingFacts, UnlistedPlayers
from arpad.lists.sealed import UNLISTED
from arpad.office.publishing.list_law import law_of_list
from arpad.office.registry import listing_decisions
from arpad.office.registry.federation_officials import federation_states_on
from arpad.office.registry.player_facts import KNOWN_NOW, KnownAsOf, Roster, former_federations
from arpad.office.rolls import COMPUTED, newest_published_list
from arpad.office.store import schema
from arpad.packed import CHUNK, row_of, unpack


def no_listing_facts() -> ListingFacts:
    """Return empty listing facts, for no players."""
    return ListingFacts(np.zeros(0, np.uint16), (), np.zeros(0, np.int32))


def listing_facts(connection: Connection, roster: Roster, list_day: date, as_of: KnownAsOf = KNOWN_NOW) -> ListingFacts:
    """Return what decides, on the day of a list, whether each player is listed: federation, death, and decisions of
    the office. `as_of` says which facts were known. The reasons themselves are not decided here."""
    day = Day.of(list_day)
    elsewhere, spans = (
        former_federations(connection, roster, (day,), as_of),
        listing_decisions.listing_spans(connection, known_at=as_of.at),
    )
    everybody = np.arange(len(roster), dtype=np.int32)
    return ListingFacts(
        elsewhere.federations(roster, np.full(len(roster), day, np.int32), everybody),
        elsewhere.codes(roster),
        roster.died,
        federation_states_on(connection, day, as_of.at),
        frozenset(
            key for key, _ in listing_decisions.players_with_decision_on(spans, listing_decisions.DISPENSATION, day)
        ),
        frozenset(key for key, _ in listing_decisions.players_with_decision_on(spans, listing_decisions.WITHHELD, day)),
        dict(listing_decisions.players_with_decision_on(spans, listing_decisions.REMOVED, day)),
    )


def hash_of_listing_facts(facts: ListingFacts) -> str:
    """Return the SHA-256 of these facts in hex; the order of entry does not matter."""
    codes = np.array([*facts.codes, ""], np.dtypes.StringDType())
    named = hashlib.sha256(facts.died.tobytes())
    different, place = np.unique(facts.federation, return_inverse=True)
    named.update(json.dumps([str(codes[at]) for at in different.tolist()]).encode())
    named.update(place.astype("<u2").tobytes())
    few = [facts.states, sorted(facts.dispensed), sorted(facts.withheld), sorted(facts.removed.items())]
    named.update(json.dumps(few, sort_keys=True).encode())
    return named.hexdigest()


# --- what was decided ---------------------------------------------------------------------------------------------


def left_off_reasons(connection: Connection, series: str, list_: int, players: int) -> U8:
    """Return for each player key (there are `players`) why a published list leaves them out: a number of `Unlisted`,
    0 if it does not. Stored reasons are read; nothing is decided again."""
    reason_by_key = np.zeros(players, np.uint8)
    part = schema.period_part
    rows = select(part.c.packed).where(part.c.series == series, part.c.list == list_, part.c.name == UNLISTED)
    for (packed,) in connection.execute(rows):
        table = unpack(UnlistedPlayers, packed)
        reason_by_key[table.player] = table.reason
    return reason_by_key


def left_off_reason_of_player(connection: Connection, series: str, list_: int, key: int) -> int:
    """Return why a published list leaves one player out: the stored number of `Unlisted`, 0 if it does not."""
    part = schema.period_part
    chosen = select(part.c.packed).where(
        part.c.series == series, part.c.list == list_, part.c.chunk == key // CHUNK, part.c.name == UNLISTED
    )
    packed = connection.execute(chosen).scalar()
    row = row_of(UnlistedPlayers, packed, key) if packed else None
    return row["reason"] if row else 0


def newest_lists_without_player(connection: Connection, key: int) -> Iterator[LeftOff]:
    """Yield, for each series computed here whose newest list leaves a player out, that list and the reason in words."""
    names = select(schema.series.c.name).where(schema.series.c.kind == COMPUTED).order_by(schema.series.c.name)
    for name in connection.execute(names).scalars().all():
        list_ = newest_published_list(connection, name)
        reason = left_off_reason_of_player(connection, name, list_, key)
        if reason:
            why = why_not_listed(law_of_list(connection, name, list_).book, reason)
            if why is not None:
                yield LeftOff(name, Month(list_), why)
