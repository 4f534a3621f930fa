"""What is said of a registration that is refused, and of the letter that says so."""

SENTENCES = {
    "letter/announced-for": "Announced for: {start} to {end}",
    "letter/registration-refused": "The registration of the event is refused by {by} (article {article}).",
    "letter/reason": "The reason: {why}",
    "letter/no-report": "A report of the event will not be taken while this stands.",
    "reason-missing/refuse-registration": "to refuse a registration needs a reason",
    "reason-missing/restore-registration": "to take the refusal of a registration back needs a reason",
    "authority-unknown": "--by {by}: expected one of {known:,}",
    "no-refusal-of-registration": "{edition} knows no refusal of a registration",
    "refusal-by-another": "{by} may not refuse a registration; by article {article} that is for {authority}",
    "registration-refused": "the registration of {event} was refused on {day} ({by}): {why}",
    "registration-refused/appeal": "the registration of {event} was refused on {day} ({by}): {why}. An appeal is possible until {until}",
    "registration-refused/again": "the same event is registered as {event}, and that registration was refused",
    "round-on-other-day": "round {round} on {day} instead of {registered}",
    "resolution-in-future": "the decision to rate the event is of {day}, which is in the future; today is {today}",
    "no-resolution": "{edition} lets nobody rate what was not submitted",
    "scores-not-pgn": "{file} holds no games in PGN",
    "scores-after-admission": "{event} is admitted, and other game scores would change what was examined",
    "happened/registration-refused": "{by}, article {article}",
    "happened/registration-restored": "{by}",
}

REMEDIES = {
    "send-pgn": {"command": "send all games of the event as one PGN file"},
    "withdraw-first": {"command": "withdraw it first: `arpad report withdraw {event} --why TEXT`"},
    "refuse-report-instead": {"command": "refuse its report when it comes: `arpad report refuse`"},
    "restore-registration": {
        "command": "`arpad event refuse {event} --withdraw --why TEXT` takes the refusal back, `arpad report appeal {event}` enters an appeal"
    },
}
