"""Examine the file of a rulebook: what is wrong with it, with the line, and for which verbs it is too little.

In: the bytes of a file. Out: faults in the order of its lines, each a problem as data; and by verb the concepts that
the verb would ask for and that nothing fills. A file with faults does not load; one that only leaves something out
does, and the verbs that need nothing of it work.
"""

from __future__ import annotations

from collections.abc import Mapping

from arpad.days import Month
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.law.cited import LawError
from arpad.law.edition import Edition, read_edition
from arpad.law.filling import parse
from arpad.law.law_set import package_law, read_readings_file
from arpad.law.lawfiles import READINGS
from arpad.law.lines import lines_of
from arpad.law.needed import FOR_LISTS, lacking
from arpad.law.ownfiles import head_of, text_of


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, and the line it stands in; null where it is of the whole file."""

    line: int | None
    problem: Problem


@dataclass(frozen=True)
class ProvingMonth:
    """What the proving month of a series had: its lists, the events and games on them, and explained players."""

    series: str
    lists: tuple[Month, ...]
    events: int
    games: int
    players: int


@dataclass(frozen=True)
class FileExamined:
    """What was found in a rulebook's file."""

    file: str
    rulebook: str | None  # its id; null where its head cannot be read
    series: tuple[str, ...]
    articles: int
    faults: tuple[Fault, ...]
    lacking: Mapping[str, tuple[str, ...]]  # by verb what it would need; verbs that lack nothing are not here
    publishes: bool  # nothing is missing that a list needs
    proving_months: tuple[ProvingMonth, ...] = ()  # by series; none where the file was not proved, or is refused

    @property
    def sound(self) -> bool:
        return not self.faults and self.publishes


def examine_file(body: bytes, file: str) -> FileExamined:
    """Everything about the file of a rulebook."""
    problems: list[LawError] = []
    edition: Edition | None = None
    head, text = None, ""
    try:
        text = text_of(body, file)
        head = head_of(body, file)
    except LawError as error:
        problems += [error, *error.others]
    try:
        edition = read_edition(text, file, read_readings_file(package_law().files[READINGS]))
    except LawError as error:
        known = {str(each) for each in problems}
        problems += [each for each in (error, *error.others) if str(each) not in known]
    lines = lines_of(text, file)
    faults = sorted((lines.of(problem), at, problem) for at, problem in enumerate(problems))
    filled = _filled(text, file)
    missing = lacking(filled, edition) if filled else {}
    return FileExamined(
        file,
        head.id if head is not None else None,
        head.series if head is not None else (),
        len(edition.articles) if edition is not None else 0,
        tuple(Fault(line or None, problem) for line, _, problem in faults),
        missing,
        edition is not None and not any(verb in missing for verb in FOR_LISTS),
    )


def _filled(text: str, file: str) -> frozenset[str]:
    """The concepts that a file fills, however wrongly."""
    try:
        raw = parse(text, file)
    except LawError:
        return frozenset()
    articles = raw.get("article", {}), {"": raw.get("silent", {})}
    bodies = [body for table in articles if isinstance(table, dict) for body in table.values()]
    return frozenset(name for body in bodies if isinstance(body, dict) for name in body)
