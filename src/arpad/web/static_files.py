"""The few files that pages load, kept in memory under names that change with their content."""

from __future__ import annotations

import hashlib
from importlib.resources import files

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

MEDIA_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
CACHE_FOREVER = "public, max-age=31536000, immutable"
CACHE_SHORT = 10


def _joined_scripts(ending: str) -> bytes:
    folder = files("arpad.web") / "static"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(f".{ending}"))
    return b"\n".join((folder / name).read_bytes() for name in names)


FILE_CONTENT = {ending: _joined_scripts(ending) for ending in MEDIA_TYPES}
FILE_ADDRESSES = {
    ending: f"/static/site.{hashlib.sha256(content).hexdigest()[:CACHE_SHORT]}.{ending}"
    for ending, content in FILE_CONTENT.items()
}

_FILE_RESPONSES = {
    address: Response(FILE_CONTENT[ending], 200, {"cache-control": CACHE_FOREVER}, MEDIA_TYPES[ending])
    for ending, address in FILE_ADDRESSES.items()
}
_FILE_RESPONSES["/favicon.ico"] = _FILE_RESPONSES["/favicon.svg"] = Response(
    FILE_CONTENT["svg"], 200, {"cache-control": "public, max-age=86400"}, MEDIA_TYPES["svg"]
)
_FILE_RESPONSES["/robots.txt"] = Response(b"User-agent: *\nDisallow: /api/\nAllow: /\n", 200, None, "text/plain")


class StaticFiles:
    """An application in front of another one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _FILE_RESPONSES.get(scope["path"]) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, send)
