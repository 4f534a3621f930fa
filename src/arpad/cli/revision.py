"""`arpad revision`: preview, approve or drop a case that corrects published lists."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.lists import SeriesOption
from arpad.cli.office_session import OfficeCall, confirm, office_verb
from arpad.cli.revision_propose import (
    propose_annulment,
    propose_fact,
    propose_game_exclusion,
    propose_late_event,
    propose_merge,
    propose_opening_row,
    propose_reexamination,
    propose_replacement,
    propose_unmerge,
)
from arpad.finding import Note, UserError

revision = typer.Typer(
    help="Put published lists right: propose a case, look what it moves, approve it, publish the notice.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
revision.command("replace", rich_help_panel="Propose a case")(propose_replacement)
revision.command("annul", rich_help_panel="Propose a case")(propose_annulment)
revision.command("late", rich_help_panel="Propose a case")(propose_late_event)
revision.command("game", rich_help_panel="Propose a case")(propose_game_exclusion)
revision.command("again", rich_help_panel="Propose a case")(propose_reexamination)
revision.command("fact", rich_help_panel="Propose a case")(propose_fact)
revision.command("opening", rich_help_panel="Propose a case")(propose_opening_row)
revision.command("merge", rich_help_panel="Propose a case")(propose_merge)
revision.command("unmerge", rich_help_panel="Propose a case")(propose_unmerge)

DECIDE_PANEL = "What becomes of it"
CodeArgument = Annotated[str, typer.Argument(metavar="CODE", help="The case: REV-3, or only 3.")]
AllOption = Annotated[bool, typer.Option("--all", help="Every row, not only the largest.")]


@revision.command("preview", rich_help_panel=DECIDE_PANEL)
@office_verb("json")
def preview_case(call: OfficeCall, code: CodeArgument, everybody: AllOption = False) -> None:
    """Make the lists again in memory, and show who moves: on which list, by how much and why, largest first.

    Nothing is put right. That it was seen is noted, and `revision approve` refuses if anything has changed since.

    [bold]Example[/bold]

      arpad revision preview REV-3
    """
    from arpad.cli.files import progress_bar
    from arpad.cli.revision_propose import print_rating_moves
    from arpad.office import revisions

    with call.desk() as desk:
        seen = revisions.preview_case(desk, revisions.CaseCode(code), progress_bar)
    if call.print_json("revision preview", seen):
        return
    print_rating_moves(seen, everybody)
    print(f"if that is right: `arpad revision approve {seen.code}`")


@revision.command("approve", rich_help_panel=DECIDE_PANEL)
@office_verb("why yes dry json")
def approve_case(call: OfficeCall, code: CodeArgument) -> None:
    """Approve a case as it was previewed: revised ratings are written beside the lists, which stay as they are.

    All of it or nothing. It cannot be taken back, only followed by another case.

    [bold]Examples[/bold]

      arpad revision approve REV-3                  asks once more at a terminal

      arpad revision approve REV-3 --why 'board, 4 May' --yes
    """
    from arpad.cli.files import progress_bar
    from arpad.office import revisions

    with call.desk() as desk:
        case = revisions.show_case(desk, revisions.CaseCode(code))
        case.must_be_open()
        confirm(f"Approve {case.code}: {case.about}? It cannot be taken back.", call.yes or call.dry)
        done = revisions.approve_case(desk, revisions.CaseApproval(case.code, call.why, confirmed=True), progress_bar)
    if call.print_json("revision approve", done):
        return
    print(f"{done.code} is approved: {done.about}")
    for series in done.series:
        print(revisions.moved_players_note(series))
    print(f"the text to publish: `arpad revision notice {done.code}`")


@revision.command("drop", rich_help_panel=DECIDE_PANEL)
@office_verb("why dry json")
def drop_case(call: OfficeCall, code: CodeArgument) -> None:
    """Drop a case: nothing is put right. The case stays readable, with what was sent with it.

    [bold]Example[/bold]

      arpad revision drop REV-3 --why 'the first report was right'
    """
    from arpad.office import revisions

    with call.desk() as desk:
        case = revisions.drop_case(desk, revisions.CaseDrop(code, call.why))
    if not call.print_json("revision drop", revisions.view_of_case(case)):
        print(f"{case.code} is dropped: {case.about}")


@revision.command("list", rich_help_panel=DECIDE_PANEL)
@office_verb("json")
def list_cases(
    call: OfficeCall,
    open_only: Annotated[bool, typer.Option("--open", help="Only those that are not decided.")] = False,
) -> None:
    """The cases, in the order in which they were proposed.

    [bold]Example[/bold]

      arpad revision list --open
    """
    from arpad.cli.output import print_table
    from arpad.office import revisions

    with call.desk() as desk:
        cases = revisions.list_cases(desk, revisions.CaseQuery(revisions.OPEN_STATES if open_only else ()))
    if call.print_json("revision list", tuple(map(revisions.view_of_case, cases))):
        return
    if cases:
        rows = [(each.code, each.state.value, each.about, each.day, each.who, each.why) for each in cases]
        print_table(("case", "state", "about", "since", "who", "why"), rows)
    else:
        print(Note.of("revisions/none"))


@revision.command("show", rich_help_panel=DECIDE_PANEL)
@office_verb("json")
def show_case(
    call: OfficeCall,
    code: CodeArgument,
    sent: Annotated[
        str, typer.Option("--sent", metavar="FILE", help="Write the report that was sent with it; - for the screen.")
    ] = "",
) -> None:
    """A case: what it puts right, who proposed it and why, and what became of it.

    [bold]Examples[/bold]

      arpad revision show REV-3

      arpad revision show REV-3 --sent corrected.trf         the file, byte for byte
    """
    from arpad.cli.files import write_output
    from arpad.cli.revision_propose import print_case
    from arpad.office import revisions

    with call.desk() as desk:
        if sent:
            _, body = revisions.read_sent_file(desk, revisions.CaseCode(code))
            write_output(body, sent, "")
            return
        case = revisions.view_of_case(revisions.show_case(desk, revisions.CaseCode(code)))
    if not call.print_json("revision show", case):
        print_case(case)


@revision.command("notice", rich_help_panel=DECIDE_PANEL)
@office_verb("json")
def print_notice(call: OfficeCall, code: CodeArgument) -> None:
    """The notice of an approved case: plain text of 80 columns, to be published.

    [bold]Example[/bold]

      arpad revision notice REV-3
    """
    from arpad.cli.terminal import wrap_letter
    from arpad.office import revisions

    with call.desk() as desk:
        published = revisions.read_notice(desk, revisions.CaseCode(code))
    if not call.print_json("revision notice", published):
        print(wrap_letter(revisions.notice_as_text(published)))


@revision.command("setting", rich_help_panel=DECIDE_PANEL)
@office_verb("why dry json")
def decide_series_rule(
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
    from arpad.cli.output import print_table
    from arpad.office import revisions

    if name and not value:
        raise UserError("argument/setting", name=name)
    with call.desk() as desk:
        if name:
            decided = revisions.decide_series_rule(desk, revisions.NewSeriesRule(name, value, call.why, series))
        else:
            decided = revisions.show_series_rules(desk, series)
    if call.print_json("revision setting", decided):
        return
    holds = decided.rules
    rows = [("difference", holds.difference), ("board", holds.board), ("reach", holds.reach)]
    print_table((decided.series, "holds"), rows)
    if name and decided.already:
        print(Note.of("no-change"))
