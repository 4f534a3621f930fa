"""What a letter has from the profile of the office: its sender, and the body that hears appeals."""

from __future__ import annotations

from dataclasses import replace

from arpad.explain.letters import Appeal
from arpad.messages import say
from arpad.office.office_profile import OfficeProfile


def with_sender(profile: OfficeProfile, letter: str) -> str:
    """Return the text of a letter below a line with name, address and contact of the office; without a name of the
    office the text is unchanged."""
    if not profile.name:
        return letter
    parts = tuple(filter(None, (profile.name, profile.address, profile.contact)))
    return f"{say('letter/sender', (('sender', parts),))}\n{letter}"


def with_appeal_body(profile: OfficeProfile, appeal: Appeal | None) -> Appeal | None:
    """Return the appeal with the body of this office that hears it, where its profile names one."""
    return replace(appeal, body=profile.appeal) if appeal is not None else None
