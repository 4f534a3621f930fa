"""Put problems, findings, steps and remedies into words: the one place where sentences stand.

English is the package `en` beside this file. Its modules have tables: constants that end with SENTENCES give each
sentence its name, constants that end with REMEDIES each remedy by action and reader. Another language is one file,
`po/LANGUAGE.po`, which is read when it is first spoken. What it does not translate, or translates from an English that
has changed since, is said in English. `say` fills a sentence in the language that is spoken (`speaking`); `advise`
says a remedy to whoever reads it: somebody at the command line, or the arbiter who gets a letter. A remedy that says
nothing to a reader is left out there.

In a sentence `{games}` is a field. `{games:game|games}` counts: 1 game, 2 games. `{games:~is|are}` only agrees with a
number. A translation has as many forms as its plural rule, and one more where the number may be a fraction.
`{names:,}` joins several with commas, `{names:, or }` with what stands behind the comma, `{names:and}` and `{names:or}`
as the language does; `{limit:,}` parts the thousands of a number. `{key:flag}` writes a name as the command line does,
with hyphens; `{file:shell}` one as a shell takes it. `{until:?; until *}` is said only where the field has a value,
which stands in the place of the asterisk. `{by:=by-authority}` says the message by-authority/VALUE: a code is said in
the grammatical role that a sentence needs; by-authority/* stands for any other value. Forms of days and months are in
`en/formats.py`. Between backticks every value is written as a program reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from arpad.messages.filling import FIELD_START, Filler
from arpad.messages.numeral import Numeral
from arpad.messages.po_file import PluralRule, read_po

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "ENGLISH", "FIELD_START", "READER_COMMAND_LINE", "READER_LETTER", "READER_PAGE", "Fields", "InWords", "Numeral",
    "Remedy", "advise", "languages", "remedies", "say", "say_value", "sentences", "speak", "speaking", "spoken",
]  # fmt: skip

Fields = tuple[tuple[str, Any], ...]
ENGLISH = "en"
TRANSLATIONS = Path(__file__).with_name("po")
REMEDY = "remedy"  # a translated remedy is named remedy/ACTION/READER
_SPOKEN: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


class Remedy(Protocol):
    """What `advise` asks of a remedy."""

    @property
    def action(self) -> str: ...
    @property
    def fields(self) -> Fields: ...


READER_COMMAND_LINE, READER_LETTER, READER_PAGE = "command", "letter", "page"  # who reads a remedy


# --- the language ---------------------------------------------------------------------------------------------------


def spoken() -> str:
    """The language in which sentences are said now."""
    return _SPOKEN.get()


def speak(language: str) -> None:
    """Say sentences in this language from now on, in this context."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say sentences in this language inside the block."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def languages() -> tuple[str, ...]:
    """The languages that there are: English, and each that has a file."""
    return _languages(TRANSLATIONS)


@cache
def _languages(folder: Path) -> tuple[str, ...]:
    return (ENGLISH, *sorted(path.stem for path in folder.glob("*.po")))


# --- sentences ------------------------------------------------------------------------------------------------------


def say(message: str, fields: Fields = (), language: str = "") -> str:
    """The sentence of a message, filled with its fields; in English where the language does not have it."""
    language = language or _SPOKEN.get()
    sentence = sentences(language).get(message)
    if sentence is None:
        language, sentence = ENGLISH, sentences(ENGLISH)[message]
    return _filler(language).fill(sentence, dict(fields)) if FIELD_START in sentence else sentence


def say_value(value: Any, language: str = "") -> str:
    """A number, a day or a month as the language writes it."""
    return _filler(language or _SPOKEN.get()).write(value)


def advise(remedy: Remedy | None, reader: str = READER_COMMAND_LINE, language: str = "") -> str:
    """A remedy in words for a reader; empty where there is none for them."""
    if remedy is None:
        return ""
    language = language or _SPOKEN.get()
    text = remedies(language).get(remedy.action, {}).get(reader)
    if text is None:
        language, text = ENGLISH, remedies(ENGLISH)[remedy.action].get(reader, "")
    return _filler(language).fill(text, dict(remedy.fields))


def sentences(language: str = ENGLISH) -> Mapping[str, str]:
    """The sentences that a language has, by name."""
    return _catalogue(language).sentences


def remedies(language: str = ENGLISH) -> Mapping[str, Mapping[str, str]]:
    """The remedies that a language has, by action and reader."""
    return _catalogue(language).remedies


class InWords:
    """A day or a month that is written in words, where a sentence does not ask for another form."""

    __slots__ = ("usual", "value")

    def __init__(self, value: Any, usual: str) -> None:
        self.value, self.usual = value, usual

    @property
    def parts(self) -> tuple[int, int, int]:
        """Year, month and day."""
        parts: tuple[int, int, int] | None = getattr(self.value, "parts", None)
        return parts or (self.value.year, self.value.month, self.value.day)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __str__(self) -> str:
        return _filler(_SPOKEN.get()).write(self)


# --- catalogues -----------------------------------------------------------------------------------------------------


class Catalogue(NamedTuple):
    """What a language says, and its plural rule."""

    sentences: Mapping[str, str]
    remedies: Mapping[str, Mapping[str, str]]
    rule: PluralRule


@cache
def _filler(language: str) -> Filler:
    catalogue = _catalogue(language)
    formats = {
        name: text for name, text in _catalogue(ENGLISH).sentences.items() if "month/" in name or "format/" in name
    }
    formats |= {name: catalogue.sentences[name] for name in formats if name in catalogue.sentences}

    def called(message: str, value: Any) -> str | None:
        return say(message, (("value", value),), language) if message in _catalogue(ENGLISH).sentences else None

    return Filler(catalogue.rule, formats, language == ENGLISH, called)


@cache
def _catalogue(language: str) -> Catalogue:
    if language == ENGLISH:
        rule = PluralRule(2, lambda number: int(number != 1))
        return Catalogue(MappingProxyType(_all_tables("SENTENCES")), MappingProxyType(_all_tables("REMEDIES")), rule)
    return _translated(TRANSLATIONS / f"{language}.po")


def _translated(path: Path) -> Catalogue:
    """What a file translates of today's English."""
    english = _catalogue(ENGLISH)
    rule, entries = read_po(path.read_text("utf-8"))
    texts: dict[str, str] = {}
    by_reader: dict[str, dict[str, str]] = {}
    for name, source, text in entries:
        if english.sentences.get(name) == source:
            texts[name] = text
        elif name.startswith(f"{REMEDY}/"):
            action, _, reader = name.removeprefix(f"{REMEDY}/").rpartition("/")
            if english.remedies.get(action, {}).get(reader) == source:
                by_reader.setdefault(action, {})[reader] = text
    return Catalogue(MappingProxyType(texts), MappingProxyType(by_reader), rule)


def _all_tables(table: str) -> dict[str, Any]:
    """All English tables whose constant ends with this word. A name that stands twice is a `KeyError`."""
    package = import_module("arpad.messages.en")
    gathered: dict[str, Any] = {}
    for module in iter_modules(package.__path__):
        for constant, texts in vars(import_module(f"{package.__name__}.{module.name}")).items():
            for name, text in texts.items() if constant.endswith(table) else ():
                if name in gathered:
                    raise KeyError(f"{name} stands twice in {table}")
                gathered[name] = text
    return gathered
