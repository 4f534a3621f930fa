"""Options of verbs that read reports: encoding and size limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.option_groups import OptionGroup
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass

if TYPE_CHECKING:
    from arpad.intake.decode import Limits


MAX_FINDINGS = 1000


def _limit_option(meaning: str, default: int, most: int) -> tuple[Any, int]:
    return Annotated[int, typer.Option(metavar="N", help=meaning, min=1, max=most)], default


def check_encoding(encoding: str) -> None:
    """Refuse an encoding that Python does not know."""
    try:
        b"001".decode(encoding or "utf-8", "replace")
    except (LookupError, ValueError):
        raise UserError("encoding-unknown", Remedy.to("usual-encodings"), encoding=encoding) from None


@dataclass(frozen=True)
class ReportReading:
    """How reports are read: in which encoding, where it is not to be guessed, and up to which size."""

    encoding: str
    limits: Limits

    @classmethod
    def of(cls, encoding: str, **limits: int) -> ReportReading:
        from arpad.intake.decode import Limits

        check_encoding(encoding)
        return cls(encoding, Limits(**{name.removeprefix("max_"): limit for name, limit in limits.items()}))


ENCODING_OPTION = (Annotated[str, typer.Option(metavar="NAME", help="Read as this encoding instead of guessing.")], "")
LIMIT_OPTIONS = {
    "encoding": ENCODING_OPTION,
    "max_bytes": _limit_option("Largest report in bytes.", 4 << 20, 1 << 26),
    "max_players": _limit_option("Most players.", 5000, 9999),
    "max_rounds": _limit_option("Most rounds.", 60, 400),
    "max_lines": _limit_option("Most lines.", 100_000, 1 << 23),
    "max_line": _limit_option("Longest line in characters.", 4096, 1 << 20),
}
LISTED_OPTION = _limit_option("Most findings listed of one code.", MAX_FINDINGS, 1 << 20)

ReadingOptions = Annotated[ReportReading, OptionGroup(ReportReading.of, LIMIT_OPTIONS)]
ReadingAndListing = Annotated[
    ReportReading, OptionGroup(ReportReading.of, {**LIMIT_OPTIONS, "max_findings": LISTED_OPTION})
]
