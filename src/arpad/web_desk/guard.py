"""What stands before every page of the desk: its own host, forms of its own pages only, and what every answer says.

A request that changes something must come from a page of the desk: the browser says so (`Sec-Fetch-Site`), or names
the page's address (`Origin`). A program with a token has no cookie that another page could use, and needs neither.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.finding import Note
from arpad.office.sign_in import DeskOffice
from arpad.web_desk.access import NEW_COOKIE, cookie_name

SAFE_METHODS = ("GET", "HEAD")
METHODS = (*SAFE_METHODS, "POST", "PUT")
PROGRAMS = "/api/"
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
HSTS = "max-age=31536000"
COOKIE_ENDS = "Thu, 01 Jan 1970 00:00:00 GMT"


class Guard:
    """An application in front of the desk."""

    def __init__(self, app: ASGIApp, office: DeskOffice) -> None:
        self._app, self._office = app, office
        self._host = office.origin.address.partition("://")[2]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["state"] = {}

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add_headers(scope, MutableHeaders(raw=message.setdefault("headers", [])))
            await send(message)

        await (self._refusal(scope) or self._app)(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that is not let through; None for all others."""
        request = Request(scope)
        headers = request.headers
        if headers.get("host", "").lower() != self._host:
            if scope["method"] in SAFE_METHODS and not self._office.origin.is_https:
                return RedirectResponse(f"{self._office.origin.address}/desk", 307)
            return _plain(421, "desk/other-host", origin=self._office.origin.address)
        if scope["method"] not in METHODS:
            return _plain(405, "web-not-that-way")
        if scope["method"] in SAFE_METHODS or self._is_program(request) or self._is_own(request):
            return None
        return _plain(403, "desk/foreign-form")

    def _is_program(self, request: Request) -> bool:
        return request.url.path.startswith(PROGRAMS) and "authorization" in request.headers

    def _is_own(self, request: Request) -> bool:
        """Whether a page of the desk sent this request."""
        site = request.headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        return request.headers.get("origin", "").lower() == self._office.origin.address

    def _add_headers(self, scope: Scope, headers: MutableHeaders) -> None:
        forever = "cache-control" in headers and scope["path"].startswith("/static/")
        for name, value in HEADERS.items():
            if not (forever and name == "cache-control"):
                headers[name] = value
        if self._office.origin.is_https:
            headers["strict-transport-security"] = HSTS
        cookie = scope["state"].get(NEW_COOKIE)
        if cookie is not None:
            secure = "; Secure" if self._office.origin.is_https else ""
            ends = "" if cookie else f"; Expires={COOKIE_ENDS}; Max-Age=0"
            name = cookie_name(self._office)
            headers.append("set-cookie", f"{name}={cookie}; Path=/; HttpOnly; SameSite=Lax{secure}{ends}")


def _plain(status: int, message: str, **fields: str) -> Response:
    return Response(Note.of(message, **fields).sentence, status, media_type="text/plain; charset=utf-8")
