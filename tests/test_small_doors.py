"""What an officer mistypes is refused before he is asked anything, and what he may do next is told as a command."""

from __future__ import annotations

import re
import sys
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from by_hand import register_facts
from databases import KINDS
from office_made import event, write
from publication_made import address_of, before_list, copied, on
from terminal import shown

from arpad.cli import main
from arpad.cli.office_session import confirm
from arpad.finding import UserError
from arpad.messages import READER_LETTER, advise, remedies
from arpad.office import events, people, periods, reports
from arpad.office.desk import Desk


@pytest.mark.parametrize(("licence", "taken"), [("FA", True), ("fa", True), ("None", True), ("", True), ("zz", False)])
def test_a_licence_is_one_that_there_is(desk: Desk, licence: str, taken: bool) -> None:
    new = people.NewArbiter(14100098, "Referee, Rita", "EST", licence)
    if taken:
        people.add_arbiter(desk, new)
        return
    with pytest.raises(UserError, match="licence: expected one of IA, FA, NA, A, B, C, D, none"):
        people.add_arbiter(desk, new)
    file = people.InputFile("arbiters.csv", b"id,name,licence\n7,Referee Rita,zz\n8,Referee Bo,FA\n")
    done = people.import_arbiters(desk, people.InputFiles((file,)))
    assert (done.entered, done.problems[0].findings[0].place.column) == (0, 3)


SPRING = {"series": "fide-standard", "start": date(2024, 3, 10), "end": date(2024, 3, 12), "federation": "UKR"}


@pytest.mark.parametrize(("name", "taken"), [("x" * 200, True), ("x" * 201, False), (" Open", False), ("a\nb", False)])
def test_the_name_of_an_event_is_a_line(desk: Desk, name: str, taken: bool) -> None:
    given: dict[str, Any] = {**SPRING, "code": "spring", "name": name}
    if taken:
        assert register_facts(desk, given).event == "spring"
        return
    with pytest.raises(UserError, match="name: expected at most 200 characters"):
        register_facts(desk, given)


def test_no_letter_speaks_of_the_keys_of_an_event_description() -> None:
    """An arbiter is asked in words: their answer is a letter."""
    for action, readers in remedies().items():
        text = readers.get(READER_LETTER, "")
        assert "event description" not in text, action
        assert not re.search(r"--[a-z]", text), action
        assert not re.search(r"\{key\}|\w+ = [\"\[{]", text), action
    assert advise(None, READER_LETTER) == ""


@pytest.fixture(params=KINDS)
def published(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    desk = on(copied(before_list(request.param), tmp_path), date(2025, 12, 1))
    periods.preview_list(desk, periods.ListChoice())
    periods.publish_list(desk, periods.PublishRequest(confirmed=True))
    return desk


def test_nobody_is_asked_about_what_cannot_be_done(
    published: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rated event is refused at once; one that is open is asked about, and nobody is there to answer."""
    monkeypatch.setenv("ARPAD_DB", address_of(published))
    monkeypatch.setenv("ARPAD_WHO", "officer")

    def typed(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["arpad", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), "".join(capsys.readouterr())

    for verb in ("refuse", "withdraw"):
        code, printed = typed("report", verb, "open-1", "--why", "x", "--now", "2025-12-01")
        assert code == 2, printed
        assert "is rated in the list 2025-12" in printed
        assert "Nobody is there to ask" not in printed
    with pytest.raises(UserError, match="is rated in the list 2025-12"):
        reports.refuse_events(published, reports.RefusalOrder(("open-1",), "x"))
    code, printed = typed("event", "show", "open-1", "--now", "2025-12-01")
    assert code == 0
    assert events.decision_as_action(events.DecisionKind.HELD).sentence == "hold it"
    assert events.command_for_decision(events.DecisionKind.HELD, "open-1") == "`arpad report hold open-1 --why TEXT`"


def test_what_can_be_done_with_a_part_is_said_as_it_can_be_typed() -> None:
    """Facts are those of the event; a report names its part, and whatever is decided of it has the name CODE/N."""
    begins = {
        events.DecisionKind.REGISTERED: "`arpad event register --code league`, ",
        events.DecisionKind.REPORTED: "`arpad report submit FILE --event league --part 2 --rounds A-B`; ",
        events.DecisionKind.ADMITTED: "`arpad report admit league/2`",
        events.DecisionKind.EXCLUDED: "`arpad event exclude league/2 --player N ",
        events.DecisionKind.ENDED: "`arpad event end league --why TEXT`",
    }
    commands = {kind: events.command_for_decision(kind, "league", 2) for kind in begins}
    assert {kind: command for kind, command in commands.items() if not command.startswith(begins[kind])} == {}


def test_a_letter_hangs_below_its_bullet_beside_a_bar_of_progress(tmp_path: Path) -> None:
    """On a terminal the bar stands on the same screen; the lines above it are broken as everywhere."""
    report = write(tmp_path, "open", event("open"))
    printed = shown(60, "check", "--letter", "--as-of", "2025-11-20", report, errors=True)
    assert "checking" in printed
    broken = [lines for lines in printed.split("\n- ")[1:] if "\n  " in lines]
    assert broken
    for paragraph in re.findall(r"^- .*(?:\n(?!- |\n).*)*", printed, re.MULTILINE):
        first, *more = paragraph.splitlines()
        if len(first) > 45:
            assert all(line.startswith("  ") or not line.strip() for line in more if "checking" not in line), paragraph


def test_the_end_of_input_is_no_answer(office: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control-D at a question: nothing is changed, in one sentence."""
    monkeypatch.setattr("sys.stdin", StringIO())
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    with pytest.raises(UserError, match="nothing was changed"):
        confirm("Is it meant?", False)
