"""Break a sound tournament in one named way each. The name says what was done, the code what must be found.

A mutation takes a tournament (which it may change) and a source of chance, and returns the bytes. Used by the tests,
which try every one of them many times, and by `./dev fuzz`, which combines them.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tournament import Tournament

Mutation = Callable[[Tournament, random.Random], bytes]
MUTATIONS: dict[str, tuple[str, Mutation]] = {}
HEAVY: set[str] = set()


def breaks(code: str, heavy: bool = False) -> Callable[[Mutation], Mutation]:
    def register(function: Mutation) -> Mutation:
        name = function.__name__.replace("_", "-")
        MUTATIONS[name] = code, function
        if heavy:
            HEAVY.add(name)
        return function

    return register


def any_row(t: Tournament, rng: random.Random) -> int:
    return rng.randrange(len(t.players))


def other_row(t: Tournament, rng: random.Random, row: int) -> int:
    return rng.choice([one for one in range(len(t.players)) if one != row])


def column(turn: int) -> int:
    return 92 + 10 * (turn - 1)


# --- the file as a whole ----------------------------------------------------------------------------------------


@breaks("empty-file")
def nothing_in_it(t: Tournament, rng: random.Random) -> bytes:
    return b""


@breaks("empty-file")
def only_blank_lines(t: Tournament, rng: random.Random) -> bytes:
    return b" \r\n\r\n\t\n" * rng.randrange(1, 9)


@breaks("foreign-file")
def a_zip_in_front(t: Tournament, rng: random.Random) -> bytes:
    return b"PK\x03\x04" + t.data()


@breaks("damaged-file")
def a_pairing_programs_own_file(t: Tournament, rng: random.Random) -> bytes:
    return b"\x93\xff\x89\x44" + t.data()


@breaks("binary-file")
def zero_bytes_inside(t: Tournament, rng: random.Random) -> bytes:
    data = t.data()
    at = rng.randrange(len(data))
    return data[:at] + b"\x00\x00" + data[at:]


@breaks("too-large", heavy=True)
def too_many_bytes(t: Tournament, rng: random.Random) -> bytes:
    return t.data() + b"### padding\n" * 400_000


@breaks("too-many-lines", heavy=True)
def too_many_lines(t: Tournament, rng: random.Random) -> bytes:
    return t.data() + b"\r\n" * 100_001


@breaks("line-too-long")
def an_endless_line(t: Tournament, rng: random.Random) -> bytes:
    t.record("012", "Long " * 1000)
    return t.data()


@breaks("too-many-players", heavy=True)
def too_many_players(t: Tournament, rng: random.Random) -> bytes:
    t.players += [f"001 {number:>4}      Invented, Number{number}" for number in range(len(t.players) + 1, 5002)]
    return t.data()


@breaks("too-many-rounds")
def a_round_too_far_right(t: Tournament, rng: random.Random) -> bytes:
    t.cell(any_row(t, rng), 61, "0000 - Z")
    return t.data()


@breaks("byte-order-mark")
def byte_order_mark(t: Tournament, rng: random.Random) -> bytes:
    return b"\xef\xbb\xbf" + t.data()


def _ascii(t: Tournament) -> Tournament:
    for lines in (t.head, t.players, t.tail):
        lines[:] = [line.encode("ascii", "replace").decode().replace("?", "x") for line in lines]
    return t


@breaks("encoding")
def western_code_page(t: Tournament, rng: random.Random) -> bytes:
    _ascii(t).put(any_row(t, rng), 15, f"{'Müller-Erfunden, José':<33}")
    return t.text().encode("cp1252")


@breaks("encoding")
def central_european_code_page(t: Tournament, rng: random.Random) -> bytes:
    _ascii(t).put(any_row(t, rng), 15, f"{'Żółć-Zmyślona, Łucja':<33}")
    return t.text().encode("cp1250")


@breaks("encoding")
def cyrillic_code_page(t: Tournament, rng: random.Random) -> bytes:
    _ascii(t).put(any_row(t, rng), 15, f"{'Вигаданий, Їжак':<33}")
    return t.text().encode("cp1251")


@breaks("encoding")
def baltic_code_page(t: Tournament, rng: random.Random) -> bytes:
    _ascii(t).put(any_row(t, rng), 15, f"{'Bērziņš-Izdomāts, Ģirts':<33}")
    return t.text().encode("cp1257")


@breaks("encoding")
def sixteen_bits(t: Tournament, rng: random.Random) -> bytes:
    return b"\xff\xfe" + t.text().encode("utf-16-le")


@breaks("mixed-line-ends")
def mixed_line_ends(t: Tournament, rng: random.Random) -> bytes:
    return t.data().replace(b"\r\n", rng.choice([b"\n", b"\r"]), rng.randrange(1, len(t.head)))


@breaks("end-mark")
def end_mark_of_an_old_system(t: Tournament, rng: random.Random) -> bytes:
    return t.data() + b"\x1a"


@breaks("control-character")
def control_character_in_a_name(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 20, rng.choice("\x01\x07\x08\x1b\x7f\x85"))
    return t.data()


@breaks("control-character")
def reversed_writing_in_a_name(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 20, rng.choice("\u202e\u202d\u2066\u2069"))
    return t.data()


@breaks("tab")
def a_tab_at_the_end(t: Tournament, rng: random.Random) -> bytes:
    t.players[any_row(t, rng)] += "\t"
    return t.data()


@breaks("not-a-report")
def a_letter_instead(t: Tournament, rng: random.Random) -> bytes:
    return b"Dear office,\nplease find the report below.\nKind regards\n"


@breaks("rating-list-sent")
def a_rating_list_instead(t: Tournament, rng: random.Random) -> bytes:
    return (
        b"ID Number      Name                 Fed Sex Tit  WTit OTit           SEP25 Gms K  B-day Flag\r\n990001 x\r\n"
    )


@breaks("rating-list-sent")
def an_xml_list_instead(t: Tournament, rng: random.Random) -> bytes:
    return b"<playerslist><player><fideid>990001</fideid></player></playerslist>"


# --- records ----------------------------------------------------------------------------------------------------


@breaks("unknown-record")
def unknown_record(t: Tournament, rng: random.Random) -> bytes:
    t.head.append(f"{rng.choice(['101', '002', '555', '999'])} something")
    return t.data()


@breaks("unmarked-line")
def a_ruler_without_a_mark(t: Tournament, rng: random.Random) -> bytes:
    t.head.append("0123456789012345678901234567890")
    return t.data()


@breaks("nearly-a-record")
def a_record_that_is_nearly_one(t: Tournament, rng: random.Random) -> bytes:
    t.head.append(rng.choice(["122Ninety minutes", " 022 Nowhere", "O22 Nowhere", "XXZ1 b"]))
    return t.data()


@breaks("nearly-a-player")
def a_player_whose_line_does_not_start_in_the_first_column(t: Tournament, rng: random.Random) -> bytes:
    row = any_row(t, rng)
    line = t.players[row]
    t.players[row] = rng.choice([f" {line}", f'"{line}"', f"O01{line[3:]}", f"0010{line[4:]}", f"\u200b{line}"])
    return t.data()


@breaks("duplicate-record")
def the_name_twice(t: Tournament, rng: random.Random) -> bytes:
    t.head.append("012 Invented Open")
    return t.data()


@breaks("contradictory-record")
def two_start_dates(t: Tournament, rng: random.Random) -> bytes:
    t.head.append("042 2026/05/02")
    return t.data()


@breaks("unlinked-record")
def a_bye_for_nobody(t: Tournament, rng: random.Random) -> bytes:
    t.tail.append("240 H   1 7777")
    return t.data()


@breaks("unlinked-record")
def a_national_rating_of_nobody(t: Tournament, rng: random.Random) -> bytes:
    t.tail.append(f"POL 7777 m    {'Invented, Nobody':<33} 2100")
    return t.data()


@breaks("unlinked-record")
def a_forfeited_match_without_teams(t: Tournament, rng: random.Random) -> bytes:
    t.tail.append("330 +-   1  77  78")
    return t.data()


# --- dates ------------------------------------------------------------------------------------------------------


def _dated(t: Tournament, start: str, end: str, rounds: bool = True) -> bytes:
    t.record("042", start)
    t.record("052", end)
    if not rounds:
        t.head = [line for line in t.head if not line.startswith("132")]
    return t.data()


@breaks("date-style")
def dates_with_hyphens(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "2026-05-01", "2026-05-30")


@breaks("date-style")
def dates_with_full_stops(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "01.05.2026", "30.05.2026")


@breaks("date-style")
def dates_with_full_stops_and_blanks(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "01. 05. 2026", "30. 05. 2026")


@breaks("date-style")
def dates_with_the_day_first(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "01/05/2026", "30/05/2026")


@breaks("date-style")
def dates_settled_by_the_rounds(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "01/05/2026", "09/05/2026")


@breaks("date-style")
def dates_without_a_century(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "26/05/01", "26/05/30")


@breaks("date-style")
def dates_without_a_century_and_full_stops(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "26.05.01", "26.05.30")


@breaks("date-style")
def dates_in_words(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "May 1, 2026", "May 30, 2026")


@breaks("date-style")
def round_dates_with_the_day_first(t: Tournament, rng: random.Random) -> bytes:
    dates = "  ".join(f"{turn:02d}/05/26" for turn in range(1, t.rounds + 1))
    t.head = [line for line in t.head if not line.startswith("132")] + [f"{'132':<91}{dates}"]
    return t.data()


@breaks("date-style")
def dates_with_one_figure(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "2026/5/1", "2026/05/30")


@breaks("date-style")
def a_round_date_with_one_figure(t: Tournament, rng: random.Random) -> bytes:
    t.head = [line.replace("26/05/01", "26/5/1  ") for line in t.head]
    return t.data()


@breaks("ambiguous-date")
def day_or_month_first(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "03/04/2026", "05/06/2026", rounds=False)


@breaks("unreadable-date")
def a_day_that_does_not_exist(t: Tournament, rng: random.Random) -> bytes:
    t.record("042", "2026/02/30")
    return t.data()


@breaks("unreadable-date")
def a_date_that_is_none(t: Tournament, rng: random.Random) -> bytes:
    t.record("052", rng.choice(["soon", "2026", "20260", "1/2", "////", "٢٠٢٦/٠٥/٠١"]))
    return t.data()


@breaks("start-after-end")
def the_end_before_the_start(t: Tournament, rng: random.Random) -> bytes:
    return _dated(t, "2026/06/01", "2026/05/01")


@breaks("round-outside-event")
def a_round_before_the_event(t: Tournament, rng: random.Random) -> bytes:
    t.record("042", "2026/05/02")
    return t.data()


@breaks("rounds-out-of-order")
def two_rounds_exchanged(t: Tournament, rng: random.Random) -> bytes:
    days = [1, 3, 2, *range(4, t.rounds + 1)][: t.rounds]
    dates = "  ".join(f"26/05/{day:02d}" for day in days)
    t.head = [line for line in t.head if not line.startswith("132")] + [f"{'132':<91}{dates}"]
    return t.data()


@breaks("round-dates")
def too_few_round_dates(t: Tournament, rng: random.Random) -> bytes:
    t.head = [line for line in t.head if not line.startswith("132")] + [f"{'132':<91}26/05/01"]
    return t.data()


# --- counts -----------------------------------------------------------------------------------------------------


@breaks("player-count")
def a_player_less_than_announced(t: Tournament, rng: random.Random) -> bytes:
    t.record("062", str(len(t.players) + 1))
    return t.data()


@breaks("rated-count")
def more_rated_than_announced(t: Tournament, rng: random.Random) -> bytes:
    t.record("072", "999")
    return t.data()


@breaks("team-count")
def teams_announced_and_not_sent(t: Tournament, rng: random.Random) -> bytes:
    t.record("082", "3")
    return t.data()


@breaks("round-count")
def fewer_rounds_announced(t: Tournament, rng: random.Random) -> bytes:
    t.head = [line for line in t.head if not line.startswith("142")] + [rng.choice(["142 1", "XXR 1"])]
    return t.data()


@breaks("unreadable-number")
def a_count_in_words(t: Tournament, rng: random.Random) -> bytes:
    t.record("062", "many")
    return t.data()


# --- players ----------------------------------------------------------------------------------------------------


@breaks("unreadable-start-number")
def no_start_number(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 5, "    ")
    return t.data()


@breaks("unreadable-start-number")
def letters_for_a_start_number(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 5, rng.choice(["  x1", "1 1 ", "  -1", " 0.5", "   0"]))
    return t.data()


@breaks("unreadable-start-number")
def digits_of_another_script(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 5, rng.choice(["  ١٢", "   ²", "   ３"]))
    return t.data()


@breaks("duplicate-start-number")
def one_number_for_two(t: Tournament, rng: random.Random) -> bytes:
    row = any_row(t, rng)
    t.put(row, 5, f"{other_row(t, rng, row) + 1:>4}")
    return t.data()


@breaks("start-number-gap")
def a_number_left_out(t: Tournament, rng: random.Random) -> bytes:
    t.players.append(f"001 {len(t.players) + 3:>4} m    {'Invented, Late':<33}")
    return t.data()


@breaks("misaligned-columns")
def the_last_round_one_column_too_far(t: Tournament, rng: random.Random) -> bytes:
    """One cell alone: what stands in its separators is not a letter too many, but the cell."""
    at = 91 + 10 * (t.rounds - 1)
    left = rng.random() < 0.5
    t.players = [line[: at - left] + ("" if left else " ") + line[at:] for line in t.players]
    return t.data()


@breaks("misaligned-columns")
def a_number_that_goes_on_in_a_separator(t: Tournament, rng: random.Random) -> bytes:
    """Read without the figure that has no room it would be another number."""
    column, text = rng.choice([(48, "12000"), (57, "123456789012"), (80, "100.5"), (85, "12345")])
    t.put(any_row(t, rng), column, text)
    return t.data()


@breaks("misaligned-columns")
def a_letter_too_many(t: Tournament, rng: random.Random) -> bytes:
    row = any_row(t, rng)
    t.players[row] = t.players[row][:20] + "x" + t.players[row][20:]
    return t.data()


@breaks("misaligned-columns")
def a_letter_too_few(t: Tournament, rng: random.Random) -> bytes:
    row = any_row(t, rng)
    t.players[row] = t.players[row][:20] + t.players[row][21:]
    return t.data()


@breaks("misaligned-columns")
def cells_pushed_to_the_right(t: Tournament, rng: random.Random) -> bytes:
    row, turn = any_row(t, rng), rng.randrange(1, t.rounds)
    at = column(turn) - 1
    t.players[row] = t.players[row][:at] + " " * rng.choice([1, 2]) + t.players[row][at:]
    return t.data()


@breaks("filled-separator")
def something_between_two_fields(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 48, ".")
    return t.data()


@breaks("missing-name")
def no_name(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 15, " " * 33)
    return t.data()


@breaks("missing-id")
def no_id(t: Tournament, rng: random.Random) -> bytes:
    _, white, _ = rng.choice(t.games)
    t.put(white, 58, rng.choice([" " * 11, "          0"]))
    return t.data()


@breaks("unreadable-id")
def an_id_that_is_none(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 58, rng.choice(['"990001"', "1990/01/02", "L01854", "99 0001", "٩٩٠٠٠١"]).rjust(11))
    return t.data()


@breaks("duplicate-id")
def one_id_for_two(t: Tournament, rng: random.Random) -> bytes:
    row = any_row(t, rng)
    t.put(row, 58, t.players[other_row(t, rng, row)][57:68])
    return t.data()


@breaks("unreadable-sex")
def a_third_letter_for_sex(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 10, rng.choice("x?1k"))
    return t.data()


@breaks("sex-letter")
def sex_in_other_letters(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 10, rng.choice("MFWf"))
    return t.data()


@breaks("unknown-title")
def a_national_title(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 11, rng.choice([" 1N", " NC", "ABC"]))
    return t.data()


@breaks("title-letters")
def a_title_in_letters(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 11, rng.choice(["  g", "  m", " wg", " wc", " gm"]))
    return t.data()


@breaks("sex-title")
def a_womens_title_for_a_man(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 10, "mWGM")
    return t.data()


@breaks("unreadable-rating")
def a_rating_that_is_none(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 49, rng.choice(["nine", "-200", "2O00", "20.5"]))
    return t.data()


@breaks("unreadable-federation")
def a_federation_that_is_none(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 54, rng.choice(["U1R", "UA ", "---", "ЮКР"]))
    return t.data()


@breaks("unreadable-birth")
def a_birthday_that_does_not_exist(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 70, rng.choice(["1990/13/01", "1990/02/30", "yesterday ", "31/12     "]))
    return t.data()


@breaks("birth-style")
def a_birth_date_with_one_figure(t: Tournament, rng: random.Random) -> bytes:
    t.put(rng.randrange(len(t.players)), 70, f"{'1990/1/5':<10}")
    return t.data()


@breaks("birth-style")
def a_birthday_in_another_style(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 70, rng.choice(["1990.01.02", "1990-01-02", "02.01.1990", "1990      ", "1990.  .  "]))
    return t.data()


@breaks("unreadable-points")
def points_that_are_none(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 81, rng.choice(["many", " 1/2", "-1.0", "1.25"]))
    return t.data()


@breaks("decimal-comma")
def points_with_a_comma(t: Tournament, rng: random.Random) -> bytes:
    row = any_row(t, rng)
    t.put(row, 81, t.players[row][80:84].replace(".", ","))
    return t.data()


@breaks("points")
def far_too_many_points(t: Tournament, rng: random.Random) -> bytes:
    row = any_row(t, rng)
    t.put(row, 81, "99.5")
    return t.data()


@breaks("unreadable-rank")
def a_rank_that_is_none(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 86, rng.choice(["last", " 1-2", "  =1"]))
    return t.data()


@breaks("phantom-player")
def a_bye_as_a_player(t: Tournament, rng: random.Random) -> bytes:
    t.put(any_row(t, rng), 15, f"{rng.choice(['BYE', 'spielfrei', 'No player', 'Freilos']):<33}")
    return t.data()


# --- cells ------------------------------------------------------------------------------------------------------


@breaks("unreadable-opponent")
def an_opponent_in_letters(t: Tournament, rng: random.Random) -> bytes:
    turn, white, _ = rng.choice(t.games)
    t.put(white, column(turn), rng.choice(["  ab", "1 1 ", " -01", "  ١٢"]))
    return t.data()


@breaks("unknown-opponent")
def an_opponent_who_is_not_there(t: Tournament, rng: random.Random) -> bytes:
    turn, white, _ = rng.choice(t.games)
    t.put(white, column(turn), rng.choice(["9999", " 777"]))
    return t.data()


@breaks("own-opponent")
def a_game_against_oneself(t: Tournament, rng: random.Random) -> bytes:
    turn, white, _ = rng.choice(t.games)
    t.put(white, column(turn), f"{white + 1:>4}")
    return t.data()


@breaks("one-sided-result")
def one_of_the_cells_missing(t: Tournament, rng: random.Random) -> bytes:
    turn, white, black = rng.choice(t.games)
    t.cell(rng.choice([white, black]), turn, rng.choice([" " * 8, "0000 - Z"]))
    return t.data()


@breaks("one-sided-result")
def one_of_the_results_missing(t: Tournament, rng: random.Random) -> bytes:
    turn, white, black = rng.choice(t.games)
    t.put(rng.choice([white, black]), column(turn) + 7, " ")
    return t.data()


@breaks("missing-result")
def a_game_not_finished(t: Tournament, rng: random.Random) -> bytes:
    turn, white, black = rng.choice(t.games)
    t.put(white, column(turn) + 7, " ")
    t.put(black, column(turn) + 7, " ")
    return t.data()


def _results(t: Tournament, rng: random.Random, one: str, two: str) -> bytes:
    turn, white, black = rng.choice(t.games)
    t.put(white, column(turn) + 7, one)
    t.put(black, column(turn) + 7, two)
    return t.data()


@breaks("contradictory-result")
def both_have_won(t: Tournament, rng: random.Random) -> bytes:
    return _results(t, rng, "1", "1")


@breaks("contradictory-result")
def one_to_a_half(t: Tournament, rng: random.Random) -> bytes:
    return _results(t, rng, *rng.choice([("1", "="), ("=", "1")]))


@breaks("contradictory-result")
def won_and_forfeited(t: Tournament, rng: random.Random) -> bytes:
    return _results(t, rng, *rng.choice([("1", "-"), ("+", "0"), ("+", "+"), ("W", "0"), ("W", "D"), ("=", "D")]))


@breaks("same-colour")
def both_have_white(t: Tournament, rng: random.Random) -> bytes:
    turn, _, black = rng.choice(t.games)
    t.put(black, column(turn) + 5, "w")
    return t.data()


@breaks("missing-colour")
def no_colours(t: Tournament, rng: random.Random) -> bytes:
    turn, white, black = rng.choice(t.games)
    t.put(white, column(turn) + 5, "-")
    t.put(black, column(turn) + 5, "-")
    return t.data()


@breaks("unreadable-colour")
def a_colour_that_is_none(t: Tournament, rng: random.Random) -> bytes:
    turn, white, _ = rng.choice(t.games)
    t.put(white, column(turn) + 5, rng.choice("xN1?"))
    return t.data()


@breaks("colour-dialect")
def colours_in_french(t: Tournament, rng: random.Random) -> bytes:
    for turn in range(1, t.rounds + 1):
        for row, line in enumerate(t.players):
            at = column(turn) + 5
            letter = {"w": "B", "b": "N"}.get(line[at - 1 : at])
            if letter:
                t.put(row, at, letter)
    return t.data()


@breaks("unreadable-result")
def a_result_that_is_none(t: Tournament, rng: random.Random) -> bytes:
    turn, white, _ = rng.choice(t.games)
    t.put(white, column(turn) + 7, rng.choice("*?XA2½"))
    return t.data()


@breaks("bye-with-opponent")
def a_bye_against_somebody(t: Tournament, rng: random.Random) -> bytes:
    turn, white, _ = rng.choice(t.games)
    t.put(white, column(turn) + 7, rng.choice("HFUZhz"))
    return t.data()


@breaks("result-without-opponent")
def a_result_against_nobody(t: Tournament, rng: random.Random) -> bytes:
    turn, white, _ = rng.choice(t.games)
    t.cell(white, turn, f"{rng.choice(['0000', '    ', '   0'])} w {rng.choice('10WL')}")
    return t.data()


@breaks("old-bye")
def the_old_half_point_bye(t: Tournament, rng: random.Random) -> bytes:
    turn, white, black = rng.choice(t.games)
    t.cell(white, turn, "0000 - =")
    t.cell(black, turn, "0000 - -")
    return t.data()


@breaks("several-allocated-byes")
def two_allocated_byes(t: Tournament, rng: random.Random) -> bytes:
    turn, white, black = rng.choice(t.games)
    t.cell(white, turn, "0000 - U")
    t.cell(black, turn, "0000 - U")
    return t.data()


@breaks("two-games-in-a-round")
def two_games_in_a_round(t: Tournament, rng: random.Random) -> bytes:
    turn, white, black = rng.choice(t.games)
    third = rng.choice([row for row in range(len(t.players)) if row not in (white, black)])
    t.cell(third, turn, f"{white + 1:>4} b 0")
    return t.data()


@breaks("unprinted-bye")
def a_bye_without_a_code(t: Tournament, rng: random.Random) -> bytes:
    turn, white, black = rng.choice(t.games)
    t.cell(white, turn, " " * 8)
    t.cell(black, turn, " " * 8)
    return t.data()


# --- teams ------------------------------------------------------------------------------------------------------


@breaks("unknown-team-member")
def a_team_member_who_is_not_there(t: Tournament, rng: random.Random) -> bytes:
    t.tail.append(f"013 {'Invented Club':<32}   1 7777")
    return t.data()


def _team(number: int, name: str, *members: int) -> str:
    return f"310 {number:>3} {name:<32}".ljust(73) + " ".join(f"{member:>4}" for member in members)


@breaks("duplicate-team-number")
def two_teams_with_one_number(t: Tournament, rng: random.Random) -> bytes:
    t.tail += [_team(1, "Invented Club", 1), _team(1, "Another Club", 2)]
    return t.data()


@breaks("team-records-differ")
def teams_of_two_kinds_that_differ(t: Tournament, rng: random.Random) -> bytes:
    t.tail += [_team(1, "Invented Club", 1), f"013 {'Invented Club':<32}   2"]
    return t.data()


@breaks("member-of-two-teams")
def a_member_of_two_teams(t: Tournament, rng: random.Random) -> bytes:
    t.tail += [f"013 {'Invented Club':<32}   1    2", f"013 {'Another Club':<32}   2    3"]
    return t.data()
