"""How cases are proposed and shown: the case itself, and whom it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.finding import Note

if TYPE_CHECKING:
    from arpad.cli.desk import OfficeCall
    from arpad.office.revisions import CaseView, ListMoves, Move, Notice, Proposal

FIRST = 20  # rows shown to a person


def propose(proposal: Proposal, verb: str, call: OfficeCall) -> None:
    """Propose a case at the office that is meant, and say how it goes on."""
    from arpad.office import revisions

    with call.desk() as desk:
        case = revisions.propose(desk, proposal)
    if call.print_json(f"revision {verb}", revisions.view_of(case)):
        return
    print(f"{case.code} is proposed: {case.about}")
    print(f"what it moves: `arpad revision preview {case.code}`")


def print_case(case: CaseView) -> None:
    from arpad.cli.output import table

    print(f"{case.code} is {case.state}: {case.about}\n")
    steps = [("proposed", case.day, case.who, case.why)]
    steps += [(step.state.value, step.day, step.who, step.why) for step in case.steps]
    table(("", "day", "who", "why"), steps)


def print_moves(notice: Notice, everybody: bool) -> None:
    """Whom a case moves on which list, the largest difference first."""
    from arpad.cli.output import table
    from arpad.office import revisions

    print(f"{notice.code}: {notice.about}")
    if not any(each.moves for series in notice.series for each in series.lists):
        print(Note.of("notice/nobody"))
    for series in notice.series:
        rows = [(each, move) for each in series.lists for move in each.moves]
        if not rows:
            continue
        rows.sort(key=lambda row: -abs(row[1].difference))  # lists and players stay in order
        print(f"\n{revisions.moved(series)}")
        print(Note.of("notice/carried") if series.carried else Note.of("notice/noted"))
        if series.as_published:
            print(Note.of("notice/as-published", lists=series.as_published))
        shown = rows if everybody else rows[:FIRST]
        head = ("list", "id", "name", "before", "after", "change", "games", "through")
        table(head, [_cells(each, move) for each, move in shown])
        if len(shown) < len(rows):
            print(Note.of("revisions/more", rows=len(rows) - len(shown)))


def _cells(on: ListMoves, move: Move) -> tuple[object, ...]:
    from arpad.office import revisions

    before, after = revisions.stands(move.before, move.state_before), revisions.stands(move.after, move.state_after)
    change = f"{move.difference:+d}" if move.before and move.after else ""
    games = f"{move.games:+d}" if move.games else ""
    causes = ", ".join(cause.sentence for cause in revisions.through(move, on))
    return on.list_, move.player, move.name, before, after, change, games, causes
