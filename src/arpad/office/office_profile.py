"""The profile of an office: name, address, contact, body of appeal, default series and language, the usual answers to
what every report asks, and what its public site says of it: imprint, privacy text, colour and logo.

It decides no number: the answers are stored with an event when it is registered from its report, and shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, select

from arpad.admission.default_answers import UsualAnswer, UsualAnswers
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import series_names
from arpad.messages import ENGLISH, languages
from arpad.office.site_look import check_colour, check_logo
from arpad.office.store.schema import setting
from arpad.plaintext import NAME, TEXT, is_name, is_text

VERSION_LETTERS = 12
PREFIX = "office-"  # of the names under which a profile is stored


@dataclass(frozen=True)
class OfficeProfile:
    """How the office is called and reached, and what it means where nothing is named. Empty: nothing is set."""

    name: str = ""
    short_name: str = ""
    address: str = ""
    contact: str = ""
    appeal: str = ""  # the body that hears appeals against its decisions
    series: str = ""  # that is meant where none is named
    language: str = ENGLISH
    vouches: str = ""  # who says that events were registered in time, where nobody is named
    laws: UsualAnswer = UsualAnswer.YES  # what is assumed of an event whose report does not say it
    hybrid: UsualAnswer = UsualAnswer.NO
    agreed: UsualAnswer = UsualAnswer.YES
    announced: UsualAnswer = UsualAnswer.YES
    imprint: str = ""  # who answers for the site, in lines
    privacy: str = ""  # what the office does with personal data, in lines
    colour: str = ""  # of the site, #rrggbb
    logo: str = ""  # a PNG picture in base64

    @property
    def answers(self) -> UsualAnswers:
        """The usual answers to what every report asks."""
        return UsualAnswers(**{name: getattr(self, name) for name in ANSWERS})

    @property
    def missing(self) -> tuple[str, ...]:
        """What a public site should say of its office and does not, by the names of the values."""
        return tuple(name for name in SHOWN_ON_SITE if not getattr(self, name))

    @cached_property
    def version(self) -> str:
        """The profile as a short word: another one for every other profile."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:VERSION_LETTERS]


SHOWN_ON_SITE = ("name", "contact", "imprint", "privacy")
LONG_TEXTS = ("imprint", "privacy")
ANSWERS = tuple(field.name for field in fields(UsualAnswers))
PROFILE_NAMES = tuple(field.name for field in fields(OfficeProfile))


@dataclass(frozen=True)
class ProfileChange:
    """The values of a profile to be changed: None stays, an empty text removes."""

    name: str | None = None
    short_name: str | None = None
    address: str | None = None
    contact: str | None = None
    appeal: str | None = None
    series: str | None = None
    language: str | None = None
    vouches: str | None = None
    laws: UsualAnswer | None = None
    hybrid: UsualAnswer | None = None
    agreed: UsualAnswer | None = None
    announced: UsualAnswer | None = None
    imprint: str | None = None
    privacy: str | None = None
    colour: str | None = None
    logo: str | None = None

    def __post_init__(self) -> None:
        for name, value in self.named().items():
            if name in LONG_TEXTS:
                if not is_text(value):
                    raise UserError("office-change/text", name=name, most=TEXT)
            elif name != "logo" and not is_name(value):
                raise UserError("office-change/profile", name=name, most=NAME)
        known = tuple(sorted(series_names()))
        if self.series and self.series not in known:
            raise UserError("event-series-unknown", Remedy.to("choose-series", known=known), series=self.series)
        if self.language is not None and self.language not in languages():
            raise UserError("office-change/language", language=self.language, known=languages())
        if self.colour and self.colour.strip():
            check_colour(self.colour.strip())
        if self.logo:
            check_logo(self.logo)

    def named(self) -> Mapping[str, str]:
        """Return the values that are to be stored, by name, without blanks around them."""
        return {name: str(value).strip() for name, value in asdict(self).items() if value is not None}


NO_PROFILE_CHANGE = ProfileChange()


def read_profile(connection: Connection) -> OfficeProfile:
    """Return the profile of the office; what was never set has its default."""
    names = {PREFIX + name: name for name in PROFILE_NAMES}
    rows = connection.execute(select(setting).where(setting.c.name.in_(names)))
    stored: dict[str, Any] = {names[row.name]: row.value for row in rows}
    return OfficeProfile(**stored | {name: UsualAnswer(stored[name]) for name in ANSWERS if name in stored})
