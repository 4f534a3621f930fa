"""Files of Swiss-Manager: what is read, what is refused and where, and ten thousand mutated ones against other checks.

The files are written by `swiss_manager_made`, the checks repeated by `swiss_manager_checks`; neither knows the reader.
`ARPAD_MUTATED=10000` tries so many mutated files instead of the few of every run.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from datetime import date
from random import Random

import numpy as np
import pytest
from swiss_manager_checks import broken
from swiss_manager_made import BYE, UNPAIRED, Event, Person, people, round_robin, swiss, teams

from arpad.checking import CheckRequest, check_content
from arpad.columns import System
from arpad.finding import Tier
from arpad.intake import kind_of, read, write_trf
from arpad.intake.decode import Limits
from arpad.model import GameKind

MUTATED = int(os.environ.get("ARPAD_MUTATED", "600"))


def codes(event: Event) -> list[str]:
    return [finding.message for finding in read(event.data(), "open.TUNX")[1]]


def small() -> Event:
    """Four players, three rounds, everything there."""
    rounds = [[(1, 3, 1), (4, 2, 2)], [(2, 1, 3), (3, 4, 2)], [(1, 4, 1), (3, 2, 1)]]
    return Event(people(4), rounds, days=[20250926, 20250927, 20250928])


def test_players_games_and_the_event_are_read() -> None:
    report, findings = read(small().data(), "open.TUNX")
    first, second = report.players[:2]
    assert (first.number, first.name, first.title, first.rating, first.federation) == (
        1,
        "Invented0, Ann",
        "FM",
        2300,
        "UKR",
    )
    assert (first.sex, first.id, first.born, first.points) == ("m", 14100001, 19780000, 30)
    assert (second.sex, second.points) == ("m", 5)
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


@pytest.mark.parametrize(("black", "result", "code", "kind"), [
    (2, 1, "10", GameKind.PLAYED), (2, 2, "==", GameKind.PLAYED), (2, 3, "01", GameKind.PLAYED),
    (2, 4, "+-", GameKind.FORFEIT), (2, 5, "-+", GameKind.FORFEIT), (2, 6, "--", GameKind.FORFEIT),
    (2, 15, "WL", GameKind.SHORT), (2, 16, "DD", GameKind.SHORT),
    (2, 17, "LW", GameKind.SHORT), (2, 0, "  ", GameKind.UNFINISHED), (BYE, 9, "UZ", None), (BYE, 0, " Z", None),
    (UNPAIRED, 0, "ZZ", None), (UNPAIRED, 1, "FZ", None), (UNPAIRED, 2, "HZ", None), (UNPAIRED, 3, "ZZ", None),
])  # fmt: skip
def test_every_known_result_is_what_it_is_in_a_report(
    black: int, result: int, code: str, kind: GameKind | None
) -> None:
    rows = [(1, black, result)] if black == 2 else [(1, black, result), (2, UNPAIRED, 3)]
    report, _ = read(Event(people(2), [rows]).data())
    assert "".join(map(chr, report.cells.result[:, 0])) == code
    assert [GameKind(each) for each in report.games().kind] == ([] if kind is None else [kind])


def test_the_free_round_of_a_round_robin_is_worth_nothing() -> None:
    report, _ = read(round_robin(5).data())
    assert sorted(report.cells.result.tobytes().decode().count(letter) for letter in "UZ") == [0, 5]
    assert len(report.games()) == 10


def test_a_report_is_written_and_reads_back_with_the_same_games() -> None:
    for event in (swiss(Random(3), 12, 5), round_robin(6)):
        report, _ = read(event.data())
        again, _ = read(write_trf(report, "trf26")[0])
        assert (again.cells, again.facts.start, again.round_dates) == (
            report.cells,
            report.facts.start,
            report.round_dates,
        )
        assert [each[:8] for each in again.players] == [each[:8] for each in report.players]


def test_national_ratings_and_numbers_become_records_of_the_report() -> None:
    """TRF26, national rating support: start number 5-8, name 15-47, rating 49-52, number 58-68, birth 70-79."""
    event = small()
    event.people[0].national_number, event.people[3].national_number = "L01854", "123456789012"
    event.people[1].national = 0
    report, findings = read(event.data(), "open.TUNX")
    assert report.kept == (
        "UKR    1 m    Invented0, Ann                    1500          L01854 1978/00/00",
        "UKR    3 w    Nobody2, Cyd                      1502                 1980/00/00",
        "UKR    4 m    Вигаданий3, Дара                  1503                 1981/00/00",
    )
    assert [(finding.code, finding.place.line) for finding in findings] == [("left-out", 4)]
    assert "national number" in str(findings[0])
    again, _ = read(write_trf(report, "trf26")[0])
    assert again.kept[-3:] == report.kept
    assert [player.rating for player in report.players] == [2300, 2299, 2298, 2297]
    for nowhere in ("", "XXX", "Ukraine"):
        event.texts[20] = nowhere
        assert read(event.data())[0].kept == ()


def test_a_team_event_has_its_teams_and_an_empty_board_is_a_win_by_forfeit() -> None:
    report, findings = read(teams(4, 3).data())
    assert [(team.number, team.members) for team in report.teams] == [
        (1, (1, 2, 3)), (2, (4, 5, 6)), (3, (7, 8, 9)), (4, (10, 11, 12)),
    ]  # fmt: skip
    assert report.cells.result.tobytes().count(b"+") == 2
    assert not any(finding.tier is Tier.REFUSE for finding in findings)


def test_a_team_event_without_pairings_is_read() -> None:
    event = Event(people(2), [[]] * 3, kind=2, teams=["North", "South"], announced=0, last_paired=0)
    event.people[1].team = 2
    report, findings = read(event.data())
    assert [(team.name, team.members) for team in report.teams] == [("North", ()), ("South", (2,))]
    assert not any(finding.tier is Tier.REFUSE for finding in findings)


def test_a_tournament_without_players_is_no_report() -> None:
    assert codes(Event([], [[]])) == ["not-a-report/no-players"]


def test_pairs_that_must_not_meet_are_passed_over() -> None:
    event = small()
    event.apart = [(1, 2), (3, 4)]
    assert read(event.data())[0] == read(small().data())[0]


def test_rounds_that_are_not_paired_yet_are_no_rounds_of_the_report() -> None:
    event = small()
    event.rounds[2], event.last_paired = [(3, UNPAIRED, 0)], 2
    report, findings = read(event.data())
    assert report.cells.rounds == 2
    assert [finding.message for finding in findings] == ["round-count/fewer"]
    event.rounds, event.last_paired = [[], [], []], 0
    assert "round-count/none" in codes(event)


def test_the_suffix_is_nothing_and_the_first_bytes_are_everything() -> None:
    assert kind_of(small().data()) == "swiss-manager"
    for name in ("open.trf", "open.TUMX", "-"):
        assert len(read(small().data(), name)[0].players) == 4


# --- what is told -----------------------------------------------------------------------------------------------------


def changed(**fields: object) -> Event:
    event = small()
    for name, value in fields.items():
        setattr(event, name, value)
    return event


@pytest.mark.parametrize(("event", "message"), [
    (changed(rated=0), "marked-unrated"),
    (changed(rated=1), "marked-unrated/national"),
    (changed(alphabet=[1, 2, 2, 4]), "doubtful-file/alphabet"),
    (changed(days=[]), "round-dates/missing"),
    (changed(days=[20250926, 0, 20250928]), "round-dates/missing"),
    (changed(days=[20250926, 20250927, 20250929]), "round-outside-event"),
    (changed(days=[20250926, 20259927, 20250928]), "unreadable-date"),
    (changed(first_day=20250929), "start-after-end"),
    (changed(rounds=[[(1, 3, 1), (4, 2, 2)], [(3, 1, 1), (4, 2, 2)]], days=[]), "repeated-pairing"),
    (changed(rounds=[[(1, 3, 1), (4, 2, 2)]], days=[], kind=1), "repeated-pairing/missing"),
    (changed(people=[Person("A", id=3617), *people(3)]), "implausible-id"),
    (changed(people=[Person("A", id=14100001), *people(3)]), "duplicate-id"),
    (changed(people=[Person("A", title="NM"), *people(3)]), "unknown-title/text"),
    (changed(people=[Person("A", sex=7), *people(3)]), "unreadable-sex/text"),
    (changed(people=[Person("A", born=19781350), *people(3)]), "unreadable-birth/text"),
    (changed(people=[Person("A", rating=40000), *people(3)]), "unreadable-rating/text"),
    (changed(people=[Person(""), *people(3)]), "missing-name"),
    (changed(people=[Person("A\u202eB"), *people(3)]), "control-character/direction"),
    (changed(people=[Person("A\ud800"), *people(3)]), "undecodable-byte"),
    (changed(people=[Person("A" * 5000), *people(3)]), "line-too-long/text"),
])  # fmt: skip
def test_what_an_arbiter_should_know_is_told(event: Event, message: str) -> None:
    assert message in codes(event)


def test_an_event_of_one_day_needs_no_days_of_its_rounds() -> None:
    event = changed(days=[], last_day=20250926)
    assert codes(event) == []
    assert read(event.data())[0].round_dates == (date(2025, 9, 26),) * 3


def test_a_full_birth_is_kept_and_no_federation_is_none() -> None:
    event = changed(people=[Person("A", born=19780229), Person("B", born=19800229), *people(2)])
    event.texts[20] = "XXX"
    report, _ = read(event.data())
    assert [player.born for player in report.players[:2]] == [0, 19800229]
    assert report.facts.federation == ""


@pytest.mark.parametrize(("rate", "control", "told"), [
    (1, "15+5", True), (2, "10 minuta", True), (3, "5+0", False), (1, "90 min + 30 sek", False), (1, "", False),
    (0, "15+5", False),
])  # fmt: skip
def test_a_rate_of_play_that_is_not_the_one_of_the_time_control_is_told(rate: int, control: str, told: bool) -> None:
    event = changed(rate=rate)
    event.texts[14] = control
    checked = check_content(event.data(), "open.TUNX", CheckRequest(date(2025, 10, 1)))
    assert any(finding.message == "rate-of-play/marked" for finding in checked.answer.findings) == told


def test_the_system_is_the_one_of_the_type() -> None:
    from arpad.model.systems import declared_system

    systems = [declared_system(read(changed(kind=kind).data())[0].facts.system) for kind in (0, 1)]
    assert systems == [System.SWISS, System.ROUND_ROBIN]
    assert declared_system(read(teams(4, 2).data())[0].facts.system) == System.TEAM


def test_the_cross_table_is_given_back_to_be_compared() -> None:
    checked = check_content(small().data(), "open.TUNX", CheckRequest(date(2025, 10, 1)))
    assert [row[-3:] for row in checked.crosstable] == [
        ("3w1", "2b1", "4w1"), ("4b=", "1w0", "3b0"), ("1b0", "4w=", "2w1"), ("2w=", "3b=", "1b0"),
    ]  # fmt: skip
    trf = write_trf(read(small().data())[0])[0]
    assert check_content(trf, "open.trf", CheckRequest(date(2025, 10, 1))).crosstable == ()


# --- what is refused --------------------------------------------------------------------------------------------------


def at(data: bytes, offset: int, form: str, *values: int) -> bytes:
    out = bytearray(data)
    struct.pack_into(form, out, offset, *values)
    return bytes(out)


SOUND = small().data()
TABLE = len(SOUND) - 32
PLAYERS_AT, ROWS_AT, ROWS_END = struct.unpack_from("<3I", SOUND, TABLE + 4)
SETTINGS = SOUND.index(b"\x95\xff\x89\x44") + 4


@pytest.mark.parametrize(("data", "message", "offset"), [
    (SOUND[:-1], "end", len(SOUND) - 1),
    (SOUND[:3000], "end", 3000),
    (SOUND[:4], "end", 4),
    (at(SOUND, TABLE, "<I", PLAYERS_AT), "marker", PLAYERS_AT),
    (at(SOUND, TABLE, "<I", 1 << 31), "offsets", TABLE - 4),
    (at(SOUND, PLAYERS_AT, "<I", 0), "marker", PLAYERS_AT),
    (at(SOUND, 0x6C, "<H", 0xFFFF), "texts", 0x6C),
    (at(SOUND, SETTINGS + 0x0B, "B", 9), "settings", SETTINGS),
    (at(SOUND, SETTINGS + 0x11, "<H", 9), "settings", SETTINGS),
    (at(SOUND, SETTINGS + 0x13, "<H", 3), "players", None),
    (at(SOUND, SETTINGS + 0x17, "<H", 4), "texts", None),
    (at(SOUND, ROWS_AT + 4 + 2 * 21, "<H", 5), "numbers", ROWS_AT + 4 + 2 * 21),
    (at(SOUND, ROWS_AT + 4, "<H", 0), "numbers", ROWS_AT + 4),
])  # fmt: skip
def test_a_damaged_file_is_not_read_and_the_byte_is_said(data: bytes, message: str, offset: int | None) -> None:
    report, findings = read(data, "open.TUNX")
    (finding,) = findings
    assert (report.players, finding.message, finding.tier) == ((), f"damaged-file/{message}", Tier.REFUSE)
    assert offset is None or dict(finding.fields)["offset"] == offset


def rows(*rounds: list[tuple[int, int, int]]) -> Event:
    return changed(rounds=[*rounds], days=[], last_day=20250926)


@pytest.mark.parametrize(("event", "messages"), [
    (rows([(1, 2, 1), (1, 3, 1)]), ["twice", "absent"]),
    (rows([(1, 1, 1), (2, 3, 1), (4, BYE, 9)]), ["twice"]),
    (rows([(1, 2, 1), (3, BYE, 9)]), ["absent"]),
    (rows([(1, 2, 1), (3, BYE, 9), (4, BYE, 9)]), ["byes"]),
    (rows([(1, 2, 7), (3, 4, 1)]), ["result"]),
    (rows([(1, 2, 9), (3, 4, 1)]), ["result"]),
    (rows([(1, 2, 65535), (3, 4, 1)]), ["result"]),
    (rows([(1, 2, 1), (3, BYE, 3), (4, UNPAIRED, 3)]), ["result"]),
    (rows([(1, 2, 1), (3, BYE, 9), (4, UNPAIRED, 9)]), ["result"]),
    (changed(last_paired=2), ["unpaired", "unpaired"]),
])  # fmt: skip
def test_pairings_that_cannot_be_true_refuse_the_file(event: Event, messages: list[str]) -> None:
    report, findings = read(event.data(), "open.TUNX")
    assert report.players == ()
    assert sorted(finding.message for finding in findings) == sorted(f"contradictory-pairings/{m}" for m in messages)


def test_the_byte_and_the_round_of_an_unknown_result_are_said() -> None:
    event = small()
    event.rounds[1][1] = (3, 4, 8)
    (finding,) = read(event.data(), "open.TUNX")[1]
    assert dict(finding.fields) == {"turn": 2, "row": 2, "result": 8, "offset": ROWS_AT + 4 + 3 * 21}
    assert finding.round == 2


def test_what_is_larger_than_the_limits_is_refused() -> None:
    for limits, message in (
        (Limits(players=3), "too-many-players/file"), (Limits(rounds=2), "too-many-rounds/file"),
        (Limits(bytes=100), "too-large"),
    ):  # fmt: skip
        report, findings = read(SOUND, "open.TUNX", limits)
        assert (report.players, [finding.message for finding in findings]) == ((), [message])


# --- mutated files ----------------------------------------------------------------------------------------------------


def flip(data: bytearray, rng: Random) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def pairing(data: bytearray, rng: Random) -> None:
    """Another number somewhere in the pairings: the first four bytes that matter of some row."""
    first, last = struct.unpack_from("<2I", data, len(data) - 24) if len(data) > 24 else (0, 0)
    if 0 < first < last < len(data) and last - first > 25:
        at = first + 4 + rng.randrange((last - first - 4) // 21) * 21 + 2 * rng.randrange(3)
        struct.pack_into("<H", data, at, rng.choice((0, 1, 2, 3, 9, 15, 18, BYE, UNPAIRED, 65533)))


def cut(data: bytearray, rng: Random) -> None:
    start = rng.randrange(len(data))
    del data[start : start + rng.randrange(1, 40)]


def doubled(data: bytearray, rng: Random) -> None:
    start = rng.randrange(len(data))
    data[start:start] = data[start : start + rng.randrange(1, 40)]


def word(data: bytearray, rng: Random) -> None:
    """A number of four bytes in the table, or anywhere."""
    start = len(data) - rng.randrange(4, 37) if rng.random() < 0.5 else rng.randrange(len(data))
    if 0 <= start <= len(data) - 4:
        struct.pack_into("<I", data, start, rng.choice((0, 1, len(data), rng.randrange(1 << 32), 0x4489FFD3)))


MUTATIONS: tuple[Callable[[bytearray, Random], None], ...] = (flip, flip, pairing, pairing, cut, doubled, word)


def mutated(rng: Random, sound: list[bytes]) -> bytes:
    data = bytearray(rng.choice(sound))
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        rng.choice(MUTATIONS)(data, rng)
    return bytes(data)


def sound_files() -> list[bytes]:
    return [swiss(Random(1), 9, 4).data(), round_robin(5).data(), round_robin(4).data(), teams(4, 2).data(), SOUND]


def test_the_other_checks_hold_for_sound_files_and_see_each_fault() -> None:
    """The negative control of the checks themselves."""
    assert [broken(data) for data in sound_files()] == [set()] * 5
    assert broken(b"") == {1}
    assert broken(SOUND[:-1])
    for event, fault in (
        (rows([(1, 2, 1), (1, 3, 1)]), 6), (rows([(1, 2, 1), (3, BYE, 9), (4, BYE, 9)]), 7),
        (rows([(1, 2, 7), (3, 4, 1)]), 9), (rows([(1, 5, 1), (3, 4, 1)]), 5),
    ):  # fmt: skip
        assert fault in broken(event.data())
    assert broken(at(SOUND, TABLE + 12, "<I", ROWS_END + 21)) == {4}
    assert broken(at(SOUND, 0x6C, "<H", 1))
    assert broken(at(SOUND, SETTINGS + 0x13, "<H", 3)) == {3}


def test_a_mutated_file_is_refused_or_keeps_every_check() -> None:
    rng, sound = Random(20_261_118), sound_files()
    accepted = 0
    for _ in range(MUTATED):
        data = mutated(rng, sound)
        report, findings = read(data, "mutated.TUNX")
        if report.players:
            accepted += 1
            assert broken(data) == set()
            assert int(np.count_nonzero(report.games().kind <= GameKind.UNFINISHED)) == len(report.games())
        else:
            assert any(finding.tier is Tier.REFUSE for finding in findings)
            assert all("\n" not in str(finding) for finding in findings)
    assert MUTATED // 20 < accepted < MUTATED


def test_a_reader_that_lets_a_fault_pass_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the property: without the check of the rounds a broken file is accepted."""
    monkeypatch.setattr("arpad.intake.swiss_manager.pairings._once_in_a_round", lambda *_: None)
    data = rows([(1, 2, 1), (1, 3, 1)]).data()
    assert read(data)[0].players
    assert broken(data) == {6}
