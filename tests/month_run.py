"""Run an office through its command line, list after list, in this process or as its own programs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from typer.testing import CliRunner

from arpad.cli import app

Call = Callable[..., str]


class Failed(AssertionError):
    """A command ended otherwise than it should."""


def here(address: str) -> Call:
    """The command line in this process, at the office of this address."""
    runner = CliRunner(env={"ARPAD_DB": address, "ARPAD_WHO": "A. Officer"})

    def call(*arguments: object, may: int = 0) -> str:
        done = runner.invoke(app, [str(each) for each in arguments])
        if done.exit_code > may or (done.exception and not isinstance(done.exception, SystemExit)):
            raise Failed(f"arpad {' '.join(map(str, arguments))}: {done.exit_code}\n{done.output}{done.exception!r}")
        return done.stdout

    return call


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


def files(directory: Path, suffix: str) -> list[Path]:
    return sorted(path for path in directory.glob(f"*{suffix}"))
