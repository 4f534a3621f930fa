"""Write the golden lists of the tiny federations anew, by the oracle: `python tests/make_golden_lists.py`.

A file per federation, series and list, `tests/golden/lists/NAME-SERIES-LIST.csv`. The office must not have a hand in
it: whatever would bring in one of its rooms is refused. Look at every row that changes, and say in the change why.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from io import StringIO
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden" / "lists"
JUDGED = ("arpad.office", "arpad.lists", "arpad.rating", "arpad.pipeline", "arpad.law")
COLUMNS = ("id", "name", "rating", "state", "k", "games", "highest", "last", "played")


class NotTheOffice(MetaPathFinder):
    """Refuse the rooms that are judged by these files."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> None:
        if fullname.startswith(JUDGED):
            raise ImportError(f"{fullname} is judged by the golden lists and may not help to make them")


def golden(name: str) -> dict[str, str]:
    """The golden files of a federation: file name to text."""
    from oracle_lists import make_lists
    from tiny import federation

    from arpad.columns import State, label

    told = federation(name)
    files = {}
    for series in told.opening:
        for list_, made in make_lists(told, series):
            out = StringIO()
            print(*COLUMNS, sep=",", file=out)
            for player, s in zip(told.players, made, strict=True):
                if s.state != State.NONE:
                    first = player.name.partition(",")[0]
                    print(player.number, first, s.rating, label(s.state), s.k, s.games, s.highest, s.last, s.played,
                          sep=",", file=out)  # fmt: skip
            files[f"{name}-{series}-{list_}.csv"] = out.getvalue()
    return files


def main() -> None:
    sys.meta_path.insert(0, NotTheOffice())
    from tiny import NAMES

    GOLDEN.mkdir(parents=True, exist_ok=True)
    wanted = {file: text for name in NAMES for file, text in golden(name).items()}
    for old in GOLDEN.glob("*.csv"):
        if old.name not in wanted:
            old.unlink()
    for file, text in wanted.items():
        (GOLDEN / file).write_text(text, "utf-8")
        print(file)


if __name__ == "__main__":
    main()
