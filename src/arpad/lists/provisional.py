"""Decide who is shown with a provisional rating: newcomers whose results still wait, where the edition shows them.

What their results come to so far stands on the first-rating sheet of the list; nothing is computed here. Whoever has
too few games, or would come below the floor, is not shown.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import I16, Bools, FirstOutcome, Firsts
from arpad.law import Rulebook
from arpad.law.rules.lists import PROVISIONAL_LIST
from arpad.law.rules.newcomers import FLOOR


def provisional(book: Rulebook, firsts: Firsts) -> Bools:
    """Which of the sheets are shown as provisional ratings."""
    rule = book.find(PROVISIONAL_LIST)
    if rule is None:
        return np.zeros(len(firsts), bool)
    waits: Bools = (firsts.outcome == FirstOutcome.PENDING.value) & (firsts.games >= max(rule.games, 1))
    return waits & (firsts.rating >= book.rule(FLOOR).rating)


def show_provisional(book: Rulebook, firsts: Firsts, ratings: I16) -> None:
    """Enter the provisional ratings of these sheets into a column by player."""
    shown = firsts.take(provisional(book, firsts))
    ratings[shown.player] = shown.rating
