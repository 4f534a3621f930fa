"""The table of contents of a history: which chapters there are, and the hash of every file.

What is hashed here is what the office enters into its log when it writes a history; so whoever has a checkpoint of that
log can tell of every file, and of every line of it, whether it is what the office wrote.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from arpad.finding import Misuse, Problem
from arpad.frozen import dataclass
from arpad.history import tree
from arpad.history.chapter import Head

FILE = "contents.json"
FORM = "Arpad-History 1"  # tables as lines of text, with the log they lead to
FILES = "Arpad-History-Files 1"  # tables as Parquet, for statistics
FORMS = (FORM, FILES)
MOST = 100_000_000  # players, and whatever else is counted


@dataclass(frozen=True)
class Contents:
    """What stands in a history."""

    office: str  # the first link of its log
    rehearsal: bool  # of an office that only rehearses
    chapters: tuple[Head, ...]  # in the order in which they were published
    files: Mapping[str, str]  # every file but this one and those of the log: how many lines or rows, and their hash
    form: str = FORM
    named: bool = True  # people are told by name and number

    @property
    def text(self) -> bytes:
        chapters = [asdict(head) for head in self.chapters]
        whole: dict[str, Any] = {
            "form": self.form, "office": self.office, "rehearsal": self.rehearsal, "chapters": chapters,
            "files": dict(sorted(self.files.items())),
        }  # fmt: skip
        if self.form == FILES:
            whole["named"] = self.named
            whole["seal"] = _seal(whole)
        return (json.dumps(whole, indent=1, ensure_ascii=True) + "\n").encode()


def _seal(whole: Mapping[str, Any]) -> str:
    """The hash of everything else that a table of contents says."""
    rest = {name: value for name, value in whole.items() if name != "seal"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def lines_and_root(text: bytes) -> str:
    """What stands beside the name of a file."""
    lines = tree.lines_of(text)
    return f"{len(lines)} {tree.root(lines)}"


def hash_of(text: bytes) -> str:
    """What the log says of a table of contents."""
    return tree.root(tree.lines_of(text))


def read(text: bytes) -> Contents:
    """A table of contents out of its file."""
    try:
        whole = json.loads(text)
        form = whole["form"]
        if form not in FORMS:
            raise Misuse("history/form", form=str(form)[:40], known=FORMS)
        if form == FILES and whole["seal"] != _seal(whole):
            raise ValueError
        chapters = tuple(_head(each) for each in whole["chapters"])
        files = {str(name): str(sha256) for name, sha256 in whole["files"].items()}
        if any(Path(name).is_absolute() or ".." in Path(name).parts for name in files):
            raise ValueError
        if len({(head.series, head.list_) for head in chapters}) != len(chapters):
            raise ValueError
        contents = Contents(
            str(whole["office"]), bool(whole["rehearsal"]), chapters, files, form, whole.get("named", True)
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, Problem):
            raise
        raise Misuse("history/no-contents", file=FILE) from None
    return contents


def _head(head_fields: dict[str, Any]) -> Head:
    """A head; names that could lead out of the directory are none."""
    names = {each.name for each in fields(Head)}
    if head_fields.keys() != names:
        raise ValueError
    whole: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in head_fields.items()
    }
    for name in ("list_", "entry", "players", "replaced"):
        if type(whole[name]) is not int or not 0 <= whole[name] <= MOST:
            raise ValueError
    if not isinstance(whole["law"], dict) or not all(isinstance(each, str) for each in whole["law"].values()):
        raise ValueError
    for name in ("series", "kind", "edition", "seal", "inputs", "seating"):
        if type(whole[name]) is not str or "/" in whole[name] or whole[name].startswith("."):
            raise ValueError
    return Head(**whole)
