"""Fill the sentences of one language with their fields.

What stands between backticks is what somebody types: there a value is written as a program reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from functools import cache
from shlex import quote
from string import Formatter
from typing import Any

from arpad.messages.numeral import Numeral
from arpad.messages.po_file import PluralRule

FIELD_START = "{"  # without one a sentence has no field, and is said as it stands
DAY_FORMS, MONTH_FORMS = ("from", "until", "on", "long"), ("name", "of")
LISTS = ("and", "or")
GROUPED_FROM = 10_000
DOUBLE_STOP = re.compile(r"(?<!\.)\.\.(?!\.)")

Piece = tuple[str, str, str, str, bool]  # literal, field, form, conversion, whether it is typed by somebody
_FORMATTER = Formatter()


@cache
def pieces(sentence: str) -> tuple[Piece, ...]:
    """A sentence taken apart, once."""
    taken, typed = [], False
    for literal, field, form, conversion in _FORMATTER.parse(sentence):
        typed ^= literal.count("`") % 2 == 1
        taken.append((literal, field or "", form or "", conversion or "", typed))
    return tuple(taken)


Names = Callable[[str, Any], "str | None"]  # the sentence of a message, by its name and the value it names


def _no_name(message: str, value: Any) -> str | None:
    return None


class Filler:
    """Fills sentences of a language, by its plural rule and its sentences about formats."""

    def __init__(
        self, rule: PluralRule, formats: Mapping[str, str], english: bool = False, names: Names = _no_name
    ) -> None:
        self._rule, self._formats, self._english, self._names = rule, formats, english, names

    def fill(self, sentence: str, fields: Mapping[str, Any]) -> str:
        """The sentence with its fields."""
        text = "".join(
            literal + self._field(fields, name, form, conversion, typed) if name else literal
            for literal, name, form, conversion, typed in pieces(sentence)
        )
        return text if self._english or ".." not in text else DOUBLE_STOP.sub(".", text)

    def _field(self, fields: Mapping[str, Any], name: str, form: str, conversion: str, typed: bool) -> str:
        value = fields[name] if name in fields else _FORMATTER.get_field(name, (), fields)[0]
        if conversion:
            value = _FORMATTER.convert_field(value, conversion)
        if FIELD_START in form:
            if not value:
                return ""
            form = self.fill(form, fields)
        return self.write(value, form, typed)

    def write(self, value: Any, form: str = "", typed: bool = False) -> str:
        """A value in a form."""
        if form == "flag":
            return str(value).replace("_", "-")
        if form == "shell":
            return quote(str(value))
        if form.startswith("?"):
            return form[1:].replace("*", self.write(value, typed=typed)) if value else ""
        if form.startswith("="):
            return self._named(value, form[1:])
        if form in LISTS:
            return self._joined(value, form)
        if form.startswith(",") and not isinstance(value, int):
            return (form[1:] or ", ").join(self.write(each, typed=typed) for each in value)
        if "|" in form:
            return self._counted(value, form)
        return _plain(value, form) if typed else self._localised(value, form)

    def _named(self, value: Any, family: str) -> str:
        """What a family of messages calls a value, or each of several: FAMILY/VALUE, or FAMILY/* for any other."""
        if isinstance(value, tuple | list):
            return self._joined([self._named(each, family) for each in value], "and")
        if not isinstance(value, str):
            return self.write(value)
        called = self._names(f"{family}/{value}", value)
        return called or self._names(f"{family}/*", value) or value

    def _counted(self, value: Any, form: str) -> str:
        """A number with the form of the word that agrees with it; `~` leaves the number out."""
        alone, words = form.startswith("~"), form.removeprefix("~").split("|")
        count = value.amount if isinstance(value, Numeral) else value
        if isinstance(count, int):
            word = words[self._rule.form_of(abs(count))]
        else:  # a fraction takes a form of its own where the language has one, behind those for whole numbers
            word = words[min(self._rule.forms, len(words) - 1)]
        if alone:
            return word
        grouped = not self._english and isinstance(value, int) and abs(value) >= GROUPED_FROM
        return f"{self.write(value, ',' if grouped else '')} {word}"

    def _joined(self, values: Iterable[Any], how: str) -> str:
        """Several with commas, the last one with the word of the language."""
        *others, last = [self.write(each) for each in values] or [""]
        if not others:
            return last
        return self.fill(self._formats[f"format/{how}"], {"others": ", ".join(others), "last": last})

    def _localised(self, value: Any, form: str) -> str:
        """A number, a day or a month as the language writes it."""
        if type(value) is str:
            return _plain(value, form)
        if isinstance(value, Numeral):
            return value if self._english else value.replace(".", self._formats["format/decimal"])
        if isinstance(value, date) and not isinstance(value, datetime):
            return self._calendar(value, (value.year, value.month, value.day), form)
        if (parts := getattr(value, "parts", None)) is not None:
            return self._calendar(value, parts, form)
        if hasattr(value, "usual"):  # in words, and neither a day nor a month: it would ask here again without end
            return "" if value.value is None else _plain(value.value, "")
        if form == "," and isinstance(value, int) and not self._english:
            return format(value, ",").replace(",", self._formats["format/thousands"])
        return _plain(value, form)

    def _calendar(self, value: Any, parts: tuple[int, int, int], form: str) -> str:
        year, month, day = parts
        form = form or getattr(value, "usual", "")
        if not month or (self._english and not form):
            return str(getattr(value, "value", value))
        formats = self._formats
        names = {"month": formats[f"month/{month}"], "of_month": formats[f"of-month/{month}"]}
        fields = {"y": year, "m": month, "d": day, **names}
        if not day:
            return self.fill(formats[f"format/month/{form}" if form in MONTH_FORMS else "format/month"], fields)
        if form == "long":
            return self.fill(formats["format/day/long"], fields)
        written = self.fill(formats["format/day"], fields)
        return self.fill(formats[f"format/day/{form}"], {"day": written, **fields}) if form in DAY_FORMS else written


def _plain(value: Any, form: str) -> str:
    return str(value) if not form else format(value, form)
