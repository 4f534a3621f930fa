"""A Merkle tree over the lines of a file: one root hash, and an audit path that proves one line.

A leaf is the SHA-256 of a zero byte and the line; a node is the SHA-256 of a one byte and its two children. A node
without a neighbour moves up unchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

LEAF_MARK, NODE_MARK = b"\0", b"\1"
LEFT, RIGHT = "L", "R"  # on which side of the way up a hash stands
EMPTY = hashlib.sha256(b"").digest()

MerklePath = tuple[str, ...]  # from the line up: the side and the hash, as text


def split_lines(text: bytes) -> list[bytes]:
    """The lines of a file; the last one is empty if the file ends with a line end."""
    return text.split(b"\n")


def root_of_lines(lines: Sequence[bytes]) -> str:
    """The Merkle root of all lines."""
    level = _leaf_hashes(lines)
    while len(level) > 1:
        level = _level_above(level)
    return level[0].hex() if level else EMPTY.hex()


def path_to_root(lines: Sequence[bytes], at: int) -> MerklePath:
    """The sibling hashes from a line to the root (Merkle audit path)."""
    level, beside = _leaf_hashes(lines), []
    while len(level) > 1:
        other = at ^ 1
        if other < len(level):
            beside.append((LEFT if other < at else RIGHT) + level[other].hex())
        level, at = _level_above(level), at // 2
    return tuple(beside)


def root_from_path(line: bytes, beside: MerklePath) -> str:
    """The root that a line and its audit path give."""
    here = hashlib.sha256(LEAF_MARK + line).digest()
    for step in beside:
        other = bytes.fromhex(step[1:])
        pair = other + here if step[:1] == LEFT else here + other
        here = hashlib.sha256(NODE_MARK + pair).digest()
    return here.hex()


def root_from_path_at_place(line: bytes, beside: MerklePath, at: int, count: int) -> str:
    """The root that they give, if the path fits the line's place among so many lines; empty otherwise."""
    sides, place, width = [], at, count
    while width > 1:
        if place ^ 1 < width:
            sides.append(LEFT if place & 1 else RIGHT)
        place, width = place // 2, -(-width // 2)
    fits = 0 <= at < count and [step[:1] for step in beside] == sides
    return root_from_path(line, beside) if fits else ""


def _leaf_hashes(lines: Sequence[bytes]) -> list[bytes]:
    """The hashes of the lines."""
    return [hashlib.sha256(LEAF_MARK + line).digest() for line in lines]


def _level_above(level: list[bytes]) -> list[bytes]:
    """The next level: the hashes of pairs, and the last node unchanged if it has no neighbour."""
    pairs = [
        hashlib.sha256(NODE_MARK + left + right).digest() for left, right in zip(level[0::2], level[1::2], strict=False)
    ]
    return pairs + level[len(pairs) * 2 :]
