"""Say how grave each finding of intake is: one line of data per code.

The rule behind the tiers: what cannot be read in one way only refuses the report; a fact that is missing is asked for;
what harms nothing is advice. A code never changes its tier and never its name. What helps is the remedy of the same
name, or, where a table or a PGN file is read and the usual one speaks of a report's records, one of its own.

`Notes` collects findings while a file is read, as data: nothing is put into words before somebody wants to read it. It
lists at most so many of one code (a file of three hundred thousand wrong cells must not become three hundred thousand
sentences) and says how many it left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, TypeVar

from arpad.finding import Finding, Place, Remedy, Tier, sort_findings, sorted_fields
from arpad.frozen import dataclass
from arpad.plaintext import visible

REFUSE, EXCLUDE, ASK, ADVICE = Tier.REFUSE, Tier.EXCLUDE, Tier.ASK, Tier.ADVICE

CODES: dict[str, Tier] = {
    # the file as a whole
    "empty-file": REFUSE,
    "binary-file": REFUSE,
    "unreadable-file": REFUSE,
    "too-large": REFUSE,
    "too-many-lines": REFUSE,
    "line-too-long": REFUSE,
    "too-many-players": REFUSE,
    "too-many-rounds": REFUSE,
    "not-a-report": REFUSE,
    "rating-list-sent": REFUSE,
    "report-sent": REFUSE,
    "foreign-file": REFUSE,
    "damaged-file": REFUSE,
    "doubtful-file": ADVICE,
    "marked-unrated": ADVICE,
    "encoding": ADVICE,
    "undecodable-byte": REFUSE,
    "byte-order-mark": ADVICE,
    "mixed-line-ends": ADVICE,
    "end-mark": ADVICE,
    "control-character": REFUSE,
    "tab": ADVICE,
    "more-findings": ADVICE,
    # records
    "unknown-record": ADVICE,
    "nearly-a-player": REFUSE,
    "nearly-a-record": ADVICE,
    "unmarked-line": ADVICE,
    "duplicate-record": ADVICE,
    "contradictory-record": REFUSE,
    "unreadable-initial-colour": ADVICE,
    "online-report": ADVICE,
    "unlinked-record": ADVICE,
    # dates
    "date-style": ADVICE,
    "ambiguous-date": ASK,
    "unreadable-date": ASK,
    "start-after-end": REFUSE,
    "round-outside-event": ADVICE,
    "rounds-out-of-order": ADVICE,
    "round-dates": ADVICE,
    # counts
    "player-count": ADVICE,
    "rated-count": ADVICE,
    "team-count": ADVICE,
    "round-count": ADVICE,
    "unreadable-number": ADVICE,
    # players
    "unreadable-start-number": REFUSE,
    "duplicate-start-number": REFUSE,
    "start-number-gap": ADVICE,
    "misaligned-columns": REFUSE,
    "filled-separator": ADVICE,
    "missing-name": ASK,
    "missing-id": ASK,
    "unreadable-id": ASK,
    "duplicate-id": REFUSE,
    "implausible-id": ADVICE,
    "ambiguous-player": REFUSE,
    "player-facts-differ": ADVICE,
    "unreadable-sex": ADVICE,
    "sex-letter": ADVICE,
    "unknown-title": ADVICE,
    "title-letters": ADVICE,
    "sex-title": ADVICE,
    "unreadable-rating": ASK,
    "unreadable-federation": ADVICE,
    "unreadable-birth": ADVICE,
    "birth-style": ADVICE,
    "unreadable-points": ADVICE,
    "decimal-comma": ADVICE,
    "unreadable-rank": ADVICE,
    "phantom-player": ADVICE,
    # cells
    "unreadable-opponent": REFUSE,
    "unknown-opponent": REFUSE,
    "own-opponent": REFUSE,
    "one-sided-result": REFUSE,
    "two-games-in-a-round": REFUSE,
    "contradictory-result": REFUSE,
    "uneven-result": ASK,
    "same-colour": REFUSE,
    "missing-colour": ADVICE,
    "unreadable-colour": REFUSE,
    "colour-dialect": ADVICE,
    "unreadable-result": REFUSE,
    "missing-result": ASK,
    "bye-with-opponent": REFUSE,
    "result-without-opponent": REFUSE,
    "old-bye": ADVICE,
    "unfinished-game-code": ADVICE,
    "several-allocated-byes": ADVICE,
    "contradictory-pairings": REFUSE,
    "repeated-pairing": ADVICE,
    # points
    "points": ADVICE,
    "unprinted-bye": ADVICE,
    # teams
    "team-columns": ADVICE,
    "unknown-team-member": ADVICE,
    "member-of-two-teams": ADVICE,
    "duplicate-team-number": ADVICE,
    "team-records-differ": ADVICE,
    # writing
    "cut-field": ADVICE,
    "replaced-character": ADVICE,
    "left-out": ADVICE,
    # tables of games and players, workbooks, PGN
    "missing-column": REFUSE,
    "missing-round": ASK,
    "results-alone": REFUSE,
    "ambiguous-opponents": REFUSE,
    "unknown-column": ADVICE,
    "unreadable-cell": REFUSE,
    "several-sheets": REFUSE,
    "unknown-sheet": ADVICE,
    "unreadable-workbook": REFUSE,
    "missing-tag": REFUSE,
    "unreadable-tag": REFUSE,
    "unclosed-comment": REFUSE,
    "unreadable-move": REFUSE,
    "no-moves": ASK,
    "forfeit-or-unfinished": ADVICE,
    "several-events": REFUSE,
    # rating lists
    "not-a-list": REFUSE,
    "broken-xml": REFUSE,
    "document-type": REFUSE,
    "missing-header": ADVICE,
    "wide-letters": ADVICE,
    "unreadable-row": EXCLUDE,
    "nameless-row": ADVICE,
    "title-overflow": ADVICE,
    "duplicate-row": EXCLUDE,
}
"""The tier of every code, in the order in which a file is read."""

_DATES = ("unreadable-date", "date-style", "ambiguous-date", "round-dates")
_OF_A_PROGRAM = ("missing-result", "start-after-end", "unreadable-date", "round-count")
IN_OTHER_WORDS = {
    "table": ("unreadable-result", *_DATES, "empty-file", "line-too-long", "unmarked-line"),
    "tdf": ("unreadable-result", "unreadable-date", "misaligned-columns", "unmarked-line"),
    "pgn": ("unreadable-result", *_DATES, "missing-round", "phantom-player"),
    "swiss-manager": (*_OF_A_PROGRAM, "round-dates", "round-outside-event"),
    "chess-results": (*_OF_A_PROGRAM, "broken-xml", "document-type", "contradictory-pairings", "points"),
}
"""The codes against which something else helps in a kind of file."""

REMEDIES: Mapping[str, Remedy] = {code: Remedy(code) for code in CODES}

REMEDY_OF_SENTENCE: Mapping[str, Remedy] = {name: Remedy(name) for name in ("unknown-opponent/cut",)}
"""What helps against one sentence of a code, where that is not what helps against the others."""


def remedies_in(kind: str) -> Mapping[str, Remedy]:
    """What helps against each code in a kind of file, such as `table` or `pgn`."""
    return {**REMEDIES, **{code: Remedy(f"{kind}/{code}") for code in IN_OTHER_WORDS.get(kind, ())}}


Value = TypeVar("Value")
LONGEST_QUOTE = 60


def tier_of(finding: Finding) -> Tier:
    """The tier of a finding; of the number of those that are not listed, theirs."""
    return CODES[dict(finding.fields)["code"]] if finding.code == "more-findings" else finding.tier


def shown(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Text from a file as it may be shown: control, bidirectional and other invisible characters are escaped."""
    return visible(text if len(text) <= longest else text[: longest - 1] + "…")


@dataclass(slots=True)
class Notes:
    """The findings of one file while it is read."""

    file: str = ""
    most: int = 1000  # of one code
    remedies: Mapping[str, Remedy] = field(default_factory=lambda: REMEDIES)
    total: int = 0  # of findings so far, listed or not
    _listed: list[Finding] = field(default_factory=list)
    _count: dict[str, int] = field(default_factory=dict)
    _lines: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def find(
        self, message: str, /, line: int = 0, column: int = 0, player: int | None = None, round: int | None = None,
        **fields: Any,
    ) -> None:  # fmt: skip
        """Note a finding: `code`, or `code/which` where a code has several sentences, and what they are filled with."""
        code, line = message.partition("/")[0], int(line)
        self._lines[code].add(line)
        before = self._count.get(code, 0)
        self._count[code] = before + 1
        self.total += 1
        if before < self.most:
            place, given = Place(self.file, line, int(column)), tuple(fields.items())
            helps = REMEDY_OF_SENTENCE.get(message, self.remedies[code])
            self._listed.append(Finding(code, CODES[code], place, message, given, helps, (), player, round))

    def find_once(self, message: str, count: int, /, line: int = 0, column: int = 0, **fields: Any) -> None:
        """Note the first of so many things that a file has; where there are several, with how many."""
        if count == 1:
            self.find(message, line, column, **fields)
        else:
            self.find(f"{message}/several", line, column, count=count, **fields)

    def full(self, code: str) -> bool:
        """Whether so many of this code are listed that one more is only counted, and need not be put into words."""
        if self._count.get(code, 0) < self.most:
            return False
        self.total += 1
        self._count[code] = self._count.get(code, 0) + 1
        return True

    def some(self, code: str, found: Sequence[Value]) -> Iterator[Value]:
        """Those of the things found that are to be listed, each by `find`; the rest is counted."""
        left = max(self.most - self._count.get(code, 0), 0)
        yield from found[:left]
        if len(found) > left:
            self.total += len(found) - left
            self._count[code] = self._count.get(code, 0) + len(found) - left

    def lines(self, code: str) -> set[int]:
        """The lines for which a code was found, listed or not; not those of which `full` was asked first."""
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
                given = sorted_fields({"code": code, "count": count - self.most})
                place, helps = Place(self.file), self.remedies["more-findings"]
                listed.append(Finding("more-findings", CODES["more-findings"], place, "more-findings", given, helps))
        return sort_findings(listed)
