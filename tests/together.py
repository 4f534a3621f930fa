"""Several officers publish one list at the same moment, each in a process of his own.

    python tests/together.py OFFICERS ADDRESS...

For each address so many children are started; they wait for each other, then all publish. What each of them ended with
is printed as a line of JSON: whether the list was there already, its hash, or the error he saw. The children are forks
of a process that has no database open.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from by_hand import publish_list
from publication_made import DUE, NEXT, SERIES

from arpad.office.desk import open_desk
from arpad.office.store.engine import connect_store


def officer(number: int, address: str, gate: Any, answers: Any) -> None:
    try:
        store = connect_store(address)
        desk = open_desk(store, f"Officer {number}", DUE)
        gate.wait()
        done = publish_list(desk, SERIES, NEXT)
        store.close()
        answers.put({"already": done.already, "sha256": done.sha256, "error": ""})
    except BaseException as error:
        answers.put({"already": False, "sha256": "", "error": f"{type(error).__name__}: {error}"})


def round_of(officers: int, address: str) -> list[dict[str, Any]]:
    forks = multiprocessing.get_context("fork")
    gate, answers = forks.Barrier(officers), forks.Queue()
    children = [forks.Process(target=officer, args=(n, address, gate, answers)) for n in range(officers)]
    for child in children:
        child.start()
    found = [answers.get(timeout=120) for _ in children]
    for child in children:
        child.join()
    return found


if __name__ == "__main__":
    for given in sys.argv[2:]:
        print(json.dumps(round_of(int(sys.argv[1]), given)), flush=True)
