"""The officer's desk on the command line: register, submit, admit, refuse, appeal, hold, all of it by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS
from office_made import NUMBERS, _address, event, fresh, write
from typed import Runner
from varying import without_varying

from arpad.cli import app
from arpad.finding import UserError

RUN = Runner()
CANARY = "1980/01/02", "1980-01-02", "19800102"


class Office:
    """An office and a directory of reports."""

    def __init__(self, kind: str, directory: Path) -> None:
        desk = fresh(kind, directory)
        self.env = {"ARPAD_DB": _address(desk), "ARPAD_WHO": "A. Officer"}
        self.files = directory / "reports"
        self.files.mkdir()
        desk.store.close()

    def __call__(self, *words: str, code: int = 0) -> str:
        done = RUN.invoke(app, list(words), env=self.env)
        if isinstance(done.exception, UserError):
            assert code == 2, str(done.exception)
            return str(done.exception)
        assert done.exit_code == code, (done.stdout, done.exception)
        assert not any(date in without_varying(done.output) for date in CANARY)
        return str(done.stdout)

    def json(self, *words: str, code: int = 0) -> Any:
        return json.loads(self(*words, "--json", code=code))


@pytest.fixture(params=KINDS)
def office(request: pytest.FixtureRequest, tmp_path: Path) -> Office:
    return Office(request.param, tmp_path)


@pytest.fixture
def one(tmp_path: Path) -> Office:
    return Office("sqlite", tmp_path)


def _ids(group: int) -> dict[int, int]:
    return {n: NUMBERS[n + 8 * group] for n in range(1, 9)}


def test_a_month_by_hand(office: Office) -> None:
    write(office.files, "good", event("good"))
    write(office.files, "bad", event("bad", laws=False, ids=_ids(1)))
    write(office.files, "open", event("open", laws=None, ids=_ids(2)))
    (office.files / "torn.trf").write_bytes(b"\x00\x01 torn")
    there = str(office.files)
    assert [each["status"] for each in office.json("event", "register", there)] == ["registered"] * 3
    assert [each["status"] for each in office.json("event", "register", there)] == ["exists"] * 3
    day = ("--now", "2025-11-09")
    receipts = {Path(each["file"]).stem: each for each in office.json("report", "submit", there, *day, code=1)}
    assert {name: (each["status"], each["verdict"]) for name, each in receipts.items()} == {
        "good": ("accepted", "ratable"),
        "bad": ("accepted", "not-ratable"),
        "open": ("accepted", "undecided"),
        "torn": ("refused", None),
    }
    assert "4 exists" not in office("report", "submit", there, *day, code=1)
    outcomes = {each["event"]: each for each in office.json("report", "admit", "--all-ratable", code=1)}
    assert {code: each["status"] for code, each in outcomes.items()} == {
        "good": "admitted",
        "bad": "left",
        "open": "left",
    }
    letter = office("report", "refuse", "bad", "--yes")
    assert "The Laws of Chess were not applied" in letter
    assert "until 2025-11-16" in letter
    assert office("report", "letter", "bad").strip() == letter.strip()
    assert "What we ask you:" in office("report", "letter", "open")
    office("report", "appeal", "bad", "--why", "letter of the organiser")
    office("report", "admit", "bad", "--override", "laws-of-chess", "--why", "seen by myself")
    office("event", "register", "--code", "open", "--laws", "yes", "--why", "answer of the arbiter")
    office("report", "admit", "open")
    stand = {each["event"]: each["standing"] for each in office.json("event", "list")}
    assert stand == {"good": "admitted", "bad": "admitted", "open": "admitted"}


def test_hold_release_exclude_and_withdraw(one: Office) -> None:
    path = write(one.files, "good", event("good"))
    one("event", "register", str(one.files))
    one("report", "submit", str(path), "--now", "2025-11-09")
    one("report", "hold", "good", "--why", "inquiry FP-7")
    assert one.json("event", "list")[0]["held"] == {"since": "2025-11-09", "by": "A. Officer", "why": "inquiry FP-7"}
    assert "since 2025-11-09 by A. Officer: inquiry FP-7" in one("event", "list")
    assert "good is held since 2025-11-09 by A. Officer: inquiry FP-7" in one("event", "show", "good")
    assert "good is held, reported" in one("report", "admit", "good", code=2)
    one("report", "release", "good", "--why", "closed")
    one("report", "admit", "good")
    said = one("event", "exclude", "good", "--player", "3", "--round", "2", "--why", "decision FP-7")
    assert said == "good: excluded player 3 (Invented3, Ann), round 2: fair play; it is to be admitted anew\n"
    (done,) = one.json("report", "admit", "good")
    assert done["excluded"] == {"games": 1, "players": 0}
    assert "no round 99" in one("event", "exclude", "good", "--player", "3", "--round", "99", "--why", "x", code=2)
    lift = ("report", "admit", "good", "--override", "unplayed-game")
    assert "--why TEXT" in one(*lift, code=2)
    assert "--withdraw" in one(*lift, "--why", "I think so", code=2)
    said = one("event", "exclude", "good", "--player", "3", "--round", "2", "--withdraw", "--why", "appeal upheld")
    assert "included player 3 (Invented3, Ann), round 2: fair-play no more" in said
    (done,) = one.json("report", "admit", "good")
    assert done["excluded"] == {"games": 0, "players": 0}
    one("report", "withdraw", "good", "--why", "sent by mistake", "--yes")
    assert one.json("event", "list", "--standing", "withdrawn")[0]["event"] == "good"


def test_an_event_is_shown_with_deadlines_history_and_reports(one: Office) -> None:
    path = write(one.files, "good", event("good"))
    one("event", "register", str(one.files))
    one("report", "submit", str(path), "--draft", "--now", "2025-11-05")
    one("report", "submit", str(path), "--now", "2025-11-09")
    (told,) = one.json("event", "show", "good")
    assert [each["what"] for each in told["deadlines"]] == ["registration", "first list"]
    assert [each["kind"] for each in told["history"]] == ["registered", "reported"]
    assert [each["draft"] for each in told["reports"]] == [True, False]
    said = one("event", "show", "good")
    assert "good is reported" in said
    assert "  - hold it: `arpad report hold good --why TEXT`" in said


def test_parts_are_submitted_by_their_rounds(one: Office) -> None:
    path = write(one.files, "league", event("league", rounds=4, league=True))
    one("event", "register", str(one.files))
    for part, rounds in (("1", "1-2"), ("2", "3-4")):
        one("report", "submit", str(path), "--part", part, "--rounds", rounds, "--now", "2025-11-09")
    assert [each["event"] for each in one.json("report", "admit", "league")] == ["league/1", "league/2"]
    assert [each["event"] for each in one.json("event", "list")] == ["league/1", "league/2"]


def test_a_dry_run_keeps_nothing(one: Office) -> None:
    path = write(one.files, "good", event("good"))
    one("event", "register", str(one.files), "--dry-run")
    assert one.json("event", "list") == []
    one("event", "register", str(one.files))
    one("report", "submit", str(path), "--dry-run", "--now", "2025-11-09")
    assert one.json("event", "list")[0]["standing"] == "registered"


def test_an_event_registered_by_flags_gets_a_code_from_its_content(one: Office) -> None:
    flags = ("--name", "Spring Open", "--series", "fide-standard", "--start", "2026-04-03", "--end", "2026-04-06")
    (first,) = one.json("event", "register", *flags)
    (again,) = one.json("event", "register", *flags)
    assert (first["status"], again["status"], first["event"] == again["event"]) == ("registered", "exists", True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("event", "register"), "Name an event description"),
        (("event", "register", "--nonsense", "1"), "no such option"),
        (("event", "register", "--code", "x", "--norms", "maybe"), "true or false"),
        (("event", "show", "nobody"), "no event nobody is registered"),
        (("event", "list", "--standing", "lost"), "expected one of registered"),
        (("report", "admit"), "name events, or say --all-ratable"),
        (("report", "admit", "nobody"), "no event nobody is registered"),
        (("report", "admit", "--all-ratable", "--override", "notation", "--why", "x"), "belongs to an event"),
        (("report", "refuse", "nobody", "--yes"), "no event nobody is registered"),
        (("report", "refuse", "nobody"), "no event nobody is registered"),
        (("report", "submit", "nowhere.trf"), "there is no file"),
        (("report", "hold", "nobody", "--why", "x"), "no event nobody is registered"),
    ],
)
def test_a_wrong_call_is_one_clear_sentence(one: Office, words: tuple[str, ...], said: str) -> None:
    assert said in one(*words, code=2)


def test_a_report_that_leaves_questions_ends_with_one_and_a_good_one_with_zero(one: Office) -> None:
    asked = write(one.files, "open", event("open", laws=None))
    good = write(one.files, "good", event("good", ids=_ids(1)))
    one("event", "register", str(one.files))
    assert "undecided" in one("report", "submit", str(asked), "--now", "2025-11-09", code=1)
    one("report", "submit", str(good), code=0)
    said = one("report", "submit", str(one.files), code=1)
    assert "state" in said.splitlines()[0]
    assert said.splitlines()[-1] == "`arpad report show CODE` has the findings"


def test_an_admitted_report_is_replaced_only_when_it_is_asked_for(one: Office) -> None:
    path = write(one.files, "good", event("good"))
    one("event", "register", str(one.files))
    one("report", "submit", str(path), "--now", "2025-11-09")
    one("report", "admit", "good")
    write(one.files, "good", event("good", results={(1, 1): "1"}))
    assert "--replace" in one("report", "submit", str(path), code=1)
    assert one.json("event", "list")[0]["standing"] == "admitted"
    assert "takes the place of the admitted report" in one("report", "submit", str(path), "--replace")
    assert one.json("event", "list")[0]["standing"] == "reported"


def test_a_report_of_an_unregistered_event_names_the_remedy(one: Office) -> None:
    path = write(one.files, "good", event("good"))
    (one.files / "good.event.toml").unlink()
    (done,) = one.json("report", "submit", str(path), "--now", "2025-11-09", code=1)
    assert done["status"] == "refused"
    assert "arpad report submit FILE --register" in done["problem"]["remedy"]["text"]
