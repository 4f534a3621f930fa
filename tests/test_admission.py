"""The room as a whole: systems, compositions, exclusions, ratings, what looks odd, and that no concept is forgotten."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import numpy as np
import pytest
from admission_pairs import field_of, match
from events_made import Scene, berger, judged, scene
from mutations import HEAVY, MUTATIONS
from tournament import make

import arpad
from arpad.admission import CHECKS, Decision, admit
from arpad.admission.case import Case, KnownPlayer
from arpad.admission.composition import observed, system_as_rated
from arpad.admission.people import ratings_used
from arpad.admission.plausibility import THRESHOLDS, connected, plausibility
from arpad.admission.telling import REMEDIES
from arpad.columns import FirstOutcome, Status, System, label
from arpad.examining import Answer, Inquiry, PlayerBackground, _admission_case, check
from arpad.finding import Remedy, Tier
from arpad.intake import read
from arpad.intake.sidecar import facts_of
from arpad.law import in_force
from arpad.law.rules import CONCEPTS
from arpad.law.rules.admission import NOTATION, ROUNDS_PER_DAY
from arpad.law.rules.concept import Room
from arpad.lists.rollcall import call_roll
from arpad.messages import READER_LETTER, advise
from arpad.messages.en.admission import REMEDIES as HELPS
from arpad.messages.en.admission import SENTENCES
from arpad.model import EventFacts, Report, Team
from arpad.model.systems import declared_system

ADMISSION = Path(arpad.__file__).parent / "admission"
S09, S24, S25 = "fide-standard-2009", "fide-standard-2024", "fide-standard-2025"


def report_of(made: Scene) -> Report:
    return read(made.text.encode(), "event.trf")[0]


def case_of(made: Scene) -> Case:
    report = report_of(made)
    given = facts_of(made.facts, "test")
    inquiry = Inquiry.of(report, (), given, made.today)
    grounds = inquiry.grounds
    assert grounds is not None
    call = call_roll(report.players, grounds.book, grounds.series, grounds.day, ())
    return _admission_case(inquiry, grounds, PlayerBackground(call))[0]


def codes(found: Answer, tier: Tier | None = None) -> list[str]:
    return sorted({finding.code for finding in found.findings if tier in (None, finding.tier)})


# --- systems ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "system"),
    [
        ("Individual: Swiss-System", System.SWISS),
        ("Individual: Round Robin", System.ROUND_ROBIN),
        ("Individual: Round-Robin", System.ROUND_ROBIN),
        ("Double Round Robin", System.DOUBLE_ROUND_ROBIN),
        ("double-round-robin", System.DOUBLE_ROUND_ROBIN),
        ("Team: Round Robin", System.TEAM),
        ("Team: Swiss-System", System.TEAM),
        ("Swiss pairing, computer", System.SWISS),  # "ring" stands in "pairing"
        ("Spring Open", None),
        ("FIDE_DUTCH_2026", System.SWISS),
        ("FIDE_TEAM_TYPE_A", System.TEAM),
        ("FIDE_SCHILLER_4x3", System.TEAM),  # 2009 6.4, S30: as Scheveningen
        ("CUSTOM_TEAM_KNOCKOUT", System.TEAM),
        ("CUSTOM_KNOCKOUT", System.SWISS),
        ("FIDE_SCHILLER", System.TEAM),
        ("BERGER_DOUBLE_ROUND", System.DOUBLE_ROUND_ROBIN),
        ("system szwajcarski", System.SWISS),
        ("колова система", System.ROUND_ROBIN),
        ("ringsüsteem", System.ROUND_ROBIN),
        ("Individual: Match", System.MATCH),
        ("Schweizer System", None),
        ("", None),
    ],
)
def test_the_words_people_use_for_systems(text: str, system: System | None) -> None:
    assert declared_system(text) == system


@pytest.mark.parametrize(
    ("change", "declared_as", "rated_as"),
    [
        ({"shape": "robin"}, "", System.ROUND_ROBIN),
        ({"shape": "double"}, "", System.DOUBLE_ROUND_ROBIN),
        ({"shape": "robin"}, "Round Robin", System.ROUND_ROBIN),
        ({"shape": "double"}, "Round Robin", System.DOUBLE_ROUND_ROBIN),
        ({"shape": "robin"}, "Swiss", System.SWISS),
        ({"shape": "robin"}, "Team", System.TEAM),
        ({"shape": "swiss"}, "", System.SWISS),
        ({"shape": "swiss"}, "Round Robin", System.SWISS),
        ({"shape": "swiss"}, "Match", System.TEAM),  # a match of more than two is one of teams
        ({"shape": "match", "ratings": (1700, 1690)}, "", System.MATCH),
        ({"shape": "match", "ratings": (1700, 1690)}, "Double Round Robin", System.MATCH),
        ({"shape": "robin", "results": {(1, 1): "+"}}, "Round Robin", System.SWISS),
        ({"shape": "robin", "results": {(1, 1): "D"}}, "", System.SWISS),
    ],
)
def test_the_system_as_rated_comes_from_the_facts_and_the_cross_table(
    change: dict[str, Any], declared_as: str, rated_as: System
) -> None:
    report = report_of(scene(S09, **change))
    assert system_as_rated(report, EventFacts(system=declared_as)) == rated_as


def test_a_league_of_teams_is_a_team_event_also_when_it_is_called_a_round_robin() -> None:
    report = replace(report_of(scene(S09)), teams=(Team("A", (1, 2, 3, 4)), Team("B", (5, 6, 7, 8))))
    assert system_as_rated(report, EventFacts(system="Round Robin")) == System.TEAM
    assert system_as_rated(report, EventFacts()) == System.TEAM


def test_s12_a_player_who_played_no_game_is_struck_before_the_table_is_looked_at() -> None:
    """Nine players, the ninth forfeits everything: a complete round robin of eight."""
    rounds = berger(9)
    absent = {(9, turn): "-" for turn, pairs in enumerate(rounds, 1) if any(9 in pair for pair in pairs)}
    report = report_of(scene(S09, ratings=(1700,) * 9, shape="robin", results=absent))
    assert observed(report.meetings()) == System.ROUND_ROBIN


def test_a_swiss_in_which_everybody_met_everybody_is_asked_about_where_it_matters() -> None:
    swiss: dict[str, Any] = {"shape": "robin", "system": "Individual: Swiss-System"}
    found = judged(scene(S09, **swiss))
    (asked,) = [finding for finding in found.findings if finding.code == "incomplete-round-robin"]
    assert asked.sentence == (
        "The declared system is: Swiss system. But everybody met everybody, so it looks like another one: round robin."
    )
    assert asked.tier == Tier.ASK
    told = scene(S09, **swiss)
    answered = judged(replace(told, facts={**told.facts, "system": "swiss"}))
    assert answered.verdict == "ratable"
    assert judged(scene(S24, **swiss)).verdict == "ratable"


def test_a_question_that_two_checks_put_is_put_once() -> None:
    """Six players, two rated, double round robin: three checks fail, and one fact may save all."""
    found = judged(scene(S09, **field_of(6, 1, "double", national_championship=None, women_only=None)))
    assert codes(found, Tier.REFUSE) == ["double-round-robin", "round-robin-rated-share", "small-round-robin"]
    found = judged(scene(S09, **field_of(6, 2, "double", national_championship=None, women_only=None)))
    assert [finding.sentence for finding in found.findings if finding.tier == Tier.ASK] == [
        "The field is too weak for a round robin, unless this is a national championship.",
        "The field is too weak for a national championship, unless it is for women only.",
    ]


def test_undated_rounds_are_asked_about_once_by_the_rounds_or_else_by_the_hours() -> None:
    """Three rounds may be played in a day, but not with 125 minutes: then the hours ask."""
    for rounds, asked in ((2, []), (3, ["hours-per-day"]), (4, ["rounds-per-day"])):
        found = judged(scene(S09, rounds=rounds, length=5, dated=False, control="125'"))
        assert codes(found, Tier.ASK) == asked
        answered = judged(scene(S09, rounds=rounds, length=5, dated=False, control="125'", rounds_per_day=2))
        assert answered.verdict == "ratable"
    assert codes(judged(scene(S09, length=5, dated=False, control="125'", rounds_per_day=3))) == ["hours-per-day"]


@pytest.mark.parametrize(
    ("control", "tiers"), [("119' or 121'", ["ask"]), ("121' or 125'", ["refuse"]), ("119' or 90'", [])]
)
def test_hours_of_play_are_asked_about_where_alternatives_differ_3_1(control: str, tiers: list[str]) -> None:
    answer = judged(scene(S09, length=5, dated=False, control=control, rounds_per_day=3))
    assert [finding.tier.value for finding in answer.findings if finding.code == "hours-per-day"] == tiers


def test_fide_standard_2009_6_43_a_round_robin_rated_as_a_swiss_is_rated_so_in_the_ledger() -> None:
    found = judged(scene(S09, **field_of(9, 3), results={(2, 1): "+"}))
    assert found.period is not None
    statuses = set(found.period.ledger.status.tolist())
    assert Status.UNRATED_OPPONENT in statuses
    assert Status.UNPLAYED_GAME in statuses
    assert "small-round-robin" not in codes(found)


# --- games and people ---------------------------------------------------------------------------------------------


def test_an_exclusion_of_a_player_takes_all_his_games_and_wrong_numbers_are_asked_about() -> None:
    found = judged(scene(S24, exclusions=[{"player": 3, "reason": "force-majeure"}]))
    assert found.excluded == (5, 0)
    assert found.verdict == "ratable-with-exclusions"
    bye = scene(S24, ratings=(1700,) * 7, exclusions=[{"player": 1, "round": 1, "reason": "fair-play"}])
    assert [finding.message for finding in judged(bye).findings] == ["unplayed-game/no-game"]
    for wrong in ({"player": 99, "reason": "fair-play"}, {"player": 3, "round": 9, "reason": "fair-play"}):
        assert judged(scene(S24, exclusions=[wrong])).verdict == "undecided"


@pytest.mark.parametrize(
    ("edition", "reason", "status"),
    [
        ("fide-rapid-blitz-2018", "equal-times", Status.EQUAL_TIMES),
        ("fide-rapid-blitz-2024", "rate-of-play", Status.RATE_OF_PLAY),
        ("ukraine-2018", "notation", Status.NOTATION),
    ],
)
def test_one_game_with_unequal_times_or_without_a_score_falls_and_the_rest_stays(
    edition: str, reason: str, status: Status
) -> None:
    found = judged(scene(edition, exclusions=[{"player": 3, "round": 2, "reason": reason}]))
    assert (found.verdict, found.excluded, codes(found)) == ("ratable-with-exclusions", (1, 0), [reason])
    assert found.period is not None
    assert np.count_nonzero(found.period.ledger.status == status) == 2
    silent = judged(scene(S09, exclusions=[{"player": 3, "round": 2, "reason": "notation"}]))
    assert silent.verdict == "ratable"  # the edition says nothing of it


@pytest.mark.parametrize("reasons", [("rate-of-play", "equal-times"), ("equal-times", "rate-of-play")])
def test_of_two_reasons_to_leave_a_game_out_the_first_stands(reasons: tuple[str, str]) -> None:
    rows = [{"player": 3, "round": 2, "reason": reason} for reason in reasons]
    found = judged(scene("fide-rapid-blitz-2018", exclusions=rows))
    assert found.admitted is not None
    status = found.admitted.games.status
    assert [label(Status(code)) for code in status[status > 0].tolist()] == [reasons[0]]


def test_a_birth_that_decides_k_is_asked_for_as_advice() -> None:
    made = scene(S24)
    text = made.text.replace("1980/01/02", " " * 10, 1)
    found = judged(replace(made, text=text))
    assert [finding.message for finding in found.findings if finding.code == "coefficient"] == ["coefficient/birth"]
    old = scene(S09)  # no clause of 2009 looks at age
    assert "coefficient" not in codes(judged(replace(old, text=old.text.replace("1980/01/02", " " * 10, 1))))


def test_fide_standard_2009_7_14_f_seven_games_are_asked_about_only_where_they_decide() -> None:
    """A team event: seven games against rated opponents suffice in a championship, nine otherwise."""
    newcomer: dict[str, Any] = {"ratings": (0, *(1700,) * 9), "system": "Team: Swiss-System"}
    for rounds, asked in ((6, []), (7, ["minimum-games-championship"]), (8, ["minimum-games-championship"]), (9, [])):
        found = judged(scene(S09, rounds=rounds, team_championship=None, **newcomer))
        assert codes(found, Tier.ASK) == asked
    assert codes(judged(scene(S09, rounds=7, team_championship=True, **newcomer)), Tier.ASK) == []
    newcomer["ratings"] = (0, *(1700,) * 8, 0)  # the tenth, met in the first round, is unrated, too
    assert codes(judged(scene(S09, rounds=7, team_championship=None, **newcomer)), Tier.ASK) == []


def test_fide_standard_2009_5_1_knows_no_exception_for_a_game_that_was_played() -> None:
    found = judged(scene(S09, exclusions=[{"player": 3, "round": 1, "reason": "fair-play"}]))
    assert (found.verdict, codes(found, Tier.ADVICE)) == ("ratable", ["unplayed-game"])


def test_fide_standard_10_1_an_exclusion_for_want_of_a_member_federation_takes_no_result_away() -> None:
    """2025 10.1 with R25: the article says who is listed; an officer's exclusion is told and takes nothing away."""
    found = judged(scene(S25, exclusions=[{"player": 3, "reason": "member-federation"}]))
    assert (found.excluded, codes(found, Tier.ADVICE), found.verdict) == ((0, 0), ["member-federation"], "ratable")
    assert found.period is not None
    assert set(found.period.ledger.status.tolist()) == {Status.COUNTED}


def test_more_arbiters_in_the_report_than_licences_are_asked_about() -> None:
    made = scene("fide-rapid-blitz-2018")
    text = made.text.replace("102 Arbiter, Ada 990999", "102 Arbiter, Ada 990999\r\n112 Deputy, Dan")
    found = judged(replace(made, text=text))
    assert [finding.sentence for finding in found.findings] == [
        "The report names 2 arbiters, licences are given for 1."
    ]


def test_a_number_of_somebody_who_has_died_is_asked_about() -> None:
    case = case_of(scene(S25))
    known = [KnownPlayer(player.name, player.born, player.rating) for player in case.report.players]
    known[3] = replace(known[3], died=20250101)
    known[4] = replace(known[4], died=20251231)  # after the event
    (decision,) = ratings_used(replace(case, known=tuple(known)))
    found = decision.finding
    assert (found.tier, found.player, found.message) == (Tier.ASK, 4, "ratings-used/deceased")


def test_ratings_of_the_day_of_each_game() -> None:
    """2009: the organiser may choose; all rounds must fall under one list. 2018: there is no choice."""
    one = judged(scene(S09, ratings_at="game"))
    assert codes(one, Tier.ADVICE) == ["ratings-used"]
    two = judged(scene(S09, ratings_at="game", start=date(2010, 4, 29)))
    assert [finding.message for finding in two.findings] == ["ratings-used/several-lists"]
    none = judged(scene("fide-rapid-blitz-2018", ratings_at="game"))
    assert [finding.message for finding in none.findings] == ["ratings-used/start-only"]
    assert judged(scene(S09, ratings_at="start", start=date(2010, 4, 29))).findings == ()


def test_admit_gives_the_tables_with_the_system_and_statuses_that_the_checks_decide() -> None:
    case = case_of(scene(S09, **match("111=")))
    events = _events(case)
    admitted = admit(case, events)
    assert admitted.events.system.tolist() == [System.MATCH]
    assert admitted.games.status.tolist() == [0, 0, 0, Status.MATCH_DECIDED]
    assert not admitted.entries.status.any()
    assert [finding.code for finding in admitted.findings] == ["match-decided"]


def test_a_planted_check_that_excludes_without_a_status_raises_when_its_decision_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody is told that a game falls while it is rated all the same."""
    case = case_of(scene(S24))

    def notes(case: Case) -> Iterator[Decision]:
        yield case.exclude_game(ROUNDS_PER_DAY, "too-many", 0, 0, rounds=4, most=3, day=case.today)

    monkeypatch.setattr(import_module("arpad.admission.admit"), "CHECKS", ((NOTATION, notes),))
    with pytest.raises(ValueError, match="rounds-per-day: no status has this name, so nothing can be excluded by it"):
        admit(replace(case, book=in_force("ukraine", date(2019, 5, 4))), _events(case))
    with pytest.raises(ValueError, match="notation/not: an exclusion has a status"):
        case.find(NOTATION, "not", Tier.EXCLUDE, 0, 1)
    told = case.find(NOTATION, "not", Tier.REFUSE).finding
    excluded = told._replace(tier=Tier.EXCLUDE)
    wrong: list[dict[str, Any]] = [
        {"status": Status.NOTATION},
        {"games": (0,)},
        {"status": Status.NOTATION, "games": (0,)},
    ]
    for at, more in enumerate(wrong):
        with pytest.raises(ValueError, match="an exclusion"):
            Decision(excluded if at < 2 else told, **more)
    assert Decision(excluded, Status.NOTATION, games=(0,)).set_aside("A. Officer", "seen").games == ()


def test_a_planted_check_that_excludes_a_game_takes_it_out_of_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    made = scene("ukraine-2018")

    def notes(case: Case) -> Iterator[Decision]:
        yield case.exclude_game(NOTATION, "game", int(case.black[2]), 2)

    monkeypatch.setattr(import_module("arpad.admission.admit"), "CHECKS", ((NOTATION, notes),))
    found = judged(made)
    assert found.admitted is not None
    assert np.flatnonzero(found.admitted.games.status).tolist() == [2]
    assert found.excluded == (1, 0)


def _events(case: Case) -> Any:
    from arpad.columns import Events

    return Events.of(key=[0], start=[20100305], end=[20100308], edition=[0], system=[0], championship=[False])


# --- what looks odd -----------------------------------------------------------------------------------------------


def odd(made: Scene, **thresholds: int) -> list[str]:
    return [
        f"{finding.code}: {finding.sentence}"
        for finding in plausibility(case_of(made), replace(THRESHOLDS, **thresholds))
    ]


def test_a_sound_event_has_nothing_odd() -> None:
    assert odd(scene(S24)) == []


def test_the_same_pair_three_times() -> None:
    twice = scene(S24, ratings=(1700,) * 4, shape="double")
    thrice = scene(S24, ratings=(1700,) * 4, shape="robin", rounds=9, system="Individual: Swiss-System")
    assert odd(twice) == []
    assert "same-pair: Invented1, Ann and Invented2, Ann met 3 times in this event." in odd(thrice)
    assert odd(scene(S24, **match("=" * 6))) == []


def test_groups_that_never_met() -> None:
    """Two round robins of four, sent as one event; after three rounds that is nothing odd."""
    text = scene(S24, ratings=(1700,) * 8, rounds=3).text
    rows: dict[int, tuple[int, ...]] = {1: (2, 3, 4), 2: (1, 4, 3), 3: (4, 1, 2), 4: (3, 2, 1)}
    rows |= {number + 4: tuple(other + 4 for other in rows[number]) for number in (1, 2, 3, 4)}
    lines = []
    for line in text.split("\r\n"):
        if line.startswith("001 "):
            number = int(line[4:8])
            colours = {other: "w" if number < other else "b" for other in rows[number]}
            line = line[:91] + "  ".join(f"{other:>4} {colours[other]} =" for other in rows[number])
        lines.append(line)
    made = replace(scene(S24), text="\r\n".join(lines))
    assert odd(made) == []
    assert odd(made, rounds=3) == [
        "closed-pool: Invented1, Ann and 3 more met nobody outside their group.",
        "closed-pool: Invented5, Ann and 3 more met nobody outside their group.",
    ]


def test_whoever_is_connected_by_games_is_of_one_group() -> None:
    """Beside a search from player to player, on fields drawn at random and on a chain of everybody."""
    rng = np.random.default_rng(7)
    fields = [rng.integers(0, 40, (2, games), np.int32) for games in range(0, 60, 3)]
    chain = rng.permutation(40).astype(np.int32)
    for white, black in (*fields, np.stack((chain[1:], chain[:-1]))):
        met: dict[int, set[int]] = {row: {row} for row in range(40)}
        for pair in zip(white.tolist(), black.tolist(), strict=True):
            reached = met[pair[0]] | met[pair[1]]
            met |= dict.fromkeys(reached, reached)
        assert connected(white, black, 40).tolist() == [min(met[row]) for row in range(40)]


def test_a_score_far_from_expectation_on_either_side() -> None:
    wins = {(1, turn): "1" for turn in range(1, 6)}
    assert odd(scene(S24, ratings=(1700, *(2300,) * 7), results=wins)) == [
        "far-from-expectation: Invented1, Ann: 4.60 points above expectation.",
    ]
    assert odd(scene(S24, results=wins)) == []
    strong = scene(S24, ratings=(1700, *(2300,) * 7), results=wins)
    assert (len(odd(strong, beyond=460)), len(odd(strong, beyond=461))) == (1, 0)
    unrated = scene(S24, ratings=(1700, *(2300,) * 3, *(0,) * 4), results=wins)  # he meets 8, 7, 6, 5 and 4
    assert odd(unrated, games=1) == []
    assert odd(unrated, games=1, beyond=50) == [
        "far-from-expectation: Invented1, Ann: 0.92 points above expectation.",
        "far-from-expectation: Invented4, Ann: 0.92 points below expectation.",
    ]


def test_many_games_a_day_where_no_text_counts_rounds() -> None:
    assert odd(scene(S24, per_day=3, control="60'")) == []
    assert odd(scene(S24, per_day=4, control="60'")) == [
        "many-games-a-day: 4 games a player were played on 2024-05-03."
    ]
    assert odd(scene(S09, per_day=4, control="60'")) == []  # there the law counts


def test_plausibility_never_refuses_excludes_or_asks() -> None:
    wins = {(1, turn): "1" for turn in range(1, 6)}
    found = judged(scene(S24, ratings=(1700, *(2300,) * 7), results=wins, per_day=4))
    assert found.verdict == "ratable" or codes(found, Tier.REFUSE) == ["hours-per-day"]
    assert {f.tier for f in plausibility(case_of(scene(S24, per_day=4, control="60'")))} == {Tier.ADVICE}


# --- the house ----------------------------------------------------------------------------------------------------


def constants_of(concepts: set[str]) -> dict[str, str]:
    """How code names a concept: rate-of-play is RATE_OF_PLAY."""
    return {concept.upper().replace("-", "_"): concept for concept in concepts}


def test_every_concept_of_admission_is_checked_or_read_by_a_check() -> None:
    wanted = constants_of({name for name, concept in CONCEPTS.items() if concept.room == Room.ADMISSION})
    asked = {concept.name for concept, _ in CHECKS}
    read_by = set()
    for path in ADMISSION.glob("*.py"):
        if path.name != "checks.py":
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Name) and node.id in wanted:
                    read_by.add(wanted[node.id])
    assert asked <= {*CONCEPTS}
    assert set(wanted.values()) - asked - read_by == set()


def test_a_check_has_the_name_of_its_concept() -> None:
    for concept, asks in CHECKS:
        assert concept.name.replace("-", "_").startswith(asks.__name__), (concept.name, asks.__name__)
    assert len({concept.name for concept, _ in CHECKS}) == len(CHECKS)


def test_every_message_belongs_to_a_concept_or_to_what_looks_odd_and_is_used() -> None:
    odd_codes = {
        "same-pair", "closed-pool", "far-from-expectation", "many-games-a-day", "id-slip", "id-of-another",
        "near-duplicate",
    }  # fmt: skip
    found = [key for key in SENTENCES if not key.startswith(("override-", "arbiter-"))]
    assert {key.split("/")[0] for key in found} <= {*CONCEPTS, *odd_codes}
    said = "".join(
        path.read_text("utf-8") for path in ADMISSION.parent.rglob("*.py")
        if "messages" not in path.parts and path.name != "telling.py"
    )  # fmt: skip
    for key in found:
        code, which = key.split("/")
        for ending in (
            "-accepted",
            "-after",
            "-alone",
            "-by-another",
            "-by-whom",
            "-for-good",
            "-kept",
            "-part",
            "-printed",
        ):  # put behind the name by the code
            which = which.removesuffix(ending) if f"}}{ending}" in said else which
        outcomes = {label(outcome) for outcome in FirstOutcome}
        known = f'"{which}"' in said or f"{code}/{which}" in said or (code == "minimum-games" and which in outcomes)
        assert known or code == "edition-choice", key


def test_every_remedy_belongs_to_a_message_and_can_be_said_to_officer_and_arbiter() -> None:
    assert set(REMEDIES) <= set(SENTENCES)
    assert {remedy.action for remedy in REMEDIES.values()} == set(HELPS) - {
        "register-approval",
        "enter-federation",
    }  # an office's own
    for remedy in REMEDIES.values():
        remedy = Remedy.to(remedy.action, **{"authority": "qc", **dict(remedy.fields)})
        command, letter = advise(remedy), advise(remedy, READER_LETTER)
        assert command.endswith("."), remedy
        assert letter == "" or letter.endswith("."), remedy
        assert "--" not in letter, remedy
        assert "{" not in letter.replace("[{ name", ""), remedy


def test_sentences_end_as_sentences_do_and_their_fields_have_names() -> None:
    for key, sentence in SENTENCES.items():
        problem = key.startswith(("override-", "arbiter-"))
        assert sentence.endswith(".") != problem, key
        assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(sentence)), key


def test_no_sentence_for_a_person_stands_in_a_check() -> None:
    """Sentences are in the catalogue, so that they can be said in another language."""
    for path in ADMISSION.glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [
            node.value for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
        ]  # fmt: skip
        assert [text for text in texts if text.endswith(".") and " " in text] == [], path.name


def test_no_integer_but_the_plainest_stands_in_a_function_of_admission_or_lists() -> None:
    for path in [*ADMISSION.glob("*.py"), *(ADMISSION.parent / "lists").glob("*.py")]:
        tree = ast.parse(path.read_text("utf-8"))
        inside = {
            id(node): node for function in ast.walk(tree) if isinstance(function, ast.FunctionDef | ast.Lambda)
            for node in ast.walk(function)
        }  # fmt: skip
        numbers = [node.value for node in inside.values() if isinstance(node, ast.Constant)]
        assert [value for value in numbers if type(value) is int and value not in (0, 1, 2)] == [], path.name


def test_half_points_of_an_excluded_game_stay_in_the_ledger() -> None:
    found = judged(scene(S24, exclusions=[{"player": 1, "round": 1, "reason": "fair-play"}]))
    assert found.period is not None
    rows = np.flatnonzero(found.period.ledger.status == Status.LEFT_OUT)
    assert (len(rows), found.period.ledger.delta[rows].tolist()) == (2, [0, 0])


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "errors").glob("*.*")), ids=lambda path: path.name)
def test_no_broken_report_of_the_gallery_breaks_the_law(path: Path) -> None:
    """Whatever is wrong with a report, there is an answer; what refuses it refuses it here, too."""
    report, findings = read(path.read_bytes(), path.name)
    for series in ("fide-standard", "fide-rapid"):
        facts = replace(report.facts, series=series, start=date(2025, 12, 1), end=report.facts.end or date(2025, 12, 7))
        found = check(Inquiry(report, findings, facts, frozenset(), date(2026, 1, 1)))
        assert set(findings) <= set(found.findings)
        assert found.verdict == "not-ratable" or not any(finding.tier == Tier.REFUSE for finding in findings)


@pytest.mark.parametrize("name", [name for name in MUTATIONS if name not in HEAVY])
def test_no_broken_tournament_breaks_the_law(name: str) -> None:
    days = {"fide-standard": date(2010, 3, 5), "fide-blitz": date(2025, 1, 5), "ukraine": date(2019, 5, 4)}
    for seed, (series, start) in enumerate(days.items()):
        made = make(seed, players=6 + seed, rounds=4 + seed, trf26=bool(seed % 2), plain=True)
        report, findings = read(MUTATIONS[name][1](made, random.Random(seed)), "broken.trf")
        facts = replace(report.facts, series=series, start=start)
        assert check(Inquiry(report, findings, facts, frozenset(), date(2026, 6, 1))).findings


def test_the_pages_of_admission_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/admission.md and docs/check.md show what the room says and what the commands print."""
    docs = Path(__file__).parents[1] / "docs"
    monkeypatch.syspath_prepend(str(docs))
    import generate_admission

    for name, text in generate_admission.pages().items():
        assert (docs / name).read_text("utf-8") == text, f"{name} is stale: ./dev docs"
