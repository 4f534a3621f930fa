"""The files of the law that came with this version, as bytes: the editions, the readings, the one-off adjustments, and
the sources that marks of evidence point to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

READINGS, ADJUSTMENTS, EVIDENCE = "readings.toml", "adjustments.toml", "evidence.toml"
BESIDE = (READINGS, ADJUSTMENTS, EVIDENCE)  # files that are no editions
SUFFIX = ".toml"
SHIPPED = "shipped.txt"


@cache
def law_files() -> Mapping[str, bytes]:
    """All of them, by name."""
    found = sorted(files(__package__).iterdir(), key=lambda entry: entry.name.removesuffix(SUFFIX))
    return {entry.name: entry.read_bytes() for entry in found if entry.name.endswith(SUFFIX)}


def edition_ids(names: Mapping[str, bytes]) -> tuple[str, ...]:
    """The editions among files."""
    return tuple(name.removesuffix(SUFFIX) for name in names if name not in BESIDE)


@cache
def shipped() -> frozenset[tuple[str, str]]:
    """Each file of the law that ever came with Arpad, as name and SHA-256: of this version and of those before."""
    lines = files(__package__).joinpath(SHIPPED).read_text("utf-8").splitlines()
    return frozenset((name, sha256) for sha256, name in (line.split() for line in lines if not line.startswith("#")))
