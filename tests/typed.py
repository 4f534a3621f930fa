"""Type a command as an officer does: the real command line, with what it printed and how it ended."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

import typer
from typer.testing import CliRunner

from arpad.cli import main, only_called_verb


@dataclass(frozen=True)
class Typed:
    code: int
    out: str
    err: str


def typed(*words: object) -> Typed:
    """Run a command in this process."""
    out, err, before = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["arpad", *map(str, words)]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as end:
        return Typed(int(end.code or 0), out.getvalue(), err.getvalue())
    finally:
        sys.argv = before
    raise AssertionError("the command line ends by saying how it ended")


class Runner:
    """Type commands by Typer's own runner, which keeps both streams as they come."""

    def invoke(self, app: typer.Typer, words: Sequence[str], **more: Any) -> Any:
        """Return the result of a command. Only its verb is built: all of them take a hundred times as long."""
        return CliRunner().invoke(only_called_verb(app, words), list(words), **more)
