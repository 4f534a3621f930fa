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

from arpad.cli.terminal import break_lines
from arpad.finding import Remedy, UserError

STANDARD_INPUT = "-"
LOCK_SUFFIX = "~$"  # how a spreadsheet program marks that a file beside it is open


def expand_paths(paths: Iterable[str], suffixes: tuple[str, ...]) -> list[str]:
    """The files that the arguments name, each once. One that cannot be opened stays: its reader reports it."""
    listed: list[str] = []
    for path in paths:
        if path == STANDARD_INPUT:
            listed.append(path)
        elif os.path.isdir(path):
            inside = _files_inside(path, suffixes)
            if not inside:
                raise UserError("file/none-inside", path=path, suffixes=suffixes)
            listed += inside
        elif _may_exist(path):
            listed.append(path)
        elif has_magic(path):
            matching = sorted(file for file in glob(path, recursive=True) if not os.path.isdir(file))
            if not matching:
                raise UserError("file/no-match", path=path)
            listed += matching
        else:
            raise UserError("file/absent", path=path)
    return list(dict.fromkeys(listed))


def _files_inside(path: str, suffixes: tuple[str, ...]) -> list[str]:
    """The files below a directory, links that lead nowhere and directories that cannot be looked into among them."""
    closed: list[OSError] = []
    inside = [
        os.path.join(place, name)
        for place, _, names in os.walk(path, onerror=closed.append) for name in names
        if os.path.splitext(name)[1].lower() in suffixes and not name.startswith(LOCK_SUFFIX)
    ]  # fmt: skip
    ordinary = [file for file in inside if os.path.isfile(file) or not os.path.exists(file)]
    return sorted(ordinary + [str(error.filename) for error in closed])


def _may_exist(path: str) -> bool:
    """Whether the file exists, or cannot be looked for because its directory may not be read."""
    try:
        os.stat(path)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True


def read_content(path: str, most: int) -> bytes:
    """The bytes of a file or of standard input, one more than allowed at most."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read(most + 1)
    with open(path, "rb") as stream:
        return stream.read(most + 1)


@contextmanager
def progress_bar(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, only on a terminal; the function advances it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    # answers go to standard output untouched, wherever that leads
    above = sys.stdout.isatty()  # on the same terminal they stand above the bar
    with Progress(*columns, console=console, transient=True, redirect_stdout=above, redirect_stderr=False) as bar:
        task = bar.add_task(what, total=total)
        if above:
            break_lines()  # before the bar sees them: it would break them its own way
        yield lambda done: bar.advance(task, done)


def write_output(data: bytes, path: str, read: str) -> None:
    """Write to a file, or to standard output for `-`; never onto the file that was read, whatever it is called."""
    if path == STANDARD_INPUT:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    if is_same_file(path, read):
        raise UserError("file/is-read", Remedy.to("name-another-output"), path=path)
    with write_atomically(Path(path)) as out:
        out.write(data)


def is_same_file(path: str, other: str) -> bool:
    """Whether two names lead to one file, through links, too."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


@contextmanager
def write_atomically(path: Path) -> Iterator[BinaryIO]:
    """A file that is there wholly or not at all: written beside its place, and put there when it is done.

    What is there and no ordinary file, a device or a pipe, is written to as it is.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with _report_disk_errors(path), open(path, "wb") as device:
            yield device
        return
    path = path.resolve() if path.is_symlink() else path  # a link stays one
    if not path.parent.is_dir():
        raise UserError("file/no-directory", Remedy.to("make-directory"), directory=str(path.parent), name=path.name)
    with _report_disk_errors(path):
        out = NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False)  # noqa: SIM115
        try:
            with out:
                yield out  # type: ignore[misc]
                out.flush()
                os.fsync(out.fileno())
            os.chmod(out.name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
            os.replace(out.name, path)
        except BaseException:
            Path(out.name).unlink(missing_ok=True)
            raise


def make_directory(path: Path) -> None:
    """Create a directory and those above it, if it is not there; what is there and no directory is refused."""
    with _report_disk_errors(path):
        path.mkdir(parents=True, exist_ok=True)


@contextmanager
def _report_disk_errors(path: Path) -> Iterator[None]:
    """Report a failed write as a problem of this file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError("file/unwritten", Remedy.to("make-room-for-file"), path=str(path), reason=reason) from None


def small_file_text(file: str, limit: int, remedy: Remedy) -> str:
    """A small file that somebody was given; what is larger than any of its kind is not read."""
    try:
        with open(file, "rb") as opened:
            body = opened.read(limit + 1)
    except OSError as error:
        raise UserError("checkpoint/no-file", file=file, reason=error.strerror or str(error)) from None
    if len(body) > limit:
        raise UserError("checkpoint/too-large", remedy, file=file, limit=limit)
    return body.decode("utf-8", "replace")
