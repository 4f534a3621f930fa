"""What the page of the docket says."""

SENTENCES = {
    "web-docket/title": "Docket",
    "web-docket/lead": "Every event that is not rated yet: what it waits for, by which article, and until when.",
    "web-docket/all": "All",
    "web-docket/why": "What stops it",
    "web-docket/due": "Clock",
    "web-docket/ended": "ended {day}",
    "web-docket/since": "since {day}",
    "web-docket/left": "{days:day|days} left",
    "web-docket/none": "Nothing waits: every event is rated.",
    "web-clock/appeal": "appeal until",
    "web-clock/report": "report by",
    "web-clock/registration": "register by",
    "web-clock/first-list": "first list",
}
