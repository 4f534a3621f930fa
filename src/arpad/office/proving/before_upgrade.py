"""Check an office of an older schema before it is upgraded: its old log, and every list that it computed."""

from __future__ import annotations

from arpad.finding import Problem
from arpad.law.law_set import set_law
from arpad.office.adopted_rulebooks import read_law_of_office
from arpad.office.proving.recomputed_lists import recomputed_list_problems
from arpad.office.store.conversion import BEFORE, old_findings
from arpad.office.store.engine import Store
from arpad.office.store.migrate import schema_in


def findings_before_upgrade(store: Store) -> list[Problem]:
    """Return what is not as the old log says, and the numbers of lists that come out otherwise. None for an office of
    this version's schema."""
    with store.reading() as connection:
        if schema_in(connection) != BEFORE:
            return []
        set_law(read_law_of_office(connection))
        return [*old_findings(connection), *recomputed_list_problems(connection)]
