"""How the verbs of the registry show people, and what is wrong in their files, to officers."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arpad.office.people import Candidate, File, FileFindings, PastChange, Player, Story

BIRTHS = {"same": "same day", "year": "same year", "slip": "a slip apart", "unknown": "not known"}
SHOWN = 20  # problems and candidates that a person is shown; JSON has all
MOST = 1 << 30  # bytes of standard input


def people_table(people: Iterable[Player]) -> None:
    from arpad.cli.output import table

    names = ("id", "fide_id", "name", "born", "sex", "federation", "region", "title", "died")
    table(names, [[getattr(player, name) for name in names] for player in people])


def candidates_table(rows: Iterable[tuple[str, str, Candidate]]) -> None:
    """Rows of a place, a name, and who it may be."""
    from arpad.cli.output import table

    head = ("where", "name", "may be", "id", "fide_id", "alike", "births")
    table(
        head,
        [
            (where, name, who.name, who.id or "(above)", who.fide_id or "", f"{who.likeness} %", BIRTHS[who.births])
            for where, name, who in rows
        ],
    )


def story_tables(story: Story) -> None:
    """A player and his history."""
    from arpad.cli.calculation import not_listed_line
    from arpad.cli.claim import print_claim
    from arpad.cli.output import table

    hidden = ("name", "merged_into", "merged_from", "merges", "history", "left_off", "claims")
    facts = {field.name: getattr(story, field.name) for field in fields(story) if field.name not in hidden}
    facts["merged into"] = [story.merges.into] if story.merges.into else []
    facts["merged from"] = story.merges.from_
    for name in ("merged into", "merged from"):
        facts[name] = [f"{other.id} {other.name}, since {other.since}" for other in facts[name]]
    rows = [(name, "; ".join(map(str, value)) if isinstance(value, tuple | list) else value)
            for name, value in facts.items() if value]  # fmt: skip
    table(("", story.name), rows)
    for decision in story.left_off:
        print(f"{decision.series} {decision.list_}: {not_listed_line(decision.why)}")
    for claim in story.claims:
        print(f"{claim.series} {claim.list}{f', {claim.event}' if claim.event else ''}")
        print_claim(claim)
    if story.history:
        head = ("changed", "from", "to", "since", "entered", "by", "why")
        table(head, [_past(change) for change in story.history])


def _past(change: PastChange) -> tuple[object, ...]:
    return change.field, change.old, change.new, change.since, change.day, change.who, change.why


def files_of(paths: Iterable[str], suffixes: tuple[str, ...]) -> tuple[File, ...]:
    """The files that the arguments name; `-` is standard input."""
    from pathlib import Path

    from arpad.cli.files import STANDARD_INPUT, content, expand
    from arpad.office.people import File

    return tuple(
        File(Path(path).name, content(path, MOST) if path == STANDARD_INPUT else Path(path))
        for path in expand(paths, suffixes)
    )


def show_problems(problems: Iterable[FileFindings]) -> None:
    """What is wrong in files, on standard error."""
    findings = [finding for each in problems for finding in each.findings]
    for finding in findings[:SHOWN]:
        print(f"{finding.place} {finding.sentence} {finding.help}".rstrip(), file=sys.stderr)
    if len(findings) > SHOWN:
        print(f"and {len(findings) - SHOWN:,} more: --json has them all", file=sys.stderr)
