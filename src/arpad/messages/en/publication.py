"""What the periods desk and the lists desk say: which list, when, what is published, opened, imported, corrected."""

SENTENCES = {
    # which list
    "no-lists": "the office has no list of {series}",
    "no-such-list": "the office has no list {list} of {series}; it has those from {first} to {last}",
    "no-series": "the office has no series yet",
    "which-series": "which series? There is {names:,}",
    "no-month": "{number} is no month of a list",
    "series-imported": "{series} is imported, not computed here",
    # publishing
    "list-unseen": "nobody has seen this list yet",
    "list-changed": "an event, a player or a correction changed since the preview of {series} {list}",
    "publish-unconfirmed": "the list {list} of {series} will never change once it is published: that must be confirmed",
    "since/none": "no preview of {series} {list} is kept: it was published before previews were",
    # why an event is not on a list
    "left-out/registered": "no report yet",
    "left-out/reported": "reported, and not admitted yet",
    "left-out/appealed": "refused, and under appeal",
    "left-out/registration-refused": "its registration was refused",
    "left-out/registration-appealed": "its registration was refused, and that is under appeal",
    "left-out/held": "held by an officer since {day}, by {who}",
    "left-out/held-why": "held by an officer since {day}, by {who}: {why}",
    "left-out/refused": "refused",
    "left-out/withdrawn": "withdrawn",
    "left-out/later": "enters the list {list}",
    "left-out/awaits-part": "should have ended on {end}, and its last part has not come or is not admitted; "
    "what it leaves open waits "
    "(`arpad event end {code} --why TEXT` if none comes)",
    "left-out/over": "the last list for it was {list}",
    # list files
    "list-file/other-series": "{file} is a {named} list by its name, not one of {series}",
    "list-file/unreadable": "{file} cannot be read as a rating list: {finding}",
    "list-file/no-month": "{file} does not say its month",
    "list-file/no-series": "{file} has no {series} ratings; it has {there:,}",
    "list-file/no-ratings": "{file} has no ratings of any series",
    "list-file/one-month": "one month cannot be that of {files:file|files}: each must say its own",
    # opening and importing
    "open/no-list-day": "{series} has no list {list}; the one in force then is of {day}",
    "open/last": "a last rated game is said to be on the list {last}, but the list that is opened is {list}",
    "open/future": "the list {list} of {series} lies in the future: today is {today}",
    "open/again": "{series} is there already, from {newest} on; it is opened once",
    "open/one-player": "{first} and {second} are one player",
    "open/entered": "{number} was entered but is not on the list {file}",
    "open/rows": "the list has {numbers:number|numbers} and {rows:row|rows}: one for each",
    "unknown-player/listed": "The number {number} is not in the registry.",
    "import/computed": "{series} is computed here and cannot be imported",
    "import/other-rows": "the list {list} of {series} is there with other rows",
    "import/older": "the list {list} of {series} comes before {newest}, which is there already",
    # taking back
    "take-back/no-reason": "to take a list back needs a reason",
    "take-back/published": "the list {list} of {series} was computed and published here: it stands",
    "take-back/not-newest": "the list {list} of {series} is not its newest, which is {newest}, and later ones build on it",
    "take-back/read": "the list {list} of {series} was read when {reader} {read} was published: it stands",
    "take-back/corrected": "a correction of {number} builds on the list {list} of {series}",
    "take-back/revised": "rows of the list {list} of {series} were put right by a case: it stands",
    "take-back/unconfirmed": "the list {list} of {series} would be taken back: that must be confirmed",
    # corrections
    "correct/no-reason": "a correction needs its reason",
    "correct/other-list": "the list {list} cannot be corrected: a correction of {series} shows on {due}",
    "correct/none": "{number} has no correction on the list {list}; nothing is to be withdrawn",
    "correct/merged": "{number} counts as {kept}",
    "correct/unrated": "{number} has no rating on the list {list}: there is nothing to correct",
    "correct/unconfirmed": "{doubts:,; }",
    "correct/above-all": "{rating} is more than anybody has on the list {list}, where the highest is {highest}",
    "correct/far": "{rating} is {points} points from the {stood} that stood there",
    "correct/rating": "{rating} cannot have stood on a list of {series}: give a rating of {lowest} to {highest}",
}

REMEDIES = {
    "begin-series": {"command": "begin with `arpad list open SERIES FILE` or `arpad list import SERIES FILE`"},
    "open-first-series": {"command": "begin one with `arpad list open SERIES FILE`"},
    "correct-instead": {"command": "the next list can put it right: `arpad list correct --help`"},
    "newest-first": {"command": "take the newer ones back first"},
    "name-list": {"command": "give --list YYYY-MM"},
    "preview-provisional": {"command": "look at the next one early: `arpad period preview {series} --provisional`"},
    "preview-first": {"command": "look at it with `arpad period preview {series}`, then publish"},
    "rename-list-file": {"command": "give the right one, or rename it"},
    "leave-one-row-out": {"command": "leave one of the two rows out"},
    "register-listed": {"command": "Register the player first: `arpad player import FILE`."},
    "publish-instead": {"command": "`arpad period publish` makes its lists"},
    "confirm-correction": {"command": "if it is meant, add --yes"},
    "correct-other": {"command": "correct that one, or unmerge the two"},
}
