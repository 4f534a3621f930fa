"""What all tests share: a real database of each kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from databases import KINDS, new_database


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database for an office that is not there yet, once per kind."""
    return new_database(request.param, tmp_path)


@pytest.fixture
def addresses(tmp_path: Path) -> Callable[[str], str]:
    """Addresses for as many offices as a test wants, by kind."""
    return lambda kind: new_database(kind, tmp_path)
