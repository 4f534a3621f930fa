"""Make a federation to try the office on: players, an opening list, and the reports of some months as they arrive.

In: a series, a month, how many players, a seed. Out: a directory with everything an office needs, and a list of what is
wrong with some of it. The same seed gives the same bytes. Nothing here is real: names are invented words.

    draw        lots that can be drawn again          plan        what is played, when, by whom
    names       invented names                        pairing     Swiss, round robin, boards
    people      players and their strengths           play        results
    calendar    which months, which list              organiser   events and leagues, and what the arbiter sends
    starting_lists  the lists at the beginning        report      reports and sidecars
    season      the lists while it is played          defects     reports spoilt in named ways
    arbiters    arbiters and their licences           league      one event in monthly parts
    writing     the directory                         readme      what it says of itself
    world       the months, one after the other       setting     what is simulated
"""

from __future__ import annotations

from arpad.simulate.setting import SimulationSetting
from arpad.simulate.world import SimulationResult, simulate_federation

__all__ = ["SimulationResult", "SimulationSetting", "simulate_federation"]
