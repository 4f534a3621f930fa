"""The sentences about an event as a whole: what it is, who registered, directed and reported it, and when."""

from __future__ import annotations

from arpad.admission.asking import ARBITERS, approved, value, yes_or_no

OF_THE_EVENT = {
    "edition-choice/series": (
        "The rating series is not known.",
        "Say it, as in " + value("series", "fide-standard", quoted=True),
    ),
    "edition-choice/start": (
        "The first day of the event is not known.",
        "Give it: " + value("start", "YYYY-MM-DD"),
    ),
    "edition-choice/end": ("The last day of the event is not known.", "Give it: " + value("end", "YYYY-MM-DD")),
    "edition-choice/refused": ("{reason}.", ""),
    "registered-event/board-unknown": (
        "It is not known whether both players of every game sat at one board.",
        "Say it: " + yes_or_no("hybrid"),
    ),
    "registered-event/not-over-the-board": ("Only games over the board are rated; this event was hybrid.", ""),
    "official-event/always": (
        "An official event is rated, whether or not it was registered in time.",
        "",
    ),
    "registered-event/unknown": (
        "The day on which the event was registered is not known.",
        "Give it: " + value("registered", "YYYY-MM-DD"),
    ),
    "registered-event/agreed-unknown": (
        "It is not known whether the event was agreed with the federation.",
        "Say it: " + yes_or_no("agreed"),
    ),
    "registered-event/not-agreed": (
        "The event was not agreed with the federation, so it is not rated.",
        "Ask the federation or its authorised branch.",
    ),
    "registration-notice/late": (
        "The event was registered on {registered}; it was due by {due}.",
        "A late registration may be accepted ({authority}): " + approved("late-registration"),
    ),
    "registration-notice/late-accepted": (
        "The event was registered on {registered}, after {due}; the late registration was accepted ({by}).",
        "",
    ),
    "registration-notice/late-by-another": (
        "The event was registered on {registered}; it was due by {due}. It was accepted by {by}, but that is for "
        "{authority}.",
        "Ask {authority}.",
    ),
    "early-registration/late": (
        "This event needs longer notice: it was due by {due} and was registered on {registered}.",
        "A late registration may be accepted ({authority}): " + approved("late-registration"),
    ),
    "early-registration/late-accepted": (
        "This event needed notice by {due} and was registered on {registered}; that was accepted ({by}).",
        "",
    ),
    "early-registration/late-by-another": (
        "This event needs longer notice: it was due by {due} and was registered on {registered}. It was accepted "
        "by {by}, but that is for {authority}.",
        "Ask {authority}.",
    ),
    "early-registration/norms-unknown": (
        "It is not known whether title norms could be made; then the event was due by {due}.",
        "Say it: " + yes_or_no("norms"),
    ),
    "licensed-arbiters/unknown": (
        "It is not known whether the arbiters hold licences.",
        "Give them: " + ARBITERS,
    ),
    "licensed-arbiters/one-unknown": (
        "It is not known whether {arbiter} holds a licence.",
        "Give it with all the others: " + ARBITERS + ' The licence is "none" where there is none.',
    ),
    "licensed-arbiters/fewer": (
        "The report names {named} arbiters, licences are given for {given}.",
        "Give them all: " + ARBITERS,
    ),
    "licensed-arbiters/lapsed": (
        "{arbiter} held no licence on {day}, by the registry, so the event is not rated.",
        "",
    ),
    "licensed-arbiters/without": ("{arbiter} holds no licence, so the event is not rated.", ""),
    "hybrid-event/unknown": (
        "It is not known whether the event was hybrid.",
        "Say it: " + yes_or_no("hybrid"),
    ),
    "hybrid-event/approval": (
        "A hybrid event needs an approval of its own ({authority}).",
        "When it is given: " + approved("hybrid"),
    ),
    "hybrid-event/approval-accepted": ("The hybrid event was approved ({by}).", ""),
    "hybrid-event/approval-by-another": (
        "The hybrid event was approved by {by}, but that is for {authority}.",
        "Ask {authority}.",
    ),
    "hybrid-game-scores/unknown": (
        "Of a hybrid event all game scores are sent with the report; it is not known whether they are.",
        "Send them as PGN and say it: " + yes_or_no("notation"),
    ),
    "hybrid-game-scores/missing": (
        "Of a hybrid event all game scores are sent with the report, and they are missing.",
        "Send them as PGN.",
    ),
    "closing-day/official-unknown": (
        "The event ends on {end}, after the closing day {closing}; an official event would still be on the list.",
        "Say it: " + yes_or_no("official"),
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
        "The report is of {reported}, later than {due}: it may be refused ({authority}).",
        "When it is accepted: " + approved("late-report"),
    ),
    "late-report/may-be-refused-accepted": (
        "The report is of {reported}, later than {due}; it was accepted ({by}).",
        "",
    ),
    "late-report/may-be-refused-by-another": (
        "The report is of {reported}, later than {due}; it was accepted by {by}, but that is for {authority}.",
        "Ask {authority}.",
    ),
}
