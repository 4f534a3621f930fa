"""Take the pictures of the README anew: three pages of the demo federation's site, as a browser shows them."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Literal
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
OFFICE = ROOT / ".demo" / "office.db"
PICTURES = ROOT / "docs" / "pictures"
BROWSERS = ("chromium-headless-shell", "chromium")
WIDTH, HEIGHT, QUALITY = 1000, 640, 78
PATIENCE = 60  # seconds until the site answers


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    site = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "arpad", "serve", "--db", str(OFFICE), "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            _wait(site)
            _take(site)
        finally:
            server.terminate()


def _wait(site: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            urlopen(f"{site}/robots.txt").read()
        except (URLError, ConnectionError):
            time.sleep(0.2)
        else:
            return
    raise SystemExit("the site does not answer")


def _take(site: str) -> None:
    """The top of the list, the player there who moved most, and why."""
    browser = next(found for name in BROWSERS if (found := shutil.which(name)))
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=arguments)

        def picture(name: str, scheme: Literal["light", "dark"], path: str) -> Page:
            view = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme=scheme)
            view.goto(site + path)
            view.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=QUALITY)
            return view

        lists = picture("list", "light", f"/lists/{_series(site)}")
        why = lists.locator("td.n a.up").first.get_attribute("href") or "/"
        picture("calculation", "light", why)
        picture("player", "dark", "/".join(why.split("/")[:3]))
        chromium.close()


def _series(site: str) -> str:
    lists = json.loads(urlopen(f"{site}/api/v1/lists").read())
    return str(lists["items"][0]["series"])


if __name__ == "__main__":
    main()
