"""A month by somebody who has the README and a browser: `arpad desk --new` in an empty directory, and from its one-time
link on everything in Chromium, with passkeys; then the steps that matter most on a phone without JavaScript."""

from __future__ import annotations

import http.client
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

import pyotp
import pytest
from browser import PHONE, WIDE, chromium, photograph
from desk_made import local
from playwright.sync_api import BrowserContext, Page, TimeoutError
from site_made import demo_office
from typer.testing import CliRunner

from arpad.cli import app
from arpad.office import accounts, sign_in

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
PASSWORD = "a long sentence nobody guesses"
ROOT = Path(__file__).resolve().parents[1]
NUMBER = slice(57, 68)  # the columns of a player's FIDE number in a report
SERIES = "fide-standard"
TODAY = date(2026, 3, 10)  # the day on which the office begins, in every run
START = f"""
import sys
from datetime import date
from arpad.cli import main

class Today(date):
    @classmethod
    def today(cls):
        return cls({TODAY.year}, {TODAY.month}, {TODAY.day})

sys.modules["arpad.cli.desk"].date = Today
main()
"""
pytestmark = pytest.mark.browser


@contextmanager
def desk_new(place: Path) -> Iterator[tuple[str, str]]:
    """Run `arpad desk --new` in an empty directory; its address, and the link that it prints."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ARPAD_")}
    command = [sys.executable, "-c", START, "desk", "--new", "--port", "0"]
    desk = subprocess.Popen(command, cwd=place, env=environment, stdout=subprocess.PIPE, text=True)
    assert desk.stdout
    try:
        printed = ""
        while "/desk/link/" not in printed:
            line = desk.stdout.readline()
            assert line, printed
            printed += line
        yield printed.split()[0], re.findall(r"\S+/desk/link/\S+", printed)[0]
    finally:
        desk.terminate()
        desk.wait(30)
        desk.stdout.close()


class Somebody:
    """A person with a browser: a wide one with a passkey, or a phone without JavaScript with a password."""

    def __init__(self, address: str, name: str, phone: bool = False) -> None:
        width, height = PHONE if phone else WIDE
        self.name, self.phone, self.shots = name, phone, 0
        self.context: BrowserContext = chromium().new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            java_script_enabled=not phone,
        )
        self.context.set_default_timeout(60_000)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        if not phone:
            devices = self.context.new_cdp_session(self.page)
            devices.send("WebAuthn.enable")
            devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    def shot(self, name: str) -> None:
        self.shots += 1
        self.page.wait_for_load_state()
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), self.page.url
        photograph(self.page, f"desk-{'phone' if self.phone else 'wide'}-{self.name}-{self.shots:02}-{name}")

    def enrol(self, link: str) -> None:
        """Use a one-time link up, and enrol; be signed in afterwards."""
        self.page.goto(link)
        self.shot("link")
        self.press("Use the link")
        self.shot("enrol")
        if self.phone:
            secret = self.page.locator("form[action='/desk/me/password'] code").inner_text()
            self.page.get_by_label("Password", exact=True).fill(PASSWORD)
            self.page.get_by_label("Code").fill(pyotp.TOTP(secret).now())
            self.press("Set password and code")
        else:
            self.press("Add a passkey")
        self.page.wait_for_url("**/desk/me?done=*")
        self.shot("enrolled")

    def menu(self, name: str) -> None:
        """Go to a page by its name in the menu."""
        way = self.page.locator("a", has_text=re.compile(rf"^{name}$"))
        group = self.page.locator("header nav details").filter(has=way)
        address = str(group.locator(way).get_attribute("href"))
        group.locator("summary").click()
        group.locator(way).click()
        self.page.wait_for_url(lambda url: address in url)
        self.shot(name.lower().replace(" ", "-"))

    def press(self, name: str) -> None:
        """Press a button, and wait for the page that it leads to."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=name, exact=True).first.click()

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name, exact=True).first.click()

    def fill(self, action: str, **typed: str | Path | bool) -> None:
        """Fill in the form with an action, send it with its first button, and see the answer."""
        form = self.page.locator(f"form[action='{action}']")
        for name, value in typed.items():
            where = form.locator(f"[name='{name.replace('__', '.')}']")
            if isinstance(value, bool):
                where.check()
            elif isinstance(value, Path):
                where.set_input_files(value)
            elif where.evaluate("each => each.tagName") == "SELECT":
                where.select_option(value)
            else:
                where.fill(value)
        with self.page.expect_navigation():
            form.locator("button").first.click()

    def says(self, text: str) -> None:
        try:
            self.page.get_by_text(text).first.wait_for()
        except TimeoutError as error:
            raise AssertionError(f"{self.page.url} does not say {text!r}: {self.sees()}") from error

    def sees(self) -> str:
        return self.page.locator("main").inner_text()

    def upload(self, file: Path) -> None:
        """Send a report of a new event: choose the file, look at what was read, register."""
        self.page.goto("/desk/events/new")
        self.fill("/desk/events/new/look", file=file, series=SERIES, by="the federation")
        self.shot(f"read-{file.stem}")
        self.page.locator("form[action='/desk/events/new'] button").click()

    def end(self) -> None:
        assert self.wrong == []
        self.context.close()


class Season:
    """The files of an invented month that is still to come: a good report in which two players have no number, one of
    which a game is to be excluded, and one with a result that contradicts itself."""

    def __init__(self, place: Path) -> None:
        self.start = (TODAY.replace(day=1) + timedelta(days=32)).replace(day=1)
        after = (self.start + timedelta(days=32)).replace(day=1)
        self.list, self.next, self.last = f"{self.start:%Y-%m}", f"{after:%Y-%m}", after - timedelta(days=1)
        self.place = place / "season"
        words = ["simulate", "--players", "300", "--from", self.list, "--months", "1", "--seed", "5", "--defects", "0"]
        done = CliRunner().invoke(app, [*words, "-o", str(self.place)])
        assert done.exit_code == 0, done.output
        self.sent = place / "sent"
        self.sent.mkdir()
        reports = [path.read_text() for path in sorted((self.place / self.list).glob("*.trf"))][:3]
        self.unnumbered = self._write("good", _without_numbers(reports[0], 2))
        self.with_game_to_exclude = self._write("game-to-exclude", reports[1])
        self.refused = self._write("contradicts-itself", _contradicting(reports[2]))
        self.mended = self._write("mended", reports[2])
        self.corrected = self._write("corrected", _with_another_result(reports[1]))

    def _write(self, name: str, text: str) -> Path:
        path = self.sent / f"{name}.trf"
        path.write_text(text)
        return path


def _without_numbers(report: str, players: int) -> str:
    lines = report.splitlines()
    found = [at for at, line in enumerate(lines) if line.startswith("001") and line[NUMBER].strip()][:players]
    for at in found:
        lines[at] = lines[at][: NUMBER.start] + " " * (NUMBER.stop - NUMBER.start) + lines[at][NUMBER.stop :]
    return "\n".join(lines) + "\n"


def _contradicting(report: str) -> str:
    """Both players of a game won it."""
    return re.sub(r"(?m)^(001.*?\d+ [wb]) 0", r"\1 1", report, count=1)


def _with_another_result(report: str) -> str:
    """The report with a win where it has a draw between two rated players, after the first round."""
    lines = report.splitlines()
    rows = {int(line[4:8]): at for at, line in enumerate(lines) if line.startswith("001")}
    for at in rows.values():
        for column in range(101, len(lines[at]), 10):
            game = lines[at][column : column + 8]
            other = rows.get(int(game[:4].strip() or 0), at)
            if game[-1:] == "=" and lines[at][48:52].strip() and lines[other][48:52].strip() and other != at:
                for row, result, points in ((at, "1", 5), (other, "0", -5)):
                    line = lines[row]
                    total = f"{(round(float(line[80:84]) * 10) + points) / 10:4.1f}"
                    lines[row] = line[:80] + total + line[84 : column + 7] + result + line[column + 8 :]
                return "\n".join(lines) + "\n"
    raise AssertionError("no draw")


def invite(anna: Somebody, handle: str, name: str, role: str) -> str:
    """Invite somebody; the link that the page shows once."""
    anna.menu("Accounts")
    anna.fill("/desk/accounts", handle=handle, name=name, role=role)
    shown = anna.page.locator(".once code").inner_text()
    anna.shot("invited")
    return shown


def set_up(anna: Somebody, season: Season) -> None:
    anna.page.goto("/desk")
    anna.shot("start")
    anna.menu("Office")
    anna.fill("/desk/office", name="Office of the Tests", home="UKR", why="the beginning")
    anna.says("Saved.")
    anna.fill("/desk/office/day", day=str(season.start))
    anna.says("The rehearsal has a new day.")
    anna.menu("Arbiters")
    anna.fill("/desk/officials/federations", file=season.place / "federations.csv")
    anna.says("Saved.")
    anna.fill("/desk/officials/arbiters", file=season.place / "arbiters.csv")
    anna.says("Saved.")
    anna.shot("arbiters-there")
    anna.menu("Players")
    anna.fill("/desk/people/import", file=season.place / "players.csv")
    anna.says("300 added")
    anna.shot("imported")
    anna.menu("Rating lists")
    anna.fill("/desk/series", file=season.place / "opening.csv", series=SERIES, list=season.list)
    anna.says("Done.")
    anna.shot("opened")
    anna.follow("Go on")
    anna.shot("after-opening")


def send_reports(clara: Somebody, season: Season) -> None:
    """Four uploads: a good report, one with a game to exclude, one that is refused later, and one that was here."""
    clara.page.goto("/desk")
    clara.shot("start")
    for file in (season.unnumbered, season.with_game_to_exclude, season.refused):
        clara.upload(file)
        clara.says("The report was received.")
        clara.shot(f"sent-{file.stem}")
    clara.upload(season.with_game_to_exclude)
    clara.says("This report was here already. Nothing changed.")
    clara.shot("duplicate")
    clara.menu("Events")


def open_from_queue(anna: Somebody, file: Path) -> None:
    """Open the event of a report from the queue."""
    anna.menu("Queue")
    for address in [row.get_attribute("href") for row in anna.page.locator("table.rows td.name a").all()]:
        anna.page.goto(str(address))
        if file.name in anna.sees():
            anna.shot(f"event-{file.stem}")
            return
    raise AssertionError(f"{file.name} does not wait")


def decide(anna: Somebody, season: Season) -> None:
    """Identify two players, exclude a game, refuse one report, admit the others: from the queue."""
    anna.page.goto("/desk")
    anna.shot("start-with-reports")
    open_from_queue(anna, season.unnumbered)
    anna.follow("Identify players")
    anna.shot("identify")
    for left in (2, 1):
        buttons = anna.page.get_by_role("button", name="That is this player", exact=True)
        assert buttons.count() == left
        anna.press("That is this player")
        anna.says("The player was identified.")
        anna.shot("identified")
    anna.follow("Back to the event")
    anna.press("Admit")
    anna.says("The event was admitted.")
    anna.shot("admitted")

    open_from_queue(anna, season.with_game_to_exclude)
    anna.page.get_by_text("Exclude games").click()
    form = anna.page.locator("form[action*='/exclude']")
    form.get_by_label("Start number of the player").fill("1")
    form.get_by_label("Round").fill("1")
    form.get_by_label("Reason", exact=True).fill("the arbiter wrote that it was not played")
    anna.shot("excluding")
    anna.press("Exclude")
    anna.says("The games are excluded.")
    open_from_queue(anna, season.with_game_to_exclude)
    anna.press("Admit")
    anna.says("The event was admitted.")

    open_from_queue(anna, season.refused)
    anna.press("Refuse: read the letter first")
    anna.shot("refuse")
    anna.press("Refuse, with this letter")
    anna.says("The report was refused. The letter is stored.")
    anna.shot("refused")
    for name in ("Queue", "Events", "Letters"):
        anna.menu(name)


def publish(anna: Somebody, boris: Somebody, season: Season) -> None:
    """Switch four eyes on, preview, ask for the publication; a second officer approves it."""
    anna.menu("Accounts")
    anna.page.locator("tr", has_text="Publish a list").get_by_role("button").click()
    anna.shot("four-eyes")
    anna.menu("Period")
    anna.press("Make a preview")
    anna.says("Done.")
    anna.shot("previewed")
    anna.follow("Go on")
    anna.shot("preview")
    anna.page.get_by_label(f"Type {season.next} to confirm").fill(season.next)
    anna.press("Publish the list")
    anna.says("second person")
    anna.shot("waits")
    anna.menu("Approvals")
    assert anna.page.get_by_role("button", name="Approve", exact=True).count() == 0
    boris.page.goto("/desk")
    boris.shot("start")
    boris.follow("1 act waits for your approval")
    boris.shot("approvals")
    boris.follow("See what it is about")
    boris.says("Largest changes")
    boris.menu("Approvals")
    boris.press("Approve")
    boris.says("Done.")
    boris.shot("approved")
    anna.menu("Period")
    anna.page.goto("/desk")
    anna.shot("start-after-publication")
    anna.menu("Rating lists")
    assert season.next in anna.sees()


def correct(anna: Somebody, season: Season) -> None:
    """A result was wrong: the right report becomes a case, with those who move."""
    anna.menu("Events")
    anna.page.locator("table.rows tr", has_text="rated").first.get_by_role("link").click()
    anna.shot("rated-event")
    anna.page.goto("/desk/events")
    for address in [row.get_attribute("href") for row in anna.page.locator("table.rows td.name a").all()]:
        anna.page.goto(str(address))
        if season.with_game_to_exclude.name in anna.sees():
            break
    anna.follow("Correct what was published")
    anna.shot("correct")
    form = anna.page.locator("form", has_text="A result or a name was wrong")
    form.locator("[name=file]").set_input_files(season.corrected)
    form.get_by_label("Reason").fill("a draw was a win")
    form.locator("button").click()
    anna.says("The case is open. Preview it now.")
    anna.shot("case")
    anna.press("Make a preview")
    anna.says("Done.")
    anna.follow("Go on")
    anna.says("Who moves")
    assert anna.page.locator("table.rows tbody tr").count()
    anna.shot("case-previewed")
    anna.press("Approve the correction")
    anna.says("Done.")
    anna.follow("Go on")
    anna.says("Notice to publish")
    anna.shot("case-approved")


def send_by_program(clara: Somebody, season: Season, address: str) -> None:
    """A pairing program with a token sends the mended report over a socket, and sends it again after each doubt."""
    clara.page.goto("/desk/events")
    row = clara.page.locator("table.rows tr", has_text="refused").get_by_role("link")
    event = str(row.get_attribute("href")).rsplit("/", 1)[1]
    clara.page.goto("/desk/me")
    clara.fill("/desk/me/tokens", label="pairing program", until=str(season.last))
    token = clara.page.locator(".once code").inner_text()
    clara.shot("token")
    host = address.removeprefix("http://")

    def put(key: str, body: bytes, bearer: str = token) -> int:
        connection = http.client.HTTPConnection(host, timeout=30)
        try:
            headers = {"Authorization": f"Bearer {bearer}", "X-File-Name": "open.trf"}
            connection.request("PUT", f"/api/v1/reports/{key}?event={event}", body, headers)
            return connection.getresponse().status
        finally:
            connection.close()

    mended = season.mended.read_bytes()
    assert put("one", mended, "arp_wrong") == 401
    assert [put("one", mended) for _ in range(3)] == [201, 200, 200]
    assert put("two", mended) == 200
    assert put("one", season.corrected.read_bytes()) == 409
    assert put("three", b"no report") == 422
    if shutil.which("curl"):
        words = ["curl", "-s", "-w", "%{http_code}", "-o", os.devnull, "-X", "PUT", "--data-binary"]
        words += [f"@{season.mended}", "-H", f"Authorization: Bearer {token}", "-H", "X-File-Name: open.trf"]
        sent = subprocess.run([*words, f"{address}/api/v1/reports/one?event={event}"], capture_output=True, check=True)
        assert sent.stdout == b"200"


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone-without-javascript"])
def test_a_month_with_the_readme_and_a_browser(tmp_path: Path, phone: bool) -> None:
    season = Season(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    with desk_new(empty) as (address, link):
        anna = Somebody(address, "anna", phone)
        anna.enrol(link)
        set_up(anna, season)
        boris, clara = Somebody(address, "boris", phone), Somebody(address, "clara", phone)
        boris.enrol(invite(anna, "boris", "Boris Invented", "rating-officer"))
        clara.enrol(invite(anna, "clara", "Clara Invented", "arbiter"))
        anna.page.goto("/desk/office")
        anna.fill("/desk/office/day", day=str(season.last))
        anna.says("The rehearsal has a new day.")
        send_reports(clara, season)
        decide(anna, season)
        publish(anna, boris, season)
        correct(anna, season)
        send_by_program(clara, season, address)
        for each in (anna, boris, clara):
            each.end()


def test_the_demo_has_a_link_for_each_role_each_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    office = tmp_path / "office.db"
    shutil.copy(demo_office(), office)
    links = runpy.run_path(str(ROOT / "dev"))["demo_links"]
    links.__globals__["PYTHON"] = Path(sys.executable)
    for _ in range(2):
        links(office)
        printed = capsys.readouterr().out
        assert len(set(re.findall(r"http://localhost:8001/desk/link/\S+", printed))) == 3, printed
    with sign_in.open_desk_office(str(office), "http://localhost:8001") as opened:
        found = {each.handle: {grant.role for grant in each.grants} for each in accounts.list_accounts(local(opened))}
    assert found["officer"] == {"administrator", "rating-officer"}
    assert (found["second"], found["arbiter"]) == ({"rating-officer"}, {"arbiter"})
