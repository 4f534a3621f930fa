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
    "reason-missing/join": "to join stages needs a reason",
    "reason-missing/part": "to part stages needs a reason",
    "one-stage-expected": "--withdraw: name one of the stages",
    "stages-too-few": "stages of one event are two or more, each named once",
    "stages-joined": "stages of one event: {stages:,}",
    "stages-of-series": "{event} is of {series}, {other} of {of}: stages are of one series",
    "stages-overlap": "{other} starts on {start}, before {event} ends on {end}: stages follow each other",
    "no-stages": "{edition} does not know stages that are rated together",
    "no-stage": "{event} is no stage of another event",
    "stage-joined": "{event} is joined with other stages already",
    "stage-in-parts": "{event} is a stage, or is to be one: a stage is sent in one piece",
    "stage-too-fast": "{event} gives less than the {minutes} minutes that every rated game needs: it cannot be joined (article {article})",
    "happened/joined": "with {stages:,}",
    "happened/parted": "from {stages:,}",
    "happened/registration-refused": "{by}, article {article}",
    "happened/registration-restored": "{by}",
}

REMEDIES = {
    "part-stages": {"command": "`arpad event join {event} --withdraw --why TEXT` takes that back"},
    "send-pgn": {"command": "send all games of the event as one PGN file"},
    "withdraw-first": {"command": "withdraw it first: `arpad report withdraw {event} --why TEXT`"},
    "refuse-report-instead": {"command": "refuse its report when it comes: `arpad report refuse EVENT`"},
    "restore-registration": {
        "command": "`arpad event refuse {event} --withdraw --why TEXT` takes the refusal back, `arpad report appeal {event} --why TEXT` enters an appeal"
    },
}
