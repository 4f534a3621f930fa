"""The people of a federation: players with their true strength and activity, arbiters with their licences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from arpad.columns import Players
from arpad.days import MONTHS_OF_YEAR, Day
from arpad.frozen import dataclass
from arpad.law.calendar import add_months
from arpad.model import Arbiter
from arpad.simulate.draw import RandomStream
from arpad.simulate.names import LANGUAGES, invent_given_name, invent_place, invent_surname, latin_name
from arpad.simulate.setting import SimulationSetting

FEDERATION_REGIONS = (("POL", "pl"), ("EST", "et"), ("HUN", "hu"), ("ITA", "it"), ("UKR", "uk"), ("ENG", "en"))
HOME_LANGUAGE = "en"  # of the names of a home federation that is not among these
FOREIGN_SHARE = ("NOR", "GEO", "LTU", "SUI", "ISL", "POR")
UNKNOWN_FACTS = "ZZA"  # an invented federation that is excluded half way
FEDERATION_STATES = {
    "POL": "Poland", "EST": "Estonia", "HUN": "Hungary", "ITA": "Italy", "UKR": "Ukraine", "ENG": "England",
    "NOR": "Norway", "GEO": "Georgia", "LTU": "Lithuania", "SUI": "Switzerland", "ISL": "Iceland", "POR": "Portugal",
    UNKNOWN_FACTS: "Amber Coast",
}  # fmt: skip
MEMBERSHIPS = ("IBCA", "ICSC", "IPCA")
TITLES = ((2520, "GM"), (2410, "IM"), (2300, "FM"), (2200, "CM"))
WOMEN_TITLES = ((2330, "WGM"), (2230, "WIM"), (2130, "WFM"), (2030, "WCM"))
CATEGORIES = ((2100, "candidate master"), (1900, "category I"), (1700, "category II"), (1500, "category III"))
FIRST_FIDE_ID, FIDE_ID_STEP = 990_000_100, 13
DAY, DAYS_OF_YEAR = timedelta(days=1), 365
WEAKEST, STRONGEST, MIDDLE, SPREAD = 1000, 2760, 1790, 270
CHILD_STRENGTH, CHILD_YEARLY_GAIN = 1000, 80  # a child of seven reaches 1560
MASTER_FROM = 2200  # from this strength on everybody plays
SCHOOL_AGES = 5  # the youngest who are registered
ACTIVITY_SHARES = ((0, 15), (1, 25), (3, 30), (8, 20), (16, 10))  # how often people play, and how many do
MOVING_CHANCE, DYING_CHANCE = 9, 6  # of a thousand players, in all months
NEWCOMER_MONTHS = 150  # of so many players one registers each month


@dataclass(frozen=True)
class SimulatedPerson:
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
class SimulatedFederation:
    """All people, as rows, and what a draw of players asks of them."""

    people: tuple[SimulatedPerson, ...]
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
        """The federations, by the numbers that the columns have."""
        return federation_codes(self.people)

    def table(self) -> Players:
        """The people as the kernels read them. A transfer never changes who is a foreigner here."""
        bits = [1 << MEMBERSHIPS.index(person.member) if person.member else 0 for person in self.people]
        born = [Day.of(person.born) for person in self.people]
        return Players.of(born=born, federation=self.home, member=bits)


def host_regions(home: str) -> tuple[tuple[str, str], ...]:
    """The federations that hold events, each with the language of its names; of a national list the home one."""
    if not home:
        return FEDERATION_REGIONS
    return tuple(each for each in FEDERATION_REGIONS if each[0] == home) or ((home, HOME_LANGUAGE),)


def federation_codes(people: Sequence[SimulatedPerson]) -> tuple[str, ...]:
    """The federations that there are, and those of people besides them."""
    return tuple(dict.fromkeys((*FEDERATION_STATES, *sorted({person.federation for person in people}))))


def make_people(draw: RandomStream, setting: SimulationSetting) -> SimulatedFederation:
    """Everybody, the newcomers of all months included."""
    first, count = setting.start, setting.players
    people = [_make_person(draw, setting, at, None) for at in range(count)]
    for month in range(1, setting.months):
        for _ in range(count // NEWCOMER_MONTHS + draw.chance(count % NEWCOMER_MONTHS, NEWCOMER_MONTHS)):
            day = add_months(first, month) - draw.among(2, 20) * DAY
            people.append(_make_person(draw, setting, len(people), day))
    middle = add_months(first, setting.months // 2)
    codes = federation_codes(people)
    gone = [middle if person.federation == UNKNOWN_FACTS else person.died or date.max for person in people]
    return SimulatedFederation(
        tuple(people),
        first,
        np.array([person.activity for person in people], np.int64),
        np.array([person.strength for person in people], np.int64),
        np.array([_plays_from(person, first).toordinal() for person in people], np.int64),
        np.array([day.toordinal() for day in gone], np.int64),
        np.array([person.born.toordinal() for person in people], np.int64),
        np.array([person.sex == "w" for person in people], bool),
        np.array([codes.index(person.federation) for person in people], np.int64),
    )


def _plays_from(person: SimulatedPerson, first: date) -> date:
    """Newcomers play from the month on before which they registered."""
    return person.since if person.since < first else add_months(person.since.replace(day=1), 1) - DAY


def _make_person(draw: RandomStream, setting: SimulationSetting, at: int, registered: date | None) -> SimulatedPerson:
    first = setting.start
    federation, language = _draw_origin(draw, setting.home)
    sex = "w" if draw.chance(22) else "m"
    age = draw.among(7, 15) if draw.chance(60 if registered else 18) else draw.among(12, 79)
    born = date(first.year - age, draw.among(1, 12), draw.among(1, 28))
    young = age < 18
    middle = MIDDLE - (260 if registered else 0) - (150 if young else 0) - (90 if sex == "w" else 0)
    most = CHILD_STRENGTH + CHILD_YEARLY_GAIN * age if young else STRONGEST
    strength = min(most, max(WEAKEST, middle + draw.bell(SPREAD)))
    family = invent_surname(draw, language)
    person = SimulatedPerson(
        FIRST_FIDE_ID + FIDE_ID_STEP * at + draw.below(FIDE_ID_STEP),
        f"{family}, {invent_given_name(draw, language, sex)}",
        f"{invent_surname(draw, language)}, {family}" if sex == "w" and not young and draw.chance(12) else "",
        born,
        sex,
        federation,
        invent_place(draw, language),
        "" if registered else _draw_title(strength, WOMEN_TITLES if sex == "w" and draw.chance(60) else TITLES),
        _draw_title(strength, CATEGORIES) if not registered and draw.chance(40) else "",
        draw.pick(MEMBERSHIPS) if draw.chance(2) else "",
        registered or max(first - draw.among(200, 4000) * DAY, add_months(born, SCHOOL_AGES * MONTHS_OF_YEAR)),
        strength,
        draw.among(20, 140) if young else draw.among(-20, 20),
        12 if registered else max(draw.weighed(ACTIVITY_SHARES), 3 * (strength >= MASTER_FROM)),
    )
    if person.former:  # the given name stays
        person = replace(person, former=f"{person.former.split(',')[0]},{person.name.split(',')[1]}")
    return _make_changes(draw, setting, person)


def _make_changes(draw: RandomStream, setting: SimulationSetting, person: SimulatedPerson) -> SimulatedPerson:
    """A few move to another federation, a few die; nobody before he is there."""
    if setting.months < 2 or person.since >= setting.start:
        return person
    day = add_months(setting.start, draw.among(1, setting.months - 1)) + draw.below(20) * DAY
    if draw.chance(MOVING_CHANCE, 1000) and person.federation not in (setting.home, UNKNOWN_FACTS):
        return replace(
            person, moved=day, moved_to=draw.pick([code for code in FOREIGN_SHARE if code != person.federation])
        )
    if draw.chance(DYING_CHANCE, 1000):
        return replace(person, died=day)
    return person


def _draw_origin(draw: RandomStream, home: str) -> tuple[str, str]:
    """A federation and the language of the name."""
    if home and draw.chance(84):
        return host_regions(home)[0]
    if not home and draw.chance(10):
        return draw.pick(FOREIGN_SHARE), draw.pick(list(LANGUAGES))
    if not home and draw.chance(1):
        return UNKNOWN_FACTS, draw.pick(list(LANGUAGES))
    return draw.pick([each for each in FEDERATION_REGIONS if each[0] != home])


def _draw_title(strength: int, titles: tuple[tuple[int, str], ...]) -> str:
    return next((title for least, title in titles if strength >= least), "")


ONE_DAY = timedelta(days=1)
LICENCE_LEVELS = (("IA", 2), ("FA", 3), ("NA", 5))


@dataclass(frozen=True)
class ArbiterRow:
    """An arbiter and the licence he holds."""

    arbiter: Arbiter
    federation: str
    since: date
    until: date | None


def make_arbiters(
    draw: RandomStream, count: int, first: date, codes: Sequence[tuple[str, str]]
) -> tuple[ArbiterRow, ...]:
    """The arbiters; the last licences of all have run out before anybody asks."""
    rows = []
    for at in range(count):
        code, language = codes[at % len(codes)]
        name = latin_name(f"{invent_surname(draw, language)}, {invent_given_name(draw, language, draw.pick('mw'))}")
        gone = at >= count - 2
        since = first - draw.among(800, 5000) * ONE_DAY
        until = first - draw.among(30, 400) * ONE_DAY if gone else None
        rows.append(ArbiterRow(Arbiter(name, FIRST_FIDE_ID - 1 - at, draw.weighed(LICENCE_LEVELS)), code, since, until))
    return tuple(rows)
