"""Who may act in an office: accounts, roles, credentials, sessions and one-time links.

What a decision rests on (accounts, roles, which credentials there are) is in the journal. What a credential is stands
in a private table, under its hash. Sessions, links and counted attempts are operational: they may be emptied at any
time, and then everybody signs in again.
"""
