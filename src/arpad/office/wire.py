"""Requests as JSON for the journal, and back: typed by the declared fields of their dataclasses.

Bytes and columns become attachments, named by their SHA-256. The names of fields are part of the stored format and
never change; `tests/test_acts.py` holds them. A class with a form of its own has `to_journal` and `from_journal`.
"""

from __future__ import annotations

import hashlib
import re
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from arpad.columns import Table
from arpad.finding import Problem
from arpad.packed import pack, unpack
from arpad.plaintext import file_name

Json = Any
FileName = Annotated[str, "file name"]
"""The name of a file, of which only the last part is stored: the folder belongs to the user's machine."""
KIND, HASH, COLUMN = "kind", "sha256", "column"
LARGEST_FILE = 4 * 1024 * 1024  # bytes of a file that are attached; a larger one is named by its hash only


class CannotEncodeError(ValueError):
    """A value has no form in the journal. It is an error of the program."""


class MissingBytesError(ValueError):
    """Bytes of a request are not stored, so that it cannot be performed again."""


class Encoded:
    """A request as JSON, with the bytes that it refers to. `complete`: all bytes are attached."""

    def __init__(self, request: Any, declared: Any = None) -> None:
        """`declared` is the type of the request, if it may be one of several."""
        self.attachments: dict[str, bytes] = {}
        self.complete = True
        self.json = self._encode(request, declared or type(request))

    def _encode(self, value: Any, hint: Any) -> Json:
        if hint == FileName:
            return file_name(value)
        hint = _bare(hint)
        if get_origin(hint) in (Union, types.UnionType):
            return self._encode_alternative(value, get_args(hint))
        if value is None or type(value) in (str, bool, int):
            return value
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, date):
            return value.isoformat()
        if isinstance(value, str | int):
            return str(value) if isinstance(value, str) else int(value)
        if isinstance(value, bytes):
            return self._attach(value)
        if isinstance(value, Path):
            return self._attach_file(value)
        if hasattr(value, "to_journal"):
            return value.to_journal()
        if isinstance(value, Table):
            return self._attach(pack(value))
        if isinstance(value, np.ndarray):
            little = np.ascontiguousarray(value, value.dtype.newbyteorder("<"))
            return {**self._attach(little.tobytes()), COLUMN: little.dtype.str}
        if is_dataclass(value) and not isinstance(value, type):
            return {name: self._encode(getattr(value, field), inner) for name, field, inner in _fields(type(value))}
        if isinstance(value, Mapping):
            key, inner = get_args(hint) or (Any, Any)
            return [[self._encode(each, key), self._encode(value[each], inner)] for each in sorted(value)]
        if isinstance(value, Collection):
            items = [self._encode(each, inner) for each, inner in zip(value, _inner(hint, len(value)), strict=True)]
            return sorted(items, key=repr) if isinstance(value, frozenset | set) else items
        raise CannotEncodeError(type(value).__name__)

    def _encode_alternative(self, value: Any, alternatives: Sequence[Any]) -> Json:
        if isinstance(value, Problem):
            raise CannotEncodeError("a problem is no request")
        several = [each for each in alternatives if is_dataclass(each)]
        if len(several) > 1 and type(value) in several:
            return {KIND: kind_of(type(value)), **self._encode(value, type(value))}
        hint = next((each for each in alternatives if _fits(value, each)), type(value))
        return self._encode(value, hint)

    def _attach(self, body: bytes) -> Json:
        name = hashlib.sha256(body).hexdigest()
        self.attachments[name] = body
        return {HASH: name}

    def _attach_file(self, path: Path) -> Json:
        digest = hashlib.sha256()
        with path.open("rb") as file:
            if path.stat().st_size <= LARGEST_FILE:
                return self._attach(file.read())
            while block := file.read(1 << 20):
                digest.update(block)
        self.complete = False
        return {HASH: digest.hexdigest()}


def decode(json: Json, hint: Any, read_bytes: Callable[[str], bytes | None]) -> Any:
    """Return the request that was encoded as this JSON. `read_bytes` returns attached bytes by their SHA-256.

    Raises MissingBytesError where it returns None, and ValueError for JSON that does not fit the type."""
    try:
        return _decode(json, hint, read_bytes)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error


def _decode(json: Json, hint: Any, read_bytes: Callable[[str], bytes | None]) -> Any:
    hint = _bare(hint)
    if get_origin(hint) in (Union, types.UnionType):
        return _decode_alternative(json, get_args(hint), read_bytes)
    if hint is Any or hint is object:
        return json
    if hasattr(hint, "from_journal"):
        return hint.from_journal(json)
    origin = get_origin(hint) or hint
    if origin in (bytes, np.ndarray) or origin is Path:
        return _decode_bytes(json, read_bytes)
    if not isinstance(origin, type):
        raise CannotEncodeError(str(hint))
    if issubclass(origin, Table):
        return unpack(origin, _decode_bytes(json, read_bytes))
    if is_dataclass(origin):
        return origin(
            **{field: _decode(json[name], inner, read_bytes) for name, field, inner in _fields(origin) if name in json}
        )
    if issubclass(origin, date):
        return date.fromisoformat(json)
    if issubclass(origin, bool | int | str):
        return origin(json)
    if issubclass(origin, Mapping):
        key, inner = get_args(hint) or (Any, Any)
        return {_decode(each, key, read_bytes): _decode(value, inner, read_bytes) for each, value in json}
    if issubclass(origin, Collection):
        if isinstance(json, dict):
            return _decode_bytes(json, read_bytes)
        items = (_decode(each, inner, read_bytes) for each, inner in zip(json, _inner(hint, len(json)), strict=True))
        return frozenset(items) if issubclass(origin, frozenset) else tuple(items)
    raise CannotEncodeError(str(hint))


def _decode_alternative(json: Json, alternatives: Sequence[Any], read_bytes: Callable[[str], bytes | None]) -> Any:
    if json is None and type(None) in alternatives:
        return None
    if isinstance(json, dict) and KIND in json:
        kind = next(each for each in alternatives if is_dataclass(each) and kind_of(each) == json[KIND])
        return _decode({name: value for name, value in json.items() if name != KIND}, kind, read_bytes)
    if isinstance(json, dict) and HASH in json:
        return _decode_bytes(json, read_bytes)
    return _decode(json, next(each for each in alternatives if each is not type(None)), read_bytes)


def _decode_bytes(json: Json, read_bytes: Callable[[str], bytes | None]) -> Any:
    body = read_bytes(json[HASH])
    if body is None:
        raise MissingBytesError(json[HASH])
    if COLUMN in json:
        dtype = np.dtype(json[COLUMN])
        return np.frombuffer(body, dtype).astype(dtype.newbyteorder("="))
    return body


def kind_of(kind: Any) -> str:
    """Return the name of a class in the journal where a request may be one of several: `late-event`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


@cache
def _fields(kind: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    """Return (name in the journal, name of the field, declared type) of each field of a dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field.name.rstrip("_"), field.name, hints[field.name]) for field in fields(kind))


def _bare(hint: Any) -> Any:
    """Return a declared type without its annotations."""
    return _bare(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


def _inner(hint: Any, count: int) -> list[Any]:
    """Return the declared type of each of `count` items of a collection."""
    inner = get_args(hint)
    if not inner:
        return [Any] * count
    if get_origin(hint) is tuple and inner[-1] is not Ellipsis:
        return list(inner)
    return [inner[0]] * count


def _fits(value: Any, hint: Any) -> bool:
    origin = get_origin(_bare(hint)) or _bare(hint)
    return isinstance(origin, type) and isinstance(value, origin)
