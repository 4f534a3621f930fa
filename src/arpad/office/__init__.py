"""The office: the only package with a database or a clock.

`desk` opens an office. The desks (people, events, reports, periods, lists, revisions, claims, care, proofs, rulebooks,
scale, reading, record) take requests and return results; all rules are behind them. Faces import the desks only. Every
change is one transaction with one log entry: who, when, what and why.
"""
