"""The sentences of admission: what is wrong, and what helps. Named, with fields, so that they can be said otherwise.

A message belongs to a concept; checks name it and give the fields. Translations put another table beside this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from arpad.admission.messages_event import OF_THE_EVENT
from arpad.admission.messages_games import OF_GAMES_AND_PLAYERS
from arpad.finding import Finding, Place, Tier

MESSAGES: Mapping[str, tuple[str, str]] = MappingProxyType({**OF_THE_EVENT, **OF_GAMES_AND_PLAYERS})
OVERRIDDEN = "{sentence} Overridden by {who}: {reason}."


def told(
    key: str,
    tier: Tier,
    place: Place,
    articles: tuple[str, ...] = (),
    player: int | None = None,
    turn: int | None = None,
    /,
    **given: Any,
) -> Finding:
    """A finding that says a sentence of this table, filled with what is given."""
    sentence, remedy = MESSAGES[key]
    fields = {name: str(value) for name, value in given.items()}
    code = key.split("/")[0]
    filled = (sentence.format(**fields), remedy.format(**fields))
    return Finding(code, tier, place, *filled, articles, player, turn, key, tuple(sorted(fields.items())))
