"""Rolls of random periods, player by player as the digest of the law says it, against the columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import oracle
import pytest
from random_periods import MIXES, Inputs, make
from scenes import Row, core, next_roll, rows

import arpad
from arpad.columns import FirstOutcome, KReason, Role, Roll, State, Status, WorkOutcome
from arpad.rating import Period

PLAYERS, PERIODS = 60, 12
INACTIVE_MONTHS = {"ukraine-2018": 36}  # 5; elsewhere 12: 09 7.23(a), RB 7.23(a), 24 7.2.2


def with_last_games(inputs: Inputs, seed: int) -> Inputs:
    """The same players, their last games on any list of the last four years or unknown."""
    random = np.random.default_rng(seed)
    replaced = oracle.month(inputs.list_) - 1
    calendar = oracle.EDITIONS[inputs.editions[-1]].calendar
    months = [m for m in range(replaced - 47, replaced + 1) if (m - 1) % 12 + 1 in calendar]
    back = random.choice(months, len(inputs.players))
    last = (back - 1) // 12 * 100 + (back - 1) % 12 + 1
    known = (inputs.replaced.state != State.NONE) & (random.random(len(last)) < 0.9)
    return replace(inputs, replaced=replace(inputs.replaced, last=np.where(known, last, 0).astype(np.int32)))


def by_hand(inputs: Inputs, period: Period, seen: Counter[str]) -> list[Row]:
    """One player after the other."""
    edition, list_ = inputs.editions[-1], inputs.list_
    floor, months = oracle.EDITIONS[edition].floor, INACTIVE_MONTHS.get(edition, 12)
    sheets = {row["player"]: row for row in rows(period.worksheets)}
    firsts = {row["player"]: row for row in rows(period.firsts) if row["outcome"] == FirstOutcome.PUBLISHED}
    lines, entries, events = rows(period.lines), rows(period.entries), rows(period.events)
    made = []
    for player, was in enumerate(rows(inputs.replaced)):
        now = dict(was)
        played = list_
        if edition == "ukraine-2018":  # S23: by the last day of the event
            ends = [
                events[entry["event"]]["end"] // 100
                for entry, line in zip(entries, lines, strict=True)
                if entry["player"] == player and line["games"] and entry["role"] != Role.GUEST
                and line["status"] in (Status.COUNTED, Status.POOLED)
            ]  # fmt: skip
            if ends:
                played = max(ends) + 1 if max(ends) % 100 < 12 else max(ends) + 89
        sheet, first = sheets.get(player), firsts.get(player)
        if sheet:
            now["games"] += sheet["games"]
            now["last"] = max(now["last"], played)
            if sheet["outcome"] != WorkOutcome.DELISTED:
                now["rating"], now["state"] = sheet["new"], State.ACTIVE
                seen["changed"] += 1
            elif was["state"] != State.NONE:
                now["rating"], now["state"] = sheet["new"], State.DELISTED
                seen["delisted"] += 1
            else:
                seen["never published"] += 1
        if first:
            now["rating"], now["state"] = first["rating"], State.ACTIVE
            now["games"] += first["games"]
            now["last"] = max(now["last"], played)
            seen["new"] += 1
        away = oracle.month(list_) - oracle.month(now["last"]) if now["last"] else 0
        if now["state"] == State.ACTIVE and away >= months:
            now["state"] = State.INACTIVE
            seen["fell asleep"] += 1
        if was["state"] == State.INACTIVE and now["state"] == State.ACTIVE:
            seen["woke"] += 1
        if now["state"] in (State.ACTIVE, State.INACTIVE) and now["rating"] < floor:
            now["state"] = State.DELISTED
        if now["state"] in (State.ACTIVE, State.INACTIVE):
            now["highest"] = max(was["highest"], now["rating"])
        now["k"] = now["k_reason"] = 0
        if now["state"] != State.NONE:
            born = int(inputs.players.born[player])
            now["k"], why = oracle.coefficient(edition, list_, now["games"], born, now["highest"], now["rating"])
            now["k_reason"] = KReason[why.upper().replace("-", "_")]
        made.append(now)
    return made


def test_rolls_of_every_mix_equal_those_made_by_hand_and_nothing_is_only_imagined() -> None:
    seen: Counter[str] = Counter()
    for mix in MIXES:
        for seed in range(PERIODS):
            inputs = with_last_games(make(seed, PLAYERS, mix), seed)
            period = core(inputs)
            book = arpad.rulebook(mix[-1], period.books[-1].head.series[0])
            found = rows(next_roll(book, inputs.list_, inputs.players, inputs.replaced, period))
            wanted = by_hand(inputs, period, seen)
            for player, (mine, other) in enumerate(zip(found, wanted, strict=True)):
                assert mine == other, f"make({seed}, {PLAYERS}, {mix}), player {player}"
    needed = ("changed", "delisted", "never published", "new", "fell asleep", "woke")
    assert not [what for what in needed if not seen[what]]


def test_the_comparison_would_notice_a_list_too_early() -> None:
    inputs = with_last_games(make(1, PLAYERS, ("fide-standard-2025",)), 1)
    period = core(inputs)
    sleepy: Roll = replace(inputs.replaced, last=np.maximum(inputs.replaced.last - 100, 0).astype(np.int32))
    found = rows(next_roll(period.books[-1], inputs.list_, inputs.players, sleepy, period))
    with pytest.raises(AssertionError):
        assert found == by_hand(inputs, period, Counter())
