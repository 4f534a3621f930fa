"""What pages say of claims, and of what was put right after publication."""

SENTENCES = {
    "web-put-right/list": "Put right since ({cases:,}): the list says {original}, it should have said {revised}, through {causes:,}.",
    "web-put-right/event": "What this event was worth was put right after the list was published ({cases:,}).",
    "web-put-right/now": "put right",
    "web-claim/title": "Claims",
    "web-claim/list": "{code}, filed on {day} about the list of {month}{round:?, round *}: {state}.",
    "web-claim/state/open": "open",
    "web-claim/state/open/until": "open; it could be filed until {until}",
    "web-claim/state/upheld": "upheld on {day}{case:?, put right by *}",
    "web-claim/state/rejected": "rejected on {day}",
}
