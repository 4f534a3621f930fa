"""The files of the desk's own pages, kept in memory under names that change with their content."""

from __future__ import annotations

import hashlib
from importlib.resources import files

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from arpad.web.static_files import CACHE_FOREVER, CACHE_SHORT, MEDIA_TYPES

ENDINGS = ("css", "js")


def _joined_files(ending: str) -> bytes:
    folder = files("arpad.web_desk") / "static"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(f".{ending}"))
    return b"\n".join((folder / name).read_bytes() for name in names)


FILE_CONTENT = {ending: _joined_files(ending) for ending in ENDINGS}
FILE_ADDRESSES = {
    ending: f"/static/desk.{hashlib.sha256(content).hexdigest()[:CACHE_SHORT]}.{ending}"
    for ending, content in FILE_CONTENT.items()
}
_ANSWERS = {
    address: Response(FILE_CONTENT[ending], 200, {"cache-control": CACHE_FOREVER}, MEDIA_TYPES[ending])
    for ending, address in FILE_ADDRESSES.items()
}


class DeskFiles:
    """An application in front of another one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _ANSWERS.get(scope["path"]) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, send)
