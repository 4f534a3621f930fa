"""`arpad revision`: what is wrong on published lists is put right by cases; here is what becomes of a case."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, confirm, office_verb
from arpad.cli.lists import SeriesOption
from arpad.cli.revision_events import again, annul, game, late, replace
from arpad.cli.revision_people import fact, merge, opening, unmerge
from arpad.finding import Misuse

revision = typer.Typer(
    help="Put published lists right: propose a case, look what it moves, approve it, publish the notice.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
revision.command("replace", rich_help_panel="Propose a case")(replace)
revision.command("annul", rich_help_panel="Propose a case")(annul)
revision.command("late", rich_help_panel="Propose a case")(late)
revision.command("game", rich_help_panel="Propose a case")(game)
revision.command("again", rich_help_panel="Propose a case")(again)
revision.command("fact", rich_help_panel="Propose a case")(fact)
revision.command("opening", rich_help_panel="Propose a case")(opening)
revision.command("merge", rich_help_panel="Propose a case")(merge)
revision.command("unmerge", rich_help_panel="Propose a case")(unmerge)

BECOMES = "What becomes of it"
Code = Annotated[str, typer.Argument(metavar="CODE", help="The case: REV-3, or only 3.")]
All = Annotated[bool, typer.Option("--all", help="Every row, not only the largest.")]


@revision.command("preview", rich_help_panel=BECOMES)
@office_verb("json")
def preview(call: OfficeCall, code: Code, everybody: All = False) -> None:
    """Make the lists again in memory, and show who moves on which list, by how much and through what, largest first.

    Nothing is put right. That it was seen is noted, and `revision approve` refuses if anything has changed since.

    [bold]Example[/bold]

      arpad revision preview REV-3
    """
    from arpad.cli.files import progress
    from arpad.cli.revision_shown import print_moves
    from arpad.office import revisions

    with call.desk() as desk:
        seen = revisions.preview(desk, revisions.Named(code), progress)
    if call.print_json("revision preview", seen):
        return
    print_moves(seen, everybody)
    print(f"if that is right: `arpad revision approve {seen.code}`")


@revision.command("approve", rich_help_panel=BECOMES)
@office_verb("why yes dry json")
def approve(call: OfficeCall, code: Code) -> None:
    """Approve a case as it was previewed: revised ratings are written beside the lists, which stay as they are.

    All of it or nothing. It cannot be taken back, only followed by another case.

    [bold]Examples[/bold]

      arpad revision approve REV-3                  asks once more at a terminal

      arpad revision approve REV-3 --why 'board, 4 May' --yes
    """
    from arpad.cli.files import progress
    from arpad.office import revisions

    with call.desk() as desk:
        case = revisions.show(desk, revisions.Named(code))
        case.must_be_open()
        confirm(f"Approve {case.code}: {case.about}? It cannot be taken back.", call.yes or call.dry)
        done = revisions.approve(desk, revisions.Approval(case.code, call.why, confirmed=True), progress)
    if call.print_json("revision approve", done):
        return
    print(f"{done.code} is approved: {done.about}")
    for series in done.series:
        print(revisions.moved(series))
    print(f"the text to publish: `arpad revision notice {done.code}`")


@revision.command("drop", rich_help_panel=BECOMES)
@office_verb("why dry json")
def drop(call: OfficeCall, code: Code) -> None:
    """Drop a case: nothing is put right. The case stays readable, with what was sent with it.

    [bold]Example[/bold]

      arpad revision drop REV-3 --why 'the first report was right'
    """
    from arpad.office import revisions

    with call.desk() as desk:
        case = revisions.drop(desk, revisions.Drop(code, call.why))
    if not call.print_json("revision drop", revisions.view_of(case)):
        print(f"{case.code} is dropped: {case.about}")


@revision.command("list", rich_help_panel=BECOMES)
@office_verb("json")
def list_(
    call: OfficeCall,
    open_only: Annotated[bool, typer.Option("--open", help="Only those that are not decided.")] = False,
) -> None:
    """The cases, in the order in which they were proposed.

    [bold]Example[/bold]

      arpad revision list --open
    """
    from arpad.cli.output import table
    from arpad.finding import Note
    from arpad.office import revisions

    with call.desk() as desk:
        cases = revisions.cases(desk, revisions.Cases(revisions.OPEN if open_only else ()))
    if call.print_json("revision list", tuple(map(revisions.view_of, cases))):
        return
    if cases:
        rows = [(each.code, each.state.value, each.about, each.day, each.who, each.why) for each in cases]
        table(("case", "state", "about", "since", "who", "why"), rows)
    else:
        print(Note.of("revisions/none"))


@revision.command("show", rich_help_panel=BECOMES)
@office_verb("json")
def show(
    call: OfficeCall,
    code: Code,
    sent: Annotated[
        str, typer.Option("--sent", metavar="FILE", help="Write the report that was sent with it; - for the screen.")
    ] = "",
) -> None:
    """A case: what it puts right, who proposed it and why, and what became of it.

    [bold]Examples[/bold]

      arpad revision show REV-3

      arpad revision show REV-3 --sent corrected.trf         the file, byte for byte
    """
    from arpad.cli.files import write
    from arpad.cli.revision_shown import print_case
    from arpad.office import revisions

    with call.desk() as desk:
        if sent:
            _, body = revisions.sent(desk, revisions.Named(code))
            write(body, sent, "")
            return
        case = revisions.view_of(revisions.show(desk, revisions.Named(code)))
    if not call.print_json("revision show", case):
        print_case(case)


@revision.command("notice", rich_help_panel=BECOMES)
@office_verb("json")
def notice(call: OfficeCall, code: Code) -> None:
    """The notice of an approved case: plain text of 80 columns, to be published.

    [bold]Example[/bold]

      arpad revision notice REV-3
    """
    from arpad.cli.screen import letter_lines
    from arpad.office import revisions

    with call.desk() as desk:
        published = revisions.notice(desk, revisions.Named(code))
    if not call.print_json("revision notice", published):
        print(letter_lines(revisions.text_of(published)))


@revision.command("setting", rich_help_panel=BECOMES)
@office_verb("why dry json")
def setting(
    call: OfficeCall,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="difference, board or reach.")] = "",
    value: Annotated[str, typer.Argument(metavar="[VALUE]", help="What is decided.")] = "",
    series: SeriesOption = "",
) -> None:
    """What the rules leave to the office: show it, or decide it for a series, with a reason.

    difference: carry (the next list builds on revised ratings) or note (they are only published beside). board:
    published (later games keep the ratings of the lists of the time) or revised. reach: how many months back from the
    newest list a case may go; 0 is as far as there are lists.

    [bold]Examples[/bold]

      arpad revision setting                        what holds

      arpad revision setting difference note --why 'board, 4 May'

      arpad revision setting reach 12 --series fide-rapid --why 'statutes of the federation'
    """
    from arpad.cli.output import table
    from arpad.office import revisions

    if name and not value:
        raise Misuse("argument/setting", name=name)
    with call.desk() as desk:
        if name:
            decided = revisions.decide(desk, revisions.NewRule(name, value, call.why, series))
        else:
            decided = revisions.rules(desk, series)
    if call.print_json("revision setting", decided):
        return
    holds = decided.rules
    rows = [("difference", holds.difference), ("board", holds.board), ("reach", holds.reach)]
    table((decided.series, "holds"), rows)
    if name and decided.already:
        print("it was so already; nothing was changed")
