"""Say in which line of a rulebook's file something stands: an article, a concept of it, a key.

The reader of TOML keeps no lines, so the file is looked through once: headers of tables, and the keys that begin a
line below them. Texts over several lines are passed over. What a problem names is found by its place, as problems
write it: `file: article N, coefficient: read`.
"""

from __future__ import annotations

import re

from arpad.frozen import dataclass
from arpad.law.cited import LawError

HEADER = re.compile(r"^\s*(\[\[?)\s*(?P<path>.+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"""^\s*(?P<key>"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)\s*=""")
PART = re.compile(r"""\s*("(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^.\s]+))\s*(\.|$)""")
IN_TOML = re.compile(r"line (\d+)")
ARTICLE = re.compile(r"\s*\[(\[|edition|silent|article\.[^\]]*[\"']\s*\])")  # where something else begins
NAMES = ("key", "concept", "method", "value")  # of what a problem is about
FENCES = ('"""', "'''")


@dataclass(frozen=True)
class Lines:
    """The lines of a file, by place."""

    file: str
    texts: tuple[str, ...]
    at: dict[str, int]

    def of(self, problem: LawError) -> int:
        """The line of a problem: of the name that it is about, or else of what holds it; 0 where it has none."""
        fields = dict(problem.fields)
        in_toml = IN_TOML.search(str(fields.get("error", "")))
        if in_toml:
            return int(in_toml[1])
        line = self._of_place(str(fields.get("where", "")).removeprefix(self.file).removeprefix(": "))
        names = [fields[name] for name in NAMES if isinstance(fields.get(name), str) and fields[name]]
        return next((found for name in names if (found := self._below(line, name))), line)

    def _of_place(self, place: str) -> int:
        """The line of a place, or of the nearest that holds it."""
        while place:
            if place in self.at:
                return self.at[place]
            cut = max(place.rfind(": "), place.rfind(", "))
            place = place[:cut] if cut > 0 else ""
        return 0

    def _below(self, line: int, name: str) -> int:
        """The first line from there on, up to the next article, that has a name; 0 where none has."""
        if not line:
            return 0
        for number, text in enumerate(self.texts[line - 1 :], line):
            if number > line and ARTICLE.match(text):
                return 0
            if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
                return number
        return 0


def lines_of(text: str, file: str) -> Lines:
    """Where everything stands in the text of a rulebook."""
    found: dict[str, int] = {}
    place, fence = "", ""
    for number, line in enumerate(text.splitlines(), 1):
        if fence:
            fence = "" if fence in line else fence
            continue
        header, key = HEADER.match(line), KEY.match(line)
        if header and not key:
            place = _place(header["path"])
            found.setdefault(place, number)
        elif key:
            name = key["key"].strip("\"'")
            if place.startswith("ruling") and name == "id":
                place = "ruling " + line.partition("=")[2].strip().strip("\"'")
                found.setdefault(place, number)
            found.setdefault(f"{place}: {name}" if place else name, number)
        fence = next((each for each in FENCES if line.count(each) % 2), "")
    return Lines(file, tuple(text.splitlines()), found)


def _place(path: str) -> str:
    """A header's path as problems write it."""
    parts = [found["double"] or found["single"] or found["bare"] or "" for found in PART.finditer(path)]
    match parts:
        case ["article", number]:
            return f"article {number}"
        case ["article", number, *concept]:
            return f"article {number}, {'.'.join(concept)}"
        case ["silent", *concept]:
            return f"silent {'.'.join(concept)}"
        case _:
            return ".".join(parts)
