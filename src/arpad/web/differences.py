"""Two lists side by side: who is new or gone, who moved, and why; as a page, and for programs."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from arpad.office import record
from arpad.office.reading import Reader
from arpad.web.answers import data_answer
from arpad.web.asked import month_of, parted
from arpad.web.form import Form
from arpad.web.query import query_of
from arpad.web.render import page

ROWS = 100
COLUMNS = ("what", "id", "name", "federation", "before", "after", "change", "cause", "games")


def between(request: Request, office: Reader, series: str, months: str) -> Response:
    """The differences of two lists of a series, `2026-02..2026-03`."""
    months, ending = parted(months, ("csv", "json"))
    older, _, newer = months.partition("..")
    found = record.compare(office, series, month_of(older), month_of(newer))
    if ending:
        rows = ([getattr(move, name) for name in COLUMNS] for move in found.moves)
        return data_answer(ending, found, f"{series}_{older}_{newer}", COLUMNS, lambda: rows)
    form = Form(request.query_params)
    what = form.option("what", record.KINDS, "rating")
    at = form.whole("page", 1, 100_000) or 1
    chosen = [move for move in found.moves if move.what == what]
    return page(
        request,
        "differences.html",
        status=form.status,
        found=found,
        what=what,
        kinds=record.KINDS,
        moves=chosen[(at - 1) * ROWS : at * ROWS],
        at=at,
        pages=max(-(-len(chosen) // ROWS), 1),
        address=query_of(form),
    )
