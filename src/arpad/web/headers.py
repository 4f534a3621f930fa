"""The headers that every answer carries: what a browser may load, and what it may not do."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-site",
        "strict-transport-security": "max-age=31536000",
    }.items()
)
ANYWHERE = ((b"access-control-allow-origin", b"*"), (b"cross-origin-resource-policy", b"cross-origin"))
FOR_PROGRAMS = ("/api/",)
ENDINGS = (".json", ".csv", ".txt", ".xml", ".xlsx", ".parquet")


class SecurityHeaders:
    """An application in front of another one. What programs read may be read from any page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        shared = path.startswith(FOR_PROGRAMS) or path.endswith(ENDINGS)
        added = (*SECURITY[:-2], *ANYWHERE, SECURITY[-1]) if shared else SECURITY
        if shared and scope["method"] == "OPTIONS":
            await send({"type": "http.response.start", "status": 204, "headers": [*added, *PREFLIGHT]})
            await send({"type": "http.response.body", "body": b""})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        await self._app(scope, receive, with_headers)


PREFLIGHT = (
    (b"access-control-allow-methods", b"GET, HEAD, POST, OPTIONS"),
    (b"access-control-allow-headers", b"content-type, if-none-match"),
    (b"access-control-max-age", b"86400"),
)
