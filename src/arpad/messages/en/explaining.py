"""With whose law a list is explained, and what cannot be: it was made elsewhere, or has nothing of a player."""

SENTENCES = {
    # why an event is on a later list
    "later/closing-day": "It ended on {day}, after the closing day of the list of {first}.",
    "later/late-report": "It was reported on {day}, too late for the list of {first}.",
    "later/decided-later": "It was not admitted yet when the list of {first} was made.",
    "explained-by/carried": "Explained with {edition} as the list carries it: this version has changed it since.",
    "explained-by/todays": "Explained with today's {edition}: the list does not carry its own.",
    "explained-by/unreadable": (
        "Explained with today's {edition}: this version does not understand the one that the list carries."
    ),
    # what a player came with from the list that opened the series
    "opened-fact/games": "games so far",
    "opened-fact/highest": "highest rating",
    "opened-fact/last": "last rated game",
    "opened-with/stated": "{fact} {value}: the list says so",
    "opened-with/from-k": "{fact} {value}: K proves as much as K needs",
    "opened-with/entered": "{fact} {value}: entered by an officer",
    "opened-with/settled": "{fact} {value}: open, but no later K depends on it",
    "opened-with/asked": "{fact} {value}: nothing proves it",
    "opened-with/from-mark": "{fact} {value}: the latest list that the mark for activity allows",
    "opened-with/from-lists": "{fact} {value}: lists of earlier months show as much",
    "opened-with/fewest": "{fact} {value}: concluded, the fewest that K allows and the lists show",
    "opened-with/not-new": "{fact} {value}: concluded, as many as an established player needs; age explains K, or there is none",
    "opened-with/at-hand": "{fact} {value}: concluded, the highest that K proves and the lists at hand show",
    "event-not-rated": "{event} is on no list yet: there is nothing to explain",
    "event-or-player": "a player is explained, or an event; give the one or the other",
    "list-not-computed": "the list {list} of {series} was not computed here: there is nothing to explain",
    "not-listed/no-member": "Not on the printed list: the player is of no member federation on its day. The rating is kept and goes on.",
    "not-listed/excluded": "Not on the printed list: the player's federation is excluded on its day. The rating is kept and goes on.",
    "not-listed/abroad": "Not on the printed list: the player is of another federation on its day. The rating is kept.",
    "not-listed/withheld": "Not on the printed list: the player's federation does not want the player listed. The rating is kept and goes on.",
    "not-listed/removed": "Not on the printed list: the commission has removed the inactive player. One rated game brings the player back with the last rating.",
    "not-listed/deceased": "On the printed list as inactive: the player has died. The last rating is kept.",
    "not-listed/unrated": "On the printed list as unrated, this once: the rating is below the floor.",
    "not-on-list": "{number} is not on the list {list} of {series} and has no game there",
}

REMEDIES = {
    "try-another-list": {"command": "try another --list"},
}
