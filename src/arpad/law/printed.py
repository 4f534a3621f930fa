"""Put a witness's print in the place of what is applied: its values, and the cells of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arpad.law.cited import LawError, Ruling, did_you_mean
from arpad.law.filling import convert


def as_printed(
    tables: Mapping[str, dict[str, Any]], rulings: tuple[Ruling, ...], witness: str, file: str
) -> dict[str, dict[str, Any]]:
    """The tables with this witness's print put in the place of what is applied."""
    printed = {name: dict(table) for name, table in tables.items()}
    for ruling in rulings:
        print_ = ruling.printed.get(witness)
        if not isinstance(print_, Mapping):
            continue
        where = f"{file}: ruling {ruling.id}, {witness}"
        if ruling.concept not in printed:
            raise LawError("bad-rulebook/prints-unfilled", where=where, concept=ruling.concept or "a concept")
        table = printed[ruling.concept]
        for key, value in print_.items():
            if key == "replace" and "layout" in table:
                table["layout"] = _replaced(convert(table["layout"], str, f"{where}: layout"), value, where)
            elif key not in table:
                raise LawError("bad-rulebook/unknown-key", did_you_mean(key, table), where=where, key=key)
            else:
                table[key] = value
    return printed


def _replaced(layout: str, pairs: Any, where: str) -> str:
    """A printed table with some of its cells as a witness prints them."""
    for pair in convert(pairs, tuple[tuple[str, ...], ...], f"{where}: replace"):
        if len(pair) != 2:
            raise LawError("bad-rulebook/expected-pairs", where=f"{where}: replace", value=pair)
        if layout.count(pair[0]) != 1:
            raise LawError("bad-rulebook/not-once", where=where, cell=pair[0])
        layout = layout.replace(*pair)
    return layout
