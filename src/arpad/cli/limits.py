"""How much one report may hold, as options of the commands that read reports: the limits of `intake`, which see."""

from __future__ import annotations

from typing import Annotated

import typer

BYTES, PLAYERS, ROUNDS, LINES, LINE, FINDINGS = 4 * 1024 * 1024, 5000, 60, 100_000, 4096, 1000

MaxBytes = Annotated[int, typer.Option(metavar="N", help="Largest report in bytes.", min=1)]
MaxPlayers = Annotated[int, typer.Option(metavar="N", help="Most players.", min=1, max=9999)]
MaxRounds = Annotated[int, typer.Option(metavar="N", help="Most rounds.", min=1, max=400)]
MaxLines = Annotated[int, typer.Option(metavar="N", help="Most lines.", min=1)]
MaxLine = Annotated[int, typer.Option(metavar="N", help="Longest line in characters.", min=1)]
MaxFindings = Annotated[int, typer.Option(metavar="N", help="Most findings listed of one code.", min=1)]
