"""What an office published, as files: `arpad bundle` and `arpad prove` write them, `arpad verify` looks at them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.finding import Misuse, Remedy

SHOWN = 12  # letters of a hash
OPENINGS = "-openings.csv"  # behind the name of the directory
LONGEST_LINE, LONGEST_OPENINGS = 2**24, 2**27  # bytes of a file that is read


@office_verb("json")
def bundle(
    call: OfficeCall,
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A directory that is not there yet.")],
    openings: Annotated[
        str,
        typer.Option(
            "--openings", metavar="FILE", help="Where sealed birthdays are opened: your own file, not to be published."
        ),
    ] = "",
) -> None:
    """Write everything that was published as plain files that anybody can make again.

    Lists, games, what each game was worth, notices, the law and the hashes of the log: no name that stood on no list,
    and of a birth only the year. The log says that it was written, and a checkpoint goes with it. Whoever has the
    directory proves every number with `arpad verify --public DIR`, without an office.

    [bold]Examples[/bold]

      arpad bundle lists-2026
    """
    from arpad.cli.files import progress
    from arpad.finding import Note

    apart = Path(openings) if openings else directory.parent / (directory.name + OPENINGS)
    with call.desk() as desk:
        from arpad.office import proofs

        bundled = proofs.bundle(desk, proofs.Bundle(directory, apart), progress)
    if call.print_json("bundle", bundled):
        return
    point = bundled.checkpoint
    print(Note.of("bundled", directory=bundled.directory, lists=bundled.lists, files=bundled.files))
    print(Note.of("bundled-log", size=point.size, root=point.root[:SHOWN], signer=point.signer))
    if bundled.openings:
        print(Note.of("bundled-openings", file=bundled.openings))


def prove(
    player: Annotated[int, typer.Argument(metavar="PLAYER", help="His number, the office's or FIDE's.")],
    directory: Annotated[Path, typer.Option("--in", metavar="DIR", help="What `arpad bundle` wrote.")],
    list_: Annotated[str, typer.Option("--list", metavar="YYYY-MM", help="The list; without it the newest.")] = "",
    series: Annotated[str, typer.Option("--series", help="The series, where there are several.")] = "",
    to: Annotated[str, typer.Option("--to", metavar="FILE", help="Write it there; without it, to the screen.")] = "",
) -> None:
    """Write what one list says of one player, with what proves it, into a small file of its own.

    Whoever gets it can tell with `arpad verify --line FILE` that the office published just that, and needs neither the
    office nor the other players' lines.

    [bold]Examples[/bold]

      arpad prove 10058 --in lists-2026 --list 2026-01 --to line.json
    """
    from arpad.history import singleline
    from arpad.history.library import Library

    library = Library(directory)
    of_series, month = _which(library, series, list_)
    text = singleline.written(library, of_series, month, player)
    if not to:
        print(text.decode(), end="")
        return
    try:
        with open(to, "xb") as out:
            out.write(text)
    except OSError as error:
        raise Misuse("checkpoint/no-file", file=to, reason=error.strerror or str(error)) from None


def _which(library: object, series: str, list_: str) -> tuple[str, int]:
    from arpad.cli.lists import month_of
    from arpad.history.library import Library

    assert isinstance(library, Library)
    heads = library.contents.chapters
    names = tuple(dict.fromkeys(head.series for head in heads))
    if not names or (series and series not in names):
        message = "history/unknown-series" if names else "history/no-lists"
        raise Misuse(message, series=series, names=names, directory=str(library.directory))
    if not series and len(names) > 1:
        raise Misuse("which-series", names=names)
    chosen = series or names[0]
    if list_:
        return chosen, int(month_of(list_))
    return chosen, max((head.list_ for head in heads if head.series == chosen), default=0)


def public_verified(directory: str, since: str, openings: str, as_json: bool) -> bool:
    """Look at a directory; whether everything is so."""
    from arpad.cli.files import progress, text_of
    from arpad.cli.output import answer
    from arpad.finding import Note
    from arpad.history import checkpoint, verifying
    from arpad.history.library import Library

    remedy = Remedy.to("bring-openings")
    opened = verifying.read_openings(text_of(openings, LONGEST_OPENINGS, remedy)) if openings else ()
    point = checkpoint.read(since) if since else None
    result = verifying.verified(Library(Path(directory)), point, opened, progress)
    if as_json:
        answer("verify --public", result)
        return result.good
    for problem in result.found:
        print(f"- {problem}")
    if result.found:
        print()
    counted = {name: getattr(result, name) for name in ("directory", "files", "remade", "games")}
    print(Note.of("public-counted", **counted))
    if result.as_published:
        print(Note.of("verify-as-published", count=len(result.as_published), lists=result.as_published))
    if result.rehearsal:
        print(Note.of("public-rehearsal"))
    if result.other_law:
        print(Note.of("public-law", files=result.other_law))
    if result.lost_keys:
        print(Note.of("public-lost-keys", keys=result.lost_keys))
    if result.beside:
        print(Note.of("public-beside", rows=result.beside))
    print(Note.of("public-log", entries=result.entries, size=result.size, root=result.root[:SHOWN]))
    print(Note.of(f"public-signed/{result.signature.replace(' ', '-')}", signer=result.signer))
    print(Note.of("public-good") if result.good else Note.of("public-not-good", found=len(result.found)))
    return result.good


def line_verified(file: str, since: str, as_json: bool) -> bool:
    """Look at one player's line; whether it is so."""
    from arpad.cli.files import text_of
    from arpad.cli.output import answer
    from arpad.finding import Note
    from arpad.history import checkpoint, singleline

    point = checkpoint.read(since) if since else None
    result = singleline.verified(text_of(file, LONGEST_LINE, Remedy.to("bring-line")).encode(), point)
    if as_json:
        answer("verify --line", result)
        return result.good
    for problem in result.found:
        print(f"- {problem}")
    named = next((each.row for each in result.rows if each.file == "people.csv"), {})
    listed = next((each.row for each in result.rows if each.file.endswith("/list.csv")), {})
    about = {"player": result.player, "name": named.get("name", ""), "series": result.series, "list": result.list_}
    print(Note.of("line-says" if listed else "line-says/nothing", **about, **_numbers(listed)))
    if result.rehearsal:
        print(Note.of("public-rehearsal"))
    print(Note.of("line-log", size=result.size, root=result.root[:SHOWN]))
    print(Note.of(f"public-signed/{result.signature.replace(' ', '-')}", signer=result.signer))
    print(Note.of("line-good") if result.good else Note.of("public-not-good", found=len(result.found)))
    return result.good


def _numbers(row: dict[str, str]) -> dict[str, str]:
    return {name: row.get(name, "") for name in ("rating", "k", "games")}
