"""Hybrid events send all game scores: kept byte for byte, compared with the report, asked for until they are there."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS
from office_made import _address, admitted, at, event, fresh, registered, sent, write
from sqlalchemy import select
from test_cli_report import Office

from arpad.finding import Finding, UserError
from arpad.intake import read
from arpad.model import GameKind
from arpad.office import events, reports
from arpad.office.desk import Desk, open_office
from arpad.office.store.schema import game_scores

RESULTS = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "1/2-1/2"}
HYBRID: dict[str, Any] = {"hybrid": True, "approvals": [{"what": "hybrid", "by": "qc-chair"}]}
DAY = date(2025, 11, 9)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return fresh(request.param, tmp_path)


def pgn(text: str, moves: str = "1. e4 e5 ", leave: int = 0, numbers: bool = True) -> bytes:
    """The games of a report as a PGN file, without the first ones of them."""
    report, _ = read(text.encode(), "open.trf")
    games, games_of = report.games(), []
    for at_ in range(len(games.kind)):
        if games.kind[at_] != GameKind.PLAYED:
            continue
        sides = [report.player(int(column[at_])) for column in (games.white, games.black)]
        result = RESULTS[int(games.white_half_points[at_]), int(games.black_half_points[at_])]
        tags = {"Event": "Invented Event", "Date": "2025.11.03", "Round": str(games.round[at_]), "Result": result}
        for side, player in zip(("White", "Black"), sides, strict=True):
            assert player is not None
            tags[side] = player.name if numbers else " ".join(reversed(player.name.split(", ")))
            if numbers:
                tags[f"{side}FideId"] = str(player.id)
        games_of.append("".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves}{result}\n")
    return "\n".join(games_of[leave:]).encode()


def keep(desk: Desk, data: bytes, name: str = "open-1") -> reports.ScoresReceipt:
    return reports.store_scores(desk, reports.ScoresFile(name, "games.pgn", data))


def about(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(str(each.tier), each.message) for each in findings if each.code == "hybrid-game-scores"]


def test_9_4_the_scores_of_a_hybrid_event_are_asked_for_until_they_are_there(desk: Desk) -> None:
    """2024 9.4, 0.2: the chairman approved it, somebody says the games were written down, and that is not enough."""
    made = event("open-1", **HYBRID)
    registered(desk, made)
    later = at(desk, DAY)
    receipt = sent(later, made, terms=reports.SubmissionTerms("open-1"))
    assert (receipt.verdict, about(receipt.findings)) == ("undecided", [("ask", "hybrid-game-scores/not-sent")])
    assert admitted(later, "open-1").status == "left"
    data = pgn(made.text)
    kept = keep(later, data)
    assert (kept.games, kept.new, keep(later, data).new) == (20, True, False)
    with later.reading() as connection:
        assert bytes(connection.execute(select(game_scores.c.body)).scalar_one()) == data
    assert [each.sha256 for each in events.show_event(later, "open-1").scores] == [kept.sha256]
    assert admitted(later, "open-1").status == "admitted"
    with pytest.raises(UserError, match="open-1 is admitted, and other game scores would change"):
        keep(later, data + b"\n")


def test_0_2_each_hybrid_event_is_approved_by_the_chairman(desk: Desk) -> None:
    """2024 0.2: without his approval a hybrid event is refused; another's is none."""
    for code, approvals, verdict in (
        ("none", [], "not-ratable"),
        ("other", [{"what": "hybrid", "by": "president"}], "not-ratable"),
        ("chair", [{"what": "hybrid", "by": "qc-chair"}], "ratable"),
    ):
        made = event(code, hybrid=True, approvals=approvals, name=f"Invented {code}")
        registered(desk, made)
        keep(desk, pgn(made.text), code)
        with open_office(_address(desk), "A. Officer", DAY, dry=True) as later:
            assert sent(later, made, terms=reports.SubmissionTerms(code)).verdict == verdict


def test_9_4_the_scores_are_compared_with_the_report(desk: Desk) -> None:
    """2024 9.4: the full PGN, 20 games. Two missing, one result otherwise, one game too many, no moves at all."""
    made = event("open-1", **HYBRID)
    registered(desk, made)
    whole = pgn(made.text)
    later = at(desk, DAY)

    def found(data: bytes) -> list[tuple[str, str]]:
        keep(later, data)
        return about(sent(later, made, terms=reports.SubmissionTerms("open-1")).findings)

    assert found(whole) == []
    assert found(pgn(made.text, numbers=False)) == []  # by name, whichever word stands first
    assert found(pgn(made.text, leave=2)) == [("ask", "hybrid-game-scores/incomplete")]
    other = whole.replace(b"1/2-1/2", b"1-0", 2)  # the tag, and what stands behind the moves
    assert found(other) == [("ask", "hybrid-game-scores/result")]
    more = whole + b'\n[Event "Invented Event"]\n[Round "6"]\n[White "Nobody, Ann"]\n[Black "Noone, Bo"]\n'
    assert found(more + b'[Result "1-0"]\n\n1. e4 e5 1-0\n') == [("advice", "hybrid-game-scores/beyond")]
    assert found(pgn(made.text, moves="")) == [("ask", "hybrid-game-scores/without-moves")]


def test_a_part_is_compared_with_the_scores_of_the_whole_in_its_own_rounds(desk: Desk) -> None:
    """2024 9.4, 4.1: the scores of all five rounds came; the part of rounds 1-2 misses none and has none too many."""
    made = event("league", **HYBRID)
    registered(desk, made)
    keep(desk, pgn(made.text), "league")
    later = at(desk, DAY)
    receipt = sent(later, made, terms=reports.SubmissionTerms("league", part=1, rounds=reports.RoundRange(1, 2)))
    assert about(receipt.findings) == []


def test_what_is_no_pgn_is_refused_at_the_door(desk: Desk) -> None:
    made = event("open-1", **HYBRID)
    registered(desk, made)
    for data in (made.text.encode(), b"", b"1. e4 e5"):
        with pytest.raises(UserError, match=r"games\.pgn holds no games in PGN"):
            keep(desk, data)


def test_scores_on_the_command_line(tmp_path: Path) -> None:
    """2024 9.4 through `report scores`, `report submit`, `event show`."""
    office = Office("sqlite", tmp_path)
    made = event("open-1", **HYBRID)
    path = write(office.files, "open", made, approvals=None)
    games = office.files / "games.pgn"
    games.write_bytes(pgn(made.text))
    office("event", "register", str(path).replace(".trf", ".event.toml"))
    office("event", "register", "--code", "open-1", "--approvals", "hybrid:qc-chair")
    (receipt,) = office.json("report", "submit", str(path), "--now", "2025-11-09", code=1)
    assert "hybrid-game-scores/not-sent" in [each["message"] for each in receipt["findings"]]
    assert "report scores EVENT FILE.pgn" in office("report", "show", "open-1")
    assert office("report", "scores", "open-1", str(games)).endswith("games.pgn is kept, 20 games\n")
    assert office.json("report", "scores", "open-1", str(games))["new"] is False
    assert "game scores of part" in office("event", "show", "open-1")
    assert "ratable" in office("report", "admit", "open-1")
    assert "cannot be opened" in office("report", "scores", "open-1", "nowhere.pgn", code=2)
