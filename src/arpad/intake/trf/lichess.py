"""Read the Swiss reports of Lichess for what they truly say.

Their players are account names, the federation is `Lichess`, and place and arbiter are addresses on the web. A game
that is not finished has the code of a bye (Z) beside its opponent: it is read as a game without a result. Bye codes
without opponent and colour, and reports without ranks, are read by the usual rules.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arpad.intake.codes import Notes
from arpad.intake.trf.layout import CELL_COLUMNS
from arpad.model import NO_RESULT, Cells, EventFacts, Printed

NAME, SITE, ADDRESS = "lichess", "lichess.org", "://"
NOT_FINISHED = ord("Z")


def is_lichess(facts: EventFacts, printed: tuple[Printed, ...]) -> bool:
    """Whether the report says that it is of Lichess."""
    return facts.federation.casefold() == NAME or any(SITE in value.text for value in printed if value.name == "city")


def facts_of_lichess(facts: EventFacts, printed: tuple[Printed, ...], notes: Notes) -> EventFacts:
    """The facts without a federation that is none and arbiters who are addresses; where it was played is told."""
    place = next(value for value in printed if value.name in ("federation", "city") and NAME in value.text.lower())
    notes.find("online-report", place.line, place.column)
    persons = tuple([arbiter for arbiter in facts.arbiters if ADDRESS not in arbiter.name])
    federation = "" if facts.federation.casefold() == NAME else facts.federation
    return replace(facts, federation=federation, arbiters=persons)


def cells_of_lichess(cells: Cells, notes: Notes) -> Cells:
    """The cells with no result for games that are not finished."""
    unfinished = (cells.opponent > 0) & (cells.result == NOT_FINISHED)
    count = int(np.count_nonzero(unfinished))
    if not count:
        return cells
    row, turn = (int(index[0]) for index in np.nonzero(unfinished))
    column = int(cells.column[row, turn]) + CELL_COLUMNS[2].first - 1
    notes.find("unfinished-game-code", int(cells.line[row, turn]), column, count=count)
    return replace(cells, result=np.where(unfinished, NO_RESULT, cells.result).astype(np.uint8))
