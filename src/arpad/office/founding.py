"""Found an office: an empty database gets the schema, its settings and the first entry of its log."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import insert

from arpad.finding import Misuse
from arpad.office.clock import Clock
from arpad.office.desk import HOME, REHEARSAL, ZONE, Desk
from arpad.office.store.engine import Store
from arpad.office.store.migrate import revision, stamp_application, upgrade
from arpad.office.store.schema import setting


def found(store: Store, who: str, clock: Clock, home: str = "", rehearsal: bool = False) -> Desk:
    """A new office. An office that is there already is left alone and refused."""
    if revision(store):
        raise Misuse(f"there is an office at {store.address} already; nothing was changed")
    try:
        ZoneInfo(clock.zone)
    except (ZoneInfoNotFoundError, ValueError):
        raise Misuse(f"{clock.zone!r} is no time zone; write it like Europe/Kyiv, or leave it out for UTC") from None
    if clock.set_to is not None and not rehearsal:
        raise Misuse("--now is for a rehearsal: add --rehearsal, or leave it out")
    if rehearsal and clock.set_to is None:
        raise Misuse("a rehearsal needs its first day: --now YYYY-MM-DD")
    upgrade(store)
    stamp_application(store)
    desk = Desk(store, who, clock, rehearsal, home.upper())
    with desk.writing("found", why="the office begins") as writing:
        values = {HOME: desk.home, REHEARSAL: str(int(rehearsal)), ZONE: clock.zone, "founded": str(writing.seq)}
        writing.connection.execute(insert(setting), [{"name": n, "value": v} for n, v in values.items()])
    return desk
