"""Read the game files that Vega writes, one for each round or joined: every game without its moves.

Vega writes ` * ` below the tags whatever the result is. So the tag alone says how a game ended, and a game without
moves is no forfeit. A player without an opponent has a game against BYE, and the file does not say what it was worth.
A game between two persons with the result `*` was a forfeit or is not finished, which Vega does not tell apart.

A file with moves is read as any other game file.
"""

from __future__ import annotations

from dataclasses import replace

from arpad.intake.codes import Notes
from arpad.intake.decode import LIMITS, Limits, decode
from arpad.intake.entries import Roster, result_pair
from arpad.intake.persons import is_federation
from arpad.intake.pgn.reader import NONE, PLAYERS, Game, games, report_of
from arpad.intake.structure import is_phantom
from arpad.intake.trf.reader import nothing
from arpad.model import Report

FORM = "vega-pgn"
NO_RESULT = (" ", " ")
NOBODY = "BYE"


def read_vega_pgn(data: bytes, notes: Notes, file: str, limits: Limits = LIMITS, encoding: str = "") -> Report:
    """The report that the tags of Vega's games make."""
    text = decode(data, notes, limits, encoding)
    if text is None:
        return nothing(file)
    found = games(text.lines, notes)
    if any(game.worded for game in found):
        return report_of(text, found, Roster(notes, limits), file)
    report = report_of(text, [with_bye(game) for game in found], Roster(notes, limits), file, FORM)
    without_result = [game for game in found if is_open(game)]
    if without_result:
        line = without_result[0].tags["Result"][1]
        notes.find("forfeit-or-unfinished", line, len("Result") + 4, count=len(without_result))
    return with_place(report)


def with_bye(game: Game) -> Game:
    """The game with BYE for the dash that may stand for an opponent."""
    for side in PLAYERS:
        name, line = game.tags.get(side, NONE)
        if name == "-":
            game.tags[side] = NOBODY, line
    return game


def is_open(game: Game) -> bool:
    """Whether two persons were paired and no result stands there."""
    persons = all(game.tags.get(side, NONE)[0] and not is_phantom(game.tags[side][0]) for side in PLAYERS)
    return persons and "Result" in game.tags and result_pair(game.tags["Result"][0]) == NO_RESULT


def with_place(report: Report) -> Report:
    """The report with the federation that Vega writes behind the town."""
    site = report.as_printed("city")
    town, _, code = site.text.rpartition(" ") if site else ("", "", "")
    if site is None or not is_federation(code) or not code.isupper():
        return report
    city = site._replace(text=town.strip())
    printed = tuple(city if each is site else each for each in report.printed)
    return replace(report, facts=replace(report.facts, federation=code), printed=printed)
