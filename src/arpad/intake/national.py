"""Write the national rating and number of a player as a record of a report, which has no field for them.

In: a player, and what the file says of them. Out: a line that begins with the federation of the event, as TRF26 has it
for national ratings. No rating of FIDE needs it; a federation that converts the report does.
"""

from __future__ import annotations

from collections.abc import Iterable

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import print_birth
from arpad.intake.persons import HIGHEST_NUMBER, RATING_WIDTH, is_federation
from arpad.model import Player

NAME_WIDTH, NUMBER_WIDTH = 33, 11
NOTHING = ("", "0")

National = tuple[str, str]
"""The national rating and number of a player, as texts; empty or 0 where there is none."""


def national_records(
    federation: str, players: Iterable[Player], values: Iterable[National], notes: Notes
) -> tuple[str, ...]:
    """A record for each player with a national rating or number; none where the event names no federation.

    A text that does not fit its columns is left out, because its front would be another, and it is told."""
    if not is_federation(federation):
        return ()
    records = []
    for player, (rating, number) in zip(players, values, strict=True):
        if (rating in NOTHING and number in NOTHING) or not 0 < player.number <= HIGHEST_NUMBER:
            continue
        rating, number = "" if rating in NOTHING else rating, "" if number in NOTHING else number
        if len(rating) > RATING_WIDTH or len(number) > NUMBER_WIDTH:
            rating = _fitting("national rating", rating, RATING_WIDTH, player, notes)
            number = _fitting("national number", number, NUMBER_WIDTH, player, notes)
        records.append(
            f"{federation} {player.number:>4} {player.sex:1}    {player.name[:NAME_WIDTH]:<{NAME_WIDTH}} {rating:>4}"
            f"     {number:>{NUMBER_WIDTH}} {print_birth(player.born)}".rstrip()
        )
    return tuple(records)


def _fitting(field: str, text: str, room: int, player: Player, notes: Notes) -> str:
    if len(text) <= room:
        return text
    if not notes.full("left-out"):
        place = player.line, 0, player.number
        notes.find("left-out/field", *place, field=field, text=shown(text), letters=len(text), room=room)
    return ""
