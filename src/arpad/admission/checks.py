"""All checks, in the order an officer asks: is it known, when, by whom, how fast, on which days, who, which games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from arpad.admission import composition, deadlines, games, pace, people, procedure, schedule
from arpad.admission.case import Case
from arpad.admission.decision import Decision
from arpad.law.rules import admission, lists, newcomers, office, rating, registration
from arpad.law.rules.concept import Concept

Check = Callable[[Case], Iterator[Decision]]

CHECKS: tuple[tuple[Concept[Any], Check], ...] = (
    (registration.REGISTERED_EVENT, deadlines.registered_event),
    (registration.REGISTRATION_NOTICE, deadlines.registration_notice),
    (registration.EARLY_REGISTRATION, deadlines.early_registration),
    (registration.REGISTERED_SCHEDULE, procedure.registered_schedule),
    (registration.ANNOUNCED_EVENT, procedure.announced_event),
    (office.UNSUBMITTED_EVENT, procedure.unsubmitted_event),
    (office.RATING_OFFICER, procedure.rating_officer),
    (registration.LICENSED_ARBITERS, people.licensed_arbiters),
    (registration.HYBRID_EVENT, games.hybrid_event),
    (admission.LAWS_OF_CHESS, games.laws_of_chess),
    (admission.NOTATION, games.notation),
    (admission.RATE_OF_PLAY, pace.rate_of_play),
    (admission.SHORT_TIME_CONTROL, pace.short_time_control),
    (admission.FIRST_TIME_CONTROL, pace.first_time_control),
    (admission.EQUAL_TIMES, pace.equal_times),
    (admission.ROUNDS_PER_DAY, schedule.rounds_per_day),
    (admission.HOURS_PER_DAY, schedule.hours_per_day),
    (admission.EVENT_DURATION, schedule.event_duration),
    (admission.INTERIM_REPORT, schedule.interim_report),
    (admission.INCOMPLETE_ROUND_ROBIN, composition.incomplete_round_robin),
    (admission.ROUND_ROBIN_RATED_SHARE, composition.round_robin_rated_share),
    (admission.SMALL_ROUND_ROBIN, composition.small_round_robin),
    (admission.DOUBLE_ROUND_ROBIN, composition.double_round_robin),
    (admission.REPEATED_ROUND_ROBIN, composition.repeated_round_robin),
    (admission.MATCH_WITH_UNRATED, games.match_with_unrated),
    (admission.MATCH_DECIDED, games.match_decided),
    (admission.UNPLAYED_GAME, games.unplayed_game),
    (registration.HYBRID_GAME_SCORES, games.hybrid_game_scores),
    (lists.MEMBER_FEDERATION, people.member_federation),
    (rating.FOREIGN_PLAYERS, people.foreign_players),
    (rating.RATINGS_USED, people.ratings_used),
    (rating.COEFFICIENT, people.coefficient),
    (newcomers.MINIMUM_GAMES_CHAMPIONSHIP, people.minimum_games_championship),
    (lists.CLOSING_DAY, deadlines.closing),
    (registration.REPORT_DEADLINE, deadlines.report_deadline),
    (registration.LATE_REPORT, deadlines.late_report),
)
"""A check is asked when the edition fills its concept."""
