"""Make the people of a federation: who they are, how strong they really are, and how often they play.

Everybody who ever registers is made at once, newcomers with the day on which they register, so that a player keeps one
row in every roll. Strengths are hidden from the office; they move by so many points a year.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from arpad.columns import Players
from arpad.days import MONTHS_OF_YEAR, Day
from arpad.frozen import dataclass
from arpad.law.calendar import add_months
from arpad.simulate.draw import Draw
from arpad.simulate.names import LANGUAGES, given_name, place, surname
from arpad.simulate.setting import Setting

HOMES = (("POL", "pl"), ("EST", "et"), ("HUN", "hu"), ("ITA", "it"), ("UKR", "uk"), ("ENG", "en"))
ABROAD = ("NOR", "GEO", "LTU", "SUI", "ISL", "POR")
LEFT_OUT = "ZZA"  # an invented federation that is excluded half way
STATES = {
    "POL": "Poland", "EST": "Estonia", "HUN": "Hungary", "ITA": "Italy", "UKR": "Ukraine", "ENG": "England",
    "NOR": "Norway", "GEO": "Georgia", "LTU": "Lithuania", "SUI": "Switzerland", "ISL": "Iceland", "POR": "Portugal",
    LEFT_OUT: "Amber Coast",
}  # fmt: skip
MEMBERSHIPS = ("IBCA", "ICSC", "IPCA")
TITLES = ((2520, "GM"), (2410, "IM"), (2300, "FM"), (2200, "CM"))
WOMEN_TITLES = ((2330, "WGM"), (2230, "WIM"), (2130, "WFM"), (2030, "WCM"))
CATEGORIES = ((2100, "candidate master"), (1900, "category I"), (1700, "category II"), (1500, "category III"))
FIRST_ID, STEP = 990_000_100, 13
DAY, DAYS_OF_YEAR = timedelta(days=1), 365
WEAKEST, STRONGEST, MIDDLE, SPREAD = 1000, 2760, 1790, 270
CHILD, CHILD_A_YEAR = 1000, 80  # a child of seven reaches 1560
MASTER = 2200  # from this strength on everybody plays
SCHOOL = 5  # the youngest who are registered
HABITS = ((0, 15), (1, 25), (3, 30), (8, 20), (16, 10))  # how often people play, and how many do
MOVING, DYING = 9, 6  # of a thousand players, in all months
NEW_IN = 150  # of so many players one registers each month


@dataclass(frozen=True)
class Person:
    """One player, as the registry knows him and as only the simulation does."""

    id: int
    name: str
    former: str
    born: date
    sex: str
    federation: str
    region: str
    title: str
    category: str
    member: str
    since: date
    strength: int  # on the first day of the simulation
    per_year: int
    activity: int  # how often he plays, a weight
    died: date | None = None
    moved: date | None = None  # a transfer, and where to
    moved_to: str = ""

    def federation_on(self, day: date) -> str:
        return self.moved_to if self.moved and day >= self.moved else self.federation

    def strength_on(self, day: date, first: date) -> int:
        return self.strength + self.per_year * (day - first).days // DAYS_OF_YEAR


@dataclass(frozen=True)
class Federation:
    """All people, as rows, and what a draw of players asks of them."""

    people: tuple[Person, ...]
    first: date
    activity: npt.NDArray[np.int64]
    strength: npt.NDArray[np.int64]
    since: npt.NDArray[np.int64]  # ordinals of days
    until: npt.NDArray[np.int64]
    born: npt.NDArray[np.int64]
    woman: npt.NDArray[np.bool_]
    home: npt.NDArray[np.int64]  # of the federation, by code

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(STATES)

    def table(self) -> Players:
        """The people as the kernels read them. A transfer never changes who is a foreigner here."""
        bits = [1 << MEMBERSHIPS.index(person.member) if person.member else 0 for person in self.people]
        born = [Day.of(person.born) for person in self.people]
        return Players.of(born=born, federation=self.home, member=bits)


def make_people(draw: Draw, setting: Setting) -> Federation:
    """Everybody, the newcomers of all months included."""
    first, count = setting.start, setting.players
    people = [_person(draw, setting, at, None) for at in range(count)]
    for month in range(1, setting.months):
        for _ in range(count // NEW_IN + draw.chance(count % NEW_IN, NEW_IN)):
            day = add_months(first, month) - draw.among(2, 20) * DAY
            people.append(_person(draw, setting, len(people), day))
    middle = add_months(first, setting.months // 2)
    gone = [middle if person.federation == LEFT_OUT else person.died or date.max for person in people]
    return Federation(
        tuple(people),
        first,
        np.array([person.activity for person in people], np.int64),
        np.array([person.strength for person in people], np.int64),
        np.array([_plays_from(person, first).toordinal() for person in people], np.int64),
        np.array([day.toordinal() for day in gone], np.int64),
        np.array([person.born.toordinal() for person in people], np.int64),
        np.array([person.sex == "w" for person in people], bool),
        np.array([list(STATES).index(person.federation) for person in people], np.int64),
    )


def _plays_from(person: Person, first: date) -> date:
    """Newcomers play from the month on before which they registered."""
    return person.since if person.since < first else add_months(person.since.replace(day=1), 1) - DAY


def _person(draw: Draw, setting: Setting, at: int, registered: date | None) -> Person:
    first = setting.start
    federation, language = _origin(draw, setting.home)
    sex = "w" if draw.chance(22) else "m"
    age = draw.among(7, 15) if draw.chance(60 if registered else 18) else draw.among(12, 79)
    born = date(first.year - age, draw.among(1, 12), draw.among(1, 28))
    young = age < 18
    middle = MIDDLE - (260 if registered else 0) - (150 if young else 0) - (90 if sex == "w" else 0)
    most = CHILD + CHILD_A_YEAR * age if young else STRONGEST
    strength = min(most, max(WEAKEST, middle + draw.bell(SPREAD)))
    family = surname(draw, language)
    person = Person(
        FIRST_ID + STEP * at + draw.below(STEP),
        f"{family}, {given_name(draw, language, sex)}",
        f"{surname(draw, language)}, {family}" if sex == "w" and not young and draw.chance(12) else "",
        born,
        sex,
        federation,
        place(draw, language),
        "" if registered else _title(strength, WOMEN_TITLES if sex == "w" and draw.chance(60) else TITLES),
        _title(strength, CATEGORIES) if not registered and draw.chance(40) else "",
        draw.pick(MEMBERSHIPS) if draw.chance(2) else "",
        registered or max(first - draw.among(200, 4000) * DAY, add_months(born, SCHOOL * MONTHS_OF_YEAR)),
        strength,
        draw.among(20, 140) if young else draw.among(-20, 20),
        12 if registered else max(draw.weighed(HABITS), 3 * (strength >= MASTER)),
    )
    if person.former:  # the given name stays
        person = replace(person, former=f"{person.former.split(',')[0]},{person.name.split(',')[1]}")
    return _changed(draw, setting, person)


def _changed(draw: Draw, setting: Setting, person: Person) -> Person:
    """A few move to another federation, a few die; nobody before he is there."""
    if setting.months < 2 or person.since >= setting.start:
        return person
    day = add_months(setting.start, draw.among(1, setting.months - 1)) + draw.below(20) * DAY
    if draw.chance(MOVING, 1000) and person.federation not in (setting.home, LEFT_OUT):
        return replace(person, moved=day, moved_to=draw.pick([code for code in ABROAD if code != person.federation]))
    if draw.chance(DYING, 1000):
        return replace(person, died=day)
    return person


def _origin(draw: Draw, home: str) -> tuple[str, str]:
    """A federation and the language of the name."""
    if home and draw.chance(84):
        return home, dict(HOMES)[home]
    if not home and draw.chance(10):
        return draw.pick(ABROAD), draw.pick(list(LANGUAGES))
    if not home and draw.chance(1):
        return LEFT_OUT, draw.pick(list(LANGUAGES))
    return draw.pick([each for each in HOMES if each[0] != home])


def _title(strength: int, titles: tuple[tuple[int, str], ...]) -> str:
    return next((title for least, title in titles if strength >= least), "")
