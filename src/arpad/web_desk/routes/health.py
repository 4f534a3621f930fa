"""The health of the office: the doctor, the proof of the journal, and backups. These pages are in English only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import quote

from fastapi import Request
from starlette.responses import Response, StreamingResponse

from arpad.office import jobs, stored_backups
from arpad.office.accounts import Permission
from arpad.office.care import BackupLock, need_age
from arpad.office.proofs import VerifyRequest
from arpad.office.stored_backups import BackupName
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, PostedForm, see_other
from arpad.web_desk.form_fields import lines_of
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
HEALTH, BACKUP = "/desk/health", "/desk/backup"
MENU = (MenuItem("health", HEALTH, Permission.ADMINISTER),)
ENGLISH = "en"
BLOCK = 1 << 20


@routes.page(HEALTH, needs=Permission.ADMINISTER)
def health_page(request: Request, desk: DeskHere) -> Response:
    newest = {work: jobs.newest_job(desk, work) for work in (jobs.EXAMINE_OFFICE, jobs.VERIFY, jobs.TRY_OUT)}
    return desk_page(
        request, "health.html", language=ENGLISH, examined=newest[jobs.EXAMINE_OFFICE], verified=newest[jobs.VERIFY],
        drilled=newest[jobs.TRY_OUT], backups=stored_backups.list_backups(desk),
    )  # fmt: skip


def _ask(desk: ActingDesk, work: str, about: object = None) -> Response:
    job = jobs.ask_for_job(desk, jobs.JobRequest(work, about))
    return see_other(f"/desk/jobs/{job.number}")


@routes.act(f"{HEALTH}/examine", needs=Permission.ADMINISTER)
def examine(request: Request, desk: ActingDesk) -> Response:
    """Let the doctor look at the office."""
    return _ask(desk, jobs.EXAMINE_OFFICE)


@routes.act("/desk/verify", needs=Permission.ADMINISTER)
def verify(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Verify that the stored rows are what the office wrote, also against a checkpoint that somebody kept."""
    return _ask(desk, jobs.VERIFY, VerifyRequest(lines_of(form, "since"), form["signer"].strip()))


@routes.act(BACKUP, needs=Permission.ADMINISTER, fresh=True)
def back_up(request: Request, desk: ActingDesk) -> Response:
    return _ask(desk, jobs.BACK_UP)


@routes.act(f"{BACKUP}/drill", needs=Permission.ADMINISTER)
def try_out(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Restore a backup into a temporary office, and let the doctor look at it."""
    return _ask(desk, jobs.TRY_OUT, BackupName(form["file"]))


@routes.act(f"{BACKUP}/remove", needs=Permission.ADMINISTER, fresh=True)
def remove(request: Request, form: Posted, desk: ActingDesk) -> Response:
    stored_backups.remove_backup(desk, BackupName(form["file"]))
    return see_other(HEALTH, "removed")


@routes.act(f"{BACKUP}/download", needs=Permission.ADMINISTER, fresh=True)
def download(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """The file of a backup, encrypted if a passphrase was typed."""
    lock = _lock_of(form)
    files = ExitStack()
    file = files.enter_context(stored_backups.opened_backup(desk, BackupName(form["file"]), lock))

    def blocks() -> Iterator[bytes]:
        with files:
            while block := file.read(BLOCK):
                yield block

    name = form["file"] if lock is None else f"{form['file'].removesuffix('.zip')}.age"
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
    return StreamingResponse(blocks(), 200, headers, "application/octet-stream")


def _lock_of(form: PostedForm) -> BackupLock | None:
    if not form["passphrase"]:
        return None
    need_age()
    return BackupLock.passphrase(form["passphrase"])
