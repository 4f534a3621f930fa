"""Programs that send reports to a desk that is killed: a short storm. The long one is `./dev campaigns storm`."""

from __future__ import annotations

from pathlib import Path

import pytest
from databases import KINDS
from storm_desk import DOUBLED, LOST, SOUND, UNANSWERED, run, verdict


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_has_one_report_and_every_receipt_stands(kind: str, tmp_path: Path) -> None:
    found, about = run(kind, uploaders=2, count=3, kills=1, seed=1, place=tmp_path)
    assert found == SOUND, about


def test_what_is_lost_doubled_or_unanswered_is_seen() -> None:
    """The control: a receipt without a report, a key that was done twice, a report without a key, and silence."""
    keys = {"a": 1, "b": 1}
    assert verdict(["a", "b"], 2, keys, 2) == SOUND
    assert verdict(["a", "b", "c"], 3, keys, 2) == LOST
    assert verdict(["a", "b"], 2, {"a": 2, "b": 1}, 2) == DOUBLED
    assert verdict(["a", "b"], 2, keys, 3) == DOUBLED
    assert verdict(["a"], 2, keys, 2) == UNANSWERED
