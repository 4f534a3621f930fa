"""How answers are printed: JSON for programs, tables for people, control characters for nobody."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any


def emit(answer: Any) -> None:
    """Print an answer as JSON."""
    json.dump(answer, sys.stdout, ensure_ascii=False, indent=2)
    print()


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


GAP = 3  # between two columns


def table(head: Sequence[str], rows: Iterable[Sequence[object]], lines: bool = False) -> None:
    """Print a table as wide as the terminal, but never so narrow that a word breaks; in a pipe as wide as it needs."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = [[_plain(cell) for cell in row] for row in rows]
    columns = list(zip(head, *cells, strict=True))
    words = [max(len(word) for cell in column for word in (cell.split() or [""])) for column in columns]
    console = Console(highlight=False, soft_wrap=False)
    needed = [max(len(line) for cell in column for line in (cell.split("\n"))) for column in columns]
    wide = max(console.width, sum(words) + GAP * len(head)) if console.is_terminal else sum(needed) + GAP * len(head)
    console = Console(highlight=False, width=wide)
    drawn = Table(box=box.SIMPLE, show_lines=lines, show_edge=False, pad_edge=False)
    for place, title in enumerate(head):
        drawn.add_column(Text(title), overflow="fold", no_wrap=place == 0, min_width=words[place])  # a name stays whole
    for row in cells:
        drawn.add_row(*map(Text, row))  # a bracket is a bracket
    with console.capture() as captured:
        console.print(drawn)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _plain(cell: object) -> str:
    text = "" if cell is None else str(cell)
    return "".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in text)
