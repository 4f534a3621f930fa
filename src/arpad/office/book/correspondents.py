"""Who writes a letter of the office to whom: its officer and federation, and the arbiters of the event."""

from __future__ import annotations

from sqlalchemy import Connection

from arpad.explain.letters import Correspondents
from arpad.model import EventFacts
from arpad.office.desk import Desk
from arpad.office.registry.federation_officials import federation_names


def correspondents_about(desk: Desk, connection: Connection, facts: EventFacts) -> Correspondents:
    """Return the officer of the desk with the federation that keeps the lists, and the arbiters of an event."""
    federation = federation_names(connection).get(desk.home) or desk.home
    arbiters = tuple(dict.fromkeys(each.name for each in facts.arbiters if each.name))
    return Correspondents(federation, desk.who, arbiters)
