"""Decide of what stands below the tags of a game in a PGN file: is there a move, is anything said, how does it end?

In: the lines, one after the other. Out: whether there is a move outside comments and variations, whether there is more
than a result, and the results. What stands in a comment, in a variation or behind a `;` is no move, over however many
lines it runs. Whether a move is legal nobody asks.

A line is searched as a whole, not word by word: it may have thousands of words.
"""

from __future__ import annotations

import re
from dataclasses import field

from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.entries import result_pair

ENDS = ("1-0", "0-1", "1/2-1/2", "½-½")  # behind the moves; 0-0 may be a castling, and * says nothing
PIECES = re.compile(r"\{[^}]*\}?|[;()]|[^{}();]+")  # a } that closes nothing only parts words
_MOVE = r"(?:O-O(?:-O)?|[^\W\d_a-h]?[♔-♟]?[a-h]?[1-8]?[x:-]?[a-h][1-8](?:=?[^\W\d_])?)(?:e\.p\.)?[+#!?]*"
_SILENT = rf"[0-9]*|\$[0-9]+|[^\w\s]+|0-0(?:-0)?[+#!?]*|{'|'.join(ENDS)}"  # says nothing of whether it was played
_NUMBER = r"(?:[0-9]++\.++)?+"  # in front of a move
MOVE = re.compile(rf"(?<!\S)(?=\S\S){_NUMBER}{_MOVE}(?!\S)")
TELLING = re.compile(rf"(?<!\S)(?=\S){_NUMBER}(?!(?:{_SILENT})(?!\S))(\S+)")  # a word that may say that it was played
END = re.compile(rf"(?<!\S){_NUMBER}({'|'.join(ENDS)})(?!\S)")


@dataclass(slots=True)
class Movetext:
    """What stands below the tags of one game, line by line: is there a move in it, outside comments and variations?"""

    notes: Notes
    opened: int = 0  # the line of a comment that is open, 0 for none
    depth: int = 0  # of variations
    begun: bool = False
    moved: bool = False
    worded: bool = False  # it has a move, a comment or any other word
    odd: tuple[str, int] = ("", 0)  # the first word that is neither a move nor a result
    ends: dict[str, int] = field(default_factory=dict)  # results, each with its first line

    def read(self, line: str, number: int) -> None:
        if line.startswith("%") and not self.opened:
            self.worded = True
            return
        self.begun = True
        text = self._outside(line, number)
        words = dict.fromkeys(() if self.moved or self.odd[0] else TELLING.findall(text))
        if not self.moved and (words or self.odd[0]) and MOVE.search(text):
            self.moved = self.worded = True
        elif word := next((word for word in words if result_pair(word) is None), ""):
            self.odd, self.worded = (word, number), True
        if any(end in text for end in ENDS if end not in self.ends):
            for end in dict.fromkeys(END.findall(text)):
                self.ends.setdefault(end, number)

    def _outside(self, line: str, number: int) -> str:
        """What of a line stands outside comments and variations; where that is not all, something is said."""
        if self.opened:
            _, closed, line = line.partition("}")
            self.opened = 0 if closed else self.opened
        pieces = PIECES.findall(line)
        depth, kept = self.depth, []
        for piece in pieces:
            if piece == "(":
                depth += 1
            elif piece == ")":
                depth = depth - 1 if depth else 0
            elif piece == ";":
                break
            elif piece[0] == "{":
                self.opened = 0 if piece[-1] == "}" else number
            elif not depth:
                kept.append(piece)
        self.depth, self.worded = depth, self.worded or len(kept) < len(pieces)
        return " ".join(kept)

    def end(self) -> bool:
        """Whether the game has moves; what is left open is told."""
        if self.opened:
            self.notes.find("unclosed-comment", self.opened)
        elif self.odd[0] and not self.moved:
            self.notes.find("unreadable-move", self.odd[1], text=shown(self.odd[0]))
        return self.moved
