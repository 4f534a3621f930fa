"""What kind of file was sent is seen from its content, whatever ends its lines."""

from __future__ import annotations

import pytest
from tournament import make

from arpad.intake import kind_of, read, write_trf


@pytest.mark.parametrize("newline", ["\r", "\n", "\r\n"])
def test_a_report_whose_player_is_called_like_a_lists_header_is_a_report(newline: str) -> None:
    made = make(1, players=6, rounds=3)
    made.newline = newline
    made.put(0, 15, "Invented, Tit WTit OTit".ljust(33))
    report, findings = read(made.data())
    assert kind_of(made.data()) == "trf"
    assert len(report.players) == 6
    assert not any(finding.code == "rating-list-sent" for finding in findings)
    assert read(write_trf(report, "trf26")[0])[0] == report


@pytest.mark.parametrize("newline", [b"\r", b"\n", b"\r\n"])
def test_a_list_by_its_header_is_a_list(newline: bytes) -> None:
    head = b"ID Number      Name                                                         Fed Sex Tit  WTit OTit"
    assert kind_of(newline.join((head, b"990003         Invented, Ann")) + newline) == "list"
