"""`arpad verify` and `arpad checkpoint`: can anybody have changed a number unseen?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.finding import Misuse, Remedy

if TYPE_CHECKING:
    from arpad.office.proofs import Verification

NOT_GOOD = 1
SHOWN = 12  # letters of a hash
LONGEST = 2**16  # bytes of a checkpoint that are read


@office_verb("json db who now dry")
def verify(
    call: OfficeCall,
    whole: Annotated[
        bool, typer.Option("--whole", help="Make all lists again, also those of earlier verifications.")
    ] = False,
    since: Annotated[
        str, typer.Option("--since", metavar="FILE", help="A checkpoint that was kept: was history only added to?")
    ] = "",
    public: Annotated[
        str,
        typer.Option(
            "--public", metavar="DIR", help="Look at a directory that `arpad bundle` wrote, not at an office."
        ),
    ] = "",
    line: Annotated[
        str, typer.Option("--line", metavar="FILE", help="Look at one player's line that `arpad prove` wrote.")
    ] = "",
    openings: Annotated[
        str, typer.Option("--openings", metavar="FILE", help="Birthdays that the office told you, for --public.")
    ] = "",
) -> None:
    """Prove that what the office holds is what it wrote.

    Every entry of the log is followed link by link, every row is compared with what its entry wrote, and every list is
    made again from what was admitted, what was known then and the law it carries. What differs is named: the player,
    event or entry, the field, what is stored and what is right. Exit code 0: all good; 1: something is not.

    [bold]Examples[/bold]

      arpad verify

      arpad verify --whole --since checkpoint-2026-11.txt

    With --public it needs no office: everything that an office published is made again from plain files, and every file
    is followed to the entry of its log.

      arpad verify --public lists-2026
    """
    from arpad.cli.files import progress, text_of

    text = text_of(since, LONGEST, Remedy.to("bring-checkpoint")) if since else ""
    if public or line:
        from arpad.cli.public import line_verified, public_verified

        good = (
            public_verified(public, text, openings, call.as_json) if public else line_verified(line, text, call.as_json)
        )
        if not good:
            raise typer.Exit(NOT_GOOD)
        return
    with call.desk() as desk:
        from arpad.office import proofs

        verification = proofs.verify(desk, proofs.Verify(whole, text), progress)
    if not call.print_json("verify", verification):
        _show(verification)
    if not verification.good:
        raise typer.Exit(NOT_GOOD)


def _show(verification: Verification) -> None:
    from arpad.finding import Note

    for problem in verification.found:
        print(f"- {problem}")
    if verification.found:
        print()
    counted = {name: getattr(verification, name) for name in ("office", "entries", "rows", "remade")}
    print(Note.of("verify-counted", **counted))
    if verification.before:
        print(Note.of("verify-before", lists=verification.before))
    if verification.as_published:
        lists = [f"{each.series} {each.list_}" for each in verification.as_published]
        print(Note.of("verify-as-published", count=len(lists), lists=lists))
    if verification.good:
        print(Note.of("verify-good", size=verification.size, root=verification.root[:SHOWN]))
    else:
        print(Note.of("verify-not-good", found=len(verification.found)))


@office_verb("json")
def checkpoint(
    call: OfficeCall,
    to: Annotated[str, typer.Option("--to", metavar="FILE", help="Write it there; it must not be there yet.")] = "",
) -> None:
    """Say how the log stands, in a few lines for others to keep.

    Whoever keeps it can tell later, with `arpad verify --since FILE`, whether history was only added to. With a key
    (`arpad key new`) it is signed, and made by itself after every publication.

    [bold]Examples[/bold]

      arpad checkpoint

      arpad checkpoint --to checkpoint-2026-11.txt
    """

    if to and Path(to).exists():
        raise Misuse("checkpoint/file-there", file=to)
    with call.desk() as desk:
        from arpad.office import proofs

        point = proofs.checkpoint(desk)
    if to:
        try:
            Path(to).write_text(point.text, "utf-8")
        except OSError as error:
            raise Misuse("checkpoint/no-file", file=to, reason=error.strerror or str(error)) from None
    if not (call.print_json("checkpoint", point) or to):
        print(point.text, end="")
