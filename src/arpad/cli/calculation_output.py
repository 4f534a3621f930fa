"""Print a calculation: the games of an event, the passes of a round robin, and the sum at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arpad.cli.output import print_table
from arpad.columns import KReason, label
from arpad.exact import decimal, points

if TYPE_CHECKING:
    from arpad.explain.calculation import NamedGame
    from arpad.explain.lines import EventLine, GameLine
    from arpad.explain.list_reasons import NotListed
    from arpad.explain.numbers import Step
    from arpad.explain.provenance import RatingSource
    from arpad.explain.round_robin import Passes, RoundRobinField


def print_event(
    event: EventLine, at: int = 0, played: Sequence[NamedGame] = (), own: RatingSource | None = None
) -> None:
    """An event and its games; `at` numbers it where there are several, `played` says when and whom, where known, `own`
    where the rating of the player comes from."""
    head = f"event {at}, " if at else ""
    columns: list[tuple[str, object]] = [("Rc", event.rc), ("Ro", event.ro), ("w", points(event.score))]
    columns += [("n", event.counted)]
    if event.k:
        columns += [("chg", decimal(event.sum)), ("K", event.k), ("K*chg", decimal(event.change))]
    k_as_given = event.k_reason in (None, label(KReason.GIVEN))
    turns = "".join(f", {change.k} from game {change.game}" for change in event.k_changes)
    columns = [(name, f"{value}{turns}" if name == "K" else value) for name, value in columns]
    why = "" if k_as_given else f"  ({event.k_reason}: {', '.join(event.columns.k)})"
    print(head + "  ".join(f"{name} {value}" for name, value in columns if value is not None) + why)
    if own is not None:
        print(f"own rating: {own.sentence}")
    if event.round_robin is not None:
        print_round_robin_passes(event.round_robin)
    bare = event.k is None and all(game.expected is None for game in event.games)
    heads = ("opponent", "score", *(() if bare else ("D", "limited to", "PD", "dR")), "status", "articles")
    rows = [_game_cells(game, bare) for game in event.games]
    if played:
        heads = ("rd", "name", *heads)
        rows = [(*_round_and_opponent(game), *row) for game, row in zip(played, rows, strict=True)]
        sources = [each.opponent_source for each in played]
        if any(each is not None and each != own for each in sources):
            heads = (*heads, "opponent's rating")
            shown = (each.sentence if each is not None and each != own else "" for each in sources)
            rows = [(*row, cell) for row, cell in zip(rows, shown, strict=True)]
    print_table(heads, rows)


def _round_and_opponent(game: NamedGame) -> tuple[str, str]:
    """The round with the colour, where it is known, and the opponent with his title."""
    colour = game.colour.value[0] if game.colour is not None else ""
    return f"{game.round or ''}{colour}", f"{game.opponent_title} {game.opponent_name}".strip()


def print_round_robin_passes(passes: Passes, field: bool = True) -> None:
    """How a round robin rated an unrated player, step by step; the field, unless it was printed already."""
    if passes.field is not None and field:
        print_unrated_field(passes.field)
    moved = sum(move.counted_as - move.rating for move in passes.moves)
    for move in passes.moves:
        print(f"  {move.opponent or 'an opponent'} {move.rating} counts as {move.counted_as}")
    score = f", {passes.percent} %" if passes.percent is not None else ""
    again = f"moves {moved:+d}, Rc new {passes.rc_new}, " if passes.rc_new is not None else ""
    first, second = passes.first_pass, passes.second_pass
    print(f"round robin{score}: first pass {first}, {again}second pass {second}{_article_references(passes)}")


def print_unrated_field(field: RoundRobinField) -> None:
    """What the unrated players of a round robin have in common."""
    print(
        f"field: Rar {decimal(field.rar)} of {field.rated} rated, d(pa) {decimal(field.dpa)}, n {field.n}, "
        f"Ra {field.ra}{_article_references(field)}"
    )


def _article_references(part: Passes | RoundRobinField) -> str:
    return f" ({', '.join(part.articles)})" if part.articles else ""


def _game_cells(game: GameLine, bare: bool) -> tuple[object, ...]:
    """The cells of a game; a newcomer's have no expectation."""
    worth: tuple[object, ...] = ("", "", "", "")
    if game.expected is not None:
        counted = game.counted_difference if game.limited else ""
        worth = (game.difference, counted, decimal(game.expected), decimal(game.delta))
    first, last = (game.opponent_rating or "-", points(game.score)), (label(game.status), ", ".join(game.articles))
    return (*first, *(() if bare else worth), *last)


def reason_not_listed(why: NotListed) -> str:
    """Why a printed list does not show a player, or not as active, with what it rests on."""
    return f"{why.says} ({', '.join((*why.articles, *why.rulings))})"


def print_steps(steps: Sequence[Step]) -> None:
    """The sum at the end, a line each with its articles."""
    print_table(("", "", "articles"), [(step.label, step.value, ", ".join(step.articles)) for step in steps])
