"""What every answer says to a browser: its security headers, and that redirections stay on the site."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": CONTENT_POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-site",
        "strict-transport-security": "max-age=31536000",
    }.items()
)
CORS_HEADERS = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"etag, ratelimit, ratelimit-policy, retry-after"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)
PROGRAM_PATHS = ("/api/",)
PROGRAM_ENDINGS = (".json", ".csv", ".txt", ".xml", ".xlsx", ".parquet", ".ndjson")


class SecurityHeaders:
    """An application in front of another one. What programs read may be read from any page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        shared = path.startswith(PROGRAM_PATHS) or path.endswith(PROGRAM_ENDINGS)
        added = (*SECURITY_HEADERS[:-2], *CORS_HEADERS, SECURITY_HEADERS[-1]) if shared else SECURITY_HEADERS
        if shared and scope["method"] == "OPTIONS":
            await send({"type": "http.response.start", "status": 204, "headers": [*added, *PREFLIGHT]})
            await send({"type": "http.response.body", "body": b""})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [_stay_here(header) for header in message["headers"]]
                message = {**message, "headers": [*headers, *added]}
            await send(message)

        await self._app(scope, receive, with_headers)


def _stay_here(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """A header; a redirection leads to a path of the site, whatever host the request named."""
    if header[0].lower() != b"location":
        return header
    parts = urlsplit(header[1].decode("latin-1"))
    path = "/" + parts.path.lstrip("/")
    return header[0], urlunsplit(("", "", path, parts.query, parts.fragment)).encode("latin-1")


PREFLIGHT = (
    (b"access-control-allow-methods", b"GET, HEAD, POST, OPTIONS"),
    (b"access-control-allow-headers", b"content-type, if-none-match"),
    (b"access-control-max-age", b"86400"),
)
