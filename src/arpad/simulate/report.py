"""Write down an event as its arbiter would: the report, the facts for its sidecar, and both as files.

TRF16 has teams in records 013; TRF26 has the encoded system and time control, the number of rounds, and teams in 310.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import numpy as np
import numpy.typing as npt

from arpad.days import Day, Month
from arpad.exact import PERCENT
from arpad.frozen import dataclass
from arpad.intake import write_trf
from arpad.intake.trf.layout import CELL_WIDTH, FIRST_CELL
from arpad.law.calendar import list_day
from arpad.model import (
    HALF_POINTS_OF,
    Approval,
    Arbiter,
    Cells,
    EventFacts,
    Exclusion,
    Player,
    Report,
    ReportLines,
    Resolution,
    Team,
)
from arpad.simulate.names import latin_name
from arpad.simulate.people import SimulatedPerson

RESULT_WORDS = {
    "swiss": "Individual: Swiss system",
    "round-robin": "Individual: round robin (Berger)",
    "double-round-robin": "Individual: double round robin",
    "team": "Team: round robin",
    "match": "Match",
}
RESULT_CODES = {
    "swiss": "FIDE_DUTCH",
    "round-robin": "BERGER_ROUNDROBIN",
    "double-round-robin": "BERGER_DOUBLEROUNDROBIN",
    "team": "BERGER_TEAM_ROUNDROBIN",
}
TENTHS_IN_HALF = 5


def month_of_arrival(series: str, day: date) -> Month:
    """The month of the directory of a report: that in which it arrives; where lists appear inside a month, that of the
    list in force."""
    month = Month.of(day)
    return month if list_day(series, month) <= day else month.plus(-1)


@dataclass(frozen=True)
class SentReport:
    """A report on its way to the office."""

    stem: str
    report: Report
    facts: EventFacts
    form: str
    city: str
    control: str  # as record 222 encodes it; empty: nobody said
    people: tuple[int, ...]  # rows of the federation, by start number
    seated: date  # the day whose list gives the ratings
    lapsed: Arbiter  # one without a licence, who was not there
    cut: int = 0  # per cent of the file that arrived, 0 for all of it
    why_late: str = ""
    after_decision: int = 0  # games of a match played on
    series: str = ""

    @property
    def reported(self) -> date:
        assert self.facts.reported is not None
        return self.facts.reported

    @property
    def name(self) -> str:
        return f"{month_of_arrival(self.series, self.reported)}/{self.stem}.trf"

    def data(self) -> bytes:
        """The file as it is sent."""
        texts = report_lines(self)
        report = replace(self.report, sent=ReportLines(tuple(texts), tuple(text[:3] for text in texts)))
        data, _ = write_trf(report, self.form)
        return data[: len(data) * self.cut // PERCENT] if self.cut else data


def report_players(
    people: Sequence[SimulatedPerson], shown: Sequence[int], cells: Cells, day: date
) -> tuple[Player, ...]:  # fmt: skip
    """The players with points and ranks, start numbers from 1."""
    half = np.zeros(256, np.int64)
    for code, points in HALF_POINTS_OF.items():
        half[ord(code)] = points
    totals = half[cells.result].sum(axis=1).tolist()
    order = sorted(range(len(people)), key=lambda row: (-totals[row], row))
    rank = {row: place for place, row in enumerate(order, 1)}
    return tuple(
        Player(
            row + 1,
            latin_name(person.name),
            person.sex,
            person.title,
            int(shown[row]),
            person.federation_on(day),
            person.id,
            Day.of(person.born),
            totals[row] * TENTHS_IN_HALF,
            rank[row],
        )
        for row, person in enumerate(people)
    )


def report_lines(event: SentReport) -> list[str]:
    """The lines of the file, in the order of the format; those of the players have only their name."""
    report, facts = event.report, event.report.facts
    new = event.form == "trf26"
    system = event.facts.system
    values = [
        ("012", facts.name),
        ("022", event.city),
        ("032", facts.federation),
        ("042", f"{facts.start:%Y/%m/%d}"),
        ("052", f"{facts.end:%Y/%m/%d}"),
        ("062", str(len(report.players))),
        ("072", str(sum(1 for player in report.players if player.rating))),
        ("082", str(len(report.teams)) if report.teams else ""),
        ("092", RESULT_WORDS[system]),
        *(
            ("112" if index else "102", f"{arbiter.name} ({arbiter.id})")
            for index, arbiter in enumerate(facts.arbiters)
        ),
        ("122", facts.time_control),
        ("142", str(report.cells.rounds) if new else ""),
        ("192", RESULT_CODES.get(system, "") if new else ""),
        ("222", event.control if new else ""),
    ]
    texts = [f"{din} {text}" for din, text in values if text]
    if any(report.round_dates):
        dates = "".join((f"{day:%y/%m/%d}" if day else "").ljust(CELL_WIDTH) for day in report.round_dates)
        texts.append(f"{'132':<{FIRST_CELL - 1}}{dates}".rstrip())
    texts += ["001"] * len(report.players)
    texts += [_team_lines(team, at, new) for at, team in enumerate(report.teams, 1)]
    return texts


def _team_lines(team: Team, number: int, new: bool) -> str:
    members = " ".join(f"{member:>4}" for member in team.members)
    if not new:
        return f"013 {team.name[:32]:<32}{members}"
    return f"310 {number:>3} {team.name[:32]:<32} {team.name[:5]:<5}{'':27}{members}"


def sidecar_text(facts: EventFacts) -> str:
    """The facts as a sidecar, in the order of the noun; what is unknown is left out."""
    lines = []
    for key, value in ((key, getattr(facts, key)) for key in EventFacts.__slots__):
        if value is None or value == "" or value == ():
            continue
        lines.append(f"{key} = {_toml_value(value)}")
    return "\n".join(lines) + "\n"


def _toml_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return f"[{', '.join(_toml_value(each) for each in value)}]"
    if isinstance(value, Approval | Arbiter | Exclusion | Resolution):
        values = {key: getattr(value, key) for key in type(value).__slots__ if getattr(value, key) not in (None, "")}
        return "{ " + ", ".join(f"{key} = {_toml_value(each)}" for key, each in values.items()) + " }"
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


def changed_cell(cells: Cells, row: int, turn: int, **given: int) -> Cells:
    """The cells with one of them written otherwise."""
    columns: dict[str, npt.NDArray[np.int32] | npt.NDArray[np.uint8]] = {
        name: getattr(cells, name).copy() for name in Cells.__slots__
    }
    for name, value in given.items():
        columns[name][row, turn] = value
    return Cells(**columns)  # type: ignore[arg-type]
