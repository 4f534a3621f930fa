"""Draw the picture that a link to the site shows where it is shared: the top of a list, as a PNG.

Letters come from the fonts of the site, each from the subset that has it. Where these were not fetched, Pillow's own
font writes what there is in Latin letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont

from arpad.frozen import dataclass
from arpad.office.people import to_latin_letters
from arpad.web.static_files import FONT_FILES, FONT_RANGES

SIZE = WIDTH, HEIGHT = 1200, 630  # what the services that show such pictures ask for
MARGIN, TOP, ROW, FOOT = 80, 92, 68, 594
PAPER, INK, QUIET, ACCENT, RULE = "#faf8f3", "#1d1b18", "#615b51", "#8a3324", "#e0dacb"
SERIF, SANS = "source-serif-4", "inter"
NORMAL, STRONG = 400, 600
ROWS = 5

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@dataclass(frozen=True)
class ShareCard:
    """The words of a picture."""

    office: str
    title: str
    rows: tuple[tuple[str, str, str], ...]  # rank, name and rating
    foot: str
    warning: str  # of a rehearsal


@dataclass(frozen=True)
class Letters:
    """How a text is written."""

    family: str
    weight: int
    size: int
    colour: str = INK


def draw_share_card(card: ShareCard) -> bytes:
    """The picture as a PNG."""
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 12), ACCENT)
    _write(draw, (MARGIN, TOP), card.office, Letters(SANS, STRONG, 30, ACCENT))
    _write(draw, (MARGIN, TOP + 76), card.title, Letters(SERIF, STRONG, 58))
    for at, (rank, name, rating) in enumerate(card.rows[:ROWS]):
        y = TOP + 166 + at * ROW
        draw.line((MARGIN, y - 48, WIDTH - MARGIN, y - 48), RULE, 2)
        _write(draw, (MARGIN, y), rank, Letters(SANS, NORMAL, 34, QUIET))
        _write(draw, (MARGIN + 70, y), name, Letters(SERIF, NORMAL, 38), MARGIN + 130)
        numbers = Letters(SANS, STRONG, 36)
        _write(draw, (WIDTH - MARGIN - _length(rating, numbers), y), rating, numbers)
    _write(draw, (MARGIN, FOOT), card.foot, Letters(SANS, NORMAL, 26, QUIET))
    warning = Letters(SANS, STRONG, 26, ACCENT)
    _write(draw, (WIDTH - MARGIN - _length(card.warning, warning), FOOT), card.warning, warning)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _write(draw: ImageDraw.ImageDraw, at: tuple[float, int], text: str, letters: Letters, kept_free: int = 0) -> None:
    """Write a line from its left end on; what does not fit is cut off."""
    x, y = at
    while text and x + _length(text, letters) > WIDTH - MARGIN - kept_free:
        text = f"{text.rstrip('.')[:-1]}..." if len(text) > 4 else ""
    for font, run in _runs(text, letters):
        draw.text((x, y), run, letters.colour, font, "ls")
        x += font.getlength(run)


def _length(text: str, letters: Letters) -> float:
    return sum(font.getlength(run) for font, run in _runs(text, letters))


def _runs(text: str, letters: Letters) -> Iterator[tuple[Font, str]]:
    """A text in parts, each with the font that has its letters."""
    if not FONT_FILES:
        text = to_latin_letters(text)
    for subset, run in groupby(text, _subset_of):
        yield _font(letters.family, subset, letters.weight, letters.size), "".join(run)


@cache
def _font(family: str, subset: str, weight: int, size: int) -> Font:
    content = FONT_FILES.get(f"fonts/{family}-{subset}-{weight}-normal.woff2")
    return ImageFont.load_default(size) if content is None else ImageFont.truetype(BytesIO(content), size)


@cache
def _subset_of(letter: str) -> str:
    """The subset that has a letter; Latin where none has it."""
    within = (subset for subset in ("latin", *FONT_RANGES) if _holds(FONT_RANGES[subset], ord(letter)))
    return next(within, "latin")


def _holds(ranges: str, code: int) -> bool:
    ends: Sequence[tuple[str, str]] = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges)
    return any(int(first, 16) <= code <= int(last or first, 16) for first, last in ends)
