"""Work on tasks with Dask: on a cluster that is there, or on one of some processes of this machine.

There is no scheduler of ours. What is started here listens on this machine alone, and only for processes that have its
credentials: TLS with a key that is made for the run and stands in no file, because a scheduler runs any code that
reaches it, and another user of the machine may reach it. A variant goes to a worker by its
bytes; a worker reads the history from the same path and looks at its hash. One that is lost loses nothing: its task is
given to another. A period is rated by parts with the same workers: `survey` and `score` are maps, `judge` and `settle`
stand between.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from arpad.finding import Remedy, UserError
from arpad.lab.sweep import SweepTask, work_on_task

LOOPBACK_ADDRESS = "127.0.0.1"
START_TIMEOUT = "10s"  # until a scheduler must have answered
WORKER_MEMORY = "2GiB"  # of a worker
MAX_RETRIES = 5  # times that a task is given to another worker


def import_dask() -> Any:
    """The library that distributes the work."""
    try:
        import distributed
    except ModuleNotFoundError:
        raise UserError("library-missing", Remedy.to("install-extra", extra="lab")) from None
    return distributed


def make_credentials(library: Any) -> Any:
    """A key and a certificate for one run, in memory."""
    try:
        import cryptography  # noqa: F401 - Dask makes the key with it
    except ModuleNotFoundError:
        raise UserError("library-missing", Remedy.to("install-extra", extra="lab")) from None
    return library.security.Security.temporary()


@contextmanager
def connect_scheduler(address: str) -> Iterator[DaskCluster]:
    """Work on the cluster of a scheduler."""
    library = import_dask()
    try:
        client = library.Client(address, timeout=START_TIMEOUT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UserError("lab/no-scheduler", Remedy.to("start-scheduler"), address=address, reason=reason) from None
    with client:
        yield DaskCluster(library, client)


@contextmanager
def start_workers(count: int) -> Iterator[DaskCluster]:
    """Work in so many processes of this machine."""
    library = import_dask()
    credentials = make_credentials(library)
    settings: dict[str, Any] = {
        "protocol": "tls://", "security": credentials,
        "n_workers": count, "processes": True, "threads_per_worker": 1, "host": LOOPBACK_ADDRESS,
        "dashboard_address": None, "memory_limit": WORKER_MEMORY, "silence_logs": logging.CRITICAL,
    }  # fmt: skip
    with (
        library.LocalCluster(**settings) as local,
        library.Client(local, security=credentials, set_as_default=False) as client,
    ):
        yield DaskCluster(library, client)


class DaskCluster:
    """Workers that are there. Called with tasks it is an engine of a sweep; `spread` rates a period by parts."""

    def __init__(self, library: Any, client: Any) -> None:
        self.library, self.client = library, client

    def __call__(self, tasks: Sequence[SweepTask]) -> Iterator[tuple[SweepTask, bytes]]:
        """The results as they come."""
        waiting = {self.client.submit(work_on_task, task, pure=False, retries=MAX_RETRIES): task for task in tasks}
        try:
            for done in self.library.as_completed(list(waiting), loop=self.client.loop):
                task = waiting.pop(done)
                yield task, self._result(done, task.variant.name)
        finally:
            self.client.cancel(list(waiting))

    def spread(self, function: Callable[[Any], Any], parts: Sequence[Any]) -> Iterator[Any]:
        """What comes of each part, in their order."""
        futures = [self.client.submit(function, part, pure=False, retries=MAX_RETRIES) for part in parts]
        for at, done in enumerate(futures, 1):
            yield self._result(done, f"{function.__name__} {at}/{len(parts)}")

    def _result(self, done: Any, name: str) -> Any:
        try:
            return done.result()
        except (OSError, RuntimeError, self.library.scheduler.KilledWorker) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UserError("lab/refused", name=name, reason=reason) from None
