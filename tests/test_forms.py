"""The forms of files: each is recognised from its first bytes, those that are read carry what the table says, and those
that are only named are named in one line."""

from __future__ import annotations

import hashlib
import json
import struct
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from chess_results_made import of_teams, upload
from heavy import HEAVY
from swiss_manager_made import Event, round_robin, swiss, teams
from tables_made import xlsx_of
from test_vega import EVENT, TDF
from typer.testing import CliRunner

from arpad.cli import app
from arpad.finding import Tier
from arpad.intake import kind_of, read, write_trf
from arpad.intake.forms import FORM, NAMED, READ, SUFFIXES, Carried, Form, forms_shown, is_compared, loaded
from arpad.model import BYES, GameKind, Report

DOCS = Path(__file__).parents[1] / "docs" / "intake.md"
CROSSTABLE = """Invented Open
No;Name;Sex;Title;Rtg;FED;FideID;Born;Pts;1.Rd;2.Rd
1;Invented, Ann;w;WFM;2300;UKR;14100001;1978;2;2w1;-1
2;Madeup, Bo;m;FM;2200;UKR;14100002;1979;0;1b0;
"""
GAMES = """round;date;white;black;result
1;2025-11-03;Invented, Ann;Madeup, Bo;1-0
2;2025-11-04;Madeup, Bo;Invented, Ann;+--
"""
TAGS = """[Event "Invented Open"]
[Date "2025.11.0{0}"]
[Round "{0}"]
[White "Invented, Ann"]
[Black "Madeup, Bo"]
[Result "1-0"]
[WhiteFideId "14100001"]
[WhiteElo "2300"]
[WhiteTitle "WFM"]
[TimeControl "5400+30"]

{1} 1-0

"""
PGN = TAGS.format(1, "1. e4 e5") + TAGS.format(2, "")


def samples() -> dict[str, list[bytes]]:
    """For each form files that together hold all that it carries."""
    swiss_manager, groups = swiss_event().data(), teams(4, 2).data()
    trf = [write_trf(read(data)[0])[0] for data in (swiss_manager, groups)]
    tables = [CROSSTABLE.encode(), GAMES.encode()]
    return {
        "trf": trf, "csv": tables, "xlsx": [
            xlsx_of([line.split(";") for line in table.decode().splitlines()]) for table in tables
        ], "pgn": [PGN.encode()], "tdf": [TDF.encode()], "vega-pgn": [EVENT.encode()],
        "swiss-manager": [swiss_manager, groups], "chess-results": [upload(swiss_event()).data(), of_teams().data()],
    }  # fmt: skip


def swiss_event() -> Event:
    """An event with a forfeit, a played game and byes."""
    made = swiss(Random(3), 9, 4)
    made.rounds[0][0] = (*made.rounds[0][0][:2], 4)
    made.rounds[0][1] = (*made.rounds[0][1][:2], 1)
    return made


def carried(report: Report) -> set[Carried]:
    """What a report holds."""
    players, games, facts = report.players, report.games(), report.facts
    holds = {
        Carried.NAMES: any(player.name for player in players),
        Carried.FIDE_NUMBERS: any(player.id for player in players),
        Carried.BIRTHS: any(player.born for player in players),
        Carried.SEXES: any(player.sex for player in players),
        Carried.FEDERATIONS: any(player.federation for player in players),
        Carried.TITLES: any(player.title for player in players),
        Carried.RATINGS: any(player.rating for player in players),
        Carried.POINTS: any(player.points is not None for player in players) and not is_compared(report.form),
        Carried.ROUNDS: report.cells.rounds > 1,
        Carried.COLOURS: bool(games.coloured.any()),
        Carried.RESULTS: bool((games.kind == GameKind.PLAYED).any()),
        Carried.FORFEITS: bool((games.kind == GameKind.FORFEIT).any()),
        Carried.BYES: any(letter in report.cells.result.tobytes().decode() for letter in BYES),
        Carried.TEAMS: bool(report.teams),
        Carried.EVENT_NAME: bool(facts.name),
        Carried.EVENT_FEDERATION: bool(facts.federation),
        Carried.EVENT_DAYS: facts.start is not None,
        Carried.ROUND_DAYS: any(report.round_dates),
        Carried.SYSTEM: bool(facts.system),
        Carried.TIME_CONTROL: bool(facts.time_control),
        Carried.ARBITERS: bool(facts.arbiters),
    }
    assert set(holds) == set(Carried)
    return {what for what, there in holds.items() if there}


@pytest.mark.parametrize("form", READ, ids=[form.name for form in READ])
def test_a_form_carries_what_the_registry_says(form: Form) -> None:
    files = samples()[form.name]
    assert {kind_of(data) for data in files} == {form.name}
    reports = [read(data)[0] for data in files]
    assert set().union(*(carried(report) for report in reports)) == form.carries
    assert {report.form for report in reports} <= {form.name, "trf16", "trf26"}
    assert callable(loaded(form.reader))


def test_the_page_has_the_table_of_the_registry() -> None:
    rows = [line for line in DOCS.read_text("utf-8").splitlines() if line.startswith("| `")]
    table = {cells[1].strip(" `"): [cell.strip() for cell in cells[2:-1]] for cells in (row.split("|") for row in rows)}
    for form in READ:
        suffixes, _, lacks = table[form.name]
        assert suffixes.replace("`", "").split() == list(form.suffixes)
        assert lacks == (", ".join(each.replace("-", " ") for each in form.lacks) or "nothing")
    assert set(FORM) <= set(table)


def dbase(*fields: bytes) -> bytes:
    length = 32 + 32 * len(fields) + 1
    head = struct.pack("<4BIHH20x", 3, 125, 11, 5, 0, length, 10)
    return head + b"".join(name.ljust(11, b"\x00") + b"C" + bytes(20) for name in fields) + b"\r" + bytes(50)


BEGINNINGS = {
    "papi": b"\x00\x01\x00\x00Standard Jet DB\x00", "access": b"\x00\x01\x00\x00Standard ACE DB\x00",
    "swiss-perfect": dbase(b"ROUND", b"WHITE", b"BLACK", b"W_SCORE"), "uscf": dbase(b"D_EVENT_ID", b"D_MEM_ID"),
    "dbf": dbase(b"MATRICULE"), "pdf": b"%PDF-1.7\n", "image": b"\x89PNG\r\n\x1a\n", "document": b"{\\rtf1 Dear}",
    "program": b"MZ\x90\x00\x03", "sqlite": b"SQLite format 3\x00", "xml": b'<?xml version="1.0"?><tournament/>',
    "json": b'{"players": []}', "zip": b"PK\x03\x04\x14\x00report.trf", "archive": b"Rar!\x1a\x07\x00",
    "encrypted": b"age-encryption.org/v1\n-> X25519 x\n\x8f\x02",
    "ecf": b"#EVENT DETAILS\n#EVENT CODE=X1#EVENT NAME=Invented",
    "lichess": b'{"rank":1,"points":5.5,"rating":2000,"username":"invented","performance":2100}\n',
}  # fmt: skip
NO_CONTENT = {"vega": "open.veg", "swiss-manager-old": "open.TUN"}  # which only their names tell


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_form_that_is_not_read_is_named_with_what_to_do(name: str) -> None:
    data, file = (b"Invented 1 2\n3", NO_CONTENT[name]) if name in NO_CONTENT else (BEGINNINGS[name], "open.trf")
    assert kind_of(data, file) == name
    report, (finding,) = read(data, file)
    assert (report.players, finding.message, finding.tier) == ((), f"foreign-file/{name}", Tier.REFUSE)
    assert str(finding).count("\n") == 0
    assert finding.help


@pytest.mark.parametrize(("data", "kind"), [
    (b"\xff\xd8\xff\xe0", "image"), (b"GIF89a", "image"), (b"BM" + b"abcd" + bytes(4), "image"),
    (b"RIFF1234WEBP", "image"), (b"\x00\x00\x00\x18ftypheic", "image"), (b"II*\x00", "image"),
    (b"PK\x03\x04" + bytes(26) + b"word/document.xml[Content_Types].xml", "document"),
    (b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.text", "document"),
    (b"PK\x05\x06" + bytes(18), "zip"), (b"7z\xbc\xaf\x27\x1c", "archive"), (b"\x1f\x8b\x08", "archive"),
    (b"age-encryption.org/v1\n-> scrypt", "encrypted"), (b"-----BEGIN PGP MESSAGE-----\n", "encrypted"),
    (b"-----BEGIN AGE ENCRYPTED FILE-----\n", "encrypted"), (b"Salted__12345678", "encrypted"),
    (b"[[1, 2]]", "json"), (b'[Event "x"]', "pgn"), (b"BM;Name\nx;Ann", "csv"), (b"<playerslist>", "list"),
    (b"\x03\x01\x01\x01 no table of fields", "trf"), (b"Mz Invented", "trf"), (b"\x00\x01\x02", "trf"), (b"", "trf"),
])  # fmt: skip
def test_other_beginnings(data: bytes, kind: str) -> None:
    assert kind_of(data) == kind


def test_what_is_neither_known_by_its_content_nor_by_its_name_is_told_as_before() -> None:
    assert [finding.code for finding in read(b"\x00\x01\x02")[1]] == ["binary-file"]
    assert [finding.code for finding in read(b"Dear officer")[1]] == ["not-a-report"]


def test_the_content_comes_before_the_name() -> None:
    report, _ = read(samples()["trf"][0], "open.veg")
    assert len(report.players) == 9


def test_many_comments_before_no_root_are_looked_at_once() -> None:
    """A pattern that parts them in every way would never end."""
    assert kind_of(b"<!---->" * 5000) == "trf"
    assert kind_of(b"<!DOCTYPE x " + b"[a]" * 5000) == "trf"
    assert kind_of(b"<!---->" * 5000 + b"<chessresults>") == "chess-results"


def best_of(work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds of the processor."""
    times = []
    for _ in range(25):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


@pytest.mark.parametrize("name", sorted(HEAVY))
def test_a_file_as_large_as_may_be_is_recognised_in_less_time_than_sixteen_mebibytes_are_hashed(name: str) -> None:
    data, zeros = HEAVY[name](), bytes(16 << 20)
    assert best_of(lambda: kind_of(data, "x.trf")) < best_of(lambda: hashlib.sha256(zeros).digest())


def test_a_document_type_with_its_own_part_is_looked_past() -> None:
    """The reader refuses it; what it is, its root says."""
    inner = b'<!DOCTYPE chessresults [ <!ENTITY a "b"> ] >\n'
    assert kind_of(b'<?xml version="1.0"?>\n' + inner + b"<chessresults>") == "chess-results"
    assert kind_of(b"<!DOCTYPE x SYSTEM 'y'><chessresults>") == "chess-results"


def test_the_forms_are_listed() -> None:
    result = CliRunner().invoke(app, ["forms"])
    assert result.exit_code == 0
    for shown in forms_shown():
        assert shown.name in result.stdout
    listed = json.loads(CliRunner().invoke(app, ["forms", "--json"]).stdout)
    assert [each["name"] for each in listed] == [shown.name for shown in forms_shown()]
    assert {each["name"] for each in listed if each["read"]} == set(FORM)
    assert all(each["advice"] or each["read"] for each in listed)


def test_every_suffix_that_is_read_is_looked_for_in_a_directory(tmp_path: Path) -> None:
    assert {".trf", ".tunx", ".turx", ".tumx", ".tutx", ".xml", ".pgn"} <= set(SUFFIXES)
    (tmp_path / "OPEN.TUNX").write_bytes(round_robin(5).data())
    result = CliRunner().invoke(app, ["check", "--structure", str(tmp_path)])
    assert "5 players, 5 rounds" in result.stdout
