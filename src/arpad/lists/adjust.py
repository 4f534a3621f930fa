"""Adjust ratings between worksheet and list: base corrections, one-off decisions, equalisation with another series.

In: the roll as the games made it, the roll it replaces, the rolls of other series on the same day, and what an officer
corrected. Out: the roll as published, and a row per adjustment that moved a rating.

The order is fixed. A correction comes first, because it mends what the list before said and everything else builds on
that. A one-off decision is taken on the ratings of its day. Equalisation closes the making of a list, and a floor that
holds lifts whoever is still below it. Only then are the floor, the highest rating and K asked again: they read
published ratings, and what was adjusted is what is published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from typing import assert_never

import numpy as np

from arpad.columns import I16, AdjustmentKind, Adjustments, Bools, Players, Roll, State
from arpad.exact import ROUNDINGS
from arpad.finding import Note, Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.adjustments import LessThan, Towards
from arpad.law.calendar import day_of_list_by
from arpad.law.rules.lists import EQUALISATION
from arpad.law.rules.newcomers import FLOOR
from arpad.lists.other_series import own_series
from arpad.lists.ratinglist import finish, idle
from arpad.rating.change import listed
from arpad.rating.floor import held

LAID_DOWN = {AdjustmentKind.EQUALISATION: EQUALISATION.name, AdjustmentKind.HOLDING_FLOOR: FLOOR.name}  # by an article
Others = Mapping[str, Roll]  # the lists of other series of the same day


@dataclass(frozen=True)
class Correction:
    """What the list being replaced should have said of a player: the base of his change."""

    player: int  # position
    rating: int
    who: str
    why: str


class WrongCorrection(UserError):
    """A correction that cannot be made, of the player at a position; whoever knows his number says that instead."""

    def __init__(self, message: str, /, correction: Correction) -> None:
        super().__init__(f"{message}/position", player=correction.player, rating=correction.rating)
        self.position = correction.player

    def of_player(self, number: int) -> UserError:
        """The same of a player by his number."""
        fields = {**dict(self.fields), "player": number}
        return UserError(self.code, **fields)


@dataclass(frozen=True)
class Basis:
    """On what an adjustment rests: articles of the edition, or the source of a decision; an officer's word has none."""

    says: str
    articles: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class Adjusting:
    """What a list is adjusted by."""

    book: Rulebook  # of the period
    list_: int
    players: Players
    replaced: Roll
    others: Others = field(default_factory=dict)
    corrections: Sequence[Correction] = ()


def adjust(by: Adjusting, roll: Roll) -> tuple[Roll, Adjustments]:
    """Return the list after all adjustments, and what each adjustment moved."""
    book, list_, day = by.book, by.list_, day_of_list_by(by.book, by.list_)
    mended = _back(book, list_, roll, _corrected(by.replaced, roll, by.corrections))
    decided = replace(mended, rating=_decided(book, day, mended, by.others))
    equal = replace(decided, rating=_equalised(book, day, decided, by.others))
    floor = replace(equal, rating=_held(book, equal))
    steps = [
        _moved(AdjustmentKind.CORRECTION, roll, mended),
        _moved(AdjustmentKind.ONE_OFF, mended, decided),
        _moved(AdjustmentKind.EQUALISATION, decided, equal),
        _moved(AdjustmentKind.HOLDING_FLOOR, equal, floor),
    ]
    moved = Adjustments.join(steps)
    return finish(book, list_, by.players, by.replaced, floor), moved.take(np.argsort(moved.player, kind="stable"))


def _moved(kind: AdjustmentKind, before: Roll, after: Roll) -> Adjustments:
    rows = np.flatnonzero(before.rating != after.rating)
    kinds = np.full(len(rows), kind.value, np.uint8)
    return Adjustments(rows.astype(np.int32), kinds, before.rating[rows], after.rating[rows])


def revised_bases(published: Roll, base: Roll, himself: Bools) -> Adjustments:
    """Return an adjustment for each player whose rating on the replaced list should have been another."""
    rows = np.flatnonzero((published.rating != base.rating) & himself).astype(np.int32)
    kinds = np.full(len(rows), AdjustmentKind.REVISION.value, np.uint8)
    return Adjustments(rows, kinds, published.rating[rows], base.rating[rows])


def basis(book: Rulebook, day: date, kind: AdjustmentKind) -> Basis:
    """What an explanation says of an adjustment on the list of a day."""
    if kind in LAID_DOWN:
        numbers = book.articles(LAID_DOWN[kind])
        return Basis(book.article(numbers[0]).says, numbers)
    if kind is AdjustmentKind.ONE_OFF:
        decided = book.one_off(day)
        if decided is None:
            raise UserError("no-one-off-adjustment", series=own_series(book), day=day)
        return Basis(decided.says, (), decided.source)
    if kind is AdjustmentKind.REVISION:
        return Basis(Note.of("base-revised").sentence)
    return Basis(Note.of("base-corrected").sentence)


def _corrected(replaced: Roll, roll: Roll, corrections: Sequence[Correction]) -> I16:
    """Ratings with corrected bases: a change is whole, so the difference of bases is that of ratings."""
    rating = roll.rating.copy()
    seen = set()
    for correction in corrections:
        if not correction.who.strip() or not correction.why.strip():
            raise UserError("correction-unsigned")
        if not 0 <= correction.player < len(roll):
            raise UserError("no-such-position", position=correction.player, rows=len(roll))
        if correction.player in seen:
            raise WrongCorrection("corrected-twice", correction)
        seen.add(correction.player)
        was, now = replaced.state[correction.player], roll.state[correction.player]
        if was == State.NONE.value:
            raise WrongCorrection("nothing-to-correct", correction)
        if was == State.DELISTED.value and now != was:
            raise WrongCorrection("comes-back", correction)
        corrected = int(roll.rating[correction.player]) + correction.rating - int(replaced.rating[correction.player])
        if correction.rating <= 0 or not 0 < corrected <= np.iinfo(np.int16).max:
            raise WrongCorrection("no-base", correction)
        rating[correction.player] = corrected
    return rating


def _back(book: Rulebook, list_: int, roll: Roll, rating: I16) -> Roll:
    """The corrected ratings; who was below the floor only because his base was wrong is listed again."""
    state = roll.state.copy()
    low = (state == State.DELISTED.value) & (rating != roll.rating)
    up = np.flatnonzero(low & (rating >= book.rule(FLOOR).rating))
    state[up] = np.where(idle(book, list_, roll.last[up]), State.INACTIVE.value, State.ACTIVE.value)
    return replace(roll, rating=rating, state=state)


def _decided(book: Rulebook, day: date, roll: Roll, others: Others) -> I16:
    decided = book.one_off(day)
    if decided is None:
        return roll.rating
    on, method = listed(roll.state), decided.method
    match method:
        case Towards():
            return _towards(method, on, roll.rating)
        case LessThan():
            other = _other(others, method.series, day)
            target = other.rating - np.int16(method.less)
            return np.where(on & listed(other.state) & (roll.rating < target), target, roll.rating)
        case _:
            assert_never(method)


def _towards(method: Towards, on: Bools, rating: I16) -> I16:
    wide = rating.astype(np.int64)
    share = method.share
    risen = wide * share.denominator + share.numerator * (method.rating - wide)
    whole = ROUNDINGS[method.halves](risen, share.denominator).astype(np.int16)
    return np.where(on & (rating < method.rating), whole, rating)


def _equalised(book: Rulebook, day: date, roll: Roll, others: Others) -> I16:
    rule = book.find(EQUALISATION)
    if rule is None:
        return roll.rating
    other = _other(others, rule.series, day)
    high = listed(roll.state) & listed(other.state) & (other.rating >= rule.rating) & (roll.rating < other.rating)
    return np.where(high, other.rating, roll.rating)


def _held(book: Rulebook, roll: Roll) -> I16:
    """The ratings, raised to the floor where the edition holds it."""
    return np.where(listed(roll.state), held(book, roll.rating.astype(np.int64)), roll.rating).astype(np.int16)


def _other(others: Others, series: str, day: date) -> Roll:
    if series not in others:
        raise UserError("adjusting-list-missing", Remedy.to("import-list", series=series), series=series, day=day)
    return others[series]
