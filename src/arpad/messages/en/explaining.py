"""What cannot be explained, because a list was made elsewhere or has nothing of a player."""

SENTENCES = {
    "list-not-computed": "the list {list} of {series} was not computed here: there is nothing to explain",
    "not-on-list": "{number} is not on the list {list} of {series} and has no game there",
}

REMEDIES = {
    "try-another-list": {"command": "try another --list"},
}
