"""An office of ten years for the site: everybody registered, 119 lists, the events of a month ready for the 120th.

The lists before the last are rolls of which a tenth changes each month; the last one is made and published as any list
is, from admitted events, so that calculations are real ones. Names are drawn from the languages of the simulation.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import _months
import numpy as np
import office
from by_hand import by_hand, preview_list, publish_list
from sqlalchemy import insert

from arpad.columns import Roll
from arpad.lists.sealed import parts_of
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.list_snapshots import store_due_snapshots
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.rolls import empty_roll, store_roll_parts
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.simulate.draw import RandomStream
from arpad.simulate.names import invent_given_name, invent_place, invent_surname
from arpad.simulate.people import FEDERATION_REGIONS

EDITION, SERIES = office.EDITION, office.SERIES
LISTS = 120
MOVING = 10  # of so many players one moves each month
GAMES_A_PLAYER = 4 / 3  # of a month of the world
FIRST_NUMBER = 100
RATED = 9 / 10  # of the players


def month_of(players: int) -> _months.Month:
    return _months.month(EDITION, 0, players, int(players * RATED), int(players * GAMES_A_PLAYER))


def filled(address: str, month: _months.Month) -> Desk:
    """The office before its last list."""
    day = date(month.list_ // 100, month.list_ % 100, 1)
    found_office(connect_store(address, create=True), "bench", Clock(set_to=day), rehearsal=True)
    desk, before = open_desk(connect_store(address), "bench", day), _months.before(month.list_)
    with by_hand(desk).writing("people") as writing:
        register_players(writing, people(month))
    lists = [before]
    while len(lists) < LISTS - 1:
        lists.insert(0, _months.before(lists[0]))
    with by_hand(desk).writing("lists") as writing:
        connection, head = writing.connection, {"series": SERIES, "kind": "opening", "log": writing.seq}
        connection.execute(insert(schema.series).values(name=SERIES, kind="computed", log=writing.seq))
        known = empty_roll(0)
        for list_, roll in zip(lists, rolls(month), strict=True):
            connection.execute(insert(schema.rating_list).values(**head, list=list_, sha256=f"{list_:064}"))
            store_roll_parts(connection, SERIES, list_, parts_of(known, roll))
            store_due_snapshots(connection, SERIES, list_, roll)
            known = roll
        connection.execute(insert(schema.pointer).values(series=SERIES, list=before))
    with by_hand(desk).writing("events") as writing:
        rows = list(office.events_of(month, before, writing.seq))
        for made in rows:
            (facts,) = made["facts"]
            facts["facts"] = json.dumps({"name": f"Open of Sleetham {facts['event']}", "federation": "ENG"})
        for table, name in ((schema.event, "event"), (schema.event_facts, "facts"), (schema.decision, "decisions")):
            writing.connection.execute(insert(table), [row for made in rows for row in made[name]])
        writing.connection.execute(insert(schema.content), [row for made in rows for row in made["content"]])
    return desk


def published(desk: Desk, month: _months.Month) -> None:
    """The last list, made from the events."""
    preview_list(desk, SERIES, month.list_)
    publish_list(desk, SERIES, month.list_)


def people(month: _months.Month) -> list[Person]:
    draw = RandomStream(1, 1)
    made = []
    for at, born in enumerate(month.players.born.tolist()):
        federation, language = draw.pick(FEDERATION_REGIONS)
        sex = "w" if draw.chance(15) else "m"
        name = f"{invent_surname(draw, language)}, {invent_given_name(draw, language, sex)}"
        region = invent_place(draw, language)
        made.append(Person(name, FIRST_NUMBER + at, born=born, sex=sex, federation=federation, region=region))
    return made


def rolls(month: _months.Month) -> list[Roll]:
    """What each list said, oldest first; the last is the one that the month replaces. Made backwards from it."""
    last, dice = month.rolls.replaced, np.random.default_rng(7)
    rated = np.flatnonzero(last.rating > 0)
    ratings = [last.rating]
    for _ in range(LISTS - 2):
        moved, rating = dice.choice(rated, len(rated) // MOVING, replace=False), ratings[-1].copy()
        rating[moved] = np.maximum(rating[moved] + dice.integers(-30, 31, len(moved)), 1400)
        ratings.append(rating)
    return [Roll(**{**dict(last.columns()), "rating": rating}) for rating in reversed(ratings)]
