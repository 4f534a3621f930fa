"""A case as faces show it: where it stands, what it is about, and what became of it; no key and no birth of anybody."""

from __future__ import annotations

from datetime import date

from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.office.revising.cases import Case, CaseKind, CaseState


@dataclass(frozen=True)
class CaseStep:
    """A step in the life of a case."""

    state: CaseState
    day: date
    who: str
    why: str


@dataclass(frozen=True)
class CaseView:
    """A case with its steps, without keys and birth dates."""

    code: str
    kind: CaseKind
    state: CaseState
    about: Note
    day: date
    who: str
    why: str
    steps: tuple[CaseStep, ...]


def view_of(case: Case) -> CaseView:
    """Return a case as faces show it."""
    steps = tuple(CaseStep(step.state, step.day, step.who, step.why) for step in case.steps)
    return CaseView(case.code, case.kind, case.state, case.about, case.day, case.who, case.why, steps)
