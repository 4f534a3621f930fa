"""Why a list cannot be made, or not with these corrections."""

SENTENCES = {
    # adjusting
    "correction-unsigned": "a correction names who made it and why",
    "no-such-position": "no player stands at {position}: the list has {rows:row|rows}",
    "corrected-twice": "{player} is corrected twice: give the one that holds",
    "corrected-twice/position": "the player at {player} is corrected twice: give the one that holds",
    "nothing-to-correct": "{player} is not rated on the list before: there is nothing to correct",
    "nothing-to-correct/position": "the player at {player} is not rated on the list before: there is nothing to correct",
    "comes-back": "{player} comes back with this list: correct the next one",
    "comes-back/position": "the player at {player} comes back with this list: correct the next one",
    "no-base": "a rating of {rating} cannot be the corrected base of {player}",
    "no-base/position": "a rating of {rating} cannot be the corrected base of the player at {player}",
    "adjusting-list-missing": "the {series} list of {day} is needed to adjust this one",
    "no-one-off-adjustment": "no one-off adjustment of {series} falls on {day}",
    # list files beside a report
    "list-of-another-series": "the list given has no {series} ratings; it has {has:,}",
    "list-without-ratings": "the list given has no {series} ratings; it has none",
    "list-of-another-month": "the ratings are those of {day}: the list of {month} is needed, given are {given:,}",
    # which list, and of what
    "not-the-next-list": "the list after {newest} of {series} is {next}, not {list}",
    "list-shuts-out": "{list} of {series} is not published before its day while an official event may still be on it: {event} ends on {end}",
    "list-shuts-out/unknown": "{list} of {series} is not published before its day while an official event may still be on it: {event} ends on {end}, and nobody says whether it is official",
    "list-not-begun": "{series} {list} can be looked at once the list before it is in force, from {begins} on; today is {today}",
    "list-not-due": "{newest} is the newest list of {series}; {list} closes on {closing}, today is {today}",
    "corrected-and-merged": "{player} is corrected on this list and was merged into another since",
    "merged-opponents": "{player} stands twice in {event}: two players who played there were merged",
}

REMEDIES = {
    "name-list-series": {"command": "say which series that is, as in {series}=FILE"},
    "publish-from": {
        "command": "publish it from {day} on, or when {event} is admitted, refused or withdrawn; what is not FIDE's own event is registered with --official no"
    },
    "try-from": {"command": "try from {day} on (an event that ends later goes to the list after it)"},
    "withdraw-correction": {"command": "take it back with `arpad list correct {player} --withdraw --why TEXT`"},
    "unmerge-players": {"command": "unmerge them"},
}
