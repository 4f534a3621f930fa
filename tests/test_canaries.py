"""No day of birth in anything public: two hundred births, each on another day of the year, looked for everywhere.

What is public is read from the code: every form of an exported list, every verb of the command line, the type of every
answer. A new one is looked into by itself; only the officers' own verbs, which are named here, may show a birth.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand
from databases import copy_of, new_database
from office_made import admitted, at, event, registered, sent
from publication_made import open_with
from sqlalchemy import select
from typed import typed
from typer.main import get_command
from varying import without_varying

from arpad.asjson import schema as schema_of
from arpad.cli import app
from arpad.cli.answers import ANSWER_TYPES, answer_type
from arpad.lists.export import EXPORTS
from arpad.office.book.submission import SubmissionTerms
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

PLAYERS = 200
FORMS = tuple(EXPORTS)
SPELLINGS = ("%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%d.%m.%Y", "%d/%m/%Y", "%Y.%m.%d")
BORN = {n: (date(2001, 1, 1) + timedelta(days=n)).replace(year=1950 + n % 60) for n in range(1, PLAYERS + 1)}
NUMBERS = {n: 880000 + 3 * n for n in BORN}
CANARY = re.compile("|".join(re.escape(born.strftime(form)) for born in BORN.values() for form in SPELLINGS))


def birds(text: str) -> list[str]:
    """The births that stand in a text."""
    return CANARY.findall(without_varying(text))


def report(code: str, start: date, players: range) -> tuple[object, bytes]:
    """An open of eight; the report has every birth, and one of them a day off."""
    ids = {place: NUMBERS[n] for place, n in enumerate(players, 1)}
    made = event(code, ratings=[1700 + n for n in players], ids=ids, start=start, approvals=["late-registration"],
                 results={(1, 1): "1", (2, 2): "1", (3, 1): "1"})  # fmt: skip
    lines = []
    for line in made.text.split("\r\n"):
        if line.startswith("001"):
            n = players[int(line[4:8]) - 1]
            born = BORN[n] + timedelta(days=400 if n == players[2] else 0)
            line = line.replace("1980/01/02", f"{born:%Y/%m/%d}").replace(line[14:47], f"{f'Bird{n}, Ann':<33}")
        lines.append(line)
    return made, "\r\n".join(lines).encode()


@pytest.fixture(scope="module")
def aviary(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An office with two lists, a rated event, a refused one and a correction."""
    directory = tmp_path_factory.mktemp("aviary")
    address = new_database("sqlite", directory)
    desk: Desk = found_office(
        connect_store(address, create=True), "officer", Clock(set_to=date(2025, 11, 1)), "UKR", rehearsal=True
    )
    with by_hand(desk).writing("enter") as writing:
        people = [
            Person(f"Bird{n}, Ann", NUMBERS[n], born=int(f"{born:%Y%m%d}"), sex="w", federation="UKR", title="FM")
            for n, born in BORN.items()
        ]
        register_players(writing, people)
    open_with(desk, "fide-standard", date(2025, 11, 1), {NUMBERS[n]: 1700 + n for n in BORN if n <= PLAYERS - 10})
    made, text = report("open-1", date(2025, 11, 10), range(1, 9))
    registered(desk, made)  # type: ignore[arg-type]
    later = at(desk, date(2025, 11, 18))
    assert sent(later, text, terms=SubmissionTerms("open-1")).status == "accepted"
    done = admitted(later, "open-1")  # the birth that is off is remarked upon
    assert (done.status, [f.player for f in done.findings if "birth" in f.sentence + f.help]) == ("admitted", [3])
    made, text = report("open-2", date(2025, 11, 11), range(9, 17))
    registered(later, made)  # type: ignore[arg-type]
    sent(at(later, date(2025, 11, 28)), text.replace(b"122 120'", b"122 3'"), terms=SubmissionTerms("open-2"))
    return address


def test_no_public_output_has_a_day_of_birth(aviary: str, tmp_path: Path) -> None:
    office = copy_of(aviary, tmp_path)
    db = ("--db", office)
    dated = (*db, "--now", "2025-12-01", "--who", "officer")
    said: dict[str, str] = {}

    def say(*words: object) -> str:
        done = typed(*words)
        assert done.code in (0, 1, 2), done
        said[f"{len(said)} " + " ".join(map(str, words[:4]))] = done.out + done.err
        return done.out + done.err

    say("list", "correct", NUMBERS[3], 1710, "--why", "misprint", *dated)
    say("report", "show", "open-1", "open-2", *dated)
    say("report", "refuse", "open-2", "--why", "time control", "--yes", *dated)
    say("report", "letter", "open-2", *db)
    say("period", "preview", *dated)
    say("period", "preview", "--json", *dated)
    assert "is published" in say("period", "publish", "--yes", *dated)
    say("event", "list", *db)
    assert "publish" in say("log", *db)
    say("doctor", *db)
    for code in ("open-1", "open-2"):
        say("event", "show", code, *db)
        say("event", "show", code, "--json", *db)
    for kind in ("alphabetical", "active", "inactive", "delisted", "titled-unrated"):
        shown = say("list", "show", "--kind", kind, *db)
        assert kind in ("inactive", "delisted", "titled-unrated") or "Bird" in shown
        say("list", "show", "--json", "--kind", kind, *db)
    say("list", "show", "--age-up-to", 20, *db)
    assert "Bird" in say("list", "diff", "2025-11", "2025-12", *db)
    say("list", "diff", "2025-11", "2025-12", "--json", *db)
    for n in range(1, 9):
        assert f"Bird{n}" in say("explain", NUMBERS[n], *db)
        say("explain", NUMBERS[n], "--json", *db)
    for words in (("explain", 123), ("explain", NUMBERS[199]), ("list", "show", "--list", "2030-01"),
                  ("list", "show", "--kind", "birth"), ("explain", NUMBERS[1] + 1)):  # fmt: skip
        say(*words, *db)
    files = tmp_path / "public"
    files.mkdir()
    say("list", "export", *FORMS, "--to", files, *db)
    say("list", "export", *FORMS, "--to", files, "--list", "2025-11", "--kind", "active", *db)
    written = sorted(files.iterdir())
    assert {path.suffix[1:] for path in written} == {form.ending for form in EXPORTS.values()}
    for path in written:
        said[path.name] = _text(path)
    with connect_store(office).reading() as connection:
        said["the log"] = "\n".join(map(str, connection.execute(select(schema.log)).all()))
    assert {name: birds(text) for name, text in said.items() if birds(text)} == {}
    assert len(said) > 50
    assert sum("Bird" in text for text in said.values()) > 30


# --- whatever is registered -------------------------------------------------------------------------------------------

OFFICERS = ("player", "backup")  # the registry of people itself, and the file that holds everything
OF_FILES = ("check", "frl", "trf")  # they show what somebody's own file says
GIVEN: dict[str, object] = {  # what an argument of this name is given
    "number": NUMBERS[1], "kept": NUMBERS[1], "gone": NUMBERS[2], "rating": 1700, "text": "Bird1", "code": "open-1",
    "codes": "open-1", "event": "open-1", "events": "open-1", "series": "fide-standard", "name": "Bird1, Ann",
    "old": "2025-11", "new": "2025-12", "first": "2025-11", "second": "2025-12", "forms": "csv", "action": "show",
}  # fmt: skip


def verbs(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every verb of the command line, and its command."""
    within: Any = group or get_command(app)
    for name, command in within.commands.items():
        if hasattr(command, "commands"):
            yield from verbs(command, (*path, name))
        else:
            yield (*path, name), command


def of_an_office(command: Any) -> bool:
    return any("--db" in parameter.opts for parameter in command.params)


ELSEWHERE = (
    *OFFICERS,
    "desk",
    "serve",
    "work",
)  # they never end; the site is looked through page by page, in the tests of the site
PUBLIC = {" ".join(path): command for path, command in verbs() if path[0] not in ELSEWHERE and of_an_office(command)}


def calls(verb: str, command: Any, directory: Path) -> Iterator[list[object]]:
    """The verb with what its arguments need, as a person types it and as a program does."""
    needed = [p for p in command.params if p.param_type_name == "argument" and p.required]
    words: list[object] = [*verb.split(), *(GIVEN.get(p.name, directory / "nothing.csv") for p in needed)]
    options = {option for parameter in command.params for option in parameter.opts}
    beside = {"--now": "2025-12-01", "--who": "officer", "--why": "story", "--to": directory}
    for option, value in beside.items():
        if option in options:
            words += [option, value]
    if "--yes" in options:
        words.append("--yes")
    yield words
    if "--json" in options:
        yield [*words, "--json"]


@pytest.mark.parametrize("verb", PUBLIC)
def test_no_verb_that_is_registered_shows_a_day_of_birth(aviary: str, tmp_path: Path, verb: str) -> None:
    for words in calls(verb, PUBLIC[verb], tmp_path):
        office = copy_of(aviary, tmp_path)
        done = typed(*words, "--db", office)
        assert birds(done.out + done.err) == [], words
    for path in tmp_path.iterdir():
        if path.is_file() and path.suffix not in (".db", ".zip"):
            assert birds(_text(path)) == [], path.name


YEAR_ALONE = ("report identify --list",)  # for the officer, who compares persons
NO_BIRTH = [verb for verb in ANSWER_TYPES if verb.split()[0] not in (*OFFICERS, *OF_FILES) and verb not in YEAR_ALONE]


@pytest.mark.parametrize("verb", NO_BIRTH)
def test_no_type_of_a_public_answer_has_room_for_a_birth(verb: str) -> None:
    """The schema of an answer names its keys: none of them is a birth, not even one that is empty today."""
    keys = set(re.findall(r'"(\w+)":', json.dumps(schema_of(answer_type(verb)))))
    assert keys & {"born", "birth", "birthday", "date_of_birth"} == set()


def _text(path: Path) -> str:
    """What a file says, unpacked where it is packed."""
    if path.suffix == ".xlsx":
        with zipfile.ZipFile(path) as book:
            return "\n".join(book.read(name).decode(errors="replace") for name in book.namelist())
    if path.suffix == ".parquet":
        import polars

        return polars.read_parquet(io.BytesIO(path.read_bytes())).write_csv() + path.read_bytes().decode("latin-1")
    return path.read_bytes().decode(errors="replace")


def test_the_canaries_sing_where_they_may(aviary: str) -> None:
    """The negative control: the officer's own page has the day of birth, and the search finds every spelling."""
    done = typed("player", "show", NUMBERS[5], "--db", aviary)
    assert birds(done.out) == [f"{BORN[5]:%Y-%m-%d}"]
    assert len(birds(" ".join(BORN[7].strftime(form) for form in SPELLINGS))) == len(SPELLINGS)
    assert len({born.strftime("%m%d") for born in BORN.values()}) == PLAYERS
    assert birds("born 1990, rated 2025-11-01") == []
