"""Render pages: templates, the words of the catalogue, and how numbers are written on a page.

A template gets words by `t(name, field=...)` alone. Everything that comes from people is escaped.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from arpad import __version__
from arpad.columns import label
from arpad.days import Day, Month
from arpad.exact import HALF_POINTS, HUNDREDTHS, decimal
from arpad.finding import Remedy, fields_of
from arpad.messages import LETTER, advise, say, sentences
from arpad.office.reading import Reader
from arpad.web import charts
from arpad.web.static import ADDRESSES, CONTENT
from arpad.web.template_words import WordedEnvironment

MINUS, NOTHING, HALF = "\u2212", "\u2013", "\u00bd"


def t(message: str, /, **fields: Any) -> str:
    """The sentence of a message."""
    return say(message, fields_of(fields))


def series_name(series: str) -> str:
    """A series as people call it."""
    message = f"web-series/{series}"
    return say(message) if message in sentences() else series


@lru_cache(1024)  # the lists of eighty years
def month_name(month: Month) -> str:
    """March 2026."""
    return t("web-month", month=t(f"web-month/{month.in_year}"), year=month.year)


def day_name(day: Any) -> str:
    """5 March 2026, or what is known of it."""
    if isinstance(day, Day):
        if not day.whole:
            return str(day)
        day = day.date
    return t("web-day", day=day.day, month=t(f"web-month/{day.month}"), year=day.year)


def signed(number: int | None, nothing: str = "") -> str:
    """A change in whole points: +7, −3, 0."""
    if number is None:
        return nothing
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def hundredths(number: int | None, sign: bool = False) -> str:
    """Hundredths with a true minus: 0.82, +0.18, −5.20."""
    if number is None:
        return ""
    text = decimal(abs(number), HUNDREDTHS)
    return f"{MINUS}{text}" if number < 0 else f"+{text}" if sign else text


def score(half_points: int) -> str:
    """Half points as chess players write them: 4½."""
    whole, half = divmod(half_points, HALF_POINTS)
    return (str(whole) if whole or not half else "") + (HALF if half else "")


def reason_name(kind: str, reason: str) -> str:
    """Why something is as it is, in words where the catalogue has them."""
    message = f"web-{kind}/{reason}"
    return say(message) if message in sentences() else reason.replace("-", " ")


def advice(remedy: Remedy | None) -> str:
    """The remedy as the sender of a report can carry it out; empty if only an officer can."""
    return advise(remedy, LETTER)


def direction(number: int | None) -> str:
    """The class of a change: up, down or same."""
    return "" if number is None else "up" if number > 0 else "down" if number < 0 else "same"


def span(start: Any, end: Any) -> str:
    """The days of an event."""
    return str(start) if start == end else f"{start} {NOTHING} {end}"


@cache
def templates() -> Environment:
    """The templates with what all of them use."""
    environment = WordedEnvironment(
        loader=PackageLoader("arpad.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    environment.globals.update(
        t=t, static=ADDRESSES, version=__version__, series_name=series_name, reason_name=reason_name,
        month_name=month_name, day_name=day_name,
        charts=charts, label=label, span=span, dict=dict, advice=advice, NOTHING=NOTHING,
        mark=Markup(CONTENT["svg"].decode()),
    )  # fmt: skip
    environment.filters.update(signed=signed, hundredths=hundredths, score=score, direction=direction, month=str)
    environment.filters["cause_name"] = lambda cause: say(f"cause/{cause}")
    return environment


def page(
    request: Request, template: str, *, status: int = 200, headers: dict[str, str] | None = None, **given: Any
) -> Response:
    """A page. What every page shows (the newest lists, a rehearsal) comes from the reader."""
    reader: Reader = request.app.state.reader
    common = {"path": request.url.path, "reader": reader, "stamp": reader.stamp, "status": status}
    text = templates().get_template(template).render(**common, **given)
    return HTMLResponse(text, status, headers)
