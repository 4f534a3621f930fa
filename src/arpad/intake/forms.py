"""Register the forms of files: which are read, by which reader and what they carry, and which are only named.

A form that is read is a line of `READ`: its reader is loaded when a file of it comes. Whoever adds a form writes a
module with `(data, notes, file, limits, encoding) -> Report`, and a line here. It is recognised by a line in the table
of `signatures` or, where only its lines tell, by a question in `recognise`. What a report needs for a rating and a form
has no place for is what it *lacks*.

A form that is only named has a line in `NAMED`: what the sender can do instead. Its name stands in the messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib import import_module
from types import MappingProxyType
from typing import Any

from arpad.finding import Remedy
from arpad.frozen import dataclass
from arpad.messages import advise, say


class Carried(StrEnum):
    """What a report can carry, and a rating needs."""

    NAMES = "names"
    FIDE_NUMBERS = "fide-numbers"
    BIRTHS = "births"
    SEXES = "sexes"
    FEDERATIONS = "federations"
    TITLES = "titles"
    RATINGS = "ratings"
    ROUNDS = "rounds"
    COLOURS = "colours"
    RESULTS = "results"
    FORFEITS = "forfeits"
    BYES = "byes"
    POINTS = "points"
    TEAMS = "teams"
    EVENT_NAME = "event-name"
    EVENT_FEDERATION = "event-federation"
    EVENT_DAYS = "event-days"
    ROUND_DAYS = "round-days"
    SYSTEM = "system"
    TIME_CONTROL = "time-control"
    ARBITERS = "arbiters"


@dataclass(frozen=True, slots=True)
class Form:
    """A form of file that is read."""

    name: str
    suffixes: tuple[str, ...]
    reader: str  # `module:function`
    carries: frozenset[Carried]
    remedies: str = ""  # nothing, or the kind of file whose own remedies are given, as `remedies_in` knows it
    binary: bool = False  # no lines of text: it has no line that could be shown
    compared: bool = False  # nothing in the file proves it: its cross table is printed, for somebody to compare

    @property
    def lacks(self) -> tuple[Carried, ...]:
        """What the form has no place for."""
        return tuple(carried for carried in Carried if carried not in self.carries)


EVERYTHING = frozenset(Carried)
_OF_A_TABLE = EVERYTHING - {
    Carried.TEAMS, Carried.EVENT_FEDERATION, Carried.SYSTEM, Carried.TIME_CONTROL, Carried.ARBITERS,
}  # fmt: skip
_OF_PGN = frozenset({
    Carried.NAMES, Carried.FIDE_NUMBERS, Carried.TITLES, Carried.RATINGS, Carried.ROUNDS, Carried.COLOURS,
    Carried.RESULTS, Carried.FORFEITS, Carried.EVENT_NAME, Carried.EVENT_DAYS, Carried.ROUND_DAYS,
    Carried.TIME_CONTROL,
})  # fmt: skip
_OF_VEGA_PGN = (_OF_PGN | {Carried.EVENT_FEDERATION}) - {Carried.TITLES, Carried.FORFEITS, Carried.TIME_CONTROL}

READ: tuple[Form, ...] = (
    Form("trf", (".trf", ".trfx", ".tab", ".rtg", ".txt"), "arpad.intake.trf.reader:read_lines", EVERYTHING),
    Form("csv", (".csv",), "arpad.intake.tables.games:read_csv_table", _OF_A_TABLE, "table"),
    Form("xlsx", (".xlsx", ".xlsm"), "arpad.intake.tables.games:read_workbook", _OF_A_TABLE, "table", binary=True),
    Form("pgn", (".pgn",), "arpad.intake.pgn.reader:read_pgn", _OF_PGN, "pgn"),
    Form("tdf", (".tdf",), "arpad.intake.tdf:read_tdf", EVERYTHING - {Carried.TEAMS}, "tdf"),
    Form("vega-pgn", (".pgn",), "arpad.intake.pgn.vega:read_vega_pgn", _OF_VEGA_PGN, "pgn"),
    Form(
        "swiss-manager", (".tunx", ".turx", ".tumx", ".tutx"), "arpad.intake.swiss_manager.reader:read_tournament",
        EVERYTHING - {Carried.POINTS}, "swiss-manager", binary=True, compared=True,
    ),
    Form("chess-results", (".xml",), "arpad.intake.chess_results.reader:read_upload", EVERYTHING, "chess-results"),
)  # fmt: skip
FORM: Mapping[str, Form] = MappingProxyType({form.name: form for form in READ})

EXPORT, UNPACK, DECRYPT, GAMES = "export", "unpack", "decrypt", "games"
NAMED: Mapping[str, str] = MappingProxyType({
    # of pairing programs
    "papi": EXPORT,
    "swiss-perfect": EXPORT,
    "uscf": EXPORT,
    "vega": EXPORT,
    "swiss-manager-old": EXPORT,
    "ecf": EXPORT,
    "lichess": GAMES,
    # of other programs
    "access": EXPORT,
    "dbf": EXPORT,
    "pdf": EXPORT,
    "image": EXPORT,
    "document": EXPORT,
    "program": EXPORT,
    "sqlite": EXPORT,
    "xml": EXPORT,
    "json": EXPORT,
    "zip": UNPACK,
    "archive": UNPACK,
    "encrypted": DECRYPT,
})  # fmt: skip
"""The forms that are only named, and what the sender can do."""

WORKBOOKS = ("xls", "ods", "spreadsheet-xml", "html")  # what is sent in the place of a workbook
LIST = "list"
SUFFIXES = tuple(dict.fromkeys(suffix for form in READ for suffix in form.suffixes))
"""The names under which a directory is searched for reports."""


def is_compared(name: str) -> bool:
    """Whether the cross table of a report of this form is printed, for somebody to compare."""
    return name in FORM and FORM[name].compared


def loaded(function: str) -> Callable[..., Any]:
    """The function that `module:function` names."""
    module, _, name = function.partition(":")
    loaded: Callable[..., Any] = getattr(import_module(module), name)
    return loaded


@dataclass(frozen=True, slots=True)
class FormShown:
    """A form as the command line shows it."""

    name: str
    what: str
    suffixes: tuple[str, ...]
    read: bool
    lacks: tuple[str, ...]  # of what a rating needs; empty where the form is not read
    advice: str  # what to do with a file that is not read


def forms_shown() -> tuple[FormShown, ...]:
    """Every form, those that are read first."""
    read = [
        FormShown(form.name, say(f"form/{form.name}"), form.suffixes, True, tuple(map(str, form.lacks)), "")
        for form in READ
    ]
    named = [
        FormShown(name, say(f"form/{name}"), (), False, (), advise(Remedy(action)))
        for name, action in (
            (LIST, "rating-list-sent"),
            *((name, "unreadable-workbook") for name in WORKBOOKS),
            *((name, f"foreign-file/{action}") for name, action in NAMED.items()),
        )
    ]
    return (*read, *named)
