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

from arpad.finding import Problem, UserError
from arpad.frozen import dataclass
from arpad.history import merkle_tree
from arpad.history.list_data import Head

CONTENTS_FILE = "contents.json"
CSV_FORM = "Arpad-History 1"  # tables as lines of text, with the log they lead to
FILES_FORM = "Arpad-History-Files 1"  # tables as Parquet, for statistics
FORMS = (CSV_FORM, FILES_FORM)
MOST = 100_000_000  # players, and whatever else is counted


@dataclass(frozen=True)
class Contents:
    """The table of contents of a history."""

    office: str  # the first link of its log
    rehearsal: bool  # of an office that only rehearses
    chapters: tuple[Head, ...]  # in the order in which they were published
    files: Mapping[str, str]  # every file but this one and those of the log: how many lines or rows, and their hash
    form: str = CSV_FORM
    named: bool = True  # people are told by name and number

    @property
    def text(self) -> bytes:
        chapters = [asdict(head) for head in self.chapters]
        whole: dict[str, Any] = {
            "form": self.form, "office": self.office, "rehearsal": self.rehearsal, "chapters": chapters,
            "files": dict(sorted(self.files.items())),
        }  # fmt: skip
        if self.form == FILES_FORM:
            whole["named"] = self.named
            whole["seal"] = _hash_of_contents(whole)
        return (json.dumps(whole, indent=1, ensure_ascii=True) + "\n").encode()


def _hash_of_contents(whole: Mapping[str, Any]) -> str:
    """The hash of everything else in the table of contents."""
    rest = {name: value for name, value in whole.items() if name != "seal"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def lines_and_root(text: bytes) -> str:
    """The number of lines and the Merkle root of a file, as the table of contents has them."""
    lines = merkle_tree.split_lines(text)
    return f"{len(lines)} {merkle_tree.root_of_lines(lines)}"


def hash_of_contents_file(text: bytes) -> str:
    """The hash of a table of contents, as the log has it."""
    return merkle_tree.root_of_lines(merkle_tree.split_lines(text))


def read_contents(text: bytes) -> Contents:
    """Parse a table of contents; a damaged one is refused."""
    try:
        whole = json.loads(text)
        form = whole["form"]
        if form not in FORMS:
            raise UserError("history/form", form=str(form)[:40], known=FORMS)
        if form == FILES_FORM and whole["seal"] != _hash_of_contents(whole):
            raise ValueError
        chapters = tuple(_read_head(each) for each in whole["chapters"])
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
        raise UserError("history/no-contents", file=CONTENTS_FILE) from None
    return contents


def _read_head(head_fields: dict[str, Any]) -> Head:
    """Parse the head of a list; names that could lead out of the directory are refused."""
    names = {each.name for each in fields(Head)}
    if head_fields.keys() != names:
        raise ValueError
    pairs = head_fields.items()
    whole: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in pairs}
    for name in ("list_", "entry", "players", "replaced"):
        if type(whole[name]) is not int or not 0 <= whole[name] <= MOST:
            raise ValueError
    if not isinstance(whole["law"], dict) or not all(isinstance(each, str) for each in whole["law"].values()):
        raise ValueError
    for name in ("series", "kind", "edition", "seal", "inputs", "seating"):
        if type(whole[name]) is not str or "/" in whole[name] or whole[name].startswith("."):
            raise ValueError
    return Head(**whole)
