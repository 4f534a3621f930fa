"""How lists are put right in a simulated office: a case of any kind is proposed, previewed, and approved or dropped."""

from __future__ import annotations

from collections.abc import Callable

from office_made import NUMBERS
from office_model import ROUNDS, Booked, Content, Model, first_of, month_of
from revisions_made import APART, OLD, YOUNG, random_results
from simulated_checks import must_be_the_oracles
from simulated_story import FIELD, TWIN_OF, Story, objections, report_of

from arpad.days import Day, Month
from arpad.office import revisions


def revise(story: Story) -> None:
    """Propose a case; then preview it, and approve or drop it."""
    kinds = [_replace, _annul, _game, _late, _birth, _one_person]
    story.rng.shuffle(kinds)
    chosen = next((chosen for kind in kinds if (chosen := kind(story)) is not None), None)
    if chosen is None:
        return
    proposal, touches, right, name = chosen
    model = story.model
    allowed = all(model.free(each) for each in touches)
    case = story.attempt(f"propose: {name}", lambda: revisions.propose_case(story.desk, proposal), allowed)
    story.settle(written=allowed)
    if case is None:
        return
    model.cases[case.code] = touches
    named = revisions.CaseCode(case.code)
    if story.rng.random() < 0.2:  # nobody approves what nobody has seen
        unseen = revisions.CaseApproval(case.code, confirmed=True)
        story.attempt("approve unseen", lambda: revisions.approve_case(story.desk, unseen), False)
        story.settle(written=False)
    story.done(f"preview {case.code}", lambda: revisions.preview_case(story.desk, named))
    if story.rng.random() < 0.15:
        story.done(
            f"drop {case.code}",
            lambda: revisions.drop_case(story.desk, revisions.CaseDrop(case.code, "no")),
            settle=False,
        )
    else:
        approval = revisions.CaseApproval(case.code, "as proposed", confirmed=True)
        story.done(f"approve {case.code}", lambda: revisions.approve_case(story.desk, approval), settle=False)
        right()
        model.approved += 1
    del model.cases[case.code]
    story.settle(written=True)
    must_be_the_oracles(story.desk, model, story.opened, new=False)


Chosen = tuple[revisions.Proposal, frozenset[str], Callable[[], None], str]


def _rated(story: Story) -> Booked | None:
    there = list(story.model.rated())
    return story.rng.choice(there) if there else None


def _replace(story: Story) -> Chosen | None:
    event = _rated(story)
    if event is None:
        return None
    results = random_results(story.rng, FIELD, ROUNDS)
    body = report_of(event, results, story.rng)
    file = revisions.InputFile(f"{event.code}.trf", body)

    def right() -> None:
        event.contents.append(Content(results, story.model.today, body))
        event.stands = len(event.contents) - 1

    return (
        revisions.ReportReplacement(event.code, file, "the right results"),
        frozenset({event.code}),
        right,
        f"replace {event.code}",
    )


def _annul(story: Story) -> Chosen | None:
    event = _rated(story)
    if event is None:
        return None
    proposal = revisions.EventAnnulment(event.code, "it was never played")
    return proposal, frozenset({event.code}), lambda: setattr(event, "annulled", True), f"annul {event.code}"


def _game(story: Story) -> Chosen | None:
    event = _rated(story)
    if event is None or len(event.left_out) > 2:
        return None
    player, turn = story.rng.randrange(1, FIELD + 1), story.rng.randrange(1, ROUNDS + 1)
    if (player, turn) in event.left_out:
        proposal = revisions.GameDecision(event.code, player, "after all", turn)
        left_out = event.left_out - {(player, turn)}
    else:
        proposal = revisions.GameDecision(event.code, player, "a fraud", turn, "fair-play")
        left_out = event.left_out | {(player, turn)}
    name = f"game {event.code} {player} {turn}"
    return proposal, frozenset({event.code}), lambda: setattr(event, "left_out", left_out), name


def _late(story: Story) -> Chosen | None:
    """An event that came in time for a list that is published, and lay on a desk."""
    model = story.model
    lying = [
        event
        for event in model.events.values()
        if event.where == "reported" and event.first_list in model.lists[1:] and month_of(event.start) in model.lists
        and event.content.came < first_of(event.first_list) and _all_themselves(model, event)
    ]  # fmt: skip
    if not lying:
        return None
    event = story.rng.choice(lying)

    def right() -> None:
        event.rated, event.under = event.first_list, "admitted"

    proposal = revisions.LateEvent(event.code, "it lay on a desk", Month(event.first_list))
    return proposal, frozenset({event.code}), right, f"late {event.code}"


def _all_themselves(model: Model, event: Booked) -> bool:
    """A list that is made again knows the merges of its own time, and those that are cases."""
    people = {model.person(n) for n in event.players}
    return len(people) == len(event.players) and not model.merged.keys() & set(event.players)


def _birth(story: Story) -> Chosen | None:
    model, player = story.model, story.rng.choice(TWIN_OF)
    old = model.born_right.get(player, model.births[player])
    born = OLD if old > 20000000 else YOUNG
    if len(model.lists) < 2:
        return None
    proposal = revisions.FactCorrection(NUMBERS[player], "born", Day(born), "his passport")
    return proposal, frozenset({f"player {player}"}), lambda: model.born_right.update({player: born}), f"birth {player}"


def _one_person(story: Story) -> Chosen | None:
    model = story.model
    if model.always_one or len(model.lists) < 2:
        return None
    kept, gone = story.rng.sample(story.rng.choice(APART), 2)
    proposal = revisions.MergeProposal(NUMBERS[kept], NUMBERS[gone], "one person", tuple(objections(story, kept, gone)))
    touches = frozenset({f"player {kept}", f"player {gone}"})
    return proposal, touches, lambda: model.always_one.update({gone: (kept, model.newest)}), f"{gone} is {kept}"
