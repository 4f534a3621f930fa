"""Type a command at a pseudo terminal of so many columns, in this process: what an officer sees on his screen."""

from __future__ import annotations

import io
import os
import pty
import re
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from threading import Thread
from unittest.mock import patch

from arpad.cli import main

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


def shown(columns: int, *words: object, errors: bool = False) -> str:
    """What stands on the terminal when the command has ended, without colours; errors and bars go elsewhere, unless
    they are wanted too."""
    master, terminal = pty.openpty()
    parts: list[bytes] = []

    def read() -> None:
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # the other end is closed
                return
            if not part:
                return
            parts.append(part)

    reader = Thread(target=read)
    reader.start()
    environment = {"COLUMNS": str(columns), "LINES": "50", "TERM": "xterm"}
    try:
        with (
            os.fdopen(terminal, "w", encoding="utf-8") as screen,
            patch.dict(os.environ, environment),
            patch.object(sys, "argv", ["arpad", *map(str, words)]),
            redirect_stdout(screen),
            redirect_stderr(screen if errors else io.StringIO()),
        ):
            try:
                main()
            except SystemExit:
                screen.flush()
    finally:
        reader.join(30)
        os.close(master)
    return CONTROL.sub("", b"".join(parts).decode("utf-8"))


class Typing(io.StringIO):
    """What somebody types at a terminal."""

    def isatty(self) -> bool:
        return True


def answered(answers: str, *words: object) -> str:
    """What a command prints, with its questions, when somebody at a terminal types these answers."""
    screen = io.StringIO()
    with (
        patch.object(sys, "stdin", Typing(answers)),
        patch.object(sys, "argv", ["arpad", *map(str, words)]),
        redirect_stdout(screen),
        redirect_stderr(screen),
        suppress(SystemExit),
    ):
        main()
    return screen.getvalue()
