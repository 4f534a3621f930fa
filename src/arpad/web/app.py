"""Put the site together: the reader of an office, pages, API, and what stands before them.

From outside in: the operation of the site, the gate, the language, the cache, the law of the office, security headers,
limits, then the routes. Every router in a module of `routes` is found; nothing else has to be registered. The office is
looked at every second in the background, and what it says is laid out before anybody sees it.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib import import_module
from pkgutil import iter_modules

import anyio.to_thread
from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from arpad import __version__
from arpad.finding import Problem
from arpad.law.law_set import use_law
from arpad.office.reading import Reader
from arpad.web import routes as web_routes
from arpad.web.cache import Cache
from arpad.web.canonical import CanonicalQueries
from arpad.web.languages import Languages
from arpad.web.limits import Buckets, Gate, Limits, LimitSettings
from arpad.web.memory import give_back_memory
from arpad.web.metrics import Metrics
from arpad.web.middleware import SecurityHeaders
from arpad.web.openapi import set_api_description
from arpad.web.operation import Health, Operation, OperationSettings
from arpad.web.problems import add_problem_handlers
from arpad.web.routes.about import example_values
from arpad.web.static_files import StaticFiles

SWEEP_INTERVAL = 300.0  # seconds between two sweeps of the cache
LOOK_INTERVAL = 1.0  # seconds between two looks at the office
WORKER_THREADS = 8  # requests that are worked on at once; as many connections are pooled


def create_app(
    reader: Reader,
    limits: LimitSettings | None = None,
    operation: OperationSettings | None = None,
    metrics: Metrics | None = None,
) -> Operation:
    """The site of an office that is open."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = WORKER_THREADS
        looking = asyncio.create_task(_look_every_second(reader, whole, cache))
        try:
            yield
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking
            whole.metrics.share()
            whole.log.close()

    site = FastAPI(
        title="Arpad", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )
    site.state.reader, site.state.limits = reader, limits or LimitSettings()
    names = operation.names if operation is not None else ()
    site.state.origin = f"https://{names[0]}" if names else ""  # never what a request says its host is
    routes = all_routes()
    site.router.routes += routes.routes
    set_api_description(site, routes.routes, partial(example_values, reader))
    add_problem_handlers(site)
    buckets = Buckets(site.state.limits)
    limited = Limits(StaticFiles(site), buckets)
    cache = Cache(OfficeLaw(SecurityHeaders(limited), reader), reader, CanonicalQueries(routes.routes))
    health, counts = Health(), metrics or Metrics()
    counts.gauges = {
        "arpad_clients": lambda: len(buckets),
        "arpad_cache_bytes": lambda: cache.bytes,
        "arpad_cache_answers": lambda: len(cache),
        "arpad_office_look_seconds": lambda: health.seconds,
        **counts.gauges,
    }
    front = Gate(Languages(cache, reader.language), buckets)
    whole = Operation(front, reader, operation or OperationSettings(), counts, health)
    return whole


class OfficeLaw:
    """An application in front of another one: each request has the law of the office open."""

    def __init__(self, app: ASGIApp, reader: Reader) -> None:
        self._app, self._reader = app, reader

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with use_law(self._reader.law):
            await self._app(scope, receive, send)


def all_routes() -> APIRouter:
    """The routes of all routers; an address with fewer fields goes first, so that it is tried first."""
    modules = [import_module(f"{web_routes.__name__}.{each.name}") for each in iter_modules(web_routes.__path__)]
    routers = [value for module in modules for value in vars(module).values() if isinstance(value, APIRouter)]
    routes = [route for router in routers for route in router.routes]
    return APIRouter(routes=sorted(routes, key=lambda route: getattr(route, "path", "").count("{")))


async def _look_every_second(reader: Reader, site: Operation, cache: Cache) -> None:
    """Look every second; while the database is away, what is at hand is shown.

    What is laid out stays until the next list: the collector of cycles does not go through it for every few pages.
    """
    gc.freeze()
    swept = time.monotonic()
    while True:
        await asyncio.sleep(LOOK_INTERVAL)
        if time.monotonic() - swept > SWEEP_INTERVAL:
            swept = time.monotonic()
            cache.sweep()
        with suppress(Problem):
            if await asyncio.to_thread(reader.refresh):
                gc.freeze()
            site.health.read()
        await asyncio.to_thread(give_back_memory)
        site.metrics.share()
        with suppress(Problem):
            site.log.look()
