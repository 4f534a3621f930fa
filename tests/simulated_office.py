"""Tell random stories of an office and compare it with a model after every step.

    python tests/simulated_office.py [--seed N] [--stories N] [--steps N] [--on sqlite|postgresql] [--fault NAME] [-v]

A story is a seed: the same seed does the same things to the same office. Reports are sent, sent again, replaced,
admitted, refused, held and withdrawn, people entered and merged, lists published, corrected and put right, the clock
goes on, and calls are broken off in the middle of what they write. The first difference from the model ends the story
with its seed and the last things that happened. `--fault` plants a fault (`simulated_faults`): a negative control.
Exit code 1: an office was not as it should be.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from databases import KINDS, new_database
from simulated_acts import WEIGHTS
from simulated_checks import must_come_out_for_everybody
from simulated_faults import FAULTS
from simulated_story import Story

SHOWN = 12  # of the last things that happened


class WrongError(Exception):
    """An office that is not as it should be."""


def tell(kind: str, seed: int, steps: int, told: bool = False) -> Counter[str]:
    """A story; gives how often each act was done, each refusal, and each call that was broken off."""
    directory = Path(tempfile.mkdtemp(prefix="arpad-story-"))
    names, weights = list(WEIGHTS), [weight for _, weight in WEIGHTS.values()]
    happened = Counter[str]()
    story = Story(new_database(kind, directory), seed)
    try:
        for _ in range(steps):
            name = story.rng.choices(names, weights)[0]
            before = len(story.told)
            WEIGHTS[name][0](story)
            story.compare()
            for line in story.told[before:]:
                happened[f"{name} refused" if "(refused" in line else name] += 1
        story.look_over()
        must_come_out_for_everybody(story.desk)
    except Exception as wrong:
        last = "\n".join(f"    {line}" for line in story.told[-SHOWN:])
        again = f"python tests/simulated_office.py --seed {seed} --steps {steps} --on {kind}"
        raise WrongError(f"{type(wrong).__name__}: {wrong}\n{last}\n  again: {again}") from wrong
    finally:
        story.close()
        shutil.rmtree(directory, ignore_errors=True)
    if told:
        print("\n".join(story.told))
    happened["broken off"] = story.breaker.broken
    happened["lists"] = len(story.model.lists) - 1
    happened["approved cases"] = story.model.approved
    return happened


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=1, help="of the first story")
    parser.add_argument("--stories", type=int, default=1)
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--on", choices=KINDS, action="append")
    parser.add_argument("--fault", choices=FAULTS)
    parser.add_argument("-v", "--verbose", action="store_true", help="tell what happened")
    chosen = parser.parse_args(argv)
    wrong = 0
    for kind in chosen.on or KINDS:
        happened = Counter[str]()
        for seed in range(chosen.seed, chosen.seed + chosen.stories):
            try:
                with FAULTS[chosen.fault]() if chosen.fault else nullcontext():
                    happened += tell(kind, seed, chosen.steps, chosen.verbose)
            except WrongError as error:
                wrong += 1
                print(f"{kind}, seed {seed}: {error}", flush=True)
        print(f"{kind}: {', '.join(f'{times} {what}' for what, times in sorted(happened.items()))}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
