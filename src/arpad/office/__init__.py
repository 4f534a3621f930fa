"""Memory and procedure: the only room that touches a database or a clock.

    store/          the schema, its migrations, and how a database is opened
    clock.py        which day it is, and whether the office is a rehearsal
    desk.py         an open office: store, officer, clock; every change goes through `Desk.write`
    registry ...    people, events, periods, publication: one file per subject

What an office writes is one transaction with one entry in the log: who, when, what and why.
"""
