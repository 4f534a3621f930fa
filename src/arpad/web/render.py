"""Render pages: templates with their sentences, and how numbers, days and names are written."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Any

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, Response

from arpad import __version__
from arpad.columns import label
from arpad.days import Day, Month
from arpad.exact import HALF_POINTS, HUNDREDTHS, decimal
from arpad.finding import Remedy, sorted_fields
from arpad.law.shown import concept_title, rulebook_title
from arpad.messages import (
    ENGLISH,
    FIELD_START,
    READER_LETTER,
    InWords,
    Numeral,
    advise,
    say,
    say_value,
    sentences,
    speaking,
    spoken,
)
from arpad.office.reading import Reader
from arpad.office.record import FoundInReport
from arpad.web import charts
from arpad.web.languages import PREFIX, WITHOUT_LANGUAGE, offered, with_prefix
from arpad.web.static_files import FILE_ADDRESSES, FILE_CONTENT
from arpad.web.validity import lists_day, lists_name

SENTENCE_CALLS = "t"  # what a template calls for a sentence


class _SentenceInserter(NodeTransformer):
    """Puts sentences of a language in the place of calls that always say the same."""

    def __init__(self, language: str) -> None:
        self._language = language

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        match node:
            case nodes.Call(node=nodes.Name(name=name), args=[nodes.Const(value=str(message))], kwargs=[]):
                sentence = sentences().get(message, FIELD_START)
                if name == SENTENCE_CALLS and FIELD_START not in sentence:
                    return nodes.Const(say(message, language=self._language), lineno=node.lineno)
        return node


class SentenceEnvironment(Environment):
    """Reads templates with the words of a language in them."""

    language = ENGLISH

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template: nodes.Template = _SentenceInserter(self.language).visit(super()._parse(source, name, filename))
        return template


MINUS_SIGN, NO_VALUE, HALF_SIGN = "\u2212", "\u2013", "\u00bd"
TYPED = re.compile(r"`([^`]+)`")
NEGATIVE = re.compile(r"(?<![^\s(:=])-(?=[0-9])")


def sentence(message: str, /, **fields: Any) -> str:
    """The sentence of a message."""
    return say(message, sorted_fields(fields))


def series_name(series: str) -> str:
    """A series as people call it."""
    message = f"web-series/{series}"
    return say(message) if message in sentences() else series


def month_name(month: Month) -> InWords:
    """March 2026, or in the form that a sentence asks for."""
    return InWords(month, "name")


def day_name(day: Any) -> InWords | str:
    """5 March 2026, or what is known of it, or in the form that a sentence asks for."""
    return InWords(day, "long") if isinstance(day, Day | date) else str(day)


def signed_change(number: int | None, nothing: str = "") -> str:
    """A change in whole points: +7, −3, 0."""
    if number is None:
        return nothing
    return f"+{number}" if number > 0 else f"{MINUS_SIGN}{-number}" if number else "0"


def hundredths(number: int | None, sign: bool = False) -> str:
    """Hundredths with a true minus: 0.82, +0.18, −5.20, with the decimal sign of the language."""
    if number is None:
        return ""
    text = say_value(Numeral(decimal(abs(number), HUNDREDTHS)))
    return f"{MINUS_SIGN}{text}" if number < 0 else f"+{text}" if sign else text


def with_minus_signs(text: str) -> str:
    """A text of the law with a true minus before its numbers."""
    return NEGATIVE.sub(MINUS_SIGN, text)


def score_text(half_points: int) -> str:
    """Half points as chess players write them: 4½."""
    whole, half = divmod(half_points, HALF_POINTS)
    return (str(whole) if whole or not half else "") + (HALF_SIGN if half else "")


def reason_name(kind: str, reason: str) -> str:
    """Why something is as it is, in words where the catalogue has them."""
    message = f"web-{kind}/{reason.replace(' ', '-')}"
    return say(message) if message in sentences() else reason.replace("-", " ")


def finding_sentence(found: FoundInReport) -> str:
    """What was found in a report, in a sentence for the public; a question has a sentence of its own where the plain
    one would say too much."""
    message, by_tier = (f"web-finding/{name}" for name in (found.code, f"{found.code}/{found.tier.value}"))
    return say(by_tier if by_tier in sentences() else message)


def advice(remedy: Remedy | None) -> str:
    """The remedy as the sender of a report can carry it out; empty if only an officer can."""
    return advise(remedy, READER_LETTER)


def change_class(number: int | None) -> str:
    """The class of a change: up, down or same."""
    return "" if number is None else "up" if number > 0 else "down" if number < 0 else "same"


def day_span(start: Any, end: Any) -> Markup:
    """The days of an event, none of them broken at the end of a line."""
    days = [Markup('<span class="day">{}</span>').format(written_day(day)) for day in dict.fromkeys((start, end))]
    return Markup(f" {NO_VALUE} ").join(days)


def office_name(reader: Reader) -> str:
    """What the office is called in few words."""
    profile = reader.profile
    return profile.short_name or profile.name or sentence("web-name")


def written_day(value: Any) -> Any:
    """A day as the language writes it; anything else as it is."""
    return say_value(value) if isinstance(value, Day | date) else value


def unbroken(text: str, value: Any) -> Markup:
    """A text in which a day or a month is not broken at the end of a line."""
    written = escape(str(written_day(value)))
    return escape(text).replace(written, Markup('<span class="day">{}</span>').format(written))


def typed(text: str) -> Markup:
    """A text in which what somebody types, between backticks, is set as such."""
    return Markup(TYPED.sub(r"<code>\1</code>", str(escape(text))))


@cache
def templates(language: str) -> Environment:
    """The templates in a language, with what all of them use."""
    environment = SentenceEnvironment(
        loader=PackageLoader("arpad.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False, finalize=written_day,
    )  # fmt: skip
    environment.language = language
    environment.globals.update(
        t=sentence, static=FILE_ADDRESSES, version=__version__, series_name=series_name, reason_name=reason_name,
        finding_sentence=finding_sentence, concept_title=concept_title,
        rulebook_title=lambda book: rulebook_title(book.id, book.title),
        month_name=month_name, day_name=day_name,
        charts=charts, label=label, span=day_span, dict=dict, advice=advice, NOTHING=NO_VALUE,
        mark=Markup(FILE_CONTENT["svg"].decode()),
    )  # fmt: skip
    environment.filters.update(
        signed=signed_change,
        hundredths=hundredths,
        score=score_text,
        direction=change_class,
        month=str,
        minus=with_minus_signs,
        unbroken=unbroken,
        typed=typed,
    )
    environment.filters["opened_fact"] = lambda fact: say(f"opened-fact/{fact}")
    environment.filters["cause_name"] = lambda cause: say(f"cause/{cause}")
    return environment


def render_page(
    request: Request, template: str, *, status: int = 200, headers: dict[str, str] | None = None, language: str = "",
    **given: Any,
) -> Response:  # fmt: skip
    """A page in the language of its address, or in one that is named, such as that of the account of an officer.

    What every page shows (the newest lists, a rehearsal) comes from the reader."""
    reader: Reader = request.app.state.reader
    language = language or spoken()
    common = {"path": request.url.path, "reader": reader, "stamp": reader.stamp, "status": status}
    common |= {"state": lists_name(reader.stamp), "state_day": lists_day(reader.stamp), "language": language}
    profile = reader.profile
    common |= {"profile": profile, "brand": office_name(reader)}
    newest = reader.stamp.newest[0] if reader.stamp.newest else None
    common |= {"origin": getattr(request.app.state, "origin", ""), "shared": newest}
    query = f"?{request.url.query}" if request.url.query else ""
    path = request.url.path
    names = {} if path.startswith(WITHOUT_LANGUAGE) else offered()
    common["languages"] = [(code, name, f"/{code}{path}{query}") for code, name in names.items()]
    with speaking(language):
        text = templates(language).get_template(template).render(**{**common, **given})
    page = with_prefix(text, request.scope.get(PREFIX, ""))
    return HTMLResponse(page, status, {"content-language": language, **(headers or {})})
