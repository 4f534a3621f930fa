"""What must hold of an office after every step, whatever was done to it; and what must hold of a list when it is new.

Everything is asked of the tables or of the desks, and compared with the model or with what the tables had before; the
ratings are those of `oracle_revisions`, which makes all lists again from the opening one.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from office_made import NUMBERS
from office_model import Booked, LeftOut, Model
from oracle_revisions import Right, made_right
from revisions_made import SERIES, Opened, Season, Tournament, originals, put_right
from simulated_crash import Snapshot
from sqlalchemy import Table

from arpad.columns import NO_GAME, State, Status
from arpad.days import Month
from arpad.history import verify
from arpad.history.bundle import Library
from arpad.office import care, events, lists, proofs
from arpad.office.desk import Desk
from arpad.office.registry.player_facts import require_player_key
from arpad.office.registry.player_numbers import office_number
from arpad.office.store import schema

CHANGES = {"pointer", "event", "player", "birth", "setting"}  # tables that show what holds now
KNOWN_AGAIN = {"examination"}  # what was found and is looked up instead of being asked again: no change
WELL = (care.State.OK, care.State.ADVICE)


@dataclass(frozen=True)
class Counted(Tournament):
    """An event as it counts: on which list, and without which games."""

    on: int = 0
    left_out: LeftOut = frozenset()

    @property
    def list_(self) -> int:
        return self.on

    def games(self) -> list[tuple[int, int, int, int]]:
        number = {player: place for place, player in enumerate(self.players, 1)}
        return [
            game
            for game in super().games()
            if not any((number[each], turn) in self.left_out for each in game[1:3] for turn in (None, game[0]))
        ]


def counted(model: Model, event: Booked) -> Counted:
    """With whoever was merged as the one he is; whoever a case made one sat down with his own number before."""
    players = tuple(model.merged.get(player, (player,))[0] for player in event.players)
    results = event.content.results
    return Counted(event.code, event.start, players, results, on=event.rated, left_out=event.left_out)


def rows_of(now: Snapshot, table: Table) -> list[dict[str, Any]]:
    """The rows of a table, by the names of their columns."""
    return [dict(zip(table.columns.keys(), row, strict=True)) for row in now[table.name]]


# --- after every step -----------------------------------------------------------------------------------------------


def must_only_grow(before: Snapshot, now: Snapshot, written: bool, who: str) -> None:
    """Nothing that was there is gone or other; what is new is in the log, by name."""
    for table in sorted(before.keys() - CHANGES - KNOWN_AGAIN):
        lost = before[table] - now[table]
        assert not lost, f"{len(lost)} rows of {table} are gone or changed"
    entries = rows_of({"log": now["log"] - before["log"]}, schema.log)
    other = [table for table in sorted(before.keys() - KNOWN_AGAIN) if before[table] != now[table]]
    assert entries or not other, f"{', '.join(other)} changed and the log has no entry"
    acts = [entry["action"] for entry in entries]
    assert bool(acts) is written, f"the log has {acts} in addition, and {'one' if written else 'none'} is right"
    assert {entry["who"] for entry in entries} <= {who}, "an entry has another name"


def must_be_as_modelled(desk: Desk, model: Model, now: Snapshot) -> None:
    """Where every event stands, every report that was acknowledged, everybody who is registered, and who is whom."""
    rows = {
        row.event: (row.standing.value, int(row.list_ or 0)) for row in events.list_events(desk, events.EventQuery())
    }
    wanted = {code: (event.where, event.rated) for code, event in model.events.items()}
    assert rows == wanted, {code: (rows.get(code), wanted.get(code)) for code in rows.keys() | wanted.keys()
                            if rows.get(code) != wanted.get(code)}  # fmt: skip
    kept = rows_of(now, schema.report)
    bodies = Counter(sha256(row["body"]).hexdigest() for row in kept)
    sent = Counter(sha256(each.body).hexdigest() for event in model.events.values() for each in event.contents)
    assert bodies == sent, f"{bodies.total()} reports are kept, and {sent.total()} were acknowledged"
    assert bodies == Counter(row["sha256"] for row in kept)
    people = {row["key"]: row["fide_id"] for row in rows_of(now, schema.player)}
    assert sorted(people.values()) == sorted(NUMBERS[n] for n in model.births), "others are registered"
    merges = rows_of(now, schema.merge)
    undone = {row["undoes"] for row in merges}
    held = {
        people[row["gone"]]: people[row["kept"]] for row in merges if not row["undoes"] and row["seq"] not in undone
    }
    into = (model.merged | model.always_one).items()
    assert held == {NUMBERS[gone]: NUMBERS[kept] for gone, (kept, _) in into}, f"merged are {held}"


def must_be_healthy(desk: Desk, address: str) -> None:
    found = care.examine_office(care.DoctorRequest(address, desk.today()))
    ill = {each.check for each in found.checks if each.state not in WELL} - {"durable-server"}  # without fsync
    assert not ill, [(each.check, [problem.sentence for problem in each.found]) for each in found.checks if each.found]


def must_come_out_for_everybody(desk: Desk) -> None:
    """Everything is what the office wrote, and what was published is made again from files alone."""
    changed = proofs.verify_office(desk, proofs.VerifyRequest()).found
    assert not changed, [str(problem) for problem in changed]
    with tempfile.TemporaryDirectory(prefix="arpad-story-") as place:
        directory = Path(place) / "out"
        proofs.bundle_history(desk, proofs.BundleRequest(directory, Path(place) / "openings.csv"))
        found = verify.verify_bundle(Library(directory)).found
    assert not found, [str(problem) for problem in found]


# --- after a list or an approved case -------------------------------------------------------------------------------


def season_of(model: Model, opened: Mapping[int, Opened]) -> Season:
    people = {n: replace(opened.get(n, Opened()), born=born) for n, born in model.births.items()}
    happened = tuple(counted(model, event) for event in model.rated())
    return Season(Month(model.lists[0]).first, people, happened, len(model.lists) - 1)


def must_be_the_oracles(desk: Desk, model: Model, opened: Mapping[int, Opened], new: bool) -> None:
    """Every row of every list, as it should have been; `new`: also the newest list as it was published."""
    season = season_of(model, opened)
    published = originals(desk, season)
    one = {gone: kept for gone, (kept, _) in model.always_one.items()}
    mistaken = frozenset(one) | frozenset(one.values())
    right = Right(born=model.born_right, one=one, mistaken=mistaken, corrected=model.corrections)

    def sat_as(player: int, start: int) -> int:
        return one[player] if player in one and start > model.always_one[player][1] else player

    oracle = made_right(season, right, published, sat_as)
    shown = put_right(desk, season)
    for list_ in model.lists:
        wrong = {n: (shown[list_][n], row) for n, row in oracle.rows[list_].items() if shown[list_][n] != row}
        assert not wrong, f"list {list_}, player: (office, oracle): {wrong}"
    if new:
        assert published[model.newest] == oracle.rows[model.newest]


def must_count_once(desk: Desk, model: Model) -> None:
    """The sheets of the newest list: each game of each event once for either player, a's win being b's loss."""
    for event in model.events.values():
        if event.rated != model.newest:
            continue
        sheet = lists.explain_event(desk, lists.EventQuestion(event.code))
        found: dict[tuple[int, frozenset[int]], list[tuple[int, bool]]] = {}
        for line in sheet.players:
            for game in line.games:
                counts = game.status not in NO_GAME
                found.setdefault((game.round, frozenset((line.id, game.opponent_id))), []).append((game.score, counts))
        assert all(len(both) == 2 and sum(score for score, _ in both) == 2 for both in found.values()), event.code
        with desk.reading() as connection:
            ids = {n: office_number(require_player_key(connection, NUMBERS[n])) for n in model.births}
        games = counted(model, event).games()
        wanted = {(turn, frozenset(ids[model.person(n)] for n in (white, black))) for turn, white, black, _ in games}
        assert {key for key, both in found.items() if both[0][1] and both[1][1]} == wanted, event.code


def must_add_up(desk: Desk, model: Model) -> None:
    """On the newest list: deltas make the sums, sums and K the changes, and these the new rating."""
    which = lists.ListChoice(SERIES, Month(model.newest))
    players = {n for event in model.events.values() if event.rated == model.newest for n in event.players}
    for player in sorted({model.person(n) for n in players}):
        opened = lists.explain_rating(desk, lists.CalculationQuestion(NUMBERS[player], which))
        for event in opened.events:
            deltas = sum(game.delta for game in event.games if game.status is Status.COUNTED)
            assert deltas == event.sum, (player, event.code, deltas, event.sum)
        rated = [event for event in opened.events if event.k is not None]
        assert all(event.change == (event.k or 0) * event.sum for event in rated), player
        before, after = opened.before, opened.after
        if before and after and before.state is after.state is State.ACTIVE and not opened.adjustments:
            change = sum(event.change for event in rated)
            assert abs(100 * (after.rating - before.rating) - change) <= 50, (player, before, after, change)


def must_not_tell_births(desk: Desk, model: Model) -> None:
    """What is exported of the newest list has no day of birth."""
    days = {f"{born:08d}" for born in model.births.values()}
    days |= {f"{day[:4]}-{day[4:6]}-{day[6:]}" for day in days}
    for form in ("csv", "json"):
        out = BytesIO()
        out.close = lambda: None  # type: ignore[method-assign]
        lists.export_list(desk, lists.ListExport((form,)), lambda _, __, out=out: out)  # type: ignore[misc]
        text = out.getvalue().decode()
        assert text
        assert not [day for day in days if day in text], form
