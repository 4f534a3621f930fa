"""Run an office through its command line, list after list, in this process or as its own programs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from typing import Any
from unittest.mock import patch

from typer.main import get_command

from arpad.cli import app
from arpad.finding import Misuse

Call = Callable[..., str]


class Failed(AssertionError):
    """A command ended otherwise than it should."""


def here(address: str) -> Call:
    """The command line in this process, at the office of this address. Its tree of commands is built once."""
    surroundings = {"ARPAD_DB": address, "ARPAD_WHO": "A. Officer", "NO_COLOR": "1"}

    def call(*arguments: object, may: int = 0) -> str:
        words = [str(each) for each in arguments]
        out = StringIO()
        with patch.dict(os.environ, surroundings), redirect_stdout(out):
            try:
                code = _commands().main(args=words, prog_name="arpad", standalone_mode=False) or 0
            except Misuse as misuse:
                raise Failed(f"arpad {' '.join(words)}: {misuse}") from misuse
        if code > may:
            raise Failed(f"arpad {' '.join(words)}: {code}\n{out.getvalue()}")
        return out.getvalue()

    return call


@cache
def _commands() -> Any:
    return get_command(app)


def apart(address: str, **environment: str) -> Call:
    """The command line as a program of its own, in another environment."""
    surroundings = {**os.environ, "ARPAD_DB": address, "ARPAD_WHO": "A. Officer", **environment}

    def call(*arguments: object, may: int = 0) -> str:
        command = [sys.executable, "-m", "arpad", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=surroundings)
        if done.returncode > may:
            raise Failed(f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    return call

