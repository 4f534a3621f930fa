"""How a report is read, as options of the verbs that do: its encoding, and the limits of `intake`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.option_groups import OptionGroup
from arpad.finding import Misuse, Remedy

if TYPE_CHECKING:
    from arpad.intake.decode import Limits

FINDINGS = 1000


def _limit(meaning: str, default: int, most: int) -> tuple[Any, int]:
    return Annotated[int, typer.Option(metavar="N", help=meaning, min=1, max=most)], default


def known(encoding: str) -> None:
    """Refuse an encoding that Python does not know."""
    try:
        b"001".decode(encoding or "utf-8", "replace")
    except (LookupError, ValueError):
        raise Misuse("encoding-unknown", Remedy.to("usual-encodings"), encoding=encoding) from None


@dataclass(frozen=True)
class Reading:
    """How reports are read: in which encoding, where it is not to be guessed, and up to which size."""

    encoding: str
    limits: Limits

    @classmethod
    def of(cls, encoding: str, **limits: int) -> Reading:
        from arpad.intake.decode import Limits

        known(encoding)
        return cls(encoding, Limits(**{name.removeprefix("max_"): limit for name, limit in limits.items()}))


ENCODING = (Annotated[str, typer.Option(metavar="NAME", help="Read as this encoding instead of guessing.")], "")
LIMITS = {
    "encoding": ENCODING,
    "max_bytes": _limit("Largest report in bytes.", 4 << 20, 1 << 26),
    "max_players": _limit("Most players.", 5000, 9999),
    "max_rounds": _limit("Most rounds.", 60, 400),
    "max_lines": _limit("Most lines.", 100_000, 1 << 23),
    "max_line": _limit("Longest line in characters.", 4096, 1 << 20),
}
LISTED = _limit("Most findings listed of one code.", FINDINGS, 1 << 20)

ReadingOptions = Annotated[Reading, OptionGroup(Reading.of, LIMITS)]
ReadingAndListing = Annotated[Reading, OptionGroup(Reading.of, {**LIMITS, "max_findings": LISTED})]
