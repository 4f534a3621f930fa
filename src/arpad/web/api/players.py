"""Players for programs: search by `q`, with Lichess's names of fields where they exist."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from arpad.frozen import dataclass
from arpad.office import reading
from arpad.web.answers import answer
from arpad.web.asked import Office
from arpad.web.openapi import answers_with

router = APIRouter(prefix="/api/v1", tags=["players"])


@dataclass(frozen=True)
class FoundItem:
    """A player who may be meant."""

    id: int
    fide_id: int | None
    name: str
    title: str | None
    federation: str | None
    year: int | None  # of birth
    standard: int | None
    rapid: int | None
    blitz: int | None


@dataclass(frozen=True)
class FoundItems:
    """Who may be meant, the highest rated first; `near`: nobody has the words as typed."""

    total: int
    near: bool
    items: tuple[FoundItem, ...]


@router.get("/players", responses=answers_with("FoundItems", FoundItems), response_class=Response)
def find(
    office: Office, q: Annotated[str, Query(max_length=200)] = "", limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> Response:
    """Players by name, in any letters, or by number."""
    found = reading.find(office, reading.Search(q, limit))
    return answer(FoundItems(found.total, found.near, tuple(_item(player) for player in found.players)))


def _item(player: reading.FoundPlayer) -> FoundItem:
    ratings = dict(player.ratings)
    return FoundItem(
        player.id, player.fide_id, player.name, player.title, player.federation, player.birth_year,
        ratings.get("fide-standard"), ratings.get("fide-rapid"), ratings.get("fide-blitz"),
    )  # fmt: skip
