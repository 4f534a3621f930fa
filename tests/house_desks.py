"""The rules of the house about desks, faces, words and days; each returns what breaks it, as in `house`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

from house import at, modules

FACES = ("cli", "web", "web_desk")
PUBLIC = (
    "desk", "people", "events", "reports", "periods", "lists", "revisions", "claims", "care", "reading", "record",
    "proofs", "rulebooks", "scale", "duties", "status", "undo", "accounts", "approvals", "sign_in", "queue",
    "event_work", "jobs", "stored_backups",
)  # fmt: skip
DATABASES = ("sqlalchemy", "alembic", "psycopg", "sqlite3")
FILLED_LATER = ("admission/telling.py",)  # a table of remedies: what they take is the finding's
TRANSACTIONS = ("writing", "reading")
TYPED_ROOMS = ("explain", "calculator", "pipeline", "examining", "making", "lists")
VAGUE = ("said", "told", "made", "one")
MOST_PARAMETERS = 5
PARTS_OF_DAYS = (100, 10_000)
DAYS_AND_UNITS = ("days.py", "exact.py")
COMMAND = re.compile(r"`arpad |^\s*arpad |(^|\s)--[a-z]")
PROBLEMS = ("UserError", "LawError", "Problem")


# --- faces parse, call and render -------------------------------------------------------------------------------------


def faces_behind_the_desk(root: Path) -> list[str]:
    """Faces that know a database, a private room of the office, or open a transaction."""
    return [at(root, p, node, what) for p, tree in modules(root, FACES) for node, what in _behind(tree)]


def _behind(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(tree):
        for name in _imported(node):
            room = name.removeprefix("arpad.office.").partition(".")[0] if name.startswith("arpad.office.") else ""
            if name.partition(".")[0] in DATABASES or (room and room not in PUBLIC):
                yield node, f"imports {name}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TRANSACTIONS:
            yield node, f"calls {node.func.attr}"


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [f"{node.module}.{each.name}" for each in node.names]
    return []


# --- problems are data ------------------------------------------------------------------------------------------------


def free_sentences(root: Path) -> list[str]:
    """Problems and remedies that bring their own words instead of naming those of the catalogue."""
    found = []
    for path, call in _calls(root):
        name = _called(call)
        if name in PROBLEMS or name == "Remedy":
            key = call.args[0] if call.args else None
            if isinstance(key, ast.BinOp) or (key is not None and any(" " in text for text in _texts(key))):
                found.append(at(root, path, call, f"{name} in free words"))
    return found


def _texts(node: ast.expr) -> list[str]:
    """What stands in a text; of one that is put together, what stands between its fields."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return [str(part.value) for part in parts if isinstance(part, ast.Constant)]


def unknown_messages(root: Path, sentences: Mapping[str, str], remedies: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Problems and remedies that the catalogue does not have, or to which they do not give the fields it names."""
    found = []
    for path, call in _calls(root):
        name, key = _called(call), call.args[0] if call.args else None
        if name not in (*PROBLEMS, "Remedy") or not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            continue
        texts = tuple(remedies.get(key.value, {}).values()) if name == "Remedy" else (sentences.get(key.value),)
        if key.value not in (remedies if name == "Remedy" else sentences):
            found.append(at(root, path, call, f"{name} {key.value} is not in the catalogue"))
        elif all(keyword.arg for keyword in call.keywords) and path.relative_to(root).as_posix() not in FILLED_LATER:
            given = {str(keyword.arg) for keyword in call.keywords}
            wanted = {field for text in texts if text for field in fields_in(text)}
            found += [at(root, path, call, f"{name} {key.value} lacks {each}") for each in sorted(wanted - given)]
    return found


def fields_in(text: str) -> set[str]:
    """The fields that a sentence names."""
    return {name.partition(".")[0].partition("[")[0] for _, name, _, _ in Formatter().parse(text) if name}


def _calls(root: Path) -> Iterator[tuple[Path, ast.Call]]:
    for path, tree in modules(root):
        if path.relative_to(root).as_posix() in ("finding.py", "asjson.py"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield path, node


def _called(call: ast.Call) -> str:
    """`UserError(...)`, and `Remedy(...)` or `Remedy.to(...)`."""
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr == "to" and isinstance(function.value, ast.Name):
        return function.value.id
    return function.id if isinstance(function, ast.Name) else ""


def commands_in_rooms(root: Path) -> list[str]:
    """Flags and commands named by a room: only the catalogue and the command line know how they are typed."""
    found = []
    for path, tree in modules(root):
        if path.relative_to(root).parts[0] in (*FACES, "messages", "__main__.py"):
            continue
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in docs:
                continue
            if COMMAND.search(node.value):
                found.append(at(root, path, node, f"{node.value[:40]!r}"))
    return found


# --- results are typed ------------------------------------------------------------------------------------------------


def untyped_results(root: Path) -> list[str]:
    """Functions that answer with a table of anything, and values that write their own JSON."""
    found = []
    for path, tree in modules(root):
        room, *inner = path.relative_to(root).parts
        if room.removesuffix(".py") not in TYPED_ROOMS and not (room == "office" and len(inner) == 1):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                if node.returns is not None and "dict[str, Any]" in ast.unparse(node.returns):
                    found.append(at(root, path, node, f"{node.name} gives a dict of anything"))
                if node.name == "as_json":
                    found.append(at(root, path, node, "as_json"))
    return found


def many_parameters(root: Path) -> list[str]:
    """Functions outside the faces that take more than five things: some of them are one noun."""
    found = []
    for path, tree in modules(root):
        if path.relative_to(root).parts[0] in FACES:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                count = sum(each.arg not in ("self", "cls") for each in named)
                if count > MOST_PARAMETERS:
                    found.append(at(root, path, node, f"{node.name} takes {count}"))
    return found


def vague_names(root: Path) -> list[str]:
    """Data that is named after nothing: `said`, `told`, `made`, `one`."""
    found = []
    for path, tree in modules(root):
        for node in ast.walk(tree):
            bound = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
            bound = node.arg if isinstance(node, ast.arg) else bound
            if bound in VAGUE:
                found.append(at(root, path, node, bound))
    return found


def day_arithmetic(root: Path) -> list[str]:
    """Days and months taken apart by hand outside the module that does it."""
    found = []
    for path, tree in modules(root):
        if path.relative_to(root).as_posix() in DAYS_AND_UNITS:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv | ast.Mod):
                by = node.right
                if (isinstance(by, ast.Constant) and by.value in PARTS_OF_DAYS) or (
                    isinstance(by, ast.Name) and by.id in ("YEAR", "YEARS", "MONTH", "MONTHS", "MONTH_DAY")
                ):
                    found.append(at(root, path, node, ast.unparse(node)))
    return found
