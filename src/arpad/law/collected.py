"""Collect what is wrong with a rulebook, so that all of it is told at once.

`with found:` around each thing that may be refused: what is refused is kept, and the next thing is looked at. At the
end the first refusal is raised; it has the others with it.
"""

from __future__ import annotations

from types import TracebackType

from arpad.law.cited import LawError


class Collected:
    """The refusals so far, in the order in which they were met."""

    def __init__(self) -> None:
        self.problems: list[LawError] = []

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> bool:
        if not isinstance(error, LawError):
            return False
        self.problems += [error, *error.others]
        error.others = ()
        return True

    def raise_all(self) -> None:
        """Raise the first, with the others; nothing where nothing was refused."""
        if self.problems:
            first, *others = self.problems
            first.others = tuple(others)
            raise first
