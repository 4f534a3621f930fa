"""`arpad serve`: show an office to the public: lists, players, calculations, and an API."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, need_office, office_verb
from arpad.finding import Misuse, Remedy

LIBRARIES = ("fastapi", "jinja2", "uvicorn")
SITE = "arpad.web.app:from_environment"


@office_verb("db")
def serve(
    call: OfficeCall,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="NUMBER", min=1, max=65535, help="On which port.")] = 8000,
    workers: Annotated[int, typer.Option("--workers", metavar="NUMBER", min=1, max=64, help="Processes.")] = 1,
) -> None:
    """Show an office as a site: lists, players, calculations, the law, and an API. It only reads.

    [bold]Examples[/bold]

      arpad serve                                      http://127.0.0.1:8000

      arpad serve --db postgresql://office --host 0.0.0.0 --workers 4
    """
    need_office()
    if not all(find_spec(library) for library in LIBRARIES):
        raise Misuse("site-libraries-missing", Remedy.to("install-extra", extra="web"))
    import uvicorn

    from arpad.office.desk import open_office

    with open_office(call.db, "reader"):
        pass  # says what is wrong before a server starts
    os.environ["ARPAD_DB"] = call.db
    print(f"http://{host}:{port}", flush=True)
    uvicorn.run(
        SITE, factory=True, host=host, port=port, workers=workers, log_level="warning", access_log=False,
        server_header=False, timeout_keep_alive=10, limit_concurrency=1000, h11_max_incomplete_event_size=16_384,
    )  # fmt: skip
