"""Which files a verb works on: paths, globs, directories and standard input, in a steady order.

A path that is not there, a pattern without a match and a directory without reports are a misuse: the call is wrong, not
the file. What is there but cannot be read is the business of the reader, which makes a finding of it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from glob import glob, has_magic
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

from arpad.finding import Misuse

STANDARD_INPUT = "-"


def expand(paths: Iterable[str], suffixes: tuple[str, ...]) -> list[str]:
    """The files that the arguments name, each once."""
    found: list[str] = []
    for path in paths:
        if path == STANDARD_INPUT:
            found.append(path)
        elif Path(path).is_dir():
            inside = sorted(
                str(file) for file in Path(path).rglob("*") if file.suffix.lower() in suffixes and file.is_file()
            )
            if not inside:
                raise Misuse(f"{path} holds no file that ends with {', '.join(suffixes)}")
            found += inside
        elif Path(path).exists():
            found.append(path)
        elif has_magic(path):
            matching = sorted(file for file in glob(path, recursive=True) if Path(file).is_file())
            if not matching:
                raise Misuse(f"nothing matches {path}")
            found += matching
        else:
            raise Misuse(f"there is no file {path}")
    return list(dict.fromkeys(found))


def content(path: str, most: int) -> bytes:
    """The bytes of a file or of standard input, one more than allowed at most."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read(most + 1)
    with open(path, "rb") as stream:
        return stream.read(most + 1)


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, only on a terminal; the function advances it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    # answers go to standard output untouched, wherever that leads
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def write(data: bytes, path: str, read: str) -> None:
    """Write to a file, or to standard output for `-`; never onto the file that was read, whatever it is called."""
    if path == STANDARD_INPUT:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    if path_is(path, read):
        raise Misuse(f"{path} is the file that is read; give another name with -o")
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise Misuse(f"cannot write {path}: {error.strerror}") from None


def path_is(path: str, other: str) -> bool:
    """Whether two names lead to one file, through links, too."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


@contextmanager
def write_whole(path: Path) -> Iterator[BinaryIO]:
    """A file that is there wholly or not at all: written beside its place, and put there when it is done."""
    if not path.parent.is_dir():
        raise Misuse(f"there is no directory {path.parent} to write {path.name} into; make it first")
    try:
        out = NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False)  # noqa: SIM115
    except OSError as error:
        raise Misuse(f"cannot write {path}: {error.strerror}") from None
    try:
        with out:
            yield out  # type: ignore[misc]
            out.flush()
            os.fsync(out.fileno())
        os.chmod(out.name, 0o644)
        os.replace(out.name, path)
    except BaseException:
        Path(out.name).unlink(missing_ok=True)
        raise
