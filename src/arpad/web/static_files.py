"""The few files that pages load, kept in memory under names that change with their content."""

from __future__ import annotations

import hashlib
from importlib.resources import files

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

MEDIA_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
CACHE_FOREVER = "public, max-age=31536000, immutable"
CACHE_SHORT = 10


def _joined_files(ending: str) -> bytes:
    folder = files("arpad.web") / "static"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(f".{ending}"))
    return b"\n".join((folder / name).read_bytes() for name in names)


def _static_file(name: str) -> bytes:
    return (files("arpad.web") / "static" / name).read_bytes()


FONT_FAMILIES = {"inter": "Inter", "source-serif-4": "Source Serif 4"}
FONT_RANGES = {
    "cyrillic": "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116",
    "latin-ext": "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,"
    "U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    "latin": "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,"
    "U+2212,U+2215,U+FEFF,U+FFFD",
}
FONT_WEIGHTS = {400: "400", 600: "600 700"}


def _font_name(family: str, subset: str, weight: int) -> str:
    return f"fonts/{family}-{subset}-{weight}-normal.woff2"


def _font_files() -> dict[str, bytes]:
    """The fonts that `./dev fonts` has fetched, by name; none where it was not run."""
    names = [
        _font_name(family, subset, weight)
        for family in FONT_FAMILIES
        for subset in FONT_RANGES
        for weight in FONT_WEIGHTS
    ]
    folder = files("arpad.web") / "static"
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}


def _font_address(name: str) -> str:
    stem = name.removeprefix("fonts/").removesuffix(".woff2")
    return f"/static/{stem}.{hashlib.sha256(FONT_FILES[name]).hexdigest()[:CACHE_SHORT]}.woff2"


def _font_faces() -> bytes:
    """The rules by which a browser fetches a font when a letter of its subset stands on a page."""
    faces = [
        f'@font-face {{ font-family: "{family}"; font-weight: {span}; font-display: swap; '
        f'src: url({_font_address(name)}) format("woff2"); unicode-range: {FONT_RANGES[subset]}; }}'
        for short, family in FONT_FAMILIES.items()
        for subset in FONT_RANGES
        for weight, span in FONT_WEIGHTS.items()
        if (name := _font_name(short, subset, weight)) in FONT_FILES
    ]
    return "\n".join(faces).encode()


FONT_FILES = _font_files()
FILE_CONTENT = {ending: _joined_files(ending) for ending in MEDIA_TYPES}
FILE_CONTENT["css"] += _font_faces()
FILE_ADDRESSES = {
    ending: f"/static/site.{hashlib.sha256(content).hexdigest()[:CACHE_SHORT]}.{ending}"
    for ending, content in FILE_CONTENT.items()
}

_FILE_RESPONSES = {
    address: Response(FILE_CONTENT[ending], 200, {"cache-control": CACHE_FOREVER}, MEDIA_TYPES[ending])
    for ending, address in FILE_ADDRESSES.items()
}
for _font in FONT_FILES:
    _FILE_RESPONSES[_font_address(_font)] = Response(
        FONT_FILES[_font], 200, {"cache-control": CACHE_FOREVER}, "font/woff2"
    )
ICONS = {"favicon.ico": "image/x-icon", "apple-touch-icon.png": "image/png", "favicon.svg": MEDIA_TYPES["svg"]}
for _name, _type in ICONS.items():
    _content = FILE_CONTENT["svg"] if _type == MEDIA_TYPES["svg"] else _static_file(_name)
    _FILE_RESPONSES[f"/{_name}"] = Response(_content, 200, {"cache-control": "public, max-age=86400"}, _type)
_FILE_RESPONSES["/robots.txt"] = Response(b"User-agent: *\nDisallow: /api/\nAllow: /\n", 200, None, "text/plain")


class StaticFiles:
    """An application in front of another one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _FILE_RESPONSES.get(scope["path"]) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, send)
