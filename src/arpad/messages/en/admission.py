"""What admission finds, by concept and case."""

SENTENCES = {
    # overrides
    "override-of": "{code}",
    "override-of-player": "{code}, player {player}",
    "override-of-round": "{code}, round {round}",
    "override-of-player-round": "{code}, player {player}, round {round}",
    "override-unsigned": "override of {code}: say who overrides it, and the reason",
    "override-meets-nothing": "override of {of}: there is no such finding; those here are {codes:,}",
    "override-meets-nothing/none": "override of {of}: there is no such finding; those here are none",
    "arbiter-numbered": "arbiter {number}",
    # findings
    "edition-choice/series": "The rating series is not known.",
    "edition-choice/start": "The first day of the event is not known.",
    "edition-choice/end": "The last day of the event is not known.",
    "edition-choice/refused": "{reason}.",
    "registered-event/board-unknown": "It is not known whether both players of every game sat at one board.",
    "registered-event/not-over-the-board": "Only games over the board are rated; this event was hybrid.",
    "official-event/always": "An official event is rated, whether or not it was registered in time.",
    "registered-event/unknown": "The day on which the event was registered is not known.",
    "registered-event/agreed-unknown": "It is not known whether the event was agreed with the federation.",
    "registered-event/not-agreed": "The event was not agreed with the federation, so it is not rated.",
    "registration-notice/late": "The event was registered on {registered}; it was due by {due}.",
    "registration-notice/late-accepted": "The event was registered on {registered}, after {due}; the late registration was accepted ({by}).",
    "registration-notice/late-by-another": "The event was registered on {registered}; it was due by {due}. It was accepted by {by:,}, but that is for {authority}.",
    "early-registration/late": "This event needs longer notice: it was due by {due} and was registered on {registered}.",
    "early-registration/late-accepted": "This event needed notice by {due} and was registered on {registered}; that was accepted ({by}).",
    "early-registration/late-by-another": "This event needs longer notice: it was due by {due} and was registered on {registered}. It was accepted by {by:,}, but that is for {authority}.",
    "early-registration/late-by-whom": "This event needs longer notice: it was due by {due} and was registered on {registered}. It was accepted, but nobody says by whom; that is for {authority} alone.",
    "early-registration/late-for-good": "This event needs longer notice: it was due by {due} and was registered on {registered}; nobody may accept that.",
    "early-registration/norms-unknown": "It is not known whether title norms could be made; then the event was due by {due}.",
    "licensed-arbiters/unknown": "It is not known whether the arbiters hold licences.",
    "licensed-arbiters/one-unknown": "It is not known whether {arbiter} holds a licence.",
    "licensed-arbiters/fewer": "The report names {named:arbiter|arbiters}, licences are given for {given}.",
    "licensed-arbiters/lapsed": "{arbiter} held no licence on {day}, by the registry, so the event is not rated.",
    "licensed-arbiters/without": "{arbiter} holds no licence, so the event is not rated.",
    "hybrid-event/unknown": "It is not known whether the event was hybrid.",
    "hybrid-event/approval": "A hybrid event needs an approval of its own ({authority}).",
    "hybrid-event/approval-accepted": "The hybrid event was approved ({by}).",
    "hybrid-event/approval-by-another": "The hybrid event was approved by {by:,}, but that is for {authority}.",
    "hybrid-game-scores/unknown": "Of a hybrid event all game scores are sent with the report; it is not known whether they are.",
    "hybrid-game-scores/missing": "Of a hybrid event all game scores are sent with the report, and they are missing.",
    "closing-day/official-unknown": "The event ends on {end}, after the closing day {closing}; an official event would still be on the list.",
    "report-deadline/too-late": "The event ended on {end} and is reported on {reported}; the last list for it is that of {last}.",
    "report-deadline/arbiter-late": "The report was due on {due}; it is of {reported}.",
    "report-deadline/officer-late": "The report was due at the rating server on {due}; it is of {reported}.",
    "report-deadline/month-over": "The report was due within the month, by {due}; it is of {reported}.",
    "late-report/may-be-refused": "The report is of {reported}, later than {due}: it may be refused ({authority}).",
    "late-report/may-be-refused-accepted": "The report is of {reported}, later than {due}; it was accepted ({by}).",
    "late-report/may-be-refused-by-another": "The report is of {reported}, later than {due}; it was accepted by {by:,}, but that is for {authority}.",
    "laws-of-chess/unknown": "It is not known whether the Laws of Chess were applied.",
    "laws-of-chess/not": "The Laws of Chess were not applied, so the event is not rated.",
    "notation/unknown": "It is not known whether the games were written down.",
    "notation/not": "The games were not written down, so the event is not rated.",
    "notation/game": "The game was not written down.",
    "rate-of-play/missing": "The time control is not known.",
    "rate-of-play/unread": "The time control “{text}” cannot be read in one way only: {reason}.",
    "rate-of-play/contradiction": "The time control is “{text}” in record 122 and “{encoded}” in record 222.",
    "rate-of-play/several": "The report names several time controls: “{controls:,”, “}”.",
    "rate-of-play/window": "{minutes} minutes for {moves} moves is outside the window: more than {above} and at most {up_to} minutes.",
    "rate-of-play/window-open": "{minutes} minutes for {moves} moves is outside the window: more than {above} and less than {up_to} minutes.",
    "rate-of-play/too-fast": "{minutes} minutes for {moves} moves is less than the {needed} minutes that every game needs.",
    "rate-of-play/too-fast-for-tournament": "{minutes} minutes for {moves} moves is less than the {needed} minutes needed, because {name} ({rating}) plays.",
    "rate-of-play/too-fast-for-game": "{name} is rated {rating}: {minutes} minutes for {moves} moves is less than the {needed} minutes the game against {opponent} needs.",
    "rate-of-play/game": "The game was played faster than the rulebook wants.",
    "first-time-control/exactly": "The first time control has {moves} moves; it should have exactly {needed}. No game is dropped for it.",
    "first-time-control/at-least": "The first time control has {moves} moves; it should have at least {needed}. No game is dropped for it.",
    "equal-times/unequal": "The players had different times ({text}), so the games are not rated.",
    "equal-times/game": "The players of this game had different times.",
    "rounds-per-day/unknown": "The days of the rounds are not known; {rounds:round|rounds}, at most {most} in a day.",
    "rounds-per-day/too-many": "{rounds:round|rounds} {rounds:~was|were} played on {day}; at most {most} are allowed.",
    "rounds-per-day/too-many-somewhere": "{rounds:round|rounds} {rounds:~was|were} played on the busiest day; at most {most} are allowed.",
    "hours-per-day/unknown": "The days of the rounds are not known; at most {most:hour|hours} of play {most:~is|are} allowed in a day.",
    "hours-per-day/too-long": "The rounds of {day} take {hours} hours; at most {most} are allowed.",
    "hours-per-day/too-long-somewhere": "The rounds of the busiest day take {hours} hours; at most {most} are allowed.",
    "event-duration/too-long": "The event lasted {days:day|days}; at most {most} are allowed.",
    "event-duration/too-long-accepted": "The event lasted {days:day|days}, more than {most}; that was approved ({by}).",
    "event-duration/too-long-by-another": "The event lasted {days:day|days}, more than {most}; that was approved by {by:,}, but it is for {authority}.",
    "league-duration/unknown": "The event lasted {days:day|days}, more than {most}; a league may.",
    "interim-report/due": "The event lasted {days:day|days}: events over {most} days are reported month by month.",
    "incomplete-round-robin/as-swiss": "A game of this round robin was not played: it is rated as a Swiss.",
    "incomplete-round-robin/unequal": "Everybody met everybody, but not equally often ({least} to {most:time|times}): it is no round robin and is rated as a Swiss.",
    "incomplete-round-robin/fewer-cycles": "The event is declared as {named}, but the games are a complete {observed_system}. Either the other cycles were not planned, or they were not played.",
    "incomplete-round-robin/looks-like": "The event is declared as {named}, but everybody met everybody: it looks like {observed_system}.",
    "round-robin-rated-share/too-few": "{rated} of {players} players are rated; a round robin needs {share}.",
    "small-round-robin/too-few": "{rated} of {players} players are rated; a round robin of fewer than {fewer_than} needs {needed}.",
    "double-round-robin/too-few": "A double round robin with unrated players needs {needed} players, {needed_rated} of them rated; it has {players}, {rated} of them rated.",
    "national-championship/unknown": "The field is too weak for a round robin, unless this is a national championship.",
    "national-championship/women-unknown": "The field is too weak for a national championship, unless it is for women only.",
    "minimum-games-championship/unknown": "{name} played {games:game|games}; whether that suffices depends on the event being a team championship.",
    "repeated-round-robin/not-asked": "Everybody met everybody {cycles} times. That a double round robin with unrated players needs {needed} players, {needed_rated} of them rated, is not asked of it; it has {players}, {rated} of them rated.",
    "match-with-unrated/as-match": "Only two players played here: whatever it is called ({named}), this is a match and follows the rules on matches.",
    "match-with-unrated/unrated": "{name} is unrated, so the match is not rated.",
    "match-decided/unknown": "It is not known over how many games the match was scheduled.",
    "match-decided/after": "{leader} had won the match of {scheduled:game|games} with {score} before this game.",
    "unplayed-game/excluded": "The game is left out: {reason}.",
    "unplayed-game/no-reason": "The game was played and counts; the exclusion gives no reason.",
    "unplayed-game/no-exception": "The game was played and counts; this rulebook knows no exception for {reason}.",
    "unplayed-game/other-exceptions": "The game was played and counts; this rulebook knows no exception for {reason} (known: {known:,}).",
    "unplayed-game/nobody": "An exclusion names player {player}, who is not in the report.",
    "unplayed-game/no-game": "An exclusion names player {player} and round {round}, where no game was played.",
    "member-federation/excluded": "{name} does not belong to a member federation, or to one that is excluded: the result does not count.",
    "member-federation/out": "{name} belongs to {federation}, which was {state} on {day}: the result does not count.",
    "member-federation/not-member": "{name} belongs to {federation}, which was no member federation on {day}: the result does not count.",
    "member-federation/differs": "{name} is printed with the federation {printed}; known is {known}. What is known counts.",
    "foreign-players/differs": "{name} is printed with the federation {printed}; known is {known}. What is known counts.",
    "foreign-players/unknown": "{name} has no federation: whether {home} or another one is not known.",
    "foreign-players/unregistered": "{name} has no federation in the registry on the event's first day: whether {home} or another one is not known.",
    "foreign-players/home-printed": "No national list is given: the ratings of players of {home} are as printed.",
    "foreign-players/guests-printed": "No FIDE list is given: the ratings of guests are as printed.",
    "member-federation/none": "{name} has no federation. Only players of a member federation are listed.",
    "ratings-used/not-on-list": "{name} is printed with {printed}, but the number {id} is not on the list.",
    "ratings-used/no-id": "{name} is printed with {printed}, but has no number, and so stands on no list.",
    "ratings-used/differs": "{name} is printed with {printed}; on the list at the start: {listed}. The list counts.",
    "ratings-used/printed-only": "{name} is printed with {printed}; on the list at the start: no rating. The list counts.",
    "ratings-used/listed-only": "{name} is printed with no rating; on the list at the start: {listed}. The list counts.",
    "ratings-used/deceased": "{name} has the number of {known}, who died before the event.",
    "ratings-used/start-only": "The ratings of the day of each game were asked for; this rulebook takes those of the first day.",
    "ratings-used/part": "The ratings are those of the list of {list}, in force on {day}, the first day of this part.",
    "ratings-used/several-lists": "The ratings are those of the day of each game, and these rounds fall into the time of several lists.",
    "ratings-used/chosen-when": "The ratings of the day of each game were asked for: that is chosen before the first round, and nothing says that it was.",
    "coefficient/birth": "The birth year of {name} is not known; it may decide K.",
    "first-event/disregarded-in-all": "{name} scored {score} against rated opponents in a first event, {total} in all: the result is disregarded.",
    "first-event/disregarded": "{name} scored {score} in a first event: the result is disregarded.",
    "minimum-event-games/disregarded": "{name} has {games:game|games} against rated opponents; this event needs more to count.",
    "first-result/disregarded": "The result of {name} is too low to start with: it is disregarded.",
    "first-event-opponents/disregarded": "{games:game|games} against {name} {games:~does|do} not count: a first event with so few points is disregarded.",
    "unrated-opponent/not-counted": "{name} is unrated: {games:game|games} against rated opponents {games:~does|do} not count for those opponents.",
    "wide-difference/not-counted": "The ratings of the players are too far apart for this game to be rated.",
    "minimum-games/pending": "{name}: {games} of {needed:game|games}.",
    "minimum-games/pending-until": "{name}: {games} of {needed:game|games}; they count until {until}.",
    "minimum-games/below-floor": "{name}: below {floor}.",
    "minimum-games/restarted": "{name}: no run of the latest events reaches {floor}: the count starts again.",
    "same-pair/met": "{name} and {other} met {times:time|times} in this event.",
    "closed-pool/met": "{name} and {others} more met nobody outside their group.",
    "far-from-expectation/above": "{name} scored {points} points above expectation.",
    "far-from-expectation/below": "{name} scored {points} points below expectation.",
    "many-games-a-day/played": "{games:game|games} a player {games:~was|were} played on {day}.",
    "id-slip/near": "{name}: the number {id} is not on the list; {near}, one slip away, is {known}.",
    "id-of-another/is": "{name} has the number of {known} on the list.",
    "near-duplicate/of": "{shared} of the {games:game|games} {shared:~stands|stand} in {other}, too.",
}

_SIDECAR = "{key} = {example} in the sidecar"
_QUOTED = '{key} = "{example}" in the sidecar'
_YES_OR_NO = "{key} = true or false in the sidecar"
_ARBITERS = "{key} = [{{ name, licence }}] in the sidecar"
_ROUNDS = "Give the date of each round (record 132), or the rounds of the busiest day: {key} = N in the sidecar"


def _both(text: str) -> dict[str, str]:
    """What is said to everybody in the same words."""
    return {"command": text, "letter": text}


REMEDIES = {
    # facts that are missing
    "give-fact": {
        "command": f"Give it: {_SIDECAR}, or --{{key:flag}} {{example}}.",
        "letter": f"Give it: {_SIDECAR}.",
    },
    "give-day-of-choice": {
        "command": f"Give the day of the registration that said it: {_SIDECAR}, or --{{key:flag}} {{example}}.",
        "letter": f"Give the day of the registration that said it: {_SIDECAR}.",
    },
    "name-series": {
        "command": f"Say it, as in {_QUOTED}, or --{{key:flag}} {{example}}.",
        "letter": f"Say it, as in {_QUOTED}.",
    },
    "answer-yes-or-no": {
        "command": f"Say it: {_YES_OR_NO}, or --{{key:flag}} yes or no.",
        "letter": f"Say it: {_YES_OR_NO}.",
    },
    "say-which": {
        "command": f"Say which it was: {_QUOTED}, or --{{key:flag}} {{example}}.",
        "letter": f"Say which it was: {_QUOTED}.",
    },
    "give-time-control": {
        "command": 'Give it, as in 90\'+30" or 40/5400+30:1800+30: {key} = "..." in the sidecar, or --{key:flag} ....',
        "letter": 'Give it, as in 90\'+30" or 40/5400+30:1800+30: {key} = "..." in the sidecar.',
    },
    "encode-time-control": _both("Give the encoded form, as in 40/5400+30:1800+30 (moves/seconds+increment)."),
    "split-or-give-least": {
        "command": "Send stages with different time controls as events of their own, or give the one that every game "
        f"had at least: {_QUOTED}, or --{{key:flag}} {{example}}.",
        "letter": "Send stages with different time controls as events of their own, or give the one that every game "
        f"had at least: {_QUOTED}.",
    },
    "give-arbiters": {
        "command": f"Give them: {_ARBITERS}, or --{{key:flag}} NAME:LICENCE.",
        "letter": f"Give them: {_ARBITERS}.",
    },
    "give-all-arbiters": {
        "command": f"Give them all: {_ARBITERS}, or --{{key:flag}} NAME:LICENCE.",
        "letter": f"Give them all: {_ARBITERS}.",
    },
    "give-licence": {
        "command": f"Give it with all the others: {_ARBITERS}, or --{{key:flag}} NAME:LICENCE. "
        'The licence is "none" where there is none.',
        "letter": f'Give it with all the others: {_ARBITERS}. The licence is "none" where there is none.',
    },
    "give-round-days": {
        "command": f"{_ROUNDS}, or --{{key:flag}} N.",
        "letter": f"{_ROUNDS}.",
    },
    "give-birth": _both("Give it in columns 70 to 79."),
    "print-federation": _both("Write it into the report."),
    "enter-federation": {
        "command": "Enter it: `arpad player change {player} --federation CODE --since {since} --why TEXT`."
    },
    "give-national-list": {"command": "Give it: --list SERIES=FILE."},
    "give-fide-list": {"command": "Give it: --list FILE."},
    # what somebody may let pass
    "ask-authority": _both("Ask {authority}."),
    "ask-federation": _both("Ask the federation or its authorised branch."),
    "accept-late-registration": {
        "command": "A late registration may be accepted ({authority}): "
        'approvals = ["late-registration"] in the sidecar, or --approvals late-registration.',
        "letter": "A late registration may be accepted; ask for it, and say why it was late.",
    },
    "accept-late-registration-named": {
        "command": "A late registration may be accepted ({authority}): "
        'approvals = [{{ what = "late-registration", by = "{authority}" }}] in the sidecar, '
        "or --approvals late-registration:{authority}.",
        "letter": "A late registration may be accepted by {authority} alone; ask for it, and say why it was late.",
    },
    "register-approval": {
        "command": "A late registration may be accepted ({authority}): "
        "`arpad event register --code {code} --approvals {approval} --why TEXT`.",
        "letter": "A late registration may be accepted; ask for it, and say why it was late.",
    },
    "approve-hybrid": {
        "command": 'When it is given: approvals = ["hybrid"] in the sidecar, or --approvals hybrid.',
        "letter": 'When it is given: approvals = ["hybrid"] in the sidecar.',
    },
    "accept-late-report": {
        "command": 'When it is accepted: approvals = ["late-report"] in the sidecar, or --approvals late-report.',
        "letter": 'When it is accepted: approvals = ["late-report"] in the sidecar.',
    },
    "approve-long-event": {
        "command": "A longer event may be approved ({authority}): "
        'approvals = ["long-event"] in the sidecar, or --approvals long-event.',
        "letter": 'A longer event may be approved ({authority}): approvals = ["long-event"] in the sidecar.',
    },
    # what is sent, and how
    "send-scores": _both("Send them as PGN."),
    "send-scores-and-say": {
        "command": f"Send them as PGN and say it: {_YES_OR_NO}, or --{{key:flag}} yes or no.",
        "letter": f"Send them as PGN and say it: {_YES_OR_NO}.",
    },
    "send-at-once": _both("Send it at once."),
    "send-monthly-parts": _both("Send a part for each month."),
    "send-list-parts": _both("Send a part for each list."),
    "send-groups-apart": _both("Send groups that do not meet as events of their own."),
    "send-once": _both("Send an event once; a correction says which report it replaces."),
    "report-elsewhere": _both("Report the event to the list that its time control belongs to."),
    # what is mended or looked at again
    "mend-start-number": _both("Mend the start number."),
    "mend-start-number-or-round": _both("Mend the start number or the round."),
    "mend-number-of-dead": _both("Whose games are these? Mend the number."),
    "compare-number": _both("Compare the number."),
    "compare-number-not-rating": _both("Compare the number; the printed rating is not used."),
    "compare-person": _both("Compare number, name and birth year."),
    "look-at-pairings": _both("Look at the pairings."),
    "look-at-round-days": _both("Look at the days of the rounds."),
    # nothing is to be done
    "nothing-if-right": _both("Nothing is to be done if the results are right."),
    "game-left-out": _both("It does not count."),
    "game-in-ledger-only": _both("The game stays in the ledger and does not count."),
}
