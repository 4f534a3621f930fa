"""What each verb answers with `--json`: a typed value of the office, the calculators or the law, and so its schema.

A verb that is not here has no `--json`. `[]` behind a type means several of them.
"""

from __future__ import annotations

from importlib import import_module
from types import GenericAlias
from typing import Any

ANSWERS: dict[str, str] = {
    # people
    "player import": "arpad.office.people:PlayersImported",
    "player add": "arpad.office.people:Added",
    "player find": "arpad.office.people:Player[]",
    "player show": "arpad.office.people:Story",
    "player change": "arpad.office.people:FactChange[]",
    "player merge": "arpad.office.people:MergeDone",
    "player unmerge": "arpad.office.people:MergeDone",
    "arbiter import": "arpad.office.people:EntriesImported",
    "arbiter add": "arpad.office.people:EntriesImported",
    "arbiter show": "arpad.office.people:Arbiter[]",
    "federation import": "arpad.office.people:EntriesImported",
    "federation add": "arpad.office.people:EntriesImported",
    "federation show": "arpad.office.people:Federation[]",
}


def declared(verb: str) -> Any:
    """The type of a verb's answer."""
    module, _, name = ANSWERS[verb].partition(":")
    kind = getattr(import_module(module), name.removesuffix("[]"))
    return GenericAlias(tuple, (kind, ...)) if name.endswith("[]") else kind
