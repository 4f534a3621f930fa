"""The charts of the scale: sound SVG, every point inside the frame, and grey where it could be chance."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from scale_made import Fault, history, told

from arpad.monitor.charts import draw_charts
from arpad.monitor.drawing import CHART_STYLE, HEIGHT, WIDTH, name_ticks, standalone_svg, ticks
from arpad.monitor.scale import measure_scale


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return draw_charts(measure_scale(told(history(1, Fault(stretch=0.8), lists=16))))


def test_every_chart_is_sound_and_says_what_it_is(drawn: dict[str, str]) -> None:
    assert {"over-time", "classes", "cohorts", "inflow", "calibration", "slope", "games", "juniors", "truth"} <= set(
        drawn
    )
    for name, svg in drawn.items():
        root = ElementTree.fromstring(svg)
        assert root.attrib["role"] == "img", name
        assert root.attrib["aria-label"], name
        used = set(re.findall(r'class="([\w -]+)"', svg)) - {"measure"}
        assert all(f".{word}" in CHART_STYLE for classes in used for word in classes.split()), name
        assert ElementTree.fromstring(standalone_svg(svg)).attrib["width"] == str(2 * WIDTH)


def test_every_point_is_inside(drawn: dict[str, str]) -> None:
    for name, svg in drawn.items():
        for points in re.findall(r'points="([^"]*)"', svg):
            for pair in points.split():
                x, y = map(float, pair.split(","))
                assert 0 <= x <= WIDTH, name
                assert 0 <= y <= HEIGHT, name


def test_what_is_chance_is_grey_and_what_is_not_speaks(drawn: dict[str, str]) -> None:
    assert 'circle class="speaks"' in drawn["calibration"]
    assert 'circle class="noise"' in drawn["calibration"]  # where both are equal nothing can be seen
    sound = draw_charts(measure_scale(history(1, lists=16)))
    for name in ("calibration", "slope", "juniors", "federations"):
        assert 'class="speaks"' not in sound[name], name


def test_an_axis_has_round_numbers_around_everything() -> None:
    for low, high in ((0.0, 0.0), (0.0, 1.0), (-0.05, 0.021), (1411.0, 1870.0), (0.0, 3.0), (-14.2, 60.0)):
        axis = ticks(low, high)
        assert axis.low <= low <= high <= axis.high
        assert 2 <= len(axis.marks) <= 9
        assert len({text for _, text in axis.marks}) == len(axis.marks), axis
    assert len(name_ticks([str(at) for at in range(120)], 6).marks) <= 6


def test_a_history_of_one_list_has_no_lines() -> None:
    assert set(draw_charts(measure_scale(history(1, lists=1)))) == {"classes"}
