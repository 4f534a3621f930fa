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
    "happened/registration-refused": "{by}, article {article}",
    "happened/registration-restored": "{by}",
}

REMEDIES = {
    "refuse-report-instead": {"command": "refuse its report when it comes: `arpad report refuse EVENT`"},
    "restore-registration": {
        "command": "`arpad event refuse {event} --withdraw --why TEXT` takes the refusal back, `arpad report appeal {event} --why TEXT` enters an appeal"
    },
}
