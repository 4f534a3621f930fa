"""How answers are printed: JSON for programs, tables for people, control characters for nobody."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heapreplace
from itertools import zip_longest
from typing import Any, TextIO


def emit(answer: Any) -> None:
    """Print an answer as JSON."""
    json.dump(answer, sys.stdout, ensure_ascii=False, indent=2)
    print()


def answer(verb: str, value: Any) -> None:
    """Print the typed answer of a verb as JSON."""
    from arpad.asjson import to_json
    from arpad.cli.answers import declared

    emit(to_json(value, declared(verb)))


def say(text: str, stream: TextIO | None = None) -> None:
    """Print a sentence."""
    print(text, file=stream)


def answer_line(verb: str, value: Any) -> None:
    """Print a typed answer of a verb that gives several, one on a line, as JSON."""
    from arpad.asjson import to_json
    from arpad.cli.answers import declared

    print(in_one_line(to_json(value, declared(verb))))


def in_one_line(answer: Any) -> str:
    """An answer as one line of JSON; what cannot be seen is escaped, which changes no value."""
    text = json.dumps(answer, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def path_in_json(path: str) -> str:
    """A path as it is; each byte of it that is no UTF-8 as \\xe9."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path).decode("utf-8", "backslashreplace")
    return path


GAP = " " * 3  # between two columns


def table(head: Sequence[str], rows: Iterable[Sequence[object]], lines: bool = False) -> None:
    """Print a table as wide as the terminal, but never so narrow that a word breaks; in a pipe as wide as it needs.

    Drawn here and not by rich, which thinks a third of a millisecond about each row: a report may have 150,000 games.
    """
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    cells = [[_plain(cell) for cell in row] for row in (head, *rows)]
    columns = list(zip(*cells, strict=True))
    widths = [max(map(_widest_line, column)) for column in columns]
    if console.is_terminal:
        words = [max(_wide(word) for cell in column for word in (cell.split() or [""])) for column in columns]
        widths = _shared(widths, [widths[0], *words[1:]], console.width - len(GAP) * (len(head) - 1))  # a name is whole

    def laid(row: Sequence[str], bottom: bool = False) -> Iterator[str]:
        """The lines of one row: several where a cell does not fit; the others stand at the top, or at the bottom."""
        if not any(map(_broken, row, widths)):
            yield GAP.join(map(_padded, row, widths)).rstrip()
            return
        folded = [
            [line.plain for line in Text(cell).wrap(console, width, overflow="fold")]
            if _broken(cell, width)
            else [cell]
            for cell, width in zip(row, widths, strict=True)
        ]
        if bottom:
            tall = max(map(len, folded))
            folded = [[""] * (tall - len(cell)) + cell for cell in folded]
        for line in zip_longest(*folded, fillvalue=""):
            yield GAP.join(map(_padded, line, widths)).rstrip()

    with console.capture() as heading:
        for line in laid(cells[0], bottom=True):
            console.print(Text(line, "table.header"), soft_wrap=True)
    rule = "─" if console.encoding.startswith("utf") else "-"
    drawn = [heading.get() + rule * (sum(widths) + len(GAP) * (len(widths) - 1))]
    for row in cells[1:]:
        drawn += [*laid(row), ""] if lines else laid(row)
    print("\n".join(drawn[:-1] if lines and len(cells) > 1 else drawn))


def _shared(widths: list[int], least: Sequence[int], room: int) -> list[int]:
    """The widths of the columns where there is less room than they want: the widest gives way first, none below its
    least."""
    shared = list(widths)
    yielding = [(-width, -place) for place, width in enumerate(widths) if width > least[place]]
    heapify(yielding)
    for _ in range(sum(widths) - room):
        if not yielding:
            break
        place = -yielding[0][1]
        shared[place] -= 1
        if shared[place] > least[place]:
            heapreplace(yielding, (-shared[place], -place))
        else:
            heappop(yielding)
    return shared


def _broken(cell: str, width: int) -> bool:
    """Whether a cell needs more than one line."""
    return "\n" in cell or _wide(cell) > width


def _widest_line(cell: str) -> int:
    return max(map(_wide, cell.split("\n"))) if "\n" in cell else _wide(cell)


def _padded(cell: str, width: int) -> str:
    return cell.ljust(width) if cell.isascii() else cell + " " * (width - _wide(cell))


def _wide(text: str) -> int:
    """How many places a text takes in a terminal: some letters take two, some none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _plain(cell: object) -> str:
    text = "" if cell is None else str(cell)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)
