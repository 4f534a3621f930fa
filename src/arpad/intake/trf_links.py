"""Read the start numbers and team numbers that a record points to, and find the ones that point to nobody.

In: records whose numbers stand in columns of their own: teams, byes, board orders, forfeits, national records. Out:
the numbers with their columns, and findings. A number at the right of its columns, as nearly all are, is looked up; any
other is read letter by letter. What the rest of such a record means is not read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from arpad.intake.codes import Notes
from arpad.intake.digits import NUMBER_OF, integer
from arpad.intake.trf_layout import EVENT_RECORDS, LINKS, Links
from arpad.model import Record, Report

UNLINKED = frozenset({"", "001", "013", "310", *EVENT_RECORDS})  # records that point to nobody, or are teams
NATIONAL = Links(5, 4, 5, "player", 1)


def linked(record: Record, links: Links) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers that a record points to, and the columns they stand in; zeros and blanks point to nobody."""
    short = _at_once(record.text, links)
    if short is not None:
        return short
    numbers, columns = [], []
    for first in _starts(record.text, links):
        number = integer(record.text[first : first + links.width])
        if number:
            numbers.append(number)
            columns.append(first + 1)
    return tuple(numbers), tuple(columns)


def _starts(text: str, links: Links) -> range:
    """Where in a text the fields start, counted from 0."""
    end = links.first - 1 + links.count * links.step
    return range(links.first - 1, min(end, len(text)) if links.count else len(text), links.step)


def _at_once(text: str, links: Links) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """What `linked` gives where every field holds a number at its right; None where one must be looked at closely."""
    starts, width = _starts(text, links), links.width
    try:
        numbers = tuple([NUMBER_OF[text[first : first + width]] for first in starts])
    except KeyError:
        return None
    return None if 0 in numbers else (numbers, tuple(range(links.first, starts.stop + 1, links.step)))


@lru_cache(256)
def links_of(din: str) -> Links | None:
    """Where the records of a name have their numbers; a federation's own records start with a player's."""
    national = len(din) == 3 and din.isalpha() and din[:2] not in ("XX", "BB")
    return LINKS.get(din) or (NATIONAL if national else None)


def check_links(report: Report, notes: Notes) -> None:
    """Records that point to a player or a team that the report does not have."""
    linking = [record for record in report.records if record.din not in UNLINKED]
    if not linking:
        return
    players = {player.number for player in report.players}
    teams = {team.number for team in report.teams if team.number} or set(range(1, len(report.teams) + 1))
    allowed = {"player": players, "team": teams, "either": players | teams}
    strange = _with_strangers(linking, allowed)
    for record in linking if strange else ():
        links = links_of(record.din)
        if links is None or record.din not in strange:
            continue
        for number, column in zip(*linked(record, links), strict=True):
            if number not in allowed[links.of]:
                sentence = f"Record {record.din} names {number}; the report has nobody with that number."
                notes.add("unlinked-record", sentence, record.line, column)


def _with_strangers(linking: Iterable[Record], allowed: Mapping[str, set[int]]) -> set[str]:
    """The names of the records that point to nobody: those of one name together, each different field of them once."""
    strange = set()
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for record in linking:
        texts[record.din].append(record.text)
    for din, same in texts.items():
        links = links_of(din)
        if links is None:
            continue
        first, width, step = links.first - 1, links.width, links.step
        if links.count:
            same = [text[: first + links.count * step] for text in same]
        fields = {text[at : at + width] for text in same for at in range(first, len(text), step)}
        numbers = {NUMBER_OF[each] if each in NUMBER_OF else integer(each) or 0 for each in fields}
        if not numbers <= allowed[links.of] | {0}:
            strange.add(din)
    return strange
