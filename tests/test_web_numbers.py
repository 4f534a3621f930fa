"""Every number on the calculation pages is the stored one: each page of the demo federation against the raw tables.

The tables are unpacked here as they stand in the database, without the reading desk and without the explanation; the
pages are read as HTML. `ARPAD_PAGES=1000` looks at so many pages of an office named by `ARPAD_DB`, drawn at random.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from html_read import PageRead
from site_made import SERIES, demo_office, site
from sqlalchemy import select

from arpad.columns import Entries, Firsts, Games, Ledger, Status, Worksheets
from arpad.office.book.admitted_content import unpack_content
from arpad.office.desk import open_office
from arpad.office.registry.player_numbers import office_number
from arpad.office.store import schema
from arpad.packed import split, unpack

MINUS, NOTHING = "\u2212", "\u2013"
ENOUGH = 200  # pages of the demo federation, at least

GameShown = tuple[str, ...]  # rating, result, difference, expected, worth: as a page writes them


def whole(number: int) -> str:
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def share(hundredths: int, sign: bool = False) -> str:
    text = f"{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"
    return f"{MINUS}{text}" if hundredths < 0 else f"+{text}" if sign else text


def result(half_points: int) -> str:
    return {0: "0", 1: "½", 2: "1"}[half_points]


class Stored:
    """The tables of one list, as they are packed."""

    def __init__(self, connection: Any, list_: int) -> None:
        self.games: dict[int, Counter[GameShown]] = {}
        part, content, ledger = schema.period_part, schema.content, schema.ledger_part
        rows = select(content.c.packed, ledger.c.packed).join(ledger, ledger.c.decision == content.c.decision)
        for packed, worked in connection.execute(rows.where(ledger.c.list == list_, ledger.c.series == SERIES)):
            self._event(packed, worked)
        rows = select(part.c.name, part.c.packed).where(part.c.series == SERIES, part.c.list == list_)
        self.sheets: dict[int, dict[str, int]] = {}
        self.firsts: dict[int, dict[str, int]] = {}
        for name, packed in connection.execute(rows):
            if name == "worksheets":
                self.sheets |= _by_player(unpack(Worksheets, packed))
            elif name == "firsts":
                self.firsts |= _by_player(unpack(Firsts, packed))

    def _event(self, packed: bytes, worked: bytes) -> None:
        first, _, third, *joined = split(worked)
        entries, ledger = unpack(Entries, first), unpack(Ledger, third)
        games = unpack(Games, joined[0]) if joined else unpack_content(packed).games
        for row in range(len(ledger)):
            player = int(entries.player[ledger.entry[row]])
            self.games.setdefault(player, Counter())[_shown(ledger, games, row)] += 1


def _by_player(table: Worksheets | Firsts) -> dict[int, dict[str, int]]:
    rows = enumerate(table.player.tolist())
    return {player: {name: int(column[row]) for name, column in table.columns()} for row, player in rows}


def _shown(ledger: Ledger, games: Games, row: int) -> GameShown:
    turn, status, met = str(int(games.round[ledger.game[row]])), int(ledger.status[row]), int(ledger.met[row])
    rating = str(met) if met else NOTHING
    if status != Status.COUNTED:
        return turn, rating, result(int(ledger.half_points[row]))
    difference, counted = int(ledger.difference[row]), int(ledger.counted[row])
    shown = whole(difference) if counted == difference else f"{whole(difference)} {whole(counted)}"
    expected, worth = share(int(ledger.expected[row])), share(int(ledger.delta[row]), sign=True)
    return turn, rating, result(int(ledger.half_points[row])), shown, expected, worth


def read(page: PageRead) -> Counter[GameShown]:
    """The games of a page."""
    found: Counter[GameShown] = Counter()
    for name, cells in page.rows:
        if "." not in name:
            continue
        turn, _, _, rating, points, *worth = cells
        if len(worth) >= 3 and worth[1]:
            found[turn, rating, points, worth[0].partition(" §")[0], worth[1], worth[2]] += 1
        else:
            found[turn, rating, points] += 1
    return found


def steps(page: PageRead) -> dict[str, str]:
    return {cells[0]: cells[1] for name, cells in page.rows if not name and len(cells) == 3}


def expected_steps(stored: Stored, key: int) -> Iterator[tuple[str, str]]:
    """The steps that must stand on the page, by how they begin."""
    if key in stored.sheets:
        sheet = stored.sheets[key]
        yield "rating on the list being replaced", str(sheet["base"])
        yield f"sum of the games that count, {sheet['games']}", share(sheet["sum"]).replace(MINUS, "-")
        yield "change of the period", share(sheet["change"]).replace(MINUS, "-")
        yield "rounded", f"{sheet['rounded']:+d}"
        yield "new rating", str(sheet["new"])
    if key in stored.firsts:
        first = stored.firsts[key]
        if first["games"]:
            yield "results that count", f"{_points(first['half_points'])} of {first['games']}"
            yield f"average over {first['ra_games']} games", share(round_half_up(first["ra_sum"], first["ra_games"]))
            yield "percentage", f"{first['p']} %"
            yield "rating of all results", str(first["ru"])


def round_half_up(total: int, count: int) -> int:
    return (200 * total + count) // (2 * count)


def _points(half_points: int) -> str:
    return f"{half_points // 2}{'.5' if half_points % 2 else ''}"


def test_every_number_of_every_calculation_page_is_the_stored_one() -> None:
    address, most = os.environ.get("ARPAD_DB") or str(demo_office()), int(os.environ.get("ARPAD_PAGES", "0"))
    with open_office(address, "test") as desk, desk.reading() as connection:
        heads = schema.rating_list
        lists = connection.execute(
            select(heads.c.list).where(heads.c.series == SERIES, heads.c.kind == "computed")
        ).scalars()
        tables = {list_: Stored(connection, list_) for list_ in lists}
    pages = [(list_, key) for list_, stored in tables.items() for key in sorted({*stored.games, *stored.firsts})]
    assert len(pages) >= ENOUGH
    if most:
        pages = random.sample(pages, min(most, len(pages)))
    seen = Counter[str]()
    with site(address) as (client, _):
        for list_, key in pages:
            answer = client.get(f"/players/{office_number(key)}/{SERIES}/{list_ // 100}-{list_ % 100:02d}")
            assert answer.status_code == 200, answer.url
            page, stored = PageRead(answer.text), tables[list_]
            assert page.unclosed == []
            assert len(set(page.ids)) == len(page.ids), "an anchor stands twice"
            games = read(page)
            assert not stored.games.get(key, Counter()) - games, f"{answer.url} lacks games"
            if key not in stored.firsts:
                assert games == stored.games[key], answer.url
            found = steps(page)
            for begins, value in expected_steps(stored, key):
                shown = [each for name, each in found.items() if name.startswith(begins)]
                assert shown, f"{answer.url}: no step {begins}"
                assert shown[0].partition(",")[0] == value, f"{answer.url}: {begins}"
                seen[begins.split(",")[0].split(" over")[0]] += 1
            seen["games"] += sum(games.values())
    assert seen["games"] > 1000 or most
    assert min(seen["new rating"], seen["percentage"]) > 5
