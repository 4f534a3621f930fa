"""The pages of the desk in a real browser: both widths, in the dark, without JavaScript, by keyboard, with axe."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import desk_made
import pytest
import test_desk_month as month
import uvicorn
from browser import PHONE, WIDE, chromium
from desk_made import OPEN, local
from playwright.sync_api import Page
from test_web_kinds import violations

from arpad.office import queue
from arpad.web.server import bind
from arpad.web_desk.app import create_desk

pytestmark = pytest.mark.browser
PAGES = (
    "/desk", "/desk/queue", "/desk/queue/admit", "/desk/events", "/desk/events/new", "/desk/period/fide-standard",
    "/desk/corrections/new", "/desk/office", "/desk/people?q=a", "/desk/officials", "/desk/series", "/desk/log",
    "/desk/letters", "/desk/lists", "/desk/people/merge", "/desk/health", "/desk/law", "/desk/events/new/form",
)  # fmt: skip


class Served:
    """A desk that is served, with a waiting month, and the cookie of an officer."""

    def __init__(self, address: str, cookie: str, events: list[str]) -> None:
        self.address, self.cookie, self.events = address, cookie, events

    def page(self, size: tuple[int, int], script: bool = True, scheme: str = "light") -> Page:
        context = chromium().new_context(
            base_url=self.address,
            viewport={"width": size[0], "height": size[1]},
            java_script_enabled=script,
            color_scheme=scheme,  # type: ignore[arg-type]
        )
        context.add_cookies([{"name": "arpad-desk", "value": self.cookie, "url": self.address}])
        return context.new_page()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch, bind("127.0.0.1", 0) as listening:
        address = f"http://localhost:{listening.getsockname()[1]}"
        for module in (desk_made, month):
            patch.setattr(module, "ORIGIN", address)
        patch.setattr(desk_made.Authenticator.create, "__defaults__", (address,))
        patch.setattr(desk_made.Authenticator.get, "__defaults__", (address,))
        patch.setattr(desk_made.Browser.sign_in, "__defaults__", (address,))
        with month.new_office(tmp_path_factory.mktemp("desk")) as office:
            anna = month.Person(office, "anna")
            month.set_up(anna)
            anna.open("/desk/office")
            anna.send("/desk/office/day", day="2024-03-31")
            month.send_reports(anna)
            events = [row.event for row in queue.list_queue(local(office), queue.QueueQuery()).rows]
            server = uvicorn.Server(uvicorn.Config(create_desk(office, OPEN), log_level="warning", lifespan="off"))
            thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
            thread.start()
            while not server.started:
                time.sleep(0.05)
            yield Served(address, str(anna.client.cookies.get("arpad-desk")), events)
            server.should_exit = True
            thread.join(20)


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "light"), (WIDE, "dark")])
def test_every_page_fits_and_names_everything(served: Served, size: tuple[int, int], scheme: str) -> None:
    page = served.page(size, scheme=scheme)
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    for address in (*PAGES, f"/desk/events/{served.events[0]}?queue=1", f"/desk/events/{served.events[-1]}/refuse"):
        answer = page.goto(address)
        assert answer
        assert answer.status == 200, address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        assert violations(page) == [], address
        unnamed = "[...document.querySelectorAll('main :is(input,select,textarea)')].filter(e => e.type != 'hidden'"
        assert page.evaluate(f"{unnamed} && !e.labels.length && !e.ariaLabel).length") == 0, address
    assert errors == []
    page.context.close()


def test_an_officer_works_through_the_queue_by_keyboard(served: Served) -> None:
    page = served.page(WIDE)
    page.goto("/desk/queue")
    page.keyboard.press("j")
    page.wait_for_url(f"**/{served.events[0]}?queue=1")
    page.keyboard.press("j")
    page.wait_for_url(f"**/{served.events[1]}?queue=1")
    page.keyboard.press("k")
    page.wait_for_url(f"**/{served.events[0]}?queue=1")
    page.keyboard.press("h")  # a hold needs a reason: the field is next
    assert page.evaluate("document.activeElement.id") == "why"
    page.keyboard.type("inquiry")
    page.get_by_role("button", name="Hold").click()
    page.wait_for_url(f"**/{served.events[1]}?queue=1*")
    page.keyboard.press("a")
    page.get_by_text("The event was admitted.").wait_for()
    page.context.close()


def test_a_decision_without_javascript_on_a_phone(served: Served) -> None:
    page = served.page(PHONE, script=False)
    page.goto(f"/desk/events/{served.events[-1]}")
    page.get_by_role("button", name="Refuse: read the letter first").click()
    letter = page.locator("textarea[name=letter]")
    letter.fill(f"Dear colleague,\n\n{letter.input_value()}")
    page.get_by_role("button", name="Refuse, with this letter").click()
    page.get_by_text("The report was refused. The letter is stored.").wait_for()
    page.goto(f"/desk/events/{served.events[-1]}/letter")
    assert "Dear colleague," in page.locator("pre.letter").inner_text()
    page.context.close()
