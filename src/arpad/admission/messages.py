"""The sentences of admission: what is wrong, and what helps. Named, with fields, so that they can be said otherwise.

A message belongs to a concept; checks name it and give the fields. Translations put another table beside this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from arpad.finding import Finding, Place, Tier

MESSAGES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "edition-choice/series": (
            "The rating series is not known.",
            "Say it: series = fide-standard, fide-rapid ...",
        ),
        "edition-choice/start": ("The first day of the event is not known.", "Give it: start = YYYY-MM-DD."),
        "edition-choice/end": ("The last day of the event is not known.", "Give it: end = YYYY-MM-DD."),
        "edition-choice/refused": ("{reason}.", ""),
        "registered-event/board-unknown": (
            "It is not known whether both players of every game sat at one board.",
            "Say it: hybrid = true or false.",
        ),
        "registered-event/not-over-the-board": ("Only games over the board are rated; this event was hybrid.", ""),
        "official-event/always": (
            "An official event is rated, whether or not it was registered in time.",
            "",
        ),
        "registered-event/unknown": (
            "The day on which the event was registered is not known.",
            "Give it: registered = YYYY-MM-DD.",
        ),
        "registered-event/agreed-unknown": (
            "It is not known whether the event was agreed with the federation.",
            "Say it: agreed = true or false.",
        ),
        "registered-event/not-agreed": (
            "The event was not agreed with the federation, so it is not rated.",
            "Ask the federation or its authorised branch.",
        ),
        "registration-notice/late": (
            "The event was registered on {registered}; it was due by {due}.",
            "A late registration may be accepted ({authority}): approvals = late-registration.",
        ),
        "registration-notice/late-accepted": (
            "The event was registered on {registered}, after {due}; the late registration was accepted ({authority}).",
            "",
        ),
        "early-registration/late": (
            "This event needs longer notice: it was due by {due} and was registered on {registered}.",
            "A late registration may be accepted ({authority}): approvals = late-registration.",
        ),
        "early-registration/late-accepted": (
            "This event needed notice by {due} and was registered on {registered}; that was accepted ({authority}).",
            "",
        ),
        "early-registration/norms-unknown": (
            "It is not known whether title norms could be made; then the event was due by {due}.",
            "Say it: norms = true or false.",
        ),
        "licensed-arbiters/unknown": (
            "It is not known whether the arbiters hold licences.",
            "Give them: arbiters = [{{ name, licence }}].",
        ),
        "licensed-arbiters/one-unknown": (
            "It is not known whether {arbiter} holds a licence.",
            'Give it with all the others: arbiters = [{{ name, licence }}]; licence = "none" where there is none.',
        ),
        "licensed-arbiters/fewer": (
            "The report names {named} arbiters, licences are given for {given}.",
            "Give them all: arbiters = [{{ name, licence }}].",
        ),
        "licensed-arbiters/without": ("{arbiter} holds no licence, so the event is not rated.", ""),
        "hybrid-event/unknown": (
            "It is not known whether the event was hybrid.",
            "Say it: hybrid = true or false.",
        ),
        "hybrid-event/not-approved": (
            "A hybrid event needs an approval of its own ({authority}).",
            "When it is given: approvals = hybrid.",
        ),
        "hybrid-game-scores/unknown": (
            "Of a hybrid event all game scores are sent with the report; it is not known whether they are.",
            "Send them as PGN and say it: notation = true or false.",
        ),
        "hybrid-game-scores/missing": (
            "Of a hybrid event all game scores are sent with the report, and they are missing.",
            "Send them as PGN.",
        ),
        "laws-of-chess/unknown": (
            "It is not known whether the Laws of Chess were applied.",
            "Say it: laws = true or false.",
        ),
        "laws-of-chess/not": ("The Laws of Chess were not applied, so the event is not rated.", ""),
        "notation/unknown": (
            "It is not known whether the games were written down.",
            "Say it: notation = true or false.",
        ),
        "notation/not": ("The games were not written down, so the event is not rated.", ""),
        "notation/game": ("The game was not written down.", "It does not count."),
        "rate-of-play/missing": (
            "The time control is not known.",
            "Give it, as in 90'+30\" or 40/5400+30:1800+30: time_control.",
        ),
        "rate-of-play/unread": (
            "The time control “{text}” cannot be read in one way only: {reason}.",
            "Give the encoded form, as in 40/5400+30:1800+30 (moves/seconds+increment).",
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
            "{name} is rated {rating}: {time} for {moves} moves is less than the {needed} minutes the game needs.",
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
            "Give the date of each round (record 132), or the rounds of the busiest day: rounds_per_day.",
        ),
        "rounds-per-day/too-many": ("{rounds} rounds were played on {day}; at most {most} are allowed.", ""),
        "hours-per-day/unknown": (
            "The days of the rounds are not known; at most {most} hours of play are allowed in a day.",
            "Give the date of each round (record 132), or the rounds of the busiest day: rounds_per_day.",
        ),
        "hours-per-day/too-long": ("The rounds of {day} take {hours} hours; at most {most} are allowed.", ""),
        "event-duration/too-long": (
            "The event lasted {days} days; at most {most} are allowed.",
            "A longer event may be approved ({authority}): approvals = long-event.",
        ),
        "league-duration/unknown": (
            "The event lasted {days} days, more than {most}; a league may.",
            "Say it: league = true or false.",
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
            "Say which it was: system.",
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
            "Say it: national_championship = true or false.",
        ),
        "national-championship/women-unknown": (
            "The field is too weak for a national championship, unless it is for women only.",
            "Say it: women_only = true or false.",
        ),
        "minimum-games-championship/unknown": (
            "{name} played {games} games; whether that suffices depends on the event being a team championship.",
            "Say it: team_championship = true or false.",
        ),
        "match-with-unrated/unrated": ("{name} is unrated, so the match is not rated.", ""),
        "match-decided/unknown": (
            "It is not known over how many games the match was scheduled.",
            "Give it: games_scheduled.",
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
        "closing-day/official-unknown": (
            "The event ends on {end}, after the closing day {closing}; an official event would still be on the list.",
            "Say it: official = true or false.",
        ),
        "report-deadline/too-late": (
            "The event ended on {end} and is reported on {reported}; the last list for it is that of {last}.",
            "",
        ),
        "report-deadline/arbiter-late": (
            "The report was due on {due}; it is of {reported}.",
            "Send it at once.",
        ),
        "report-deadline/officer-late": (
            "The report was due at the rating server on {due}; it is of {reported}.",
            "Send it at once.",
        ),
        "report-deadline/month-over": (
            "The report was due within the month, by {due}; it is of {reported}.",
            "Send it at once.",
        ),
        "late-report/may-be-refused": (
            "The report is of {reported}, later than {due}: it may be refused.",
            "Ask the commission.",
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
)


def told(
    key: str,
    tier: Tier,
    place: Place,
    articles: tuple[str, ...] = (),
    player: int | None = None,
    turn: int | None = None,
    /,
    **given: Any,
) -> Finding:
    """A finding that says a sentence of this table, filled with what is given."""
    sentence, remedy = MESSAGES[key]
    fields = {name: str(value) for name, value in given.items()}
    code = key.split("/")[0]
    filled = (sentence.format(**fields), remedy.format(**fields))
    return Finding(code, tier, place, *filled, articles, player, turn, key, tuple(sorted(fields.items())))
