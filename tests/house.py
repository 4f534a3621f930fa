"""The rules of the house, each a function over a source tree that returns what breaks it: `file:line what`.

They read text and syntax trees only, so `test_house` can run them on the project and on a planted tree alike. A room
that is not there yet breaks nothing.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

EXACT_ROOMS = ("law", "rating", "lists")
LAWFUL_ROOMS = ("rating", "admission", "lists")
PLAIN_NUMBERS = {-1, 0, 1, 2}
LONGEST = 600


def modules(root: Path, rooms: Iterable[str] | None = None) -> Iterator[tuple[Path, ast.Module]]:
    """Every module of a package, or of some of its rooms (`rating/` or `rating.py`), with its syntax tree."""
    for path in sorted(root.rglob("*.py")):
        if rooms is None or path.relative_to(root).parts[0].removesuffix(".py") in rooms:
            yield path, ast.parse(path.read_text("utf-8"))


def at(root: Path, path: Path, node: Any, what: str) -> str:
    return f"{path.relative_to(root)}:{node.lineno} {what}"


# --- exact ------------------------------------------------------------------------------------------------------------


def floats(root: Path) -> list[str]:
    """Floats, `round` and true division in the rooms that compute what is published."""
    return [at(root, p, node, what) for p, tree in modules(root, EXACT_ROOMS) for node, what in _floats(tree)]


def _floats(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node, f"float {node.value}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _FLOAT_DTYPE.fullmatch(node.value):
            yield node, f"float type {node.value!r}"
        elif isinstance(node, ast.Name) and node.id in ("float", "round", "complex"):
            yield node, node.id
        elif isinstance(node, ast.Attribute) and _FLOAT_NAME.match(node.attr):
            yield node, node.attr
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield node, "true division"


_FLOAT_DTYPE = re.compile(r"float\d*|[<>=]?f[248]")
_FLOAT_NAME = re.compile(r"float|half$|single$|double$|longdouble$|true_divide$|mean$|average$|round$")


# --- no stray numbers -------------------------------------------------------------------------------------------------


def law_numbers(law: Path) -> set[int]:
    """Every whole number that stands as a value in an edition file."""

    def numbers(value: Any) -> Iterator[int]:
        if isinstance(value, bool):
            return
        if isinstance(value, int):
            yield value
        elif isinstance(value, dict | list):
            for inner in value.values() if isinstance(value, dict) else value:
                yield from numbers(inner)

    raws = [tomllib.loads(path.read_text("utf-8")) for path in law.glob("*.toml")]
    return {number for raw in raws for number in numbers([raw.get("article", {}), raw.get("silent", {})])}


def stray_numbers(root: Path, law: set[int]) -> list[str]:
    """Numbers inside functions, and constants that equal a value of the law, in the rooms that must ask for it."""
    found = []
    for path, tree in modules(root, LAWFUL_ROOMS):
        inside = {id(node) for f in ast.walk(tree) if isinstance(f, _FUNCTIONS) for node in ast.walk(f)}
        named = {id(node) for c in ast.walk(tree) if _is_enum(c) for node in ast.walk(c)}  # an enum numbers its members
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or type(node.value) is not int or id(node) in named:
                continue
            if node.value in PLAIN_NUMBERS:
                continue
            if id(node) in inside:
                found.append(at(root, path, node, f"number {node.value} in a function"))
            elif node.value in law:
                found.append(at(root, path, node, f"constant {node.value} equals a value of the law"))
    return found


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _is_enum(node: ast.AST) -> bool:
    return isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(base) for base in node.bases)


# --- no article numbers in code ---------------------------------------------------------------------------------------

SCORES = ("0.0", "0.5")  # scores as files have them, which happen to be articles as well
_NUMBERED = re.compile(r"(?<![\w.:/])(?<![<>=~!]=)\d+(?:[.:]\d+)+(?:\([a-z]\)|[ab](?!\w))?(?![\w(]|[.:]\d|-[a-z])")


def article_numbers(root: Path, articles: set[str]) -> list[str]:
    """Article numbers in strings, comments and numbers of the code; they belong in edition files only."""
    found = []
    for path in sorted(root.rglob("*.py")):
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
            text = token.string
            if tokenize.tok_name[token.type] not in ("STRING", "FSTRING_MIDDLE", "COMMENT", "NUMBER"):
                continue
            if token.type == tokenize.NUMBER and text.startswith(("0.", ".")):
                continue  # a share or a wait, not a citation
            for number in _NUMBERED.finditer(text):
                if number.group() in articles and number.group() not in SCORES:
                    line = token.start[0] + text[: number.start()].count("\n")
                    found.append(f"{path.relative_to(root)}:{line} article {number.group()}")
    return found


def known_articles(law: Path) -> set[str]:
    """The article numbers of all editions that cannot be taken for plain whole numbers."""
    raws = [tomllib.loads(path.read_text("utf-8")) for path in law.glob("*.toml")]
    numbers = {number for raw in raws for number in raw.get("article", {})}
    numbers |= {n for raw in raws for body in raw.get("article", {}).values() for n in body.get("also", {}).values()}
    return {number for number in numbers if not number.isdigit()}


# --- modules ----------------------------------------------------------------------------------------------------------


def silent_modules(root: Path) -> list[str]:
    """Modules that do not open with a sentence about what they decide."""
    found = []
    for path, tree in modules(root):
        first = (ast.get_docstring(tree) or "").split("\n\n")[0]
        if len(first.split()) < 4 or not first.endswith((".", "!", "?", ":")):
            found.append(f"{path.relative_to(root)}:1 does not say what it decides")
    return found


def long_files(root: Path, longest: int) -> list[str]:
    """Modules with more lines than a subject needs."""
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in sorted(root.rglob("*.py"))}
    return [f"{path.relative_to(root)}:{length} lines" for path, length in lengths.items() if length > longest]


def forbidden_names(root: Path) -> list[str]:
    """Files and folders named after a pattern instead of the trade."""
    pattern = {"utils", "util", "helpers", "helper", "services", "service", "core", "common", "manager", "misc"}
    return [str(path.relative_to(root)) for path in sorted(root.rglob("*")) if path.stem in pattern]


# --- all tracked files ------------------------------------------------------------------------------------------------

HOSTS = tuple("".join(parts) for parts in (
    ("pypi", ".org"), ("python", "hosted.org"), ("registry.", "npmjs"), ("npmjs", ".com"), ("anaconda", ".org"),
    ("conda", "-forge.org"), ("astral", ".sh"), ("cdn.", "jsdelivr"), ("unpkg", ".com"), ("crates", ".io"),
))  # fmt: skip
_PLACES = re.compile(
    "|".join((r"(?<![\w.~-])/(?:tmp|ho" + r"me|root|wo" + r"rk|Users|mnt|private)/[\w.-]", r"[A-Z]:\\"))
)


def addresses(root: Path, files: Iterable[str]) -> list[str]:
    """Hosts of package registries: a lock names what is wanted, the machine knows where to get it."""
    return [where for where, line in _lines(root, files) if any(host in line for host in HOSTS)]


def machine_paths(root: Path, files: Iterable[str]) -> list[str]:
    """Paths of somebody's machine."""
    return [where for where, line in _lines(root, files) if _PLACES.search(line)]


def _lines(root: Path, files: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in files:
        try:
            text = root.joinpath(name).read_text("utf-8")
        except UnicodeDecodeError:
            continue  # an image or another file that is not text
        for number, line in enumerate(text.splitlines(), 1):
            yield f"{name}:{number}", line
