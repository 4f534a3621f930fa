"""Which system an event is: two players are a match, whatever it is called, and a round robin may have any cycles."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand
from databases import KINDS, new_database
from events_made import judged, scene
from lawtexts import text_of
from national_made import fide_list
from office_made import NUMBERS, admitted, at, event, registered, reported, sent, write
from publication_made import NEXT, SERIES, address_of, an_open, copied, on, open_with, opened
from scenes import Scene

from arpad import rulebook
from arpad.admission.composition import system_as_rated
from arpad.cli import main
from arpad.columns import Pool, System, label
from arpad.days import Month
from arpad.finding import Tier, UserError
from arpad.intake import read
from arpad.intake.sidecar import facts_of
from arpad.law import Rulebook, readings
from arpad.law.edition import read_edition
from arpad.law.law_set import LawSet
from arpad.model import EventFacts, Report, Team
from arpad.model.systems import declared_system, system_key
from arpad.office import lists, periods, reports
from arpad.office.book.submission import SubmissionTerms
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.publishing.imported_lists import take_over_list
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store.engine import connect_store
from arpad.packed import pack, unpack

S09, S24, S25, R18, UA = (
    "fide-standard-2009", "fide-standard-2024", "fide-standard-2025", "fide-rapid-blitz-2018", "ukraine-2018",
)  # fmt: skip
ARTICLE = {
    S09: "6.6", S24: "6.1", S25: "6.1", R18: "6.6", "fide-rapid-blitz-2024": "5.1", "fide-rapid-blitz-2024-12": "5.1",
}  # fmt: skip
NAMES = ("Individual: Swiss-System", "Individual: Round Robin", "Individual: Double Round Robin", "Team: Swiss", "Cup")
TWO = (1841, 0)  # one rated, one unrated


def report_of(**change: Any) -> Report:
    return read(scene(S24, **change).text.encode(), "event.trf")[0]


def two(edition: str, ratings: tuple[int, ...] = TWO, system: str = NAMES[0], **more: Any) -> Any:
    """Four games between the first two players of the report."""
    return scene(edition, ratings=ratings, shape="match", system=system, **more)


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """The command line without a process: exit code, output, errors."""

    def asked(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arpad", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        shown = capsys.readouterr()
        return int(end.value.code or 0), shown.out, shown.err

    return asked


# --- two players are a match ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", [*NAMES, "Individual: Match", ""])
def test_s30_two_individuals_play_a_match_whatever_it_is_called(system: str) -> None:
    """2009 6.5 and 6.6, 2024 6.1 and 6.2: a name that leads past the rules on matches would make them idle."""
    assert system_as_rated(report_of(ratings=TWO, shape="match"), EventFacts(system=system)) == System.MATCH


@pytest.mark.parametrize("system", NAMES)
def test_s30_who_is_entered_and_plays_no_game_does_not_make_it_another_event(system: str) -> None:
    """Three are listed and paired; the third forfeits every game: two individuals play."""
    absent = {(3, turn): "-" for turn in (1, 2, 3)}
    report = report_of(ratings=(1841, 0, 1700), shape="robin", results=absent)
    assert system_as_rated(report, EventFacts(system=system)) == System.MATCH


def test_s30_three_who_play_are_no_match_and_neither_are_two_teams() -> None:
    """The other side of the boundary: a third player with one game; teams of four boards of which one was played."""
    once = report_of(ratings=(1841, 0, 1700), shape="robin", results={(3, 1): "-"})
    assert system_as_rated(once, EventFacts(system="Swiss")) == System.SWISS
    teams = (Team("A", (1, 3, 5, 7)), Team("B", (2, 4, 6, 8)))
    forfeits = {(n, 1): "+" for n in (2, 3, 4)}  # 1 meets 8, 2 meets 7, and so on
    board = report_of(ratings=(1800,) * 8, rounds=1, results={(1, 1): "=", **forfeits})
    assert len(board.meetings()) == 1
    assert system_as_rated(replace(board, teams=teams), EventFacts(system="Team")) == System.TEAM
    assert system_as_rated(board, EventFacts(system="Team")) == System.MATCH  # nobody says who the teams are


def test_s30_the_whole_event_decides_not_one_part_of_it() -> None:
    """Two players meet in this part; in the whole event a third one plays, too."""
    part = report_of(ratings=TWO, shape="match")
    assert system_as_rated(part, EventFacts(system="Swiss"), part.meetings()) == System.MATCH
    whole = Counter({(1, 2): 4, (1, 3): 1})
    assert system_as_rated(part, EventFacts(system="Swiss"), whole) == System.SWISS


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("edition", ARTICLE)
def test_a_match_with_an_unrated_player_is_refused_whatever_it_is_called(edition: str, system: str) -> None:
    """2024 6.1, 2009 6.6, rapid and blitz 2018 6.6, rapid and blitz 2024 5.1."""
    found = judged(two(edition, system=system))
    told = {finding.message: finding for finding in found.findings if finding.code == "match-with-unrated"}
    assert set(told) == {"match-with-unrated/as-match", "match-with-unrated/unrated"}
    assert told["match-with-unrated/unrated"].tier == Tier.REFUSE
    assert {finding.articles for finding in told.values()} == {(ARTICLE[edition],)}
    assert system in told["match-with-unrated/as-match"].sentence
    assert found.verdict == "not-ratable"


@pytest.mark.parametrize("edition", ARTICLE)
def test_a_match_of_two_rated_players_is_rated_and_told_to_be_a_match_where_it_was_not_called_so(edition: str) -> None:
    """2024 6.2, 2009 6.5: how many games were scheduled is asked as of every match."""
    found = judged(two(edition, (1841, 1790)))
    assert found.verdict == "ratable"
    assert [each.message for each in found.findings if each.code.startswith("match")] == ["match-with-unrated/as-match"]
    called = judged(two(edition, (1841, 1790), system="Individual: Match"))
    assert [each for each in called.findings if each.code.startswith("match")] == []
    unknown = judged(two(edition, (1841, 1790), games_scheduled=None))
    assert "match-decided/unknown" in {each.message for each in unknown.findings}


def test_games_after_the_decision_fall_in_a_swiss_of_two() -> None:
    """2024 6.2, 2009 6.5: of four games three are won; 3 of 4 is more than half, and the fourth does not count."""
    won = {(1, turn): "1" for turn in (1, 2, 3)}
    for edition in (S09, S24, S25):
        found = judged(two(edition, (1841, 1790), results=won))
        assert [each.round for each in found.findings if each.code == "match-decided"] == [4]


def test_ukraine_has_no_match_article_and_nothing_is_said_or_refused() -> None:
    found = judged(two(UA))
    assert not [each for each in found.findings if each.code.startswith("match")]
    assert found.verdict != "not-ratable"


@pytest.mark.parametrize("kind", KINDS)
def test_standard_2025_6_1_the_office_does_not_admit_a_swiss_of_two_with_an_unrated_player(
    kind: str, tmp_path: Path
) -> None:
    """Player 33 has no rating; as a Swiss he would have one after five games. Through the desks, on both databases."""
    desk = copied(opened(kind), tmp_path)
    made = an_open("duel", (1, 33), shape="match", rounds=6, results={}, system=NAMES[0], games_scheduled=6)
    later = reported(desk, made)
    (done,) = reports.admit_events(later, reports.AdmissionOrder(("duel",)))
    assert (done.status, "match-with-unrated" in {each.code for each in done.findings}) == ("left", True)
    due = on(later, date(2025, 12, 1))
    which = periods.ListChoice(SERIES, Month(NEXT))
    periods.preview_list(due, which)
    periods.publish_list(due, periods.PublishRequest(which, confirmed=True, empty=True))
    with pytest.raises(UserError):
        lists.explain_rating(due, lists.CalculationQuestion(NUMBERS[33], lists.ListChoice(SERIES, Month(NEXT))))


def test_standard_2025_6_1_by_command_check_and_admit_refuse_a_swiss_of_two(tmp_path: Path, ask: Any) -> None:
    desk = copied(opened("sqlite"), tmp_path)
    made = an_open("duel", (1, 33), shape="match", rounds=6, results={}, system=NAMES[0], games_scheduled=6)
    later = reported(desk, made)
    path, address = write(tmp_path, "duel", made), address_of(later)
    later.store.close()
    code, out, err = ask("check", str(path), "--as-of", "2025-11-20")
    assert code == 1
    assert "this is a match and follows the rules on matches" in out + err
    assert "match-with-unrated (6.1, refuse)" in out + err
    code, out, err = ask("report", "admit", "duel", "--db", address)
    assert code == 1
    assert "is unrated, so the match is not rated" in out + err


# --- how a round robin of several cycles is named ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cycles"),
    [
        ("Individual: Round Robin", 1), ("double-round-robin", 2), ("BERGER_DOUBLEROUNDROBIN", 2), ("dwukołowy", 2),
        ("Individual: triple round robin", 3), ("Round Robin, 3 cycles", 3), ("round-robin-3-cycles", 3),
        ("round robin x3", 3), ("3x round robin", 3), ("turniej trzykołowy", 3), ("турнір у 3 кола", 3),
        ("girone all'italiana, tre gironi", 1), ("triplo girone", 3), ("all play all 3 times", 3),
        ("quadruple round robin", 4), ("round robin, four cycles", 4), ("round robin, 12 cycles", 12),
        ("Round robin, 9 rounds", 1), ("Round Robin 2019", 1), ("U-12 round robin", 1), ("Round Robin, 10 players", 1),
        ("Swiss, 3 cycles", 0), ("Team: double round robin", 0), ("Double Festival", 0), ("round robin, 0 cycles", 1),
    ],
)  # fmt: skip
def test_the_words_for_cycles(text: str, cycles: int) -> None:
    named = declared_system(text)
    assert (named.cycles if named is not None else 0) == cycles
    if named is not None and named.cycles:
        assert facts_of({"system": text}, "test")["system"] == system_key(named)
        assert declared_system(system_key(named)) == named  # as it is written, so it is read


def test_a_sidecar_may_not_name_what_is_no_system() -> None:
    for text in ("jungle", "Team: double round robin", "round-robin-0-cycles-of"):
        if declared_system(text) is None or not declared_system(text).cycles:  # type: ignore[union-attr]
            with pytest.raises(UserError, match="expected one of"):
                facts_of({"system": text}, "test")


def test_the_number_of_a_system_carries_its_cycles_and_numbers_of_before_mean_what_they_meant() -> None:
    """Stored rows have 3 and 4 for one and two cycles; three are 5, and so on, under one name."""
    assert [(System(number).cycles, label(System(number))) for number in range(8)] == [
        (0, "swiss"), (0, "team"), (0, "match"), (1, "round-robin"), (2, "double-round-robin"),
        (3, "multiple-round-robin"), (4, "multiple-round-robin"), (5, "multiple-round-robin"),
    ]  # fmt: skip
    rows = Pool.of(player=[1, 2, 3, 4], system=[3, 4, 5, System.of_cycles(9)], games=[9, 18, 27, 81])
    again = unpack(Pool, pack(rows))
    assert again.equals(rows)
    assert [System(int(number)).cycles for number in again.system] == [1, 2, 3, 9]
    with pytest.raises(ValueError, match="253"):
        System(253)


# --- what they are rated as -------------------------------------------------------------------------------------------

FIVE = (2000, 1900, 1800, 1700, 0)


def robin(edition: str, ratings: tuple[int, ...] = FIVE, cycles: int = 3, **more: Any) -> Any:
    """Everybody against everybody so many times, all drawn."""
    turns = len(ratings) - (len(ratings) + 1) % 2
    return scene(edition, ratings=ratings, shape="robin", rounds=cycles * turns, **more)


@pytest.mark.parametrize("cycles", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("system", ["", "Individual: Round Robin"])
def test_2009_6_31_and_rapid_blitz_2018_6_21_the_games_show_the_cycles(cycles: int, system: str) -> None:
    report = read(robin(R18, cycles=cycles, system=system or "-").text.encode(), "event.trf")[0]
    assert system_as_rated(report, EventFacts(system=system)).cycles == cycles


def test_rapid_blitz_2018_8_52_three_cycles_are_computed_as_a_round_robin() -> None:
    """8.21(b): everybody has half, Ra = (2000 + 1900 + 1800 + 1700) / 4 = 1850 = Ru of the unrated player. Each cycle
    the 2000 is expected .64 against 1900 (D 100), .76 against 1800 (200), .85 against 1700 (300), .70 against 1850
    (150): 2.95, in three cycles 8.85; with 6 of 12 and K 20 he loses 57 and has 1943."""
    found = judged(robin(R18))
    assert found.verdict == "ratable"
    assert found.period is not None
    assert dict(zip(found.period.worksheets.player.tolist(), found.period.worksheets.new.tolist(), strict=True)) == {
        0: 1943, 1: 1880, 2: 1820, 3: 1757,
    }  # fmt: skip
    assert found.period.firsts.rating.tolist() == [1850]
    answer = rulebook(R18).round_robin([{"rating": rating or None, "score": 6, "k": 20} for rating in FIVE], cycles=3)
    assert [player.change for player in answer.players] == [-5700, -1980, 1980, 5700, None]
    assert answer.n == 4


@pytest.mark.parametrize("edition", [S09, R18])
def test_never_a_game_was_not_played_when_all_were(edition: str) -> None:
    """2009 6.43, rapid and blitz 2018 6.4."""
    for system in ("Individual: Round Robin", "Individual: triple round robin", "Round robin, 3 cycles"):
        found = judged(robin(edition, system=system))
        assert "incomplete-round-robin" not in {each.code for each in found.findings}, system
        lacking = judged(robin(edition, system=system, results={(1, 7): "+"}))
        (told,) = [each for each in lacking.findings if each.code == "incomplete-round-robin"]
        assert (told.message, told.tier) == ("incomplete-round-robin/as-swiss", Tier.ADVICE), system


@pytest.mark.parametrize("edition", [S09, R18])
def test_unequal_meetings_are_a_swiss_and_no_game_is_said_to_be_missing(edition: str) -> None:
    """S30: one cycle and a play-off of the first round's pairs; every game was played."""
    made = scene(edition, ratings=(1700,) * 6, shape="robin", rounds=6, system="Individual: Round Robin")
    (told,) = [each for each in judged(made).findings if each.code == "incomplete-round-robin"]
    assert told.sentence == (
        "Everybody met everybody, but not equally often (1 to 2 times): it is no round robin and is rated as a Swiss."
    )


@pytest.mark.parametrize("edition", [S09, R18])
def test_fewer_cycles_than_announced_are_asked_about_and_the_answer_decides(edition: str) -> None:
    """2009 6.43, rapid and blitz 2018 6.4: a cycle that was announced and not played makes it a Swiss."""
    made = robin(edition, (1700,) * 6, cycles=2, system="Individual: triple round robin")
    (asked,) = [each for each in judged(made).findings if each.code == "incomplete-round-robin"]
    assert (asked.message, asked.tier) == ("incomplete-round-robin/fewer-cycles", Tier.ASK)
    two_cycles = judged(replace(made, facts={**made.facts, "system": "double-round-robin"}))
    assert not [each for each in two_cycles.findings if each.code == "incomplete-round-robin"]
    three = judged(replace(made, facts={**made.facts, "system": "round robin, 3 cycles"}))
    assert [each.message for each in three.findings if each.code == "incomplete-round-robin"] == [
        "incomplete-round-robin/as-swiss"
    ]


def test_pairs_that_meet_once_in_every_cycle_are_not_odd_and_one_that_meets_oftener_is() -> None:
    """Advice only: three cycles announced, one game of them forfeited; and a seventh round after two cycles."""
    for results in ({}, {(1, 7): "+"}):
        found = judged(robin(R18, system="Individual: triple round robin", results=results))
        assert "same-pair" not in {each.code for each in found.findings}
    oftener = scene(R18, ratings=(1700,) * 4, shape="robin", rounds=7, system="Individual: Double Round Robin")
    assert len([each for each in judged(oftener).findings if each.code == "same-pair"]) == 2


def test_in_2024_2025_and_ukraine_nothing_moves_with_the_cycles() -> None:
    """They have no rules on round robins: the games against the unrated player count for nobody, in any cycle."""
    for edition in (S24, S25, UA):
        found = judged(robin(edition))
        assert "incomplete-round-robin" not in {each.code for each in found.findings}
        swiss = judged(robin(edition, system="Individual: Swiss-System"))
        assert found.period is not None
        assert swiss.period is not None
        assert found.period.worksheets.equals(swiss.period.worksheets)


# --- the conditions on double round robins (R35) ----------------------------------------------------------------------


def with_every_cycle_asked(edition: str) -> Rulebook:
    """The edition with the alternative of R35."""
    text = text_of(edition)
    assert text.count('asked = "two-cycles"') == 1
    changed = read_edition(text.replace('"two-cycles"', '"two-or-more"'), "altered.toml", readings(), None)
    return Rulebook(changed, changed.head.series[0], None)


@pytest.mark.parametrize("edition", [S09, R18])
@pytest.mark.parametrize(
    ("ratings", "cycles", "reading", "alternative"),
    [
        ((1700,) * 4 + (0,), 1, "", ""),
        ((1700,) * 4 + (0,), 2, "too-few", "too-few"),
        ((1700,) * 4 + (0,), 3, "not-asked", "too-few"),
        ((1700,) * 4 + (0,), 4, "not-asked", "too-few"),
        ((1700,) * 5, 3, "", ""),  # nobody is unrated
        ((1700,) * 4 + (0, 0), 3, "", ""),  # six, four of them rated
    ],
)
def test_2009_6_32_and_rapid_blitz_2018_6_22_are_asked_of_two_cycles_alone(
    edition: str, ratings: tuple[int, ...], cycles: int, reading: str, alternative: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R35: five players, four of them rated, fall short of the six of a double round robin."""

    def found() -> str:
        told = [each.message for each in judged(robin(edition, ratings, cycles)).findings]
        return "".join(
            key.split("/")[1] for key in told if key.split("/")[0] in ("double-round-robin", "repeated-round-robin")
        )

    assert found() == reading
    altered = with_every_cycle_asked(edition)
    real = LawSet.edition
    monkeypatch.setattr(
        LawSet,
        "edition",
        lambda law, name, witness: altered.edition if name == edition else real(law, name, witness),
    )
    assert found() == alternative


# --- first ratings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [S09, R18])
def test_2009_8_25_and_rapid_blitz_2018_8_26_n_is_the_number_of_opponents_in_three_cycles(edition: str) -> None:
    """S9: four players of 1800 draw with each other and have 2.5 of 3 against Nora: 7 of 12, 58 per cent, +57; n is 4.
    Ra = 1800 - 57 x 4/5 = 1754.4, 1754. Nora has 2 of 12, 17 per cent, -273: 1754 - 273 x 4/5 = 1535.6, 1536; no
    difference reaches a limit, and the first rating is the same. With n = 12 it would be 1502."""
    scene = Scene(edition)
    table = {
        "Ada": "x === === === 11=", "Bo": "=== x === === 11=", "Cleo": "=== === x === 11=",
        "Dora": "=== === === x 11=", "Nora": "00= 00= 00= 00= x",
    }  # fmt: skip
    for name in table:
        scene.person(name, 0 if name == "Nora" else 1800)
    scene.round_robin(scene.event(System.of_cycles(3)), table)
    found = scene.rate()
    line = found.line("Nora")
    assert (line["games"], line["ru_first"], line["ru"]) == (12, 1536, 1536)
    assert found.first("Nora")["rating"] == 1536


@pytest.mark.parametrize("edition", [S09, R18])
@pytest.mark.parametrize("cycles", [1, 2, 3, 4])
def test_a_waiting_round_robin_of_any_cycles_keeps_its_n(edition: str, cycles: int) -> None:
    """2009 8.25, rapid and blitz 2018 8.26, S9, S10: 2 of 9 in each cycle against 2342: -220 x 9/10 = -198."""
    scene = Scene(edition)
    scene.person("Nora")
    scene.wait("Nora", 9 * cycles, 2 * cycles, 2342, system=System.of_cycles(cycles))
    assert scene.rate().first("Nora")["ru"] == 2144
    pool = {"average": 2342, "games": 9 * cycles, "score": 2 * cycles, "system": "round-robin", "cycles": cycles}
    assert rulebook(edition).first_rating(pools=[pool]).rating == 2144


# --- the calculators --------------------------------------------------------------------------------------------------


def test_the_calculator_refuses_a_newcomer_s_match_and_a_round_robin_of_two(ask: Any) -> None:
    """2024 6.1, 2009 6.6; Ukraine has no such article."""
    games = [{"opponent": 1800, "score": 0.5}] * 5
    for edition in ARTICLE:
        with pytest.raises(
            UserError, match=f"a match with an unrated player is not rated .{edition}, {ARTICLE[edition]}"
        ):
            rulebook(edition).first_rating(events=[{"system": "match", "games": games}])
        with pytest.raises(UserError, match="a match with an unrated player"):
            rulebook(edition).first_rating(pools=[{"system": "match", "average": 1800, "games": 5, "score": 2}])
    assert rulebook(UA).first_rating(events=[{"system": "match", "games": games * 3}]).rating == 1800
    code, _, err = ask(
        "calc", "round-robin", "--rulebook", R18, "--player", "A:1800:1", "--player", "B:-:1", "--double"
    )
    assert (code, "two players play a match" in err) == (2, True)


def test_the_calculator_takes_cycles(ask: Any) -> None:
    """The example worked above, by command; and what contradicts itself."""
    players = [word for rating in FIVE for word in ("--player", f"P{rating}:{rating or '-'}:6:20")]
    code, out, err = ask("calc", "round-robin", "--rulebook", R18, "--cycles", "3", "--json", *players)
    assert (code, err) == (0, "")
    assert json.loads(out)["players"][0]["change"] == "-57.00"
    code, _, err = ask("calc", "round-robin", "--rulebook", R18, "--cycles", "3", "--double", *players)
    assert (code, "contradict" in err) == (2, True)
    for wrong in ({"system": "swiss", "cycles": 2}, {"system": "double-round-robin", "cycles": 1}, {"cycles": 0}):
        with pytest.raises(UserError, match="cycles"):
            rulebook(R18).first_rating(pools=[{"average": 1800, "games": 9, "score": 2, **wrong}])


# --- an office --------------------------------------------------------------------------------------------------------

RAPID, MAY, JUNE, JULY = "fide-rapid", date(2019, 5, 1), date(2019, 6, 1), date(2019, 7, 1)


def rapid_office(kind: str, directory: Path, standard: dict[int, int] | None = None) -> Desk:
    """Four rated players and a newcomer, and the rapid list of May 2019; on the standard list somebody else."""
    store = connect_store(new_database(kind, directory), create=True)
    desk = found_office(store, "A. Officer", Clock(set_to=MAY), home="UKR", rehearsal=True)
    with by_hand(desk).writing("player-import") as writing:
        people = [Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, federation="UKR") for n in range(1, 6)]
        register_players(writing, people)
    open_with(desk, RAPID, MAY, {NUMBERS[n]: rating for n, rating in enumerate(FIVE, 1) if rating})
    take_over_list(by_hand(desk), "fide-standard", fide_list(standard or {NUMBERS[40]: 1500}), 201905, "fide")
    return desk


def triple(code: str = "triple", **more: Any) -> Any:
    given = {"shape": "robin", "rounds": 15, "start": date(2019, 5, 18), "approvals": ["late-registration"], **more}
    return event(code, R18, ratings=FIVE, **given)


def publish(desk: Desk, day: date) -> Desk:
    """The list of the day, previewed and published; the desk of that day."""
    due, which = at(desk, day), periods.ListChoice(RAPID, Month.of(day))
    periods.preview_list(due, which)
    periods.publish_list(due, periods.PublishRequest(which, confirmed=True, empty=True))
    return due


def published(desk: Desk, day: date) -> dict[int, int]:
    """The list of the day, by number of the player."""
    due = publish(desk, day)
    found = {}
    for number in range(1, 6):
        answer = lists.explain_rating(
            due, lists.CalculationQuestion(NUMBERS[number], lists.ListChoice(RAPID, Month.of(day)))
        )
        assert answer.after is not None
        found[number] = answer.after.rating
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_rapid_blitz_2018_8_52_three_cycles_through_the_office(kind: str, tmp_path: Path) -> None:
    """The 2000 becomes 1943, as worked above; the newcomer has twelve games, half the points and 1850."""
    later = reported(rapid_office(kind, tmp_path), triple())
    done = admitted(later, "triple")
    assert done.status == "admitted", done.findings
    assert "incomplete-round-robin" not in {each.code for each in done.findings}
    assert published(later, JUNE) == {1: 1943, 2: 1880, 3: 1820, 4: 1757, 5: 1850}


def test_three_cycles_by_command(tmp_path: Path, ask: Any) -> None:
    """Registered as three cycles, sent, admitted, published and explained: 1943."""
    desk = rapid_office("sqlite", tmp_path)
    address = address_of(desk)
    desk.store.close()
    path = write(tmp_path, "triple", triple(), system="triple round robin")
    db = ("--db", address)
    for command in (
        ("event", "register", str(path.with_suffix(".event.toml")), *db, "--now", "2019-05-02"),
        ("report", "submit", str(path), *db, "--now", "2019-05-20"),
        ("report", "admit", "--all-ratable", *db, "--now", "2019-05-20"),
        ("period", "preview", RAPID, *db, "--now", "2019-06-01"),
        ("period", "publish", RAPID, "--yes", "--empty", *db, "--now", "2019-06-01"),
    ):
        code, out, err = ask(*command)
        assert code == 0, (command, out, err)
        assert "not played" not in out + err
    code, out, err = ask("explain", str(NUMBERS[1]), *db)
    assert (code, "1943" in out) == (0, True), (out, err)
    code, out, err = ask("explain", "--event", "triple", *db)
    assert (code, "round-robin-3-cycles" in out) == (0, True), (out, err)


# --- a standard rating that stands in (S26) ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_rapid_blitz_2018_8_22_the_base_is_what_he_sat_down_with_through_the_office(kind: str, tmp_path: Path) -> None:
    """Player 5 has no rapid rating; his standard rating is 2100 in May, when he sits down on the 18th, and 2200 in
    June, when he plays again. Both events are rated in July, the first because it is sent late. In each he beats one of
    1900: D 200, expected .76, +.24; then D 300, expected .85, +.15. 20 x .39 = 7.8: 2100 + 8 = 2108, though the
    standard list before the new one has 2200."""
    desk = rapid_office(kind, tmp_path, {NUMBERS[5]: 2100})
    first, second = (
        event(code, R18, ratings=FIVE, rounds=1, start=day, results={(5, 1): "1"}, approvals=["late-registration"])
        for code, day in (("first", date(2019, 5, 18)), ("second", date(2019, 6, 8)))
    )
    registered(desk, first)
    desk = at(desk, JUNE)
    take_over_list(by_hand(desk), "fide-standard", fide_list({NUMBERS[5]: 2200}), 201906, "fide")
    publish(desk, JUNE)
    registered(desk, second)
    later = at(desk, date(2019, 6, 10))
    for made in (second, first):  # the later one is sent first
        code = str(made.facts["code"])
        assert sent(later, made, f"{code}.trf", SubmissionTerms(code)).status == "accepted"
        assert admitted(later, code).status == "admitted", admitted(later, code)
    answer = lists.explain_rating(
        publish(later, JULY), lists.CalculationQuestion(NUMBERS[5], lists.ListChoice(RAPID, Month.of(JULY)))
    )
    assert answer.after is not None
    assert answer.after.rating == 2108
