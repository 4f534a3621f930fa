"""The sentences about its games and players: pace, days, field, results, ratings, and what looks odd."""

from __future__ import annotations

from arpad.admission.asking import approved, value, yes_or_no

OF_GAMES_AND_PLAYERS = {
    "laws-of-chess/unknown": (
        "It is not known whether the Laws of Chess were applied.",
        "Say it: " + yes_or_no("laws"),
    ),
    "laws-of-chess/not": ("The Laws of Chess were not applied, so the event is not rated.", ""),
    "notation/unknown": (
        "It is not known whether the games were written down.",
        "Say it: " + yes_or_no("notation"),
    ),
    "notation/not": ("The games were not written down, so the event is not rated.", ""),
    "notation/game": ("The game was not written down.", "It does not count."),
    "rate-of-play/missing": (
        "The time control is not known.",
        "Give it, as in 90'+30\" or 40/5400+30:1800+30: " + value("time_control", "...", quoted=True),
    ),
    "rate-of-play/unread": (
        "The time control “{text}” cannot be read in one way only: {reason}.",
        "Give the encoded form, as in 40/5400+30:1800+30 (moves/seconds+increment).",
    ),
    "rate-of-play/contradiction": (
        "The time control is “{text}” in record 122 and “{encoded}” in record 222.",
        "Say which it was: " + value("time_control", "...", quoted=True),
    ),
    "rate-of-play/several": (
        "The report names several time controls: {controls}.",
        "Send stages with different time controls as events of their own, or give the one that every game had at "
        "least: " + value("time_control", "...", quoted=True),
    ),
    "rate-of-play/window": (
        "{time} for {moves} moves is outside the window: more than {above} and {bound} {up_to} minutes.",
        "Report the event to the list that its time control belongs to.",
    ),
    "rate-of-play/too-fast": (
        "{time} for {moves} moves is less than the {needed} minutes that every game needs.",
        "",
    ),
    "rate-of-play/too-fast-for-tournament": (
        "{time} for {moves} moves is less than the {needed} minutes needed, because {name} ({rating}) plays.",
        "",
    ),
    "rate-of-play/too-fast-for-game": (
        "{name} is rated {rating}: {time} for {moves} moves is less than the {needed} minutes the game against "
        "{opponent} needs.",
        "The game stays in the ledger and does not count.",
    ),
    "rate-of-play/game": ("The game was played faster than the rulebook wants.", "It does not count."),
    "first-time-control/moves": (
        "The first time control has {moves} moves; it should have {needed}.",
        "No game is dropped for it.",
    ),
    "equal-times/unequal": ("The players had different times ({text}), so the games are not rated.", ""),
    "equal-times/game": ("The players of this game had different times.", "It does not count."),
    "rounds-per-day/unknown": (
        "The days of the rounds are not known; {rounds} rounds, at most {most} in a day.",
        "Give the date of each round (record 132), or the rounds of the busiest day: " + value("rounds_per_day", "N"),
    ),
    "rounds-per-day/too-many": ("{rounds} rounds were played on {day}; at most {most} are allowed.", ""),
    "hours-per-day/unknown": (
        "The days of the rounds are not known; at most {most} hours of play are allowed in a day.",
        "Give the date of each round (record 132), or the rounds of the busiest day: " + value("rounds_per_day", "N"),
    ),
    "hours-per-day/too-long": ("The rounds of {day} take {hours} hours; at most {most} are allowed.", ""),
    "event-duration/too-long": (
        "The event lasted {days} days; at most {most} are allowed.",
        "A longer event may be approved ({authority}): " + approved("long-event"),
    ),
    "event-duration/too-long-accepted": (
        "The event lasted {days} days, more than {most}; that was approved ({by}).",
        "",
    ),
    "event-duration/too-long-by-another": (
        "The event lasted {days} days, more than {most}; that was approved by {by}, but it is for {authority}.",
        "Ask {authority}.",
    ),
    "league-duration/unknown": (
        "The event lasted {days} days, more than {most}; a league may.",
        "Say it: " + yes_or_no("league"),
    ),
    "interim-report/due": (
        "The event lasted {days} days: events over {most} days are reported month by month.",
        "Send a part for each month.",
    ),
    "incomplete-round-robin/as-swiss": (
        "A game of this round robin was not played: it is rated as a Swiss.",
        "",
    ),
    "incomplete-round-robin/looks-like": (
        "The event is declared as {said}, but everybody met everybody: it looks like {seen}.",
        "Say which it was: " + value("system", "round-robin", quoted=True),
    ),
    "round-robin-rated-share/too-few": (
        "{rated} of {players} players are rated; a round robin needs {share}.",
        "",
    ),
    "small-round-robin/too-few": (
        "{rated} of {players} players are rated; a round robin of fewer than {fewer_than} needs {needed}.",
        "",
    ),
    "double-round-robin/too-few": (
        "A double round robin with unrated players needs {needed} players, {needed_rated} of them rated; "
        "it has {players}, {rated} of them rated.",
        "",
    ),
    "national-championship/unknown": (
        "The field is too weak for a round robin, unless this is a national championship.",
        "Say it: " + yes_or_no("national_championship"),
    ),
    "national-championship/women-unknown": (
        "The field is too weak for a national championship, unless it is for women only.",
        "Say it: " + yes_or_no("women_only"),
    ),
    "minimum-games-championship/unknown": (
        "{name} played {games} games; whether that suffices depends on the event being a team championship.",
        "Say it: " + yes_or_no("team_championship"),
    ),
    "match-with-unrated/unrated": ("{name} is unrated, so the match is not rated.", ""),
    "match-decided/unknown": (
        "It is not known over how many games the match was scheduled.",
        "Give it: " + value("games_scheduled", "N"),
    ),
    "match-decided/after": (
        "{leader} had won the match of {scheduled} games with {score} before this game.",
        "The game stays in the ledger and does not count.",
    ),
    "unplayed-game/excluded": (
        "The game is left out: {reason}.",
        "The game stays in the ledger and does not count.",
    ),
    "unplayed-game/no-exception": (
        "The game was played and counts; this rulebook knows no exception for {reason} (known: {known}).",
        "",
    ),
    "unplayed-game/nobody": (
        "An exclusion names player {player}, who is not in the report.",
        "Mend the start number.",
    ),
    "unplayed-game/no-game": (
        "An exclusion names player {player} and round {round}, where no game was played.",
        "Mend the start number or the round.",
    ),
    "member-federation/excluded": (
        "{name} does not belong to a member federation, or to one that is excluded: the result does not count.",
        "",
    ),
    "member-federation/out": (
        "{name} belongs to {federation}, which was {state} on {day}: the result does not count.",
        "",
    ),
    "member-federation/not-member": (
        "{name} belongs to {federation}, which was no member federation on {day}: the result does not count.",
        "",
    ),
    "member-federation/differs": (
        "{name} is printed with the federation {printed}; known is {known}.",
        "What is known counts.",
    ),
    "foreign-players/differs": (
        "{name} is printed with the federation {printed}; known is {known}.",
        "What is known counts.",
    ),
    "foreign-players/home-printed": (
        "No national list is given: the ratings of players of {home} are as printed.",
        "Give it: --list SERIES=FILE.",
    ),
    "foreign-players/guests-printed": (
        "No FIDE list is given: the ratings of guests are as printed.",
        "Give it: --list FILE.",
    ),
    "member-federation/none": (
        "{name} has no federation.",
        "Only players of a member federation are listed.",
    ),
    "ratings-used/not-on-list": (
        "{name} is printed with {printed}, but the number {id} is not on the list.",
        "Compare the number; the printed rating is not used.",
    ),
    "ratings-used/differs": (
        "{name} is printed with {printed}; on the list at the start: {listed}.",
        "The list counts.",
    ),
    "ratings-used/deceased": (
        "{name} has the number of {known}, who died before the event.",
        "Whose games are these? Mend the number.",
    ),
    "ratings-used/start-only": (
        "The ratings of the day of each game were asked for; this rulebook takes those of the first day.",
        "",
    ),
    "ratings-used/part": (
        "The ratings are those of the list of {list}, in force on {day}, the first day of this part.",
        "",
    ),
    "ratings-used/several-lists": (
        "The ratings of the day of each game were asked for, and the rounds fall into the time of several lists.",
        "Send a part for each list.",
    ),
    "coefficient/birth": (
        "The birth year of {name} is not known; it may decide K.",
        "Give it in columns 70 to 79.",
    ),
    # made from the ledger, when the event is rated by itself
    "first-event/disregarded": (
        "{name} scored {score} in a first event: the result is disregarded.",
        "",
    ),
    "minimum-event-games/disregarded": (
        "{name} has {games} games against rated opponents; this event needs more to count.",
        "",
    ),
    "first-result/disregarded": (
        "The result of {name} is too low to start with: it is disregarded.",
        "",
    ),
    "first-event-opponents/disregarded": (
        "{games} games against {name} do not count: a first event with so few points is disregarded.",
        "",
    ),
    "unrated-opponent/not-counted": (
        "{name} is unrated: {games} games against rated opponents do not count for them.",
        "",
    ),
    "wide-difference/not-counted": ("The ratings of the players are too far apart for this game to be rated.", ""),
    "minimum-games/waiting": ("{name}: {lacking}.", ""),
    # what looks odd: advice, never a reason to refuse
    "same-pair/met": ("{name} and {other} met {times} times in this event.", "Look at the pairings."),
    "closed-pool/met": (
        "{name} and {others} more met nobody outside their group.",
        "Send groups that do not meet as events of their own.",
    ),
    "far-from-expectation/scored": (
        "{name} scored {points} points {side} expectation.",
        "Nothing is to be done if the results are right.",
    ),
    "many-games-a-day/played": ("{games} games a player were played on {day}.", "Look at the days of the rounds."),
    "id-slip/near": (
        "{name}: the number {id} is not on the list; {near}, one slip away, is {known}.",
        "Compare the number.",
    ),
    "id-of-another/is": (
        "{name} has the number of {known} on the list.",
        "Compare number, name and birth year.",
    ),
    "near-duplicate/of": (
        "{shared} of the {games} games stand in {other}, too.",
        "Send an event once; a correction says which report it replaces.",
    ),
}
