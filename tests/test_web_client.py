"""The client in `examples/`: it is the one that the description gives, and it reads an office through a real server."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from site_made import SERIES, running_site
from test_web_described import OPERATIONS

from arpad.web.limits import LimitSettings

CLIENT = Path(__file__).resolve().parents[1] / "examples" / "arpad_client.py"
QUIET = LimitSettings(rate=100_000, burst=100_000)


@pytest.fixture(scope="module")
def client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("arpad_client", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["arpad_client"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_has_every_operation(client: ModuleType) -> None:
    """That it is fresh is held with the other generated pages."""
    assert {name for name in vars(client.Arpad) if not name.startswith("_")} == OPERATIONS


def test_an_office_is_read_with_the_client(client: ModuleType) -> None:
    with running_site(QUIET) as (port, app):
        office = client.Arpad(f"http://127.0.0.1:{port}")
        head = next(each for each in office.newest_lists()["items"] if each["series"] == SERIES)
        rows = list(office.list_rows_in_lines(SERIES, "newest", sex="w"))
        assert rows == office.list_rows(SERIES, head["list"], sex="w", limit=1000)["items"]
        player = office.player(rows[0]["id"])
        assert player["series"][SERIES]["rating"] == rows[0]["rating"]
        shown = office.calculation(rows[0]["id"], SERIES, head["list"])
        assert shown["after"]["rating"] == rows[0]["rating"]
        numbers = ",".join(str(row["id"]) for row in rows[:3])
        assert [each["player"]["name"] for each in office.look_up_players(numbers)["items"]] == [
            row["name"] for row in rows[:3]
        ]
        assert office.check_report(b"nothing of a report", name="a.trf")["verdict"] == "not-ratable"
        with pytest.raises(client.Refused) as refused:
            office.player(1)
        assert (refused.value.status, refused.value.code) == (404, "number-unknown")
        assert refused.value.page == "/problems/number-unknown"
        before = app.metrics.text()
        assert office.player(rows[0]["id"]) == player
        after = app.metrics.text()
    unchanged = 'arpad_requests_total{class="3xx"} '
    assert unchanged + "0" in before
    assert unchanged + "1" in after, "what has not changed is not sent again"


def test_the_client_waits_where_too_much_was_asked(client: ModuleType) -> None:
    with running_site(LimitSettings(rate=4, burst=2, pause=0.01)) as (port, app):
        office = client.Arpad(f"http://127.0.0.1:{port}")
        for limit in range(1, 6):
            assert len(office.find_players(q="a", limit=limit)["items"]) == limit
        assert 'reason="requests"' in app.metrics.text()
        hasty = client.Arpad(f"http://127.0.0.1:{port}", patience=0)
        with pytest.raises(client.Refused) as refused:
            [hasty.find_players(q="a", limit=limit) for limit in range(6, 40)]
        assert refused.value.code == "web-too-many"
