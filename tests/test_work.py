"""`arpad work` as a process: jobs that it ended are done, killed ones are done once by the next, signing needs the key;
and the ports of the site and the desk."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from accounts_made import officer
from desk_made import OPEN, ORIGIN, Browser
from office_made import at, event, fresh, reported
from sqlalchemy import func, select, update
from starlette.testclient import TestClient
from test_web_server import PATIENCE, waits_until
from typer.testing import CliRunner

from arpad.cli import app
from arpad.finding import UserError
from arpad.office import accounts, approvals, care, jobs, periods, proofs, reports, sign_in
from arpad.office.acts import Call
from arpad.office.desk import Desk
from arpad.office.jobs import APPROVE, JobRequest, JobState, ask_for_job, show_job
from arpad.office.periods import ListChoice, PreviewRequest
from arpad.office.store.schema import checkpoint, job, log
from arpad.web_desk.app import create_desk
from arpad.web_desk.server import DeskServerSettings, bind_desk, holds_signing_key

SERIES = "fide-standard"
PREVIEW = JobRequest("preview-list", PreviewRequest(ListChoice(SERIES)))
PUBLISH = JobRequest("publish-list", periods.PublishRequest(ListChoice(SERIES), confirmed=True))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """An office with an admitted event on the day after its period, and with a signing key."""
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "own" / "office.key"))
    later = reported(fresh("sqlite", tmp_path), event("good"))
    reports.admit_events(later, reports.AdmissionOrder(("good",)))
    proofs.make_signing_key(later, proofs.NewKey("the first"))
    care.move_day(later, care.NewDay(date(2025, 12, 1)))
    return at(later, date(2025, 12, 1))


def command(desk: Desk, *words: str) -> list[str]:
    return [sys.executable, "-m", "arpad", *words, "--db", desk.store.address]


def run(desk: Desk) -> jobs.Job:
    done = jobs.run_next_job(desk, lambda *_: desk)
    assert done
    return done


def ended(desk: Desk, number: int) -> jobs.Job:
    waits_until(lambda: show_job(desk, number).over)
    return show_job(desk, number)


def counted(desk: Desk) -> tuple[int, int]:
    """How many lists were published, and how many signatures there are."""
    with desk.reading() as connection:
        lists = (
            select(func.count()).select_from(log).where(log.c.action == "publish", log.c.subject == f"{SERIES} 202512")
        )
        signed = select(func.count()).select_from(checkpoint).where(checkpoint.c.signer != "")
        return int(connection.execute(lists).scalar_one()), int(connection.execute(signed).scalar_one())


@pytest.fixture
def worker(desk: Desk) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command(desk, "work"), stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def test_a_process_does_the_work_and_ends_when_it_is_asked_to(desk: Desk, worker: subprocess.Popen[str]) -> None:
    assert worker.stdout
    assert [worker.stdout.readline().strip() for _ in range(2)][1] == "Holds the signing key."
    assert ended(desk, ask_for_job(desk, PREVIEW).number).state is JobState.DONE
    assert ended(desk, ask_for_job(desk, PUBLISH).number).state is JobState.DONE
    assert counted(desk) == (1, 1)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(PATIENCE) == 0
    assert worker.stdout.read().split() == ["1.", "preview-list:", "done", "2.", "publish-list:", "done"]


def test_a_job_of_a_worker_that_was_killed_is_done_once_by_the_next(
    desk: Desk, worker: subprocess.Popen[str], tmp_path: Path
) -> None:
    """Wherever the kill comes: the list is published once, and signed."""
    ended(desk, ask_for_job(desk, PREVIEW).number)
    number = ask_for_job(desk, PUBLISH).number
    waits_until(lambda: show_job(desk, number).state is not JobState.WAITING)
    worker.kill()
    worker.wait()
    with desk.store.noting() as connection:  # half a minute without a sign of life
        connection.execute(update(job).where(job.c.state == JobState.RUNNING).values(beat=0))
    done = subprocess.run(command(desk, "work", "--once"), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert show_job(desk, number).state is JobState.DONE
    assert counted(desk) == (1, 1)


def test_a_publication_whose_worker_ended_before_it_signed_is_signed_by_the_next(desk: Desk) -> None:
    periods.preview_list(desk, ListChoice(SERIES))
    number = ask_for_job(desk, PUBLISH).number
    asked = show_job(desk, number).asked
    periods.enter_publication(replace(desk, idempotency=f"job-{number}-{asked}", call=Call()), PUBLISH.request)
    with desk.store.noting() as connection:
        connection.execute(update(job).values(state="running", beat=0, tries=1))
    assert counted(desk) == (1, 0)
    assert run(desk).result == {"already": True}
    assert counted(desk) == (1, 1)


def test_without_the_key_work_that_signs_is_left_to_who_has_it(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    periods.preview_list(desk, ListChoice(SERIES))
    publishing, preview = ask_for_job(desk, PUBLISH).number, ask_for_job(desk, PREVIEW).number
    office = replace(desk, rehearsal=False)
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("ARPAD_KEY", str(tmp_path / "nothing.key"))
        assert proofs.find_key(office) is proofs.KeyPlace.ELSEWHERE
        assert run(office).number == preview
        assert jobs.run_next_job(office, lambda *_: desk) is None
    assert show_job(desk, publishing).state is JobState.WAITING
    assert run(office).state is JobState.DONE
    assert counted(desk) == (1, 1)


def test_an_approved_publication_is_signed_where_the_key_is(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second person approves on a desk without the key; a worker with the key carries it out, once."""
    olena, taras = officer(desk, "olena", "rating-officer"), officer(desk, "taras", "rating-officer")
    accounts.set_approval_rule(desk, accounts.ApprovalRule("publish-list", True))
    periods.preview_list(olena, ListChoice(SERIES))
    first = ask_for_job(olena, PUBLISH).number
    open_for = jobs.desk_of_asker(desk.store)
    jobs.run_next_job(desk, open_for)
    problem = show_job(desk, first).problem
    assert problem
    assert problem.message == "held-act/waits"
    held = approvals.acts_to_approve(taras)[0].seq
    assert approvals.signs(taras, held)
    number = ask_for_job(taras, JobRequest(APPROVE, held)).number
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("ARPAD_KEY", str(tmp_path / "nothing.key"))
        assert jobs.run_next_job(replace(desk, rehearsal=False), open_for) is None
    done = jobs.run_next_job(desk, open_for)
    assert done
    assert (done.number, done.state, counted(desk)) == (number, JobState.DONE, (1, 1)), done.problem
    with desk.store.noting() as connection:  # as if that worker had ended before it said so
        connection.execute(update(job).where(job.c.number == number).values(state="running", beat=0))
    again = jobs.run_next_job(desk, open_for)
    assert again
    assert (again.state, again.result, counted(desk)) == (JobState.DONE, {"already": True}, (1, 1))
    answered = ask_for_job(olena, JobRequest(APPROVE, held)).number
    jobs.run_next_job(desk, open_for)
    problem = show_job(desk, answered).problem
    assert problem
    assert problem.message == "held-act/answered"  # asked for a second time, it is refused


def test_a_desk_that_works_says_that_it_holds_the_key(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with sign_in.open_desk_office(desk.store.address, ORIGIN) as office:
        assert holds_signing_key(office)
        monkeypatch.setenv("ARPAD_KEY", "/nothing.key")
        assert not holds_signing_key(office)
        accounts.add_account(desk, accounts.NewAccount("olena", "Olena Invented"))
        accounts.grant_role(desk, accounts.NewGrant("olena", "rating-officer"))
        link = accounts.invite_account(desk, accounts.AccountNamed("olena")).secret
        browser, pages = Browser(office), []
        assert browser.enrol(link).status_code == 303
        for holds in (True, False):
            client = TestClient(create_desk(office, OPEN, holds), base_url=ORIGIN, follow_redirects=False)
            client.cookies = browser.client.cookies
            pages.append(client.get("/desk").text)
    says = "This desk holds the signing key"
    assert [says in page for page in pages] == [True, False]


# --- ports ------------------------------------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_named_with_whose_it_is(desk: Desk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = command(desk, "serve", "--port", "0", "--with-desk", "--desk-port", str(port))
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
        with pytest.raises(UserError) as alone:
            bind_desk(DeskServerSettings(desk.store.address, port=port))
    assert done.returncode != 0
    assert done.stdout == ""  # no address of a site that does not run
    assert f"The desk cannot listen on 127.0.0.1, port {port}" in done.stderr
    assert "another --desk-port" in done.stderr
    assert f"The desk cannot listen on 127.0.0.1, port {port}" in str(alone.value)
    assert "another --port" in str(alone.value)


def test_the_site_and_the_desk_do_not_share_a_port(desk: Desk) -> None:
    words = ["serve", "--db", desk.store.address, "--with-desk", "--port", "8765", "--desk-port", "8765"]
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, UserError)
    assert done.exception.message == "desk/same-port"


def test_the_desk_beside_the_site_has_the_port_that_was_chosen(desk: Desk) -> None:
    words = command(desk, "serve", "--port", "0", "--with-desk", "--desk-port", "0")
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        lines = [process.stdout.readline().strip() for _ in range(3)]
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert [line.partition(":")[0] for line in lines[:2]] == ["http", "http"]
    assert lines[1].startswith("http://localhost:")
    assert lines[2].startswith("This desk holds the signing key.")
