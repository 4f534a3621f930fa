"""How a report is read, as options of the commands that do: its encoding, and the limits of `intake`, which see."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.finding import Misuse, Remedy

BYTES, PLAYERS, ROUNDS, LINES, LINE, FINDINGS = 4 * 1024 * 1024, 5000, 60, 100_000, 4096, 1000

Encoding = Annotated[str, typer.Option(metavar="NAME", help="Read as this encoding instead of guessing.")]
MaxBytes = Annotated[int, typer.Option(metavar="N", help="Largest report in bytes.", min=1, max=1 << 26)]
MaxPlayers = Annotated[int, typer.Option(metavar="N", help="Most players.", min=1, max=9999)]
MaxRounds = Annotated[int, typer.Option(metavar="N", help="Most rounds.", min=1, max=400)]
MaxLines = Annotated[int, typer.Option(metavar="N", help="Most lines.", min=1, max=1 << 23)]
MaxLine = Annotated[int, typer.Option(metavar="N", help="Longest line in characters.", min=1, max=1 << 20)]
MaxFindings = Annotated[int, typer.Option(metavar="N", help="Most findings listed of one code.", min=1, max=1 << 20)]


def known(encoding: str) -> None:
    """An encoding that nobody knows is an error of the call."""
    try:
        b"001".decode(encoding or "utf-8", "replace")
    except (LookupError, ValueError):
        raise Misuse("encoding-unknown", Remedy.to("usual-encodings"), encoding=encoding) from None
