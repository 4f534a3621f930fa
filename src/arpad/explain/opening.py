"""Say where the facts of a player's row on an opening list come from: stated, proved, entered, or concluded by choice.

In go the row and the conclusions that were kept with it; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping

from arpad.columns import label
from arpad.days import Month
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.lists.proved_by_k import Conclusion

FACTS = ("games", "highest", "last")


@dataclass(frozen=True)
class OpeningFact:
    """A fact of the row, and where it comes from."""

    fact: str
    value: int
    conclusion: str
    says: Note


@dataclass(frozen=True)
class OpeningRow:
    """What the list with which a series was opened says of a player beyond his rating."""

    list: Month
    facts: tuple[OpeningFact, ...]


def opening_row(list_: Month, row: Mapping[str, int], conclusions: Mapping[str, int]) -> OpeningRow:
    """The facts of a row of the roll, by what was kept of each."""
    return OpeningRow(list_, tuple(_fact(name, row[name], Conclusion(conclusions[name])) for name in FACTS))


def _fact(name: str, value: int, conclusion: Conclusion) -> OpeningFact:
    why, shown = label(conclusion), Month(value) if name == "last" else value
    return OpeningFact(
        name, value, why, Note.of(f"opened-with/{why}", fact=Note.of(f"opened-fact/{name}"), value=shown)
    )
