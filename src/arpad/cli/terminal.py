"""Standard output and standard error: invisible characters are escaped, long lines are broken."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import Any, TextIO, cast

from arpad.plaintext import visible_lines

BULLET = "- "
LETTER_WIDTH = 78  # columns of a letter, wherever it is read: on paper, in a mail, on a terminal of 80


class _EscapingStream:
    """A stream on which nothing hidden is written; everything else is the stream's own."""

    def __init__(self, stream: TextIO, breaks: bool) -> None:
        self.rich_proxied_file = stream  # where rich looks for the stream behind one that stands before it
        self.breaks = breaks

    def write(self, text: str) -> int:
        lines = visible_lines(text)
        if self.breaks:
            width = get_terminal_size().columns
            lines = "\n".join(line for part in lines.split("\n") for line in wrap_line(part, width))
        self.rich_proxied_file.write(lines)
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


@contextmanager
def escaped_output() -> Iterator[None]:
    """For as long as a command runs, its outputs pass the gate, and break lines where they are terminals."""
    streams = {name: getattr(sys, name) for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        setattr(sys, name, cast("TextIO", _EscapingStream(stream, stream.isatty())))
    try:
        yield
    finally:
        for name, stream in streams.items():
            if isinstance(getattr(sys, name), _EscapingStream):
                setattr(sys, name, stream)


def break_lines() -> None:
    """Wrap long lines of the present standard output, until it is replaced."""
    sys.stdout = cast("TextIO", _EscapingStream(sys.stdout, breaks=True))


def raw_output() -> TextIO:
    """Standard output behind the gate, for what is made visible already: it is neither broken nor escaped there."""
    return sys.stdout.rich_proxied_file if isinstance(sys.stdout, _EscapingStream) else sys.stdout


def wrap_line(text: str, width: int) -> list[str]:
    """A line in lines of a width, broken between words only; the next ones stand below the first word."""
    if display_width(text) <= width:
        return [text]
    lead = text[: len(text) - len(text.lstrip())]
    below = lead + " " * (len(BULLET) if text[len(lead) :].startswith(BULLET) else 0)
    lines: list[str] = []
    line = lead
    for word in text.split():
        joined = f"{line} {word}" if line.strip() else f"{line}{word}"
        if line.strip() and display_width(joined) > width:
            lines.append(line)
            joined = below + word
        line = joined
    return [*lines, line]


def wrap_letter(text: str) -> str:
    """A letter as it is sent: no line is wider than a letter, or than the terminal on which it is shown."""
    width = min(LETTER_WIDTH, get_terminal_size().columns) if sys.stdout.isatty() else LETTER_WIDTH
    return "\n".join(line for part in text.split("\n") for line in wrap_line(part, width))


def display_width(text: str) -> int:
    """How many places a text takes in a terminal: some letters take two, some none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
