"""Describe the API: a schema for every typed answer, in one place, and problems as every route gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query
from fastapi.openapi.utils import get_openapi
from starlette.routing import BaseRoute

from arpad.asjson import schema
from arpad.messages import say
from arpad.office.reading import LIST_PARTS, SORTS

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


def response_schemas(name: str, declared: Any) -> dict[int | str, dict[str, Any]]:
    """How a route says what it answers with; problems are the same everywhere."""
    ANSWER_TYPES[name] = declared
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        200: {
            "description": say("web-api/answer"),
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}},
        },
        404: {"description": say("web-api/not-there"), "content": problem},
        422: {"description": say("web-api/wrong-question"), "content": problem},
        503: {"description": say("web-api/away"), "content": problem},
    }


PROBLEM_SCHEMA = {
    "type": "object",
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


def set_api_description(site: FastAPI, routes: Sequence[BaseRoute]) -> None:
    """Let the description of an application be ours: of those of its routes that programs use."""

    def described() -> dict[str, Any]:
        if site.openapi_schema is None:
            description = get_openapi(
                title=site.title, version=site.version, routes=routes, description=say("web-api/description")
            )
            shared = description.setdefault("components", {}).setdefault("schemas", {})
            shared["Problem"] = PROBLEM_SCHEMA
            for name, declared in ANSWER_TYPES.items():
                for key, component in _schema_components(name, declared).items():
                    if shared.setdefault(key, component) != component:
                        raise ValueError(f"two types of the API are called {key}")
            site.openapi_schema = description
        return site.openapi_schema

    site.openapi = described  # type: ignore[method-assign]


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
