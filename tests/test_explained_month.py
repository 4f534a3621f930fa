"""Every number of a simulated month can be opened: the lines add up to what is stored, and no game is missing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import select
from test_publication import hundredths
from typed import typed

from arpad.columns import FirstOutcome, Firsts, State, Worksheets
from arpad.exact import half_away
from arpad.finding import Misuse
from arpad.office.book.content import unpacked
from arpad.office.publication.explaining import explain
from arpad.office.registry.roster import roster
from arpad.office.rolls import rolls_of
from arpad.office.store import schema
from arpad.office.store.engine import connect
from arpad.office.store.packed import unpack

SERIES, LIST, BEFORE = "fide-standard", 202405, 202404


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A simulated federation after two lists."""
    home = tmp_path_factory.mktemp("month")
    season, address = home / "season", str(home / "office.db")

    def arpad(*words: object, now: str, may_refuse: bool = False) -> str:
        done = typed(*words, "--db", address, "--now", now, "--who", "officer")
        assert done.code == 0 or (may_refuse and done.code == 1), done
        return done.out

    made = ("--players", 150, "--series", SERIES, "--from", "2024-03", "--months", 2, "--seed", 5)
    assert typed("simulate", *made, "-o", season).code == 0
    arpad("init", "--rehearsal", now="2024-03-01")
    for noun, file in (("federation", "federations"), ("arbiter", "arbiters"), ("player", "players")):
        arpad(noun, "import", season / f"{file}.csv", now="2024-03-01")
    arpad("list", "open", SERIES, season / "opening.csv", "--list", "2024-03", now="2024-03-01")
    for month, last, list_day in (("2024-03", "2024-03-31", "2024-04-01"), ("2024-04", "2024-04-30", "2024-05-01")):
        people = season / f"players-{month}.csv"
        if people.exists():
            arpad("player", "import", people, "--update", "--accept-candidates", now=last)
        arpad("event", "register", season / month, "--by", "secretary", now=last)
        arpad("report", "submit", season / month, now=last, may_refuse=True)
        arpad("report", "admit", "--all-ratable", now=last, may_refuse=True)
        arpad("period", "preview", now=list_day)
        told = json.loads(arpad("period", "publish", "--yes", "--json", now=list_day))
        assert not told["already"]
    return address


def test_every_explanation_of_a_month_adds_up(office: str) -> None:
    part = schema.period_part
    with connect(office).reading() as connection:

        def stored(name: str, kind: type) -> list:  # type: ignore[type-arg]
            rows = select(part.c.packed).where(part.c.list == LIST, part.c.name == name)
            return [unpack(kind, packed) for packed in connection.execute(rows).scalars()]

        worksheets, firsts = stored("worksheets", Worksheets), stored("firsts", Firsts)
        known = roster(connection)
        rolls = rolls_of(connection, SERIES, (BEFORE, LIST), known.fide_id)
        told = {}
        for key in range(len(known)):
            try:
                told[key] = explain(connection, SERIES, LIST, key, known)
            except Misuse:
                assert rolls[LIST].state[key] == State.NONE.value
        of_list = select(schema.content.c.packed).join(
            schema.rated, schema.rated.c.decision == schema.content.c.decision
        )
        contents = [unpacked(p) for p in connection.execute(of_list.where(schema.rated.c.list == LIST)).scalars()]
    moved = 0
    for sheet in worksheets:
        for at, key in enumerate(sheet.player.tolist()):
            answer, change = told[key], int(sheet.change[at])
            games = [game for event in answer["events"] for game in event["games"]]
            assert sum(hundredths(event["change"]) for event in answer["events"]) == change
            assert sum(hundredths(game["delta"]) for game in games) == int(sheet.sum[at])
            assert sum(event["counted"] for event in answer["events"]) == int(sheet.games[at])
            assert int(half_away(change, 100)) == int(sheet.rounded[at])
            adjusted = sum(one["after"] - one["before"] for one in answer["adjustments"])
            assert int(sheet.new[at]) + adjusted == answer["after"]["rating"] == int(rolls[LIST].rating[key])
            assert int(sheet.base[at]) == int(rolls[BEFORE].rating[key])
            moved += 1
    assert moved > 30
    first = [
        (key, int(rating))
        for sheet in firsts
        for key, rating, outcome in zip(sheet.player.tolist(), sheet.rating, sheet.outcome, strict=True)
        if outcome == FirstOutcome.PUBLISHED.value
    ]
    assert first
    for key, rating in first:
        assert told[key]["before"] is None
        assert told[key]["after"]["rating"] == rating
    played: Counter[int] = Counter()
    for content in contents:
        for side in (content.games.white, content.games.black):
            played.update(content.sitting.player[side].tolist())
    shown = {key: sum(len(event["games"]) for event in answer["events"]) for key, answer in told.items()}
    assert {key: count for key, count in shown.items() if count} == dict(played)  # none lost, none twice
    statuses = Counter(g["status"] for a in told.values() for e in a["events"] for g in e["games"])
    assert set(statuses) >= {"counted", "unplayed-game", "pooled", "unrated-opponent"}
    assert int(np.count_nonzero(rolls[LIST].rating != rolls[BEFORE].rating)) >= moved // 2


def test_the_printed_explanation_ends_with_the_number_on_the_list(office: str, tmp_path: Path) -> None:
    top = json.loads(typed("list", "show", "--top", 5, "--json", "--db", office).out)
    for player in top["players"]:
        number = player.get("number") or player.get("id") or player.get("fide_id")
        printed = typed("explain", number, "--db", office).out
        assert f"->  {player['rating']} active" in printed
