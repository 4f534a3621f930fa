"""Write a query in one form: the fields that the address reads, in their order, each once.

A field that no route reads is dropped before the cache and before the route. So an address has no more answers than its
fields can ask for. A field that stands there twice counts as its last value, as the routes read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from re import Pattern
from typing import Any
from urllib.parse import parse_qsl, urlencode

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

FIELDS_KEY = "x-arpad-fields"
READ_METHOD = "GET"
STRICT = re.compile(r"/calc/[a-z-]+\.json")
LONGEST_NAME = 40  # letters of an unknown field that are passed on


def page_fields(*names: str) -> dict[str, Any]:
    """What a route of a page says beside its address (`openapi_extra`): the fields of its query that it reads."""
    return {FIELDS_KEY: names}


def query_fields(route: APIRoute) -> tuple[str, ...]:
    """The names of the fields of its query that a route reads."""
    extra = route.openapi_extra or {}
    names = [parameter.alias for parameter in _declared_parameters(route.dependant)]
    names += [each["name"] for each in extra.get("parameters", ()) if each["in"] == "query"]
    return tuple(dict.fromkeys([*names, *extra.get(FIELDS_KEY, ())]))


def _declared_parameters(dependant: Any) -> Iterable[Any]:
    yield from dependant.query_params
    for inner in dependant.dependencies:
        yield from _declared_parameters(inner)


class CanonicalQueries:
    """The fields of every address that can be read."""

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._routes: list[tuple[Pattern[str], tuple[str, ...]]] = [
            (route.path_regex, query_fields(route))
            for route in routes
            if isinstance(route, APIRoute) and READ_METHOD in (route.methods or ())
        ]

    def fields(self, path: str) -> tuple[str, ...]:
        """The names of the fields that an address reads; none where it is not an address of a route."""
        return next((names for pattern, names in self._routes if pattern.match(path)), ())

    def query(self, path: str, query: bytes) -> bytes:
        """A query in its one form."""
        if not query:
            return query
        names = self.fields(path)
        if not names:
            return b""
        values = dict(parse_qsl(query.decode("latin-1"), keep_blank_values=True))
        fields = [(name, values[name]) for name in names if name in values]
        if STRICT.fullmatch(path):  # such an address refuses an unknown field, and names it
            fields += [(name[:LONGEST_NAME], "?") for name in values if name not in names][:1]
        return urlencode(fields).encode("utf-8")
