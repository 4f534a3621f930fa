"""Read the name of a tournament system in a report, a sidecar or a registration, in the languages of the reports.

As which system an event is rated is not decided here, but where its games are known.
"""

from __future__ import annotations

import re

from arpad.columns import MOST_CYCLES, System

TEAM = (
    *("team", "squadr", "druż", "команд", "csapat", "võistkon", "mannschaft"),
    *("scheveningen", "schiller", "league"),  # Schiller: teams of individuals, each meets those of the other teams
)
ROBIN = (
    *("round robin", "roundrobin", "berger", "all play all", "kołow", "girone", "gironi", "колов", "кругов"),
    *("körmérk", "ringsüs", "ringturn", "rundenturn", "double round", "double robin", "dwukoł", "trzykoł", "kétfordul"),
)
SWISS = ("swiss", "dutch", "dubov", "burstein", "svizzer", "szwajcar", "швейцар", "svájci", "šveits")
KNOCK_OUT = ("knock", "k.o.", "нокаут")
MATCH = ("match", "mecz", "матч", "párosmérk")
CYCLES = {  # words that say of a round robin how often everybody meets everybody
    2: ("double", "doppi", "dwukoł", "двокол", "двокруг", "kétfordul", "topelt", "twofold", "doppelrund"),
    3: ("triple", "treble", "tripl", "trzykoł", "трикол", "трикруг", "háromfordul", "threefold", "thrice"),
    4: ("quadrupl", "czterokoł", "чотирикол", "чотирикруг", "négyfordul", "fourfold"),
    5: ("quintupl", "pięciokoł", "п'ятикол", "ötfordul", "fivefold"),
    6: ("sextupl", "sześciokoł", "шестикол", "hatfordul", "sixfold"),
}
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_NUMBER = rf"\b(\d{{1,3}}|{'|'.join(NUMBERS)})"
_COUNTED = (
    re.compile(rf"{_NUMBER} ?(?:cycle|gironi|koła|kołow|кола|колов|круг)"),
    re.compile(rf"{_NUMBER} ?(?:x|×|fold|times) ?(?:round ?robin|all play all)"),
    re.compile(r"(?:round ?robin|all play all) ?[x×] ?(\d{1,3})\b"),
    re.compile(rf"(?:round ?robin|all play all) {_NUMBER} times"),
)


def declared_system(text: str) -> System | None:
    """The system that a text names, a round robin with its cycles; None where it names none."""
    lower = text.casefold().replace("-", " ").replace("_", " ")

    def names(words: tuple[str, ...]) -> bool:
        return any(word in lower for word in words)

    if names(TEAM):
        return System.TEAM
    if names(ROBIN) or (_COUNTED[0].search(lower) and not names((*SWISS, *KNOCK_OUT, *MATCH))):
        return System.of_cycles(_declared_cycles(lower) or 1)
    return System.SWISS if names((*SWISS, *KNOCK_OUT)) else System.MATCH if names(MATCH) else None


def is_knock_out(text: str) -> bool:
    """Whether a text names a knock-out of individuals: the event is rated as a Swiss, and each pairing is a match."""
    lower = text.casefold().replace("-", " ").replace("_", " ")
    return any(word in lower for word in KNOCK_OUT) and not any(word in lower for word in TEAM)


def _declared_cycles(lower: str) -> int:
    """The number of cycles of a round robin that a text names; 0 where it names none."""
    for pattern in _COUNTED:
        match = pattern.search(lower)
        if match is not None:
            cycles = NUMBERS.get(match[1]) or int(match[1])
            return cycles if cycles <= MOST_CYCLES else 0
    return next((cycles for cycles, words in CYCLES.items() if any(word in lower for word in words)), 0)


def system_key(system: System) -> str:
    """The name of a system in a sidecar or an option: a round robin of three cycles is `round-robin-3-cycles`."""
    plain = system.name.lower().replace("_", "-")
    return f"round-robin-{system.cycles}-cycles" if system.cycles > System.DOUBLE_ROUND_ROBIN.cycles else plain
