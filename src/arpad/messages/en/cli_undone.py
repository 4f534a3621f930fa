"""What the verbs say that take something back."""

SENTENCES = {
    "taken-back": "{series} {list} is taken back; its newest list is {newest}",
    "taken-back/series": "{series} {list} is taken back, and with it the series: it can be opened or imported anew",
    "admit-again": "to be admitted anew: {events:,}",
    "nothing-changes": "{what}: it was so already; nothing was changed",
    "later-entries": "{entries:entry|entries} of the log {entries:~bears|bear} a later day",
}
