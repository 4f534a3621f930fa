"""Faults at every step of a work: an error or an interruption in this process, or the death of another.

A step is a statement that a database is asked, a commit (before it and after it), and a call that changes a disk. Steps
are counted in a run that is left alone; then the work is done again, with a fault at each of them.
"""

from __future__ import annotations

import errno
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect

DISK = ("open", "fsync", "rename", "unlink", "chmod")
ENDED = 0
Work = Callable[[], Any]


class Interrupted(BaseException):
    """Somebody pressed the keys that end a command."""


def interrupt() -> None:
    raise Interrupted


def disk_error() -> None:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def fault(at: int, strike: Callable[[], None], disk: bool = True) -> Iterator[list[str]]:
    """Strike at a step, counted from 1; 0 is never. Gives the steps that were come to."""
    steps: list[str] = []
    real_commit: Any = DefaultDialect.do_commit
    real = {name: getattr(os, name) for name in DISK if disk}

    def step(name: str) -> None:
        steps.append(name)
        if len(steps) == at:
            strike()

    def asked(_: Any, statement: Any, *__: Any) -> None:
        step(type(statement).__name__)

    def commit(dialect: Any, connection: Any) -> None:
        step("before the commit")
        real_commit(dialect, connection)
        step("after the commit")

    def disk_call(name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            step(f"{name} {arguments[0]}")
            return real[name](*arguments, **named)

        return call

    event.listen(Engine, "before_execute", asked)
    DefaultDialect.do_commit = commit  # type: ignore[method-assign]
    for name in real:
        setattr(os, name, disk_call(name))
    try:
        yield steps
    finally:
        event.remove(Engine, "before_execute", asked)
        DefaultDialect.do_commit = real_commit  # type: ignore[method-assign]
        for name, function in real.items():
            setattr(os, name, function)


def counted(work: Work) -> list[str]:
    """The steps of a work that nothing happens to."""
    with fault(0, interrupt) as steps:
        work()
    return steps


def killed(work: Work, at: int) -> bool:
    """Do the work in another process that dies at a step; whether it did, and did not end before."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no thread of this process is needed there
        child = os.fork()
    if not child:
        code = 1
        try:
            with fault(at, die):
                work()
            code = ENDED
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == ENDED, f"step {at} ended in an error of its own"
    return False
