"""Render the pages of the desk: the templates of the desk, with those of the site behind them."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import Request
from jinja2 import ChoiceLoader, Environment, PackageLoader
from starlette.responses import HTMLResponse, Response

from arpad.frozen import dataclass
from arpad.messages import sentences, speaking, spoken
from arpad.office.accounts import Permission
from arpad.office.sign_in import Visit
from arpad.shown_findings import findings_to_show
from arpad.web.render import templates
from arpad.web_desk.access import office_of
from arpad.web_desk.remedies import asked_facts, help_of_json, page_help
from arpad.web_desk.static_files import FILE_ADDRESSES

DONE = "desk-done/"
MENU_GROUPS = {
    "events": ("queue", "events", "letters", "approvals"),
    "lists": ("period", "lists", "series", "corrections", "claims"),
    "people": ("people", "officials"),
    "office": ("office", "accounts", "law", "health", "log"),
}
"""The menu by work: the message `desk-group/NAME`, and its ways."""


@dataclass(frozen=True)
class MenuItem:
    """A way in the menu: the message `desk-menu/NAME`, where it leads, and who sees it."""

    name: str
    address: str
    needs: Permission | None = None  # None: everybody who is signed in


@cache
def desk_templates(language: str) -> Environment:
    """Return the templates of the desk in a language. A name that it does not have is one of the site."""
    loader = ChoiceLoader([PackageLoader("arpad.web_desk"), PackageLoader("arpad.web")])
    environment = templates(language).overlay(loader=loader)
    environment.globals.update(
        help_for=page_help, help_of_json=help_of_json, asked_facts=asked_facts, to_show=findings_to_show
    )
    return environment


def _menu_of(request: Request, visit: Visit | None) -> dict[str, list[MenuItem]]:
    """Return the ways that are open to somebody, by group. A group without a way is left out."""
    if visit is None:
        return {}
    allowed = {
        item.name: item for item in request.app.state.menu if item.needs is None or visit.identity.may(item.needs)
    }
    groups = {group: [allowed[name] for name in names if name in allowed] for group, names in MENU_GROUPS.items()}
    return {group: items for group, items in groups.items() if items}


def desk_page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    headers: dict[str, str] | None = None,
    language: str = "",
    **given: Any,
) -> Response:
    """Return a page. What every page shows comes with it: who is signed in, the menu, what was just done.
    `language`: of the page, where it is not that of the account."""
    visit: Visit | None = getattr(request.state, "visit", None)
    done = f"{DONE}{request.query_params.get('done', '')}"
    common = {
        "path": request.url.path, "visit": visit, "menu": _menu_of(request, visit), "desk_files": FILE_ADDRESSES,
        "status": status,
        "done": done if done in sentences() else "", "rehearsal": office_of(request).rehearsal,
        "origin": office_of(request).origin, "Permission": Permission,
    }  # fmt: skip
    language = language or (visit.identity.language if visit else "") or spoken()
    with speaking(language):
        text = desk_templates(language).get_template(template).render(language=language, **common, **given)
    return HTMLResponse(text, status, {"content-language": language, **(headers or {})})
