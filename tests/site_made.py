"""Make a site for the tests: a small demo federation, made once per run, and a client that asks it without a server."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from starlette.testclient import TestClient

from arpad.office.reading import Reader, open_reading
from arpad.web.app import create_app
from arpad.web.limits import LimitSettings

DEMO = Path(__file__).resolve().parents[1] / "demo" / "office.py"
SERIES = "fide-standard"
PLAYERS, MONTHS = 120, 6
OPEN = LimitSettings(rate=100_000, burst=100_000)


@cache
def demo_office() -> Path:
    """The database of a small federation with some months of lists; whoever writes to it makes a copy."""
    home = Path(tempfile.mkdtemp(prefix="arpad-site-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    size = ("--players", str(PLAYERS), "--months", str(MONTHS))
    subprocess.run([sys.executable, DEMO, *size, "--keep", home / "demo"], check=True, capture_output=True)
    return home / "demo" / "office.db"


@contextmanager
def site(address: str | Path, limits: LimitSettings = OPEN) -> Iterator[tuple[TestClient, Reader]]:
    """A client of the site of an office, and its reader."""
    with (
        open_reading(str(address)) as reader,
        TestClient(create_app(reader, limits), raise_server_exceptions=False, follow_redirects=False) as client,
    ):
        yield client, reader
