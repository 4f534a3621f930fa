"""Make the findings of this room: the message, what it is filled with, and the remedy that belongs to it.

Which words they are is for the catalogue. A remedy that speaks of an authority takes it from the finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from arpad.finding import Finding, Place, Remedy, Tier, sorted_fields

DAY_WANTED, NUMBER_WANTED = "YYYY-MM-DD", "N"
_OF_AN_AUTHORITY = frozenset(
    {"ask-authority", "accept-late-registration", "accept-late-registration-named", "approve-long-event"}
)


def tell(message: str, tier: Tier, place: Place, **given: Any) -> Finding:
    """A finding that says a message of the catalogue, filled with what is given."""
    remedy = REMEDIES.get(message)
    if remedy is not None and remedy.action in _OF_AN_AUTHORITY:
        remedy = Remedy.to(remedy.action, authority=given["authority"])
    return Finding(message.partition("/")[0], tier, place, message, sorted_fields(given), remedy)


def _give(key: str, example: str) -> Remedy:
    return Remedy.to("give-fact", key=key, example=example)


def _answer(key: str) -> Remedy:
    return Remedy.to("answer-yes-or-no", key=key)


_ROUND_DAYS = Remedy.to("give-round-days", key="rounds_per_day")
_LEFT_OUT, _LEFT_IN_LEDGER = Remedy.to("game-left-out"), Remedy.to("game-in-ledger-only")

REMEDIES: Mapping[str, Remedy] = MappingProxyType(
    {
        # the event as a whole
        "edition-choice/series": Remedy.to("name-series", key="series", example="fide-standard"),
        "edition-choice/start": _give("start", DAY_WANTED),
        "edition-choice/end": _give("end", DAY_WANTED),
        "registered-event/board-unknown": _answer("hybrid"),
        "registered-event/unknown": _give("registered", DAY_WANTED),
        "registered-event/agreed-unknown": _answer("agreed"),
        "registered-event/not-agreed": Remedy.to("ask-federation"),
        "registered-event/of-another-place": Remedy.to("mend-registering-federation"),
        "registration-notice/late": Remedy.to("accept-late-registration"),
        "registration-notice/late-by-another": Remedy.to("ask-authority"),
        "early-registration/late": Remedy.to("accept-late-registration-named"),
        "early-registration/late-by-another": Remedy.to("ask-authority"),
        "early-registration/late-by-whom": Remedy.to("accept-late-registration-named"),
        "early-registration/norms-unknown": _answer("norms"),
        "registered-schedule/unknown": Remedy.to("register-schedule"),
        "announced-event/unknown": _give("announced", "rated"),
        "announced-event/unrated": Remedy.to("keep-unrated"),
        "rating-officer/none": Remedy.to("name-officer"),
        "licensed-arbiters/unknown": Remedy.to("give-arbiters", key="arbiters"),
        "licensed-arbiters/one-unknown": Remedy.to("give-licence", key="arbiters"),
        "licensed-arbiters/fewer": Remedy.to("give-all-arbiters", key="arbiters"),
        "hybrid-event/unknown": _answer("hybrid"),
        "hybrid-event/approval": Remedy.to("approve-hybrid"),
        "hybrid-event/approval-by-another": Remedy.to("ask-authority"),
        "hybrid-game-scores/unknown": Remedy.to("send-scores-and-say", key="notation"),
        "hybrid-game-scores/missing": Remedy.to("send-scores"),
        "hybrid-game-scores/not-sent": Remedy.to("send-scores-file"),
        "hybrid-game-scores/without-moves": Remedy.to("send-scores-file"),
        "hybrid-game-scores/incomplete": Remedy.to("send-scores-file"),
        "hybrid-game-scores/result": Remedy.to("mend-result-or-score"),
        "hybrid-game-scores/beyond": Remedy.to("send-scores-file"),
        "closing-day/official-unknown": _answer("official"),
        "report-deadline/arbiter-late": Remedy.to("send-at-once"),
        "report-deadline/officer-late": Remedy.to("accept-late-report"),
        "report-deadline/month-over": Remedy.to("send-at-once"),
        "late-report/may-be-refused": Remedy.to("accept-late-report"),
        "late-report/may-be-refused-by-another": Remedy.to("ask-authority"),
        # games and days
        "laws-of-chess/unknown": _answer("laws"),
        "notation/unknown": _answer("notation"),
        "notation/game": _LEFT_OUT,
        "rate-of-play/missing": Remedy.to("give-time-control", key="time_control"),
        "rate-of-play/unread": Remedy.to("encode-time-control", key="time_control"),
        "rate-of-play/contradiction": Remedy.to("say-which", key="time_control", example="..."),
        "rate-of-play/several": Remedy.to("split-or-give-least", key="time_control", example="..."),
        "rate-of-play/marked": Remedy.to("say-which", key="time_control", example="..."),
        "rate-of-play/window": Remedy.to("report-elsewhere"),
        "rate-of-play/window-open": Remedy.to("report-elsewhere"),
        "rate-of-play/window-from": Remedy.to("report-elsewhere"),
        "rate-of-play/too-fast-for-game": _LEFT_IN_LEDGER,
        "rate-of-play/game": _LEFT_OUT,
        "equal-times/game": _LEFT_OUT,
        "rounds-per-day/unknown": _ROUND_DAYS,
        "hours-per-day/unknown": _ROUND_DAYS,
        "hours-per-day/several": Remedy.to("split-or-give-least", key="time_control", example="..."),
        "event-duration/too-long": Remedy.to("approve-long-event"),
        "event-duration/too-long-by-another": Remedy.to("ask-authority"),
        "league-duration/unknown": _answer("league"),
        "interim-report/due": Remedy.to("send-monthly-parts"),
        "incomplete-round-robin/fewer-cycles": Remedy.to("say-which", key="system", example="round-robin"),
        "incomplete-round-robin/part-unknown": Remedy.to("say-which", key="system", example="round-robin"),
        "match-with-unrated/part-of-two": Remedy.to("say-which", key="system", example="match"),
        "incomplete-round-robin/looks-like": Remedy.to("say-which", key="system", example="round-robin"),
        "national-championship/unknown": _answer("national_championship"),
        "national-championship/women-unknown": _answer("women_only"),
        "minimum-games-championship/unknown": _answer("team_championship"),
        "match-with-unrated/pairing": _LEFT_IN_LEDGER,
        "match-decided/pairing-unknown": _give("games_scheduled", NUMBER_WANTED),
        "match-decided/unknown": _give("games_scheduled", NUMBER_WANTED),
        "match-decided/after": _LEFT_IN_LEDGER,
        "unplayed-game/excluded": _LEFT_IN_LEDGER,
        "unplayed-game/nobody": Remedy.to("mend-start-number"),
        "unplayed-game/no-game": Remedy.to("mend-start-number-or-round"),
        # players
        "foreign-players/unknown": Remedy.to("print-federation"),
        "foreign-players/home-printed": Remedy.to("give-national-list"),
        "foreign-players/guests-printed": Remedy.to("give-fide-list"),
        "foreign-players/unrated": Remedy.to("confirm-unrated", code="foreign-players"),
        "ratings-used/unrated": Remedy.to("confirm-unrated", code="ratings-used"),
        "ratings-used/not-on-list": Remedy.to("compare-number-not-rating"),
        "ratings-used/no-id": Remedy.to("compare-number-not-rating"),
        "ratings-used/deceased": Remedy.to("mend-number-of-dead"),
        "ratings-used/chosen-when": Remedy.to("give-day-of-choice", key="registered", example=DAY_WANTED),
        "ratings-used/several-lists": Remedy.to("send-list-parts"),
        "floor/printed": Remedy.to("give-fide-list"),
        "coefficient/birth": Remedy.to("give-birth"),
        # what looks odd
        "same-pair/met": Remedy.to("look-at-pairings"),
        "closed-pool/met": Remedy.to("send-groups-apart"),
        "far-from-expectation/above": Remedy.to("nothing-if-right"),
        "far-from-expectation/below": Remedy.to("nothing-if-right"),
        "many-games-a-day/played": Remedy.to("look-at-round-days"),
        "id-slip/near": Remedy.to("compare-number"),
        "id-of-another/is": Remedy.to("compare-person"),
        "near-duplicate/of": Remedy.to("send-once"),
    }
)
