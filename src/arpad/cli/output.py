"""How answers are printed: JSON for programs, tables for people, control characters for nobody."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any


def emit(answer: Any) -> None:
    """Print an answer as JSON."""
    json.dump(answer, sys.stdout, ensure_ascii=False, indent=2)
    print()


def table(head: Sequence[str], rows: Iterable[Sequence[object]], lines: bool = False) -> None:
    """Print a table as wide as the terminal; in a pipe as wide as it needs to be."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=200)
    drawn = Table(box=box.SIMPLE, show_lines=lines, show_edge=False, pad_edge=False)
    for place, title in enumerate(head):
        drawn.add_column(title, overflow="fold", no_wrap=place == 0)  # a name must stay whole to be copied
    for row in rows:
        drawn.add_row(*(_plain(cell) for cell in row))
    with console.capture() as captured:
        console.print(drawn, markup=False)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _plain(cell: object) -> str:
    text = "" if cell is None else str(cell)
    return "".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in text).replace("[", "\\[")
