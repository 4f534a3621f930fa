"""What officers and arbiters do in a simulated office: each act is done to the real office and to the model.

An act draws whom or what it is about, also where that cannot be done: then the office must refuse, and nothing may have
happened. `WEIGHTS` says how often each act comes.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from office_made import NUMBERS
from office_model import DAY, PATIENCE, ROUNDS, Booked
from revisions_made import APART, Tournament, random_results
from simulated_cases import revise
from simulated_lists import correct, publish, publish_again
from simulated_story import FIELD, TWIN_OF, Story, objections, report_of

from arpad.days import Day
from arpad.office import events, people, reports
from arpad.office.registry.person import Person

GAP = 5  # days between two events
LATER = (13, 21)  # who may be registered in the course of a story


# --- the door -------------------------------------------------------------------------------------------------------


def register(story: Story) -> None:
    """An event some days from now, long enough after the one before it."""
    model, rng = story.model, story.rng
    start = max([model.today - 2 * DAY, *(event.end + GAP * DAY for event in model.events.values())])
    start += rng.randrange(3) * DAY
    apart = {rng.choice(pair) for pair in APART}
    there = sorted(n for n in model.births if n not in apart and model.person(n) == n)
    players = tuple(sorted(rng.sample(there, FIELD)))
    twins = [gone for gone, (kept, _) in model.merged.items() if kept in players]
    if twins and rng.random() < 0.5:  # he still plays with the number that was merged away
        gone = rng.choice(twins)
        players = tuple(sorted({*players, gone} - {model.merged[gone][0]}))
    code = f"event-{len(model.events) + 1}"
    made = Tournament(code, start, players, rounds=ROUNDS).report()
    facts = {**made.facts, "approvals": ["late-registration", "late-report"]}
    request = events.RegistrationRequest(events.NamedFacts.of(facts))
    story.done(f"register {code} {start} {players}", lambda: events.register_event(story.desk, request))
    model.events[code] = Booked(code, start, players)


def submit(story: Story) -> None:
    """A report, the same one again, or another one; with and without the word that it takes the place of the first."""
    model, rng = story.model, story.rng
    event = story.event("registered", "withdrawn", "refused", some=lambda each: each.end <= model.today)
    if event is None or rng.random() < 0.05:  # some are still being played
        event = story.event("registered")
    if event is None:
        return
    again = event.contents and rng.random() < 0.4
    results = rng.choice(event.contents).results if again else random_results(rng, FIELD, ROUNDS)
    instead = rng.random() < 0.5
    body = report_of(event, results, rng)
    status = model.taken(event, results, instead)
    package, terms = (
        reports.ReportPackage(f"{event.code}.trf", body),
        reports.SubmissionTerms(event.code, replace=instead),
    )

    def act() -> reports.ReportReceipt:
        (receipt,) = reports.submit_reports(story.desk, [package], terms)
        return receipt

    receipt = story.call(f"submit {event.code}{' instead' if instead else ''}{' again' if again else ''}", act)
    assert receipt.status == status, (
        f"{status} is right, {receipt.status}: {receipt.problem and receipt.problem.sentence}"
    )
    if status == "accepted":
        model.take(event, results, body)
    story.settle(written=status == "accepted")


DESK_FUNCTIONS = {
    "refuse": "refuse_events",
    "appeal": "appeal_refusals",
    "hold": "hold_events",
    "release": "release_events",
    "withdraw": "withdraw_events",
}


def _simple(act: str, *likely: str) -> Callable[[Story], None]:
    desk_act: Callable[..., Any] = getattr(reports, DESK_FUNCTIONS[act])

    def do(story: Story) -> None:
        event = story.event(*likely)
        if event is None:
            return
        allowed = event.may(act)
        if act == "appeal" and allowed:
            allowed = story.model.today <= event.refused_on + PATIENCE * DAY
        kind = reports.RefusalOrder if act == "refuse" else reports.EventOrder
        order = kind((event.code,), "as decided")
        story.attempt(f"{act} {event.code}", lambda: desk_act(story.desk, order), allowed)
        if allowed:
            event.move(act)
            if act == "refuse":
                event.refused_on = story.model.today
        story.settle(written=allowed)

    return do


def admit(story: Story) -> None:
    event = story.event("reported", "appealed")
    if event is None:
        return
    outcome = story.model.admission(event)
    request = reports.AdmissionOrder((event.code,))
    done = story.attempt(f"admit {event.code}", lambda: reports.admit_events(story.desk, request), outcome != "refused")
    if done is not None:
        (found,) = done
        assert found.status == outcome, f"{outcome} is right, {found.status}: {_against(found)}"
    if outcome == "admitted":
        story.model.admit(event)
        list_ = event.admitted[2] if event.admitted else 0
        assert done is not None
        assert done[0].list_ == list_, f"it goes on list {list_}, not on {done[0].list_}"
    story.settle(written=outcome == "admitted")


def _against(outcome: reports.Outcome) -> list[str]:
    return [finding.sentence for finding in outcome.findings if finding.tier in ("refuse", "ask")]


def admit_ratable(story: Story) -> None:
    """Everything that waits."""
    model = story.model
    wanted = {event.code: model.admission(event) for event in model.events.values() if event.where == "reported"}
    done = story.call("admit what is ratable", lambda: list(reports.admit_ratable_events(story.desk)))
    found = {outcome.event: outcome.status.value for outcome in done}
    assert found == wanted, f"{wanted} is right, {found}: {[_against(outcome) for outcome in done]}"
    for code, outcome in wanted.items():
        if outcome == "admitted":
            model.admit(model.events[code])
    story.settle(written="admitted" in wanted.values())


def exclude(story: Story) -> None:
    """A game, or all games of a player, is left out."""
    rng, event = story.rng, story.event("reported", "admitted")
    if event is None:
        return
    player, turn = rng.randrange(1, FIELD + 1), rng.choice((1, 2, 3, 4, None))
    request = events.NewExclusion(event.code, player, turn, why="as decided")
    allowed = event.may("exclude") and len(event.left_out) < 3
    if event.may("exclude") and not allowed:
        return
    story.attempt(f"exclude {event.code} {player} {turn}", lambda: events.exclude_games(story.desk, request), allowed)
    if allowed:
        event.left_out |= {(player, turn)}
        event.move("exclude")
    story.settle(written=allowed)


def include(story: Story) -> None:
    rng, event = story.rng, story.event("reported", "admitted", some=lambda each: bool(each.left_out))
    if event is None:
        return
    player, turn = rng.choice(sorted(event.left_out, key=str)) if event.left_out else (1, 1)
    request = events.ExclusionEnd(event.code, player, turn, why="as decided")
    allowed = event.may("exclude") and (player, turn) in event.left_out
    story.attempt(f"include {event.code} {player} {turn}", lambda: events.include_games(story.desk, request), allowed)
    if allowed:
        event.left_out -= {(player, turn)}
        event.move("exclude")
    story.settle(written=allowed)


# --- people ---------------------------------------------------------------------------------------------------------


def add(story: Story) -> None:
    """Somebody new, who looks like others: he is entered when these were seen."""
    model = story.model
    player = max(LATER[0] - 1, *model.births) + 1
    if player > LATER[1]:
        return
    born = story.rng.choice((19800102, 20100305))
    person = Person(f"Invented{player}, Ann", NUMBERS[player], born=Day(born), federation="UKR")
    request = people.NewPlayer(person)
    done = story.call(f"add {player}", lambda: people.add_player(story.desk, request))
    if done.entered is None:
        assert done.candidates
        story.settle(written=False)
        seen = people.NewPlayer(person, seen=frozenset(each.id for each in done.candidates if each.id))
        done = story.call(f"add {player}, seen", lambda: people.add_player(story.desk, seen))
    assert done.entered is not None
    model.births[player] = born
    story.settle(written=True)


def change(story: Story) -> None:
    """What decides nothing about ratings; what holds already is no change."""
    player, region = story.rng.choice(sorted(story.model.births)), story.rng.choice(("North", "South"))
    request = people.PlayerChange(NUMBERS[player], people.PlayerFacts(region=region), why="moved")
    done = story.call(f"change {player} {region}", lambda: people.change_player(story.desk, request))
    new = story.model.regions.get(player) != region
    assert bool(done) is new
    story.model.regions[player] = region
    story.settle(written=new)


def merge(story: Story) -> None:
    """Somebody who never counted anywhere is somebody who is rated; or two rated ones, which is a case."""
    model, rng = story.model, story.rng
    kept = rng.choice(TWIN_OF)
    gone = rng.choice([n for n in model.births if n >= LATER[0]] or [kept + 1])
    together = any({kept, gone} <= {*map(model.person, e.players), *e.players} for e in model.events.values())
    counted = any(gone in event.players for event in model.events.values() if event.rated)
    if gone >= LATER[0] and gone not in model.merged and (together or counted or kept in model.merged):
        return
    allowed = gone >= LATER[0] and gone not in model.merged
    with_all = people.MergeRequest(NUMBERS[kept], NUMBERS[gone], "one person", objections(story, kept, gone))
    story.attempt(f"merge {gone} into {kept}", lambda: people.merge_players(story.desk, with_all), allowed)
    if allowed:
        model.merged[gone] = kept, model.newest
    story.settle(written=allowed)


def unmerge(story: Story) -> None:
    """As long as no list was published with the merge; nobody is parted who is not merged."""
    model = story.model
    gone = story.rng.choice(sorted(model.merged) or [story.rng.choice(sorted(model.births))])
    allowed = gone in model.merged and model.merged[gone][1] == model.newest
    request = people.UnmergeRequest(NUMBERS[gone], "two persons")
    story.attempt(f"unmerge {gone}", lambda: people.unmerge_player(story.desk, request), allowed)
    if allowed:
        del model.merged[gone]
    story.settle(written=allowed)


# --- the clock ------------------------------------------------------------------------------------------------------


def clock(story: Story) -> None:
    """Some days go by."""
    story.go_to(story.model.today + story.rng.choice((1, 1, 2, 4, 8)) * DAY)


def clock_back(story: Story) -> None:
    """A clock that is behind the log, or years ahead of it: nothing can be written."""
    model = story.model
    if model.today == model.wrote_on:
        day = model.today + story.rng.choice((timedelta(days=-1), timedelta(days=-40), timedelta(days=400)))
    else:
        day = model.wrote_on - DAY
    desk = story.at(day)
    request = people.PlayerChange(NUMBERS[1], people.PlayerFacts(region="Elsewhere"), why="moved")
    story.attempt(f"write on {day}", lambda: people.change_player(desk, request), False)
    story.settle(written=False)


Act = Callable[[Story], None]
WEIGHTS: dict[str, tuple[Act, int]] = {
    "register": (register, 10),
    "submit": (submit, 18),
    "admit": (admit, 10),
    "admit-ratable": (admit_ratable, 5),
    "refuse": (_simple("refuse", "reported"), 3),
    "appeal": (_simple("appeal", "refused"), 3),
    "hold": (_simple("hold", "reported", "admitted"), 3),
    "release": (_simple("release", "held"), 5),
    "withdraw": (_simple("withdraw", "reported"), 2),
    "exclude": (exclude, 4),
    "include": (include, 3),
    "add": (add, 3),
    "change": (change, 2),
    "merge": (merge, 4),
    "unmerge": (unmerge, 2),
    "publish": (publish, 9),
    "publish-again": (publish_again, 1),
    "correct": (correct, 3),
    "revise": (revise, 9),
    "clock": (clock, 14),
    "clock-back": (clock_back, 1),
}
