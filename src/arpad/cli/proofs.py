"""`arpad verify`, `checkpoint`, `bundle`, `prove` and `key`: prove that published numbers are unchanged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import OfficeCall, WhyOption, office_verb
from arpad.finding import Remedy, UserError

if TYPE_CHECKING:
    from arpad.office.proofs import Verification


NO_OFFICER = "-"  # whoever only looks changes nothing

key = typer.Typer(help="The key with which an office signs its checkpoints.", no_args_is_help=True)


@key.command("new")
@office_verb("json yes")
def new_key(
    call: OfficeCall,
    why: WhyOption = "",
    lost: Annotated[bool, typer.Option("--lost", help="The key before it is lost and cannot sign it.")] = False,
) -> None:
    """Make the key of the office, or another in its place.

    The private half goes into a file that only you can read: in your configuration (~/.config/arpad/keys), or where
    ARPAD_KEY says. It is not in the database and not in a backup: keep a copy apart. The public half is in the log.

    [bold]Examples[/bold]

      arpad key new --why "checkpoints are signed from now on"

      arpad key new --lost --why "the disk with the old one is gone"
    """
    from arpad.finding import Note

    with call.desk() as desk:
        from arpad.office import proofs

        signing = proofs.make_signing_key(desk, proofs.NewKey(why, lost))
        file = proofs.list_keys(desk).file
    if not call.print_json("key new", signing):
        print(Note.of("key-made", name=signing.name, file=file))


@key.command("show")
@office_verb("json db")
def show_keys(call: OfficeCall) -> None:
    """Show the public keys of the office, and where its private key is looked for.

    [bold]Examples[/bold]

      arpad key show
    """
    from arpad.cli.output import print_table
    from arpad.finding import Note

    with call.desk(NO_OFFICER) as desk:
        from arpad.office import proofs

        keys = proofs.list_keys(desk)
    if call.print_json("key show", keys):
        return
    if not keys.keys:
        print(Note.of("key-none"))
        return
    rows = [(each.name, each.entry, each.before or "-", "lost" if each.lost else "", each.public) for each in keys.keys]
    print_table(("key", "from entry", "before", "", "public"), rows)
    print(Note.of("key-where/there" if keys.there else "key-where", file=keys.file))


DIFFERENCES_SHOWN = 12  # letters of a hash
OPENING_FILES = "-openings.csv"  # behind the name of the directory
MAX_PROOF_BYTES, MAX_OPENINGS_BYTES = 2**24, 2**27  # bytes of a file that is read


@office_verb("json")
def write_bundle(
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
    from arpad.cli.files import progress_bar
    from arpad.finding import Note

    apart = Path(openings) if openings else directory.parent / (directory.name + OPENING_FILES)
    with call.desk() as desk:
        from arpad.office import proofs

        bundled = proofs.bundle_history(desk, proofs.BundleRequest(directory, apart), progress_bar)
    if call.print_json("bundle", bundled):
        return
    point = bundled.checkpoint
    print(Note.of("bundled", directory=bundled.directory, lists=bundled.lists, files=bundled.files))
    print(Note.of("bundled-log", size=point.size, root=point.root[:DIFFERENCES_SHOWN], signer=point.signer))
    if bundled.openings:
        print(Note.of("bundled-openings", file=bundled.openings))


def write_player_proof(
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
    from arpad.history import player_proof
    from arpad.history.bundle import Library

    library = Library(directory)
    of_series, month = _parse_openings(library, series, list_)
    text = player_proof.write_player_proof(library, of_series, month, player)
    if not to:
        print(text.decode(), end="")
        return
    try:
        with open(to, "xb") as out:
            out.write(text)
    except OSError as error:
        raise UserError("checkpoint/no-file", file=to, reason=error.strerror or str(error)) from None


def _parse_openings(library: object, series: str, list_: str) -> tuple[str, int]:
    from arpad.cli.lists import parse_month
    from arpad.history.bundle import Library

    assert isinstance(library, Library)
    heads = library.contents.chapters
    names = tuple(dict.fromkeys(head.series for head in heads))
    if not names or (series and series not in names):
        message = "history/unknown-series" if names else "history/no-lists"
        raise UserError(message, series=series, names=names, directory=str(library.directory))
    if not series and len(names) > 1:
        raise UserError("which-series", names=names)
    chosen = series or names[0]
    if list_:
        return chosen, int(parse_month(list_))
    return chosen, max((head.list_ for head in heads if head.series == chosen), default=0)


def verify_bundle(directory: str, since: str, openings: str, signer: str, as_json: bool) -> bool:
    """Verify a bundle and print what was found. Return whether there is no problem and the named key signed it."""
    from arpad.cli.files import progress_bar, small_file_text
    from arpad.cli.output import print_answer
    from arpad.finding import Note
    from arpad.history import checkpoints, verify
    from arpad.history.bundle import Library

    remedy = Remedy.to("bring-openings")
    opened = verify.read_openings(small_file_text(openings, MAX_OPENINGS_BYTES, remedy)) if openings else ()
    point = checkpoints.read_checkpoint(since) if since else None
    result = verify.verify_bundle(Library(Path(directory)), point, opened, progress_bar, signer)
    if as_json:
        print_answer("verify --public", result)
        return result.good and result.proved
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
    print(Note.of("public-log", entries=result.entries, size=result.size, root=result.root[:DIFFERENCES_SHOWN]))
    print(Note.of(f"public-signed/{result.signature.replace(' ', '-')}", signer=result.signer))
    print(Note.of("public-good") if result.good else Note.of("public-not-good", found=len(result.found)))
    if result.good and not result.proved:
        print(Note.of("public-unproved"))
    return result.good and result.proved


def verify_player_proof(file: str, since: str, as_json: bool) -> bool:
    """Look at one player's line; whether it is so."""
    from arpad.cli.files import small_file_text
    from arpad.cli.output import print_answer
    from arpad.finding import Note
    from arpad.history import checkpoints, player_proof

    point = checkpoints.read_checkpoint(since) if since else None
    result = player_proof.verify_player_proof(
        small_file_text(file, MAX_PROOF_BYTES, Remedy.to("bring-line")).encode(), point
    )
    if as_json:
        print_answer("verify --line", result)
        return result.good
    for problem in result.found:
        print(f"- {problem}")
    named = next((each.row for each in result.rows if each.file == "people.csv"), {})
    listed = next((each.row for each in result.rows if each.file.endswith("/list.csv")), {})
    about = {"player": result.player, "name": named.get("name", ""), "series": result.series, "list": result.list_}
    print(Note.of("line-says" if listed else "line-says/nothing", **about, **_count_text(listed)))
    if result.rehearsal:
        print(Note.of("public-rehearsal"))
    print(Note.of("line-log", size=result.size, root=result.root[:DIFFERENCES_SHOWN]))
    print(Note.of(f"public-signed/{result.signature.replace(' ', '-')}", signer=result.signer))
    print(Note.of("line-good") if result.good else Note.of("public-not-good", found=len(result.found)))
    return result.good


def _count_text(row: dict[str, str]) -> dict[str, str]:
    return {name: row.get(name, "") for name in ("rating", "k", "games")}


EXIT_NOT_PROVED = 1
FINDINGS_SHOWN = 12  # letters of a hash
MAX_CHECKPOINT_BYTES = 2**16  # bytes of a checkpoint that are read


@office_verb("json db who now dry")
def verify_office(
    call: OfficeCall,
    since: Annotated[
        str, typer.Option("--since", metavar="FILE", help="A stored checkpoint: was the log only added to since then?")
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
    signer: Annotated[
        str, typer.Option("--signer", metavar="KEY", help="The name of the office's key: it must have signed.")
    ] = "",
) -> None:
    """Prove that the office holds what its journal says.

    Every entry of the log is followed link by link. Every row is compared with the effects in the journal. Every act is
    performed again on a copy, with the law of its day. Each difference is named: whose row it is, table, key, column,
    the stored and the right value. Nothing is written. With a signed checkpoint, acts before it are not performed
    again. Exit code 0: no differences; 1: differences.

    [bold]Examples[/bold]

      arpad verify

      arpad verify --since checkpoint-2026-11.txt

    With --public it needs no office: everything that an office published is made again from plain files, and every file
    is followed to the entry of its log.

      arpad verify --public lists-2026 --signer d9e34a7d9bbc10fa
    """
    from arpad.cli.files import progress_bar, small_file_text

    text = small_file_text(since, MAX_CHECKPOINT_BYTES, Remedy.to("bring-checkpoint")) if since else ""
    if since and not text.strip():
        raise UserError("checkpoint/unread", Remedy.to("bring-checkpoint"))
    if public or line:
        good = (
            verify_bundle(public, text, openings, signer, call.as_json)
            if public
            else verify_player_proof(line, text, call.as_json)
        )
        if not good:
            raise typer.Exit(EXIT_NOT_PROVED)
        return
    with call.desk() as desk:
        from arpad.office import proofs

        verification = proofs.verify_office(desk, proofs.VerifyRequest(text, signer), progress_bar)
    if not call.print_json("verify", verification):
        _print_verification(verification)
    if not verification.good:
        raise typer.Exit(EXIT_NOT_PROVED)


def _print_verification(verification: Verification) -> None:
    from arpad.finding import Note

    for problem in verification.found:
        print(f"- {problem}")
    if verification.found:
        print()
    counted = {name: getattr(verification, name) for name in ("office", "entries", "rows", "acts")}
    print(Note.of("verify-counted", **counted))
    if verification.skipped:
        print(Note.of("verify-skipped", skipped=verification.skipped))
    if verification.unproved:
        print(Note.of("verify-unproved", entries=verification.unproved))
    if verification.otherwise:
        print(Note.of("verify-otherwise", count=len(verification.otherwise)))
        for problem in verification.otherwise[:FINDINGS_SHOWN]:
            print(f"  {problem}")
    if verification.signer:
        print(Note.of("verify-signed", signer=verification.signer, signed=verification.signed))
    else:
        print(Note.of("verify-unsigned"))
    if verification.good:
        print(Note.of("verify-good", size=verification.size, root=verification.root[:FINDINGS_SHOWN]))
    else:
        print(Note.of("verify-not-good", found=len(verification.found)))


@office_verb("json")
def print_checkpoint(
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
        raise UserError("checkpoint/file-there", file=to)
    with call.desk() as desk:
        from arpad.office import proofs

        point = proofs.add_checkpoint(desk)
    if to:
        try:
            Path(to).write_text(point.text, "utf-8")
        except OSError as error:
            raise UserError("checkpoint/no-file", file=to, reason=error.strerror or str(error)) from None
    if not (call.print_json("checkpoint", point) or to):
        print(point.text, end="")
