"""Work in the background: how far it is, and what came of it. The page loads itself anew until the job is over."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from arpad.office import jobs, proofs
from arpad.web_desk.access import DeskHere, DeskRoutes, Needs
from arpad.web_desk.form_fields import new_key
from arpad.web_desk.pages import desk_page

routes = DeskRoutes()
JOBS = "/desk/jobs"
WORK_PAGES = {
    "preview-list": "/desk/period",
    "publish-list": "/desk/period",
    "open-series": "/desk/series",
    "import-list": "/desk/lists",
    "import-players": "/desk/people",
    jobs.EXAMINE_OFFICE: "/desk/health",
    jobs.VERIFY: "/desk/health",
    jobs.BACK_UP: "/desk/health",
    jobs.TRY_OUT: "/desk/health",
    jobs.TRY_RULEBOOK: "/desk/law",
    "adopt-rulebook": "/desk/law",
    "preview-case": "/desk/corrections",
    "approve-case": "/desk/corrections",
    jobs.APPROVE: "/desk/approvals",
}
"""Where one goes on after work of a kind."""


@routes.page(JOBS, needs=Needs.SIGNED_IN)
def jobs_page(request: Request, desk: DeskHere) -> Response:
    return desk_page(request, "jobs.html", jobs=_own_jobs(desk))


def _own_jobs(desk: DeskHere) -> list[jobs.Job]:
    """Return the jobs of whoever asks."""
    return [job for job in jobs.list_jobs(desk) if job.actor == desk.actor]


@routes.page(f"{JOBS}/{{number}}", needs=Needs.SIGNED_IN)
def job_page(request: Request, number: int, desk: DeskHere) -> Response:
    job = jobs.show_job(desk, number)
    if job.actor != desk.actor:
        return desk_page(request, "jobs.html", jobs=_own_jobs(desk))
    place = proofs.find_key(desk) if job.work in jobs.SIGNING and job.state is jobs.JobState.WAITING else None
    elsewhere = place is proofs.KeyPlace.ELSEWHERE
    return desk_page(request, "job.html", job=job, after=_page_after(job), elsewhere=elsewhere, key=new_key())


def _page_after(job: jobs.Job) -> str:
    """Return where one goes on after a job."""
    request = job.request if isinstance(job.request, dict) else {}
    page = WORK_PAGES.get(job.work, "/desk")
    about = (request.get("which") or {}).get("series") or request.get("code") or ""
    return f"{page}/{about}" if about and page != "/desk" else page
