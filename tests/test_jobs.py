"""Work in the background: it survives its worker, is done once, and reports what went wrong."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS
from office_made import at, event, fresh, reported
from sqlalchemy import func, select, update

from arpad.finding import UserError
from arpad.office import care, jobs, periods, queue, reports
from arpad.office.desk import Desk
from arpad.office.jobs import JobRequest, JobState, ask_for_job, run_next_job, show_job
from arpad.office.periods import ListChoice, PreviewRequest
from arpad.office.store.schema import examined, job, log

SERIES = "fide-standard"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An office with an admitted event, on the day after its period."""
    later = reported(fresh("sqlite", tmp_path), event("good"))
    reports.admit_events(later, reports.AdmissionOrder(("good",)))
    return at(later, date(2025, 12, 1))


def entries(desk: Desk) -> int:
    with desk.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(log)).scalar_one())


def run(desk: Desk) -> jobs.Job | None:
    return run_next_job(desk, lambda who, _: replace(desk, who=who))


def publishing(desk: Desk) -> JobRequest:
    return JobRequest("publish-list", periods.PublishRequest(ListChoice(SERIES), confirmed=True))


def test_a_list_is_previewed_and_published_by_jobs(desk: Desk) -> None:
    asked = ask_for_job(desk, JobRequest("preview-list", PreviewRequest(ListChoice(SERIES))))
    assert (asked.state, asked.over) == (JobState.WAITING, False)
    assert ask_for_job(desk, JobRequest("preview-list", PreviewRequest(ListChoice(SERIES)))).number == asked.number
    done = run(desk)
    assert done
    assert done.state is JobState.DONE
    assert done.result["events"] == 1
    ask_for_job(desk, publishing(desk))
    published = run(desk)
    assert published
    assert published.result["list"] == "2025-12"
    assert not published.result["already"]
    assert run(desk) is None
    assert jobs.newest_job(desk, "preview-list", SERIES) == done
    assert [each.number for each in jobs.list_jobs(desk)] == [2, 1]


def test_a_problem_is_kept_with_its_remedy(desk: Desk) -> None:
    number = ask_for_job(desk, publishing(desk)).number
    done = run(desk)
    assert done
    assert done.state is JobState.FAILED
    assert done.problem
    assert done.problem.message == "list-unseen"
    assert done.problem.help
    again = show_job(desk, number).problem
    assert again
    assert str(again) == str(done.problem)


def test_a_job_of_a_worker_that_ended_is_done_once_by_the_next_one(desk: Desk) -> None:
    number = ask_for_job(desk, JobRequest("preview-list", PreviewRequest(ListChoice(SERIES)))).number
    run(desk)
    before = entries(desk)
    with desk.store.noting() as connection:  # as if its worker had ended after the commit and before it said so
        connection.execute(update(job).values(state="running", beat=0, result=""))
    done = run(desk)
    assert done
    assert done.number == number
    assert done.state is JobState.DONE
    assert done.result == {"already": True}
    assert entries(desk) == before


def test_one_job_runs_at_a_time_and_a_hopeless_one_ends(desk: Desk) -> None:
    for provisional in (False, True):
        ask_for_job(desk, JobRequest("preview-list", PreviewRequest(ListChoice(SERIES), provisional)))
    first = jobs._take(desk)
    assert first.number == 1
    assert jobs._take(desk) is None  # the first one runs
    for _ in range(2):
        with desk.store.noting() as connection:
            connection.execute(update(job).where(job.c.number == 1).values(beat=0))
        assert jobs._take(desk).number == 1
    with desk.store.noting() as connection:
        connection.execute(update(job).where(job.c.number == 1).values(beat=0))
    assert jobs._take(desk) is None
    problem = show_job(desk, 1).problem
    assert problem
    assert problem.message == "job/lost"
    assert jobs._take(desk).number == 2


def test_what_may_not_run_in_the_background_is_refused(desk: Desk) -> None:
    for work in ("admit-report", "no-such-act"):
        with pytest.raises(UserError, match=work):
            ask_for_job(desk, JobRequest(work))
    with pytest.raises(UserError, match="no job 9"):
        show_job(desk, 9)


@pytest.mark.parametrize("kind", KINDS)
def test_the_worker_examines_what_waits(kind: str, tmp_path: Path) -> None:
    desk = reported(fresh(kind, tmp_path), event("open-1"))
    ask_for_job(desk, JobRequest(jobs.EXAMINE))
    done = run(desk)
    assert done
    assert done.result == 1
    with desk.reading() as connection:
        assert connection.execute(select(func.count()).select_from(examined)).scalar_one() == 1
    assert queue.list_queue(desk, queue.QueueQuery()).missing == 0


def test_a_rehearsal_goes_on_to_a_later_day(desk: Desk) -> None:
    assert care.move_day(desk, care.NewDay(date(2026, 1, 5))) == date(2026, 1, 5)
    with desk.reading() as connection:
        assert connection.execute(select(func.max(log.c.day))).scalar() == 20260105
    for day, why in ((date(2025, 12, 1), "not after"), (date(2028, 1, 1), "more than a year")):
        with pytest.raises(UserError, match=why):
            care.move_day(desk, care.NewDay(day))
    with pytest.raises(UserError, match="rehears"):
        care.move_day(replace(desk, rehearsal=False), care.NewDay(date(2026, 2, 5)))
