"""The docket is true today: findings as the desk makes them now, deadlines that still run, what the sender can do."""

from __future__ import annotations

import html
from datetime import date
from pathlib import Path

from by_hand import preview_list, publish_list
from events_made import Scene
from office_made import reported
from publication_made import DUE, DUE_THEN, SERIES, an_open, before_list, copied, on
from site_made import site

from arpad.days import Month
from arpad.finding import Tier
from arpad.intake.codes import CODES
from arpad.messages import FIELD_START, sentences
from arpad.messages.en import admission
from arpad.office import record
from arpad.office.book.office_findings import OFFICE_FINDINGS
from arpad.office.desk import Desk, open_office
from arpad.office.reading import Reader
from arpad.office.reading_room.event_pages import STOPPING_TIERS, Clock
from arpad.office.record import DocketItem, SenderStep
from arpad.office.reports import EventOrder, examine_events
from arpad.web.render import finding_sentence, typed, unbroken

NOT_FINDINGS = ("override", "arbiter-numbered")  # of the words of admission
LIST_DAYS = (DUE, DUE_THEN, date(2026, 2, 1), date(2026, 3, 1))
QUESTION, BROKEN = "open-3", "open-4"


def waiting(directory: Path, lists: int = 0) -> str:
    """An office with a report that leaves a question, one with a result on one side only, and so many lists since."""
    desk = copied(before_list("sqlite"), directory)
    reported(desk, an_open(QUESTION, range(17, 25), laws=None))
    spoiled = an_open(BROKEN, range(25, 33))
    desk = reported(desk, Scene(spoiled.text.replace(" w 1", " w  ", 1), spoiled.facts, spoiled.today))
    for day in LIST_DAYS[:lists]:
        publish(on(desk, day), day)
    desk.store.close()
    return desk.store.address


def publish(desk: Desk, day: date) -> None:
    preview_list(desk, SERIES, Month.of(day))
    publish_list(desk, SERIES, Month.of(day))


def docket(reader: Reader) -> dict[str, DocketItem]:
    return {each.item.event: each for each in record.event_docket(reader)}


def test_a_question_is_asked_and_a_broken_report_corrected_while_the_first_list_is_ahead(tmp_path: Path) -> None:
    with site(waiting(tmp_path)) as (_, reader):
        found = docket(reader)
    assert found[QUESTION].step is SenderStep.ANSWER_QUESTIONS
    assert found[BROKEN].step is SenderStep.CORRECT_REPORT
    assert found["open-1"].step is SenderStep.WAIT_FOR_LIST
    assert {each.clocks for each in found.values()} == {(Clock("first list", DUE),)}
    assert [(each.code, each.tier) for each in found[QUESTION].findings] == [("laws-of-chess", Tier.ASK)]


def test_after_later_lists_the_docket_says_what_the_desk_says_now(tmp_path: Path) -> None:
    address = waiting(tmp_path, len(LIST_DAYS))
    with site(address) as (client, reader):
        found = docket(reader)
        page = html.unescape(client.get("/docket").text)
        event = html.unescape(client.get(f"/events/{QUESTION}").text)
    with open_office(address, "test") as desk:
        outcomes = examine_events(desk, EventOrder((QUESTION, BROKEN)))
    for outcome in outcomes:
        now = {(each.code, each.articles) for each in outcome.findings if each.tier in STOPPING_TIERS}
        assert {(each.code, each.articles) for each in found[outcome.event].findings} == now
        assert ("report-deadline", ("9.1",)) in now  # the last list on which it could be is published
    assert {each.step for each in found.values()} == {SenderStep.NOTHING}
    assert {each.clocks for each in found.values()} == {()}
    for item in found.values():
        assert all(finding_sentence(each) in page for each in item.findings)
    assert all(finding_sentence(each) in event for each in found[QUESTION].findings)
    assert sentences()["web-step/nothing"] in page


def test_an_examination_is_made_once_and_again_when_something_changed(tmp_path: Path) -> None:
    address = waiting(tmp_path)
    with site(address) as (_, reader):
        first = docket(reader)
        assert docket(reader) == first
        with open_office(address, "A. Officer") as desk:
            publish(on(desk, DUE), DUE)
        reader.refresh()
        second = docket(reader)
    assert second[QUESTION].clocks == ()
    assert second[QUESTION].list_ != first[QUESTION].list_


def test_every_code_has_one_sentence_for_the_public_that_quotes_nothing() -> None:
    by_law = {name.split("/")[0] for name in admission.SENTENCES if not name.startswith(NOT_FINDINGS)}
    public = {name: text for name, text in sentences().items() if name.startswith("web-finding/")}
    assert {*CODES, *OFFICE_FINDINGS, *by_law} == {name.split("/")[1] for name in public}
    assert not [name for name, text in public.items() if FIELD_START in text]


def test_days_are_not_broken_and_what_is_typed_is_set_as_such() -> None:
    assert unbroken("at least 2000 (2024-03) & more", Month(202403)) == (
        'at least 2000 (<span class="day">2024-03</span>) &amp; more'
    )
    assert unbroken("2000", None) == "2000"
    assert typed("Type `arpad verify --public <DIR>`.") == "Type <code>arpad verify --public &lt;DIR&gt;</code>."
    assert typed("A ` alone") == "A ` alone"
