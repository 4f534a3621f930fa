"""As which system a part of an event is looked at, and what is asked of its field: with the parts before it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand
from databases import KINDS
from events_made import Scene
from office_made import NUMBERS, admitted, at, codes, event, registered, sent
from sqlalchemy import select
from test_part_doors import DAY, MONTHS, dated, newest, office_of

from arpad.columns import Status, System
from arpad.finding import Finding
from arpad.office import reports
from arpad.office.book.admitted_content import AdmittedContent, unpack_content
from arpad.office.book.event_lookup import find_parts_by_name
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import ReportReceipt, SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store.schema import content

APRIL = date(2024, 4, 8)
S09, S24 = "fide-standard-2009", "fide-standard-2024"
WINTER = (200911, 201001, 201003)
NEW = {place: 20_000_000 + place for place in range(1, 9)}


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return office_of(request.param, tmp_path, months=MONTHS)


@pytest.fixture
def one(tmp_path: Path) -> Desk:
    return office_of("sqlite", tmp_path, months=MONTHS)


@pytest.fixture
def winter(tmp_path: Path) -> Desk:
    """An office of 2010 with eight players who are on no list."""
    return with_newcomers(office_of("sqlite", tmp_path, months=WINTER))


def with_newcomers(desk: Desk) -> Desk:
    with by_hand(desk).writing("player-import") as writing:
        register_players(
            writing, [Person(f"Invented{n}, Ann", id_, born=19800102, federation="UKR") for n, id_ in NEW.items()]
        )
    return desk


def part_sent(desk: Desk, made: Scene, part: int, rounds: tuple[int, int], day: date, **beside: Any) -> ReportReceipt:
    terms = SubmissionTerms(str(made.facts["code"]), part=part, rounds=RoundRange(*rounds))
    return sent(at(desk, day), made, terms=terms, **beside)


def stored(desk: Desk, name: str) -> AdmittedContent:
    with desk.reading() as connection:
        (part,) = find_parts_by_name(connection, [name])
        query = select(content.c.packed).where(content.c.decision == part.admitted)
        return unpack_content(connection.execute(query).scalar_one())


def messages(findings: Sequence[Finding], start: str) -> list[str]:
    return [finding.message for finding in findings if finding.message.startswith(start)]


# --- matches ------------------------------------------------------------------------------------------------------


def long_match(results: str = "1111111=====", scheduled: int | None = None) -> Scene:
    """Twelve games, one a day; each sign is what player 1 made of it."""
    given = {(1, turn): result for turn, result in enumerate(results, 1)}
    more = {} if scheduled is None else {"games_scheduled": scheduled}
    return event("match", S24, ratings=[1700, 1700], shape="match", rounds=12, start=APRIL, results=given, **more)


def test_standard_2024_6_2_a_match_that_is_decided_in_its_second_part(desk: Desk) -> None:
    """Games 1-6 and 7-12: after game 7 it is 7-0 of 12. Games 8 to 12 do not count, as the letter of part 2 says."""
    made = long_match()
    registered(desk, made)
    first = part_sent(desk, made, 1, (1, 6), date(2024, 4, 15))
    assert (first.verdict, codes(first.findings, "exclude")) == ("ratable", [])
    assert admitted(at(desk, date(2024, 4, 15)), "match/1").status == "admitted"
    second = part_sent(desk, made, 2, (7, 12), date(2024, 4, 22))
    decided = [finding for finding in second.findings if finding.code == "match-decided"]
    assert [finding.round for finding in decided] == [8, 9, 10, 11, 12]
    assert decided[0].sentence == "Invented1, Ann had won the match of 12 games with 7 before this game."
    assert admitted(at(desk, date(2024, 4, 22)), "match/2").status == "admitted"
    tables = stored(desk, "match/2")
    assert tables.part is not None
    assert (int(tables.head.system[0]), int(tables.part.declared[0]), int(tables.part.scheduled[0])) == (2, 3, 12)
    assert tables.games.status.tolist() == [0, *[Status.MATCH_DECIDED] * 5]


def test_standard_2024_6_2_half_of_the_points_decides_nothing_in_parts_neither(one: Desk) -> None:
    """6-0 after six games is exactly half of 12: game 7, the first of part 2, counts and makes 6.5."""
    made = long_match("111111======")
    registered(one, made)
    part_sent(one, made, 1, (1, 6), date(2024, 4, 15))
    admitted(at(one, date(2024, 4, 15)), "match/1")
    second = part_sent(one, made, 2, (7, 12), date(2024, 4, 22))
    assert [finding.round for finding in second.findings if finding.code == "match-decided"] == [8, 9, 10, 11, 12]


def test_standard_2024_6_2_parts_in_the_wrong_order_are_counted_in_the_order_of_play(one: Desk) -> None:
    """Games 7-12 come first: by themselves nothing of them is after a decision; with games 1-6 all but game 7 is."""
    made = long_match()
    registered(one, made)
    part_sent(one, made, 2, (7, 12), date(2024, 4, 22))
    first = part_sent(one, made, 1, (1, 6), date(2024, 4, 22))
    assert codes(first.findings, "exclude") == []
    admitted(at(one, date(2024, 4, 22)), "match/1")
    outcome = admitted(at(one, date(2024, 4, 22)), "match/2")
    assert [finding.round for finding in outcome.findings if finding.code == "match-decided"] == [8, 9, 10, 11, 12]


def test_standard_2024_6_1_two_players_of_a_part_are_asked_whether_it_is_a_match(one: Desk) -> None:
    """Two have played, the event is printed as a Swiss and goes on: asked, unless somebody who registers it said so."""
    made = event("duel", S24, ratings=[1700, 1700], shape="match", rounds=4, start=APRIL,
                 system="Individual: Swiss-System")  # fmt: skip
    registered(one, made)
    receipt = part_sent(one, made, 1, (1, 2), date(2024, 4, 10))
    assert messages(receipt.findings, "match-with-unrated") == ["match-with-unrated/part-of-two"]
    assert messages(receipt.findings, "match-decided") == []


def test_standard_2024_6_1_two_players_of_all_parts_are_a_match(one: Desk) -> None:
    """When the last part is there, the two who met in all of them played a match, whatever it is called."""
    made = event("duel", S24, ratings=[1700, 1700], shape="match", rounds=4, start=APRIL,
                 system="Individual: Swiss-System")  # fmt: skip
    registered(one, Scene(made.text, {**made.facts, "system": "swiss"}, made.today))
    assert part_sent(one, made, 1, (1, 2), date(2024, 4, 10)).verdict == "ratable"
    assert admitted(at(one, date(2024, 4, 10)), "duel/1").status == "admitted"
    assert int(stored(one, "duel/1").head.system[0]) == System.SWISS
    receipt = part_sent(one, made, 2, (3, 4), date(2024, 4, 13))
    assert messages(receipt.findings, "match-with-unrated") == ["match-with-unrated/as-match"]


def test_an_open_of_which_only_two_have_played_is_no_match(one: Desk) -> None:
    """Eight are listed and the event goes on; that only one board played in the first part makes no match of it."""
    made = event("open", S24, start=APRIL, rounds=4)
    text = "\r\n".join(
        line[:91] + "0000 - Z" + line[99:] if line.startswith("001") and int(line[4:8]) not in (1, 8) else line
        for line in made.text.splitlines()
    )
    registered(one, made)
    receipt = part_sent(one, Scene(text, {**made.facts, "system": "swiss"}, made.today), 1, (1, 1), date(2024, 4, 9))
    assert messages(receipt.findings, "match") == []


# --- round robins -------------------------------------------------------------------------------------------------


def robin(rated: Sequence[int], size: int = 7, code: str = "robin", **given: Any) -> Scene:
    """A round robin of the winter of 2010, a round a day from 20 February; who is not rated is on no list."""
    ids = {n: NUMBERS[n] if n in rated else NEW[n] for n in range(1, size + 1)}
    ratings = [1700 if n in rated else 0 for n in range(1, size + 1)]
    wanted = {"shape": "robin", "start": date(2010, 2, 20), **given}
    return event(code, S09, ratings=ratings, ids=ids, **wanted)


def test_standard_2009_6_43_a_part_of_a_round_robin_is_not_incomplete(winter: Desk) -> None:
    """Rounds 1-3 of 7 are no unplayed games; when all have come, it is a round robin, and one that lacks a game not."""
    made = robin(range(1, 8))
    registered(winter, made)
    first = part_sent(winter, made, 1, (1, 3), date(2010, 2, 24))
    assert (first.verdict, messages(first.findings, "incomplete")) == ("ratable", [])
    assert admitted(at(winter, date(2010, 2, 24)), "robin/1").status == "admitted"
    assert int(stored(winter, "robin/1").head.system[0]) == System.ROUND_ROBIN
    second = part_sent(winter, made, 2, (4, 7), date(2010, 3, 1))
    assert (second.verdict, messages(second.findings, "incomplete")) == ("ratable", [])


def test_standard_2009_6_43_a_round_robin_that_lacks_a_game_of_its_first_part(winter: Desk) -> None:
    """2 forfeits against 7 in round 1: nothing is said of it before the last part, and there that it is a Swiss."""
    made = robin(range(1, 8), results={(2, 1): "-"})
    registered(winter, made)
    first = part_sent(winter, made, 1, (1, 3), date(2010, 2, 24))
    assert messages(first.findings, "incomplete") == []
    assert admitted(at(winter, date(2010, 2, 24)), "robin/1").status == "admitted"
    second = part_sent(winter, made, 2, (4, 7), date(2010, 3, 1))
    assert messages(second.findings, "incomplete") == ["incomplete-round-robin/as-swiss"]


def test_standard_2009_6_31_the_field_of_a_part_is_everybody_listed(winter: Desk) -> None:
    """Fewer than ten players need four rated ones. Player 1 has the bye of round 1: with him four are rated."""
    enough = robin((1, 2, 3, 4))
    registered(winter, enough)
    receipt = part_sent(winter, enough, 1, (1, 1), date(2010, 2, 21))
    assert codes(receipt.findings, "refuse") == []
    few = robin((1, 2, 3), code="few")
    registered(at(winter, date(2010, 2, 21)), Scene(few.text, {**few.facts, "approvals": ["late-registration"]},
                                                    few.today))  # fmt: skip
    refused = part_sent(winter, few, 1, (1, 1), date(2010, 2, 21))
    assert "small-round-robin" in codes(refused.findings, "refuse")


def test_standard_2009_6_43_the_system_of_a_part_must_be_known(winter: Desk) -> None:
    """Nobody names it: before the last part nobody can see whether it is a round robin, so it is asked."""
    made = robin(range(1, 8), system="-")
    registered(winter, made)
    first = part_sent(winter, made, 1, (1, 3), date(2010, 2, 24))
    assert messages(first.findings, "incomplete") == ["incomplete-round-robin/part-unknown"]
    answered = part_sent(winter, made, 1, (1, 3), date(2010, 2, 24), system="round-robin")
    assert messages(answered.findings, "incomplete") == []


def test_standard_2024_knows_no_round_robins_and_does_not_ask(one: Desk) -> None:
    made = event("open", S24, shape="robin", start=APRIL, system="-")
    registered(one, made)
    assert messages(part_sent(one, made, 1, (1, 3), date(2024, 4, 11)).findings, "incomplete") == []


# --- the order of parts -------------------------------------------------------------------------------------------


def test_a_round_in_two_parts_that_follow_each_other_is_told(one: Desk) -> None:
    """Rounds 1-2, then a report that numbers its rounds anew: other pairs are told, the same ones asked about."""
    made = dated(event("league", S24, start=APRIL, rounds=4, length=30, league=True),
                 [APRIL, APRIL + DAY, APRIL + 20 * DAY, APRIL + 21 * DAY])  # fmt: skip
    registered(one, made)
    part_sent(one, made, 1, (1, 2), date(2024, 4, 12))
    assert admitted(at(one, date(2024, 4, 12)), "league/1").status == "admitted"
    again = dated(event("league", S24, start=APRIL, rounds=2, length=30, league=True),
                  [APRIL + 20 * DAY, APRIL + 21 * DAY])  # fmt: skip
    same = sent(at(one, date(2024, 5, 1)), again, terms=SubmissionTerms("league", part=2))
    assert [(finding.tier, finding.message) for finding in same.findings if finding.code == "round-in-two-parts"] == [
        ("ask", "round-in-two-parts/games")
    ]
    assert same.verdict == "undecided"
    wins = {(n, turn): "1" for n in range(1, 9) for turn in (1, 2)}
    decisive = event("league", S24, start=APRIL, rounds=2, length=30, league=True, results=wins)
    other = dated(decisive, [APRIL + 20 * DAY, APRIL + 21 * DAY])
    told = sent(at(one, date(2024, 5, 1)), other, terms=SubmissionTerms("league", part=2))
    assert [(finding.tier, finding.message) for finding in told.findings if "round" in finding.code] == [
        ("advice", "round-shared-by-parts")
    ]


def test_a_part_that_comes_after_a_later_one_is_told(one: Desk) -> None:
    """Part 2 of May is admitted, then part 1 of April comes: it is judged with it, and that is said."""
    made = dated(event("league", S24, start=APRIL, rounds=4, length=30, league=True),
                 [APRIL, APRIL + DAY, APRIL + 20 * DAY, APRIL + 21 * DAY])  # fmt: skip
    registered(one, made)
    newest(at(one, date(2024, 5, 1)), 202405)
    second = part_sent(one, made, 2, (3, 4), date(2024, 5, 1))
    assert "later-part-before" not in codes(second.findings)
    assert admitted(at(one, date(2024, 5, 1)), "league/2").status == "admitted"
    first = part_sent(one, made, 1, (1, 2), date(2024, 5, 2))
    (told,) = [finding for finding in first.findings if finding.code == "later-part-before"]
    assert told.sentence == "league/2 was played later and is admitted already; the event is judged with both."


def test_a_part_that_is_withdrawn_after_a_later_one_was_admitted_is_told(one: Desk) -> None:
    """The match of twelve games without its first six: the letter of the rest has no decision any more."""
    made = long_match()
    registered(one, made)
    for part, rounds in ((1, (1, 6)), (2, (7, 12))):
        part_sent(one, made, part, rounds, date(2024, 4, 22))
        assert admitted(at(one, date(2024, 4, 22)), f"match/{part}").status == "admitted"
    (done,) = reports.withdraw_events(at(one, date(2024, 4, 22)), reports.EventOrder(("match/1",), "not of this match"))
    assert str(done.note) == "the other parts of the event (match/2) are judged without it from the next list on"
    (rest,) = reports.examine_events(at(one, date(2024, 4, 22)), reports.EventOrder(("match/2",)))
    assert messages(rest.findings, "match-decided") == []
