"""A real browser on a served site: one Chromium and one server for all tests of a process.

Every page that a test opens is watched: a script that fails, an answer that is missing and whatever the content
security policy refuses ends the test. With `--thorough` pictures are left in `build/screenshots`.
"""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import properties
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, sync_playwright
from site_made import demo_office

BROWSERS = ("chromium-headless-shell", "chromium")
SHOTS = Path(__file__).resolve().parents[1] / "build" / "screenshots"
WIDE, PHONE = (1280, 900), (390, 844)
PATIENCE = 60.0  # seconds until a server answers
STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }"


@cache
def served() -> str:
    """The address of the demo federation's site."""
    command = [sys.executable, "-m", "arpad", "serve", "--db", str(demo_office()), "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    atexit.register(_end, server)
    assert server.stdout is not None
    address = server.stdout.readline().strip()  # printed when the port is bound
    with urllib.request.urlopen(f"{address}/", timeout=PATIENCE):
        return address


def _end(server: subprocess.Popen[str]) -> None:
    server.terminate()
    server.wait(PATIENCE)


@cache
def chromium() -> Browser:
    """The browser; where there is none, what to do about it."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise RuntimeError(f"no Chromium here; what helps: apt-get install {BROWSERS[0]}, or ./dev test --no-browser")
    running = sync_playwright().start()
    atexit.register(running.stop)
    return running.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])


@contextmanager
def looking(
    size: tuple[int, int] = WIDE, script: bool = True, scheme: str = "light", **more: Any
) -> Iterator[tuple[Page, list[str]]]:
    """A page of its own, as somebody looks at it, and whatever went wrong on it."""
    width, height = size
    if "base_url" not in more:
        more["base_url"] = served()
    context: BrowserContext = chromium().new_context(
        viewport={"width": width, "height": height},
        java_script_enabled=script,
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        **more,
    )
    context.set_default_timeout(60_000)
    wrong: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            wrong.append(f"console: {message.text}")

    def answered(response: Response) -> None:
        if response.status >= 400:
            wrong.append(f"{response.status} {response.url}")

    page = context.new_page()
    page.on("console", heard)
    page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
    page.on("response", answered)
    try:
        yield page, wrong
    finally:
        context.close()


def photograph(page: Page, name: str) -> None:
    """The whole page as a picture of this run, where it is a thorough one: a picture costs more than a look."""
    if not properties.thorough:
        return
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True)
