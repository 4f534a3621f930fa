"""What cannot be explained, because there is no such list, or nothing of a player on it."""

SENTENCES = {
    "no-series": "the office has no series yet",
    "which-series": "which series? There is {names:,}",
    "no-list-yet": "there is no list of {series} yet",
    "list-not-computed": "the list {list} of {series} was not computed here: there is nothing to explain",
    "not-on-list": "{number} is not on the list {list} of {series} and has no game there",
}

REMEDIES = {
    "begin-series": {"command": "begin one with `arpad list open SERIES FILE`"},
    "try-another-list": {"command": "try another --list"},
}
