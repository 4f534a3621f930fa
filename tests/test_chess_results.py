"""Upload files of chess-results: what is read, what is refused, and mutated ones against checks of another hand."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from random import Random
from xml.etree import ElementTree

import pytest
from chess_results_made import Upload, of_teams, upload
from swiss_manager_made import BYE, UNPAIRED, Event, people, round_robin, swiss

from arpad.checking import CheckRequest, check_content
from arpad.finding import Tier
from arpad.intake import kind_of, read
from arpad.intake.decode import Limits

MUTATED = int(os.environ.get("ARPAD_MUTATED", "400"))


def small() -> Upload:
    rounds = [[(1, 3, 1), (4, 2, 2)], [(2, 1, 3), (3, 4, 2)], [(1, 4, 1), (3, 2, 1)]]
    return upload(Event(people(4), rounds, days=[20250926, 20250927, 20250928]))


def messages(data: bytes, limits: Limits | None = None) -> list[str]:
    report, findings = read(data, "open.xml", limits or Limits())
    assert report.players or any(finding.tier is Tier.REFUSE for finding in findings)
    return [finding.message for finding in findings]


def test_players_games_and_the_event_are_read() -> None:
    report, findings = read(small().data(), "open.xml")
    first = report.players[0]
    assert (first.number, first.name, first.sex, first.title, first.rating) == (1, "Invented0, Ann", "m", "FM", 2300)
    assert (first.federation, first.id, first.born, first.points, first.rank) == ("UKR", 14100001, 19780000, 30, 1)
    games = report.games()
    assert list(zip(games.round.tolist(), games.white.tolist(), games.black.tolist(), strict=True)) == [
        (1, 1, 3), (1, 4, 2), (2, 2, 1), (2, 3, 4), (3, 1, 4), (3, 3, 2),
    ]  # fmt: skip
    assert games.white_half_points.tolist() == [2, 1, 0, 1, 2, 2]
    facts = report.facts
    assert (facts.name, facts.federation, facts.time_control) == ("Invented Open", "UKR", "90 min + 30 sek")
    assert (facts.start, facts.end, report.round_dates[1]) == (date(2025, 9, 26), date(2025, 9, 28), date(2025, 9, 27))
    assert [(arbiter.name, arbiter.id) for arbiter in facts.arbiters] == [
        ("IA Invented, Ada", 14100001), ("Deputy, Dan", None),
    ]  # fmt: skip
    assert findings == ()


def test_it_says_the_same_as_the_file_of_swiss_manager_of_the_same_event() -> None:
    for event in (swiss(Random(2), 13, 5), round_robin(6)):
        report, other = read(upload(event).data())[0], read(event.data())[0]
        assert report.cells == other.cells
        assert [each[:9] for each in report.players] == [each[:9] for each in other.players]
        assert report.round_dates == other.round_dates
        assert report.kept == other.kept
        assert len(report.kept) == len(report.players)


@pytest.mark.parametrize(("black", "result", "letter", "code"), [
    ("2", "1.0 0.0", "", "10"), ("2", "0,5 0,5", "", "=="), ("2", "0 1", "", "01"), ("2", "1.0 0.0", "K", "+-"),
    ("2", "0.0 1.0", "k", "-+"), ("2", "0.0 0.0", "K", "--"), ("2", "0.0 0.0", "D", "00"), ("2", "1.0 0.0", "U", "WL"),
    ("2", "0.5 0.5", "U", "DD"), ("2", "0.0 1.0", "U", "LW"), ("2", "- -", "", "  "), ("2", "1.0 0.0", "H", "  "),
    ("-1", "1.0 0.0", "K", "U "), ("-1", "0.5 0.0", "", "H "), ("-1", "0.0 0.0", "", "Z "), ("-1", "- -", "", "  "),
    ("-2", "- -", "", "Z "), ("-2", "0.5 -", "", "H "), ("-2", "1.0 -", "", "F "),
])  # fmt: skip
def test_every_known_result_is_what_it_is_in_a_report(black: str, result: str, letter: str, code: str) -> None:
    made = upload(Event(people(2), [[(1, 2, 1)]], last_day=20250926))
    white, other = (each.strip("-") for each in result.split())
    made.pairings[0] |= {"blackno": black, "reswhite": white, "resblack": other, "forfeit": letter}
    made.tournament["rankinground"] = ""
    report, _ = read(made.data())
    assert "".join(map(chr, report.cells.result[:, 0])) == code


def test_a_bye_of_a_team_explains_the_points_that_no_row_carries() -> None:
    report, findings = read(of_teams().data())
    assert [(team.number, team.members) for team in report.teams] == [(1, (1, 2)), (2, (3, 4)), (3, (5, 6))]
    assert report.cells.result.tobytes().count(b"U") == 4
    assert [player.points for player in report.players] == [20, 5, 10, 15, 10, 20]
    assert {finding.message for finding in findings} == set()
    made = of_teams()
    made.players[0]["pts"] = "3,0"  # the team without a bye
    assert messages(made.data()) == ["contradictory-pairings/points"]


def test_the_boards_of_a_match_are_compared_with_its_result() -> None:
    made = of_teams()
    made.matches[0]["res1"] = "2.0"
    assert messages(made.data()) == ["doubtful-file/match"]


def test_an_empty_board_of_a_team_is_a_win_by_forfeit() -> None:
    made = of_teams()
    made.pairings[0] |= {"blackno": "-1", "forfeit": "K"}
    report, _ = read(made.data())
    assert chr(report.cells.result[0, 0]) == "+"
    assert report.cells.opponent[0, 0] == 0


def test_braces_capitals_comments_and_another_encoding_make_no_difference() -> None:
    data = small().data()
    braced = data.replace(b"<", b"{").replace(b">", b"}")
    loud = (
        data.replace(b"<player ", b"<Player ").replace(b"fideid=", b"FideId=").replace(b"chessresults", b"ChessResults")
    )
    noted = data.replace(b"<chessresults>", b"<!-- <playerslist> --><chessresults>")
    wide = data.decode().encode("utf-16")
    for other in (braced, loud, noted, wide, b"\xef\xbb\xbf" + data):
        assert kind_of(other) == "chess-results"
        assert read(other)[0].players == read(data)[0].players
        assert len(read(other)[0].games()) == 6


@pytest.mark.parametrize(("data", "kind"), [
    (b"<?xml version='1.0'?><playerslist><player/></playerslist>", "list"), (b"<playerslist></playerslist>", "list"),
    (b"<?xml version='1.0'?>\n<!-- chessresults -->\n<tournament/>", "xml"), (b"<chessresults/>", "chess-results"),
    (b"<?xml version='1.0'?><html/>", "xml"), (b"{chessresults}{/chessresults}", "chess-results"),
    (b'{"chessresults": 1}', "json"),
])  # fmt: skip
def test_the_root_says_what_an_xml_file_is(data: bytes, kind: str) -> None:
    assert kind_of(data) == kind


def test_a_player_who_withdrew_uncounted_does_not_count_for_the_points() -> None:
    event = round_robin(4)
    made = upload(event)
    scores = Counter(dict.fromkeys(range(1, 5), 0))
    for white, black, result in (row for rows in event.rounds for row in rows):
        if 4 not in (white, black):
            scores[white] += {1: 10, 2: 5, 3: 0}[result]
            scores[black] += {1: 0, 2: 5, 3: 10}[result]
    for number, player in enumerate(made.players, 1):
        player["pts"] = f"{scores[number] // 10},{scores[number] % 10}"
    assert "contradictory-pairings/points" in messages(made.data())
    made.players[3]["state"] = "1"
    assert "contradictory-pairings/points" not in messages(made.data())


def test_points_speak_of_their_round() -> None:
    made = small()
    made.tournament["rankinground"] = "1"
    for player, points in zip(made.players, ("1,0", "0,5", "0,0", "0,5"), strict=True):
        player["pts"] = points
    report, findings = read(made.data())
    assert findings == ()
    assert [player.points for player in report.players] == [None] * 4


def test_later_rounds_without_results_are_no_rounds_of_the_report() -> None:
    made = small()
    made.tournament |= {"currentround": "2", "rankinground": ""}
    for pairing in made.pairings[4:]:
        pairing |= {"reswhite": "", "resblack": ""}
    report, findings = read(made.data())
    told = [finding.message for finding in findings]
    assert (report.cells.rounds, told) == (2, ["round-count/fewer", "doubtful-file/points"])
    made.pairings[5] |= {"reswhite": "1.0", "resblack": "0.0"}  # somebody played already
    assert read(made.data())[0].cells.rounds == 3


def test_a_computer_is_no_person() -> None:
    made = small()
    made.players[0]["sex"] = "C"
    report, findings = read(made.data())
    assert report.phantoms == {1}
    assert [finding.message for finding in findings] == ["phantom-player"]


# --- what is told and refused -----------------------------------------------------------------------------------------


def with_(part: str, place: int, **values: str) -> bytes:
    made = small()
    some = [made.tournament] if part == "tournament" else getattr(made, part)
    some[place] |= {name.rstrip("_"): value for name, value in values.items()}
    return made.data()


@pytest.mark.parametrize(("data", "expected"), [
    (with_("tournament", 0, ratedfide="N"), "marked-unrated/national"),
    (with_("tournament", 0, ratedfide="N", ratednational="N"), "marked-unrated"),
    (with_("tournament", 0, from_="2025.99.99"), "unreadable-date"),
    (with_("tournament", 0, from_="20250929"), "start-after-end"),
    (with_("rounds", 1, date=""), "round-dates/missing"),
    (with_("rounds", 1, date="20250929"), "round-outside-event"),
    (with_("players", 0, fideid="3617"), "implausible-id"),
    (with_("players", 0, fideid="x"), "unreadable-id/text"),
    (with_("players", 0, title="NM"), "unknown-title/text"),
    (with_("players", 0, sex="*"), "unreadable-sex/text"),
    (with_("players", 0, dob="x"), "unreadable-birth/text"),
    (with_("players", 0, lastname=""), "missing-name"),
    (with_("tournament", 0, rankinground="0.5"), "doubtful-file/points"),
    (with_("players", 0, pts="?"), "unreadable-points/text"),
    (with_("pairings", 0, round="4"), "contradictory-pairings/round"),
    (with_("pairings", 0, round="x"), "contradictory-pairings/round"),
    (with_("pairings", 0, whiteno="5"), "contradictory-pairings/number"),
    (with_("pairings", 0, blackno="-3"), "contradictory-pairings/number"),
    (with_("pairings", 0, whiteno="", blackno="x"), "contradictory-pairings/number"),
    (with_("pairings", 0, whiteno="-1", blackno="-1"), "contradictory-pairings/score"),
    (with_("pairings", 0, reswhite="1.0", resblack="1.0"), "contradictory-pairings/score"),
    (with_("pairings", 0, reswhite="2.0"), "contradictory-pairings/score"),
    (with_("pairings", 0, forfeit="X"), "contradictory-pairings/score"),
    (with_("pairings", 0, reswhite="0.0", resblack="0.0"), "contradictory-pairings/score"),
    (with_("pairings", 0, blackno="1"), "contradictory-pairings/again"),
    (with_("pairings", 1, whiteno="3"), "contradictory-pairings/again"),
    (with_("pairings", 0, reswhite="0.0", resblack="1.0"), "contradictory-pairings/points"),
    (with_("players", 2, pts="9,0"), "contradictory-pairings/points"),
    (with_("players", 0, no="2"), "duplicate-start-number"),
    (with_("players", 0, no="x"), "unreadable-start-number"),
    (with_("players", 0, no="99999"), "unreadable-start-number"),
    (b"<chessresults/>", "not-a-report/chess-results"),
    (small().data()[:-20], "broken-xml/ends"),
    (b'<!DOCTYPE x [<!ENTITY a "b">]>' + small().data()[21:], "document-type"),
    (small().data().replace(b'version="1.0"', b'version="1.0" encoding="nothing"'), "broken-xml/encoding"),
    (b"<chessresults>" + b"<a>" * 20 + b"</a>" * 20 + b"</chessresults>", "broken-xml/deep"),
    (small().data().replace(b"<player\r", b"<player " + b" ".join(b'a%d=""' % n for n in range(300)) + b"\r"),
     "broken-xml/attributes"),
])  # fmt: skip
def test_what_an_arbiter_should_know_is_told(data: bytes, expected: str) -> None:
    assert expected in messages(data)


def test_a_document_type_behind_the_declaration_is_refused_before_an_entity_is_used() -> None:
    bomb = b"<?xml version='1.0'?><!DOCTYPE chessresults [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>"
    assert messages(bomb + small().data()[21:].replace(b"Invented Open", b"&b;")) == ["document-type"]


def test_what_is_larger_than_the_limits_is_refused() -> None:
    for limits, message in (
        (Limits(players=3), "too-many-players/file"), (Limits(rounds=2), "too-many-rounds/file"),
        (Limits(bytes=1000), "too-large"), (Limits(lines=5), "broken-xml/many"),
    ):  # fmt: skip
        assert message in messages(small().data(), limits)


def test_the_marks_of_the_session_are_never_shown() -> None:
    data = small().data().replace(b'sid="00"', b'sid="SECRETSECRET"')
    report, findings = read(data)
    assert "SECRET" not in repr(report) + repr(findings)


# --- mutated files ----------------------------------------------------------------------------------------------------


def plain(element: ElementTree.Element, name: str) -> str:
    """A number as it is compared: without blanks and zeros in front."""
    return element.get(name, "").strip().lstrip("0")


def faults(data: bytes) -> set[str]:
    """What the other checks find in a file that XML parsers take: by a tree, and without a line of the reader."""
    root = ElementTree.fromstring(data)
    event = root.find("tournamentdata/tournament")
    assert event is not None
    stated = event.get("rankinground", "").strip()
    spoken = int(stated) if re.fullmatch("[0-9]{1,9}", stated) else 0
    worth = {"": 0.0, "1.0": 1.0, "1": 1.0, "0.5": 0.5, "0.0": 0.0, "0": 0.0}
    points = {plain(player, "no"): 0.0 for player in root.findall("players/player")}
    found, seen = set(), set()
    for row in root.findall("playerpairings/playerpairing"):
        turn = int(row.get("round", ""))
        for number, result in ((plain(row, "whiteno"), "reswhite"), (plain(row, "blackno"), "resblack")):
            if number in ("-1", "-2"):
                continue
            if number not in points:
                found.add("number")
                continue
            if (turn, number) in seen:
                found.add("twice")
            seen.add((turn, number))
            if turn <= spoken:
                points[number] += worth[(row.get(result) or "").strip()]
    for player in root.findall("players/player"):
        printed = player.get("pts", "").replace(",", ".")
        if spoken and re.fullmatch(r"[0-9]{1,3}(\.[05])?", printed) and float(printed) != points[plain(player, "no")]:
            found.add("points")
    return found


def value(data: bytes, rng: Random) -> bytes:
    """Another value of some attribute."""
    parts = data.split(b'"')
    at = rng.randrange(len(parts) // 2) * 2 + 1
    parts[at] = rng.choice((b"", b"0", b"1", b"2", b"3", b"-1", b"-2", b"1.0", b"0.5", b"9" * 30, b"K", b"x", b"&lt;"))
    return b'"'.join(parts)


def byte(data: bytes, rng: Random) -> bytes:
    at, other = rng.randrange(len(data)), rng.choice([each for each in range(256) if each != ord(":")])
    return data[:at] + bytes([other]) + data[at + rng.randrange(3) :]  # the tree knows namespaces, the reader does not


def element(data: bytes, rng: Random) -> bytes:
    """An element left out or said twice."""
    parts = data.split(b"/>")
    at = rng.randrange(len(parts))
    parts[at : at + 1] = rng.choice(([], [parts[at]] * 2))
    return b"/>".join(parts)


MUTATIONS: tuple[Callable[[bytes, Random], bytes], ...] = (value, value, value, byte, element)


def test_a_mutated_file_is_refused_or_keeps_every_check() -> None:
    rng, accepted = Random(20_261_118), 0
    sound = [small().data(), upload(swiss(Random(4), 9, 4)).data(), upload(round_robin(5)).data()]
    for _ in range(MUTATED):
        data = rng.choice(sound)
        for _ in range(rng.choice((1, 1, 2, 4))):
            data = rng.choice(MUTATIONS)(data, rng)
        report, findings = read(data, "mutated.xml")
        assert all("\n" not in str(finding) for finding in findings)
        if report.players and report.form == "chess-results":
            accepted += 1
            assert faults(data) == set()
        elif not report.players:
            assert any(finding.tier is Tier.REFUSE for finding in findings)
    assert MUTATED // 20 < accepted < MUTATED


def test_the_other_checks_see_each_fault() -> None:
    """The negative control."""
    assert faults(small().data()) == set()
    assert "number" in faults(with_("pairings", 0, whiteno="5"))
    assert "twice" in faults(with_("pairings", 1, whiteno="3"))
    assert faults(with_("players", 2, pts="9,0")) == {"points"}


@pytest.mark.parametrize("federation", ["", " ", "XXX"])
def test_fields_that_say_nothing_are_empty_and_the_report_is_judged(federation: str) -> None:
    made = small()
    nothing = dict.fromkeys(("title", "rtgfide", "fideid", "dob", "rank", "rtgnat", "sex"), "")
    made.players[0] |= nothing | {"fed": federation}
    report, _ = read(made.data(), "open.xml")
    first = report.players[0]
    assert first[2:8] == ("", "", 0, "", 0, 0)
    assert first.rank is None
    checked = check_content(made.data(), "open.xml", CheckRequest(date(2025, 9, 30)))
    assert checked.answer.edition == "fide-standard-2024"


def test_byes_are_no_games() -> None:
    rows = [[(1, 2, 1), (3, BYE, 9), (4, UNPAIRED, 2)]]
    report, _ = read(upload(Event(people(4), rows, last_day=20250926)).data())
    assert report.cells.result[:, 0].tobytes() == b"10UH"
    assert len(report.games()) == 1
