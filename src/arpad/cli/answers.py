"""What each verb answers with `--json`: a typed value of the office, the calculators or the law, and so its schema.

A verb that is not here has no `--json`. `[]` behind a type means several of them.
"""

from __future__ import annotations

from importlib import import_module
from types import GenericAlias
from typing import Any

ANSWERS: dict[str, str] = {
    "law coverage": "arpad.law.shown:Coverage",
    "law diff": "arpad.law.compare:Difference[]",
    "law errata": "arpad.law.shown:RulingEverywhere[]",
    "law list": "arpad.law.shown:BookShown[]",
    "law show": "arpad.law.shown:Shown",
    "law table": "arpad.law.shown:TablesShown",
}


def declared(verb: str) -> Any:
    """The type of a verb's answer."""
    module, _, name = ANSWERS[verb].partition(":")
    kind = getattr(import_module(module), name.removesuffix("[]"))
    return GenericAlias(tuple, (kind, ...)) if name.endswith("[]") else kind
