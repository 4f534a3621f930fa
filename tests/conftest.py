"""What all tests share: a place for what they leave behind, which goes with them, and a real database of each kind."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import properties
import pytest
from databases import KINDS, ON_BOTH, copy_of, new_database
from hypothesis import HealthCheck, settings

from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.office_settings import found_office
from arpad.office.store.engine import connect_store

os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # what a failed test left stays there, as usual
LEFT = mkdtemp(prefix="arpad-tests-")
os.environ["XDG_CONFIG_HOME"] = f"{LEFT}/configuration"  # where signing keys are made
os.chmod(LEFT, 0o755)  # the PostgreSQL of root's tests runs as nobody
tempfile.tempdir = os.environ["TMPDIR"] = LEFT
atexit.register(shutil.rmtree, LEFT, ignore_errors=True)
FEW = 25  # examples of a property that says no number itself


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options by which the campaigns run more than every run does."""
    parser.addoption("--every-database", action="store_true", help="run every test of an office on PostgreSQL, too")
    parser.addoption("--thorough", action="store_true", help="try properties with ten times the examples")


def pytest_configure(config: pytest.Config) -> None:
    """Set the number of examples of properties. A busy machine is no failure: no example has a deadline.

    Every run tries the same examples, so that none fails by chance; `--thorough` looks for new ones.
    """
    properties.thorough = config.getoption("--thorough")
    settings.register_profile(
        "untimed",
        max_examples=properties.examples(FEW),
        deadline=None,
        derandomize=not properties.thorough,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("untimed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the PostgreSQL half of tests whose subject is the same on both databases."""
    if not config.getoption("--every-database"):
        out = [item for item in items if only_on_request(item)]
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in set(out)]


def only_on_request(item: pytest.Item) -> bool:
    """Return whether a test is the PostgreSQL half of one that SQLite answers as well."""
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    named = {item.path.name, f"{item.path.name}::{getattr(item, 'originalname', item.name)}"}
    on_postgresql = KINDS[1] in [value for value in parameters if isinstance(value, str)]
    return on_postgresql and not any(named.intersection(names) for names in ON_BOTH.values())


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database for an office that is not there yet, once per kind."""
    return new_database(request.param, tmp_path)


@pytest.fixture
def addresses(tmp_path: Path) -> Callable[[str], str]:
    """Addresses for as many offices as a test wants, by kind."""
    return lambda kind: new_database(kind, tmp_path)


@cache
def rehearsal(kind: str) -> str:
    """The address of an office for rehearsal, as of 2024-03-01, founded once: tests work on copies of it."""
    made = new_database(kind, Path(mkdtemp(prefix="arpad-office-")))
    found_office(connect_store(made, create=True), "officer", Clock(set_to=date(2024, 3, 1)), rehearsal=True)
    return made


@pytest.fixture(params=KINDS)
def office(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty office for rehearsal, once per kind."""
    return copy_of(rehearsal(request.param), tmp_path)


@pytest.fixture
def desk(office: str) -> Desk:
    """The desk of a new office."""
    return open_desk(connect_store(office), "officer")
