"""Read the start numbers and team numbers that a record points to, and find the ones that point to nobody.

In: records whose numbers stand in columns of their own: teams, byes, board orders, forfeits, national records. Out:
the numbers with their columns, and findings. What the rest of such a record means is not read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from arpad.intake.codes import Notes, shown
from arpad.intake.digits import integer, number_in
from arpad.intake.trf.layout import EVENT_RECORDS, LINKS, TEAM_LINKS, Links
from arpad.model import Record, Report

UNLINKED = frozenset({"", "001", *EVENT_RECORDS})  # records that point to nobody
TEAMS = frozenset({"013", "310"})
NATIONAL = Links(5, 4, 5, "player", 1)


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
    told = [(number, start + 1) for number, start in zip(numbers, starts, strict=True) if number]
    return tuple([number for number, _ in told]), tuple([column for _, column in told])


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
    strange, unread = _to_be_questioned(report, allowed)
    for record in report.sent.of(strange | unread) if strange or unread else ():
        for links in links_of(record.din):
            told = zip(*linked(record.text, links), strict=True) if record.din in strange else ()
            nobody = [(number, column) for number, column in told if number not in allowed[links.of]]
            for number, column in notes.some("unlinked-record", nobody):
                notes.find("unlinked-record", record.line, column, din=record.din, number=number)
            if record.din in unread:
                _tell_unread(record, links, notes)


def _tell_unread(record: Record, links: Links, notes: Notes) -> None:
    """What stands where a number should and is none, and the first thing that stands between two numbers."""
    line, width = record.text, links.width
    fields = [(start, line[start : start + width]) for start in starts_in(line, links)]
    odd = [(start, text) for start, text in fields if not number_in(text) and text.strip() and integer(text) is None]
    for start, text in notes.some("unreadable-number", odd):
        notes.find("unreadable-number/record", record.line, start + 1, din=record.din, text=shown(text.strip()))
    for start in starts_in(record.text, links)[: links.count - 1 if links.count else None]:
        at = start + links.width
        if record.text[at : start + links.step].strip():
            if notes.full("filled-separator"):
                break
            letter = shown(record.text[at])
            notes.find("filled-separator/numbers", record.line, at + 1, din=record.din, letter=letter, at=at + 1)
            break


def _to_be_questioned(report: Report, allowed: Mapping[str, set[int]]) -> tuple[set[str], set[str]]:
    """The names of the records in which a number is nobody's, and in which one is none or has something beside it.

    Those of one name are looked at together, each different field of them once. Whose members a team has is looked at
    in `structure`; here only whether its line has other words than they.
    """
    strange, unread = set(), set()
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for din, line in zip(report.sent.dins, report.sent.texts, strict=True):
        if din not in UNLINKED:
            texts[din].append(line)
    for din, links in [(each, links) for each in texts for links in links_of(each)]:
        same = texts[din]
        first, width, step = links.first - 1, links.width, links.step
        if din in TEAMS:
            members = [team.members for team in report.teams]
            if [tuple(map(number_in, text[first:].split())) for text in same] != members:
                unread.add(din)
            continue
        last = (
            first + links.count * step - 1 if links.count else None
        )  # what stands behind the last field is not looked at
        tails = [text[first:last] for text in same]
        letters = "".join([tail.ljust(-(-len(tail) // step) * step) for tail in tails])
        fields = {letters[at : at + width] for at in range(0, len(letters), step)}
        numbers = set(map(number_in, fields))
        if not numbers <= allowed[links.of]:
            strange.add(din)
        odd = 0 in numbers and any(field.strip(" 0") for field in fields if not number_in(field))
        if odd or letters[width::step].strip():
            unread.add(din)
    return strange, unread
