"""The rule lab: what was published as tables for questions, and history rated again under another rule.

    sql.py           a question in SQL over the tables of a history
    variant.py       under which rules a history is rated again
    values.py        a value of a rulebook, given another one
    replay.py        every list again, from the opening list on
    carried_over.py  what was merged and put right between two lists, done to those of a replay
    predicting.py    what a list says of the games to come
    measures.py      how well a system did: prediction, drift, truth
    outcome.py       what comes out under a variant, in memory or as a directory
    comparing.py     two systems on one history
    grid.py          the variants of a sweep
    sweep.py         every variant of a grid, resumable
    cluster.py       the same on Dask
    picture.py       prediction against drift, as SVG

It reads files only: `arpad history export` writes them, no office and no database is asked.
"""
