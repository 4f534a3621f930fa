"""Put problems, findings, steps and remedies into words: the one place where sentences stand.

A language is a package beside this file, `en`. Its modules have tables: constants that end with SENTENCES give each
sentence its name, constants that end with REMEDIES each remedy by action and reader. `say` fills a sentence; `advise`
says a remedy to whoever reads it: somebody at the command line, or the arbiter who gets a letter. A remedy that says
nothing to a reader is left out there.

In a sentence `{games}` is a field. `{games:game|games}` counts: 1 game, 2 games. `{games:~is|are}` only agrees with a
number. `{names:,}` joins several with commas, `{names:, or }` with what stands behind the comma; `{limit:,}` parts
the thousands of a number. `{key:flag}` writes a name as the command line does, with hyphens; `{file:shell}` one as
a shell takes it. `{until:?; until *}` is said only where the field has a value, which stands in the place of the
asterisk.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from shlex import quote
from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

Fields = tuple[tuple[str, Any], ...]


class Remedy(Protocol):
    """What `advise` asks of a remedy."""

    @property
    def action(self) -> str: ...
    @property
    def fields(self) -> Fields: ...


READER_COMMAND_LINE, READER_LETTER = "command", "letter"  # who reads a remedy


class _FieldFormatter(Formatter):
    """How the fields of a sentence are written. Each sentence is taken apart once."""

    def parse(self, format_string: Any) -> Any:
        return _parsed_sentence(format_string)

    def format_field(self, value: Any, form: str) -> str:
        if form == "flag":
            return str(value).replace("_", "-")
        if form == "shell":
            return quote(str(value))
        if form.startswith("?"):
            return form[1:].replace("*", str(value)) if value else ""
        if form.startswith(",") and not isinstance(value, int):
            return (form[1:] or ", ").join(str(each) for each in value)
        if "|" in form:
            word = form.removeprefix("~").split("|")[value != 1]
            return word if form.startswith("~") else f"{value} {word}"
        return format(value, form)


@cache
def _parsed_sentence(sentence: str) -> tuple[Any, ...]:
    return tuple(Formatter().parse(sentence))


_FORMATTER = _FieldFormatter()
FIELD_START = "{"  # without one a sentence has no field, and is said as it stands


def say(message: str, fields: Fields = (), language: str = "en") -> str:
    """The sentence of a message, filled with its fields."""
    sentence = sentences(language)[message]
    return _FORMATTER.vformat(sentence, (), dict(fields)) if FIELD_START in sentence else sentence


def advise(remedy: Remedy | None, reader: str = READER_COMMAND_LINE, language: str = "en") -> str:
    """A remedy in words for a reader; empty where there is none for him."""
    if remedy is None:
        return ""
    return _FORMATTER.vformat(remedies(language)[remedy.action].get(reader, ""), (), dict(remedy.fields))


@cache
def sentences(language: str = "en") -> Mapping[str, str]:
    """All sentences of a language, by name."""
    return MappingProxyType(_all_tables(language, "SENTENCES"))


@cache
def remedies(language: str = "en") -> Mapping[str, Mapping[str, str]]:
    """All remedies of a language, by action and reader."""
    return MappingProxyType(_all_tables(language, "REMEDIES"))


def _all_tables(language: str, table: str) -> dict[str, Any]:
    """All tables of a language whose constant ends with this word. A name that stands twice is a `KeyError`."""
    package = import_module(f"arpad.messages.{language}")
    gathered: dict[str, Any] = {}
    for module in iter_modules(package.__path__):
        for constant, texts in vars(import_module(f"{package.__name__}.{module.name}")).items():
            for name, text in texts.items() if constant.endswith(table) else ():
                if name in gathered:
                    raise KeyError(f"{language}: {name} stands twice in {table}")
                gathered[name] = text
    return gathered
