"""Say how grave each finding of intake is, and what helps: one line of data per code.

The rule behind the tiers: what cannot be read in one way only refuses the report; a fact that is missing is asked for;
what harms nothing is advice. A code never changes its tier and never its name. The sentence is made where the thing is
found; the tier and the remedy are looked up here, so that a code is said in one way everywhere.

`Notes` collects findings while a file is read. It lists at most so many of one code (a file of three hundred thousand
wrong cells must not become three hundred thousand sentences) and says how many it left out.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from arpad.finding import LITERAL, Finding, Place, Remedy, Tier, fields_of, in_order
from arpad.intake.quick import quick

made, made_place = quick(Finding), quick(Place)
REFUSE, EXCLUDE, ASK, ADVICE = Tier.REFUSE, Tier.EXCLUDE, Tier.ASK, Tier.ADVICE

CODES: dict[str, tuple[Tier, str]] = {
    # the file as a whole
    "empty-file": (REFUSE, "Send the file again."),
    "binary-file": (REFUSE, "Export the report as text from the pairing program and send that."),
    "unreadable-file": (REFUSE, "Look at its name, its rights and the disk it is on."),
    "too-large": (REFUSE, "Split the event, or raise the limit."),
    "too-many-lines": (REFUSE, "Split the event, or raise the limit."),
    "line-too-long": (REFUSE, "Break the line, or raise the limit."),
    "too-many-players": (REFUSE, "Split the event, or raise the limit."),
    "too-many-rounds": (REFUSE, "Split the event, or raise the limit."),
    "not-a-report": (REFUSE, "Export the report as TRF16 or TRF26 from the pairing program."),
    "rating-list-sent": (REFUSE, "Use arpad frl to look into a rating list."),
    "report-sent": (REFUSE, "Use arpad check to look into a report."),
    "encoding": (ADVICE, "Save the file as UTF-8."),
    "undecodable-byte": (REFUSE, "Save the file as UTF-8, or name its encoding with --encoding."),
    "byte-order-mark": (ADVICE, "Save the file as UTF-8 without a mark."),
    "mixed-line-ends": (ADVICE, "Save the file with one kind of line end."),
    "end-mark": (ADVICE, "Remove it."),
    "control-character": (REFUSE, "Remove the character."),
    "tab": (ADVICE, "Replace tabs by blanks."),
    "more-findings": (ADVICE, "Mend the ones that are listed and check again."),
    # records
    "unknown-record": (ADVICE, "Compare the number with the format; a comment starts with ###."),
    "nearly-a-player": (REFUSE, "Write 001 in columns 1 to 3, and leave column 4 blank."),
    "nearly-a-record": (ADVICE, "Write its number in columns 1 to 3, and leave column 4 blank."),
    "unmarked-line": (ADVICE, "Start a comment with ###."),
    "duplicate-record": (ADVICE, "Remove all but one."),
    "contradictory-record": (REFUSE, "Remove the wrong one."),
    "unreadable-initial-colour": (ADVICE, "Write W or B."),
    "unlinked-record": (ADVICE, "Mend the number, or remove the record."),
    # dates
    "date-style": (ADVICE, "Write YYYY/MM/DD, in record 132 YY/MM/DD."),
    "ambiguous-date": (REFUSE, "Write YYYY/MM/DD, in record 132 YY/MM/DD."),
    "unreadable-date": (ASK, "Write YYYY/MM/DD, in record 132 YY/MM/DD."),
    "start-after-end": (REFUSE, "Mend record 042 or 052."),
    "round-outside-event": (ADVICE, "Mend record 132, or records 042 and 052."),
    "rounds-out-of-order": (ADVICE, "If the rounds were played in this order, nothing is to be done."),
    "round-dates": (ADVICE, "Give record 132 one date for each round."),
    # counts
    "player-count": (ADVICE, "Mend record 062, or send the missing players."),
    "rated-count": (ADVICE, "Mend record 072, or the ratings."),
    "team-count": (ADVICE, "Mend record 082, or send the missing teams."),
    "round-count": (ADVICE, "Mend the number of rounds, or remove the results that do not belong here."),
    "unreadable-number": (ADVICE, "Write a whole number."),
    # players
    "unreadable-start-number": (REFUSE, "Write a whole number from 1 to 9999."),
    "duplicate-start-number": (REFUSE, "Give each player a number of his own."),
    "start-number-gap": (ADVICE, "If nobody is missing, nothing is to be done."),
    "misaligned-columns": (REFUSE, "Move the rest of the line back into its columns."),
    "filled-separator": (ADVICE, "Leave the column blank."),
    "missing-name": (ASK, "Write the name."),
    "missing-id": (ASK, "Write the FIDE number."),
    "unreadable-id": (ASK, "Write digits only."),
    "duplicate-id": (REFUSE, "Find out who is who."),
    "ambiguous-player": (REFUSE, "Write the FIDE number in every row with this name."),
    "player-facts-differ": (ADVICE, "Mend the one that is wrong."),
    "unreadable-sex": (ADVICE, "Write m or w."),
    "sex-letter": (ADVICE, "Write m or w."),
    "unknown-title": (ADVICE, "Write GM, IM, FM, CM, WGM, WIM, WFM, WCM, or nothing."),
    "title-letters": (ADVICE, "Write GM, IM, FM, CM, WGM, WIM, WFM or WCM."),
    "sex-title": (ADVICE, "Mend the sex or the title."),
    "unreadable-rating": (ASK, "Write a whole number; leave it blank for an unrated player."),
    "unreadable-federation": (ADVICE, "Write the three letters of the federation."),
    "unreadable-birth": (ADVICE, "Write YYYY/MM/DD, or YYYY/00/00 where only the year is known."),
    "birth-style": (ADVICE, "Write YYYY/MM/DD, or YYYY/00/00 where only the year is known."),
    "unreadable-points": (ADVICE, "Write points with one decimal, such as 4.5."),
    "decimal-comma": (ADVICE, "Write a point."),
    "unreadable-rank": (ADVICE, "Write a whole number."),
    "phantom-player": (ADVICE, "Write a bye instead."),
    # cells
    "unreadable-opponent": (REFUSE, "Write the opponent's start number."),
    "unknown-opponent": (REFUSE, "Mend the number, or send the missing player."),
    "own-opponent": (REFUSE, "Mend the number."),
    "one-sided-result": (REFUSE, "Mend one of the two lines."),
    "two-games-in-a-round": (REFUSE, "Mend the line that is wrong."),
    "contradictory-result": (REFUSE, "Mend one of the two lines."),
    "same-colour": (REFUSE, "Mend one of the two lines."),
    "missing-colour": (ADVICE, "Write w or b."),
    "unreadable-colour": (REFUSE, "Write w, b, or - for none."),
    "colour-dialect": (ADVICE, "Write w for white and b for black."),
    "unreadable-result": (REFUSE, "Write one of 1 = 0 + - W D L H F U Z."),
    "missing-result": (ASK, "Write the result, or remove the pairing."),
    "bye-with-opponent": (REFUSE, "Write 0000 for the opponent, or the result of the game."),
    "result-without-opponent": (REFUSE, "Write the opponent's start number, or a bye."),
    "old-bye": (ADVICE, "Write H for a half-point bye."),
    "several-allocated-byes": (ADVICE, "Write H, F or Z for the byes that the pairing did not allocate."),
    # points
    "points": (ADVICE, "Mend the points or the results."),
    "unprinted-bye": (ADVICE, "Write H for a half-point bye, F for a full one."),
    # teams
    "unknown-team-member": (ADVICE, "Mend the number, or send the missing player."),
    "member-of-two-teams": (ADVICE, "Remove the player from one of them."),
    "duplicate-team-number": (ADVICE, "Give each team a number of its own."),
    "team-records-differ": (ADVICE, "Mend the one that is wrong, or remove the records 013."),
    # writing
    "cut-field": (ADVICE, "Nothing is to be done if the short form is known."),
    "replaced-character": (ADVICE, "Nothing is to be done if a blank is right."),
    "left-out": (ADVICE, "Keep the file it came from."),
    # tables of games and players, workbooks, PGN
    "missing-column": (REFUSE, "Name the columns as the page on intake does."),
    "missing-round": (ASK, "Add a column with the round, or write Round 3 above its games."),
    "results-alone": (REFUSE, "Export the crosstable by rounds, the pairings of all rounds, or the TRF."),
    "ambiguous-opponents": (REFUSE, "Leave out the column of ranks or that of start numbers: the one they are not."),
    "unknown-column": (ADVICE, "If it is not needed, nothing is to be done."),
    "unreadable-cell": (REFUSE, "Mend the cell."),
    "several-sheets": (REFUSE, "Keep the sheet that is to be read, or send each in a file of its own."),
    "unknown-sheet": (ADVICE, "If it is not needed, nothing is to be done."),
    "unreadable-workbook": (REFUSE, "Save it as .xlsx or as CSV and send it again."),
    "missing-tag": (REFUSE, "Write the tag."),
    "unreadable-tag": (REFUSE, "Write the tag as [Name \"value\"]."),
    "unclosed-comment": (REFUSE, "Close the comment with }."),
    "unreadable-move": (REFUSE, "Write a move as e4 or Nf3, and put words into {braces}."),
    "no-moves": (ASK, "Send the file with its moves, or make sure that every game was played."),
    "several-events": (REFUSE, "Send one file for each event."),
    # rating lists
    "not-a-list": (REFUSE, "Use the TXT or XML file that FIDE offers for download."),
    "broken-xml": (REFUSE, "Load the file again."),
    "document-type": (REFUSE, "Remove the document type; a rating list has none."),
    "missing-header": (ADVICE, "Nothing is to be done if the layout is right."),
    "wide-letters": (ADVICE, "Nothing is to be done if the names are right; FIDE's own file counts bytes."),
    "unreadable-row": (EXCLUDE, "Load the file again, or mend the row."),
    "nameless-row": (ADVICE, "Nothing is to be done."),
    "title-overflow": (ADVICE, "Nothing is to be done; the XML list has the titles in full."),
    "duplicate-row": (EXCLUDE, "Keep one row for each FIDE number."),
}  # fmt: skip
"""Tier and remedy of every code, in the order in which a file is read."""

WHAT_HELPS = {code: Remedy(LITERAL, (("text", help),)) for code, (_, help) in CODES.items()}
Value = TypeVar("Value")
LONGEST_QUOTE = 60


def tier_of(finding: Finding) -> Tier:
    """The tier of a finding; of the number of those that are not listed, theirs."""
    code = finding.sentence.partition(":")[0]
    return CODES[code][0] if finding.code == "more-findings" and code in CODES else finding.tier


def counted(number: int, word: str) -> str:
    """A number of things: `1 round`, `5,000 rounds`."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def shown(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Text from a file as it may be shown: control, bidirectional and other invisible characters are escaped."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    if cut.isprintable():
        return cut
    return "".join(letter if _visible(letter) else _escaped(letter) for letter in cut)


def _visible(letter: str) -> bool:
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escaped(letter: str) -> str:
    number = ord(letter)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


@dataclass(slots=True)
class Notes:
    """The findings of one file while it is read."""

    file: str = ""
    most: int = 1000  # of one code
    told: int = 0  # so far, listed or not
    _listed: list[Finding] = field(default_factory=list)
    _count: dict[str, int] = field(default_factory=dict)
    _lines: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def add(
        self, code: str, sentence: str, line: int = 0, column: int = 0, player: int | None = None,
        round: int | None = None,
    ) -> None:  # fmt: skip
        line = int(line)
        self._lines[code].add(line)
        if not self.full(code):
            self.told += 1
            self._count[code] = self._count.get(code, 0) + 1
            place, text = made_place(self.file, line, int(column)), (("text", sentence),)
            self._listed.append(made(code, CODES[code][0], place, LITERAL, text, WHAT_HELPS[code], (), player, round))

    def find(
        self, message: str, /, line: int = 0, column: int = 0, player: int | None = None, round: int | None = None,
        **fields: Any,
    ) -> None:  # fmt: skip
        """Note a finding: `code`, or `code/which` where a code has several sentences, and what they are filled with."""
        code = message.partition("/")[0]
        line = int(line)
        self._lines[code].add(line)
        if not self.full(code):
            self.told += 1
            self._count[code] = self._count.get(code, 0) + 1
            place, given = made_place(self.file, line, int(column)), fields_of(fields)
            self._listed.append(made(code, CODES[code][0], place, message, given, WHAT_HELPS[code], (), player, round))

    def full(self, code: str) -> bool:
        """Whether so many of this code are listed that one more is only counted, and need not be put into words."""
        if self._count.get(code, 0) < self.most:
            return False
        self.told += 1
        self._count[code] = self._count.get(code, 0) + 1
        return True

    def some(self, code: str, found: Sequence[Value]) -> Iterator[Value]:
        """Those of the things found that are to be listed, each by `add`; the rest is counted."""
        left = max(self.most - self._count.get(code, 0), 0)
        yield from found[:left]
        if len(found) > left:
            self.told += len(found) - left
            self._count[code] = self._count.get(code, 0) + len(found) - left

    def lines(self, code: str) -> set[int]:
        """The lines for which a code was added, listed or not; not those of which `full` was asked first."""
        return self._lines.get(code, set())

    def has(self, code: str) -> bool:
        return code in self._count

    def findings(self) -> tuple[Finding, ...]:
        """All of them in reading order, and what was left out."""
        if not self._count:
            return ()
        listed = list(self._listed)
        for code, count in self._count.items():
            if count > self.most:
                text = (("text", f"{code}: {counted(count - self.most, 'finding')} not listed."),)
                tier, helps = CODES["more-findings"][0], WHAT_HELPS["more-findings"]
                listed.append(Finding("more-findings", tier, Place(self.file), LITERAL, text, helps))
        return in_order(listed)
