"""What stands beside a published number: the preview before it, the same games under another edition, and the document
from which anybody recomputes it.
"""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from arpad.days import Month
from arpad.exact import decimal, points
from arpad.finding import UserError
from arpad.law import editions, rulebook
from arpad.office import reading, record
from arpad.office.reading import Calculation, Reader
from arpad.office.record import PublicPreview
from arpad.web.canonical import page_fields
from arpad.web.openapi import NumberParameter, answers
from arpad.web.period_document import UnderOtherEdition, document_name, line_document, under_other_edition
from arpad.web.render import render_page
from arpad.web.request_fields import OfficeReader, parse_month, parse_player_number, split_ending
from arpad.web.responses import JSON_TYPE, data_answer, json_response
from arpad.web.routes.lists import named_list
from arpad.web.validity import Dependence, depends_on

list_api_routes = APIRouter(prefix="/api/v1", tags=["lists"])
player_api_routes = APIRouter(prefix="/api/v1", tags=["players"])
page_routes = APIRouter(include_in_schema=False)
DATA_ENDINGS = ("json", "csv")
CALCULATION_PATH = "/players/{number}/{series}/{month}"
GAME_COLUMNS = (
    "event", "round", "opponent", "opponent_id", "score", "expected", "other_expected", "delta", "other_delta",
    "articles", "other_articles",
)  # fmt: skip


@list_api_routes.get("/lists/{series}/{month}/preview", name="list_preview", **answers(PublicPreview))
def preview_json(request: Request, office: OfficeReader, series: str, month: str) -> Response:
    """What changed between the last other preview of a list and the list that was published, and through what."""
    depends_on(request, Dependence.PUBLISHED)
    return json_response(record.changes_since_preview(office, series, named_list(office, series, month)))


@page_routes.get("/lists/{series}/{month}/preview")
def preview_page(request: Request, office: OfficeReader, series: str, month: str) -> Response:
    depends_on(request, Dependence.PUBLISHED)
    shown = record.changes_since_preview(office, series, parse_month(month))
    return render_page(request, "preview.html", preview=shown)


def _opened(office: Reader, number: str, series: str, month: str) -> tuple[Calculation, Month]:
    list_ = parse_month(month)
    return reading.open_calculation(office, parse_player_number(number), series, list_).calculation, list_


def _under(office: Reader, shown: Calculation, edition: str) -> UnderOtherEdition:
    birth_year = reading.player_page(office, shown.player).person.birth_year
    return under_other_edition(shown, edition, birth_year)


@player_api_routes.get(
    "/players/{number}/calculations/{series}/{month}/under/{edition}",
    name="calculation_under",
    **answers(UnderOtherEdition),
)
def under_json(
    request: Request, office: OfficeReader, number: NumberParameter, series: str, month: str, edition: str
) -> Response:
    """The same games under another edition, game by game."""
    depends_on(request, Dependence.PUBLISHED)
    return json_response(_under(office, _opened(office, number, series, month)[0], edition))


@page_routes.get(f"{CALCULATION_PATH}/period.json")
def document_file(request: Request, office: OfficeReader, number: str, series: str, month: str) -> Response:
    depends_on(request, Dependence.PUBLISHED)
    shown, _ = _opened(office, number, series, month)
    text = json.dumps(line_document(shown), indent=1) + "\n"
    return Response(text, 200, {"content-disposition": f'attachment; filename="{document_name(shown)}"'}, JSON_TYPE)


@page_routes.get(f"{CALCULATION_PATH}/under", openapi_extra=page_fields("edition"))
def under_form_redirect(number: str, series: str, month: str, edition: str = "") -> Response:
    """Redirect a form sent without script to the edition that was chosen."""
    if edition and edition not in editions_of(series):
        raise UserError("edition-of-other-series", edition=edition, series=series)
    calculation = f"/players/{parse_player_number(number)}/{series}/{parse_month(month)}"
    return RedirectResponse(f"{calculation}/under/{edition}" if edition else calculation, 303)


@page_routes.get(f"{CALCULATION_PATH}/under/{{edition}}")
def under_page(request: Request, office: OfficeReader, number: str, series: str, month: str, edition: str) -> Response:
    depends_on(request, Dependence.PUBLISHED)
    edition, ending = split_ending(edition, DATA_ENDINGS)
    shown, list_ = _opened(office, number, series, month)
    compared = _under(office, shown, edition)
    if ending:
        name = f"{shown.player}_{series}_{list_}_{edition}"
        return data_answer(ending, compared, name, GAME_COLUMNS, lambda: _game_rows(compared))
    return render_page(
        request,
        "under.html",
        compared=compared,
        editions=editions_of(series),
        others=[g for g in compared.games if not g.same],
    )


def editions_of(series: str) -> tuple[str, ...]:
    """The editions of a series."""
    return tuple(name for name in editions() if series in rulebook(name).head.series)


def _game_rows(compared: UnderOtherEdition) -> list[tuple[object, ...]]:
    def text(value: int | None) -> object:
        return None if value is None else decimal(value)

    return [
        (
            game.event, game.round, game.opponent_name, game.opponent_id, points(game.score), text(game.expected),
            text(game.other_expected), text(game.delta), text(game.other_delta), " ".join(game.articles),
            " ".join(game.other_articles),
        )
        for game in compared.games
    ]  # fmt: skip
