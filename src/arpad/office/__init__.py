"""Memory and procedure: the only room that touches a database or a clock.

    desk.py                                   an open office; sit down here, then go to a desk:
    people.py events.py reports.py periods.py lists.py claims.py care.py    requests in, answers out, every rule inside

    clock.py founding.py settings.py logbook.py rolls.py imported.py    its day, its log; what lists say of whom
    store/        the schema, its migrations, how a database is opened and how columns are packed
    registry/     people: players, arbiters, federations
    book/         events, from registration to admission
    publication/  periods, publication, explanations
    upkeep/       backup, restore, doctor

What an office writes is one transaction with one entry in the log: who, when, what and why.
"""
