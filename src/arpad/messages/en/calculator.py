"""What is wrong with a document, or with flags, that a calculator is given."""

SENTENCES = {
    # the document itself
    "document/no-json": "not a JSON document: {reason}, line {line}, column {column}",
    "document/no-number": "not a JSON document: {name} is no number",
    "document/too-deep": "not a document of ours: it is nested too deeply",
    "document/key-twice": "{path}: stands twice in the document",
    "document/unknown-key": "{path}: unknown key",
    "document/no-table": "{path}: expected a table with {keys:,}, found {found}",
    "document/no-table-at-all": "the document: expected a table with {keys:,}, found {found}",
    # a field of it
    "document/text": "{path}: expected a text, found {found}",
    "document/whole": "{path}: expected a whole number from {low} to {high}, found {found}",
    "document/flag": "{path}: expected true or false, found {found}",
    "document/score": "{path}: expected 0, 0.5 or 1, found {found}",
    "document/score-of-games": "{path}: expected a multiple of 0.5 from 0 to {games}, found {found}",
    "document/exact": "{path}: expected a number, exact (an int, a Decimal or a Fraction), found {found}",
    "document/average": "{path}: expected a rating from {low} to {high}, found {found}",
    "document/day": "{path}: expected a day written YYYY-MM-DD, found {found}",
    "document/birth": "{path}: expected a birth date written YYYY-MM-DD, or a year written YYYY, found {found}",
    "document/birth-years": "{path}: expected a birth from {year} to the list being made, found {found}",
    "document/list": "{path}: expected a list written YYYY-MM, found {found}",
    "document/rows": "{path}: expected a list with at least {least}, found {found}",
    "document/ratings": "{path}: expected a list of ratings, found {found}",
    "document/one-of": "{path}: expected one of {names:,}, found {found}",
    # what was found there
    "found/nothing": "nothing",
    "found/table": "a table",
    "found/list": "a list of {rows}",
    # an event
    "event/not-covered": "{path}: {rulebook} is for events that start from {since}{until:? to *}",
    "event/ends-before-start": "{path}: lies before the start",
    "event/unrated-opponent": "{path}: in a round robin an unrated player is met with his rating of the event",
    "event/newcomer-in-match": "{path}: a match with an unrated player is not rated ({rulebook}, {article})",
    "event/cycles": "{path}: so many cycles do not fit {system}",
    "event/newcomer-in-round-robin": "{path}: a newcomer's round robin is rated from everybody's results",
    "event/rulebook": "{path}: {problem}",
    "event/other-series": "{path}: {rulebook} and {other} do not serve the same rating list",
    "event/too-old": "{path}: {end} is too long ago for the list {list}; results wait {months:month|months} ({article})",
    # the list
    "list/no-month-of-it": "list: {rulebook} makes no list {list}; its months are {months:,}",
    "list/not-in-force": "list: the period that {list} closes ends on {closes}; {rulebook} is in force from {since}{until:? to *}",
    "list/before-event": "list: {list} comes before the end of {event}, {end}",
    "list/needed-for-k": "list: needed, as YYYY-MM, because player.k is not given",
    "list/needed-for-facts": "list: needed, as YYYY-MM, because K follows from the list",
    # the player
    "player/k-and-facts": "player: give k, or what it follows from ({facts:,}), not both",
    "event/k-depends": "{path}: needed, because K is that of the list of the event's start, {list}, and the facts are of a later one ({rulebook} {article})",
    "player/counted": "{rulebook} counts the games that K asks for one by one ({article}): give games, born and highest of the player, and the list, not K",
    "target/k-changes": "{rulebook} may change K inside a period ({article}), so that one K does not say what a score is worth: ask `arpad calc period` with the games, the birth and the highest rating of the player",
    "player/split": "{rulebook} splits a gain where K changes ({article}): give games, born and highest of the player, and the list, not K",
    "player/k-depends": "player: K depends on {missing:,} here ({rulebook} {article})",
    "initial/events-or-pools": "give either events or pools",
    # a round robin
    "round-robin/not-rated": "{rulebook} does not rate games against unrated players, in round robins either ({article})",
    "round-robin/match": "players: two players play a match, and a match with an unrated player is not rated ({rulebook}, {article})",
    "round-robin/cycles": "cycles: {cycles:cycle|cycles} and double contradict each other",
    "round-robin/too-many": "players: at most {most}",
    "round-robin/scores": "players: the scores add up to {sum}; {players:player|players} share {due}",
    "round-robin/nobody-rated": "players: nobody is rated, so nobody can be",
    "round-robin/disregarded": "players: {names:,}: a first event with so few points is disregarded with all games against it ({article})",
    # the command line
    "calc/document-and-flags": "give a document or flags ({flags:,}), not both",
    "calc/no-table": "the document must be a table: {{...}}",
    "calc/two-rulebooks": "--rulebook says {flag}, the document says {document}",
    "calc/no-rulebook": "no rulebook is named, of which this would be a text: use --rulebook, or the key rulebook of the document",
    "calc/rulebook-no-text": "rulebook: expected a text, as `arpad law list` names it",
    "calc/long-document": "{document}: a document has at most {most:,} bytes",
    "calc/input-no-text": "the document is no UTF-8 text ({reason}, byte {byte})",
    "calc/no-document": "{document}: neither a JSON document nor a file that can be read ({reason})",
    "calc/game": "--game {text}: expected the opponent's rating and the score, as in 2300:1 or -:0.5",
    "calc/pool": "--pool {text}: expected average, score and games, as in 2150:3/5",
    "calc/player": "--player {text}: expected name, rating, score and perhaps K, as in A:2600:8:10 or C:-:7",
}

REMEDIES = {
    "give-event-rating": {"command": "give it here, or use `arpad calc round-robin`"},
    "use-round-robin": {"command": "use `arpad calc round-robin`, or give its Rc as the average of a pool"},
    "leave-event-out": {"command": "leave the event out"},
    "give-fact-or-k": {"command": "give {key}, or k itself"},
    "leave-player-out": {
        "command": 'leave the player out and take the points against him off the others, or say "first_event": false'
    },
}
