"""A month run in a browser without JavaScript, from an empty office to a corrected list; and the same by the command
line, with the same seal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from desk_made import ORIGIN, Browser, desk_client, local
from typer.testing import CliRunner

from arpad.cli import app
from arpad.days import Month
from arpad.intake.sidecar import REASONS
from arpad.messages import sentences
from arpad.model import Verdict
from arpad.office import accounts, care, events, jobs, periods, queue, sign_in
from arpad.office.accounts import AccountNamed, NewAccount, NewGrant
from arpad.office.acts import all_acts
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.sign_in import DeskOffice
from arpad.web_desk.remedies import FACT_KINDS

FIRST_DAY, LIST, NEXT = date(2024, 3, 1), "2024-03", "2024-04"
SERIES = "fide-standard"
ROLES = {"anna": ("administrator", "rating-officer"), "boris": ("rating-officer",), "clara": ("arbiter",)}


@cache
def season() -> Path:
    """The files of an invented month."""
    place = Path(mkdtemp(prefix="arpad-season-"))
    words = ["simulate", "--players", "500", "--from", LIST, "--months", "1", "--seed", "5", "--defects", "50"]
    done = CliRunner().invoke(app, [*words, "-o", str(place / "season")])
    assert done.exit_code == 0, done.output
    return place / "season"


@contextmanager
def new_office(place: Path) -> Iterator[DeskOffice]:
    """An empty rehearsal with three people who may sign in."""
    care.found_office(care.FoundingRequest(str(place / "office.db"), "root", "", True, now=FIRST_DAY))
    with sign_in.open_desk_office(str(place / "office.db"), ORIGIN) as office:
        for handle, roles in ROLES.items():
            accounts.add_account(local(office), NewAccount(handle, handle.capitalize()))
            for role in roles:
                accounts.grant_role(local(office), NewGrant(handle, role))
        yield office


class Person(Browser):
    """Somebody at the desk who fills in the forms of pages."""

    def __init__(self, office: DeskOffice, handle: str) -> None:
        super().__init__(office)
        self.office = office
        link = accounts.invite_account(local(office), AccountNamed(handle)).secret
        assert self.enrol(link).status_code == 303
        self.sign_in(self.authenticator)
        self.page = self.open("/desk")

    def open(self, address: str) -> str:
        answer = self.get(address)
        while answer.status_code in (303, 307):
            answer = self.get(answer.headers["location"])
        assert answer.status_code == 200, (address, answer.status_code, _text(answer.text)[:600])
        self.page = answer.text
        return self.page

    def send(self, action: str, expect: int = 200, files: Any = None, **typed: str) -> str:
        """Send the form of this page with an action, with its hidden fields and what is typed; follow the answer."""
        form = next(
            part.split("</form>")[0]
            for part in self.page.split("<form")[1:]
            if f'action="{action}"' in unescape(part.split(">")[0]) or f'formaction="{action}"' in unescape(part)
        )
        fields: dict[str, str] = {}
        for tag in re.findall(r"<input[^>]*>", form):
            values = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
            if values.get("type") in ("checkbox", "radio") and " checked" not in tag:
                continue
            if values.get("name"):
                fields[values["name"]] = unescape(values.get("value", ""))
        for name, options in re.findall(r'<select name="([^"]+)">(.*?)</select>', form, re.DOTALL):
            chosen = re.search(r'<option value="([^"]*)" selected', options)
            fields[name] = unescape(chosen[1]) if chosen else ""
        for name, value in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.DOTALL):
            fields[name] = unescape(value)
        fields |= {name.replace("__", "."): value for name, value in typed.items()}
        answer = self.post(action, fields, **({"files": files} if files else {}))
        while answer.status_code in (303, 307):
            answer = self.get(answer.headers["location"])
        assert answer.status_code == expect, (action, answer.status_code, _text(answer.text)[:900])
        self.page = answer.text
        return self.page

    def work(self) -> str:
        """Let the worker do what waits, and look at the page of the job again."""
        address = re.search(r'href="(/desk/jobs/[0-9]+)"', self.page)
        store = self.office.store
        while jobs.run_next_job(local(self.office), jobs.desk_of_asker(store)) is not None:
            pass
        newest = jobs.list_jobs(local(self.office))[0].number
        assert address is None or address
        return self.open(f"/desk/jobs/{newest}")


def _text(page: str) -> str:
    body = page.partition("<main")[2].partition("</main>")[0]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", body)))


def _file(path: Path) -> dict[str, Any]:
    return {"file": (path.name, path.read_bytes())}


@pytest.fixture
def office(tmp_path: Path) -> Iterator[DeskOffice]:
    with new_office(tmp_path) as office:
        yield office


def set_up(anna: Person) -> None:
    """Settings, arbiters, players, and the opening list, all in the browser."""
    anna.open("/desk/office")
    anna.send("/desk/office", name="Office of the Tests", home="UKR", why="the beginning")
    anna.open("/desk/officials")
    anna.send("/desk/officials/federations", files=_file(season() / "federations.csv"))
    anna.send("/desk/officials/arbiters", files=_file(season() / "arbiters.csv"))
    anna.open("/desk/people")
    anna.send("/desk/people/import", files=_file(season() / "players.csv"))
    anna.open("/desk/series")
    anna.send("/desk/series", files=_file(season() / "opening.csv"), series=SERIES, list=LIST)
    assert "Done." in anna.work()


def reports_of_month() -> list[Path]:
    """The files of the pairing programs, without the descriptions beside them."""
    return [path for path in sorted((season() / LIST).glob("*")) if not path.name.endswith(".event.toml")]


def send_reports(clara: Person) -> list[str]:
    """Register and send every report of the month; return the codes of the events."""
    codes = []
    for path in reports_of_month():
        clara.open("/desk/events/new")
        clara.send("/desk/events/new/look", files=_file(path), series=SERIES, by="the federation")
        if 'name="kept"' not in clara.page:
            continue
        found = re.search(r"Event ([^ ·]+) ·", _text(clara.send("/desk/events/new")))
        assert found
        codes.append(found[1])
    return codes


def test_an_office_is_set_up_and_reports_come_in_the_browser_alone(office: DeskOffice) -> None:
    anna = Person(office, "anna")
    assert "Open a rating list" in anna.page
    set_up(anna)
    anna.open("/desk/office")
    anna.send("/desk/office/day", day="2024-03-31")
    codes = send_reports(Person(office, "clara"))
    assert codes
    assert all(code in anna.open("/desk/queue") for code in codes)


def run_month(anna: Person, boris: Person, clara: Person) -> list[str]:
    """From the empty office to the published list: everything in the browser. Returns the codes of the events."""
    set_up(anna)
    anna.open("/desk/office")
    anna.send("/desk/office/day", day="2024-03-31")
    codes = send_reports(clara)
    anna.open("/desk/queue/admit")
    assert "All events were admitted." in anna.send("/desk/queue/admit")
    refused = re.findall(r'href="/desk/events/([^?"]+)\?queue=1"', anna.page)
    for code in refused:
        anna.open(f"/desk/events/{code}/refuse?queue=1")
        anna.send(f"/desk/events/{code}/refuse")
    anna.open("/desk/accounts")
    anna.send("/desk/accounts/rules", act="publish-list", needed="1", why="two of us")
    anna.open("/desk/period")
    anna.send(f"/desk/period/{SERIES}/preview")
    assert "Done." in anna.work()
    anna.open("/desk/period")
    anna.send(f"/desk/period/{SERIES}/publish", list=NEXT)
    assert "second person" in anna.work()
    assert periods.show_period_status(local(anna.office), periods.ListChoice(SERIES)).newest == 202403
    boris.open("/desk/approvals")
    boris.send(re.findall(r'action="(/desk/approvals/\d+/approve)"', boris.page)[0])
    assert "Done." in boris.work()
    return codes


def seal(office: DeskOffice) -> str:
    return periods.show_period_status(local(office), periods.ListChoice(SERIES, Month(202404))).sha256


def test_a_month_in_the_browser_and_by_the_command_line_give_the_same_list(
    office: DeskOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris, clara = (Person(office, handle) for handle in ROLES)
    codes = run_month(anna, boris, clara)
    assert len(codes) == 5
    refused = [row.event for row in events.list_events(local(office), events.EventQuery(standing="refused"))]
    assert len(refused) == 1
    in_browser = seal(office)
    assert in_browser
    assert "provisional" not in _text(clara.open(f"/desk/events/{codes[0]}/sheet"))

    monkeypatch.setenv("ARPAD_DB", str(tmp_path / "typed.db"))
    monkeypatch.setenv("ARPAD_WHO", "Anna")
    alone = tmp_path / "reports"  # without the descriptions that lie beside them
    alone.mkdir()
    for path in reports_of_month():
        (alone / path.name).write_bytes(path.read_bytes())
    place, registering = season(), ["--register", "--series", SERIES, "--by", "the federation"]
    for words in (
        ["init", "--rehearsal", "--now", str(FIRST_DAY), "--home", "UKR"],
        ["federation", "import", str(place / "federations.csv")],
        ["arbiter", "import", str(place / "arbiters.csv")],
        ["player", "import", str(place / "players.csv")],
        ["list", "open", SERIES, str(place / "opening.csv"), "--list", LIST],
        ["report", "submit", str(alone), *registering, "--now", "2024-03-31"],
        ["report", "admit", "--all-ratable"],
        *(["report", "refuse", code, "--yes"] for code in refused),
        ["period", "preview"],
        ["period", "publish", "--yes"],
    ):
        done = CliRunner().invoke(app, words)
        assert done.exit_code in (0, 1), (words, done.output)
    with sign_in.open_desk_office(str(tmp_path / "typed.db"), ORIGIN) as typed:
        assert seal(typed) == in_browser

    anna.open(f"/desk/corrections/new?event={codes[0]}")
    anna.send("/desk/corrections/new", kind="annul", event=codes[0], why="it was not played")
    anna.send("/desk/corrections/REV-1/preview")
    assert "Done." in anna.work()
    assert "Who moves" in anna.open("/desk/corrections/REV-1")
    assert seal(office) == in_browser  # a published list never changes


def test_a_decision_about_another_version_than_the_one_shown_decides_nothing(office: DeskOffice) -> None:
    anna, boris, clara = (Person(office, handle) for handle in ROLES)
    set_up(anna)
    anna.open("/desk/office")
    anna.send("/desk/office/day", day="2024-03-31")
    codes = send_reports(clara)
    waiting = queue.list_queue(local(office), queue.QueueQuery(verdict="ratable")).rows[0].event
    page = f"/desk/events/{waiting}"
    anna.open(page)
    boris.open(page)
    boris.send(f"{page}/hold", why="inquiry")
    answer = anna.send(f"{page}/admit", 409, why="typed and kept")
    assert "held" in _text(answer)
    assert "typed and kept" in answer
    assert len(codes) == 5
    boris.send(f"{page}/release")
    once = re.findall(r'name="once" value="([^"]+)"', anna.open(page))[0]
    seen = re.findall(r'name="seen" value="([^"]+)"', anna.page)[0]
    for _ in range(2):  # the button was pressed twice
        sent = anna.post(f"{page}/admit", {"seen": seen, "once": once, "why": ""})
        assert sent.status_code == 303, _text(sent.text)
    kinds = [entry.kind.value for entry in events.show_event(local(office), waiting).history]
    assert kinds.count("admitted") == 1


def test_a_program_sends_reports_with_a_token(office: DeskOffice) -> None:
    anna, clara = Person(office, "anna"), Person(office, "clara")
    set_up(anna)
    anna.open("/desk/office")
    anna.send("/desk/office/day", day="2024-03-31")
    clara.open("/desk/me")
    token = re.findall(
        r"arp_[A-Za-z0-9_.-]+", clara.send("/desk/me/tokens", label="pairing program", until="2024-12-31")
    )[0]
    paths = reports_of_month()
    clara.open("/desk/events/new")
    clara.send("/desk/events/new/look", files=_file(paths[0]), series=SERIES, by="the federation")
    code = re.findall(r"Event ([^ ·]+) ·", _text(clara.send("/desk/events/new")))[0]
    corrected = paths[0].read_bytes() + b"### corrected\n"
    program = desk_client(office)

    def put(key: str, body: bytes, **more: str) -> Any:
        headers = {"authorization": f"Bearer {token}", "x-file-name": "open.trf", **more}
        return program.put(f"/api/v1/reports/{key}?event={code}", content=body, headers=headers)

    assert put("first", corrected, authorization="Bearer arp_wrong").status_code == 401
    again = put("first", paths[0].read_bytes())
    assert (again.status_code, again.json()["status"]) == (200, "exists")
    changed = paths[0].read_bytes().replace(b" w =", b" w 1", 1)
    answers = [put("second", changed) for _ in range(3)]  # the connection broke, and it was sent again
    assert [answer.status_code for answer in answers] == [201, 200, 200]
    assert len({(answer.json()["sha256"], answer.json()["report"]) for answer in answers}) == 1  # the same receipt
    assert put("third", b"no report").status_code == 422
    stored = events.show_event(local(office), code).reports
    assert len(stored) == 2
    assert {entry.who for entry in stored} == {"Clara"}


def test_an_arbiter_sees_own_events_only(office: DeskOffice) -> None:
    anna, clara = Person(office, "anna"), Person(office, "clara")
    set_up(anna)
    anna.open("/desk/office")
    anna.send("/desk/office/day", day="2024-03-31")
    codes = send_reports(anna)
    for page in ("", "/letter", "/sheet", "/reports/1"):
        of_others, unknown = (clara.get(f"/desk/events/{code}{page}") for code in (codes[0], "no-such-event"))
        assert (of_others.status_code, unknown.status_code) == (404, 404), page
    assert codes[0] not in clara.open("/desk/events")
    assert clara.get("/desk/queue").status_code == 403


def test_every_state_that_a_page_shows_has_a_word() -> None:
    words = sentences()
    kinds = {"standing": EventStatus, "decision": DecisionKind, "verdict": Verdict, "job": jobs.JobState}
    missing = [f"{kind}/{each.value}" for kind, members in kinds.items() for each in members]
    missing += [f"work/{name}" for name, act in all_acts().items() if act.job]
    missing += [f"act/{name}" for name, act in all_acts().items() if act.about == "event"]
    missing += [f"fact/{name}" for name in FACT_KINDS]
    missing += [f"exclusion/{name}" for name in REASONS]
    assert [name for name in missing if f"desk-{name}" not in words] == []
