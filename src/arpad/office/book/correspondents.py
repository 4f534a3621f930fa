"""Who writes a letter of the office to whom, and the body that hears appeals: from the profile of the office."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from arpad.explain.letters import Appeal, Correspondents
from arpad.messages import languages
from arpad.model import EventFacts
from arpad.office.access.authority import arbiters_of_event
from arpad.office.desk import Desk
from arpad.office.office_profile import read_profile
from arpad.office.registry.federation_officials import federation_names


def correspondents_about(desk: Desk, connection: Connection, facts: EventFacts) -> Correspondents:
    """Return the officer of the desk with the office, and the arbiters of an event.

    The office is its profile's name, address and contact; without a name the federation that keeps the lists. The
    language is that of the arbiters' accounts where all of them have the same, else the office's."""
    profile = read_profile(connection)
    federation = federation_names(connection).get(desk.home) or desk.home
    office = ", ".join(filter(None, (profile.name or federation, profile.address, profile.contact)))
    arbiters = tuple(dict.fromkeys(each.name for each in facts.arbiters if each.name))
    spoken = {each.language for each in arbiters_of_event(connection, facts.code)} & set(languages())
    language = spoken.pop() if len(spoken) == 1 else profile.language
    return Correspondents(office, desk.who, arbiters, profile.appeal, language)


def with_appeal_body(correspondents: Correspondents | None, appeal: Appeal | None) -> Appeal | None:
    """Return the appeal with the body of this office that hears it, where its profile names one."""
    return (
        replace(appeal, body=correspondents.appeal_body)
        if appeal is not None and correspondents is not None
        else appeal
    )
