"""Find what contradicts itself inside one value of a rulebook, though each key of it is in its range."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from arpad.finding import Note
from arpad.law.rules.admission import ByGame, ByTournament, DoubleField, SmallField, Window
from arpad.law.rules.coefficient import Coefficient


def flaws_of(value: Any) -> Iterator[Note]:
    """What contradicts itself in the value of a concept; nothing in most."""
    match value:
        case Coefficient():
            yield from value.flaws()
        case Window():
            both = value.above_included and value.up_to_included
            if value.above > value.up_to or (value.above == value.up_to and not both):
                yield Note.of("flaw/window", above=value.above, up_to=value.up_to)
        case ByTournament() | ByGame():
            for stronger, weaker in pairwise(value.classes):
                if stronger.rating <= weaker.rating:
                    yield Note.of("flaw/time-classes", rating=weaker.rating)
        case SmallField():
            if value.rated >= value.fewer_than:
                yield Note.of("flaw/rated-of-field", rated=value.rated, players=value.fewer_than - 1)
        case DoubleField():
            if value.rated > value.players:
                yield Note.of("flaw/rated-of-field", rated=value.rated, players=value.players)
