"""Lists are written a block of rows at a time, as columns of bytes: what comes out is what writing row by row gives.

The reference here is plain: a row, a line, by the standard library. It knows nothing of blocks and columns.
"""

from __future__ import annotations

import csv
import html
import io
import json
import random
from collections.abc import Iterator
from datetime import date
from typing import Any

import numpy as np
import polars
import pytest
from lists_made import published

from arpad import textcells
from arpad.columns import Roll, State
from arpad.days import Month
from arpad.intake.frl.listed import RatingList, Standing
from arpad.intake.frl.write import write_txt, write_xml
from arpad.law.rules.lists import INACTIVITY
from arpad.lists.export import EXPORTS, export
from arpad.lists.list_table import STATES
from arpad.lists.published import Published, Words, name_order
from arpad.lists.selection import Selection, choose

BLOCKS = (1, 3, 7, textcells.BLOCK)
NAMES = (
    "Silva, Ana", 'O"Hara, Pat', "=1+1", "-Minus", "@at", "Plain", "Коваль, Ольга", "Łoś, Zoë", "A & B <c>", "'Quoted'",
    "Ñandú, José-María", "x" * 61, "y" * 70, "Ж" * 45, "Back\\slash", " ",
)  # fmt: skip
REGIONS = ("", "Lviv", 'The "North", far', "Kyiv & around", "=SUM(A1)")


def people(seed: int, count: int = 40) -> tuple[tuple[Any, ...], ...]:
    """Rows as `lists_made` takes them, with everything that a form must spell otherwise."""
    dice = random.Random(seed)
    return tuple(
        (
            1_000_000_000 + at, dice.choice((0, 7, 14_100_039 + at)), dice.choice(NAMES),
            dice.choice(("UKR", "POL", "")),
            dice.choice(REGIONS), dice.choice("MF"), dice.choice(("", "GM", "WFM")), dice.choice(("", "KMS")),
            dice.choice((0, 1950, 2012)), dice.choice((0, 987, 1400, 2851)), dice.choice(list(State)),
            dice.choice((0, 10, 20, 40)), dice.choice((0, 5, 123)), dice.choice((0, 202605, 202001)),
        )
        for at in range(count)
    )  # fmt: skip


def lists() -> Iterator[Published]:
    for seed in range(4):
        yield published(rows=people(seed), rehearsal=seed == 1)
        other = Roll.of(rating=range(1400, 1440), state=[at % 4 for at in range(40)])
        yield published("ukraine-2018", "ukraine", date(2020, 10, 1), rows=people(seed), other=other)
        yield published(rows=people(seed, 1))


def cells(made: Published) -> tuple[list[str], list[list[Any]]]:
    """The table, by hand: keys, and a row of values for each player in the order of the list."""
    keys = {
        "fide-standard": "id fide_id name title sex federation rating games k birth_year state",
        "ukraine": "id fide_id name title national_title region rating fide_rating birth_year active_until state",
    }[made.series].split() + ["rehearsal"] * made.rehearsal
    table = []
    for row in choose(made, Selection()).tolist():
        on = made.roll.state[row] in (State.ACTIVE, State.INACTIVE)
        beside = made.other is not None and made.other.state[row] in (State.ACTIVE, State.INACTIVE)
        last = Month(int(made.roll.last[row]))
        until = str(last.plus(12 * made.book.rule(INACTIVITY).years - 1)) if last else ""
        found = {
            "id": int(made.people.id[row]), "fide_id": int(made.people.fide_id[row]) or None,
            "birth_year": int(made.people.birth_year[row]) or None, "games": int(made.games[row]),
            "rating": int(made.roll.rating[row]) if on else None, "k": int(made.roll.k[row]) if on else None,
            "fide_rating": int(made.other.rating[row]) if beside and made.other is not None else None,
            "state": STATES[State(int(made.state[row]))], "rehearsal": "REHEARSAL", "active_until": until if on else "",
        }  # fmt: skip
        table.append([found[key] if key in found else str(getattr(made.people, key)[row]) for key in keys])
    return keys, table


def written(made: Published, form: str) -> bytes:
    out = io.BytesIO()
    export(made, form, out)
    return out.getvalue()


@pytest.mark.parametrize("block", BLOCKS)
def test_tables_are_what_the_standard_library_writes_row_by_row(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textcells, "BLOCK", block)
    for made in lists():
        keys, table = cells(made)
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\r\n")
        harmless = [
            [f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@") else cell for cell in row]
            for row in table
        ]
        writer.writerows([keys, *harmless])
        assert written(made, "csv") == text.getvalue().encode()
        players = [json.dumps(dict(zip(keys, row, strict=True)), ensure_ascii=False) for row in table]
        _, _, told = written(made, "json").decode().partition('"players": [')
        assert told == ",".join(f"\n{player}" for player in players) + "\n]}\n"
        frame = polars.read_parquet(written(made, "parquet"))
        assert (frame.columns, [list(row) for row in frame.rows()]) == (keys, table)
        shown = [row[: len(keys) - made.rehearsal] for row in table]
        page = written(made, "html").decode()
        for row in shown:
            texts = ["" if cell is None else html.escape(str(cell)) for cell in row]
            tags = ['<td class="number">' if not isinstance(cell, str) else "<td>" for cell in row]
            line = "".join(f"{tag}{text}</td>" for tag, text in zip(tags, texts, strict=True))
            assert f"<tr>{line}</tr>\n" in page
        assert page.count("<tr><td") == len(shown)


@pytest.mark.parametrize("form", EXPORTS)
def test_the_size_of_a_block_does_not_show(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [written(made, form) for made in lists()]
    monkeypatch.setattr(textcells, "BLOCK", 3)
    assert [written(made, form) for made in lists()] == whole


# --- FIDE's own forms ---------------------------------------------------------------------------------------------


def rating_list(seed: int, count: int = 25) -> RatingList:
    dice = random.Random(seed)
    names = [dice.choice(NAMES).encode() for _ in range(count)]
    offsets = np.concatenate([[0], np.cumsum([len(name) for name in names])]).astype(np.int64)

    def column(values: tuple[bytes, ...], width: int) -> Any:
        return np.array([dice.choice(values) for _ in range(count)], f"S{width}")

    def numbers(most: int, kind: Any) -> Any:
        return np.array([dice.choice((0, 5, most)) for _ in range(count)], kind)

    standings = {
        series: Standing(numbers(2851, np.int16), numbers(1234, np.int16), numbers(40, np.uint8))
        for series in ("standard", "rapid", "blitz")[: 1 + 2 * (seed % 2)]
    }
    return RatingList(
        np.array([dice.choice((7, 14_100_039, 1_000_000_017)) for _ in range(count)], np.int64),
        b"".join(names), offsets,
        column((b"UKR", b"A&B", b"\xe9\xe8"), 4), column((b"M", b"F", b""), 1), column((b"GM", b""), 4),
        column((b"", b"WGM"), 4),
        column((b"", b"FA,NI", b"IA,FST,NI,DI,SI,LSI"), 40), column((b"", b"AGM"), 4), numbers(20_120_000, np.int32),
        column((b"", b"wi", b"<"), 4), standings, "single", Month(202403),
    )  # fmt: skip


def row_by_row(ratings: RatingList, xml: bool) -> bytes:
    """The rows of a list without the header."""
    lines = []
    for row in range(len(ratings)):
        player = ratings.player(row)
        texts = {name: getattr(ratings, name)[row].decode("latin-1") for name in ("federation", "flag", "o_title")}
        year = f"{int(player.born) // 10_000}"
        if xml:
            values = [
                ("fideid", player.id),
                ("name", player.name),
                ("country", texts["federation"]),
                ("sex", player.sex),
            ]
            values += [("title", player.title), ("w_title", player.w_title), ("o_title", texts["o_title"])]
            values += [("foa_title", player.foa)]
            for prefix, rated in zip(("", "rapid_", "blitz_"), player.standings.values(), strict=False):
                values += [(f"{prefix}rating", rated.rating), (f"{prefix}games", rated.games), (f"{prefix}k", rated.k)]
            values += [("birthday", year), ("flag", texts["flag"])]
            inside = "".join(f"<{tag}>{html.escape(str(value), quote=False)}</{tag}>\n" for tag, value in values)
            lines.append(f"<player>\n{inside}</player>\n")
            continue
        name = player.name.encode("ascii", "replace").decode()[:61]
        numbers = "".join(f"{r.rating:<6}{r.games:<4}{r.k:<3}" for r in player.standings.values())
        lines.append(
            f"{player.id:<15}{name:<61}{texts['federation']:<4}{player.sex:<4}{player.title:<5}{player.w_title:<5}"
            f"{texts['o_title']:<15}{player.foa:<4}{numbers}{year:<6}{texts['flag']:<4}\r\n"
        )
    return "".join(lines).encode()


@pytest.mark.parametrize("block", BLOCKS)
def test_fides_forms_are_what_is_written_row_by_row(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textcells, "BLOCK", block)
    for seed in range(6):
        ratings = rating_list(seed)
        form = "combined" if len(ratings.standings) > 1 else "single"
        text, xml = io.BytesIO(), io.BytesIO()
        cut = write_txt(ratings, text, form)
        write_xml(ratings, xml, form)
        assert text.getvalue().partition(b"\r\n")[2] == row_by_row(ratings, xml=False)
        assert xml.getvalue() == b"<playerslist>\n" + row_by_row(ratings, xml=True) + b"</playerslist>\n"
        long = [ratings.name(row) for row in range(len(ratings))]
        odd = sum(not name.isascii() or len(name) > 61 for name in long)
        assert sum(finding.code == "cut-field" for finding in cut) == odd
        pushed = sum(len(titles) > 15 for titles in ratings.o_title.tolist())
        assert sum(finding.code == "title-overflow" for finding in cut) == pushed


# --- cells --------------------------------------------------------------------------------------------------------


def test_cells_are_their_texts_side_by_side() -> None:
    values = np.array([0, 7, 10, 99, 100, -1, 123_456_789_012])
    cells_ = textcells.numbers(values, b"none")
    assert textcells.rows(b"<", cells_, b">") == b"<0><7><10><99><100><none><123456789012>"
    assert textcells.rows(textcells.numbers(values[:5], width=2), b"|") == b"0 |7 |10|99|100|"
    assert textcells.rows(textcells.texts(["é", "", "ab", "é"], width=2), b"|") == "é |  |ab|é |".encode()
    assert textcells.rows(textcells.codes(np.array([b"ab", b"", b"c"], "S4"), 3), b"|") == b"ab |   |c  |"
    assert [block.stop - block.start for block in textcells.blocks(textcells.BLOCK + 1)] == [textcells.BLOCK, 1]
    assert list(textcells.blocks(0)) == []


def test_words_are_a_column_of_texts() -> None:
    words = Words.of(["UKR", "", "POL", "UKR"])
    assert words.tolist() == ["UKR", "", "POL", "UKR"]
    assert (len(words), words[2], words.different) == (4, "POL", ("UKR", "", "POL"))
    assert words.are("UKR").tolist() == [True, False, False, True]
    assert not words.are("GER").any()
    assert words.take(np.array([3, 1])).tolist() == ["UKR", ""]
    assert words.with_rows({1: "GER", 0: "POL"}).tolist() == ["POL", "GER", "POL", "UKR"]
    assert words.tolist() == ["UKR", "", "POL", "UKR"]


def test_names_sort_by_their_bytes_and_then_by_number() -> None:
    dice = random.Random(3)
    names = ["".join(dice.choices("ab éжz", k=dice.choice((0, 1, 7, 8, 9, 30)))) for _ in range(300)]
    rows = [(dice.randrange(10**9), 0, name, "", "", "M", "", "", 0, 1500, State.ACTIVE, 20, 0, 0) for name in names]
    made = published(rows=tuple(rows))
    expected = sorted(range(300), key=lambda at: (names[at].lower().encode(), rows[at][0]))
    assert name_order(made.people, np.arange(300)).tolist() == expected
