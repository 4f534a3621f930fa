"""`arpad check --list`: which list a file is, national lists beside FIDE's, and time controls that are said twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from events_made import judged, scene
from test_check_law import arpad, here, player, put, put_list, wrong

UA, S24 = "ukraine-2018", "fide-standard-2024"
FLAGS = ("--as-of", "2019-05-10", "--series", "ukraine", "--agreed", "yes", "--laws", "yes", "--notation", "yes")
RATINGS = (1700, 1710, 1720, 1730, 1740, 1750, 1760, 2000)  # the last is a guest
__all__ = ["here"]  # every test has a directory of its own


def cup() -> None:
    put(scene(UA, RATINGS, federations={8: "POL"}))


def national(*numbers: int) -> list[dict[str, str]]:
    return [player(number, RATINGS[number - 1]) for number in numbers]


def test_ukraine_2_8_a_guest_has_the_rating_of_the_fide_list_and_those_at_home_that_of_the_national_one() -> None:
    cup()
    put_list(national(1, 2, 3, 4, 5, 6, 7), "MAY19", "ukraine_may19.txt")
    put_list([player(8, 2011, fed="POL"), player(1, 2400)], "MAY19")
    _, out = arpad("open.trf", *FLAGS, "--list", "ukraine_may19.txt", "--list", "standard.txt")
    assert out.splitlines() == [
        "open.trf: 8 players, 5 rounds, 20 games; ratable; ukraine-2018; list of 2019-06; report by 2019-05-31",
        "open.trf:20:1 ratings-used (2:2, advice): Invented8, Ann is printed with 2000; on the list at the start: "
        "2011. The list counts.",
    ]


def test_ukraine_with_fides_list_alone_those_at_home_are_as_printed_and_the_answer_says_so() -> None:
    """Player 1 has a FIDE rating; it does not stand in for the national one, printed as 1700. He is known by it."""
    cup()
    put_list([player(8, 2011, fed="POL"), player(1, 2400)], "MAY19")
    _, out = arpad("open.trf", *FLAGS, "--list", "standard.txt")
    assert out.splitlines()[1] == (
        "open.trf foreign-players (2:8, advice): No national list is given: the ratings of players of UKR are as "
        "printed. Give it: --list SERIES=FILE."
    )
    assert "Invented8, Ann is printed with 2000; on the list at the start: 2011." in out
    assert out.count("ratings-used") == 1
    assert out.splitlines()[0].endswith("; ratable; ukraine-2018; list of 2019-06; report by 2019-05-31")


def test_ukraine_a_guest_who_is_not_on_fides_list_is_asked_about() -> None:
    cup()
    put_list([player(1, 2400)], "MAY19")
    _, out = arpad("open.trf", *FLAGS, "--list", "standard.txt")
    assert "ratings-used (2:2, ask): Invented8, Ann is printed with 2000, but the number 990056 is not on the" in out


def test_ukraine_with_the_national_list_alone_guests_are_as_printed() -> None:
    cup()
    put_list(national(1, 2, 3, 4, 5, 6, 7), "MAY19", "list.txt")
    _, out = arpad("open.trf", *FLAGS, "--list", "ukraine=list.txt")
    assert out.splitlines() == [
        "open.trf: 8 players, 5 rounds, 20 games; ratable; ukraine-2018; list of 2019-06; report by 2019-05-31",
        "open.trf foreign-players (2:8, advice): No FIDE list is given: the ratings of guests are as printed. "
        "Give it: --list FILE.",
    ]
    put_list(national(1, 2, 3, 4, 5, 6), "MAY19", "list.txt")
    _, out = arpad("open.trf", *FLAGS, "--list", "ukraine=list.txt")
    assert "ratings-used (2:2, ask): Invented7, Ann is printed with 1760, but the number 990049 is not on the" in out


def test_the_federation_on_the_list_decides_who_is_a_guest() -> None:
    """Printed as a player of Ukraine, known as one of Poland: his FIDE rating counts."""
    put(scene(UA, RATINGS))
    put_list(national(1, 2, 3, 4, 5, 6, 7), "MAY19", "ukraine.txt")
    put_list([player(8, 2011, fed="POL")], "MAY19")
    _, out = arpad("open.trf", *FLAGS, "--list", "ukraine.txt", "--list", "standard.txt")
    assert "foreign-players (2:8, advice): Invented8, Ann is printed with the federation UKR; known is POL." in out
    assert "on the list at the start: 2011" in out


def test_a_single_list_whose_name_says_nothing_is_said_to_be_of_a_series() -> None:
    put(scene(S24, RATINGS))
    put_list([player(number, rating) for number, rating in enumerate(RATINGS, 1)], "MAY24", "list.txt")
    flags = ("--as-of", "2024-05-10", "--series", "fide-standard", "--registered", "2024-04-20")
    assert wrong("open.trf", *flags, "--list", "list.txt") == (
        "arpad: the list given has no fide-standard ratings; it has list; say which series that is, as in standard=FILE"
    )
    for name in ("standard", "fide-standard"):
        assert "no rating list is given" not in arpad("open.trf", *flags, "--list", f"{name}=list.txt")[1]
    assert wrong("open.trf", *flags, "--list", "standart=list.txt") == (
        "arpad: --list standart=list.txt: no series is called 'standart'; did you mean 'standard'?"
    )
    Path("a=b.txt").write_bytes(Path("list.txt").read_bytes())  # a file may be called so
    assert wrong("open.trf", *flags, "--list", "a=b.txt").startswith("arpad: the list given has no fide-standard")


def test_the_zip_that_fide_offers_is_looked_into() -> None:
    put(scene(S24, RATINGS))
    flags = ("--as-of", "2024-05-10", "--series", "fide-standard", "--registered", "2024-04-20")
    put_list([player(1, 1699), *(player(n, rating) for n, rating in enumerate(RATINGS[1:], 2))], "MAY24", "list.txt")
    with ZipFile("download.zip", "w") as packed:
        packed.write("list.txt", "standard_may24frl.txt")
    _, out = arpad("open.trf", *flags, "--list", "download.zip")
    assert "Invented1, Ann is printed with 1700; on the list at the start: 1699." in out
    assert out == arpad("open.trf", *flags, "--list", "standard=list.txt")[1]
    Path("broken.zip").write_bytes(Path("download.zip").read_bytes()[:300])
    assert wrong("open.trf", *flags, "--list", "broken.zip").startswith("arpad: --list broken.zip: No layout fits")


@pytest.mark.parametrize(
    ("outside", "inside", "counts"),
    [
        ("download.zip", "lists/Ukraine_may19.txt", True),
        ("ukraine.zip", "list.txt", True),
        ("ukraine.zip", "standard_may19frl.txt", False),  # FIDE's list of the players of Ukraine
    ],
)
def test_a_zip_is_of_the_national_series_that_the_name_inside_says_first(
    outside: str, inside: str, counts: bool
) -> None:
    cup()
    put_list([player(1, 1555), *national(2, 3, 4, 5, 6, 7)], "MAY19", "list.txt")
    with ZipFile(outside, "w") as packed:
        packed.write("list.txt", inside)
    _, out = arpad("open.trf", *FLAGS, "--list", outside)
    assert ("Invented1, Ann is printed with 1700; on the list at the start: 1555." in out) == counts


# --- time controls ------------------------------------------------------------------------------------------------


def paced(*records: str) -> list[tuple[str, str]]:
    made = scene(S24, control="90'+30\"")
    found = judged(replace(made, text=made.text.replace("122 90'+30\"", "\r\n".join(records))))
    return [(finding.tier.value, finding.sentence) for finding in found.findings if finding.code == "rate-of-play"]


def test_two_records_that_say_the_same_in_other_words_are_one_time_control() -> None:
    assert paced("122 90 minutes and 30 seconds a move", "222 5400+30") == []
    assert paced("122 as usual", "222 5400+30") == []  # what cannot be read contradicts nothing
    assert paced("222 5400+30", "222 5400+30") == []
    assert paced("122 90'+30\"", "122 90 min + 30 sec/move") == []


@pytest.mark.parametrize("free", ["60'+30\"", "90 minutes", "120'"])
def test_two_records_that_contradict_each_other_are_asked_about(free: str) -> None:
    assert paced(f"122 {free}", "222 5400+30") == [
        ("ask", f"The time control is “{free}” in record 122 and “5400+30” in record 222.")
    ]


def test_an_answer_takes_the_question_away() -> None:
    made = scene(S24, control="60'+30\"", time_control="90'+30\"")
    text = made.text.replace("122 60'+30\"", "122 60'+30\"\r\n222 5400+30")
    assert judged(replace(made, text=text)).verdict == "ratable"


def test_stages_with_time_controls_of_their_own_are_not_read_as_one() -> None:
    several = [("ask", "The report names several time controls: “5400+30”, “900+10”.")]
    assert paced("222 5400+30", "222 900+10") == several
    assert paced("122 90'+30\"", "222 5400+30", "222 900+10") == several
    assert paced("122 90'+30\"", "122 15'+10\"") == [
        ("ask", "The report names several time controls: “90'+30\"”, “15'+10\"”.")
    ]
    (told,) = paced("122 Rounds 1-5: 90'+30\", rounds 6-9: 60'+30\"")
    assert told[0] == "ask"
    assert "is not understood" in told[1]


def test_alternatives_that_decide_the_same_are_not_asked_about_and_others_are() -> None:
    assert paced("122 90'+30\" or 2 hours") == []
    assert paced("122 30'+1\" or 10'") == paced("122 30'+1\"")  # too fast by both
    assert paced("122 90'+30\" or 15'+10\"") == [
        ("ask", "The report names several time controls: “5400+30”, “900+10”.")
    ]
    assert paced("122 90'+30\" or 2 hours", "222 7200") == []  # one of them is that of record 222


def test_a_word_that_is_not_known_is_named_and_seconds_are_proposed() -> None:
    made = scene(S24, control="90 min. + 30 sek./ejimas")
    (finding,) = [each for each in judged(made).findings if each.code == "rate-of-play"]
    assert "«ejimas»" in finding.sentence
    assert "5400+30" in str(finding)


# --- the call -----------------------------------------------------------------------------------------------------


def test_json_and_letter_are_two_answers() -> None:
    put(scene(S24))
    assert wrong("open.trf", "--json", "--letter") == (
        "arpad: --json and --letter: the answer is one or the other; choose"
    )


def test_help_names_no_type_where_nothing_is_taken() -> None:
    out = arpad("--help")[1]
    assert "--letter" in out
    assert "<bool>" not in out
    assert "<list" not in out
    assert "YYYY-MM-DD" in out


def test_an_approval_says_who_gave_it_by_flag_and_by_sidecar() -> None:
    put(scene(S24))
    known = ("--registered", "2024-05-03", "--laws", "yes", "--hybrid", "no")
    flags = ("--as-of", "2024-05-10", "--series", "fide-standard", *known)
    code, out = arpad("open.trf", *flags, "--approvals", "late-registration:president")
    assert code == 1
    assert (
        "It was accepted by the President of FIDE. Only the chairman of the Qualification Commission may accept it."
        in out
    )
    code, out = arpad("open.trf", *flags, "--approvals", "late-registration:qc-chair")
    assert (code, "the late registration was accepted (by the chairman of the Qualification Commission)" in out) == (
        0,
        True,
    )
    Path("open.event.toml").write_text('approvals = [{ what = "late-registration", by = "qc-chair" }]\n')
    assert arpad("open.trf", *flags) == (code, out)
    Path("open.event.toml").write_text('approvals = [{ what = "late-registration", who = "me" }]\n')
    assert wrong("open.trf", *flags) == "arpad: open.event.toml: approvals: unknown key 'who'; known: what, by"
    assert wrong("open.trf", *flags, "--approvals", "late-registration:me").startswith(
        "arpad: option: approvals: by: expected one of qc, qc-chair, president, council, federation, found 'me'"
    )
    assert wrong("open.trf", *flags, "--arbiters", "Ada:A1:x").startswith("arpad: --arbiters Ada:A1:x: expected")
