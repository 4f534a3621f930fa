"""What is wrong with the events and the list that a calculator is asked about."""

SENTENCES = {
    "start-outside-edition": "{path}.start: {edition} is for events that start from {first}",
    "start-outside-edition/until": "{path}.start: {edition} is for events that start from {first} to {until}",
    "end-before-start": "{path}.end: lies before the start",
    "round-robin-opponent": "{path}.opponent: in a round robin an unrated player is met with his rating of the event",
    "event-rulebook": "{path}.rulebook: {reason}",
    "rulebooks-of-two-lists": "{path}.rulebook: {own} and {edition} do not serve the same rating list",
    "no-list-that-month": "list: {edition} makes no list {list}; its months are {months:,}",
    "list-outside-edition": "list: the period that {list} closes ends on {closes}; {edition} is in force from {first}",
    "list-outside-edition/until": "list: the period that {list} closes ends on {closes}; {edition} is in force "
    "from {first} to {until}",
    "list-before-event": "list: {list} comes before the end of events[{at}], {end}",
}

REMEDIES = {
    "rate-round-robin": {"command": "give it here, or use `arpad calc round-robin`"},
}
