"""What only an office can find: about its registry, its lists, its registrations and other reports."""

SENTENCES = {
    "missing-list": "The ratings are those of the list {list} of {series}, which the office does not have{why}.",
    "unknown-player": "{name}: nobody in the registry has the number {id}.",
    "mistyped-number": "{name}: {id} has the form of the office's own numbers, but its check digit is wrong.",
    "no-number": "{name} has no number, so nobody knows who that is.",
    "left-out-player": "{name} is not in the registry and played no game: the player is left out.",
    "same-player": "{name} and {other} are one player of the registry.",
    "neighbour": "{name}: the number {near}, one slip away from {id}, is {known}.",
    "number-of-another": "{name} has the number {id}, which is that of {known}.",
    "contradicts-registration": "The report says {key} {printed}; registered is {known}.",
    "differs-from-registration": "The {source} says {key} {printed}; registered is {known}.",
    "reported-day": "The sidecar says the event was reported on {said}; it came on {came}.",
    "overlap": "{shared} of the {games} games stand in {other}, too.",
    "overlap-chance": "One of the {games} games may stand in {other}, too, some days apart.",
    "overlapping-parts": "{shared} of the {games} games stand in {other}, too: a game is rated once.",
    "outside-event": "Games of this part were played on {day}, outside the event's days {start} to {end}.",
    "officer-decision": "{why}",
}
