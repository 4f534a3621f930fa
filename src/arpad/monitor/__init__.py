"""Whether the scale is true: measures of one list and of many, out of columns alone, each with how much it rests on.

    estimate.py      a number with its n and its interval; when it says anything
    source.py        what is measured: lists, games and people as columns, wherever they come from
    games.py         the games that counted, each once, seen from the stronger side
    distribution.py  how the ratings lie
    cohorts.py       the mean of the same people over time
    inflow.py        points that come with newcomers and go with those who leave
    calibration.py   what was expected against what was scored
    predictions.py   how well the table, the logistic curve and true strengths foretell results
    uncounted.py     games that were limited, and games that did not count
    stability.py     games times K, against what the text allows
    islands.py       players whom no game, or few games, join to the others
    groups.py        whether federations or regions stand on one scale
    activity.py      who plays, by age, sex and federation
    juniors.py       how far behind their strength the young are rated
    truth.py         ratings against true strengths, where a simulation knows them
    strengths.py     true strengths as a simulation writes them
    verdicts.py      which measures speak
    scale.py         all of it, for one list and the lists before
    history.py       a directory of history as a source
    tables.py        the same as plain tables: for a screen, a page and files
    drawing.py       lines, bars and intervals as SVG
    charts.py        the charts of the scale
    files.py         tables and charts as files

What could as well be chance is shown as that: a measure carries an interval, and speaks only where the interval leaves
out what was to be expected. Nothing here is published as a rating; so numbers may be fractions of any kind.
"""
