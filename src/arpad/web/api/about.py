"""About the API itself: the state it answers from, its description, and a page to read and try it."""

from __future__ import annotations

from datetime import date, datetime
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from arpad import __version__
from arpad.frozen import dataclass
from arpad.office.reading import ListHead
from arpad.web.answers import answer
from arpad.web.asked import Office
from arpad.web.openapi import answers_with
from arpad.web.render import page
from arpad.web.static import FOR_GOOD

router = APIRouter(prefix="/api/v1", tags=["about"])
PACKAGED = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css"}


@dataclass(frozen=True)
class StateItem:
    """The state of the office from which everything is answered."""

    stamp: str
    version: str
    rehearsal: bool
    day: date
    at: datetime
    lists: tuple[ListHead, ...]


@router.get("/state", name="state", responses=answers_with("StateItem", StateItem), response_class=Response)
def state(office: Office) -> Response:
    """The stamp, and the newest list of every series with its seal."""
    stamp = office.stamp
    return answer(StateItem(stamp.name, __version__, office.rehearsal, stamp.day, stamp.at, stamp.newest))


@router.get("", include_in_schema=False)
def front() -> Response:
    return RedirectResponse("/api/v1/docs", 307)


@router.get("/openapi.json", include_in_schema=False)
def openapi(request: Request) -> Response:
    return JSONResponse(request.app.openapi())


@router.get("/docs", include_in_schema=False)
def docs(request: Request) -> Response:
    return page(request, "api.html", description=request.app.openapi())


@router.get("/docs/{name}", include_in_schema=False)
def packaged(name: str) -> Response:
    """The files of the documentation page, out of the package that carries them."""
    if name not in PACKAGED:
        return RedirectResponse("/api/v1/docs", 307)
    content = (files("fastapi_offline") / "static" / name).read_bytes()
    return Response(content, 200, {"cache-control": FOR_GOOD}, PACKAGED[name])
