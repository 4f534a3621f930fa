"""The reply to an arbiter, by its parts."""

SENTENCES = {
    "letter/date": "Date: {day}",
    "letter/concerning": "Concerning: {event}{code:? (*)}",
    "letter/played": "Played: {start} to {end}",
    "letter/rulebook": "Rulebook: {title} ({edition})",
    "letter/printed-ratings": "Ratings: as printed in the report; no rating list was at hand",
    # what becomes of the report
    "letter/ratable": "The report can be rated.",
    "letter/ratable-with-exclusions": "The report can be rated; some results do not count.",
    "letter/not-ratable": "The report cannot be rated as it stands.",
    "letter/undecided": "Before the report can be judged we need to know more.",
    "letter/rated": "The report was rated.",
    "letter/rated-with-exclusions": "The report was rated; some results do not count.",
    "letter/held": "The report is held since {day} by {who}{why:?: *}. Nothing is decided until it is released.",
    "letter/withdrawn": "The report was withdrawn on {day} by {who}{why:?: *}. It is not going to be rated.",
    "letter/appealed": "An appeal of {day} against the refusal is being heard{why:?: *}.",
    # why
    "letter/refuse": "What stands against it:",
    "letter/ask": "What we ask you:",
    "letter/exclude": "What does not count:",
    "letter/advice": "What we noticed:",
    "letter/line": "line {line}{round:?, round *}: ",
    "letter/paragraph": "- {where}{sentence}{articles:? (article *)}{remedy:? *}",
    # what follows
    "letter/on-list": "It is on the list of {day}.",
    "letter/will-be-on-list": "It will be on the list of {day}.",
    "letter/later": "{sentence}{articles:? (article *)}",
    "letter/deadline": "Next deadline: {what}, {day}.",
    "letter/appeal": "The organiser may appeal{to:? to *} (article {article}).",
    "letter/appeal-within": "The organiser may appeal{to:? to *} within {days:day|days} of this letter, until {until} (article {article}).",
    "appeal-to/qc": "the Qualification Commission",
    "appeal-to/qc-chair": "the chairman of the Qualification Commission",
    "appeal-to/president": "the President of FIDE",
    "appeal-to/council": "the Council of FIDE",
    "appeal-to/federation": "the federation's authorised person or governing body",
}
