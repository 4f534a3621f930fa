"""Writing: strict out, nothing lost, the same report on the way back, and the same bytes where they were strict."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import HEAVY, MUTATIONS
from properties import examples
from tables_made import GAMES, csv_of
from tournament import make

from arpad.finding import UserError
from arpad.intake import Limits, fix_trf, read, write_trf
from arpad.intake.trf import fix as trf_fix
from arpad.intake.trf import write as trf_write

SEEDS = st.integers(0, 10_000)


@settings(max_examples=examples(40), deadline=None)
@given(seed=SEEDS, players=st.integers(1, 14), rounds=st.integers(1, 9), trf26=st.booleans())
def test_a_strict_file_comes_back_byte_for_byte(seed: int, players: int, rounds: int, trf26: bool) -> None:
    """The files are laid out by the tests' own hand, not by the writer."""
    data = make(seed, players, rounds, trf26).data()
    report, _ = read(data)
    written, findings = write_trf(report, "trf26" if trf26 else "trf16")
    assert written == data
    assert findings == ()


@settings(max_examples=examples(40), deadline=None)
@given(seed=SEEDS, trf26=st.booleans())
def test_there_and_back_again_is_the_same_report(seed: int, trf26: bool) -> None:
    report, _ = read(make(seed, trf26=trf26).data())
    there, _ = write_trf(report, "trf16" if trf26 else "trf26")
    again, _ = write_trf(read(there)[0], "trf26" if trf26 else "trf16")
    assert read(there)[0] == report
    assert read(again)[0] == report
    assert again == make(seed, trf26=trf26).data()


@settings(max_examples=examples(50), deadline=None)
@given(seed=SEEDS, name=st.sampled_from([name for name in MUTATIONS if name not in HEAVY]))
def test_a_broken_report_is_written_as_broken_as_it_was(seed: int, name: str) -> None:
    data = MUTATIONS[name][1](make(seed, players=6, rounds=4, plain=True), random.Random(seed))
    report, findings = read(data)
    if not report.sent.texts or any(finding.code == "control-character" for finding in findings):
        return
    for form in ("trf16", "trf26"):
        assert read(write_trf(report, form)[0])[0] == report


@pytest.mark.parametrize("line", ["001\xa0", "012\u2003 x", "142\xa0", "\ufeff001    9", "\xa0", "###\xa0"])
@pytest.mark.parametrize("first", [False, True])
def test_a_line_that_only_looks_like_a_record_does_not_become_one_on_the_way_back(line: str, first: bool) -> None:
    data = make(2).data()
    data = line.encode() + b"\r\n" + data if first else data + line.encode() + b"\r\n"
    report, _ = read(b"\xef\xbb\xbf" + data)
    for form in ("trf16", "trf26"):
        assert read(write_trf(report, form)[0])[0] == report


def test_a_changed_result_is_a_different_report() -> None:
    """The negative control of the round trips: equality sees a single result."""
    tournament = make(5, plain=True)
    report, _ = read(tournament.data())
    turn, white, _ = tournament.games[0]
    tournament.put(white, 92 + 10 * (turn - 1) + 7, "L")
    assert read(tournament.data())[0] != report


def test_the_number_of_rounds_and_the_first_colour_change_their_record_with_the_form() -> None:
    report, _ = read(make(1, trf26=True).data())
    written, _ = write_trf(report, "trf16")
    assert b"XXR 5\r\n" in written
    assert b"XXC white1\r\n" in written
    assert b"\n142 " not in written


def test_trf16_without_extensions_says_what_it_leaves_out() -> None:
    report, _ = read(make(1, trf26=True).data())
    written, findings = write_trf(report, "trf16", extensions=False)
    assert {finding.code for finding in findings} == {"left-out"}
    assert len(findings) == 6
    assert not [line for line in written.decode().splitlines() if line and not line.startswith(("0", "1"))]


@pytest.mark.parametrize(
    "line", ["00A SWAR 4", "999 nobody knows", "XXC white1", "UKR    1 x", "240 F   1    1", "### c"]
)
def test_every_record_that_trf16_does_not_know_is_left_out_if_that_is_asked(line: str) -> None:
    tournament = make(1)
    plain, _ = write_trf(read(tournament.data())[0], "trf16", extensions=False)
    report, _ = read(tournament.data() + f"{line}\r\n".encode())
    kept, _ = write_trf(report, "trf16")
    written, findings = write_trf(report, "trf16", extensions=False)
    assert line.encode() in kept
    assert written == plain
    assert [finding.sentence for finding in findings] == [f"TRF16 has no room for “{line}”; the line is left out."]


def test_a_line_that_is_no_record_stays_where_it_is() -> None:
    """The negative control: what cannot be read is not taken for an extension."""
    report, _ = read(make(1).data() + b"0123456789\r\n")
    written, findings = write_trf(report, "trf16", extensions=False)
    assert (written.endswith(b"0123456789\r\n"), findings) == (True, ())


def test_a_table_of_games_becomes_a_report() -> None:
    report, _ = read(csv_of(GAMES))
    written, _ = write_trf(report, "trf16")
    again, _ = read(written)
    assert again.cells == report.cells
    assert [player.name for player in again.players] == [player.name for player in report.players]


def test_a_name_without_room_is_cut_and_told() -> None:
    name = "Invented-" * 33
    report, _ = read(csv_of([["white", "black", "result"], [name, "Invented, Bo", "1-0"]]))
    assert report.players[0].name == name
    written, findings = write_trf(report)
    assert [finding.code for finding in findings] == ["cut-field"]
    assert read(written)[0].players[0].name == name[:33]


LEFT_OUT = [
    ("Fed", "Austria", "federation", "The federation “AUSTRIA” has no three letters; it is left out."),
    ("Fed", "PL", "federation", "The federation “PL” has no three letters; it is left out."),
    ("Fed", "A1B", "federation", "The federation “A1B” has no three letters; it is left out."),
    ("Title", "WGM-elect", "title", "The title “WGM-ELECT” has 9 characters; at most 3 fit. It is left out."),
]


@pytest.mark.parametrize(("header", "text", "field", "sentence"), LEFT_OUT)
def test_a_federation_or_a_title_is_not_cut_into_another(header: str, text: str, field: str, sentence: str) -> None:
    report, _ = read(csv_of([["No", "Name", header], ["1", "Invented, Ann", text], ["2", "Invented, Bo", ""]]))
    written, (finding,) = write_trf(report)
    assert (finding.code, finding.place.line, finding.player) == ("left-out", 2, 1)
    assert finding.sentence == sentence
    assert [getattr(player, field) for player in read(written)[0].players] == ["", ""]


@pytest.mark.parametrize("letter", ["\xa0", "\u200b", "\u3000", "\u2060"])
def test_a_character_that_is_not_seen_is_written_as_a_blank_and_told(letter: str) -> None:
    rows = [["No", "Name", "Title"], ["1", f"Invented,{letter}Ann", "GM"], ["2", "Invented, Bo", f"G{letter}M"]]
    report, _ = read(csv_of(rows))
    written, findings = write_trf(report)
    assert [(finding.code, finding.place.line, finding.player) for finding in findings] == [
        ("replaced-character", 2, 1), ("replaced-character", 3, 2),
    ]  # fmt: skip
    assert f"(U+{ord(letter):04X})" in findings[0].sentence
    assert [(player.name, player.title) for player in read(written)[0].players] == [
        ("Invented, Ann", "GM"), ("Invented, Bo", "G M"),
    ]  # fmt: skip


def test_a_tab_in_the_name_of_an_event_is_written_as_a_blank_and_told() -> None:
    report, _ = read(b"Invented\tOpen;;\n" + csv_of([["No", "Name", "Fed"], ["1", "Invented, Ann", "UKR"]]))
    assert report.facts.name == "Invented\tOpen"
    written, (finding,) = write_trf(report)
    assert written.startswith(b"012 Invented Open\r\n")
    assert finding.code == "replaced-character"
    assert finding.sentence == (
        "The text of record 012 “Invented\\tOpen” has a character that is not seen (U+0009); a blank is written for it."
    )


def test_letters_of_any_script_are_seen() -> None:
    """The negative control of the unseen characters."""
    names = ["Вигадана, Ганна", "Żółć, Łucja", "发明, 人", "Őszi, Ű"]
    report, _ = read(csv_of([["No", "Name"], *([str(at), name] for at, name in enumerate(names, 1))]))
    written, findings = write_trf(report)
    assert ([player.name for player in read(written)[0].players], findings) == (names, ())


def test_an_unknown_form_is_a_misuse() -> None:
    with pytest.raises(UserError, match="trf16 or trf26"):
        write_trf(read(make(1).data())[0], "trf06")


# --- mending ----------------------------------------------------------------------------------------------------


@settings(max_examples=examples(25), deadline=None)
@given(seed=SEEDS, trf26=st.booleans(), newline=st.sampled_from(["\r\n", "\n", "\r"]))
def test_a_sound_file_is_not_changed_by_a_byte(seed: int, trf26: bool, newline: str) -> None:
    tournament = make(seed, trf26=trf26)
    tournament.newline = newline
    assert fix_trf(tournament.data())[:2] == (tournament.data(), ())


MENDED = {
    "encoding", "byte-order-mark", "mixed-line-ends", "end-mark", "tab", "date-style", "sex-letter", "title-letters",
    "birth-style", "decimal-comma", "colour-dialect", "old-bye",
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name, (code, _) in MUTATIONS.items() if code in MENDED])
def test_a_leniency_is_mended_told_and_gone(name: str) -> None:
    code, mutate = MUTATIONS[name]
    for seed in range(12):
        data = mutate(make(seed, players=6, rounds=4, plain=True), random.Random(seed))
        report, _ = read(data)
        mended, changes, _ = fix_trf(data)
        assert code in {change.code for change in changes}
        again, findings = read(mended)
        assert again == report
        assert code not in {finding.code for finding in findings}
        assert fix_trf(mended)[:2] == (mended, ())


@pytest.mark.parametrize("name", [name for name in MUTATIONS if MUTATIONS[name][0] not in MENDED and name not in HEAVY])
def test_what_cannot_be_mended_without_loss_is_left_alone(name: str) -> None:
    data = MUTATIONS[name][1](make(7, players=6, rounds=4, plain=True), random.Random(7))
    assert fix_trf(data)[:2] == (data, ())


def test_a_change_says_where_and_what() -> None:
    tournament = make(1)
    tournament.record("042", "01.05.2026")
    tournament.record("052", "05.05.2026")
    _, changes, _ = fix_trf(tournament.data())
    assert [str(change) for change in changes] == [
        "4:5 date-style: “01.05.2026” -> “2026/05/01”",
        "5:5 date-style: “05.05.2026” -> “2026/05/05”",
    ]


def in_dialect(players: int, rounds: int) -> bytes:
    """A report with an old half-point bye in every cell, its colour in another language, and a comma in the points."""
    cells = "  0000 N =" * rounds
    head = "001 {:4} f  g {:33}      UKR {:11} 1999.02.01 {:>4} {:4}"
    points = f"{rounds // 2},{rounds % 2 * 5}"
    return "".join(
        head.format(number, f"Invented, Player {number}", 990000 + number, points, number) + cells + "\n"
        for number in range(1, players + 1)
    ).encode()


def test_of_many_changes_of_one_kind_a_thousand_are_listed_and_the_rest_is_counted_but_all_are_made() -> None:
    data = in_dialect(players=120, rounds=20)
    mended, changes, _ = fix_trf(data)
    assert b" N " not in mended
    assert mended.count(b"H") == 2400
    assert (read(mended)[0], fix_trf(mended)[:2]) == (read(data)[0], (mended, ()))
    listed = Counter(change.code for change in changes if change.line)
    fields = dict.fromkeys(("sex-letter", "title-letters", "birth-style", "decimal-comma"), 120)
    assert listed == {"old-bye": 1000, "colour-dialect": 1000, **fields}
    assert [(str(change), change.times) for change in changes if not change.line] == [
        ("colour-dialect: 1,400 changes not listed", 1400),
        ("old-bye: 1,400 changes not listed", 1400),
    ]
    everything, all_changes, _ = fix_trf(data, limits=Limits(findings=5000))
    assert everything == mended
    assert all(change.line and change.times == 1 for change in all_changes)
    assert len(all_changes) == sum(change.times for change in changes)
    kept = [change for change in changes if change.line]
    assert [change for change in all_changes if change in set(kept)] == kept


def test_a_line_is_built_anew_as_often_for_many_cells_as_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    patched = trf_fix._patched

    def noted(line: str, *change: Any) -> str:
        built.append(line)
        return patched(line, *change)

    monkeypatch.setattr(trf_fix, "_patched", noted)
    times = []
    for rounds in (2, 40):
        built.clear()
        assert b" H" in fix_trf(in_dialect(4, rounds))[0]
        times.append(len(built))
    assert times[0] == times[1]


def test_a_line_that_is_left_out_is_put_into_words_only_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = make(3, 4, 2, plain=True)
    tournament.head += [f"### a word {number}" for number in range(1500)]
    report, _ = read(tournament.data())
    put: list[str] = []

    def shown(text: str, longest: int) -> str:
        put.append(text)
        return text[:longest]

    monkeypatch.setattr(trf_write, "shown", shown)
    written, findings = write_trf(report, "trf16", extensions=False)
    assert b"###" not in written
    assert len(put) == 1000
    assert Counter(finding.code for finding in findings) == {"left-out": 1000, "more-findings": 1}
    assert findings[0].sentence == "left-out: 500 findings not listed."


def test_what_is_left_out_of_a_report_that_came_as_no_lines_has_no_line() -> None:
    report, _ = read(b"White,Black,Result\nInvented Ann,Invented Bo,1-0\n", "games.csv")
    _, findings = write_trf(replace(report, rounds_announced=3), "trf16", extensions=False)
    assert [(finding.code, str(finding.place)) for finding in findings] == [("left-out", "games.csv")]


def test_a_number_that_has_no_room_is_left_out_and_not_cut_into_another() -> None:
    table = b"Number,Name,Id,Rating\n1,Invented Ann,123456789012,2100\n2,Invented Bo,990002,1900\n"
    report, _ = read(table, "players.csv")
    players = tuple(player._replace(id=123456789012 if player.number == 1 else player.id) for player in report.players)
    written, findings = write_trf(replace(report, players=players), "trf16")
    assert [player.id for player in read(written)[0].players] == [0, 990002]
    assert [finding.code for finding in findings] == ["left-out"]


def test_a_file_with_a_byte_that_is_no_letter_is_not_mended() -> None:
    data = "001    1 M    Żó".encode("cp1250") + b"\x90" + "łtko, Łucja".encode("cp1250") + b"\n"
    mended, changes, findings = fix_trf(data)
    assert (mended, changes) == (data, ())
    assert {finding.code for finding in findings} >= {"encoding", "undecodable-byte"}


@pytest.mark.parametrize("encoding", ["", "cp1250"])
def test_mending_lists_that_the_file_is_written_in_another_encoding(encoding: str) -> None:
    data = "001    1 m    Żółtko, Łucja\n".encode("cp1250")
    mended, changes, _ = fix_trf(data, encoding=encoding)
    assert mended == data.decode("cp1250").encode()
    assert [change.code for change in changes] == ["encoding"]


def test_an_encoding_that_is_named_wrongly_loses_no_letter_in_silence() -> None:
    data = "001    1 m    Żółtko, Łucja\n".encode("cp1250")
    _, findings = read(data, encoding="utf-8")
    assert [(one.code, one.place.line, one.place.column) for one in findings if one.tier == "refuse"] == [
        ("undecodable-byte", 1, 15)
    ]


def test_a_hundred_points_are_written_without_a_decimal_and_read_back() -> None:
    tournament = make(3, 2, 1, plain=True)
    tournament.put(0, 81, " 380")
    report, _ = read(tournament.data())
    assert report.players[0].points == 3800
    written, findings = write_trf(report, "trf16")
    assert read(written)[0] == report
    assert findings == ()


@pytest.mark.parametrize(
    ("column", "text"), [(99, "*"), (99, "½"), (97, "x"), (92, "  2a"), (96, "?"), (98, "."), (101, "z")]
)
@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_a_cell_that_cannot_be_read_is_written_as_it_stood(column: int, text: str, form: str) -> None:
    tournament = make(4, 4, 2, plain=True)
    tournament.put(1, column, text)
    report, findings = read(tournament.data())
    assert {finding.code for finding in findings} & {
        "unreadable-result", "unreadable-colour", "unreadable-opponent", "filled-separator", "misaligned-columns",
    }  # fmt: skip
    written, _ = write_trf(report, form)
    assert tournament.players[1] in written.decode().splitlines()


def test_round_dates_that_fill_their_columns_are_mended() -> None:
    tournament = make(4, 4, 3, plain=True)
    tournament.head = [line for line in tournament.head if not line.startswith("132")]
    tournament.head.append(f"{'132':<91}2026/05/012026/05/022026/05/03")
    mended, changes, findings = fix_trf(tournament.data())
    assert [finding.code for finding in findings] == ["date-style"]
    assert [change.after.strip() for change in changes] == ["26/05/01", "26/05/02", "26/05/03"]
    assert read(mended)[1] == ()
    assert read(mended)[0] == read(tournament.data())[0]
