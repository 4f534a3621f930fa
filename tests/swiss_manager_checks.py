"""Check a file of Swiss-Manager once more, by other means than the reader: the file is walked from its first byte to
its last, number by number, and only then compared with its own table of offsets.

`broken` returns the numbers of the checks that do not hold: 1 markers and offsets, 2 the texts of the header, 3 the
records of rounds and players, 4 the rows, 5 the numbers in them, 6 everybody once in a round, 7 one bye in a round, and
9 the codes of the results. It knows nothing of the reader and shares no code with it.
"""

from __future__ import annotations

BYE, UNPAIRED = 65535, 65534
KNOWN = {
    "game": {0, 1, 2, 3, 4, 5, 6, 15, 16, 17}, "no black": {4}, "no white": {5}, "bye": {0, 9},
    "unpaired": {0, 1, 2, 3},
}  # fmt: skip


class Walk:
    """A place in a file."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self, size: int) -> int:
        raw = self.data[self.at : self.at + size]
        if len(raw) < size:
            raise EOFError
        self.at += size
        return int.from_bytes(raw, "little")

    def text(self) -> None:
        size = 2 * self.number(2)
        self.skip(size)

    def skip(self, size: int) -> None:
        if self.at + size > len(self.data):
            raise EOFError
        self.at += size

    def marker(self, first: int) -> bool:
        return self.number(4) == 0x4489FF00 + first


def broken(data: bytes) -> set[int]:
    """The checks that a file breaks; structure first, and where that fails nothing else is looked at."""
    try:
        return _walked(Walk(data))
    except EOFError:
        return {1}


def _walked(walk: Walk) -> set[int]:
    data = walk.data
    if not walk.marker(0x93):
        return {1}
    walk.skip(104)
    for _ in range(132):
        walk.text()
    if not walk.marker(0x95):
        return {2}
    start = walk.at
    walk.skip(5883)
    of = {name: int.from_bytes(data[start + at : start + at + 2], "little") for name, at in
          {"paired": 0x11, "players": 0x13, "rounds": 0x17, "teams": 0x2F}.items()}  # fmt: skip
    kind = data[start + 0x0B]
    offsets = [walk.at]
    if not walk.marker(0xA3):
        return {2}
    counts = []
    for _ in range(of["rounds"]):
        walk.text()
        walk.skip(36)
        counts.append(walk.number(2))
        walk.skip(68)
    offsets.append(walk.at)
    if not walk.marker(0xA5):
        return {3}
    for _ in range(of["players"]):
        for _ in range(30):
            walk.text()
        walk.skip(110)
    offsets.append(walk.at)
    if not walk.marker(0xB3):
        return {3}
    rounds: list[list[tuple[int, int, int]]] = []
    for count in counts:
        rounds.append([])
        for _ in range(count):
            rounds[-1].append((walk.number(2), walk.number(2), walk.number(2)))
            walk.skip(15)
    offsets.append(walk.at)
    return _tail(walk, offsets, of["teams"]) or _pairings(rounds, of["paired"], of["players"], kind)


def _tail(walk: Walk, offsets: list[int], teams: int) -> set[int]:
    """What stands behind the rows; a wrong number of rows ends here, too."""
    table = [
        int.from_bytes(walk.data[at : at + 4], "little") for at in range(len(walk.data) - 32, len(walk.data) - 4, 4)
    ]
    if len(table) < 7 or table[:4] != offsets:
        return {4}
    first = walk.data[walk.at]
    if first == 0xB5:
        walk.skip(4)
        for _ in range(teams):
            for _ in range(3):
                walk.text()
            walk.skip(100)
        first = walk.data[walk.at]
    if table[4]:
        if walk.at != table[4] or not walk.marker(0xC3):
            return {1}
        walk.at = table[5]
    if table[6]:
        if not walk.marker(0xC5):
            return {1}
        walk.at = table[6]
    if not walk.marker(0xD3) or walk.at + 32 != len(walk.data):
        return {1}
    walk.skip(28)
    return set() if walk.marker(0xE3) else {1}


def _pairings(rounds: list[list[tuple[int, int, int]]], paired: int, players: int, kind: int) -> set[int]:
    wrong = set()
    of_teams = kind in (2, 3)
    for turn, rows in enumerate(rounds, 1):
        seen: dict[int, int] = {}
        byes = 0
        for white, black, result in rows:
            if white > players or (players < black < UNPAIRED) or (0 in (white, black) and not of_teams):
                wrong.add(5)
            which = (
                "bye" if black == BYE else "unpaired" if black == UNPAIRED else "no black" if not black
                else "no white" if not white else "game"
            )  # fmt: skip
            if turn > paired:
                continue
            if result not in KNOWN[which]:
                wrong.add(9)
            byes += which == "bye"
            for number in {"game": (white, black), "no white": (black,)}.get(which, (white,)):
                seen[number] = seen.get(number, 0) + 1
        if turn > paired:
            continue
        if any(count > 1 for count in seen.values()) or (not of_teams and len(seen) < players):
            wrong.add(6)
        if byes > 1:
            wrong.add(7)
    return wrong
