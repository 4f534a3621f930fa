"""Break what is printed on a terminal between words, never inside one; in a pipe nothing is changed.

`on_screen` stands around a command: every line that is longer than the terminal goes on below its own indent. A word
that is longer than a line stands by itself, unbroken. JSON goes around it, and so does what moves the cursor. A letter
is broken in a pipe, too: it is sent as it is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import Any, TextIO, cast

BULLET = "- "
LETTER = 78  # columns of a letter, wherever it is read: on paper, in a mail, on a terminal of 80


class _Screen:
    """A terminal on which long lines are broken between words; everything else is the terminal's own."""

    def __init__(self, terminal: TextIO) -> None:
        self.terminal = terminal

    def write(self, text: str) -> int:
        if "\x1b" in text or "\r" in text:
            return self.terminal.write(text)
        width = get_terminal_size().columns
        self.terminal.write("\n".join(line for part in text.split("\n") for line in in_lines(part, width)))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.terminal, name)


@contextmanager
def on_screen() -> Iterator[None]:
    """For as long as a command runs, its outputs break lines between words where they are terminals."""
    streams = {name: getattr(sys, name) for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        if stream.isatty():
            setattr(sys, name, cast("TextIO", _Screen(stream)))
    try:
        yield
    finally:
        for name, stream in streams.items():
            if isinstance(getattr(sys, name), _Screen):
                setattr(sys, name, stream)


def break_lines() -> None:
    """Break the lines of standard output as it is now, until whoever put it there takes it away again."""
    sys.stdout = cast("TextIO", _Screen(sys.stdout))


def untouched() -> TextIO:
    """Standard output as it is, for programs: whatever is written there is not broken."""
    return sys.stdout.terminal if isinstance(sys.stdout, _Screen) else sys.stdout


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
