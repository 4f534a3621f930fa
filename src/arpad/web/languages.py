"""The language of a page: it stands at the front of the address, `/pl/lists`; without it pages are in the office's.

`/` alone asks the browser. Inside the block of a request everything is said in its language, and the addresses in a
page lead to pages of the same one. What programs read has no language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.messages import ENGLISH, languages, sentences, speaking
from arpad.web.middleware import PROGRAM_ENDINGS

PREFIX = "arpad.prefix"  # in the scope of a request: what stands before the addresses of its pages
OWN_NAME = "language-name"  # the message that says how a language is called by those who speak it
WITHOUT_LANGUAGE = ("/api/", "/static/", "/favicon", "/robots.txt")
ADDRESS = re.compile(r'(\s(?:href|action|data-path|data-suggest)=")(/[^"]*)"')
ACCEPTED = re.compile(r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]+)?\s*(?:;\s*q=([0-9.]+))?\s*")


def offered() -> dict[str, str]:
    """The languages in which pages are offered, each with its own name: those that say it."""
    names = {language: sentences(language).get(OWN_NAME) for language in languages()}
    return {language: name for language, name in names.items() if name}


def with_prefix(page: str, prefix: str) -> str:
    """A page whose addresses of pages begin with a prefix."""
    if not prefix:
        return page
    return ADDRESS.sub(lambda found: f'{found[1]}{prefixed(found[2], prefix)}"', page)


def prefixed(address: str, prefix: str) -> str:
    """An address of the site with a prefix; what programs read has none, and one that has a language keeps it."""
    path = re.split(r"[?#]", address, maxsplit=1)[0]
    if path.startswith(WITHOUT_LANGUAGE) or path.endswith(PROGRAM_ENDINGS) or split(path)[0]:
        return address
    return prefix + address


def split(path: str) -> tuple[str, str]:
    """The language at the front of a path, or an empty text; and the path without it."""
    language, _, rest = path[1:].partition("/")
    if language in offered() and not f"/{rest}".startswith(WITHOUT_LANGUAGE):
        return language, f"/{rest}"
    return "", path


def preferred(accepted: str, known: Iterable[str]) -> str:
    """The language that a browser likes best of those that are known; empty where it names none of them."""
    best, weight = "", 0.0
    for part in accepted.split(","):
        found = ACCEPTED.fullmatch(part)
        if found is None or found[1].lower() not in known:
            continue
        try:
            quality = float(found[2] or 1)
        except ValueError:
            continue
        if quality > weight:
            best, weight = found[1].lower(), quality
    return best


class Languages:
    """An application in front of another one: each request is answered in the language of its address."""

    def __init__(self, app: ASGIApp, usual: str = ENGLISH) -> None:
        self._app, self._usual = app, usual

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        language, path = split(scope["path"])
        if language:
            scope = {**scope, "path": path, "raw_path": path.encode(), PREFIX: f"/{language}"}
        elif path == "/":
            send, language = _varying(send), self._asked(scope)
            scope = {**scope, PREFIX: f"/{language}" if language != self._usual else ""}
        with speaking(language or self._usual):
            await self._app(scope, receive, send)

    def _asked(self, scope: Scope) -> str:
        accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
        return preferred(accepted.decode("latin-1"), offered()) or self._usual


def _varying(send: Send) -> Send:
    """Says of an answer that it depends on the languages of the browser."""

    async def with_vary(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(name, value) for name, value in message["headers"] if name.lower() != b"vary"]
            vary = [value for name, value in message["headers"] if name.lower() == b"vary"]
            message = {**message, "headers": [*headers, (b"vary", b", ".join([*vary, b"accept-language"]))]}
        await send(message)

    return with_vary
