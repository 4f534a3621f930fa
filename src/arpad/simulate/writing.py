"""Write the federation into a directory: registry, lists, reports by month, defects, and a page about it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from io import BytesIO, StringIO
from pathlib import Path

import numpy as np

from arpad.columns import Roll, State
from arpad.days import Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake import RatingList, write_txt
from arpad.law.calendar import add_months, list_day
from arpad.simulate.defects import Defect
from arpad.simulate.people import FEDERATION_STATES, UNKNOWN_FACTS, ArbiterRow, SimulatedFederation, SimulatedPerson
from arpad.simulate.report import SentReport, month_of_arrival, sidecar_text

README_TEXT = """A federation to try a rating office on. Nobody here is real: the names are invented words.

Series {series}, {first} to {last}, seed {seed}.
{players} players and {newcomers} newcomers; {reports} reports with {games} games.
{defective} reports are defective, {late} came too late for their list.

players.csv           the registry at the start
players-YYYY-MM.csv   who registers before that month, and the transfers and deaths of that month
arbiters.csv          arbiters and their licences
federations.csv       federations, and since when they are members
opening.txt           the opening list of {opened}, as FIDE writes lists
opening.csv           what that form cannot say: games so far, highest rating, list of the last game, state
{elsewhere}YYYY-MM/              the reports that arrive in that month, each with its sidecar
defects.toml          which reports are defective, in which way, and what is expected; which are late, and why
strengths.csv         the true strengths: on the first day, and points a year. The office must not see them.

Defects: {ways}.

The months, with this directory as DIR:

  arpad init --rehearsal --now {start}{home}
  arpad federation import DIR/federations.csv
  arpad arbiter import DIR/arbiters.csv
  arpad player import DIR/players.csv
  arpad list open {series} DIR/opening.csv --list {opening}

and then month by month

{lists}  arpad player import DIR/players-{arrival}.csv --update --now {end}      where there is one
  arpad event register DIR/{arrival} --by 'federation secretary' --now {end}
  arpad report submit DIR/{arrival} --now {end}
  arpad report admit --all-ratable --now {end}
  arpad period preview --now {next}
  arpad period publish

Reports without an office:

  arpad check DIR/{arrival}
"""


IMPORT_TEXT = "  arpad list import fide-standard DIR/standard/{opening}.txt --now {first}\n"


@dataclass(frozen=True, slots=True)
class Summary:
    """What was simulated, in numbers."""

    directory: str
    series: str
    from_: Month
    months: int
    seed: int
    players: int
    newcomers: int
    reports: int
    games: int
    late: int
    defects: Mapping[str, int]  # by the way in which reports are spoilt

    @property
    def defective(self) -> int:
        """How many reports are spoilt."""
        return sum(self.defects.values())


def readme_text(summary: Summary, home: str, opened: date, elsewhere: bool) -> str:
    """The page; `elsewhere`: there are lists of another series to import."""
    first = summary.from_
    arrival = month_of_arrival(summary.series, first.first)
    following = arrival.plus(1).first.replace(day=list_day(summary.series, arrival.plus(1)).day)
    return README_TEXT.format(
        series=summary.series,
        first=first,
        arrival=arrival,
        last=first.plus(summary.months - 1),
        seed=summary.seed,
        players=summary.players,
        newcomers=summary.newcomers,
        reports=summary.reports,
        games=summary.games,
        late=summary.late,
        start=first.first,
        next=following,
        opening=Month.of(opened),
        end=following - DAY,
        home=f" --home {home}" if home else "",
        opened=opened,
        defective=summary.defective,
        ways=", ".join(f"{way} {count}" for way, count in sorted(summary.defects.items())) or "none",
        elsewhere="standard/             standard lists to import, one for each list day\n" if elsewhere else "",
        lists=IMPORT_TEXT.format(first=first.first, opening=Month.of(opened)) if elsewhere else "",
    )


PLAYERS_HEADER = (
    "fide_id", "name", "former_names", "born", "sex", "federation", "region", "title", "national_title",
    "memberships", "died", "since",
)  # fmt: skip
OPENING_FILE = ("id", "rating", "k", "games", "highest", "last", "inactive")
MEMBERS_SINCE, DAY = date(2000, 1, 1), timedelta(days=1)


def prepare_directory(out: Path) -> None:
    """The directory, new or empty."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UserError("directory/taken", Remedy.to("name-directory"), directory=str(out))
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError("directory/unmade", directory=str(out), error=error.strerror) from None


def write_registry(out: Path, federation: SimulatedFederation, months: int) -> int:
    """Players, federations and what changes month by month; how many newcomers there are."""
    first, people = federation.first, federation.people
    _csv_text(out / "players.csv", PLAYERS_HEADER, (_player_row(person) for person in people if person.since < first))
    newcomers = 0
    for month in (add_months(first, at) for at in range(months)):
        before, after = add_months(month, -1), add_months(month, 1)
        rows = [_player_row(person) for person in people if max(before, first) <= person.since < month]
        newcomers += len(rows)
        for person in people:
            if person.moved and month <= person.moved < after:
                rows.append(_player_row(person, federation=person.moved_to, since=person.moved))
            if person.died and month <= person.died < after:
                rows.append(_player_row(person, died=person.died))
        if rows:
            _csv_text(out / f"players-{Month.of(month)}.csv", PLAYERS_HEADER, rows)
    middle = add_months(first, months // 2)
    states: list[tuple[object, ...]] = []
    for code in federation.codes:
        name = FEDERATION_STATES.get(code, code)
        states.append((code, name, "member", MEMBERS_SINCE, middle - DAY if code == UNKNOWN_FACTS else ""))
    states.append((UNKNOWN_FACTS, FEDERATION_STATES[UNKNOWN_FACTS], "excluded", middle, ""))
    _csv_text(out / "federations.csv", ("code", "name", "state", "since", "until"), states)
    strengths = ((person.id, person.strength, person.per_year, first) for person in people)
    _csv_text(out / "strengths.csv", ("fide_id", "strength", "per_year", "on"), strengths)
    return newcomers


def write_arbiters(out: Path, arbiters: Sequence[ArbiterRow]) -> None:
    rows = ((row.arbiter.id, row.arbiter.name, row.federation, row.arbiter.licence, row.since, row.until or "")
            for row in arbiters)  # fmt: skip
    _csv_text(out / "arbiters.csv", ("id", "name", "federation", "licence", "since", "until"), rows)


def write_opening(out: Path, federation: SimulatedFederation, roll: Roll, ratings: RatingList) -> None:
    """The opening list, and what its form cannot say."""
    write_rating_list(out / "opening.txt", ratings)
    rows = np.flatnonzero(roll.state).tolist()
    columns = [getattr(roll, name)[rows].tolist() for name in ("rating", "k", "games", "highest", "last")]
    ids = [federation.people[row].id for row in rows]
    asleep = [int(state == State.INACTIVE) for state in roll.state[rows].tolist()]
    _csv_text(out / "opening.csv", OPENING_FILE, zip(ids, *columns, asleep, strict=True))


def write_rating_list(path: Path, ratings: RatingList) -> None:
    stream = BytesIO()
    write_txt(ratings, stream, "single")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(stream.getvalue())


def write_report(out: Path, event: SentReport) -> None:
    """A report and its sidecar, in the month in which they arrive."""
    path = out / event.name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(event.data())
    write_text(path.with_name(f"{event.stem}.event.toml"), sidecar_text(event.facts))


def write_defects(out: Path, defects: Sequence[Defect], late: Sequence[tuple[str, str, str]]) -> None:
    lines = [
        "# Which reports are defective, in which way, and what is expected of the office:",
        "# refused, asked (a fact is missing), excluded (games or results, not the event), advised, duplicate.",
        "# `code` is the finding that says so; empty where it depends on the edition or on the file.",
    ]
    for defect in sorted(defects, key=lambda each: each.file):
        lines += ["", "[[defect]]", f"file = {_quoted_cell(defect.file)}", f"way = {_quoted_cell(defect.way)}"]
        lines += [f"expected = {_quoted_cell(defect.expected)}", f"code = {_quoted_cell(defect.code)}"]
        lines += [f"of = {_quoted_cell(defect.of)}"] if defect.of else []
    lines += ["", "# Which came too late for their list, which list they missed, and why."]
    for file, missed, why in sorted(late):
        lines += [
            "",
            "[[late]]",
            f"file = {_quoted_cell(file)}",
            f"missed = {_quoted_cell(missed)}",
            f"why = {_quoted_cell(why)}",
        ]
    write_text(out / "defects.toml", "\n".join(lines) + "\n")


def write_text(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8"))


def _player_row(person: SimulatedPerson, **given: object) -> tuple[object, ...]:
    values: dict[str, object] = {
        "fide_id": person.id,
        "name": person.name,
        "former_names": person.former,
        "born": person.born,
        "sex": person.sex,
        "federation": person.federation,
        "region": person.region,
        "title": person.title,
        "national_title": person.category,
        "memberships": person.member,
        "died": "",
        "since": person.since,
    }
    return tuple(given.get(name, values[name]) for name in PLAYERS_HEADER)


def _csv_text(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    write_text(path, stream.getvalue())


def _quoted_cell(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
