"""Decide whether a report holds together: numbers, ids, titles, counts, days and teams.

In: a report. Out: findings, all of them at once. The cells are judged in `crosstable`, the points in `points`, the
records that point to a player in `trf_links`; the regulation by nobody here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import numpy as np
import numpy.typing as npt

from arpad.intake.codes import Notes, counted, shown
from arpad.intake.crosstable import check_cells
from arpad.intake.digits import integer
from arpad.intake.points import check_points
from arpad.intake.trf.layout import PHANTOM_NAMES, TITLES, cell_column
from arpad.intake.trf.links import check_links
from arpad.model import NO_RESULT, Player, Printed, Report

WOMEN = frozenset(title for title in TITLES if title.startswith("W"))
NOTHING: tuple[str, set[int], str] = ("", set(), "")
PHANTOM_INITIALS = frozenset(" .,-") | {name[0] for name in PHANTOM_NAMES}
LONGEST_GAP = 20  # missing numbers that are told by name


def check(report: Report, notes: Notes) -> None:
    """Every structural finding about a report that could be read."""
    numbers = [player.number for player in report.players]
    if numbers != list(range(1, len(numbers) + 1)):
        _numbers(report, notes)
    _people(report, notes)
    check_cells(report, numbers, notes)
    check_points(report, notes)
    _counts(report, notes)
    _days(report, notes)
    _teams(report, notes)
    check_links(report, notes)


def phantoms(players: Iterable[Player]) -> frozenset[int]:
    """The start numbers of those whose name says that nobody sits there."""
    return frozenset([
        player.number for player in players
        if player.name[:1].casefold() in PHANTOM_INITIALS and len(player.name) < 16
        and player.name.strip(" .,-").casefold() in PHANTOM_NAMES
    ])  # fmt: skip


def _who(player: Player) -> str:
    return f"{player.number} {shown(player.name)}".rstrip()


def _numbers(report: Report, notes: Notes) -> None:
    """Start numbers that are missing, or not of one player alone."""
    first: dict[int, Player] = {}
    for player in report.players:
        if not player.number:
            continue
        if player.number in first:
            sentence = f"The start number {player.number} stands in line {first[player.number].line} already."
            notes.add("duplicate-start-number", sentence, player.line, player.column("number"), player.number)
        first.setdefault(player.number, player)
    if not first or notes.has("unreadable-start-number"):
        return
    highest = max(first)
    missing = highest - len(first)
    if missing:
        gone = list(islice((number for number in range(1, highest) if number not in first), LONGEST_GAP))
        after = next(first[number] for number in range(gone[0] + 1, highest + 1) if number in first)
        names = ", ".join(str(number) for number in gone)
        more = f" and {missing - len(gone)} more" if missing > len(gone) else ""
        word = "number is" if missing == 1 else "numbers are"
        sentence = f"The start {word} missing: {names}{more}."
        notes.add("start-number-gap", sentence, after.line, after.column("number"))


def _people(report: Report, notes: Notes) -> None:
    """Ids, sex and title, and players who are none."""
    ids = {player.id for player in report.players}
    ladies = not WOMEN.isdisjoint([player.title for player in report.players])
    if len(ids) == len(report.players) and 0 not in ids and not report.phantoms and not ladies:
        return
    owner: dict[int, Player] = {}
    without: list[Player] = []
    told = notes.lines("unreadable-id") | notes.lines("misaligned-columns")
    highest = report.cells.opponent.max(axis=1, initial=0).tolist()  # of each player's opponents
    shared = len(ids - {0}) < len([player for player in report.players if player.id])
    questioned = [
        (row, player) for row, player in enumerate(report.players)
        if not player.id or shared or player.title in WOMEN or player.number in report.phantoms
    ]  # fmt: skip
    for row, player in questioned:
        if player.number in report.phantoms:
            sentence = f"{_who(player)} is no person; the games against it are read as unplayed."
            notes.add("phantom-player", sentence, player.line, player.column("name"), player.number)
            continue
        if player.title in WOMEN and player.sex == "m":
            sentence = f"{_who(player)} is a man with the title {player.title}."
            notes.add("sex-title", sentence, player.line, player.column("sex"), player.number)
        if player.id:
            if player.id in owner:
                first = owner[player.id]
                sentence = f"{_who(player)} has the FIDE number {player.id} of {_who(first)} (line {first.line})."
                notes.add("duplicate-id", sentence, player.line, player.column("id"), player.number)
            owner.setdefault(player.id, player)
        elif highest[row] > 0 and player.line not in told:
            without.append(player)
    if without and len(without) == len(report.players) - len(report.phantoms):
        first = without[0]
        sentence = f"None of the {len(without)} players has a FIDE number."
        notes.add("missing-id", sentence, first.line, first.column("id"))
    else:
        for player in without:
            notes.add(
                "missing-id", f"{_who(player)} has no FIDE number.", player.line, player.column("id"), player.number
            )


def _counts(report: Report, notes: Notes) -> None:
    gone = report.phantoms
    people = [player for player in report.players if player.number not in gone] if gone else report.players
    found = {  # a code, what there is, and what it is called
        "players": ("player-count", {len(report.players), len(people)}, "players"),
        "rated": ("rated-count", {len([player for player in people if player.rating])}, "players with a rating"),
        "teams": ("team-count", {len(report.teams)}, "teams"),
    }
    for printed in report.printed:
        if not found:
            break
        code, counts, what = found.pop(printed.name, NOTHING)  # the first of each
        if not code or not printed.text:
            continue
        numbers = _counted(printed)
        if not numbers:
            sentence = f"“{shown(printed.text)}” is no number of {what}."
            notes.add("unreadable-number", sentence, printed.line, printed.column)
        elif not counts & numbers:
            sentence = f"The report announces {shown(printed.text)} {what} and has {min(counts)}."
            notes.add(code, sentence, printed.line, printed.column)
    announced = report.rounds_announced
    if announced is not None and report.cells.rounds > announced and _rounds_with_cells(report) > announced:
        row, turn = (int(index[0]) for index in _used(report)[:, announced:].nonzero())
        player, turn = report.players[row], announced + turn
        sentence = f"The report announces {counted(announced, 'round')}; {_who(player)} has a later result."
        notes.add("round-count", sentence, player.line, int(report.cells.column[row, turn]), player.number)


def _counted(printed: Printed) -> set[int]:
    """The number a count record gives; `129 (88)` gives registered and playing, and either may be meant."""
    if printed.text.isdecimal() and printed.text.isascii() and len(printed.text) < 10:
        return {int(printed.text)}
    words = printed.text.replace("(", " ").replace(")", " ").split()
    numbers = {number for number in (integer(word) for word in words) if number is not None}
    return numbers if len(numbers) == len(set(words)) else set()


def _used(report: Report) -> npt.NDArray[np.bool_]:
    """The cells in which something stands."""
    used: npt.NDArray[np.bool_] = (report.cells.opponent != 0) | (report.cells.result != NO_RESULT)
    return used


def _rounds_with_cells(report: Report) -> int:
    columns = np.nonzero(_used(report).any(axis=0))[0]
    return int(columns[-1]) + 1 if len(columns) else 0


def _days(report: Report, notes: Notes) -> None:
    start, end = report.facts.start, report.facts.end
    if start and end and start > end and (printed := report.as_printed("end")):
        notes.add("start-after-end", f"The event starts on {start} and ends on {end}.", printed.line, printed.column)
        return
    before = None
    for turn, day in enumerate(report.round_dates, 1):
        if day is None:
            continue
        if (start and day < start) or (end and day > end):
            sentence = (
                f"Round {turn} is on {day}; the event is from {start or 'an unknown day'} to {end or 'an unknown day'}."
            )
            notes.add("round-outside-event", sentence, *_dated(report, turn), round=turn)
        elif before and day < before:
            sentence = f"Round {turn} is on {day}, before round {turn - 1}."
            notes.add("rounds-out-of-order", sentence, *_dated(report, turn), round=turn)
        before = day
    dated = len(report.round_dates)
    if 0 < dated < report.cells.rounds and (rounds := _rounds_with_cells(report)) > dated:
        line = report.sent.dins.index("132") + 1 if "132" in report.sent.dins else 0
        sentence = f"Record 132 has {counted(dated, 'date')}; the report has {counted(rounds, 'round')}."
        notes.add("round-dates", sentence, line)


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
    home: dict[int, str] = {}
    for team in report.teams:
        for member, column in zip(team.members, team.columns or (0,) * len(team.members), strict=True):
            code = "unknown-team-member" if member not in numbers else "member-of-two-teams" if member in home else ""
            home.setdefault(member, team.name)
            if not code or notes.full(code):
                continue
            sentence = f"The team {shown(team.name)} has the member {member}; no player has that number."
            if code == "member-of-two-teams":
                sentence = f"Player {member} is in the teams {shown(home[member])} and {shown(team.name)}."
            notes.add(code, sentence, team.line, column, member)
