"""The dearest files that the limits let in: each is made to hit one place where reading could take too long.

A name tells the place. Every file is as large as a file may be, or as small as shows the fault: a pattern that tries
every way to part its text needs a hundred bytes. `fuzz` reads them all and holds each to a second and to the memory
that docs/intake.md gives.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from string import ascii_lowercase, ascii_uppercase

from swiss_manager_made import Event, Person
from tables_made import packed, parts_of, xlsx_of

from arpad.intake import Limits
from arpad.intake.tables.pairings import GAMES_EACH

LIMITS = Limits()
PAIR = (
    "001    1      Invented, Ann                                       1             1.0          2 w 1\n"
    "001    2      Invented, Bo                                        2             0.0          1 b 0\n"
)
MARKS = "\u0301\u0323" * 500  # accents above and below by turns: put in order one by one
NOTE = "\U0001d15f"  # three characters when its letters are composed
PILE = "x" + "\u0301\u0323" * 15  # as high as a pile may be


def filled(head: str, more: Callable[[int], str], encoding: str = "utf-8", most: int = LIMITS.lines) -> bytes:
    """A head, and below it as much of something as the limits allow, or so many."""
    made = bytearray(head.encode(encoding))
    lines = head.count("\n")
    for number in range(most):
        piece = more(number).encode(encoding) + b"\n"
        lines += piece.count(b"\n")
        if len(made) + len(piece) > LIMITS.bytes or lines > LIMITS.lines:
            break
        made += piece
    return bytes(made)


def cells(
    cell: Callable[[int, int], str], name: str = "Invented", points: str = "0.0", rounds: int = LIMITS.rounds
) -> bytes:  # fmt: skip
    """A report of as many players and rounds as there may be."""
    rows = []
    for number in range(1, LIMITS.players + 1):
        head = f"001 {number:4}      {name:33.33} {'':4} {'':3} {'':11} {'':10} {points:>4} {'':4}  "
        rows.append((head + "".join([cell(number, turn) for turn in range(rounds)])).rstrip())
    return "\n".join(rows).encode()


def crosstable(
    cell: Callable[[int, int], str], head: str = "number;name", row: str = "{0};é{0}", wide: int = 1,
    rounds: int = LIMITS.rounds,
) -> bytes:  # fmt: skip
    turns = ";".join(f"R{turn + 1}" + ";" * (wide - 1) for turn in range(rounds))
    rows = [
        row.format(number) + ";" + ";".join([cell(number, turn) for turn in range(rounds)])
        for number in range(1, LIMITS.players + 1)
    ]
    return "\n".join([f"{head};{turns}", *rows]).encode()


def games(
    columns: str, facts: Callable[[int], str], result: str = "1-0", rows: int = GAMES_EACH * LIMITS.players
) -> bytes:  # fmt: skip
    """As many games as a table may have, with more columns than it needs."""
    return filled(
        f"{columns}round;white;black;result\n",
        lambda row: f"{facts(row)}{row % 60 + 1};Invé{row % 4999};Invé{(row + 7) % 4999};{result}",
        most=rows,
    )


def numbered(columns: int, rows: int, games: Callable[[int], str]) -> bytes:
    """A crosstable in which many columns under unknown headings number the rows."""
    headings = ["q" + "".join(letters) for letters in product(ascii_lowercase, repeat=2)][:columns]
    turns = [f"R{turn + 1}" for turn in range(LIMITS.rounds)]
    body = [f"é{row};" + f"{row + 1};" * columns + games(row) for row in range(rows)]
    return "\n".join([";".join(["name", *headings, *turns]), *body]).encode()


def workbook(csv: bytes, others: str = "", styles: str = "", long: str = "") -> bytes:
    """The same table as a workbook, whose cells share their texts; and more cells or formats than it needs, or a long
    text for `L`."""
    parts, texts = parts_of(xlsx_of([["x"]])), dict[str, int]()
    rows = []
    for line, row in enumerate(csv.decode().splitlines(), 1):
        cells = [
            f'<c r="{column}{line}" t="s"><v>{texts.setdefault(text, len(texts))}</v></c>'
            for column, text in zip(COLUMNS, row.split(";"), strict=False)
        ]
        rows.append(f'<row r="{line}">{"".join(cells)}</row>')
    head, _, tail = parts["xl/worksheets/sheet1.xml"].decode().partition("<sheetData>")
    sheet = f"{head}<sheetData>{''.join(rows)}{others}</sheetData>{tail.partition('</sheetData>')[2]}"
    shared = "".join([f"<si><t>{long if text == 'L' else text}</t></si>" for text in texts])
    parts["xl/worksheets/sheet1.xml"] = sheet.encode()
    for part, element, content in (("sharedStrings", "si", shared), ("styles", "xf", styles)):
        if content:
            xml = parts[f"xl/{part}.xml"].decode()
            first, last = xml.rfind(f"<{element}"), xml.rfind("</")
            if element == "xf":
                first, last = xml.index("<xf", xml.index("<cellXfs")), xml.index("</cellXfs>")
            parts[f"xl/{part}.xml"] = (xml[:first] + content + xml[last:]).encode()
    return packed(parts)


def styled(code: str) -> bytes:
    """A workbook whose cells have a format of this code."""
    parts = parts_of(xlsx_of([["name", "rating"], ["a", "1"]]))
    formats = f'<numFmts><numFmt numFmtId="164" formatCode="{code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>'
    return packed(parts | {"xl/styles.xml": f"<styleSheet>{formats}</styleSheet>".encode()})


def opponent(number: int) -> int:
    """The players in pairs: 1 and 2, 3 and 4 ..."""
    return number + 1 if number % 2 else number - 1


def colour(number: int) -> str:
    return "w" if number % 2 else "b"


def game(number: int, white: str = "Invented, Ann", black: str = "Invented, Bo", **tags: str) -> str:
    said = {"White": white, "Black": black, "Result": "1-0"} | tags
    return "".join([f'[{name} "{value}"]\n' for name, value in said.items()]) + "1. e4 1-0"


def national(number: int) -> str:
    first, rest = divmod(number, 26 * 26)
    return ascii_uppercase[first % 26] + ascii_uppercase[rest // 26] + ascii_uppercase[rest % 26]


COLUMNS = [*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2))]
RUN_ON = b'"\n"'  # a cell that goes on in the next line: so a row may be longer than a line


def tournament(rows: Callable[[int], list[tuple[int, int, int]]], rounds: int = 55) -> bytes:
    """A file of Swiss-Manager with as many players as may be; `rows` are those of a round."""
    return Event([Person(f"Invented{at}") for at in range(5000)], [rows(turn) for turn in range(rounds)]).data()


def pairs(turn: int) -> list[tuple[int, int, int]]:
    """Everybody against somebody else in each round."""
    return [(at + 1, 2501 + (at + turn) % 2500, 1 + at % 3) for at in range(2500)]


def elements(players: str, inside: str, more: Callable[[int], str], most: int = 40_000) -> bytes:
    """An upload file with these players, and as many elements of another kind as may be."""
    event = '<tournamentdata><tournament rounds="60"/></tournamentdata>'
    head = f"<chessresults>{event}<players>{players}</players><{inside}>"
    room = LIMITS.bytes - len(head) - 100
    texts = [more(at) for at in range(most)]
    while sum(map(len, texts)) > room:
        texts = texts[: len(texts) * 9 // 10]
    return f"{head}{''.join(texts)}</{inside}></chessresults>".encode()


PLAYERS = "".join(f'<player no="{at}" lastname="A{at},B" fideid="{200000 + at}"/>' for at in range(1, 5001))
HEAVY: dict[str, Callable[[], bytes]] = {
    "tournament with all its pairings": lambda: tournament(pairs),
    "tournament in which everybody stands twice": lambda: tournament(lambda turn: [(1, 2, 1)] * 2500),
    "tournament in which the same two meet": lambda: tournament(lambda turn: pairs(0)),
    "tournament of unknown results": lambda: tournament(lambda turn: [(*row[:2], 99) for row in pairs(turn)]),
    "tournament of a text": lambda: Event([Person("x" * 65535)] * 30, [], texts={14: "x" * 65535}).data(),
    "tournament of odd players": lambda: Event(
        [Person(f"\u202e{at}", title=f"T{at}", federation="F" * 40, rating=65535, born=1, sex=9) for at in range(5000)],
        [],
    ).data(),
    "tournament of round records": lambda: Event([], [[]] * 30_000, last_paired=0, announced=0).data(),
    "upload of pairings": lambda: elements(
        PLAYERS,
        "playerpairings",
        lambda at: (
            f'<playerpairing round="{at // 2500 + 1}" whiteno="{at % 2500 + 1}" blackno="{2501 + at % 2500}" '
            'reswhite="1.0" resblack="0.0" forfeit=""/>'
        ),
    ),
    "upload of wrong pairings": lambda: elements(PLAYERS, "playerpairings", lambda at: "<playerpairing/>"),
    "upload in which one stands everywhere": lambda: elements(
        PLAYERS,
        "playerpairings",
        lambda at: '<playerpairing round="1" whiteno="1" blackno="2" reswhite="" resblack="" forfeit=""/>',
    ),
    "upload of odd players": lambda: elements(
        "",
        "players",
        lambda at: f'<player no="{at + 1}" lastname="\u202e{at}" title="T{at}" dob="{at}.{at}" fideid="x{at}"/>',
        5000,
    ),
    "upload of days": lambda: elements(PLAYERS, "rounds", lambda at: f'<round round="1" date="{at}.1.2025"/>'),
    "upload of matches": lambda: elements(
        PLAYERS, "teampairings", lambda at: f'<teampairing round="{at % 60}" no1="1" no2="2" res1="{at}" res2="x"/>'
    ),
    "upload of elements nobody knows": lambda: elements(PLAYERS, "x", lambda at: "<y/>", 800_000),
    "upload of attributes": lambda: elements(
        PLAYERS, "rounds", lambda at: "<round " + " ".join(f'a{n}=""' for n in range(200)) + "/>", 2000
    ),
    "upload in capitals": lambda: elements(
        PLAYERS, "PlayerPairings", lambda at: '<PlayerPairing Round="1" WhiteNo="1" BlackNo="2"/>'
    ),
    "comments before a root": lambda: b"<!---->" * (LIMITS.bytes // 7),
    "document types before a root": lambda: b"<!DOCTYPE " + b"[]" * (LIMITS.bytes // 2 - 5),
    # what kind of file it is, its letters and its lines
    "blank lines before anything": lambda: b"x" + b"\n" * 65_600 + PAIR.encode(),
    "blanks in lines before anything": lambda: b"x\n" + b" \n" * 32_760 + b"x" * 4000,
    "one strange letter in a file of letters": lambda: filled(PAIR, lambda _: "### " + "a" * 4000)[:-5] + b"\xe9\n",
    "letters above ASCII alone": lambda: filled(PAIR, lambda _: "### " + "яєїґ" * 1000, encoding="cp1251"),
    "bytes that are no letters": lambda: PAIR.encode() + b"### \x81\x8d\x98\x8f\xd2\n" * 99_000,
    "millions of lines": lambda: b"\xff\r\n" * (LIMITS.bytes // 3 - 1) + b"\n",
    "tabs and control characters": lambda: filled(PAIR, lambda _: "012 \t\x01\x02" + "x" * 20),
    # records of a report
    "one long record among short ones": lambda: PAIR.encode() + b"240 " + b" " * 4090 + b"1\n" + b"240 \n" * 99_900,
    "byes of nobody": lambda: filled(PAIR, lambda _: "240   1    " + "9999 " * 816),
    "byes that are no numbers": lambda: filled(PAIR, lambda _: "240   1    " + "9é99 é " * 500),
    "records of thousands of federations": lambda: filled(PAIR, lambda row: f"{national(row)} 9999 éééé"),
    "members of many teams": lambda: filled(PAIR, lambda _: "013 é" + "x" * 31 + "   1 " * 811),
    "members who do not exist": lambda: filled(PAIR, lambda row: f"310 {row % 999:3} é{'x' * 64}" + "9999 " * 804),
    "members who are words": lambda: filled(PAIR, lambda _: "013 é" + "x" * 31 + "10 " * 1353),
    "teams in two records that differ": lambda: filled(
        PAIR + "310   1 a\n", lambda _: "013 é" + "x" * 31 + "9999 " * 811
    ),
    "arbiters of nothing but numbers": lambda: filled(
        PAIR, lambda row: "112 " + " ".join([str(1000 + (row + more) % 9000) for more in range(818)])
    ),
    "a hundred thousand arbiters": lambda: filled(PAIR, lambda row: f"102 Inv {row} é (12345)"),
    "first days that contradict": lambda: filled(
        "042 " + "é" * 4000 + "\n" + PAIR, lambda row: f"042 {row}" + "é" * 16
    ),
    "counts of rounds that are none": lambda: filled(PAIR, lambda row: f"142 {row:05}é" + "e" * 28),
    "round dates that contradict": lambda: filled(
        PAIR, lambda row: f"{'132':<91}" + f"{row % 99:02}/é/{row % 89:02}  " * 20
    ),
    "nearly a record in every line": lambda: filled(PAIR, lambda _: " 012 é" + "a" * 34),
    "rules of scoring without end": lambda: filled(PAIR, lambda _: "XXS " + "W=1 " * 1020),
    # cells of a report
    "cells that cannot be read": lambda: cells(lambda *_: "é9é9 é é  ", rounds=50),
    "games of one side": lambda: cells(lambda number, turn: f"{(number + turn + 1) % 5000 + 1:4} w q  "),
    "games against somebody else": lambda: cells(lambda number, turn: f"{number % 5000 + 1:4} {colour(number)} F  "),
    "cells that slip": lambda: cells(lambda number, _: f"{opponent(number):5} w 1 "),
    "players who are none": lambda: cells(lambda number, _: f"{opponent(number):4} {colour(number)} 1  ", name="BYE"),
    "colours and byes of another time": lambda: cells(lambda number, _: "   0 N =  " if number > 9 else "0000 B 1  "),
    # tables
    "halves that part in many ways": lambda: b"name;R1\na;" + b"0.5" * 40 + b"z\n",
    "a heading of half a million columns": lambda: (
        b"name;rating" + (b";" * 4080 + RUN_ON) * 125 + b"\n" + b"a;b\n" * 90_000
    ),
    "a heading of four thousand columns": lambda: b"name;rating" + b";" * 4080 + b"\n" + b"a;b\n" * 99_980,
    "a heading of two thousand names": lambda: b"name;rating" + b";x" * 2040 + b"\n" + b"a;b\n" * 99_980,
    "points between the rounds": lambda: b"name;R1" + (b";pt" * 1360 + b";" + RUN_ON) * 20 + b";R2\na;2w1;1\n",
    "a row over all lines": lambda: b"name;rating\n" + (b"\xc3\xa9;" * 1360 + RUN_ON + b";") * 1022,
    "two million cells": lambda: b"name;rating\n" + (b"\xb9;" * 2047 + b"\n") * 1022,
    "marks upon marks": lambda: filled("name;rating\n", lambda row: f"a{row}{MARKS};1"),
    "marks as high as they may be": lambda: filled(
        "round;white;white id;black;result\n", lambda row: f"{row % 60 + 1};{PILE * 20}{row};1;b;1-0"
    ),
    "names of letters that grow": lambda: filled(
        "round;white;white id;black;result\n", lambda row: f"{row % 60 + 1};{NOTE * 450}{row};1;b;1-0"
    ),
    "one row of all cells": lambda: b"name;rating\n" + (b"\xb9;" * 2045 + RUN_ON + b";") * 1020,
    "one number for all rows": lambda: filled(
        "name;number;rating;sex;title;federation;id;born;points;rank\n", lambda _: "a;1;é;é;é;é;é;é;é;é"
    ),
    "rows without a name": lambda: filled("name;number;rating;sex\n", lambda row: f";{row % 9999};é;é"),
    "notes between the rows": lambda: filled("name;rating\n", lambda _: ";é" + "x" * 36),
    "games of a league": lambda: games("", lambda row: ""),
    "games with another rating in each row": lambda: games(
        "white rating;black rating;", lambda row: f"{row % 3000};1;"
    ),
    "games with ids that are none": lambda: games("white id;black id;", lambda row: f"é{row};ü{row};"),
    "games with numbers that clash": lambda: games("white no;black no;", lambda row: f"{row % 99 + 1};{row % 97 + 1};"),
    "games on days that are none": lambda: games("date;", lambda row: f"é{row};"),
    "games that are all wrong": lambda: games(
        "date;white title;black title;white id;black id;", lambda row: f"{row};é{row};ü{row};é{row};ü{row};", "é"
    ),
    "games beyond the limit": lambda: filled(
        "round;white;black;result\n", lambda row: f"1;é{row % 999};ü{row % 999};1-0"
    ),
    "a crosstable of strange cells": lambda: crosstable(lambda number, turn: f"é{number * 60 + turn}"),
    "a crosstable of games not played": lambda: crosstable(lambda number, turn: f"{(number + turn + 1) % 5000 + 1}wk"),
    "a crosstable of three cells a round": lambda: crosstable(lambda number, turn: f"{number * 60 + turn};q;z", wide=3),
    "a crosstable of one side": lambda: crosstable(
        lambda number, turn: f"{(number + turn + 1) % 5000 + 1}w1", head="number;rank;name", row="{0};{0};é{0}"
    ),
    "a crosstable numbered in many ways": lambda: numbered(670, 1000, lambda row: f"{row ^ 1}w1;" * LIMITS.rounds),
    # workbooks
    "a workbook of a crosstable": lambda: workbook(
        crosstable(lambda number, _: f"{opponent(number)}{colour(number)}{number % 2}", row="{0};x{0}", rounds=17)
    ),
    "a workbook of different cells": lambda: workbook(
        crosstable(lambda number, turn: f"{number * 60 + turn}w1", rounds=17)
    ),
    "a workbook of games": lambda: workbook(games("white rating;", lambda row: f"{row % 3000};", rows=19_000)),
    "a workbook of one long text in all cells": lambda: workbook(
        crosstable(lambda *_: "L", rounds=17), long="é" * 30_000
    ),
    "a workbook of empty rows": lambda: workbook(b"name;R1\na;2w1", others="<row/>" * 2_000_000),
    "a workbook of empty cells": lambda: workbook(
        b"name;R1\na;2w1", others='<row r="3">' + "<c/>" * 340_000 + "</row>"
    ),
    "a workbook of formats": lambda: workbook(b"name;R1\na;2w1", styles='<xf numFmtId="14"/>' * 600_000),
    "a workbook of a format without end": lambda: styled("[" * 200_000),
    "a workbook of attributes": lambda: workbook(
        b"name;R1\na;2w1", others="<row " + " ".join([f'a{at}=""' for at in range(400_000)]) + "/>"
    ),
    "a workbook of relations": lambda: packed(
        parts_of(xlsx_of([["name"]]))
        | {
            "xl/_rels/workbook.xml.rels": b"<R>"
            + b'<Relationship Id="a" Type="b" Target="../c/../d"/>' * 190_000
            + b"</R>"
        }
    ),
    "a workbook of piles of marks": lambda: workbook(
        "\n".join(["name;R1", *[f"{PILE * 120}{row};2w1" for row in range(1000)]]).encode()
    ),
    # games in PGN
    "one id for all names": lambda: filled("", lambda row: game(row, white=f"a{row}", WhiteFideId="1")),
    "events of long names": lambda: filled(
        f'[Event "{"é" * 2000}"]\n', lambda row: f'[Event "b{row}"]\n[White "a"]\n[Black "b"]\n[Result "1-0"]\n'
    ),
    "tiny games": lambda: filled("", lambda row: f'[White "a{row % 4000}"]\n[Black "é"]\n[Result "1-0"]\n'),
    "games of all tags": lambda: filled("", lambda row: game(row, Round="é", Date="é", WhiteElo="é", WhiteFideId="é")),
    "words that are no moves": lambda: filled(game(0) + "\n", lambda _: "9é9 " * 800),
    "ends without end": lambda: filled(game(0) + "\n", lambda _: "½-½ 1-0 " * 300),
    "parentheses": lambda: filled(game(0) + "\n", lambda _: "( ) " * 1000),
    "tags that are none": lambda: filled(game(0) + "\n", lambda _: "[é" + "x" * 38),
}
