"""Two players who are one person: compare them, see every row that a merge changes, merge, and part them again."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from arpad.finding import Problem
from arpad.office import people
from arpad.office.accounts import Permission
from arpad.office.desk import Desk
from arpad.office.people import MergeRequest, Objection, UnmergeRequest
from arpad.web.request_fields import Form
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, PostedForm
from arpad.web_desk.form_fields import lines_of, may, new_key, perform_once, whole_of
from arpad.web_desk.pages import desk_page

routes = DeskRoutes()
MERGE = "/desk/people/merge"
DESPITE = "despite."  # before an objection in a form that is set aside: what it is about, and the series
COMPARED = ("name", "born", "sex", "federation", "region", "title", "fide_id")


@routes.page(MERGE, needs=Permission.PEOPLE)
def merge_page(request: Request, desk: DeskHere) -> Response:
    """Two numbers to fill in; with both, the players side by side and what a merge would change."""
    return _merge_page(request, desk, Form(dict(request.query_params)))


def _merge_page(request: Request, desk: Desk, form: PostedForm | Form, problem: Problem | None = None) -> Response:
    kept, gone = whole_of(form, "kept"), whole_of(form, "gone")
    preview = people.preview_merge(desk, kept, gone) if kept and gone else None
    return desk_page(
        request, "people_merge.html", status=409 if problem else 200, kept=kept, gone=gone, preview=preview,
        compared=COMPARED, key=new_key(), deciding=may(request, Permission.DECIDE), problem=problem, why=form["why"],
    )  # fmt: skip


@routes.act(MERGE, needs=Permission.PEOPLE)
def merge(request: Request, form: Posted, desk: ActingDesk) -> Response:
    objections = (name.removeprefix(DESPITE) for name in form.fields.sent if name.startswith(DESPITE))
    despite = frozenset(Objection(*each.split(".", 1)) for each in objections)
    kept = whole_of(form, "kept") or 0
    order = MergeRequest(kept, whole_of(form, "gone") or 0, lines_of(form, "why"), despite)
    try:
        return perform_once(lambda: people.merge_players(desk, order), f"/desk/people/{kept}", "merged")
    except Problem as problem:
        if problem.code == "held-act":
            raise
        return _merge_page(request, desk, form, problem)


@routes.act("/desk/people/{number}/unmerge", needs=Permission.PEOPLE)
def unmerge(request: Request, number: int, form: Posted, desk: ActingDesk) -> Response:
    order = UnmergeRequest(number, lines_of(form, "why"))
    return perform_once(lambda: people.unmerge_player(desk, order), f"/desk/people/{number}", "unmerged")
