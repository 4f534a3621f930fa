"""A month run in a browser without JavaScript, from an empty office to a corrected list; and the same by the command
line, with the same seals."""

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
from desk_made import ORIGIN, Browser, local
from typer.testing import CliRunner

from arpad.cli import app
from arpad.office import accounts, care, jobs, sign_in
from arpad.office.accounts import AccountNamed, NewAccount, NewGrant
from arpad.office.sign_in import DeskOffice

FIRST_DAY, LIST, NEXT = date(2024, 3, 1), "2024-03", "2024-04"
SERIES = "fide-standard"
ROLES = {"anna": ("administrator", "rating-officer"), "boris": ("rating-officer",), "clara": ("arbiter",)}


@cache
def season() -> Path:
    """The files of an invented month."""
    place = Path(mkdtemp(prefix="arpad-season-"))
    words = ["simulate", "--players", "160", "--from", LIST, "--months", "1", "--seed", "3", "--defects", "40"]
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


def send_reports(clara: Person) -> list[str]:
    """Register and send every report of the month; return the codes of the events."""
    codes = []
    for path in sorted((season() / LIST).glob("*")):
        if path.name.endswith(".event.toml"):
            continue
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
