"""The one gate through which everything passes that a command prints, on standard output and on standard error.

`on_screen` stands around a command. Whatever hides, steers a terminal or turns the direction of writing is shown as an
escape, in a pipe, too: a name from a report may hold it. On a terminal lines are broken between words, never inside
one: a line that is longer than the terminal goes on below its own indent, a word that is longer than a line stands by
itself. A letter is broken in a pipe, too: it is sent as it is printed.

Around the gate go JSON, which escapes by itself, the bytes of files, a table whose cells are made visible one by one
(it is as wide as its cells), and what rich draws, help and progress, in which no name from outside stands.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import Any, TextIO, cast

from arpad.plaintext import visible_lines

BULLET = "- "
LETTER = 78  # columns of a letter, wherever it is read: on paper, in a mail, on a terminal of 80


class _Gate:
    """A stream on which nothing hidden is written; everything else is the stream's own."""

    def __init__(self, stream: TextIO, breaks: bool) -> None:
        self.rich_proxied_file = stream  # where rich looks for the stream behind one that stands before it
        self.breaks = breaks

    def write(self, text: str) -> int:
        lines = visible_lines(text)
        if self.breaks:
            width = get_terminal_size().columns
            lines = "\n".join(line for part in lines.split("\n") for line in in_lines(part, width))
        self.rich_proxied_file.write(lines)
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


@contextmanager
def on_screen() -> Iterator[None]:
    """For as long as a command runs, its outputs pass the gate, and break lines where they are terminals."""
    streams = {name: getattr(sys, name) for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        setattr(sys, name, cast("TextIO", _Gate(stream, stream.isatty())))
    try:
        yield
    finally:
        for name, stream in streams.items():
            if isinstance(getattr(sys, name), _Gate):
                setattr(sys, name, stream)


def break_lines() -> None:
    """Wrap long lines of the present standard output, until it is replaced."""
    sys.stdout = cast("TextIO", _Gate(sys.stdout, breaks=True))


def untouched() -> TextIO:
    """Standard output behind the gate, for what is made visible already: it is neither broken nor escaped there."""
    return sys.stdout.rich_proxied_file if isinstance(sys.stdout, _Gate) else sys.stdout


def in_lines(text: str, width: int) -> list[str]:
    """A line in lines of a width, broken between words only; the next ones stand below the first word."""
    if wide(text) <= width:
        return [text]
    lead = text[: len(text) - len(text.lstrip())]
    below = lead + " " * (len(BULLET) if text[len(lead) :].startswith(BULLET) else 0)
    lines: list[str] = []
    line = lead
    for word in text.split():
        joined = f"{line} {word}" if line.strip() else f"{line}{word}"
        if line.strip() and wide(joined) > width:
            lines.append(line)
            joined = below + word
        line = joined
    return [*lines, line]


def letter_lines(text: str) -> str:
    """A letter as it is sent: no line is wider than a letter, or than the terminal on which it is shown."""
    width = min(LETTER, get_terminal_size().columns) if sys.stdout.isatty() else LETTER
    return "\n".join(line for part in text.split("\n") for line in in_lines(part, width))


def wide(text: str) -> int:
    """How many places a text takes in a terminal: some letters take two, some none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
