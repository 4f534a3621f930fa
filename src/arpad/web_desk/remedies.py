"""Remedies on a page: the sentence that helps whoever looks at it, and the field in which a fact is filled in.

A remedy has a form for pages (`page`), else that of letters. One that only the command line can carry out says nothing
here: the page offers the act itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from arpad.finding import Finding, Remedy, Tier
from arpad.frozen import dataclass
from arpad.messages import READER_COMMAND_LINE, READER_LETTER, READER_PAGE, advise, remedies
from arpad.model import EventFacts

FACT_KINDS = {
    f.name: "yes-no" if "bool" in str(f.type) else "day" if str(f.type).startswith("date") else "text"
    for f in fields(EventFacts)
    if str(f.type) in ("bool | None", "date | None", "str")
}
"""The facts of an event that one field of a form can hold, and what kind of field."""


@dataclass(frozen=True)
class AskedFact:
    """A fact that a finding asks for, and how it is answered: yes or no, a day, a text."""

    key: str
    kind: str
    sentence: str


def page_help(remedy: Remedy | None) -> str:
    """Return what helps, in words for a page; empty where the page has nothing to say."""
    if remedy is None:
        return ""
    reader = READER_PAGE if READER_PAGE in remedies()[remedy.action] else READER_LETTER
    return advise(remedy, reader)


def help_of_json(remedy: Mapping[str, Any]) -> str:
    """Return what helps, in words for the command line, from a remedy as JSON."""
    return advise(Remedy.to(remedy["action"], **remedy["fields"]), READER_COMMAND_LINE)


def asked_facts(findings: Iterable[Finding]) -> tuple[AskedFact, ...]:
    """Return the facts that findings ask for, each once."""
    asked: dict[str, AskedFact] = {}
    for finding in findings:
        key = dict(finding.remedy.fields).get("key") if finding.remedy is not None else None
        if finding.tier is Tier.ASK and isinstance(key, str) and key in FACT_KINDS:
            asked.setdefault(key, AskedFact(key, FACT_KINDS[key], finding.sentence))
    return tuple(asked.values())
