"""The few files that pages load, from memory, under names that change with their content: they are kept for good.

The style sheets of the folder are one file, in the order of their names; so are the scripts.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
FOR_GOOD = "public, max-age=31536000, immutable"
SHORT = 10


def _joined(ending: str) -> bytes:
    folder = files("arpad.web") / "static"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(f".{ending}"))
    return b"\n".join((folder / name).read_bytes() for name in names)


def _templates() -> bytes:
    folder = files("arpad.web") / "templates"
    return b"".join((folder / name).read_bytes() for name in sorted(each.name for each in folder.iterdir()))


CONTENT = {ending: _joined(ending) for ending in KINDS}
ADDRESSES = {
    ending: f"/static/site.{hashlib.sha256(content).hexdigest()[:SHORT]}.{ending}"
    for ending, content in CONTENT.items()
}
BUILD = hashlib.sha256(b"".join((*CONTENT.values(), _templates()))).hexdigest()[:SHORT]
"""Changes with anything that pages are made of, so that no browser keeps a page of another version."""

_ANSWERS = {
    address: Response(CONTENT[ending], 200, {"cache-control": FOR_GOOD}, KINDS[ending])
    for ending, address in ADDRESSES.items()
}
_ANSWERS["/favicon.ico"] = _ANSWERS["/favicon.svg"] = Response(
    CONTENT["svg"], 200, {"cache-control": "public, max-age=86400"}, KINDS["svg"]
)
_ANSWERS["/robots.txt"] = Response(b"User-agent: *\nDisallow: /api/\nAllow: /\n", 200, None, "text/plain")


class StaticFiles:
    """An application in front of another one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _ANSWERS.get(scope["path"]) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, send)
