"""Write upload files of chess-results from invented events, for the tests of the reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

from swiss_manager_made import BYE, UNPAIRED, Event, Person

RESULTS = {
    0: ("", "", ""), 1: ("1.0", "0.0", ""), 2: ("0.5", "0.5", ""), 3: ("0.0", "1.0", ""), 4: ("1.0", "0.0", "K"),
    5: ("0.0", "1.0", "K"), 6: ("0.0", "0.0", "K"), 15: ("1.0", "0.0", "U"), 16: ("0.5", "0.5", "U"),
    17: ("0.0", "1.0", "U"),
}  # fmt: skip
WORTH = {"": 0, "0.0": 0, "0.5": 5, "1.0": 10}
ALONE = {(BYE, 9): ("-1", "1.0", "0.0", "K"), (BYE, 0): ("-1", "", "", ""), (UNPAIRED, 0): ("-2", "", "", ""),
         (UNPAIRED, 1): ("-2", "1.0", "", ""), (UNPAIRED, 2): ("-2", "0.5", "", ""),
         (UNPAIRED, 3): ("-2", "", "", "")}  # fmt: skip
PADDING = (
    "id", "atitle", "rtg", "rtgaverage", "rtgperform", "rtgdifference", "teamplayid", "club", "typ", "group", "tb1",
    "tb2", "tb3", "tb4", "tb5", "equal", "kfaktor", "clubname",
)  # fmt: skip
Values = dict[str, str]


@dataclass
class Upload:
    """The elements of an upload file, each as its attributes; a test changes what it wants."""

    tournament: Values
    rounds: list[Values]
    players: list[Values]
    pairings: list[Values]
    teams: list[Values] = field(default_factory=list)
    matches: list[Values] = field(default_factory=list)

    def data(self, gap: str = "\r\n            ") -> bytes:
        """The file, laid out as the real ones are."""
        parts = ['<?xml version="1.0"?>\r\n<chessresults>\r\n']
        for outer, inner, some in (
            ("tournamentdata", "tournament", [self.tournament]), ("rounds", "round", self.rounds),
            ("players", "player", self.players), ("teams", "team", self.teams),
            ("playerpairings", "playerpairing", self.pairings), ("teampairings", "teampairing", self.matches),
        ):  # fmt: skip
            parts.append(f"    <{outer}>\r\n")
            for values in some:
                text = gap.join(f"{name}={quoteattr(value)}" for name, value in values.items())
                parts.append(f"        <{inner}{gap}{text}{gap}/>\r\n\r\n")
            parts.append(f"    </{outer}>\r\n")
        parts.append('    <security><securitydata source="13" sid="00"/></security>\r\n</chessresults>\r\n')
        return "".join(parts).encode()


def upload(event: Event, padded: bool = False) -> Upload:
    """The upload file of an invented event; `padded` with all the attributes that real ones have."""
    rounds = len(event.rounds)
    points = [0] * (len(event.people) + 1)
    pairings = []
    for turn, rows in enumerate(event.rounds, 1):
        for place, (white, black, result) in enumerate(rows, 1):
            if (black, result) in ALONE:
                other, own, reply, letter = ALONE[black, result]
            else:
                other, (own, reply, letter) = str(black), RESULTS[result]
                points[black] += WORTH[reply]
            points[white] += WORTH[own]
            pairings.append({
                "round": str(turn), "pairing": str(place), "board": "1", "whiteno": str(white), "blackno": other,
                "reswhite": own, "resblack": reply, "forfeit": letter,
            })  # fmt: skip
    people = [
        {**_player(at, person, points[at]), **(dict.fromkeys(PADDING, "0") if padded else {})}
        for at, person in enumerate(event.people, 1)
    ]
    tournament = {
        "key": "1", "type": str(event.kind), "name": event.texts[0], "organiser": "", "location": event.texts[5],
        "rounds": str(rounds), "currentround": str(rounds), "rankinground": str(rounds), "from": str(event.first_day),
        "to": str(event.last_day), "ratedfide": "J", "ratednational": "J", "timecontrol": event.texts[14],
        "endstatus": "J", "chiefarbiter": event.texts[21], "deputyarbiter": event.texts[35],
        "federation": event.texts[20],
    }  # fmt: skip
    days = [{"round": str(at), "date": str(event.days[at - 1]) if event.days else "", "time": "10:00"}
            for at in range(1, rounds + 1)]  # fmt: skip
    return Upload(tournament, days, people, pairings)


def _player(number: int, person: Person, points: int) -> Values:
    return {
        "no": str(number), "lastname": f"{person.surname},{person.first_name}".rstrip(","), "firstname": "",
        "title": person.title, "rtgfide": str(person.rating or ""), "rtgnat": str(person.national or ""),
        "dob": str(person.born // 10000 or ""), "sex": "MW"[person.sex], "fed": person.federation, "board": "",
        "teamno": "0", "fideid": str(person.id or ""), "rank": str(number), "pts": f"{points // 10},{points % 10}",
        "state": "",
    }  # fmt: skip


def of_teams() -> Upload:
    """Three teams of two boards, two rounds: one has a bye in each, whose point stands in no row."""
    people = []
    for number in range(1, 7):
        team = (number + 1) // 2
        one = _player(number, Person(f"Invented{number}", "Ann", id=14100000 + number), 0)
        people.append({**one, "teamno": str(team), "board": str(2 - number % 2)})
    games = [(1, 1, 3, "1.0", "0.0"), (1, 4, 2, "0.5", "0.5"), (2, 5, 1, "0.0", "1.0"), (2, 2, 6, "0.0", "1.0")]
    pairings = [
        {"round": str(turn), "pairing": "1", "board": str(board), "whiteno": str(white), "blackno": str(black),
         "reswhite": own, "resblack": other, "forfeit": ""}
        for board, (turn, white, black, own, other) in enumerate(games, 1)
    ]  # fmt: skip
    for person, points in zip(people, ("2,0", "0,5", "1,0", "1,5", "1,0", "2,0"), strict=True):
        person["pts"] = points  # of the second and the third team one each by a bye
    matches = [
        {"round": "1", "pairing": "1", "no1": "1", "no2": "2", "res1": "1.5", "res2": "0.5"},
        {"round": "1", "pairing": "2", "no1": "3", "no2": "-1", "res1": "2.0", "res2": "0.0"},
        {"round": "2", "pairing": "1", "no1": "3", "no2": "1", "res1": "1.0", "res2": "1.0"},
        {"round": "2", "pairing": "2", "no1": "2", "no2": "-1", "res1": "2.0", "res2": "0.0"},
    ]
    tournament = {
        "type": "3", "name": "Invented Teams", "rounds": "2", "currentround": "2", "rankinground": "2",
        "from": "20250920", "to": "20250920", "ratedfide": "-", "timecontrol": "", "federation": "XXX",
    }  # fmt: skip
    teams = [{"no": str(team), "teamname": f"Team {team}"} for team in range(1, 4)]
    return Upload(tournament, [{"round": str(turn), "date": ""} for turn in (1, 2)], people, pairings, teams, matches)
