"""Every kind of page of the site, with an address of the demo federation where it can be looked at.

A kind is a route. `kinds` finds for each an address that shows as much as there is: a first rating, a round robin with
two passes, a game that did not count. A route without an address here fails `test_web_kinds.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from fastapi.routing import APIRoute
from site_made import SERIES, demo_office

from arpad.columns import Status
from arpad.days import Month
from arpad.finding import UserError
from arpad.law import rulebook
from arpad.office import reading
from arpad.office.reading import Calculation, PageRequest, Reader, open_reading
from arpad.web.app import all_routes

EDITION = "fide-standard-2024"  # of the demo federation
EARLIER = "fide-standard-2023-12"


def calculations(reader: Reader) -> Iterator[Calculation]:
    """Everything that the newest lists did to anybody who stands on them, newest list first."""
    for head in reading.list_heads(reader, SERIES):
        if head.kind != "computed":
            continue
        for row in reading.read_list_page(reader, PageRequest(SERIES, head.list_, limit=1000)).rows:
            try:
                yield reading.open_calculation(reader, row.id, SERIES, head.list_).calculation
            except UserError:  # not on this list yet
                continue


def address_of(found: Calculation) -> str:
    return f"/players/{found.player}/{found.series}/{found.list}"


@cache
def telling() -> dict[str, Calculation]:
    """Calculations that show something: the first of each sort."""
    found: dict[str, Calculation] = {}
    with open_reading(str(demo_office())) as reader:
        for each in calculations(reader):
            games = [game for event in each.events for game in event.games]
            sorts = {
                "change": bool(each.steps) and not each.pooled and len(games) > 3,
                "first": bool(each.pooled) and each.after is not None,
                "pooled": bool(each.earlier),
                "limited": any(game.limited for game in games),
                "left-out": any(game.status > Status.POOLED for game in games),
            }
            for sort, holds in sorts.items():
                if holds:
                    found.setdefault(sort, each)
            if len(found) == len(sorts):
                break
    return found


@cache
def newest() -> Month:
    with open_reading(str(demo_office())) as reader:
        return reader.stamp.head(SERIES).list_


def html_routes(routes: object) -> list[str]:
    """The routes of pages for people."""
    return sorted(
        route.path
        for route in routes  # type: ignore[attr-defined]
        if isinstance(route, APIRoute) and "GET" in (route.methods or ()) and not route.path.startswith("/api/")
    )


@cache
def kinds() -> dict[str, str]:
    """Of each route of pages an address that shows much; of some routes several, with a word behind the route."""
    shown, month = telling(), newest()
    with open_reading(str(demo_office())) as reader:
        rows = reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows
        lists = reading.list_heads(reader, SERIES)
    game = next(game for event in shown["change"].events for game in event.games)
    event = shown["change"].events[0].code
    player = f"/players/{shown['pooled'].player}"
    region, title = (next(value for row in rows if (value := getattr(row, name))) for name in ("region", "title"))
    return {
        "/": "/",
        "/lists": "/lists",
        "/lists/{series}": f"/lists/{SERIES}",
        "/lists/{series} chosen": f"/lists/{SERIES}?sex=w&rating_from=high",
        "/lists/{series}/{month}": f"/lists/{SERIES}/{lists[1].list_}",
        "/lists/{series}/{month} compared": f"/lists/{SERIES}/{lists[1].list_}..{month}",
        "/lists/{series} nobody": f"/lists/{SERIES}?q=zzzz",
        "/lists/{series}/{month}/figures": f"/lists/{SERIES}/{month}/figures",
        "/lists/{series}/{month}/figures federation": f"/lists/{SERIES}/{month}/figures?fed={rows[0].federation}",
        "/lists/{series}/{month}/figures region": f"/lists/{SERIES}/{month}/figures?region={region}",
        "/lists/{series}/{month}/figures title": f"/lists/{SERIES}/{month}/figures?title={title}",
        "/lists/{series}/{month}/figures age": f"/lists/{SERIES}/{month}/figures?age_to=20",
        "/players": f"/players?q={rows[0].name[:3]}",
        "/players nobody": "/players?q=zzzz",
        "/players/{number}": f"/players/{shown['change'].player}",
        "/players/{number} waiting": player,
        "/players/{number}/{series}/{month}": address_of(shown["change"]),
        "/players/{number}/{series}/{month} first": address_of(shown["pooled"]),
        "/players/{number}/{series}/{month} left-out": address_of(shown["left-out"]),
        "/players/{number}/results": f"/players/{shown['change'].player}/results",
        "/players/{number}/{series}/{month}/under/{edition}": f"{address_of(shown['change'])}/under/{EARLIER}",
        "/lists/{series}/{month}/preview": f"/lists/{SERIES}/{month}/preview",
        "/players/{number}/vs/{other}": f"/players/{shown['change'].player}/vs/{game.opponent_id}",
        "/versus": f"/versus?a={shown['change'].player}&b=a",
        "/compare nobody": "/compare",
        "/compare": f"/compare?players={shown['change'].player},{game.opponent_id}",
        "/check": "/check",
        "/docket": "/docket",
        "/scale": "/scale",
        "/scale/{series}": f"/scale/{SERIES}",
        "/scale/{series}/{month}": f"/scale/{SERIES}/{lists[-2].list_}",
        "/law": "/law",
        "/law/{edition}": f"/law/{EDITION}",
        "/law/{edition} between": f"/law/{EDITION}..fide-standard-2025",
        "/law/{edition}/rulings": f"/law/{EDITION}/rulings",
        "/law/{edition}/rulings/{ruling}": f"/law/{EDITION}/rulings/{rulebook(EDITION).rulings[0].id}",
        "/law/{edition}/moved/{concept}": f"/law/{EDITION}/moved/difference-limit?what=games",
        "/law/{edition}/tables": f"/law/{EDITION}/tables",
        "/calc": "/calc",
        "/calc/{name}": "/calc/change",
        "/calc/{name} first": "/calc/first",
        "/calc/{name} round-robin": "/calc/round-robin",
        "/calc/{name} performance": "/calc/performance",
        "/calc/{name} target": "/calc/target",
        "/events": "/events",
        "/events/{code}": f"/events/{event}",
        "/about": "/about",
        "/office/colour.css": "/office/colour.css",
        "/office/logo.png": "/office/logo.png",
        "/api/v1/docs": "/api/v1/docs",
        "/problems": "/problems",
        "/problems/{code}": "/problems/number-unknown",
        "/terms": "/terms",
        "nowhere": "/players/1",
    }


ELSEWHERE = (
    "/players/{number}/{series}/{month}/period.json",
    "/players/{number}/{series}/{month}/under",
    "/office/colour.css",
    "/office/logo.png",
    "/events/{code}/{part}",
    "/docket.csv",
    "/lists/{series}/{month}/card.png",
)
"""Routes that lead to another kind of page, or show the same one."""

MORE_VIEWS = (
    "/lists/{series} chosen", "/lists/{series}/{month} compared", "/players/{number} waiting",
    "/players/{number}/{series}/{month} first", "/players/{number}/{series}/{month} left-out",
    "/law/{edition} between",
    "/calc/{name} first", "/calc/{name} round-robin", "/calc/{name} performance", "/calc/{name} target",
    "/api/v1/docs", "nowhere",
)  # fmt: skip
"""Of some routes a second page that looks otherwise, and pages without a route of their own."""

FEW_AND_NONE = (
    "/lists/{series} nobody", "/players nobody", "/compare nobody",
    "/lists/{series}/{month}/figures federation", "/lists/{series}/{month}/figures region",
    "/lists/{series}/{month}/figures title", "/lists/{series}/{month}/figures age",
)  # fmt: skip
"""The same pages with few rows or none: another selection, the same template."""


def routed_kinds() -> tuple[str, ...]:
    """Every kind of page: a new route is one, whoever adds it gives `kinds` an address of it."""
    return tuple(route for route in html_routes(all_routes().routes) if route not in ELSEWHERE)
