"""Found an office: an empty database gets the schema, its settings and the first entry of its log."""

from __future__ import annotations

from sqlalchemy import insert

from arpad.finding import Misuse, Remedy
from arpad.office.clock import Clock, checked_zone
from arpad.office.desk import HOME, REHEARSAL, ZONE, Desk
from arpad.office.store.engine import Store
from arpad.office.store.migrate import stamp_application, upgrade
from arpad.office.store.schema import setting
from arpad.office.store.version import revision


def found(store: Store, who: str, clock: Clock, home: str = "", rehearsal: bool = False) -> Desk:
    """A new office. An office that is there already is left alone and refused."""
    if revision(store):
        raise Misuse("office-there", address=store.address)
    checked_zone(clock.zone)
    if clock.set_to is not None and not rehearsal:
        raise Misuse("day-without-rehearsal", Remedy.to("add-rehearsal"))
    if rehearsal and clock.set_to is None:
        raise Misuse("rehearsal-without-day", Remedy.to("give-first-day"))
    upgrade(store)
    stamp_application(store)
    desk = Desk(store, who, clock, rehearsal, home.upper())
    with desk.writing("found", why="the office begins") as writing:
        values = {HOME: desk.home, REHEARSAL: str(int(rehearsal)), ZONE: clock.zone, "founded": str(writing.seq)}
        writing.connection.execute(insert(setting), [{"name": n, "value": v} for n, v in values.items()])
    return desk
