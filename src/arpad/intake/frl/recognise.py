"""Know the layout of a text list: by its header, or by how well the rows fit the columns of each layout.

In: the first block of a file. Out: the layout and the header line, or a finding that says why there is none.

Some layouts can be taken for each other, and then a sex is read as a flag or a flag is lost. So a row fits only where
nothing is cut in two and each value can be what it is taken for; what is unknown (a birthday of blanks, dots or zeros)
fits everywhere, and what is known and likely counts more. Rows are looked at until one layout is ahead; where none is,
all that are left read the rows alike, and line lengths, header and month choose between them.
"""

from __future__ import annotations

import re
from functools import cache

from arpad.days import Month
from arpad.intake.codes import Notes, shown
from arpad.intake.frl.layout import BY_NAME, LAYOUTS, NO_MONTH, Layout, by_header, is_header, month_in
from arpad.intake.frl.letters import decoded

LONGEST_ROW = 512
AT_ONCE = 400  # rows that are looked at before asking whether one layout is ahead
ENOUGH = 80  # of a hundred rows must fit

FITS, KNOWN, LIKELY, NO_K, STRAY, UNLIKELY = 100, 1, 2, -3, -40, -20
"""What a row counts; and what is added for a known birthday, for a flag or a rating as they are, for a rating without
K, for something outside all columns, for a value that is hardly one."""

SEXES = frozenset({"", "M", "F"})
FLAGS = frozenset({"W", "I", "WI", "IW"})
BIRTHDAYS = {
    "": re.compile(""),
    "YYYY": re.compile(r" *(\d{4}|0*) *"),
    "DD.MM.YY": re.compile(r"[\d ]{2}\.[\d ]{2}\.[\d ]{2}|[ 0]*"),
    "DD.MM.YYYY": re.compile(r"[\d ]{2}\.[\d ]{2}\.[\d ]{4}|[ 0]*"),
}
YEAR = re.compile("(18[5-9]|19|20[0-3]).*")
RATING = re.compile(r"[1-3]\d{3}")


def recognise(head: bytes, notes: Notes, month: Month = NO_MONTH) -> tuple[Layout | None, str]:
    """The layout and the header; the month is what the file name says and counts only where nothing else decides."""
    lines = _lines(head[: AT_ONCE * LONGEST_ROW])[:AT_ONCE]
    if not lines:
        notes.find("empty-file/list")
        return None, ""
    if any(line.startswith(("001 ", "012 ")) for line in lines):
        notes.find("report-sent", 1)
        return None, ""
    header = lines[0] if is_header(lines[0]) else ""
    layout = by_header(header) if header else None
    if layout is None:
        layout = by_rows(lines[1:] if header else lines, head, header, month_in(header) or month)
        if layout is None:
            notes.find("not-a-list/no-layout", 1, row=shown(lines[0].strip(), 40))
        elif not header:
            notes.find("missing-header", 1, layout=layout.name)
    return layout, header if layout else ""


def by_rows(rows: list[str], head: bytes, header: str, month: Month) -> Layout | None:
    """The layout that fits the first rows best, None where none fits well enough; more rows are asked at a tie."""
    layouts = [layout for layout in LAYOUTS if "sex" in layout.fields or "SEX" not in header.upper().split()]
    scores = {layout.name: [_fit(layout, row) for row in rows] for layout in layouts}
    fitting = [layout for layout in layouts if 100 * sum(map(bool, scores[layout.name])) >= ENOUGH * len(rows)]
    ahead = _best(fitting, {name: sum(values) for name, values in scores.items()})
    if len(ahead) > 1 and len(rows) >= AT_ONCE - 1:
        more = _lines(head[: head.rfind(b"\n") + 1])[AT_ONCE:]  # the last line of a block may be a part of one
        for first in range(0, len(more), AT_ONCE):
            some = more[first : first + AT_ONCE]
            ahead = _best(ahead, {layout.name: sum(_fit(layout, row) for row in some) for layout in ahead})
            if len(ahead) == 1:
                break
    if not rows or not ahead:
        return None
    births = any(word in header.lower() for word in ("birth", "born", "b-day"))

    def likeness(layout: Layout) -> tuple[int, bool, Month]:
        lengths = sum(len(row) == layout.width for row in rows)
        since = layout.since if layout.since <= month else NO_MONTH
        return lengths, bool(header) and births == bool(layout.birthday), since

    return max(ahead, key=likeness)


def _lines(data: bytes) -> list[str]:
    return [line[:LONGEST_ROW].decode("latin-1") for line in data.splitlines() if line.strip(b"\x1a \t")]


def _best(layouts: list[Layout], scores: dict[str, int]) -> list[Layout]:
    most = max((scores[layout.name] for layout in layouts), default=0)
    return [layout for layout in layouts if scores[layout.name] == most]


def _fit(layout: Layout, row: str) -> int:
    """How well a row fits, its columns counted in bytes, or in characters where it is UTF-8."""
    text = "" if row.isascii() else decoded(row.encode("latin-1"))
    return max(fit(layout, row), fit(layout, text) if text else 0)


def fit(layout: Layout, row: str) -> int:
    """How well a row fits: 0 where something cannot be what it is taken for, otherwise about a hundred."""
    row = row.ljust(layout.width)
    found = {name: row[first - 1 : last] for name, (first, last) in layout.fields.items()}
    identity, federation = found["id"].strip(), found["federation"].strip()
    if not (identity.isascii() and identity.isdigit()) or not (len(federation) == 3 and federation.isalpha()):
        return 0
    if found.get("sex", "").strip().upper() not in SEXES or found.get("foa", "A").strip().isdigit():
        return 0
    if layout.letters and _cut_in_two(layout, row):
        return 0
    flag, born = found["flag"].replace(" ", "").upper(), found.get("born", "")
    if (flag and (not flag.isalpha() or flag in SEXES)) or not BIRTHDAYS[layout.birthday].fullmatch(born):
        return 0
    score = FITS
    if flag:
        score += LIKELY if flag in FLAGS else UNLIKELY
    if born.strip(" .0"):
        score += KNOWN if layout.birthday != "YYYY" or YEAR.match(born.strip()) else UNLIKELY
    for name, text in found.items():
        if "." in name and (number := text.strip()):
            if not (number.isascii() and number.isdigit()):
                return 0
            if name.endswith(".rating") and number.strip("0"):
                score += LIKELY if RATING.fullmatch(number) else UNLIKELY
                score += NO_K if not found.get(name.replace(".rating", ".k"), "K").strip() else 0
    if row[layout.width :].strip() and not layout.letters:
        return 0
    if any(row[first:last].strip() for first, last in _gaps(layout.name)):
        score += STRAY
    return max(score, 1)


def _cut_in_two(layout: Layout, row: str) -> bool:
    """Whether a value goes on beyond its columns; the fields of the old layouts have blanks between them."""
    return any(
        (first > 1 and row[first - 2] != " ") or (name != "name" and row[last : last + 1].strip())
        for name, (first, last) in layout.fields.items()
    )


@cache
def _gaps(layout: str) -> tuple[tuple[int, int | None], ...]:
    """The columns, counted from 0, that belong to no field."""
    spans = sorted(BY_NAME[layout].fields.values())
    between = zip([0, *(last for _, last in spans)], [*(first - 1 for first, _ in spans), None], strict=True)
    return tuple((first, last) for first, last in between if last is None or first < last)
