"""Where the difference is only noted, the next list builds on what was published: then what it should have said goes on
beside it, list by list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection

from arpad.columns import I64
from arpad.office.desk import Writing
from arpad.office.publication.inputs import gather_again
from arpad.office.publication.periods import Made, make
from arpad.office.publication.revised import RevisedList, footing_of, layers_of, store_layer
from arpad.office.publication.series_rules import NOTE, REVISED, rules_of
from arpad.office.revising.chain import MadeAgain
from arpad.office.revising.differences import differences
from arpad.office.revising.rewriting import rewriting_of


def note(writing: Writing, draft: Made) -> None:
    """Store the differences of a list that is being published, if its series only notes them."""
    inputs = draft.inputs
    noted = noted_of(writing.connection, inputs.series, inputs.list_, inputs.replaced, lambda: inputs.roster.listed_as)
    store_layer(writing.connection, inputs.series, writing.seq, noted)


def noted_of(
    connection: Connection, series: str, list_: int, replaced: int, numbers: Callable[[], I64]
) -> list[RevisedList]:
    """Return the differences of a list that was just published; empty if its series carries them over."""
    rules = rules_of(connection, series)
    if rules.difference != NOTE or replaced not in layers_of(connection, series):
        return []
    rewriting = rewriting_of(connection, series)
    if rewriting is None:
        return []
    footing = footing_of(connection, series, replaced, numbers(), None)
    footing = replace(footing, by_revised=rules.board == REVISED)
    inputs = gather_again(connection, series, list_, rewriting.people)
    right = make(connection, replace(inputs, footing=footing))
    again = MadeAgain(list_, right, footing.roll(replaced), right.roll, right.stored)
    return [differences(connection, rewriting, again).revised(connection)]
