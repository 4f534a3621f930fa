"""How lists come about in a simulated office: previewed, published, corrected."""

from __future__ import annotations

from office_made import NUMBERS
from office_model import DAY, closing
from revisions_made import SERIES, originals
from simulated_checks import must_add_up, must_be_the_oracles, must_count_once, must_not_tell_births, season_of
from simulated_story import TWIN_OF, Story

from arpad.columns import State
from arpad.days import Month
from arpad.office import lists, periods, reports


def _which(story: Story) -> periods.ListChoice:
    return periods.ListChoice(SERIES, Month(story.model.next_list))


def publish(story: Story) -> None:
    """Preview and publish the next list, or be told that it is not due."""
    model, which = story.model, _which(story)
    due = model.due()
    if not due and story.rng.random() < 0.8:
        return story.go_to(closing(model.next_list) + story.rng.choice((-2, 1, 3, 5)) * DAY)
    story.attempt(f"preview {model.next_list}", lambda: periods.preview_list(story.desk, which), due)
    story.settle(written=due)
    if not due:
        return None
    waiting = [event for event in model.counting() if event.may("hold")]
    if waiting and story.rng.random() < 0.15:  # something changes after the preview
        event = story.rng.choice(waiting)
        order = reports.EventOrder((event.code,), "a second thought")
        story.done(f"hold {event.code}", lambda: reports.hold_events(story.desk, order), settle=False)
        event.move("hold")
        story.settle(written=True)
        story.attempt("publish unseen", lambda: periods.publish_list(story.desk, _confirmed(which)), False)
        return story.settle(written=False)
    story.done(f"publish {model.next_list}", lambda: periods.publish_list(story.desk, _confirmed(which)), settle=False)
    model.publish()
    story.settle(written=True)
    must_be_the_oracles(story.desk, model, story.opened, new=True)
    must_count_once(story.desk, model)
    must_add_up(story.desk, model)
    return must_not_tell_births(story.desk, model)


def _confirmed(which: periods.ListChoice) -> periods.PublishRequest:
    return periods.PublishRequest(which, confirmed=True, empty=True)


def publish_again(story: Story) -> None:
    """What is published already is left as it is."""
    if len(story.model.lists) < 2:
        return
    which = periods.ListChoice(SERIES, Month(story.model.newest))
    done = story.call("publish again", lambda: periods.publish_list(story.desk, _confirmed(which)))
    assert done.already
    story.settle(written=False)


def correct(story: Story) -> None:
    """Another base for the next list, or that taken back."""
    model, rng = story.model, story.rng
    player = rng.choice([n for n in TWIN_OF if n not in model.merged])
    season = season_of(model, story.opened)
    rating, state, *_ = originals(story.desk, season)[model.newest][player]
    there = model.corrections.setdefault(model.next_list, {})
    if player in there and rng.random() < 0.5:
        back = lists.CorrectionWithdrawal(NUMBERS[player], "it was right", SERIES)
        story.done(
            f"withdraw correction of {player}", lambda: lists.withdraw_correction(story.desk, back), settle=False
        )
        del there[player]
        return story.settle(written=True)
    if state != State.ACTIVE:
        return None
    wanted = max(1400, rating + rng.choice((-30, -7, 9, 25)))
    new = lists.NewCorrection(NUMBERS[player], wanted, "a slip of the pen", SERIES, confirmed=True)
    story.done(f"correct {player} to {wanted}", lambda: lists.enter_correction(story.desk, new), settle=False)
    there[player] = wanted
    return story.settle(written=True)
