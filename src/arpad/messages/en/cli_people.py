"""What the command line itself says: of options that cannot be read, and of questions nobody answers."""

SENTENCES = {
    "no-day": "{option} {text}: expected a day written YYYY-MM-DD",
    "no-day/or-year": "{option} {text}: expected a day written YYYY-MM-DD, or a year",
    "no-whole-number": "{option} {text}: expected a whole number",
    "no-membership": "--memberships {text}: some of {known:,}",
    "argument/out-one-csv": "--out belongs to one CSV file",
    "no-number-given": "{text} is no number",
    "nobody-to-ask": "{question} Nobody is there to ask",
    "nothing-changed": "nothing was changed",
    "entered-meanwhile": "somebody alike was entered in the meantime",
}

REMEDIES = {
    "find-number": {"command": "give the number; `arpad player find {name}` finds it"},
    "export-players": {"command": "`arpad player export FILE` writes everybody with his number"},
    "look-again": {"command": "look again"},
}
