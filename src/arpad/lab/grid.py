"""A grid of variants: every choice with every other, out of a small TOML file.

rulebook = ["fide-standard-2014", "fide-standard-2024"]     editions; without it each list by its own
one_offs = [true, false]                                    with and without what was decided once
[set]
"coefficient.new-player.k" = [20, 30, 40]                   values of the vocabulary
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.lab.variant import Variant
from arpad.law.cited import choose

KEYS = ("rulebook", "one_offs", "set")
MOST = 10_000  # variants of a grid


@dataclass(frozen=True)
class Grid:
    """What is varied, and the variants that come of it."""

    varied: tuple[str, ...]
    variants: tuple[Variant, ...]


def read_grid(file: Path, named: Callable[[str], str]) -> Grid:
    """The variants of a file; `named` gives the id of a rulebook that is named by its id or its file."""
    try:
        whole = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise Misuse("history/unread", file=str(file), reason=error.strerror or str(error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Misuse("lab/no-grid", file=str(file), reason=str(error)) from None
    for key in whole:
        if key not in KEYS:
            raise Misuse("lab/grid-key", choose(key, KEYS), file=str(file), key=key)
    values = whole.get("set", {})
    if not isinstance(values, Mapping):
        raise Misuse("lab/no-grid", file=str(file), reason="set")
    books, one_offs = _several(whole.get("rulebook", "")), _several(whole.get("one_offs", True))
    choices = [[(key, _text(value)) for value in _several(given)] for key, given in values.items()]
    count = len(books) * len(one_offs)
    for choice in choices:
        count *= len(choice)
    if not 0 < count <= MOST:
        raise Misuse("lab/grid-size", file=str(file), count=count, most=MOST)
    ids = [named(str(book)) if book else "" for book in books]
    variants = {
        found.sha256: found
        for id, with_one_offs, chosen in product(ids, one_offs, product(*choices))
        for found in [Variant.of(id, "", dict(chosen), bool(with_one_offs))]
    }
    varied = (*(["rulebook"] if len(books) > 1 else []), *(["one_offs"] if len(one_offs) > 1 else []), *values)
    return Grid(varied, tuple(variants.values()))


def _several(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def _text(value: Any) -> str:
    """A value as it is given on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)
