"""Read what a report says about the event: its name, place, days, arbiters, time control, rounds and teams.

In: the records that are not players. Out: the facts as printed, each with its place, and the teams. The days are read
in `days`. Nothing is filled in that the report does not say.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.decode import Limits
from arpad.intake.digits import integer
from arpad.intake.trf.days import NO_DATE, days_of, round_texts, whole_row
from arpad.intake.trf.layout import (
    EVENT_RECORDS,
    LINKS,
    REPEATABLE,
    ROUNDS,
    TEAM_013_NAME,
    TEAM_310,
    WIDE_MEMBERS,
)
from arpad.intake.trf.links import MEMBERS, linked, member_links
from arpad.model import Arbiter, EventFacts, Printed, ReportLine, Team

TEAM_FIELDS = tuple((column.first, column.last) for column in TEAM_310[:3])
DATES = {"start": "042", "end": "052"}
PLAIN = {din: name for din, name in EVENT_RECORDS.items() if din != "132"}
ARBITERS = frozenset({"chief arbiter", "deputy arbiter"})
DIN_OF = {name: din for din, name in PLAIN.items()}
COUNTS, COLOURS = ROUNDS, frozenset({"152", "XXC"})  # of TRF26, and of the pairing programs
ROWS = "132"
PAIRING = {ROWS, *COUNTS, *COLOURS}
NOTHING = Printed("", "")


@dataclass(frozen=True, slots=True)
class Event:
    """What the records about the event say."""

    facts: EventFacts
    printed: tuple[Printed, ...]
    round_dates: tuple[date | None, ...]
    rounds_announced: int | None
    initial_colour: str
    understood: frozenset[int]  # lines whose whole content is in the fields above


PURE_COLOURS = frozenset({"W", "B", "w", "b", "white1", "black1"})


def read_event(records: list[tuple[str, str, int]], notes: Notes, limits: Limits) -> Event:
    """What the lines say that are no players: each with the name of its record and its number."""
    printed: list[Printed] = []
    rows: list[ReportLine] = []
    counts: list[ReportLine] = []
    colours: list[ReportLine] = []
    for din, text, line in records:
        if din in PLAIN:
            words = text[4:].lstrip()
            printed.append(
                Printed(PLAIN[din], words.rstrip(), line, len(text) - len(words) + 1 if len(text) > 3 else 5)
            )
        if din in PAIRING:
            (rows if din == ROWS else counts if din in COUNTS else colours).append(ReportLine(din, text, line))
    by_name = {value.name: value for value in reversed(printed)}  # the first of each
    if len(by_name) < len(printed):
        _tell_repeated(printed, by_name, notes)
    turns = round_texts(rows, notes, limits)
    value_of = by_name.get
    start, end, rounds = days_of(value_of("start", NO_DATE), value_of("end", NO_DATE), turns, notes)
    announced, colour = _announced(counts, notes), _colour(colours, notes) if colours else ""
    facts = EventFacts(
        name=value_of("name", NOTHING).text,
        federation=value_of("federation", NOTHING).text,
        start=start,
        end=end,
        system=value_of("encoded type", NOTHING).text or value_of("type", NOTHING).text,
        time_control=value_of("encoded time control", NOTHING).text or value_of("time control", NOTHING).text,
        arbiters=tuple([arbiter_in(value.text) for value in printed if value.name in ARBITERS and value.text]),
    )
    understood = [by_name[name].line for name, day in (("start", start), ("end", end)) if day]
    if len(rows) == 1 and whole_row(rows[0], rounds):
        understood.append(rows[0].line)
    if announced is not None and len(counts) == 1:
        understood.append(counts[0].line)
    if colour and len(colours) == 1 and colours[0].text[4:].strip() in PURE_COLOURS:
        understood.append(colours[0].line)
    return Event(
        facts, (*printed, *[turn for turn in turns if turn.text]), rounds, announced, colour, frozenset(understood)
    )


def _tell_repeated(printed: list[Printed], firsts: dict[str, Printed], notes: Notes) -> None:
    """Records that stand more often than the format allows: the first one is used."""
    for value in printed:
        first, din = firsts[value.name], DIN_OF[value.name]
        if first is value or din in REPEATABLE or din in COUNTS:
            continue
        code = "contradictory-record" if value.name in DATES and first.text != value.text else "duplicate-record"
        if notes.full(code):
            continue
        if code == "contradictory-record":
            text, other = shown(value.text), shown(first.text)
            notes.find(code, value.line, 1, din=din, text=text, other=other, other_line=first.line)
        else:
            which = f"{code}/both" if value.name in ARBITERS else code
            notes.find(which, value.line, 1, din=din, other_line=first.line)


def _announced(records: list[ReportLine], notes: Notes) -> int | None:
    """The number of rounds, from TRF26's record or the pairing programs' own."""
    announced: int | None = None
    used, first = "", 0
    for din, text, line in records:
        number = integer(text[4:])
        if number is None:
            if not notes.full("unreadable-number"):
                notes.find("unreadable-number/rounds", line, 5, text=shown(text[4:].strip()))
        elif announced is None:
            announced, used, first = number, din, line
        elif (number != announced or din == used) and not notes.full("duplicate-record"):
            notes.find(
                "duplicate-record/rounds", line, 5, din=din, rounds=number, announced=announced, other_line=first
            )
    return announced


def _colour(records: list[ReportLine], notes: Notes) -> str:
    """The colour with which the first round begins, from TRF26's record, else from the pairing programs' own."""
    for record in records:
        word = record.text[4:].strip()
        if word and record.din == "152" and word[:1].lower() not in ("w", "b"):
            if notes.full("unreadable-initial-colour"):
                continue
            notes.find("unreadable-initial-colour", record.line, 5, text=shown(word))
    letters = [record.text[4:].strip().lower()[:1] for record in records if record.din == "152"][:1]
    for words in [record.text[4:].split() for record in records if record.din == "XXC"]:
        letters.append("w" if "white1" in words else "b" if "black1" in words else "")
    colour = next(filter(None, letters), "")
    return colour if colour in ("w", "b") else ""


@lru_cache(1024)
def arbiter_in(text: str) -> Arbiter:
    """The name and, where one stands first, last or in parentheses, the FIDE number."""
    words = text.replace("(", " ").replace(")", " ").split()
    numbers = [word for word in words if word.isdigit() and word.isascii() and 4 <= len(word) <= 11]
    if not numbers:
        return Arbiter(" ".join(words))
    rest = {*words} - {*numbers}
    return Arbiter(" ".join([word for word in words if word in rest]), int(numbers[0]))


def read_teams(records: list[tuple[str, str, int]], notes: Notes) -> tuple[Team, ...]:
    """Teams of the records 310, or where there are none of the records 013."""
    teams: list[Team] = []
    old: list[Team] = []
    members_at = member_links([text for din, text, _ in records if din == MEMBERS])
    for din, text, line in records:
        if din == "310":
            number, name, nickname = [text[first - 1 : last].strip() for first, last in TEAM_FIELDS]
            members, columns = linked(text, LINKS[din])
            teams.append(Team(name, members, integer(number) or 0, nickname, line, columns))
        elif din == MEMBERS:
            if members_at is WIDE_MEMBERS and not old:
                notes.find("team-columns", line, members_at.first)
            members, columns = linked(text, members_at)
            old.append(Team(TEAM_013_NAME.cut(text).strip(), members, 0, "", line, columns))
    if teams:
        _tell_teams(teams, old, notes)
    return tuple(teams or old)


def _tell_teams(teams: list[Team], old: list[Team], notes: Notes) -> None:
    """Two teams with one number, and the records 013 where they say otherwise than the records 310."""
    first: dict[int, Team] = {}
    for team in teams:
        if team.number in first:
            place, before = (team.line, TEAM_310[0].first), first[team.number].line
            notes.find("duplicate-team-number", *place, number=team.number, other_line=before)
        elif team.number:
            first[team.number] = team
    members = {frozenset(team.members) for team in teams}
    for team in old:
        if frozenset(team.members) not in members:
            notes.find("team-records-differ", team.line, 1, team=shown(team.name))
