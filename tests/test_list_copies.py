"""Copies of FIDE lists that somebody saved as CSV or JSON: they give the rows that the list itself gives."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typed import Runner

from arpad.cli import app
from arpad.days import Month
from arpad.finding import Finding, Tier
from arpad.intake import RatingList, read_list
from arpad.intake.frl import copies

HEAD = "ID Number      Name".ljust(76) + "Fed Sex Tit  WTit OTit           FOA MAR24 Gms K  B-day Flag\r\n"
PEOPLE = (
    (990007, "Invented, Ann", "UKR", "F", "", 1800, 7, 40, 1980, "w"),
    (990014, "Musterfrau, Bo", "GER", "M", "FM", 2350, 0, 20, 1971, "i"),
    (990021, "Próba, Cyd", "POL", "M", "", 0, 0, 0, 0, ""),
)
TAGS = ("fideid", "name", "country", "sex", "title", "rating", "games", "k", "birthday", "flag")
COLUMNS = ("id", "federation", "sex", "title", "born", "flag")


def as_text() -> str:
    rows = [
        f"{id_:<15}{name:<{61 - (len(name.encode()) - len(name))}}{fed:<4}{sex:<4}{title:<5}{'':<24}{rating:<6}"
        f"{games:<4}{k:<3}{born or '':<6}{flag:<4}\r\n"
        for id_, name, fed, sex, title, rating, games, k, born, flag in PEOPLE
    ]
    return HEAD + "".join(rows)


def as_csv(header: tuple[str, ...] = TAGS, sign: str = ",") -> str:
    quoted = [[f'"{value}"' if sign in str(value) else str(value) for value in row] for row in PEOPLE]
    return "\n".join([sign.join(header), *(sign.join(row) for row in quoted)]) + "\n"


def as_json() -> list[dict[str, object]]:
    return [dict(zip(TAGS, row, strict=True)) for row in PEOPLE]


def read(text: str, file: str = "list", series: str = "standard") -> tuple[RatingList, tuple[Finding, ...]]:
    return read_list(io.BytesIO(text.encode()), file, series)


def same(one: RatingList, other: RatingList) -> bool:
    """Whether two lists say the same of the same players."""
    for name in COLUMNS:
        if getattr(one, name).tolist() != getattr(other, name).tolist():
            return False
    names = [each.name(row) for each in (one, other) for row in range(len(each))]
    numbers = [getattr(each.standings["standard"], name) for name in ("rating", "games", "k") for each in (one, other)]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return names[: len(one)] == names[len(one) :] and all(np.array_equal(*pair) for pair in pairs)


@pytest.mark.parametrize(
    "text",
    [
        as_csv(),
        as_csv(sign=";"),
        as_csv(sign="\t"),
        "\ufeff" + as_csv(sign=";").replace("\n", "\r\n"),
        as_csv(("ID Number", "Name", "Fed", "Sex", "Tit", "SRtng", "SGm", "SK", "B-day", "Flag")),
        as_csv(("FIDE ID", "Full name", "Federation", "Gender", "TITLE", "Elo", "Games", "K-factor", "Year", "flag")),
        as_csv().replace(",1800,7,40,", ",1800.0,7.0,40.0,"),
        json.dumps(as_json()),
        "\ufeff" + json.dumps(as_json(), indent=2),
        json.dumps({"list": "standard", "players": as_json()}),
        json.dumps({"list": {"of": "standard"}, "players": as_json()}),
        "\n".join(json.dumps(row) for row in as_json()),
        json.dumps([{key: value or None for key, value in row.items()} for row in as_json()]),
    ],
)  # fmt: skip
def test_a_copy_gives_the_rows_of_the_list(text: str) -> None:
    listed, _ = read(as_text())
    copied, findings = read(text)
    assert findings == ()
    assert len(listed) == 3
    assert same(copied, listed)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([{**row, "photo": {"at": [1, 2]}, "active": True} for row in as_json()]),
        as_csv().replace("flag\n", "flag,photo,active\n"),
    ],
)
def test_what_is_not_read_of_a_copy_is_told_once(text: str) -> None:
    copied, findings = read(text)
    assert [finding.sentence for finding in findings] == ["Columns that are not read: photo, active."]
    assert same(copied, read(as_text())[0])


def test_a_copy_with_three_series_has_them_all() -> None:
    text = "fideid;name;rating;k;rapid_rating;rapid_k;blitz rating;blitz_k\n990007;Invented, Ann;1800;40;1750;20;;\n"
    copied, _ = read(text, series="")
    assert {name: standing.rating.tolist() for name, standing in copied.standings.items()} == {
        "standard": [1800],
        "rapid": [1750],
        "blitz": [0],
    }


def test_a_month_in_the_heading_or_the_name_is_that_of_the_list() -> None:
    assert read(as_csv((*TAGS[:5], "MAR24", *TAGS[6:])))[0].month == Month(202403)
    assert read(as_csv(), "standard_mar24frl.csv")[0].month == Month(202403)
    assert read(as_csv())[0].month == Month(0)


@pytest.mark.parametrize(
    "header", [("number", *TAGS[1:]), (*TAGS[:5], "points", *TAGS[6:]), (*TAGS[:1], "id", *TAGS[2:])]
)
def test_headings_that_are_not_obvious_are_those_of_no_list(header: tuple[str, ...]) -> None:
    _, findings = read(as_csv(header))
    assert [finding.code for finding in findings] == ["not-a-list"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[]", "not-a-list"),
        ("{}", "not-a-list"),
        ("[1, 2]", "not-a-list"),
        (json.dumps(as_json())[:-40], "not-a-list"),
        ('[{"fideid": 990007, "rating": 1800, "name": "Invented' + "x" * (1 << 18), "not-a-list"),
        ("[" * 100_000, "not-a-list"),
        ('{"a":' * 100_000, "not-a-list"),
        (as_csv() + '"' + "x" * 200_000, "not-a-list"),
        (as_csv() + "x" * (9 << 20), "not-a-list"),
    ],
)
def test_a_copy_that_breaks_off_is_refused_in_words(text: str, code: str) -> None:
    _, findings = read(text)
    assert code in {finding.code for finding in findings}


@pytest.mark.parametrize("at", [0, 1])
def test_a_number_of_very_many_digits_is_refused_in_words(at: int) -> None:
    people = [json.dumps(person) for person in as_json()]
    people[at] = people[at].replace("1800" if at == 0 else "2350", "9" * 5000)
    for text in ("[" + ",".join(people) + "]", '{"players": [' + ",".join(people) + "]}"):
        _, findings = read(text, "list.json")
        assert "not-a-list" in {finding.code for finding in findings}


@pytest.mark.parametrize("sign", ["\r", "\n", "\r\n"])
def test_what_is_no_copy_is_read_as_before_whatever_ends_its_lines(sign: str) -> None:
    listed, findings = read(as_text().replace("\r\n", sign))
    assert len(listed) == 3
    assert {finding.tier for finding in findings} <= {Tier.ADVICE}
    long = "x, " * 100_000
    assert [finding.code for finding in read(long)[1]] == ["not-a-list"]


def test_a_copy_in_another_encoding_is_refused_in_words() -> None:
    _, findings = read_list(io.BytesIO(as_csv().encode("cp1250")), "list.csv", "standard")
    assert "undecodable-byte" in {finding.code for finding in findings}


def test_a_row_that_cannot_be_read_is_told_with_its_line() -> None:
    _, findings = read(as_csv().replace("990014,", "99x014,"))
    (finding,) = [finding for finding in findings if finding.code == "unreadable-row"]
    assert finding.place.line == 3


def test_blocks_and_batches_end_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    listed, _ = read(as_text())
    for size in (7, 50, 333):
        monkeypatch.setattr(copies, "BLOCK", size)
        monkeypatch.setattr("arpad.intake.frl.reader.BLOCK", 400)
        for text in (as_csv(sign=";"), json.dumps({"players": as_json()})):
            monkeypatch.setattr(copies, "BATCH", 2)
            copied, findings = read(text)
            assert findings == ()
            assert same(copied, listed)


@pytest.mark.parametrize("name", ["standard_mar24.csv", "standard_mar24.json"])
def test_an_office_registers_and_opens_with_a_copy(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(as_csv() if name.endswith("csv") else json.dumps(as_json()), "utf-8")
    run: Callable[..., int] = lambda *words: (  # noqa: E731
        Runner().invoke(app, [*words, "--db", str(tmp_path / "o.db"), "--who", "Officer", "--now", "2024-03-05"])
        .exit_code
    )  # fmt: skip
    assert run("init", "--rehearsal") == 0
    assert run("player", "import", str(file)) == 0
    assert run("list", "open", "fide-standard", str(file), "--list", "2024-03") == 1
    assert run("list", "open", "fide-standard", str(file), "--list", "2024-03", "--conclude", "games") == 0


def test_random_damage_gives_nothing_but_rows_and_findings() -> None:
    dice = random.Random(5)
    copied = (as_csv(), as_csv(sign=";"), json.dumps({"of": {"a": 1}, "players": as_json()}))
    sound = [text.encode() for text in copied]
    for _ in range(1500):
        damaged = bytearray(dice.choice(sound))
        for _ in range(dice.randint(1, 6)):
            at = dice.randrange(len(damaged) + 1)
            damaged[at : at + dice.randint(0, 30)] = bytes(
                dice.choices(b'{}[]",;:\n\r\x00\xff 9', k=dice.randint(0, 5))
            )
        found, findings = read_list(io.BytesIO(bytes(damaged)), "list", "standard")
        assert len(found) or findings
