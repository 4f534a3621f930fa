"""Findings: what was found, how grave it is, and where; as a line, as JSON, in reading order."""

from __future__ import annotations

import pytest

from arpad import Finding, Place, Tier, UserError
from arpad.asjson import to_json
from arpad.finding import Note, Remedy, sort_findings


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue with one message, which says what it is given."""
    tiers = {f"tier/{tier.value}": tier.value for tier in Tier}
    monkeypatch.setattr("arpad.messages.sentences", lambda language: {"literal": "{text}", **tiers})
    monkeypatch.setattr("arpad.messages.remedies", lambda language: {"literal": {"command": "{text}"}})


SILVA = Finding(
    "minimum-games",
    Tier.ADVICE,
    Place("open.trf", 14, 93),
    "literal",
    (("text", "Silva has 4 games against rated opponents; 5 are needed."),),
    Remedy.to("literal", text="They are kept for 26 months."),
    ("7.1.4",),
    player=12,
)


def test_a_finding_is_one_line_with_place_articles_and_remedy() -> None:
    assert str(SILVA) == (
        "open.trf:14:93 minimum-games (7.1.4, advice): Silva has 4 games against rated opponents; 5 are needed. "
        "They are kept for 26 months."
    )


def test_a_matter_of_format_has_no_article_and_may_have_no_remedy() -> None:
    finding = Finding("bad-date", Tier.REFUSE, Place("open.trf", 3), "literal", (("text", "The date cannot be read."),))
    assert str(finding) == "open.trf:3 bad-date (refuse): The date cannot be read."


@pytest.mark.parametrize(
    ("place", "text"),
    [(Place("a.trf", 2, 5), "a.trf:2:5"), (Place("a.trf", 2), "a.trf:2"), (Place("a.trf"), "a.trf"), (Place(), "-"),
     (Place("a.trf", 0, 5), "a.trf")],
)  # fmt: skip
def test_a_place_leaves_out_what_it_does_not_know(place: Place, text: str) -> None:
    assert str(place) == text


def test_json_has_the_documented_keys_and_null_for_what_is_unknown() -> None:
    assert to_json(SILVA) == {
        "code": "minimum-games",
        "tier": "advice",
        "line": 14,
        "column": 93,
        "player": 12,
        "round": None,
        "articles": ["7.1.4"],
        "message": "literal",
        "fields": {"text": "Silva has 4 games against rated opponents; 5 are needed."},
        "sentence": "Silva has 4 games against rated opponents; 5 are needed.",
        "remedy": {
            "action": "literal",
            "fields": {"text": "They are kept for 26 months."},
            "text": "They are kept for 26 months.",
        },
        "overridden": None,
    }
    bare = to_json(Finding("bad-date", Tier.REFUSE, Place("open.trf"), "literal", (("text", "?"),)))
    assert (bare["line"], bare["column"], bare["player"], bare["articles"]) == (None, None, None, [])


def test_findings_stand_by_place_then_gravity_then_code() -> None:
    def at(line: int, tier: Tier, code: str, player: int | None = None) -> Finding:
        return Finding(code, tier, Place("a.trf", line), "", player=player)

    wanted = [
        at(1, Tier.ADVICE, "z"),
        at(2, Tier.REFUSE, "z"),
        at(2, Tier.EXCLUDE, "a"),
        at(2, Tier.ASK, "a"),
        at(2, Tier.ADVICE, "a"),
        at(2, Tier.ADVICE, "b", 1),
        at(2, Tier.ADVICE, "b", 2),
    ]
    assert sort_findings(reversed(wanted)) == tuple(wanted)


def test_a_finding_never_changes_and_a_misuse_is_a_value_error() -> None:
    with pytest.raises(AttributeError):
        SILVA.code = "other"  # type: ignore[misc]
    assert issubclass(UserError, ValueError)


def test_a_note_is_a_message_with_fields_and_nothing_else() -> None:
    note = Note.of("literal", text="It is to be admitted anew")
    assert str(note) == "It is to be admitted anew"
    assert to_json(note) == {
        "message": "literal",
        "fields": {"text": "It is to be admitted anew"},
        "sentence": "It is to be admitted anew",
    }
