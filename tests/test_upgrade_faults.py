"""An office of an older schema is upgraded wholly or not at all, whatever happens meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from databases import KINDS
from faults import Interrupted, counted, fault, interrupt, killed
from frozen import office_of, rows_of

from arpad.office import care
from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import newest_schema, schema_of

OLDEST = "0005"


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_at_any_step_of_an_upgrade_leaves_the_office_as_it_was_and_it_can_be_repeated(
    kind: str, tmp_path: Path
) -> None:
    other = office_of(kind, tmp_path, OLDEST)
    steps = counted(lambda: care.upgrade_office(other))
    assert schema_of(connect_store(other)) == newest_schema()
    writes = len(steps) - steps[::-1].index("before the commit")  # the last commit, counted from 1
    earlier = [step for step in steps[: writes - 1] if step == "before the commit"]
    assert len(earlier) == steps.count("after the commit") - 1
    address = office_of(kind, tmp_path, OLDEST)
    before = rows_of(address)
    apart = 60 if kind == "sqlite" else 200
    for at in [*range(1, writes - 5, apart), *range(writes - 5, writes + 1)]:
        with pytest.raises(Interrupted), fault(at, interrupt):
            care.upgrade_office(address)
        assert rows_of(address) == before, steps[at - 1]
    for at in (writes // 2, writes - 1, writes):
        assert killed(lambda: care.upgrade_office(address), at)
        assert rows_of(address) == before, steps[at - 1]
    assert killed(lambda: care.upgrade_office(address), writes + 1)
    assert schema_of(connect_store(address)) == newest_schema()
    care.upgrade_office(address)
    after = rows_of(address)
    stored = before.keys() - {"alembic_version", "bound", "log", "link"}
    assert {name: after[name] for name in stored} == {name: before[name] for name in stored}
    assert len(after["log"]) == len(before["log"]) + 1
