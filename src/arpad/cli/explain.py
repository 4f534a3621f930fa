"""`arpad explain`: open a published number down to its games and articles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.lists import MonthOption, SeriesOption, parse_month
from arpad.cli.office_session import OfficeCall, office_verb
from arpad.cli.player_options import find_player_number
from arpad.finding import UserError

if TYPE_CHECKING:
    from arpad.explain.calculation import Adjusted, Calculation, ListRow, Revision
    from arpad.explain.event_sheet import EventSheet
    from arpad.explain.first_rating import PooledEvent


PlayerArgument = Annotated[
    str, typer.Argument(metavar="[NUMBER|NAME]", help="A FIDE number, the office's own, or the name of one player.")
]
EventOption = Annotated[
    str, typer.Option("--event", metavar="CODE", help="An event instead of a player: everybody's line.")
]


@office_verb("json db")
def explain_rating(
    call: OfficeCall,
    player: PlayerArgument = "",
    event: EventOption = "",
    series: SeriesOption = "",
    month: MonthOption = "",
    revised: Annotated[
        bool, typer.Option("--revised", help="What the list should have said, where it was put right since.")
    ] = False,
) -> None:
    """Why is this rating what it is? Every event, every game, every sum, each with its article.

    Games that did not count are there too, with the reason. Without --series every series of the office that has the
    player is explained; --json explains one.

    [bold]Examples[/bold]

      arpad explain 1000000014                          the newest list of each series

      arpad explain 'Invented, Ann'                     where only one player has such a name

      arpad explain 990000104 --list 2024-05 --json

      arpad explain --event spring-open                 what it was worth to everybody there
    """
    from arpad.office import lists

    if bool(event) == bool(player):
        raise UserError("event-or-player")
    if event:
        with call.desk("reader") as desk:
            sheet = lists.explain_event(desk, lists.EventQuestion(event))
        if not call.print_json("explain --event", sheet):
            print_event_sheet(sheet)
        return
    which = lists.ListChoice(series, parse_month(month))
    with call.desk("reader") as desk:
        question = lists.CalculationQuestion(find_player_number(desk, player), which, revised)
        if call.as_json:
            call.print_json("explain", lists.explain_rating(desk, question))
            return
        for place, calculation in enumerate(lists.explain_every_series(desk, question)):
            print("\n\n" * bool(place), end="")
            _print_calculation(calculation)


def print_event_sheet(sheet: EventSheet) -> None:
    """Print what an event was worth to each player."""
    from arpad.cli.calculation_output import print_round_robin_passes, print_unrated_field
    from arpad.cli.output import headings, print_table, print_words
    from arpad.columns import label
    from arpad.exact import decimal, points
    from arpad.model.systems import system_key

    head = {"name": sheet.name, "start": sheet.start, "end": sheet.end, "system": system_key(sheet.system)}
    print_words("explain/sheet", code=sheet.code, series=sheet.series, list=sheet.list, edition=sheet.edition, **head)
    _print_law_note(sheet)
    if sheet.later is not None:
        print_words("explain/cited", sentence=sheet.later.sentence, articles=sheet.later.articles)
    print()
    rows = [
        (line.id, line.name, line.rc, line.ro, points(line.score), line.counted, *(
            (decimal(line.sum), line.k, decimal(line.change)) if line.k else ("", "", "")), label(line.status))
        for line in sheet.players
    ]  # fmt: skip
    print_table((*headings("id", "name"), "Rc", "Ro", "w", "n", "chg", "K", "K*chg", *headings("status")), rows)
    if sheet.field is not None:
        print()
        print_unrated_field(sheet.field)
    for line in sheet.players:
        if line.round_robin is not None:
            print(f"\n{line.name}")
            print_round_robin_passes(line.round_robin, field=False)


def _print_calculation(calculation: Calculation) -> None:
    from arpad.cli.calculation_output import print_steps

    _print_head(calculation)
    _print_events(calculation)
    if calculation.pooled:
        print()
        _print_first_rating_events(calculation.pooled)
    if calculation.steps:
        print()
        print_steps(calculation.steps)
    _print_what_else_counts(calculation)


def _print_head(calculation: Calculation) -> None:
    """Whose row of which list it is, by which law, and the row before and after."""
    from arpad.cli.output import print_words

    whose = {"name": calculation.name, "player": calculation.player}
    print_words("explain/head", series=calculation.series, list=calculation.list, edition=calculation.edition, **whose)
    _print_law_note(calculation)
    print_words("explain/rows", before=_game_row(calculation.before), after=_game_row(calculation.after))
    if calculation.revision is not None:
        _print_revisions_of_list(calculation.revision)


def _print_events(calculation: Calculation) -> None:
    """The events of the period with their games."""
    from arpad.cli.calculation_output import print_event
    from arpad.cli.output import print_words
    from arpad.finding import Note

    opening = calculation.opening is not None and calculation.opening.list == calculation.list
    if not calculation.events and not opening:
        print()
        print_words("explain/no-event")
    for event in (*calculation.earlier, *calculation.events):
        of_list = event.list if event.list != calculation.list else None
        days = Note.of("explain/days", start=event.start, end=event.end)
        where = tuple(filter(None, (event.name, event.federation, days)))
        print()
        print_words("explain/event", code=event.code, where=where, list=of_list)
        if event.later is not None:
            print_words("explain/cited", sentence=event.later.sentence, articles=event.later.articles)
        print_event(event, played=event.games, own=event.own_source)


def _print_what_else_counts(calculation: Calculation) -> None:
    """Adjustments, why the row is not listed, the opening list, claims, doubts and rulings."""
    from arpad.cli.calculation_output import reason_not_listed
    from arpad.cli.claim import print_claim
    from arpad.cli.output import print_words
    from arpad.explain.calculation import rating_words
    from arpad.finding import Note

    for adjusted in calculation.adjustments:
        moved = {"before": rating_words(adjusted.before), "after": rating_words(adjusted.after)}
        print()
        print_words("explain/adjusted", basis=_basis_text(adjusted), says=adjusted.says, **moved)
    if calculation.not_listed is not None:
        print(f"\n{reason_not_listed(calculation.not_listed)}")
    if calculation.opening is not None:
        print()
        print_words("explain/opened", list=calculation.opening.list)
        for fact in calculation.opening.facts:
            print(f"  {fact.says.sentence}")
    for claim in calculation.claims:
        print()
        print_claim(claim)
    for doubt in calculation.doubts:
        print(f"\n{Note.of('doubt', **vars(doubt)).sentence}")
    if calculation.rulings:
        names = tuple(ruling.id for ruling in calculation.rulings)
        print()
        print_words("explain/rulings", names=names, edition=calculation.edition)


def _print_revisions_of_list(revision: Revision) -> None:
    """What was put right of the list, through what and by which case."""
    from arpad.finding import Note

    causes = tuple(Note.of(f"cause/{cause}") for cause in revision.causes)
    fields = {"original": revision.original_words, "revised": revision.revised_words}
    which = "put-right/revised" if revision.shown else "put-right/original"
    which = which if revision.original_rating != revision.revised_rating else "put-right/same"
    print(Note.of(which, **fields, causes=causes, cases=revision.cases).sentence)


def _print_law_note(opened: Calculation | EventSheet) -> None:
    """Whose law it is explained with, where that is not the same as today's."""
    from arpad.explain.calculation import LawUsed
    from arpad.finding import Note

    if opened.law is not LawUsed.SAME:
        print(Note.of(f"explained-by/{opened.law.value}", edition=opened.edition).sentence)
    for standing in opened.standings:
        print(Note.of(f"standing/{standing.standing}", edition=standing.edition).sentence)


def _print_first_rating_events(pooled: tuple[PooledEvent, ...]) -> None:
    """The events that a first rating is made of."""
    from arpad.cli.output import headings, print_table
    from arpad.exact import decimal, points
    from arpad.finding import Note

    rows = [
        (
            event.code,
            event.name,
            event.end,
            event.list,
            decimal(event.average),
            Note.of("explain/score", score=points(event.score), games=event.games),
        )
        for event in pooled
    ]
    first, *others = headings("first-rating-from", "ended", "list", "average", "score")
    print_table((first, "", *others), rows)


def _basis_text(adjusted: Adjusted) -> str:
    from arpad.columns import label
    from arpad.finding import Note

    entered = Note.of("explain/entered", who=adjusted.who, why=adjusted.why)
    rests = ", ".join(adjusted.articles) or adjusted.source or entered
    return Note.of("explain/basis", kind=label(adjusted.kind), rests=rests).sentence


def _game_row(row: ListRow | None) -> str:
    from arpad.columns import label
    from arpad.finding import Note

    if row is None:
        return Note.of("explain/not-on-list").sentence
    if not row.rating:
        return Note.of("explain/unrated", games=row.games).sentence
    given = {"rating": row.rating, "state": label(row.state), "k": row.k, "k_reason": row.k_reason}
    shown = Note.of("explain/row", games=row.games, **given)
    if row.assumed:
        facts = tuple(Note.of(f"opened-fact/{fact}") for fact in row.assumed)
        return Note.of("explain/row-assumed", row=shown, facts=facts).sentence
    return shown.sentence
