"""`arpad player`: add, find, show, change, merge, import and export players."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import OfficeCall, confirm, office_verb
from arpad.cli.player_options import (
    FactOptions,
    NewPlayerOptions,
    NumberArgument,
    PlayerArgument,
    SinceOption,
    find_player_number,
    parse_partial_day,
    parse_player_number,
)
from arpad.finding import Note, Remedy, UserError
from arpad.plaintext import file_name

if TYPE_CHECKING:
    from arpad.office.people import MergeResult, PlayersImported


@office_verb("why db who now dry json yes")
def change_player(
    call: OfficeCall,
    number: NumberArgument,
    facts: FactOptions,
    since: SinceOption = "",
) -> None:
    """Change what is known of a player, from a day on. The old value stays readable; '' takes a fact away.

    [bold]Examples[/bold]

      arpad player change 14100012 --federation POL --since 2024-05-01 --why "transfer, letter of 28 April"

      arpad player change 14100012 --name "Nova, Ann" --why married      the old name becomes a former name

      arpad player change 14100012 --born 1992-04-12 --why "passport"    as do --died, --federation, --title
    """
    from arpad.cli.output import print_table
    from arpad.office import people

    if "born" in facts:
        confirm("A birth date decides coefficients and age groups. Change it?", call.yes)
    day = parse_partial_day(since, "--since")
    request = people.PlayerChange(
        parse_player_number(number), people.PlayerFacts(**facts), day, call.why, confirmed="born" in facts
    )
    with call.desk() as desk:
        changes = people.change_player(desk, request)
    if call.print_json("player change", changes):
        return
    if changes:
        rows = [(change.field, change.old, change.new, change.since or "ever") for change in changes]
        print_table(("field", "from", "to", "since"), rows)
    else:
        print(Note.of("no-change"), file=sys.stderr)


@office_verb("why db who now dry json yes seen")
def merge_players(
    call: OfficeCall,
    kept: Annotated[str, typer.Argument(metavar="KEPT", help="The number under which the person goes on.")],
    gone: Annotated[str, typer.Argument(metavar="GONE", help="The number that counts as the other from now on.")],
    even: Annotated[
        bool,
        typer.Option("--even-if-different", help="They are one, though name, birth, sex or ratings speak against it."),
    ] = False,
) -> None:
    """Say that two numbers are one person, and why. Nothing is lost: `player unmerge` takes it back.

    Two who clearly differ, or who are both rated, are merged only with --even-if-different.

    [bold]Examples[/bold]

      arpad player merge 14100012 1000000103 --why "registered twice, passport seen"

      arpad player merge 14100012 1000000103 --even-if-different --why "married, and both names were rated"
    """
    from arpad.office import people

    with call.desk() as desk:
        pair = people.compare_players(desk, parse_player_number(kept), parse_player_number(gone))
        despite = frozenset(pair.objections) if even else frozenset()
        request = people.MergeRequest(parse_player_number(kept), parse_player_number(gone), call.why, despite)
        people.require_mergeable(desk, request)
        if not pair.alike:
            confirm(f"{pair.kept.name} and {pair.gone.name} do not look like one person. Merge them?", call.yes)
        done = people.merge_players(replace(desk, seen=desk.seen or pair.version), request)
    _print_merge(call, done)


@office_verb("why db who now dry json yes")
def unmerge_players(
    call: OfficeCall, gone: Annotated[str, typer.Argument(metavar="GONE", help="The number that was merged away.")]
) -> None:
    """Take a merge back, and say why: the two are two again, as they were.

    [bold]Examples[/bold]

      arpad player unmerge 1000000103 --why "two cousins after all"
    """
    from arpad.office import people

    with call.desk() as desk:
        done = people.unmerge_player(desk, people.UnmergeRequest(parse_player_number(gone), call.why))
    _print_merge(call, done)


def _print_merge(call: OfficeCall, done: MergeResult) -> None:
    if call.print_json("player merge" if done.merged else "player unmerge", done):
        return
    now = "counts as" if done.merged else "is parted from"
    print(f"{done.gone} {done.gone_name} {now} {done.kept} {done.kept_name}")
    if done.moved_fide_id:
        print(f"the FIDE number {done.moved_fide_id} is that of {done.kept if done.merged else done.gone} now")
    if done.merged and len(done.fide_ids) > 1:
        shown, other = done.fide_ids
        print(f"two FIDE numbers: lists show {shown}, and {other} is still found")


IMPORT_SUFFIXES = (".csv", ".txt", ".xml", ".zip")


@office_verb("why db who now dry json yes")
def import_players(
    call: OfficeCall,
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="FIDE lists (text, XML, zip) or CSV files, or directories.")
    ],
    update: Annotated[
        bool, typer.Option("--update", help="Change players who are known, where a file differs.")
    ] = False,
    accept: Annotated[
        bool, typer.Option("--accept-candidates", help="Rows that look like somebody registered are new people.")
    ] = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out rows that cannot be read or be true.")
    ] = False,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="Write the CSV file again here, with everybody's number.")
    ] = "",
) -> None:
    """Enter the people of FIDE lists and CSV files.

    A CSV file has a header with some of these columns, of which only the name is needed:

      id,fide_id,name,latin_name,former_names,born,sex,federation,region,title,national_title,memberships,died,since

    id is the office's own number, of people who have one. A latin_name is entered only where it is not the one that
    the federation's official transliteration makes.

    Players who are known already stay as they are, unless --update. Players who look like somebody registered are
    held back and shown. A file with a row that cannot be read changes nothing, unless --skip-bad; nor does one with a
    birth or death after today.

    [bold]Examples[/bold]

      arpad player import players_list_foa.zip             everybody on FIDE's list

      arpad player import players.csv --dry-run            what would be done

      arpad player import players.csv --out numbers.csv    the same file, with the numbers that the office gave

      arpad player import players-2024-05.csv --update     newcomers, transfers and deaths of a month

      arpad player import held.csv --accept-candidates     they are other people: looked at, one by one
    """
    from arpad.cli.files import progress_bar, write_atomically
    from arpad.cli.people_output import registry_files
    from arpad.office import people

    subject = ", ".join(map(file_name, files))
    request = people.PlayerFiles(registry_files(files, IMPORT_SUFFIXES), call.why, subject, update, accept, skip_bad)
    if out and (len(request.files) != 1 or not request.files[0].name.lower().endswith(".csv")):
        raise UserError("argument/out-one-csv", Remedy.to("export-players"))
    with ExitStack() as stack:
        place = stack.enter_context(write_atomically(Path(out))) if out and not call.dry else None
        with call.desk() as desk:
            imported = people.import_players(desk, request, progress_bar)
        if place is not None:
            place.write(people.add_numbers_to_file(request.files[0], imported))
    if not call.print_json("player import", imported):
        _print_import(imported, out)
    raise typer.Exit(1 if imported.held or imported.problems else 0)


@office_verb()
def export_players(
    call: OfficeCall,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A CSV file.")],
    federation: Annotated[str, typer.Option("--federation", metavar="FED", help="Players of this federation.")] = "",
    region: Annotated[str, typer.Option("--region", metavar="NAME", help="Players of this region.")] = "",
) -> None:
    """Write the players as a CSV file, with their numbers and births, as `player import` reads it. For the office only.

    [bold]Examples[/bold]

      arpad player export players.csv

      arpad player export lviv.csv --federation UKR --region Lviv
    """
    from arpad.cli.files import write_atomically
    from arpad.office import people

    with write_atomically(Path(file)) as place, call.desk() as desk:
        count = people.write_registry_csv(desk, people.RegistryExport(federation.upper(), region), place)
    print(f"{file}: {count:,} players")


def _print_import(imported: PlayersImported, out: str) -> None:
    from arpad.cli.people_output import PROBLEMS_SHOWN, print_candidates, print_problems

    if imported.refused:
        print_problems(imported.problems)
        print(Note.of("rows-refused/skip"), file=sys.stderr)
        return
    print(f"{imported.entered:,} entered, {imported.changed:,} changed, {imported.known:,} known already")
    if not out and any(row.new and not row.fide_id for row in imported.numbers):
        print("their numbers: `arpad player export FILE`, or import with --out FILE", file=sys.stderr)
    if imported.differing:
        fields = ", ".join(imported.differing_fields)
        print(f"{imported.differing:,} differ ({fields}) and stay as they are: --update changes them")
    print_problems(imported.problems)
    if imported.held:
        print(f"{len(imported.held):,} held back: they look like somebody who is registered")
        print_candidates(
            (f"{row.file}:{row.line}", row.name, candidate)
            for row in imported.held[:PROBLEMS_SHOWN]
            for candidate in row.candidates[:3]
        )
        if len(imported.held) > PROBLEMS_SHOWN:
            print(f"and {len(imported.held) - PROBLEMS_SHOWN:,} more: --json has them all")
        print("the same person: `arpad player change ID`; somebody else: import again with --accept-candidates")


@office_verb("why db who now dry json yes")
def decide_player_listing(
    call: OfficeCall,
    number: NumberArgument,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="dispensation, not-to-be-listed or removed.")],
    since: SinceOption = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD", help="The last day on which it holds.")] = "",
    ends: Annotated[bool, typer.Option("--ends", help="From that day on it holds no longer.")] = False,
) -> None:
    """Enter what is decided of a player and the lists. The rating goes on; only the printed list changes.

    A dispensation, or the Council's approval, lets a player be listed whatever the federation is. A federation may say
    that a player is not to be listed. The commission may remove a player who is inactive; one rated game brings the
    player back. Which of them a list looks at is its edition's word.

    [bold]Examples[/bold]

      arpad player listing 14100012 dispensation --until 2024-12-31 --why "Council, decision 12"

      arpad player listing 14100012 not-to-be-listed --why "letter of the federation, 3 May"

      arpad player listing 14100012 removed --why "commission, 4 June"

      arpad player listing 14100012 not-to-be-listed --ends --why "letter of 9 August"
    """
    from arpad.cli.output import print_table
    from arpad.office import people

    days = parse_partial_day(since, "--since"), parse_partial_day(until, "--until")
    with call.desk() as desk:
        entered = people.decide_listing(
            desk, people.ListingDecision(parse_player_number(number), kind, *days, ends, call.why)
        )
    if call.print_json("player listing", entered):
        return
    if entered.already:
        print(Note.of("no-change"), file=sys.stderr)
    rows = [(entered.kind, each.state, each.since, each.until) for each in entered.spans]
    print_table((f"{entered.number} {entered.name}", "", "since", "until"), rows)


player = typer.Typer(
    no_args_is_help=True, help="The players: import, export, add, find, show, change, listing, merge, …"
)
player.command("import")(import_players)
player.command("export")(export_players)


@player.command("add")
@office_verb("why db who now dry json yes")
def add_player(
    call: OfficeCall,
    name: Annotated[str, typer.Argument(metavar="'SURNAME, GIVEN'")],
    facts: NewPlayerOptions,
    since: SinceOption = "",
    accept: Annotated[bool, typer.Option("--accept-candidates", help="They are none of those who look alike.")] = False,
) -> None:
    """Enter one player and give them a number.

    Registered players who look alike are shown first: by name, in any script, order or spelling, and by birth.

    [bold]Examples[/bold]

      arpad player add "Invented, Ann" --born 1991-04-12 --sex w --federation UKR

      arpad player add "Invented, Ann" --born 1991 --accept-candidates --why "cousins, seen both passports"
    """
    from arpad.cli.people_output import print_candidates
    from arpad.office import people

    person = people.Person(name=" ".join(name.split()), **facts)
    request = people.NewPlayer(person, parse_partial_day(since, "--since"), call.why)
    with call.desk() as desk:
        added = people.add_player(desk, request)
        if added.entered is None:
            if not (call.as_json or accept):
                print_candidates(("", person.name, candidate) for candidate in added.candidates)
            if not (accept or call.yes or sys.stdin.isatty()):
                if not call.print_json("player add", added):
                    print(Note.of("player-not-added"), file=sys.stderr)
                raise typer.Exit(1)
            confirm(str(Note.of("question/new-player")), call.yes or accept)
            seen = frozenset(candidate.id for candidate in added.candidates if candidate.id)
            added = people.add_player(desk, replace(request, seen=seen))
        if added.entered is None:
            raise UserError("entered-meanwhile", Remedy.to("look-again"))
    if not call.print_json("player add", added):
        print(f"{added.entered.id}  {added.entered.name}")


@player.command("find")
@office_verb("db who now json")
def find_players(
    call: OfficeCall,
    text: Annotated[str, typer.Argument(metavar="TEXT|NUMBER")],
    most: Annotated[int, typer.Option("--most", metavar="N", help="Show so many at most.", min=1)] = 20,
) -> None:
    """Find players by a number, a part of a name, or a name misspelt or in other letters.

    People of imported lists who are not registered here follow under a heading of their own.

    [bold]Examples[/bold]

      arpad player find invented          everybody whose name has it, former names too

      arpad player find 'Вигаданенко'     also written Vyhadanenko

      arpad player find 14100021          this number, and those one slip of the pen away
    """
    from arpad.cli.people_output import print_official_people, print_people, print_players_without_game
    from arpad.office import people

    with call.desk() as desk:
        found = people.find_people(desk, people.PlayerSearch(text, most))
    if not call.print_json("player find", found):
        if found.players:
            print_people(found.players)
            print_players_without_game(found.players, found.no_game_yet)
        if found.official:
            print_official_people(found.official)
        if not (found.players or found.official):
            print(Note.of("nobody-by-name", text=text), file=sys.stderr)
    raise typer.Exit(0 if found.players or found.official else 1)


@player.command("show")
@office_verb("db who now json")
def show_player(
    call: OfficeCall,
    player: PlayerArgument,
    as_of: Annotated[str, typer.Option("--as-of", metavar="YYYY-MM-DD", help="What held on this day.")] = "",
    known_at: Annotated[
        int | None, typer.Option("--known-at", metavar="SEQ", help="What was known at this entry of the log.")
    ] = None,
) -> None:
    """Show a player, their ratings, and what was ever changed: since when, who entered it, on which day, why.

    [bold]Examples[/bold]

      arpad player show 14100012

      arpad player show 'Invented, Ann'                where only one player has such a name

      arpad player show 1000000011 --as-of 2024-03-01     federation, name and title of that day
    """
    from arpad.cli.people_output import print_player_history
    from arpad.office import people

    day = parse_partial_day(as_of, "--as-of")
    with call.desk() as desk:
        story = people.show_player(desk, people.PlayerQuery(find_player_number(desk, player), day, known_at))
    if not call.print_json("player show", story):
        print_player_history(story)


player.command("change")(change_player)
player.command("listing")(decide_player_listing)
player.command("merge")(merge_players)
player.command("unmerge")(unmerge_players)
