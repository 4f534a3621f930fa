"""Explain a number, a list or a verdict to the people who get it: as typed values, with the articles behind them.

`steps` are the lines of a sum, `calculation` opens what a period did to one player, `firstrating` shows the events that
a first rating is made of, `summary` tells an officer what a list would change, `letter` what becomes of a report.
Nothing is computed here that a period did not compute; English comes from the catalogue, at the very end.
"""
