"""Read a file of Swiss-Manager into a report.

In: the bytes of a .TUNX, .TURX, .TUMX or .TUTX file; the suffix means nothing, the type in the settings decides. Out: a
report, or none with the findings that say which check failed and at which byte. The number of a player is the place of
the record, and the line of a finding.

The file has no checksum, no points and no ranks. Points are counted here as 1, ½ and 0, whatever the event gave for a
win or a bye; a cross table is printed with the answer, so that somebody compares it. Licences, paths of the user's disk
and other marks of the installation are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import numpy as np

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import civil
from arpad.intake.decode import LOST, Limits, tell_forbidden
from arpad.intake.national import national_records
from arpad.intake.persons import RATING_WIDTH, READERS, tell_unread
from arpad.intake.points import USUALLY
from arpad.intake.structure import check, phantoms
from arpad.intake.swiss_manager.pairings import read_pairings
from arpad.intake.swiss_manager.sections import RATES, Damaged, PlayerRecord, Sections, Settings, cut
from arpad.intake.tables.reader import composed
from arpad.intake.trf.event import arbiter_in
from arpad.intake.trf.reader import nothing
from arpad.model import Cells, EventFacts, GameKind, Player, Printed, Report, Team
from arpad.plaintext import FORBIDDEN

FORM = "swiss-manager"
SYSTEMS = ("Individual: Swiss", "Individual: Round Robin", "Team: Round Robin", "Team: Swiss")  # by the type
TEXTS = {"name": 0, "city": 5, "time control": 14, "federation": 20, "chief arbiter": 21, "deputy arbiter": 35}
NO_FEDERATION = ("XXX", "ZZZ")
SURNAME, FIRST_NAME, TITLE, NATIONAL_NUMBER, FEDERATION = 0, 1, 4, 5, 10  # among the texts of a player
SEXES = "mw"
NATIONAL, BY_FIDE = 1, 2  # bits of what the event is marked to be rated by
LEAST_ID = 100_000
YEAR, MONTH = 10_000, 100  # in a day such as 20250926
OLDEST = 1800


def read_tournament(data: bytes, notes: Notes, file: str, limits: Limits, _: str = "") -> Report:
    """The report in a file of Swiss-Manager; every check that fails is noted."""
    if len(data) > limits.bytes:
        notes.find("too-large", limit=limits.bytes)
        return nothing(file)
    try:
        sections = cut(data)
    except Damaged as damage:
        notes.find(f"damaged-file/{damage.which}", offset=damage.offset)
        return nothing(file)
    if not sections.players:
        notes.find("not-a-report/no-players")
        return nothing(file)
    if _beyond(sections, notes, limits):
        return nothing(file)
    cells = read_pairings(sections, notes)
    if cells is None:
        return nothing(file)
    players = _players(sections.players, cells, notes)
    printed = tuple(_printed(sections, notes))
    facts = _facts(sections.settings, printed)
    report = Report(
        facts=facts,
        players=players,
        cells=cells,
        teams=_teams(sections),
        printed=printed,
        round_dates=_round_dates(sections, notes),
        rounds_announced=sections.settings.rounds or None,
        kept=_national(sections.players, players, facts.federation, notes),
        phantoms=phantoms(players),
        form=FORM,
        file=file,
        encoding="utf-16-le",
    )
    check(report, notes)
    _tell_the_event(sections, report, notes)
    return report


def _beyond(sections: Sections, notes: Notes, limits: Limits) -> bool:
    """Whether there is more than allowed; it is told."""
    settings = sections.settings
    longest = max(map(len, [*sections.texts, *(text for player in sections.players for text in player.texts)]))
    if settings.players > limits.players:
        notes.find("too-many-players/file", limit=limits.players)
    elif settings.last_paired > limits.rounds:
        notes.find("too-many-rounds/file", rounds=settings.last_paired, limit=limits.rounds)
    elif longest > limits.line:
        notes.find("line-too-long/text", letters=longest, limit=limits.line)
    else:
        return False
    return True


def _text(raw: str, notes: Notes, line: int = 0) -> str:
    """A text of the file in one line; what no text may have is told."""
    if raw.isascii() and raw.isprintable():
        return raw.strip()
    if FORBIDDEN.search(raw):
        tell_forbidden(raw, notes, line)
    if LOST in raw and not notes.full("undecodable-byte"):
        notes.find("undecodable-byte", line, encoding="utf-16-le")
    return composed(" ".join(raw.split()))


def _players(records: Sequence[PlayerRecord], cells: Cells, notes: Notes) -> tuple[Player, ...]:
    points = np.add.reduce(USUALLY.take(cells.result), axis=1).tolist()
    players = []
    for number, (record, sum_) in enumerate(zip(records, points, strict=True), 1):
        surname, first = (_text(record.texts[at], notes, number) for at in (SURNAME, FIRST_NAME))
        name = f"{surname}, {first}" if surname and first else surname or first
        if not name:
            notes.find("missing-name", number, 0, number, number=number)
        title, federation = record.texts[TITLE].strip(), record.texts[FEDERATION].strip()
        players.append(Player(
            number, name, _sex(record.sex, number, notes), _read("title", title, number, notes) if title else "",
            _rating(record.fide_rating, number, notes),
            _read("federation", federation, number, notes) if federation else "", _id(record.id, number, notes),
            _born(record.born, number, notes), sum_, None, "", number,
        ))  # fmt: skip
    return tuple(players)


def _national(
    records: Sequence[PlayerRecord], players: tuple[Player, ...], federation: str, notes: Notes
) -> tuple[str, ...]:
    """The national ratings and numbers, as records of the report."""
    values = [
        (str(record.national_rating), _text(record.texts[NATIONAL_NUMBER], notes, number))
        for number, record in enumerate(records, 1)
    ]
    return national_records(federation, players, values, notes)


def _read(field: str, text: str, number: int, notes: Notes) -> Any:
    """A field of a player as the readers of tables know it; what it is not is told."""
    value, message = READERS[field](text)
    if message:
        tell_unread(message, text, number, 0, notes)
    return value


def _sex(code: int, number: int, notes: Notes) -> str:
    if code < len(SEXES):
        return SEXES[code]
    tell_unread("unreadable-sex/text", str(code), number, 0, notes)
    return ""


def _rating(rating: int, number: int, notes: Notes) -> int:
    if len(str(rating)) <= RATING_WIDTH:
        return rating
    tell_unread("unreadable-rating/text", str(rating), number, 0, notes)
    return 0


def _id(identity: int, number: int, notes: Notes) -> int:
    """The FIDE number as it stands; national numbers are entered in its place now and then."""
    if 0 < identity < LEAST_ID and not notes.full("implausible-id"):
        notes.find("implausible-id", number, 0, number, number=number, id=identity, least=LEAST_ID)
    return identity


def _born(born: int, number: int, notes: Notes) -> int:
    """A birth, often of the year alone."""
    year, rest = divmod(born, YEAR)
    if not born or (year > OLDEST and not rest) or (OLDEST < year < YEAR and _day(born) is not None):
        return born
    tell_unread("unreadable-birth/text", str(born), number, 0, notes)
    return 0


def _day(number: int) -> date | None:
    year, rest = divmod(number, YEAR)
    return civil(year, *divmod(rest, MONTH)) if OLDEST < year < YEAR else None


def _printed(sections: Sections, notes: Notes) -> Iterator[Printed]:
    """What the file says of the event, as it stands."""
    for name, place in TEXTS.items():
        text = _text(sections.texts[place], notes)
        if text and not (name == "federation" and text in NO_FEDERATION):
            yield Printed(name, text)
    settings = sections.settings
    yield Printed("type", SYSTEMS[settings.type])
    for name, number in (("start", settings.first_day), ("end", settings.last_day)):
        if number:
            yield Printed(name, str(number))
            if _day(number) is None:
                notes.find("unreadable-date", text=str(number))
    if 0 < settings.rate < len(RATES):
        yield Printed("rate of play", RATES[settings.rate])


def _facts(settings: Settings, printed: tuple[Printed, ...]) -> EventFacts:
    values = {value.name: value.text for value in printed}
    arbiters = [values[name] for name in ("chief arbiter", "deputy arbiter") if name in values]
    return EventFacts(
        name=values.get("name", ""),
        federation=values.get("federation", ""),
        start=_day(settings.first_day),
        end=_day(settings.last_day),
        system=values["type"],
        time_control=values.get("time control", ""),
        arbiters=tuple(arbiter_in(text) for text in arbiters),
    )


def _round_dates(sections: Sections, notes: Notes) -> tuple[date | None, ...]:
    """The day of each round. Of an event of one day every round is on it, whether it was entered or not."""
    settings, records = sections.settings, sections.rounds[: sections.settings.rounds]
    days = tuple(_day(record.day) for record in records)
    for turn, (record, day) in enumerate(zip(records, days, strict=True), 1):
        if record.day and day is None and not notes.full("unreadable-date"):
            notes.find("unreadable-date", round=turn, text=str(record.day))
    only = _day(settings.first_day)
    if not any(record.day for record in records) and only is not None and settings.first_day == settings.last_day:
        return (only,) * len(days)
    missing = sum(day is None for day in days[: settings.last_paired])
    if missing:
        notes.find("round-dates/missing", missing=missing, rounds=settings.last_paired)
    return days if any(days) else ()


def _teams(sections: Sections) -> tuple[Team, ...]:
    members: dict[int, list[tuple[int, int]]] = {number: [] for number in range(1, len(sections.teams) + 1)}
    for number, record in enumerate(sections.players, 1):
        if record.team in members:
            members[record.team].append((record.board, number))
    return tuple(
        Team(shown(sections.teams[team - 1]), tuple(number for _, number in sorted(some)), team)
        for team, some in members.items()
    )


def _tell_the_event(sections: Sections, report: Report, notes: Notes) -> None:
    """What is to be known of the event before it is rated, and what makes the file doubtful."""
    settings = sections.settings
    if not settings.rated & BY_FIDE:
        notes.find("marked-unrated/national" if settings.rated & NATIONAL else "marked-unrated")
    if not settings.last_paired:
        notes.find("round-count/none", announced=settings.rounds)
    if sorted(record.alphabet for record in sections.players) != list(range(1, len(sections.players) + 1)):
        notes.find("doubtful-file/alphabet")
    if sections.of_teams:
        return
    games = report.games()
    lower, higher = np.minimum(games.white, games.black), np.maximum(games.white, games.black)
    size = len(report.players)
    pairs, first, which = np.unique(lower * (size + 1) + higher, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[which] != np.arange(len(which))).tolist()
    for game in notes.some("repeated-pairing", again):
        number, other, turn = int(lower[game]), int(higher[game]), int(games.round[game])
        before = int(games.round[first[which[game]]])
        notes.find("repeated-pairing", number, 0, number, turn, number=number, other=other, turn=turn, before=before)
    missing = size * (size - 1) // 2 - len(pairs)
    if sections.round_robin and settings.last_paired and missing and GameKind.PHANTOM.value not in games.kind:
        notes.find("repeated-pairing/missing", missing=missing)
