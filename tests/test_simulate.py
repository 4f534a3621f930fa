"""A federation to try the office on: sound where it says nothing, spoilt where it says so, the same from one seed."""

from __future__ import annotations

import csv
import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from anyascii import anyascii

from arpad.admission.plausibility import Seen
from arpad.cli import main
from arpad.columns import Players, State
from arpad.days import Month
from arpad.finding import Tier, UserError
from arpad.intake import RatingList, read_file, read_list
from arpad.intake.sidecar import answer, read_sidecar, sidecar_of
from arpad.law import in_force
from arpad.law.calendar import list_on
from arpad.law.rules.newcomers import FLOOR
from arpad.lists.opening import read_entered
from arpad.lists.ratinglist import idle
from arpad.lists.rollcall import STANDINGS
from arpad.model import Report
from arpad.model.spelling import official_latin_name
from arpad.pipeline import Answer, Inquiry, check
from arpad.rating.coefficient import decide
from arpad.simulate import SimulationResult, SimulationSetting, simulate_federation
from arpad.simulate.defects import DEFECT_KINDS, PLAYED_ON_KINDS, SENT_TWICE_KIND
from arpad.simulate.draw import RandomStream
from arpad.simulate.lists import fide_list_bytes, other_series
from arpad.simulate.names import LANGUAGES, latin_name
from arpad.simulate.plan import TIME_CONTROLS
from arpad.simulate.play import SwissPairing, berger_rounds
from arpad.simulate.setting import covered_months

SIZE = 150
RUNS = {  # every series, under every edition of it
    "2009": ("fide-standard", "2009-07", 6, 45),
    "2024 into 2025": ("fide-standard", "2025-07", 6, 45),
    "rapid 2018": ("fide-rapid", "2018-07", 6, 45),
    "blitz at the end of 2021": ("fide-blitz", "2021-09", 4, 45),
    "blitz 2024 into December": ("fide-blitz", "2024-09", 6, 45),
    "ukraine": ("ukraine", "2018-02", 6, 45),
    "sound": ("fide-standard", "2024-03", 6, 0),
}
VERDICTS = {
    "refused": {"not-ratable"},
    "asked": {"undecided"},
    "excluded": {"ratable-with-exclusions"},
    "advised": {"ratable", "ratable-with-exclusions"},
    "duplicate": {"ratable", "ratable-with-exclusions"},
    "": {"ratable", "ratable-with-exclusions"},
}
ONLY_WITH_A_REGISTRY = ("unknown-id", "wrong-birth-year")  # a report alone does not show them


@dataclass(frozen=True)
class Run:
    """One federation, what was written, and what `check` says of every report."""

    out: Path
    series: str
    first: date
    made: SimulationResult

    @cached_property
    def lists(self) -> list[RatingList]:
        if self.series not in STANDINGS:
            return []  # a national list has no place in FIDE's form; the printed ratings stand in
        own = [fide_list_bytes(self.made.federation, roll, self.series, _day(n)) for n, roll in self.made.lists.items()]
        other = other_series(self.series, self.first)
        return own + [
            fide_list_bytes(self.made.federation, roll, other, _day(n)) for n, roll in self.made.elsewhere.items()
        ]

    @cached_property
    def answers(self) -> dict[str, tuple[Report, Answer]]:
        return {str(path.relative_to(self.out)): self.checked(path) for path in sorted(self.out.glob("*/*.trf"))}

    def checked(self, path: Path) -> tuple[Report, Answer]:
        report, findings = read_file(str(path))
        beside = sidecar_of(str(path))
        assert beside is not None
        given = read_sidecar(beside)
        facts = answer(report.facts, given)
        assert facts.reported is not None
        return report, check(Inquiry(report, findings, facts, frozenset(given), facts.reported), self.lists)

    @cached_property
    def told(self) -> dict[str, Any]:
        return tomllib.loads((self.out / "defects.toml").read_text("utf-8"))

    @cached_property
    def defects(self) -> dict[str, dict[str, str]]:
        return {defect["file"]: defect for defect in self.told.get("defect", [])}

    def rows(self, name: str) -> list[dict[str, str]]:
        with open(self.out / name, encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))


def _day(number: int) -> date:
    return Month(number).first


@pytest.fixture(scope="module", params=list(RUNS))
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    series, first, months, defects = RUNS[request.param]
    out, setting = (
        tmp_path_factory.mktemp("federation") / "made",
        SimulationSetting(series, Month.read(first), months, SIZE, 11, defects),
    )
    return Run(out, series, setting.start, simulate_federation(out, setting))


# --- what is written holds ----------------------------------------------------------------------------------------


def test_every_sound_report_may_be_rated_and_every_spoilt_one_gets_what_is_expected(run: Run) -> None:
    wrong = {}
    for name, (_, found) in run.answers.items():
        defect = run.defects.get(name, {"expected": "", "way": "", "code": ""})
        if not run.lists and defect["way"] in ONLY_WITH_A_REGISTRY:
            continue
        codes = {finding.code for finding in found.findings}
        if found.verdict.value not in VERDICTS[defect["expected"]]:
            wrong[name] = (
                defect["way"],
                found.verdict.value,
                [str(f) for f in found.findings if f.tier != Tier.ADVICE],
            )
        elif defect["code"] and defect["way"] != "sent-twice" and defect["code"] not in codes:
            wrong[name] = (defect["way"], defect["code"], sorted(codes))
    assert wrong == {}
    assert set(run.defects) <= set(run.answers)


def test_what_is_not_spoilt_prints_the_ratings_of_the_list_in_force(run: Run) -> None:
    """Only the parts of a league are told that they use the ratings of their own month."""
    for name, (_, found) in run.answers.items():
        told = [f.sentence for f in found.findings if f.code == "ratings-used"]
        if name not in run.defects:
            assert all("own list" in each or found.facts.league for each in told), (name, told)
            assert len(told) <= 1, (name, told)


def test_everybody_who_plays_is_registered_before_and_every_arbiter_is_licensed(run: Run) -> None:
    since = {int(row["fide_id"]): "" for row in run.rows("players.csv")}
    for path in sorted(run.out.glob("players-*.csv")):
        for row in run.rows(path.name):
            since.setdefault(int(row["fide_id"]), path.stem.removeprefix("players-"))
    licences = {int(row["id"]): row for row in run.rows("arbiters.csv")}
    for name, (report, found) in run.answers.items():
        if run.defects.get(name, {}).get("way") in ("unknown-id", "truncated"):
            continue
        start = found.facts.start
        assert start is not None
        for player in report.players:
            assert since[player.id] <= f"{start:%Y-%m}", (name, player)
        for arbiter in found.facts.arbiters:
            assert arbiter.id is not None
            licence = licences[arbiter.id]
            assert licence["since"] < str(start)
            assert bool(licence["until"]) == (arbiter.licence == "none")
            assert arbiter.licence in (licence["licence"], "none")


def test_the_opening_list_and_what_is_beside_it_agree_with_the_law(run: Run) -> None:
    with open(run.out / "opening.txt", "rb") as stream:
        ratings, findings = read_list(stream, "opening.txt", "standard")
    rows = {int(row["id"]): row for row in run.rows("opening.csv")}
    assert findings == ()
    assert [int(each) for each in ratings.id] == list(rows)
    standing = ratings.standings["standard"]
    assert [int(rows[int(each)]["rating"]) for each in ratings.id] == standing.rating.tolist()
    assert [int(rows[int(each)]["k"]) for each in ratings.id] == standing.k.tolist()
    book, list_ = in_force(run.series, run.first), Month.of(list_on(run.series, run.first))
    born = {int(row["fide_id"]): int(row["born"].replace("-", "")) for row in run.rows("players.csv")}
    columns = {
        name: np.array([int(row[name]) for row in rows.values()]) for name in ("rating", "games", "highest", "last")
    }
    players = Players.of(born=[born[each] for each in rows])
    k, _ = decide(
        book, list_, columns["games"].astype(np.uint16), players.born, columns["highest"].astype(np.int16),
        columns["rating"].astype(np.int16),
    )  # fmt: skip
    assert k.tolist() == standing.k.tolist()
    assert (columns["rating"] >= book.rule(FLOOR).rating).all()
    assert (columns["highest"] >= columns["rating"]).all()
    asleep = idle(book, list_, columns["last"].astype(np.int32))
    assert asleep.tolist() == [row["inactive"] == "1" for row in rows.values()]
    assert 0 < asleep.sum() < len(asleep)
    entered = read_entered((run.out / "opening.csv").read_bytes())  # as the office reads it
    assert [entered[each]["games"] for each in rows] == columns["games"].tolist()


def test_an_event_that_is_sent_twice_is_seen_to_be_the_same(run: Run) -> None:
    for name, defect in run.defects.items():
        if defect["way"] != "sent-twice":
            continue
        seen = Seen()
        (first, one), (second, two) = run.answers[defect["of"]], run.answers[name]
        assert list(seen.near_duplicate(defect["of"], one.games)) == []
        assert [finding.code for finding in seen.near_duplicate(name, two.games)] == ["near-duplicate"]
        assert (run.out / name).read_bytes() != (run.out / defect["of"]).read_bytes()
        assert first.facts.name != second.facts.name


def test_late_reports_come_after_the_list_they_miss(run: Run) -> None:
    for late in run.told.get("late", []):
        assert late["why"]
        assert late["file"].split("/")[0] >= late["missed"]


def test_reports_lie_in_the_month_in_which_they_arrive_and_none_arrives_after_the_last(run: Run) -> None:
    months = {name.split("/")[0] for name in run.answers}
    assert min(months) == f"{run.first:%Y-%m}"
    for name, (_, found) in run.answers.items():
        assert found.facts.reported is not None
        assert name.startswith(f"{found.facts.reported:%Y-%m}/")


def test_an_imported_list_stands_there_for_every_list_of_a_series_that_reads_one(run: Run) -> None:
    files = sorted(path.stem for path in run.out.glob("standard/*.txt"))
    if run.series == "fide-standard":
        assert files == []
    else:
        assert files == sorted(f"{_day(number):%Y-%m}" for number in run.made.lists)


# --- what it contains -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A larger one, over a year."""
    out = tmp_path_factory.mktemp("federation") / "whole"
    setting = SimulationSetting(first=Month(202503), months=12, players=600, defective=20)
    return Run(out, "fide-standard", setting.start, simulate_federation(out, setting))


def test_a_year_has_everything_an_office_meets(whole: Run) -> None:
    answers = whole.answers
    facts = [found.facts for _, found in answers.values()]
    assert {each.system for each in facts} == {"swiss", "round-robin", "double-round-robin", "team", "match"}
    assert {report.form for report, _ in answers.values()} >= {"trf16", "trf26"}
    assert {found.edition for _, found in answers.values()} == {"fide-standard-2024", "fide-standard-2025"}
    assert any(each.start and each.end and each.start.month != each.end.month and not each.league for each in facts)
    codes = {chr(code) for report, _ in answers.values() for code in np.unique(report.cells.result)}
    assert codes >= set("1=0+-HUZ")
    parts = Counter(each.name.rpartition(",")[0] for each in facts if each.league)
    assert max(parts.values()) == 5
    assert all(each.ratings_at == "game" for each in facts if each.league)
    robins = [report for report, found in answers.values() if found.facts.system == "round-robin"]
    assert any(any(not player.rating for player in report.players) for report in robins)
    assert whole.made.summary.late > 0
    assert whole.made.rated_late > 0  # players rated between playing and rating
    assert whole.made.summary.newcomers > 0
    assert len({player.federation for report, _ in answers.values() for player in report.players}) > 6
    assert len({defect["way"] for defect in whole.defects.values()}) >= 8
    last = whole.made.lists[max(whole.made.lists)]
    states = {State(int(state)) for state in np.unique(last.state)}
    assert states == {State.NONE, State.ACTIVE, State.INACTIVE, State.DELISTED}


def test_ratings_follow_the_strengths(whole: Run) -> None:
    """A statistician finds what was hidden: after a year the active are still rated about their strength."""
    number = max(whole.made.lists)
    roll, people = whole.made.lists[number], whole.made.federation.people
    rows = np.flatnonzero((roll.state == State.ACTIVE) & (roll.last == number))
    strengths = np.array([people[row].strength_on(_day(number), whole.first) for row in rows.tolist()])
    assert abs(int((roll.rating[rows] - strengths).mean())) < 40
    assert np.corrcoef(roll.rating[rows], strengths)[0, 1] > 0.9


def test_registry_knows_names_in_their_own_letters_and_reports_spell_them(whole: Run) -> None:
    rows = whole.rows("players.csv")
    assert any(re.search("[а-яіїєґ]", row["name"]) for row in rows)
    assert any(re.search("[őűõżłęș]", row["name"]) for row in rows)
    assert all(player.name.isascii() for report, _ in whole.answers.values() for player in report.players)
    assert any(row["former_names"] for row in rows)
    assert {row["memberships"] for row in rows} == {"", "IBCA", "ICSC", "IPCA"}
    changes = [row for path in sorted(whole.out.glob("players-*.csv")) for row in whole.rows(path.name)]
    known = {row["fide_id"]: row for row in rows}
    assert any(row["fide_id"] not in known for row in changes)
    assert any(row["died"] for row in changes)
    assert any(row["fide_id"] in known and row["federation"] != known[row["fide_id"]]["federation"] for row in changes)


def test_a_national_list_raises_who_is_far_higher_on_the_other(tmp_path: Path) -> None:
    """Ukraine: guests have no national rating, and a high FIDE rating lifts the national one."""
    made = simulate_federation(tmp_path / "made", SimulationSetting("ukraine", Month(202001), 2, 1200, 3, 0))
    number = max(made.lists)
    own, other = made.lists[number], made.elsewhere[number]
    high = (other.rating >= 2600) & np.isin(own.state, (State.ACTIVE, State.INACTIVE))
    assert high.any()
    assert (own.rating[high] >= other.rating[high]).all()
    foreign = np.array([person.federation != "UKR" for person in made.federation.people])
    assert not own.rating[foreign].any()


# --- the same again ---------------------------------------------------------------------------------------------------


def _bytes(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def test_one_seed_gives_the_same_bytes_whatever_the_hash_seed_the_zone_and_the_locale(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "arpad", "simulate", "--players", "60", "--months", "3", "--defects", "40"]
    made = []
    for name, hashes, zone, locale in (
        ("one", "1", "UTC", "C.UTF-8"),
        ("two", "2718", "Pacific/Kiritimati", "C"),
    ):
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "TZ": zone, "LC_ALL": locale}
        call = [*command, "-o", str(tmp_path / name)]
        subprocess.run(call, check=True, env=environment, capture_output=True)
        made.append(_bytes(tmp_path / name))
    assert made[0] == made[1]
    assert len(made[0]) > 20
    simulate_federation(tmp_path / "other", SimulationSetting(players=60, months=3, defective=40, seed=8))
    assert _bytes(tmp_path / "other")["opening.txt"] != made[0]["opening.txt"]


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"first": Month(200906), "months": 2}, "covers 2009-06; covered: from 2009-07"),
        ({"first": Month(220012), "months": 2}, "a simulation ends in 2200 at the latest, not in 2201-01"),
        ({"first": Month(999912)}, "a simulation ends in 2200 at the latest"),
        ({"series": "fide-rapid", "first": Month(201112)}, "covered: from 2012-01"),
        ({"series": "ukraine", "first": Month(201801)}, "covered: from 2018-02"),
        ({"series": "fide-slow"}, "no rating series 'fide-slow'; known: "),
        ({"players": 5}, "players 5: expected 12 to 2000000"),
        ({"months": 0}, "months 0: expected 1 to 600"),
        ({"seed": -1}, "seed -1: expected 0 to 9223372036854775807"),
    ],
)
def test_what_cannot_be_simulated_is_told_in_one_line(given: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=re.escape(words)):
        SimulationSetting(**given)


def test_a_directory_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    for out in (tmp_path, tmp_path / "mine"):
        with pytest.raises(UserError, match="not an empty directory; give another with -o"):
            simulate_federation(out, SimulationSetting(months=1, players=40))
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_covered_months_join_editions_that_follow_each_other() -> None:
    assert list(map(str, covered_months("fide-blitz"))) == ["from 2012-01"]


def test_the_command_says_what_it_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ask(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arpad", "simulate", "--players", "40", "--months", "1", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), *capsys.readouterr()

    code, told, _ = ask("--json", "-o", str(tmp_path / "made"))
    reports = len(list((tmp_path / "made").glob("*/*.trf")))
    assert (code, json.loads(told)["players"], json.loads(told)["reports"]) == (0, 40, reports)
    code, told, wrong = ask("-o", str(tmp_path / "made"))
    assert (code, told) == (2, "")
    assert wrong.startswith(f"arpad: {tmp_path / 'made'} is there already")
    code, told, _ = ask("-o", str(tmp_path / "again"))
    assert f"40 players and 0 newcomers; {reports} reports" in told
    assert ask("--from", "2009-06", "-o", str(tmp_path / "no"))[::2] == (
        2,
        "arpad: no edition of fide-standard covers 2009-06; covered: from 2009-07\n",
    )
    for text in ("2024", "2024-13", "march", "2024-03-01"):
        assert "expected a month written YYYY-MM" in ask("--from", text, "-o", str(tmp_path / "no"))[2]
    assert not (tmp_path / "no").exists()


# --- the pieces -------------------------------------------------------------------------------------------------------


def test_names_are_spelt_as_other_programs_and_ukraine_spell_them() -> None:
    for code, language in LANGUAGES.items():
        for word in (*language.stems, *language.ends, *language.first, *language.men, *language.women):
            assert latin_name(word) == (official_latin_name(word, "UKR") if code == "uk" else anyascii(word))


def test_every_time_control_is_read_as_it_is_encoded() -> None:
    from arpad.timecontrol import TimeControl, parse_encoded

    for control in TIME_CONTROLS:
        encoded = parse_encoded(control.code)
        assert isinstance(encoded, TimeControl)
        assert encoded.seconds_for(60) == control.seconds(60), control


@pytest.mark.parametrize("size", [2, 5, 6, 9, 10])
def test_a_round_robin_brings_everybody_together_once_and_a_double_one_twice(size: int) -> None:
    pairs = Counter(frozenset(pair) for turn in berger_rounds(size) for pair in turn)
    assert pairs == Counter({frozenset((a, b)): 1 for a in range(size) for b in range(a)})
    games = Counter(pair for turn in berger_rounds(size, twice=True) for pair in turn)
    assert games == Counter({(a, b): 1 for a in range(size) for b in range(size) if a != b})
    assert all(len({row for pair in turn for row in pair}) == 2 * len(turn) for turn in berger_rounds(size))


@pytest.mark.parametrize("size", [6, 7, 20, 41])
def test_a_swiss_brings_nobody_together_twice_and_shares_out_the_colours(size: int) -> None:
    draw, state = RandomStream(1, size), SwissPairing(size)
    met: Counter[frozenset[int]] = Counter()
    for _ in range(min(7, size // 2)):
        pairs, bye = state.pair(range(size))
        assert (bye is None) == (size % 2 == 0)
        seated = [row for pair in pairs for row in pair] + ([] if bye is None else [bye])
        assert sorted(seated) == list(range(size))
        for white, black in pairs:
            met[frozenset((white, black))] += 1
            state.half_points[draw.pick((white, black))] += 2
    assert set(met.values()) == {1}
    assert max(abs(balance) for balance in state.balance) <= 3


def test_leaders_of_a_swiss_meet_leaders() -> None:
    state = SwissPairing(8)
    state.half_points = [4, 4, 4, 4, 0, 0, 0, 0]
    pairs, _ = state.pair(range(8))
    assert all((white < 4) == (black < 4) for white, black in pairs)


def test_a_spoilt_report_that_is_mended_may_be_rated_again(run: Run) -> None:
    """The other way round: what refuses a spoilt report is what was spoilt, and nothing else."""
    for name, defect in run.defects.items():
        if defect["way"] not in ("late-registration", "not-agreed", "hybrid", "unwritten-games"):
            continue
        path = run.out / name
        report, findings = read_file(str(path))
        beside = sidecar_of(str(path))
        assert beside is not None
        given = read_sidecar(beside)
        facts = answer(report.facts, given)
        assert facts.start is not None
        assert facts.reported is not None
        mended = replace(facts, agreed=True, hybrid=False, notation=True, registered=date(facts.start.year - 1, 6, 1))
        found = check(Inquiry(report, findings, mended, frozenset(given), facts.reported), run.lists)
        assert found.verdict in VERDICTS[""], name


def test_the_page_names_every_way_with_what_is_expected_and_its_example_holds() -> None:
    page = (Path(__file__).parents[1] / "docs" / "simulate.md").read_text("utf-8")
    ways = (*DEFECT_KINDS, SENT_TWICE_KIND, PLAYED_ON_KINDS)
    told = re.findall(r"^\| `([a-z-]+)` \|.*\| ([a-z]+) \|$", page, re.MULTILINE)
    assert sorted(told) == sorted((way.name, way.expected) for way in ways)
    failed, tried = doctest.testfile(str(Path(__file__).parents[1] / "docs" / "simulate.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)
