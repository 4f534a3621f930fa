"""The columns of FIDE's rating lists from 2001 to today, as data for reader, writer and tests.

Columns are counted from 1 and inclusive. A field reaches to the next one, because the files leave numbers at its left
or at its right as they please. The header's words stand over the data in the current layouts only; the older ones are
recognised by their data.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from arpad.days import Month
from arpad.frozen import dataclass

SERIES = ("standard", "rapid", "blitz")
STANDARD = SERIES[0]  # of which the flags of a combined list are
TEXT_FIELDS = {"federation": 4, "sex": 1, "title": 4, "w_title": 4, "o_title": 40, "foa": 4, "flag": 4}
"""The fields that are text, and how many bytes of each are kept."""

MOST = {"rating": 9999, "games": 9999, "k": 255}
"""Above these a number is none."""

NO_MONTH = Month(0)
ANY = "list"  # the series of a single list whose name does not say which


@dataclass(frozen=True, slots=True)
class Layout:
    """One layout: its fields with first and last column, its width, and how it writes birthdays."""

    name: str
    width: int
    fields: dict[str, tuple[int, int]]
    header: str = ""  # {month} stands for the month of the list
    birthday: str = "YYYY"
    letters: bool = False  # titles as the letters g, m, wg ...
    since: Month = NO_MONTH  # the first list of the old layouts

    @property
    def combined(self) -> bool:
        return "rapid.rating" in self.fields


PERSON = {
    "id": (1, 15), "name": (16, 76), "federation": (77, 80), "sex": (81, 84), "title": (85, 89), "w_title": (90, 94),
    "o_title": (95, 109),
}  # fmt: skip
HEAD = f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}"


def _three(first: int) -> dict[str, tuple[int, int]]:
    """Rating, games and K of three series, from a column on; thirteen columns each."""
    return {
        f"{series}.{name}": (first + 13 * index + start, first + 13 * index + end)
        for index, series in enumerate(SERIES)
        for name, start, end in (("rating", 0, 5), ("games", 6, 9), ("k", 10, 12))
    }


def _one(first: int) -> dict[str, tuple[int, int]]:
    return {
        f"{ANY}.{name}": (first + start, first + end)
        for name, start, end in (("rating", 0, 5), ("games", 6, 9), ("k", 10, 12))
    }


COMBINED_WORDS = ("SRtng", "SGm", "SK", "RRtng", "RGm", "Rk", "BRtng", "BGm", "BK")
COMBINED_HEAD = "".join(
    f"{word:<{width}}" for word, width in zip(COMBINED_WORDS, (6, 4, 3) * 3, strict=True)
)  # fmt: skip

CURRENT = Layout(
    "single", 136, PERSON | {"foa": (110, 113)} | _one(114) | {"born": (127, 132), "flag": (133, 136)},
    f"{HEAD}FOA {{month:<6}}Gms K  B-day Flag",
)  # fmt: skip
COMBINED = Layout(
    "combined", 162, PERSON | {"foa": (110, 113)} | _three(114) | {"born": (153, 158), "flag": (159, 162)},
    f"{HEAD}FOA {COMBINED_HEAD}B-day Flag",
)  # fmt: skip
LEGACY = Layout(
    "combined-legacy", 158, PERSON | _three(110) | {"born": (149, 154), "flag": (155, 158)},
    f"{HEAD}{COMBINED_HEAD}B-day Flag",
)  # fmt: skip
SINGLE_2012 = Layout(
    "single-2012", 132, PERSON | _one(110) | {"born": (123, 128), "flag": (129, 132)},
    f"{HEAD}{{month:<6}}Gms K  B-day Flag",
)  # fmt: skip


def _old(called: str, since: int, width: int, birthday: str, header: str = "", /, **fields: tuple[int, int]) -> Layout:
    renamed = {(f"{ANY}.{key}" if key in ("rating", "games") else key): span for key, span in fields.items()}
    return Layout(called, width, renamed, header, birthday, letters=True, since=Month(since))


FAMILY_2003 = {
    "id": (1, 8), "name": (11, 42), "title": (45, 46), "federation": (49, 51), "rating": (54, 57), "games": (61, 62),
}  # fmt: skip
OLD_HEAD = "ID number Name                              TitlFed  {month:<6}GamesBorn  Flag"

OLD = (
    _old("2005", 200501, 72, "YYYY", OLD_HEAD, **FAMILY_2003, born=(65, 68), flag=(71, 72)),
    _old("2003", 200301, 78, "DD.MM.YY", OLD_HEAD, **FAMILY_2003, born=(65, 72), flag=(77, 78)),
    _old("oct02", 200210, 77, "DD.MM.YY", OLD_HEAD, **FAMILY_2003, born=(65, 72), flag=(75, 76)),
    _old(
        "jan01", 200101, 75, "", id=(3, 10), name=(13, 44), title=(46, 47), federation=(52, 54),
        rating=(60, 63), games=(67, 68), flag=(72, 74),
    ),
    _old(
        "apr01", 200104, 86, "DD.MM.YYYY", id=(4, 11), name=(13, 44), title=(46, 47), federation=(52, 54),
        rating=(61, 64), games=(69, 70), born=(72, 81), flag=(83, 85),
    ),
    _old(
        "jan02", 200201, 85, "DD.MM.YY", id=(3, 10), name=(13, 43), title=(46, 47), federation=(52, 54),
        rating=(60, 63), games=(67, 68), born=(72, 79), flag=(81, 83),
    ),
    _old(
        "apr02", 200204, 90, "DD.MM.YYYY", id=(4, 11), name=(13, 44), title=(46, 47), federation=(52, 54),
        rating=(61, 64), games=(69, 70), born=(72, 81), sex=(83, 83), flag=(87, 89),
    ),
)  # fmt: skip

LAYOUTS = (CURRENT, COMBINED, LEGACY, SINGLE_2012, *OLD)
BY_NAME = {layout.name: layout for layout in LAYOUTS}


def is_combined(layout: str, series: Collection[str]) -> bool:
    """Return whether a list of this layout with ratings of these series is a combined one."""
    return (layout in BY_NAME and BY_NAME[layout].combined) or len(series) > 1


def by_header(line: str) -> Layout | None:
    """The layout that a header line announces, where the words of the header stand over the data."""
    words = line.split()
    if "WTit" not in words or "OTit" not in words:
        return None
    if "SRtng" in words:
        return COMBINED if "FOA" in words else LEGACY
    return CURRENT if "FOA" in words else SINGLE_2012


def is_header(line: str) -> bool:
    """Whether a line names columns instead of a player."""
    return line.strip().lower().startswith(("id number", "id_number", "idnumber", "id ", "code "))


CENTURY = 2000  # of the two figures of a year
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def month_in(text: str) -> Month:
    """The month that a header or a file name gives: `SEP25` and `standard_sep25frl.txt` are 2025-09; 0 for none."""
    lower = text.lower()
    for number, month in enumerate(MONTHS, 1):
        at = lower.find(month)
        while at >= 0:
            year = lower[at + 3 : at + 5]
            alone = not lower[at - 1 : at].isalpha() if at else True
            if alone and len(year) == 2 and year.isascii() and year.isdigit() and not lower[at + 5 : at + 6].isdigit():
                return Month.of(date(CENTURY + int(year), number, 1))
            at = lower.find(month, at + 1)
    return NO_MONTH


def word_of(month: Month) -> str:
    """The header's word for a month: 2025-09 is `SEP25`; without a month it is `Rtng`."""
    return f"{MONTHS[month.in_year - 1].upper()}{month.year - CENTURY:02d}" if month else "Rtng"


def file_name(layout: str, series: str = "", month: Month = NO_MONTH, xml: bool = False) -> str:
    """The name under which FIDE offers such a list; one of a series that is not known has none in its name."""
    end = "_xml.xml" if xml else ".txt"
    if layout == "combined":
        return "players_list_xml_foa.xml" if xml else "players_list_foa.txt"
    if layout == "combined-legacy":
        return "players_list_xml.xml" if xml else "players_list.txt"
    first = "" if series == ANY else f"{series if series in SERIES else 'standard'}_"
    return f"{first}{word_of(month).lower()}frl{end}" if month else f"{first}rating_list{end}"
