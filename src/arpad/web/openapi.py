"""Describe the API: a schema for every typed answer, in one place, and problems as every route gives them.

What a field means is written in `api_fields.toml`, by its name. The name of a route is the id of its operation, and
does not change. The example of every parameter is one that this office answers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.responses import Response
from starlette.routing import BaseRoute

from arpad import __version__
from arpad.asjson import schema
from arpad.messages import say
from arpad.office.reading import LIST_PARTS, SORTS
from arpad.web.responses import JSON_TYPE, LINES_TYPE

MAX_CURSOR = 200  # letters of a cursor
LimitParameter = Annotated[int, Query(ge=1, le=1000)]
CursorParameter = Annotated[str, Query(alias="cursor", max_length=MAX_CURSOR)]
NumberParameter = Annotated[str, Path(pattern="^[0-9]{1,18}$")]


def _filter_parameter(name: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": {"type": "string", **schema}}


FILTER_PARAMETERS = [
    _filter_parameter("q", maxLength=MAX_CURSOR),
    _filter_parameter("show", enum=["", *LIST_PARTS]),
    *(_filter_parameter(name, maxLength=MAX_CURSOR) for name in ("fed", "region", "title")),
    _filter_parameter("sex", enum=["", "w", "m"]),
    *(_filter_parameter(name, pattern=r"^(0{0,5}([0-9]{1,2}|1[0-4][0-9]|150))?$") for name in ("age_from", "age_to")),
    *(
        _filter_parameter(name, pattern=r"^(0{0,5}([0-9]{1,3}|[1-3][0-9]{3}|4000))?$")
        for name in ("rating_from", "rating_to")
    ),
    _filter_parameter("sort", enum=["", *SORTS]),
    _filter_parameter("dir", enum=["", "up", "down"]),
]
"""How a list may be filtered and sorted."""

ANSWER_TYPES: dict[str, Any] = {}
"""The declared types of answers, by the name of their schema."""


def answers(declared: Any) -> dict[str, Any]:
    """How a route says with which type it answers; problems are the same everywhere."""
    name = declared.__name__
    ANSWER_TYPES[name] = declared
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    responses: dict[int | str, dict[str, Any]] = {
        200: {
            "description": say("web-api/answer"),
            "content": {JSON_TYPE: {"schema": {"$ref": f"#/components/schemas/{name}"}}},
        },
        **{
            status: {"description": say(f"web-api/{name}"), "content": problem}
            for status, name in PROBLEM_STATUS.items()
        },
    }
    return {"responses": responses, "response_class": Response}


def answers_in_lines(declared: Any) -> dict[str, Any]:
    """The same for a route that answers with one item to a line (NDJSON)."""
    declaration = answers(declared)
    content = declaration["responses"][200]["content"]
    content[LINES_TYPE] = content.pop(JSON_TYPE)
    return declaration


PROBLEM_STATUS = {404: "not-there", 422: "wrong-question", 429: "too-many", 503: "away"}
PROBLEM_SCHEMA = {
    "type": "object",
    "description": "What went wrong (RFC 9457).",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "fields": {"type": "object"},
        "errors": {"type": "array", "items": {"type": "object"}},
        "stamp": {"type": "string"},
    },
    "required": ["type", "title", "status", "code", "detail"],
}
RATE_HEADERS = {
    "RateLimit-Policy": {
        "schema": {"type": "string"},
        "description": "How much may be asked, and in how many seconds.",
    },
    "RateLimit": {
        "schema": {"type": "string"},
        "description": "How much is left, and in how many seconds it is whole.",
    },
}
TAGS = ("about", "check", "events", "law", "lists", "players", "scale")

Examples = Callable[[], Mapping[str, str]]


def set_api_description(site: FastAPI, routes: Sequence[BaseRoute], examples: Examples) -> None:
    """Let the description of an application be ours: of those of its routes that programs use. `examples`: values of
    parameters that the office answers."""

    def described() -> dict[str, Any]:
        return describe_api(routes, examples())

    site.openapi = described  # type: ignore[method-assign]


def describe_api(routes: Sequence[BaseRoute], examples: Mapping[str, str]) -> dict[str, Any]:
    """The description of the API as OpenAPI, with these values as examples of parameters."""
    for route in routes:
        if isinstance(route, APIRoute) and route.include_in_schema:
            route.operation_id = route.name
    description = get_openapi(
        title="Arpad", version=__version__, routes=routes, description=say("web-api/description"),
        tags=[{"name": tag, "description": say(f"web-api/tag/{tag}")} for tag in TAGS], servers=[{"url": "/"}],
    )  # fmt: skip
    shared = description.setdefault("components", {}).setdefault("schemas", {})
    shared["Problem"] = PROBLEM_SCHEMA
    for name, declared in ANSWER_TYPES.items():
        for key, component in _schema_components(name, declared).items():
            if shared.setdefault(key, component) != component:
                raise ValueError(f"two types of the API are called {key}")
    for name in shared:
        shared[name] = _described_fields(name, shared[name])
    for operation in _operations(description):
        for parameter in operation.get("parameters", ()):
            name = parameter["name"]
            parameter.setdefault("description", field_descriptions()["parameters"].get(name, ""))
            if name in examples:
                parameter.setdefault("example", examples[name])
        for response in operation["responses"].values():
            response["headers"] = RATE_HEADERS
    return description


def _operations(description: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in description["paths"].values():
        yield from methods.values()


@cache
def field_descriptions() -> dict[str, dict[str, str]]:
    """What parameters and fields mean, by name."""
    return tomllib.loads((files("arpad.web") / "api_fields.toml").read_text("utf-8"))


def _described_fields(name: str, component: dict[str, Any]) -> dict[str, Any]:
    """A schema whose fields are described; a reference keeps its own words beside it."""
    meant = field_descriptions()["fields"]
    fields = {
        key: {**schema, "description": meant.get(f"{name}.{key}", meant.get(key, ""))}
        for key, schema in component.get("properties", {}).items()
    }
    return {**component, "properties": fields} if fields else component


def _schema_components(name: str, declared: Any) -> dict[str, Any]:
    """The schemas of a type and of those it names, as components."""
    whole = schema(declared)
    whole.pop("$schema", None)
    parts = whole.pop("$defs", {})
    return {key: _with_moved_references(value) for key, value in {name: whole, **parts}.items()}


def _with_moved_references(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: each.replace("#/$defs/", "#/components/schemas/") if key == "$ref" else _with_moved_references(each)
            for key, each in value.items()
        }
    return [_with_moved_references(each) for each in value] if isinstance(value, list) else value
