"""Which measures speak: what lies outside of what chance and the expectation allow, as notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arpad.finding import Note
from arpad.monitor.estimate import Estimate

if TYPE_CHECKING:
    from arpad.monitor.scale import Scale


def warnings_of(scale: Scale) -> tuple[Note, ...]:
    """Everything that is more than chance, the scale as a whole first."""
    return (
        *_drift(scale), *_truth(scale), *_calibration(scale), *_islands(scale), *_groups(scale), *_juniors(scale)
    )  # fmt: skip


def _drift(scale: Scale) -> Iterator[Note]:
    for cohort in scale.cohorts:
        if cohort.drift:
            change = cohort.points[-1].change
            yield Note.of(f"scale-warning/drift-{cohort.drift}", since=cohort.list_, **_interval(change, 1), n=change.n)


def _truth(scale: Scale) -> Iterator[Note]:
    measured = [each for each in scale.lists if each.truth is not None and each.truth.above.low is not None]
    if len(measured) < 2:
        return
    first, last = measured[0].truth, measured[-1].truth
    assert first is not None
    assert last is not None
    if (first.above.high or 0) < (last.above.low or 0) or (first.above.low or 0) > (last.above.high or 0):
        yield Note.of(
            "scale-warning/truth", since=measured[0].list_, before=_number(first.above.value, 1),
            after=_number(last.above.value, 1), n=last.players,
        )  # fmt: skip


def _calibration(scale: Scale) -> Iterator[Note]:
    calibration = scale.calibration
    if calibration.verdict:
        yield Note.of(
            f"scale-warning/slope-{calibration.verdict}", **_interval(calibration.slope, 3), n=calibration.slope.n
        )
    for band in calibration.bands:
        if band.verdict:
            name = f"{band.from_}-{band.below - 1}" if band.below else f"{band.from_}+"
            yield Note.of(
                f"scale-warning/band-{band.verdict}", band=name, expected=_number(band.expected, 3),
                scored=_number(band.scored, 3), n=band.games,
            )  # fmt: skip


def _islands(scale: Scale) -> Iterator[Note]:
    for island in scale.islands.islands[1:]:
        yield Note.of("scale-warning/island", players=island.players, games=island.games, home=island.home)
    weakest = scale.islands.weakest
    if weakest is not None and weakest.weak:
        yield Note.of(
            "scale-warning/weakly-joined",
            players=weakest.players,
            inside=weakest.inside,
            joining=weakest.joining,
            home=weakest.home,
        )


def _groups(scale: Scale) -> Iterator[Note]:
    for group in (*scale.federations, *scale.regions):
        if group.verdict:
            yield Note.of(
                f"scale-warning/group-{group.verdict}", name=group.name, **_interval(group.points, 0), n=group.points.n
            )


def _juniors(scale: Scale) -> Iterator[Note]:
    for lag in scale.juniors:
        if lag.verdict:
            yield Note.of(
                f"scale-warning/juniors-{lag.verdict}", ages=lag.ages, **_interval(lag.points, 0), n=lag.games
            )


def _interval(estimated: Estimate, digits: int) -> dict[str, str]:
    named = {"value": estimated.value, "low": estimated.low, "high": estimated.high}
    return {name: _number(value, digits) for name, value in named.items()}


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"
