"""How answers are printed: JSON for programs, tables for people, control characters for nobody."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heapreplace
from itertools import product, zip_longest
from shutil import get_terminal_size
from typing import Any, TextIO

from arpad.cli.terminal import display_width, raw_output, wrap_line
from arpad.plaintext import HIDDEN, visible_lines


def words(message: str, **fields: Any) -> str:
    """The sentence of a message."""
    from arpad.messages import say

    return say(message, tuple(fields.items()))


def print_words(message: str, **fields: Any) -> None:
    """Print the sentence of a message."""
    print(words(message, **fields))


def headings(*names: str) -> tuple[str, ...]:
    """The headings of the columns of a table."""
    return tuple(words(f"head/{name}") for name in names)


def print_answer(verb: str, value: Any) -> None:
    """Print the typed answer of a verb as JSON."""
    from arpad.asjson import to_json
    from arpad.cli.answers import answer_type

    out = raw_output()
    json.dump(to_json(value, answer_type(verb)), _EscapingStream(out), ensure_ascii=False, indent=2)
    print(file=out)


def print_answer_line(verb: str, value: Any) -> None:
    """Print a typed answer of a verb that gives several, one on a line, as JSON."""
    from arpad.asjson import to_json
    from arpad.cli.answers import answer_type

    print(in_one_line(to_json(value, answer_type(verb))), file=raw_output())


def in_one_line(answer: Any) -> str:
    """An answer as one line of JSON; what is hidden is escaped, which changes no value."""
    return _escape_hidden(json.dumps(answer, ensure_ascii=False))


class _EscapingStream:
    """A stream for JSON, piece by piece: what is hidden is escaped."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write(_escape_hidden(text))


def _escape_hidden(text: str) -> str:
    """A piece of JSON, whose line ends and indents are its own."""
    if text.isascii() and text.isprintable():
        return text
    return HIDDEN.sub(lambda found: "\n" if found[0] == "\n" else json.dumps(found[0])[1:-1], text)


def path_in_json(path: str) -> str:
    """A path as it is; each byte of it that is no UTF-8 as \\xe9."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path).decode("utf-8", "backslashreplace")
    return path


BOLD_ON, BOLD_OFF = "\x1b[1m", "\x1b[0m"
WITHOUT_STYLES = ("dumb", "unknown")  # terminals
COLUMN_GAP = 3  # places between two columns
NARROWER_GAPS = (COLUMN_GAP, 2, 1)  # where there is less room


def print_table(head: Sequence[str], rows: Iterable[Sequence[object]], lines: bool = False) -> None:
    """Print a table as wide as the terminal, and never so narrow that a word breaks; in a pipe as wide as it needs.

    Where the words of all columns do not fit beside each other, columns that say nothing are left out and the others
    stand closer; where that does not help, each row is a card. Drawn here and not by rich, which thinks a third of a
    millisecond about each row, and longer about itself: a report may have 150,000 games, an answer two lines.
    """
    cells = [[cell_text(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(_widest_line, column)) for column in zip(*cells, strict=True)]
    gap = " " * COLUMN_GAP
    bold = plain = ""
    if sys.stdout.isatty():
        width = get_terminal_size().columns
        fitting = _fit_columns(cells, widths, width)
        if fitting is None:
            print("\n\n".join("\n".join(_card_lines(cells[0], row, width)) for row in cells[1:]), file=raw_output())
            return
        cells, widths, gap = fitting
        bold, plain = (BOLD_ON, BOLD_OFF) if os.environ.get("TERM") not in WITHOUT_STYLES else ("", "")
    drawn = [f"{bold}{line}{plain}" for line in _row_lines(cells[0], widths, gap, bottom=True)]
    rule = "─" if (sys.stdout.encoding or "utf-8").lower().startswith("utf") else "-"
    drawn.append(rule * (sum(widths) + len(gap) * (len(widths) - 1)))
    for row in cells[1:]:
        drawn += [*_row_lines(row, widths, gap), ""] if lines else _row_lines(row, widths, gap)
    print("\n".join(drawn[:-1] if lines and len(cells) > 1 else drawn), file=raw_output())


TableCells = list[list[str]]


def _fit_columns(cells: TableCells, widths: list[int], width: int) -> tuple[TableCells, list[int], str] | None:
    """The columns, their widths and what stands between them where no word breaks; None where they do not fit."""
    if sum(widths) + COLUMN_GAP * (len(widths) - 1) <= width:
        return cells, widths, " " * COLUMN_GAP
    for chosen in (range(len(widths)), [at for at in range(len(widths)) if any(row[at] for row in cells[1:])]):
        least = [max(display_width(word) for row in cells for word in row[at].split() or [""]) for at in chosen]
        for gap, whole in product(NARROWER_GAPS, (True, False)):  # the first is a name, and whole if that is possible
            room = width - gap * (len(chosen) - 1)
            needed = [widths[chosen[0]] if whole else least[0], *least[1:]] if least else []
            if needed and sum(needed) <= room:
                narrow = _shrink_widths([widths[at] for at in chosen], needed, room)
                return [[row[at] for at in chosen] for row in cells], narrow, " " * gap
    return None


def _row_lines(row: Sequence[str], widths: Sequence[int], gap: str, bottom: bool = False) -> Iterator[str]:
    """The lines of one row: several where a cell does not fit; the others stand at the top, or at the bottom."""
    if not any(map(_needs_lines, row, widths)):
        yield gap.join(map(_pad_cell, row, widths)).rstrip()
        return
    folded = [
        [line for part in cell.split("\n") for line in wrap_line(part, width)]
        for cell, width in zip(row, widths, strict=True)
    ]
    if bottom:
        tall = max(map(len, folded))
        folded = [[""] * (tall - len(cell)) + cell for cell in folded]
    for line in zip_longest(*folded, fillvalue=""):
        yield gap.join(map(_pad_cell, line, widths)).rstrip()


def _card_lines(head: Sequence[str], row: Sequence[str], width: int) -> Iterator[str]:
    """A row as lines of a name and a value; what is empty is left out."""
    names = [" ".join(name.split()) for name in head]
    key = max(map(display_width, names))
    for name, cell in zip(names, row, strict=True):
        start = _pad_cell(name, key) + "  "
        for part in cell.split("\n") if cell else ():
            words = part.split()
            if any(display_width(word) > width - len(start) for word in words):  # on lines of its own
                yield start.rstrip()
                yield from wrap_line(part, width)
            else:
                first, *more = wrap_line(part, width - len(start))
                yield f"{start}{first}".rstrip()
                yield from (" " * len(start) + line for line in more)
            start = " " * len(start)


def _shrink_widths(widths: list[int], least: Sequence[int], room: int) -> list[int]:
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


def _needs_lines(cell: str, width: int) -> bool:
    """Whether a cell needs more than one line."""
    return "\n" in cell or display_width(cell) > width


def _widest_line(cell: str) -> int:
    return max(map(display_width, cell.split("\n"))) if "\n" in cell else display_width(cell)


def _pad_cell(cell: str, width: int) -> str:
    return cell.ljust(width) if cell.isascii() else cell + " " * (width - display_width(cell))


def cell_text(cell: object) -> str:
    """What a cell of a table shows; a decimal as the language writes it."""
    from arpad.messages import Numeral, say_value

    written = say_value(cell) if isinstance(cell, Numeral) else str(cell)
    return "" if cell is None else visible_lines(written).replace("\t", "\\t")
