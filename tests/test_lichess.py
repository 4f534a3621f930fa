"""Reports of Lichess: account names, byes without opponents, and unfinished games under the code of a bye."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arpad.finding import Tier
from arpad.intake import read, write_trf
from arpad.model import GameKind, Report

HEAD = """012 Invented Swiss
022 https://lichess.org/swiss/AAAAAAAA
032 Lichess
042 May 10, 2020
052 May 10, 2020
062 4
092 Individual: Swiss-System
102 https://lichess.org/swiss
XXR 3
XXC white1
"""


def line(number: int, name: str, points: str, cells: Sequence[tuple[str, str, str]]) -> str:
    """A player's line, each text ending at its column, as Lichess lays it out."""
    text = ""
    ends = [(3, "001"), (8, str(number)), (15 + len(name), name), (52, "1500"), (84, points)]
    for turn, cell in enumerate(cells):
        ends += [(end + 10 * turn, part) for end, part in zip((95, 97, 99), cell, strict=True)]
    for end, part in ends:
        text += " " * (end - len(part) - len(text)) + part
    return text


def report_with(second: str = "Z", answer: str = "Z", head: str = HEAD) -> tuple[Report, list[str]]:
    rows = [
        line(1, "invented_ann", "2.0", [("2", "w", "1"), ("3", "b", second), ("", "", "U")]),
        line(2, "invented_bo", "1.5", [("1", "b", "0"), ("", "", "U"), ("", "", "H")]),
        line(3, "invented_cy", "0.5", [("", "", "H"), ("1", "w", answer), ("", "", "-")]),
        line(4, "invented_di", "0.0", [("", "", "-"), ("0000", "-", "-"), ("", "", "-")]),
    ]
    report, findings = read((head + "\n".join(rows) + "\n").encode(), "swiss.trf")
    return report, [f"{finding.code}/{finding.tier.value}" for finding in findings]


def test_a_game_that_is_not_finished_is_read_as_one_without_result() -> None:
    report, told = report_with()
    assert [GameKind(kind) for kind in report.games().kind.tolist()] == [GameKind.PLAYED, GameKind.UNFINISHED]
    assert "unfinished-game-code/advice" in told
    assert "missing-result/ask" in told
    assert not [code for code in told if code.endswith("/refuse")]


def test_a_finished_report_has_no_such_code() -> None:
    report, told = report_with("1", "0")
    assert [GameKind(kind) for kind in report.games().kind.tolist()] == [GameKind.PLAYED, GameKind.PLAYED]
    assert "unfinished-game-code/advice" not in told
    assert "online-report/advice" in told
    assert not [code for code in told if code.endswith("/refuse")]


def test_what_one_side_says_alone_refuses() -> None:
    _, told = report_with("Z", "0")
    assert "one-sided-result/refuse" in told


@pytest.mark.parametrize("head", ["", "032 POL\n", "022 Lichessville\n"])
def test_the_code_of_a_bye_beside_an_opponent_refuses_in_every_other_report(head: str) -> None:
    _, told = report_with(head=head)
    assert told.count("bye-with-opponent/refuse") == 2
    assert "online-report/advice" not in told


@pytest.mark.parametrize("head", ["032 LICHESS\n", "022 https://lichess.org/swiss/AAAAAAAA\n032 POL\n"])
def test_a_report_is_of_lichess_by_its_federation_or_its_address(head: str) -> None:
    _, told = report_with(head=head)
    assert "online-report/advice" in told
    assert "bye-with-opponent/refuse" not in told


def test_addresses_are_no_arbiters_and_lichess_is_no_federation() -> None:
    report, _ = report_with()
    assert (report.facts.federation, report.facts.arbiters) == ("", ())
    report, _ = report_with(
        head=HEAD.replace("032 Lichess", "032 POL").replace("102 https://lichess.org/swiss", "102 Arbiter")
    )
    assert (report.facts.federation, [arbiter.name for arbiter in report.facts.arbiters]) == ("POL", ["Arbiter"])


def test_the_written_report_has_no_bye_beside_an_opponent() -> None:
    report, _ = report_with()
    data, _ = write_trf(report, "trf16")
    assert b" b Z" not in data
    again, findings = read(data, "written.trf")
    assert again.cells == report.cells
    assert not any(finding.tier is Tier.REFUSE for finding in findings)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        (
            '{"rank":1,"points":5.5,"tieBreak":20,"rating":1900,"username":"invented_ann","performance":2000}\n',
            "TRF that",
        ),
        ('{"rank":1,"score":42,"rating":1900,"username":"invented_ann","performance":2000}\n', "TRF that"),
        (
            "#EVENT DETAILS\n#EVENT CODE=AB1\n#EVENT NAME=Invented\n#PLAYER LIST\n#PIN=1#NAME=Invented, Ann\n#FINISH",
            "TRF16",
        ),
    ],
)
def test_lists_of_results_and_other_forms_are_named_with_what_to_send_instead(text: str, advice: str) -> None:
    report, findings = read(text.encode(), "results.txt")
    (finding,) = findings
    assert (finding.code, finding.tier, report.players) == ("foreign-file", Tier.REFUSE, ())
    assert advice in str(finding)
