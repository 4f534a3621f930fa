"""What cannot be explained, because a list was made elsewhere or has nothing of a player."""

SENTENCES = {
    "event-not-rated": "{event} is on no list yet: there is nothing to explain",
    "event-or-player": "a player is explained, or an event; give the one or the other",
    "list-not-computed": "the list {list} of {series} was not computed here: there is nothing to explain",
    "not-on-list": "{number} is not on the list {list} of {series} and has no game there",
}

REMEDIES = {
    "try-another-list": {"command": "try another --list"},
}
