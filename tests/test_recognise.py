"""What kind of file was sent is seen from its content, whatever ends its lines."""

from __future__ import annotations

import pytest
from tables_made import GAMES, PGN, csv_of
from tournament import make

from arpad.finding import Tier
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


@pytest.mark.parametrize("sign", ["|", ";", ",", "\t", " | "])
def test_players_under_id_and_name_are_a_table_whatever_parts_its_cells(sign: str) -> None:
    data = "\r\n".join(sign.join(cells) for cells in (("ID", "Name", "Rating"), ("990001", "Ann Invented", "2000")))
    report, findings = read(data.encode())
    assert findings == ()
    assert [(player.id, player.name, player.rating) for player in report.players] == [(990001, "Ann Invented", 2000)]


@pytest.mark.parametrize("page", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(("kind", "text"), [
    ("csv", csv_of(GAMES).decode()), ("csv", "név;értékszám\r\nInvented, Ágnes;2000\r\n"), ("pgn", PGN),
    ("trf", make(1, players=6, rounds=3).data().decode()),
])  # fmt: skip
def test_a_file_in_utf16_is_what_it_would_be_in_utf8(kind: str, text: str, page: str) -> None:
    data = ("\ufeff" + text).encode(page)
    report, findings = read(data)
    wanted, others = read(text.encode())
    assert (kind_of(data), kind_of(text.encode())) == (kind, kind)
    assert [finding.code for finding in findings if finding not in others] == ["encoding"]
    assert (report.players, report.cells, report.encoding) == (wanted.players, wanted.cells, page)


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_a_mark_with_nothing_or_half_a_letter_behind_it_is_no_report(mark: bytes) -> None:
    for rest in (b"", b"\x00", b"\x00\xd8", b"\xff\xfe"):
        assert any(finding.tier is Tier.REFUSE for finding in read(mark + rest)[1])
