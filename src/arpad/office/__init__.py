"""Memory and procedure: the only room that touches a database or a clock.

    desk.py clock.py founding.py logbook.py   an open office, its day, its beginning, its log
    rolls.py imported.py                      what each list says of each player
    store/        the schema, its migrations, how a database is opened and how columns are packed
    people/       the registry: players, arbiters, federations
    events/       from registration to admission
    publishing/   periods, publication, explanations
    care/         backup, restore, doctor

What an office writes is one transaction with one entry in the log: who, when, what and why.
"""
