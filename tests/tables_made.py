"""Make rating lists, tables, workbooks and PGN files for the tests, from the printed columns and by their own hand."""

from __future__ import annotations

import io
import random
import zipfile

from xlsxwriter import Workbook

# Layout -> field -> first column, alignment and width, as the format page prints them (1-based).
HEADS = {
    "single": "ID Number      Name" + " " * 57 + "Fed Sex Tit  WTit OTit           FOA SEP25 Gms K  B-day Flag",
    "combined": "ID Number      Name" + " " * 57 + "Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag",
    "combined-legacy": "ID Number      Name" + " " * 57 + "Fed Sex Tit  WTit OTit           "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag",
    "single-2012": "ID Number      Name" + " " * 57 + "Fed Sex Tit  WTit OTit           SEP12 Gms K  B-day Flag",
    "2005": "ID number Name                              TitlFed  Mar11 GamesBorn  Flag",
    "2003": "ID number NAME                        TITLE COUNTRY JAN03 GAMES BIRTHDAY FLAG",
    "oct02": "ID number NAME                        TITLE COUNTRY OCT02 GAMES BIRTHDAY FLAG",
    "jan01": "",
    "apr01": "",
    "jan02": "",
    "apr02": "",
}
WIDTHS = {
    "single": 136, "combined": 162, "combined-legacy": 158, "single-2012": 132, "2005": 72, "2003": 78, "oct02": 77,
    "jan01": 75, "apr01": 86, "jan02": 85, "apr02": 90,
}  # fmt: skip
Places = dict[str, int | tuple[int, int]]
PERSON: Places = {"id": 1, "name": 16, "fed": 77, "sex": 81, "title": 85, "wtitle": 90, "otitle": 95}
OLD_2003: Places = {"id": (1, 8), "name": 11, "letters": 45, "fed": 49, "rating": 54, "games": (61, 62)}
PLACES: dict[str, Places] = {
    "single": PERSON | {"foa": 110, "rating": 114, "games": 120, "k": 124, "year": 127, "flag": 133},
    "combined": PERSON | {
        "foa": 110, "rating": 114, "games": 120, "k": 124, "rapid": 127, "rgames": 133, "rk": 137, "blitz": 140,
        "bgames": 146, "bk": 150, "year": 153, "flag": 159,
    },
    "combined-legacy": PERSON | {
        "rating": 110, "games": 116, "k": 120, "rapid": 123, "rgames": 129, "rk": 133, "blitz": 136, "bgames": 142,
        "bk": 146, "year": 149, "flag": 155,
    },
    "single-2012": PERSON | {"rating": 110, "games": 116, "k": 120, "year": 123, "flag": 129},
    "2005": OLD_2003 | {"year": 65, "flag": 71},
    "2003": OLD_2003 | {"short": 65, "flag": 77},
    "oct02": OLD_2003 | {"short": 65, "flag": 75},
    "jan01": {"id": (3, 10), "name": 13, "letters": 46, "fed": 52, "rating": 60, "games": (67, 68), "flag": 72},
    "apr01": {
        "id": (4, 11), "name": 13, "letters": 46, "fed": 52, "rating": 61, "games": (69, 70), "long": 72, "flag": 83,
    },
    "jan02": {
        "id": (3, 10), "name": 13, "letters": 46, "fed": 52, "rating": 60, "games": (67, 68), "short": 72, "flag": 81,
    },
    "apr02": {
        "id": (4, 11), "name": 13, "letters": 46, "fed": 52, "rating": 61, "games": (69, 70), "long": 72, "sex": 83,
        "flag": 87,
    },
}  # fmt: skip
LETTERS = {"GM": "g", "IM": "m", "FM": "f", "CM": "c", "WGM": "wg", "WIM": "wm", "WFM": "wf", "WCM": "wc", "": ""}


def person(rng: random.Random, number: int) -> dict[str, str]:
    """One invented player of a list, every value as text."""
    sex = rng.choice("MF")
    title = rng.choice(["", "", "GM", "IM", "FM", "CM"] if sex == "M" else ["", "", "WGM", "WIM", "WFM", "WCM"])
    year, month, day = 1930 + rng.randrange(70), 1 + rng.randrange(12), 1 + rng.randrange(28)
    return {
        "id": str(990000 + number * 3), "name": f"Invented{number}, {rng.choice(['Ann', 'Bo', 'Cyd Van'])}",
        "fed": rng.choice(["UKR", "POL", "HUN"]), "sex": sex, "title": title, "letters": LETTERS[title],
        "wtitle": title if title.startswith("W") else "", "otitle": rng.choice(["", "", "FA", "IA,NI", "FST,DI"]),
        "foa": rng.choice(["", "", "AFM"]), "rating": str(1400 + rng.randrange(1300)), "games": str(rng.randrange(30)),
        "k": rng.choice(["10", "20", "40"]), "rapid": str(1400 + rng.randrange(1300)), "rgames": str(rng.randrange(9)),
        "rk": "20", "blitz": str(1400 + rng.randrange(1300)), "bgames": str(rng.randrange(9)), "bk": "20",
        "year": str(year), "short": f"{day:02d}.{month:02d}.{year % 100:02d}", "long": f"{day:02d}.{month:02d}.{year}",
        "flag": rng.choice(["", "i"]) if sex == "M" else rng.choice(["w", "wi"]),
    }  # fmt: skip


def row_of(who: dict[str, str], layout: str) -> str:
    """One row, each value put where the format page says; a pair of columns means right aligned."""
    line = [" "] * WIDTHS[layout]
    for name, place in PLACES[layout].items():
        first, last = place if isinstance(place, tuple) else (place, place + len(who[name]) - 1)
        text = who[name].rjust(last - first + 1)
        line[first - 1 : first - 1 + len(text)] = text
    return "".join(line)


def list_text(people: list[dict[str, str]], layout: str, newline: str = "\r\n") -> bytes:
    head = [HEADS[layout]] if HEADS[layout] else []
    return (newline.join([*head, *(row_of(who, layout) for who in people)]) + newline).encode()


TAGS = (
    ("fideid", "id"), ("name", "name"), ("country", "fed"), ("sex", "sex"), ("title", "title"), ("w_title", "wtitle"),
    ("o_title", "otitle"), ("foa_title", "foa"), ("rating", "rating"), ("games", "games"), ("k", "k"),
)  # fmt: skip
MORE_TAGS = (
    ("rapid_rating", "rapid"), ("rapid_games", "rgames"), ("rapid_k", "rk"), ("blitz_rating", "blitz"),
    ("blitz_games", "bgames"), ("blitz_k", "bk"),
)  # fmt: skip


def list_xml(people: list[dict[str, str]], combined: bool = True) -> bytes:
    tags = (*TAGS, *(MORE_TAGS if combined else ()), ("birthday", "year"), ("flag", "flag"))
    rows = [
        "<player>\n" + "\n".join(f"<{tag}>{who[key]}</{tag}>" for tag, key in tags) + "\n</player>" for who in people
    ]
    return ("<playerslist>\n" + "\n".join(rows) + "\n</playerslist>\n").encode()


def bytes_of_a_list(rng: random.Random, kind: str) -> bytes:
    people = [person(rng, number) for number in range(1, rng.randrange(2, 30))]
    return list_xml(people, rng.random() < 0.5) if kind == "xml" else list_text(people, rng.choice(list(WIDTHS)))


GAMES = [
    ["round", "white", "white id", "black", "black id", "result"],
    ["1", "Invented, Ann", "990001", "Invented, Bo", "990002", "1-0"],
    ["1", "Invented, Cyd", "990003", "Invented, Dov", "990004", "1/2-1/2"],
    ["2", "Invented, Bo", "990002", "Invented, Cyd", "990003", "0-1"],
    ["2", "Invented, Dov", "990004", "Invented, Ann", "990001", "+ - -"],
]
PLAYERS = [
    ["Nr", "Nazwisko", "FIDE ID", "Ranking", "Płeć", "Data urodzenia"],
    ["1", "Invented, Ann", "990001", "2010", "w", "1990-01-02"],
    ["2", "Invented, Bo", "990002", "1900", "m", "1985"],
]
CROSSTABLE = [
    ["Invented Open"],
    ["SNo.", "Name", "FED", "Rtg", "FideID", "1.Rd.", "2.Rd.", "Pts."],
    ["1", "Invented, Ann", "UKR", "2010", "990001", "3w1", "2b½", "1,5"],
    ["2", "Invented, Bo", "POL", "1950", "990002", "4b+", "1w½", "1,5"],
    ["3", "Invented, Cyd", "HUN", "1850", "990003", "1b0", "4w0", "0"],
    ["4", "Invented, Dov", "EST", "1800", "990004", "2w-", "3b1", "1"],
]
PAIRED = ["Bo.", "No.", "", "White", "FideID", "Rtg", "Pts.", "Result", "Pts.", "", "Black", "FideID", "Rtg", "No."]
PAIRINGS = [
    ["Invented Open"],
    ["Round 3 on 2025/09/05 at 16:00"],
    PAIRED,
    ["1", "4", "", "Invented, Dov", "990004", "1800", "2", "0 - 1", "1½", "GM", "Invented, Ann", "990001", "2510", "1"],
    ["2", "2", "WIM", "Invented, Bo", "990002", "1950", "1", "½ - ½", "1", "", "Invented, Cyd", "990003", "1850", "3"],
    ["3", "5", "", "Invented, Ewa", "990005", "0", "0", "1", "", "", "bye", "", "", ""],
    ["4", "6", "", "Invented, Fay", "990006", "1500", "0", "0", "", "", "not paired", "", "", ""],
    ["5", "7", "", "Invented, Gil", "990007", "1500", "0", "½", "", "", "not paired", "", "", ""],
    ["6", "9", "", "Invented, Hal", "990009", "1500", "0", "+ - -", "0", "", "Invented, Ike", "990008", "1500", "8"],
]
MATRIX = [
    ["Invented Round Robin"],
    ["Rk.", "", "Name", "FideID", "1", "2", "3", "Pts."],
    ["1", "IM", "Invented, Ann", "990001", "*", "½", "1", "1,5"],
    ["2", "", "Invented, Bo", "990002", "½", "*", "+", "1,5"],
    ["3", "", "Invented, Cyd", "990003", "0", "-", "*", "0"],
]
PGN = """[Event "Invented Hybrid"]
[Site "Nowhere"]
[Date "2026.05.01"]
[Round "1.1"]
[White "Invented, Ann"]
[Black "Invented, Bo"]
[Result "1-0"]
[WhiteFideId "990001"]
[BlackFideId "990002"]
[TimeControl "5400+30"]

1. e4 e5 2. Qh5 {a [comment] here} Ke7 3. Qxe5# 1-0

[Event "Invented Hybrid"]
[Date "2026.05.02"]
[Round "2.1"]
[White "Invented, Bo"]
[Black "Invented, Ann"]
[Result "0-1"]
[WhiteFideId "990002"]
[BlackFideId "990001"]

0-1
"""


def csv_of(rows: list[list[str]], delimiter: str = ";") -> bytes:
    return "\r\n".join(delimiter.join(row) for row in rows).encode() + b"\r\n"


def book_of(*sheets: tuple[str, list[list[str]]], hidden: str = "") -> bytes:
    """A workbook with these sheets; what is written in figures is a number in it."""
    held = io.BytesIO()
    with Workbook(held, {"in_memory": True}) as book:
        for name, rows in sheets:
            sheet = book.add_worksheet(name)
            if name == hidden:
                sheet.hide()
            else:
                sheet.activate()  # one that is active cannot be hidden
            for line, row in enumerate(rows):
                for column, cell in enumerate(row):
                    if cell.isdigit():
                        sheet.write_number(line, column, int(cell))
                    elif cell:
                        sheet.write_string(line, column, cell)
    return held.getvalue()


def xlsx_of(rows: list[list[str]]) -> bytes:
    return book_of(("Sheet", rows))


def parts_of(data: bytes) -> dict[str, bytes]:
    """The parts of a workbook by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(parts: dict[str, bytes]) -> bytes:
    """A workbook of these parts."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as book:
        for name, part in parts.items():
            book.writestr(name, part)
    return held.getvalue()


_BOOK = xlsx_of(GAMES)


def bytes_of_a_table(rng: random.Random, kind: str) -> bytes:
    if kind == "pgn":
        return PGN.encode()
    if kind == "xlsx":
        return _BOOK
    rows = {"games": GAMES, "players": PLAYERS, "crosstable": CROSSTABLE, "pairings": PAIRINGS, "matrix": MATRIX}[kind]
    return csv_of(rows, rng.choice([";", "\t", ","] if kind == "games" else [";", "\t"]))
