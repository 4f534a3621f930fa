"""Decide whether a report holds together: numbers, ids, titles, counts, days and teams.

In: a report. Out: findings, all of them at once. The cells are judged in `crosstable`, the points in `points`, the
records that point to a player in `trf.links`; the regulation by nobody here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import numpy as np
import numpy.typing as npt

from arpad.intake.codes import Notes, shown
from arpad.intake.crosstable import check_cells
from arpad.intake.digits import integer
from arpad.intake.points import check_points
from arpad.intake.trf.layout import PHANTOM_NAMES, ROUNDS, TITLES, cell_column
from arpad.intake.trf.links import check_links
from arpad.model import NO_RESULT, Player, Printed, Report

WOMEN = frozenset(title for title in TITLES if title.startswith("W"))
NOTHING: tuple[str, set[int]] = ("", set())
PHANTOM_INITIALS = frozenset(" .,-") | {name[0] for name in PHANTOM_NAMES}
LONGEST_GAP = 20  # missing numbers that are told by name


def check(report: Report, notes: Notes) -> None:
    """Every structural finding about a report that could be read."""
    numbers = [player.number for player in report.players]
    if numbers != list(range(1, len(numbers) + 1)):
        _numbers(report, notes)
    _people(report, notes)
    doubts = check_cells(report, numbers, notes)
    check_points(report, notes, doubts)
    _counts(report, notes, doubts.cut)
    _days(report, notes)
    _teams(report, notes)
    check_links(report, notes)


def phantoms(players: Iterable[Player]) -> frozenset[int]:
    """The start numbers of those whose name says that nobody sits there."""
    return frozenset([player.number for player in players if is_phantom(player.name)])


def is_phantom(name: str) -> bool:
    """Whether a name says that nobody sits there."""
    return name[:1].casefold() in PHANTOM_INITIALS and len(name) < 16 and name.strip(" .,-").casefold() in PHANTOM_NAMES


def _who(player: Player) -> str:
    return f"{player.number} {shown(player.name)}".rstrip()


def _numbers(report: Report, notes: Notes) -> None:
    """Start numbers that are missing, or not of one player alone."""
    first: dict[int, Player] = {}
    for player in report.players:
        if not player.number:
            continue
        if player.number in first:
            place, before = (player.line, player.column("number"), player.number), first[player.number].line
            notes.find("duplicate-start-number", *place, number=player.number, other_line=before)
        first.setdefault(player.number, player)
    if not first or notes.has("unreadable-start-number"):
        return
    highest = max(first)
    missing = highest - len(first)
    if missing > len(notes.lines("duplicate-start-number")) + len(notes.lines("nearly-a-player")):
        gone = list(islice((number for number in range(1, highest) if number not in first), LONGEST_GAP))
        after = next(first[number] for number in range(gone[0] + 1, highest + 1) if number in first)
        column, more = after.column("number"), missing - len(gone)
        if more:
            notes.find("start-number-gap/more", after.line, column, missing=missing, numbers=tuple(gone), more=more)
        else:
            notes.find("start-number-gap", after.line, column, missing=missing, numbers=tuple(gone))


def _people(report: Report, notes: Notes) -> None:
    """Ids, sex and title, and players who are none."""
    ids = {player.id for player in report.players}
    ladies = not WOMEN.isdisjoint([player.title for player in report.players])
    if len(ids) == len(report.players) and 0 not in ids and not report.phantoms and not ladies:
        return
    owner: dict[int, Player] = {}
    without: list[Player] = []
    questioned_lines = notes.lines("unreadable-id") | notes.lines("misaligned-columns")
    highest = report.cells.opponent.max(axis=1, initial=0).tolist()  # of each player's opponents
    shared = len(ids - {0}) < len([player for player in report.players if player.id])
    questioned = [
        (row, player) for row, player in enumerate(report.players)
        if not player.id or shared or player.title in WOMEN or player.number in report.phantoms
    ]  # fmt: skip
    for row, player in questioned:
        if player.number in report.phantoms:
            notes.find("phantom-player", player.line, player.column("name"), player.number, who=_who(player))
            continue
        if player.title in WOMEN and player.sex == "m":
            place = player.line, player.column("sex"), player.number
            notes.find("sex-title", *place, who=_who(player), title=player.title)
        if player.id:
            if player.id in owner:
                first = owner[player.id]
                place, who, other = (player.line, player.column("id"), player.number), _who(player), _who(first)
                notes.find("duplicate-id", *place, who=who, id=player.id, other=other, other_line=first.line)
            owner.setdefault(player.id, player)
        elif highest[row] > 0 and player.line not in questioned_lines:
            without.append(player)
    if without and len(without) == len(report.players) - len(report.phantoms):
        first = without[0]
        notes.find("missing-id/all", first.line, first.column("id"), players=len(without))
    else:
        for player in without:
            notes.find("missing-id", player.line, player.column("id"), player.number, who=_who(player))


def _counts(report: Report, notes: Notes, cut: bool) -> None:
    """Counts that the report announces and does not have; not where it is told why."""
    gone = report.phantoms
    people = [player for player in report.players if player.number not in gone] if gone else report.players
    counted = {  # a code, and what there is
        "players": ("player-count", {len(report.players), len(people)}),
        "rated": ("rated-count", {len([player for player in people if player.rating])}),
        "teams": ("team-count", {len(report.teams)}),
    }
    for printed in report.printed:
        if not counted:
            break
        code, counts = counted.pop(printed.name, NOTHING)  # the first of each
        if not code or not printed.text:
            continue
        numbers = _counted(printed)
        if not numbers:
            which = f"unreadable-number/{printed.name}"
            notes.find(which, printed.line, printed.column, text=shown(printed.text))
        elif not counts & numbers and not _is_explained(code, report, min(numbers) - min(counts), cut, notes):
            notes.find(code, printed.line, printed.column, announced=shown(printed.text), count=min(counts))
    announced = report.rounds_announced
    if announced is not None and 0 < report.cells.rounds < announced:
        line = next((line for line, din in enumerate(report.sent.dins, 1) if din in ROUNDS), 0)
        notes.find("round-count/fewer", line, announced=announced, rounds=report.cells.rounds)
    elif 0 < (played := _rounds_with_games(report)) < report.cells.rounds and (
        announced is None or announced >= report.cells.rounds
    ):
        notes.find("round-count/byes", rounds=played, last=report.cells.rounds)
    elif announced is not None and report.cells.rounds > announced and _rounds_with_cells(report) > announced:
        row, turn = (int(index[0]) for index in _used(report)[:, announced:].nonzero())
        player, turn = report.players[row], announced + turn
        place = player.line, int(report.cells.column[row, turn]), player.number
        notes.find("round-count", *place, announced=announced, who=_who(player))


def _is_explained(code: str, report: Report, more: int, cut: bool, notes: Notes) -> bool:
    """Whether another finding says why so many more are announced than there are."""
    if code == "team-count":
        return False
    lost = len(notes.lines("nearly-a-player"))
    gap = max((player.number for player in report.players), default=0) - len(report.players)
    if cut or (lost and 0 < more <= lost) or (notes.has("start-number-gap") and 0 < more <= gap):
        return True
    unread = len(notes.lines("unreadable-rating")) + len(report.phantoms)
    return code == "rated-count" and 0 < more <= unread


def _counted(printed: Printed) -> set[int]:
    """The number a count record gives; `129 (88)` gives registered and playing, and either may be meant."""
    words = printed.text.replace("(", " ").replace(")", " ").split()
    numbers = {number for number in (integer(word) for word in words) if number is not None}
    return numbers if len(numbers) == len(set(words)) else set()


def _used(report: Report) -> npt.NDArray[np.bool_]:
    """The cells in which something stands."""
    used: npt.NDArray[np.bool_] = (report.cells.opponent != 0) | (report.cells.result != NO_RESULT)
    return used


def _rounds_with_games(report: Report) -> int:
    """The last round in which anybody has an opponent."""
    columns = np.nonzero((report.cells.opponent != 0).any(axis=0))[0]
    return int(columns[-1]) + 1 if len(columns) else 0


def _rounds_with_cells(report: Report) -> int:
    columns = np.nonzero(_used(report).any(axis=0))[0]
    return int(columns[-1]) + 1 if len(columns) else 0


def _days(report: Report, notes: Notes) -> None:
    start, end = report.facts.start, report.facts.end
    if start and end and start > end and (printed := report.as_printed("end")):
        notes.find("start-after-end", printed.line, printed.column, start=start, end=end)
        return
    before = None
    for turn, day in enumerate(report.round_dates, 1):
        if day is None:
            continue
        if (start and day < start) or (end and day > end):
            which = "round-outside-event" + ("" if start and end else "/open-start" if end else "/open-end")
            notes.find(which, *_dated(report, turn), round=turn, turn=turn, day=day, start=start, end=end)
        elif before and day < before:
            place = _dated(report, turn)
            notes.find("rounds-out-of-order", *place, round=turn, turn=turn, day=day, before=turn - 1)
        before = day
    dated = len(report.round_dates)
    if 0 < dated < report.cells.rounds and (rounds := _rounds_with_games(report)) > dated:
        line = report.sent.dins.index("132") + 1 if "132" in report.sent.dins else 0
        notes.find("round-dates/few", line, dates=dated, rounds=rounds)
    elif report.rounds_announced is None and 0 < report.cells.rounds < dated:
        rounds = report.cells.rounds
        notes.find("round-dates/many", *_dated(report, rounds + 1), dates=dated, rounds=rounds)


def _dated(report: Report, turn: int) -> tuple[int, int]:
    """Line and column of the date of a round, zeros where they are not known."""
    dates = [printed for printed in report.printed if printed.name == "round date"]
    return next(((date.line, date.column) for date in dates if date.column == cell_column(turn)), (0, 0))


def _teams(report: Report, notes: Notes) -> None:
    if not report.teams:
        return
    numbers = {player.number for player in report.players}
    members = [member for team in report.teams for member in team.members]
    if len(set(members)) == len(members) and numbers.issuperset(members):
        return
    home: dict[int, int] = {}
    for at, team in enumerate(report.teams):
        for member, column in zip(team.members, team.columns or (0,) * len(team.members), strict=True):
            code = "unknown-team-member" if member not in numbers else "member-of-two-teams" if member in home else ""
            first = home.setdefault(member, at)
            if not code or notes.full(code):
                continue
            if code == "member-of-two-teams":
                other = report.teams[first]
                which = "/twice" if first == at else "/one-name" if other.name == team.name else ""
                notes.find(
                    f"{code}{which}", team.line, column, member, member=member, team=shown(other.name),
                    other=shown(team.name), own_line=team.line, other_line=other.line,
                )  # fmt: skip
            else:
                notes.find(code, team.line, column, member, member=member, team=shown(team.name))
