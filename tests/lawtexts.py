"""For tests of the law: the edition files as text, changed in memory, and the two tables typed from a printed page.

The tables were typed from the Hungarian print, column by column: not from the edition files.
"""

from __future__ import annotations

import re
from importlib.resources import files

from arpad.law import readings
from arpad.law.edition import Edition, read_edition
from arpad.law.law_set import package_law
from arpad.law.written import chain_of

# of which a text is at hand in full
WHOLE = (
    "fide-standard-2009",
    "fide-standard-2024",
    "fide-standard-2025",
    "fide-rapid-blitz-2018",
    "fide-rapid-blitz-2024",
    "fide-rapid-blitz-2024-12",
    "ukraine-2018",
)
# of which only some articles are known: they amend others or are written like them
IN_PART = (
    "fide-standard-2006",
    "fide-standard-2011",
    "fide-standard-2012",
    "fide-standard-2013",
    "fide-standard-2014",
    "fide-standard-2017",
    "fide-standard-2021",
    "fide-standard-2022",
    "fide-standard-2023-12",
    "fide-rapid-blitz-2012",
    "fide-rapid-blitz-2012-07",
    "fide-rapid-blitz-2014",
    "fide-rapid-blitz-2022",
    "fide-rapid-blitz-2022-10",
)
EDITIONS = (*WHOLE, *IN_PART)
SERIES = ("fide-standard", "fide-rapid", "fide-blitz", "ukraine")

# dp for 50, 51 ... 100 per cent; below 50 the same with the other sign
DP_FROM_50 = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117,
    125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip

# the last difference of the rows .50, .51 ... .99; everything above the last is 1.0
LAST_OF_ROW = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91,
    98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344,
    357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip


def expected_by_hand(difference: int) -> int:
    """Hundredths for the player with this difference, by walking down the typed column."""
    higher = 50 + sum(abs(difference) > last for last in LAST_OF_ROW)
    return higher if difference >= 0 else 100 - higher


def text_of(edition: str) -> str:
    return files("arpad.law").joinpath(f"{edition}.toml").read_text("utf-8")


def changed(text: str, *replacements: tuple[str, str]) -> str:
    """The text with each replacement made; each must change exactly one place."""
    for was, reads in replacements:
        assert text.count(was) == 1, f"{was!r} stands {text.count(was)} times"
        text = text.replace(was, reads)
    return text


def without_rulings(text: str, *ids: str) -> str:
    """The text without these rulings."""
    head, *blocks = re.split(r"(?m)^(?=\[\[ruling\]\]$)", text)
    kept = [block for block in blocks if not any(f'id = "{name}"\n' in block for name in ids)]
    assert len(blocks) - len(kept) == len(ids)
    return head + "".join(kept)


def edition_in(text: str) -> str:
    """The id that a text gives itself."""
    found = re.search(r'(?m)^id = "(.*)"$', text)
    return found[1] if found else ""


def read(text: str, file: str = "edition.toml", witness: str | None = None) -> Edition:
    head = package_law().heads.get(edition_in(text))
    below = "" if head is None else head.amends or head.like
    under = chain_of(below, package_law()._under) if below else ()
    return read_edition(text, file, readings(), witness, [text_of(each) for each in under])
