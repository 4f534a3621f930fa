"""A notice as it is published: paragraphs of plain text, each to be broken by whoever prints it."""

from __future__ import annotations

from collections.abc import Iterator

from arpad.columns import State, label
from arpad.finding import Note
from arpad.office.revising.notice import ListMoves, Move, Notice, SeriesMoves


def text_of(notice: Notice) -> str:
    """The text of a notice."""
    return "\n".join(str(line) for line in _lines(notice))


def through(move: Move, on: ListMoves) -> tuple[Note, ...]:
    """The causes of a move, with articles."""
    articles = {each.cause: ", ".join(each.articles) for each in on.causes}
    return tuple(
        Note.of("notice/cause", cause=Note.of(f"cause/{cause}"), articles=articles.get(cause)) for cause in move.causes
    )


def moved(series: SeriesMoves) -> Note:
    """How many players move on how many lists of a series."""
    some = [each.moves for each in series.lists if each.moves]
    players = {move.player for moves in some for move in moves}
    return Note.of("notice/series", series=series.series, players=len(players), lists=len(some))


def stands(rating: int, state: State) -> Note:
    """How a list shows a rating and a state."""
    if state is State.NONE:
        return Note.of("notice/unrated")
    if state is State.ACTIVE:
        return Note.of("notice/rated", rating=rating)
    return Note.of("notice/rated-as", rating=rating, state=label(state))


def _lines(notice: Notice) -> Iterator[Note | str]:
    """Yield the paragraphs of a notice."""
    yield Note.of("notice/title", code=notice.code, day=notice.day)
    yield ""
    yield Note.of("notice/what", what=notice.about)
    yield Note.of("notice/why", why=notice.why)
    if not any(each.moves for series in notice.series for each in series.lists):
        yield Note.of("notice/nobody")
        return
    yield Note.of("notice/originals")
    for series in notice.series:
        if any(each.moves for each in series.lists):
            yield from _of_series(series)


def _of_series(series: SeriesMoves) -> Iterator[Note | str]:
    """Yield the paragraphs about one series."""
    yield ""
    yield moved(series)
    yield Note.of("notice/carried") if series.carried else Note.of("notice/noted")
    if series.as_published:
        yield Note.of("notice/as-published", lists=series.as_published)
    for list_moves in series.lists:
        if list_moves.moves:
            yield ""
            yield Note.of("notice/list", series=series.series, list=list_moves.list_, edition=list_moves.edition)
        for move in list_moves.moves:
            before, after = stands(move.before, move.state_before), stands(move.after, move.state_after)
            yield Note.of("notice/player", player=move.player, name=move.name)
            yield Note.of(
                "notice/move", before=before, after=after, games=_games(move), causes=through(move, list_moves)
            )


def _games(move: Move) -> Note | str:
    """How many games more or fewer count; empty if none."""
    if not move.games:
        return ""
    message = "notice/games-more" if move.games > 0 else "notice/games-fewer"
    return Note.of(message, games=abs(move.games))
