"""Every number of a simulated month can be opened: the lines add up to what is stored, and no game is missing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import select
from typed import typed

from arpad.columns import FirstOutcome, Firsts, State, Status, Worksheets
from arpad.days import Month
from arpad.exact import half_away
from arpad.finding import UserError
from arpad.office.book.admitted_content import unpack_content
from arpad.office.desk import open_desk
from arpad.office.lists import CalculationQuestion, ListChoice, explain_rating
from arpad.office.registry.player_facts import read_roster
from arpad.office.rolls import read_rolls
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.packed import unpack

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
    desk = open_desk(connect_store(office), "reader")
    with desk.reading() as connection:

        def stored(name: str, kind: type) -> list:  # type: ignore[type-arg]
            rows = select(part.c.packed).where(part.c.list == LIST, part.c.name == name)
            return [unpack(kind, packed) for packed in connection.execute(rows).scalars()]

        worksheets, firsts = stored("worksheets", Worksheets), stored("firsts", Firsts)
        known = read_roster(connection)
        rolls = read_rolls(connection, SERIES, (BEFORE, LIST), known.fide_id)
        told = {}
        for key in range(len(known)):
            try:
                told[key] = explain_rating(
                    desk, CalculationQuestion(int(known.id[key]), ListChoice(SERIES, Month(LIST)))
                )
            except UserError:
                assert rolls[LIST].state[key] == State.NONE.value
        of_list = select(schema.content.c.packed).join(
            schema.rated, schema.rated.c.decision == schema.content.c.decision
        )
        contents = [unpack_content(p) for p in connection.execute(of_list.where(schema.rated.c.list == LIST)).scalars()]
    moved = 0
    for sheet in worksheets:
        for at, key in enumerate(sheet.player.tolist()):
            answer, change = told[key], int(sheet.change[at])
            games = [game for event in answer.events for game in event.games]
            assert sum(event.change for event in answer.events) == change
            assert sum(game.delta for game in games) == int(sheet.sum[at])
            assert sum(event.counted for event in answer.events) == int(sheet.games[at])
            assert int(half_away(change, 100)) == int(sheet.rounded[at])
            adjusted = sum(each.after - each.before for each in answer.adjustments)
            assert answer.after is not None
            assert int(sheet.new[at]) + adjusted == answer.after.rating == int(rolls[LIST].rating[key])
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
        before, after = told[key].before, told[key].after
        assert before is None
        assert after is not None
        assert after.rating == rating
    waited = 0
    for sheet in firsts:
        for at, key in enumerate(sheet.player.tolist()):
            events = told[key].pooled if key in told else ()
            assert sum(event.games for event in events) == sheet.games[at]
            assert sum(event.score for event in events) == sheet.half_points[at]
            assert all(event.code and event.name for event in events)
            waited += sum(event.list == BEFORE for event in events)
    assert waited  # results of the month before are among them
    played: Counter[int] = Counter()
    for content in contents:
        for side in (content.games.white, content.games.black):
            played.update(content.sitting.player[side].tolist())
    shown = {key: sum(len(event.games) for event in answer.events) for key, answer in told.items()}
    assert {key: count for key, count in shown.items() if count} == dict(played)  # none lost, none twice
    statuses = {game.status for answer in told.values() for event in answer.events for game in event.games}
    assert statuses >= {Status.COUNTED, Status.UNPLAYED_GAME, Status.POOLED, Status.UNRATED_OPPONENT}
    assert int(np.count_nonzero(rolls[LIST].rating != rolls[BEFORE].rating)) >= moved // 2


def test_the_printed_explanation_ends_with_the_number_on_the_list(office: str, tmp_path: Path) -> None:
    top = json.loads(typed("list", "show", "--top", 5, "--json", "--db", office).out)
    for player in top["players"]:
        number = player.get("number") or player.get("id") or player.get("fide_id")
        printed = typed("explain", number, "--db", office).out
        assert f"->  {player['rating']} active" in printed
