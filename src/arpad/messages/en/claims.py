"""What the claims desk says, and how a claim is shown."""

SENTENCES = {
    "claim/no-text": "a claim says what is disputed",
    "claim/no-answer": "an answer says why",
    "claim/no-reason": "to withdraw a claim needs a reason",
    "claim/long": "a claim or an answer has at most {most} characters, all of them to be seen",
    "claim/nobody": "a claim is somebody's",
    "claim/role": "{role} is none of those who claim: {known:,}",
    "claim/kind": "a claim is {known:, or }, not {kind}",
    "claim/state": "no claim is {state}; one is {known:,}",
    "claim/game-of-event": "a round and an opponent belong to an event",
    "claim/imported": "{series} {list} was made by another office: claims about it are that one's",
    "claim/other-series": "{event} is an event of {series}, not of {given}",
    "claim/other-list": "{event} was rated on {lists:,}, not on {list}",
    "claim/unrated": "{event} is on no list",
    "claim/no-game": "the player has no such game in {event}; his games there are of the rounds {rounds:,}",
    "claim/which-game": "several games of {event} are meant, of the rounds {rounds:,}",
    "claim/unknown": "there is no claim {claim}",
    "claim/answered": "{claim} was {state} on {day}: a claim is answered once",
    "claim/no-case": "there is no case {code}",
    "claim/filed": "{claim} by {by} ({role}), {filed}: {text}",
    "claim/in-time": "in time: until {until} ({article})",
    "claim/late": "late: it was to be filed by {until} ({article})",
    "claim/no-clock": "the text sets no time for it",
    "claim/open": "not answered yet",
    "claim/closed": "{state} on {day} by {who}: {text}",
    "claim/closed-by-case": "{state} on {day} by {who}: {text} ({revision})",
}

REMEDIES = {
    "claim-by": {"command": "give --by NAME"},
    "claim-event": {"command": "give --event CODE, too"},
    "appeal-instead": {
        "command": "against a refusal `arpad report appeal {event}` is entered; before it is rated its report can be sent anew"
    },
    "name-game": {"command": "give --round N, or --opponent NUMBER, or both"},
    "list-claims": {"command": "`arpad claim list` shows them"},
    "claim-anew": {"command": "file a new one: `arpad claim file NUMBER --text TEXT --by NAME`"},
}
