"""Read the start numbers and team numbers that a record points to, and find the ones that point to nobody.

In: records whose numbers stand in columns of their own: teams, byes, board orders, forfeits, national records. Out:
the numbers with their columns, and findings. What the rest of such a record means is not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from arpad.intake.codes import Notes, shown
from arpad.intake.digits import BLANK, ZERO, integer, number_in
from arpad.intake.trf.layout import EVENT_RECORDS, LINKS, TEAM_LINKS, WIDE_MEMBERS, Links
from arpad.model import Report, ReportLine

UNLINKED = frozenset({"", "001", *EVENT_RECORDS})  # records that point to nobody
TEAMS = frozenset({"013", "310"})
NATIONAL = Links(5, 4, 5, "player", 1)
MEMBERS = "013"
SPACE = re.compile(r"[^\S ]")  # other than blanks


def starts_in(text: str, links: Links) -> range:
    """Where in a text the fields start, counted from 0."""
    first = links.first - 1
    if not links.count:
        return range(first, len(text), links.step)
    return range(first, min(first + links.count * links.step, len(text)), links.step)


def linked(text: str, links: Links) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers that a record points to, and the columns they stand in; zeros and blanks point to nobody."""
    width, starts = links.width, starts_in(text, links)
    numbers = tuple([number_in(text[start : start + width]) for start in starts])
    if all(numbers):
        return numbers, tuple(range(links.first, starts.stop + 1, links.step))
    named = [(number, start + 1) for number, start in zip(numbers, starts, strict=True) if number]
    return tuple([number for number, _ in named]), tuple([column for _, column in named])


def member_links(texts: Sequence[str]) -> Links:
    """Where all records 013 of a report have their members: as specified, or in wide columns where those hold every
    number whole, all of them at the left or all at the right of their column, and the specified ones do not."""
    specified = LINKS[MEMBERS]
    if _offsets(texts, specified) is not None:
        return specified
    offsets = _offsets(texts, WIDE_MEMBERS)
    aligned = offsets and (len({first for first, _ in offsets}) == 1 or len({last for _, last in offsets}) == 1)
    return WIDE_MEMBERS if aligned else specified


def _offsets(texts: Sequence[str], links: Links) -> set[tuple[int, int]] | None:
    """Where in their fields the words behind the names of the teams start and end; None where one is no number, or
    does not have a field for itself."""
    first, step, width = links.first - 1, links.step, links.width
    fields = [SPACE.sub(" ", text[first:]) for text in texts]
    padded = [text.ljust((len(text) // step + 2) * step) for text in fields]  # no word goes on in the next record
    letters = np.frombuffer("".join(padded).encode("ascii", "replace"), np.uint8)
    there = letters != BLANK
    if (letters[there] - np.uint8(ZERO) > 9).any():  # wraps: what stands below the digits becomes large
        return None
    edges = np.flatnonzero(np.diff(there, prepend=False))
    starts, lengths = edges[::2], edges[1::2] - edges[::2]
    offsets = starts % step
    if (offsets + lengths > width).any() or (np.diff(starts // step) == 0).any():
        return None
    return {*zip(offsets.tolist(), (offsets + lengths).tolist(), strict=True)}


@lru_cache(256)
def links_of(din: str) -> tuple[Links, ...]:
    """Where the records of a name have their numbers; a federation's own records start with a player's."""
    if din in LINKS:
        return (TEAM_LINKS[din], LINKS[din]) if din in TEAM_LINKS else (LINKS[din],)
    national = len(din) == 3 and din.isalpha() and din[:2] not in ("XX", "BB")
    return (NATIONAL,) if national else ()


def check_links(report: Report, notes: Notes) -> None:
    """Records that point to a player or a team that the report does not have, or whose numbers cannot be read."""
    if UNLINKED.issuperset(report.sent.dins):
        return
    players = {0, *[player.number for player in report.players]}  # 0 is nobody, and may stand anywhere
    teams = {0, *([team.number for team in report.teams if team.number] or range(1, len(report.teams) + 1))}
    allowed = {"player": players, "team": teams, "either": players | teams}
    records = report.sent.of({din for din in report.sent.dins if din not in UNLINKED})
    wide = (member_links([record.text for record in records if record.din == MEMBERS]),)
    for record in records:
        for links in wide if record.din == MEMBERS else links_of(record.din):
            numbers, columns = linked(record.text, links)
            if record.din not in TEAMS:  # whose members a team has is looked at in `structure`
                pairs = zip(numbers, columns, strict=True)
                nobody = [(number, column) for number, column in pairs if number not in allowed[links.of]]
                for number, column in notes.some("unlinked-record", nobody):
                    notes.find("unlinked-record", record.line, column, din=record.din, number=number)
            if len(numbers) < len(starts_in(record.text, links)):
                _tell_unread(record, links, notes)
            _tell_filled(record, links, notes)


def _tell_unread(record: ReportLine, links: Links, notes: Notes) -> None:
    """What stands where a number should and is none."""
    fields = [(start, record.text[start : start + links.width]) for start in starts_in(record.text, links)]
    odd = [(start, text) for start, text in fields if not number_in(text) and text.strip() and integer(text) is None]
    for start, text in notes.some("unreadable-number", odd):
        notes.find("unreadable-number/record", record.line, start + 1, din=record.din, text=shown(text.strip()))


def _tell_filled(record: ReportLine, links: Links, notes: Notes) -> None:
    """The first thing that stands between two numbers; what stands behind the last field is not looked at."""
    if links.width == links.step:
        return
    first = links.first - 1
    last = first + (links.count - 1) * links.step if links.count else None
    between = record.text[first + links.width : last : links.step]
    if between.strip() and not notes.full("filled-separator"):
        place = next(place for place, letter in enumerate(between) if letter.strip())
        at, letter = links.first + links.width + place * links.step, shown(between[place])
        notes.find("filled-separator/numbers", record.line, at, din=record.din, letter=letter, at=at)
