"""Print a calculation: the games of an event, the passes of a round robin, and the sum at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arpad.cli.output import cell_text, headings, print_table, print_words, words
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
    head = words("explain/event-numbered", at=at) if at else ""
    columns: list[tuple[str, object]] = [("Rc", event.rc), ("Ro", event.ro), ("w", points(event.score))]
    columns += [("n", event.counted)]
    if event.k:
        columns += [("chg", decimal(event.sum)), ("K", event.k), ("K*chg", decimal(event.change))]
    k_as_given = event.k_reason in (None, label(KReason.GIVEN))
    turns = "".join(f", {words('explain/from-game', k=change.k, game=change.game)}" for change in event.k_changes)
    columns = [(name, f"{value}{turns}" if name == "K" else value) for name, value in columns]
    why = "" if k_as_given else f"  ({words('explain/k', k_reason=event.k_reason, articles=event.columns.k)})"
    print(head + "  ".join(f"{name} {cell_text(value)}" for name, value in columns if value is not None) + why)
    if own is not None:
        print_words("explain/own-rating", source=own.sentence)
    if event.round_robin is not None:
        print_round_robin_passes(event.round_robin)
    bare = event.k is None and all(game.expected is None for game in event.games)
    worth = () if bare else ("D", *headings("limited-to"), "PD", "dR")
    heads = (*headings("opponent", "score"), *worth, *headings("status", "articles"))
    rows = [_game_cells(game, bare) for game in event.games]
    if played:
        heads = (*headings("round", "name"), *heads)
        rows = [(*_round_and_opponent(game), *row) for game, row in zip(played, rows, strict=True)]
        sources = [each.opponent_source for each in played]
        if any(each is not None and each != own for each in sources):
            heads = (*heads, *headings("opponents-rating"))
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
        opponent = move.opponent or words("explain/an-opponent")
        print(f"  {words('explain/counts-as', opponent=opponent, rating=move.rating, counted=move.counted_as)}")
    percent = str(passes.percent) if passes.percent is not None else None
    given = {"percent": percent, "new": passes.rc_new, "moved": f"{moved:+d}", "articles": passes.articles}
    print_words("explain/passes", first=passes.first_pass, second=passes.second_pass, **given)


def print_unrated_field(field: RoundRobinField) -> None:
    """What the unrated players of a round robin have in common."""
    rated = {"rar": decimal(field.rar), "rated": field.rated, "dpa": decimal(field.dpa)}
    print_words("explain/field", n=field.n, ra=field.ra, articles=field.articles, **rated)


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
    return words("explain/cited", sentence=why.says, articles=(*why.articles, *why.rulings))


def print_steps(steps: Sequence[Step]) -> None:
    """The sum at the end, a line each with its articles."""
    print_table(("", "", *headings("articles")), [(step.label, step.value, ", ".join(step.articles)) for step in steps])
