"""Where the difference is only noted, the next list builds on what was published: then what it should have said goes on
beside it, list by list."""

from __future__ import annotations

from dataclasses import replace

from arpad.office.desk import Writing
from arpad.office.publication.inputs import gather_again
from arpad.office.publication.periods import Made, make
from arpad.office.publication.revised import footing_of, layers_of, store_layer
from arpad.office.publication.series_rules import NOTE, REVISED, rules_of
from arpad.office.revising.chain import MadeAgain
from arpad.office.revising.differences import differences
from arpad.office.revising.rewriting import rewriting_of


def note(writing: Writing, draft: Made) -> None:
    """Store what a list that is being published should have said, where the list before was put right and noted."""
    connection, series, list_ = writing.connection, draft.inputs.series, draft.inputs.list_
    replaced = draft.inputs.replaced
    rules = rules_of(connection, series)
    if rules.difference != NOTE or replaced not in layers_of(connection, series):
        return
    rewriting = rewriting_of(connection, series)
    if rewriting is None:
        return
    footing = footing_of(connection, series, replaced, draft.inputs.roster.listed_as, None)
    footing = replace(footing, by_revised=rules.board == REVISED)
    inputs = gather_again(connection, series, list_, rewriting.people)
    right = make(connection, replace(inputs, footing=footing))
    again = MadeAgain(list_, right, footing.roll(replaced), right.roll, right.stored)
    store_layer(connection, series, writing.seq, [differences(connection, rewriting, again).revised(connection)])
