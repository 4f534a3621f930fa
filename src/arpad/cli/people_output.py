"""Print people, candidates and problems of files of the registry."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arpad.office.people import (
        Candidate,
        CurrentRating,
        FileFindings,
        InputFile,
        OfficialPerson,
        PastChange,
        Player,
        Story,
    )


BIRTH_PRECISIONS = {"same": "same day", "year": "same year", "slip": "a slip apart", "unknown": "not known"}
PROBLEMS_SHOWN = 20  # problems and candidates that a person is shown; JSON has all
MAX_CANDIDATES = 1 << 30  # bytes of standard input


def print_people(people: Iterable[Player]) -> None:
    from arpad.cli.output import print_table

    names = ("id", "fide_id", "name", "born", "sex", "federation", "region", "title", "died")
    print_table(names, [[getattr(player, name) for name in names] for player in people])


def print_players_without_game(players: Iterable[Player], numbers: Iterable[int]) -> None:
    """Print which of these players have no game yet."""
    from arpad.finding import Note

    names = tuple(f"{player.id} {player.name}" for player in players if player.id in numbers)
    if names:
        print(Note.of("no-game-yet", names=names))


def print_official_people(people: Iterable[OfficialPerson]) -> None:
    """Print people of official lists who are not registered here, under a heading."""
    from arpad.cli.output import print_table
    from arpad.finding import Note

    print(Note.of("official-found"))
    names = ("number", "name", "born", "sex", "federation", "title", "women_title", "other_titles", "arena_title")
    print_table(names, [[getattr(person, name) or "" for name in names] for person in people])


def print_candidates(rows: Iterable[tuple[str, str, Candidate]]) -> None:
    """Rows of a place, a name, and who it may be."""
    from arpad.cli.output import print_table

    head = ("where", "name", "may be", "id", "fide_id", "alike", "births")
    print_table(
        head,
        [
            (
                where,
                name,
                who.name,
                who.id or "(above)",
                who.fide_id or "",
                f"{who.likeness} %",
                BIRTH_PRECISIONS[who.births],
            )
            for where, name, who in rows
        ],
    )


def print_player_history(story: Story) -> None:
    """A player and their history."""
    from arpad.cli.calculation_output import reason_not_listed
    from arpad.cli.claim import print_claim
    from arpad.cli.output import print_table

    hidden = ("name", "no_game_yet", "merged_into", "merged_from", "merges", "history", "left_off", "claims", "ratings")
    facts = {field.name: getattr(story, field.name) for field in fields(story) if field.name not in hidden}
    facts["merged into"] = [story.merges.into] if story.merges.into else []
    facts["merged from"] = story.merges.from_
    for name in ("merged into", "merged from"):
        facts[name] = [f"{other.id} {other.name}, since {other.since}" for other in facts[name]]
    rows = [(name, "; ".join(map(str, value)) if isinstance(value, tuple | list) else value)
            for name, value in facts.items() if value]  # fmt: skip
    print_table(("", story.name), rows)
    print_players_without_game([story], [story.id] if story.no_game_yet else [])
    if story.ratings:
        print_table(("series", "list", "rating", "", "K", "games"), map(_rating_row, story.ratings))
    for decision in story.left_off:
        print(f"{decision.series} {decision.list_}: {reason_not_listed(decision.why)}")
    for claim in story.claims:
        print(f"{claim.series} {claim.list}{f', {claim.event}' if claim.event else ''}")
        print_claim(claim)
    if story.history:
        head = ("changed", "from", "to", "since", "entered", "by", "why")
        print_table(head, [_past_values(change) for change in story.history])


def _rating_row(row: CurrentRating) -> tuple[object, ...]:
    from arpad.columns import label

    return row.series, row.list_, row.rating or "unrated", label(row.state), row.k or "", row.games


def _past_values(change: PastChange) -> tuple[object, ...]:
    return change.field, change.old, change.new, change.since, change.day, change.who, change.why


def registry_files(paths: Iterable[str], suffixes: tuple[str, ...]) -> tuple[InputFile, ...]:
    """The files that the arguments name; `-` is standard input."""
    from pathlib import Path

    from arpad.cli.files import STANDARD_INPUT, expand_paths, read_content
    from arpad.office.people import InputFile

    return tuple(
        InputFile(Path(path).name, read_content(path, MAX_CANDIDATES) if path == STANDARD_INPUT else Path(path))
        for path in expand_paths(paths, suffixes)
    )


def print_problems(problems: Iterable[FileFindings]) -> None:
    """What is wrong in files, on standard error."""
    findings = [finding for each in problems for finding in each.findings]
    for finding in findings[:PROBLEMS_SHOWN]:
        print(f"{finding.place} {finding.sentence} {finding.help}".rstrip(), file=sys.stderr)
    if len(findings) > PROBLEMS_SHOWN:
        print(f"and {len(findings) - PROBLEMS_SHOWN:,} more: --json has them all", file=sys.stderr)
