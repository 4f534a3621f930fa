"""Put the desk together: pages of people who are signed in, and what stands before them.

Every module of `routes` is found; nothing else has to be registered. A route that does not say who may open it is an
error when the desk starts. The desk has no cache, and runs in a process of its own beside the public site.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from fastapi import FastAPI
from starlette.types import ASGIApp

from arpad import __version__
from arpad.office.sign_in import DeskOffice
from arpad.web.limits import Buckets, Gate, Limits, LimitSettings
from arpad.web.static_files import StaticFiles
from arpad.web_desk import routes as desk_routes
from arpad.web_desk.access import DeskRoutes, undeclared_routes
from arpad.web_desk.guard import Guard
from arpad.web_desk.pages import MenuItem
from arpad.web_desk.problems import add_problem_handlers
from arpad.web_desk.static_files import DeskFiles

DESK_LIMITS = LimitSettings(body=32 * 2**20, slowest_body=60.0, seconds=120.0, at_once=4)
"""An answer may take as long as another writer is waited for, so that nobody reads of a failure that was none."""


def create_desk(office: DeskOffice, limits: LimitSettings = DESK_LIMITS, holds_key: bool = False) -> ASGIApp:
    """Return the desk of an open office. `holds_key`: this process can sign, and its pages say so."""
    modules = route_modules()
    desk = desk_application(office, modules)
    desk.state.holds_key = holds_key
    buckets = Buckets(limits)
    return Guard(Gate(Limits(StaticFiles(DeskFiles(desk)), buckets), buckets), office)


def route_modules() -> tuple[ModuleType, ...]:
    """Return the modules with routes."""
    names = sorted(module.name for module in iter_modules(desk_routes.__path__))
    return tuple(import_module(f"{desk_routes.__name__}.{name}") for name in names)


def desk_application(office: DeskOffice, modules: tuple[ModuleType, ...]) -> FastAPI:
    """Return the application with the routes of some modules. Refuses routes that do not say who may open them."""
    desk = FastAPI(title="Arpad", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    routers = [value for module in modules for value in vars(module).values() if isinstance(value, DeskRoutes)]
    routes = sorted(
        (route for router in routers for route in router.routes),
        key=lambda route: getattr(route, "path", "").count("{"),
    )
    if undeclared := undeclared_routes(routes):
        raise RuntimeError("; ".join(undeclared))
    desk.router.routes += routes
    items: list[MenuItem] = [item for module in modules for item in getattr(module, "MENU", ())]
    desk.state.office, desk.state.menu, desk.state.holds_key = office, tuple(items), False
    add_problem_handlers(desk)
    return desk
