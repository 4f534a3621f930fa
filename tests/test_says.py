"""The sentence of an article and its values say the same: what `says` claims is compared with what is applied.

Every number among an article's values stands in its `says`, in digits as often as it is a value, or in the words typed
here; and every number in `says` is a value of the article, of a concept that it cites, or is named here for what it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

import pytest
from lawtexts import EDITIONS, changed, read, text_of

from arpad.law.edition import Edition
from arpad.law.rules.rating import COEFFICIENT, DP_TABLE, EXPECTATION_TABLE

TABLES = (DP_TABLE.name, EXPECTATION_TABLE.name)
NUMBER = re.compile(r"(?<![\w.:/(])[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?![\w/)]|\.[0-9]|:[0-9])")

# how sentences say a value without its digits: concept, field, value, and words that must be there
IN_WORDS: dict[tuple[str, str, object], str] = {
    ("appeal", "days", 7): "seven days",
    ("closing-day", "official_days_before", 1): "until the day before the list",
    ("difference-limit", "games", 2): "first two games",
    ("first-event", "half_points", 1): "score of zero",
    ("first-event", "half_points", 2): "less than (one|1) point",
    ("first-event-opponents", "half_points", 1): "scores nothing in",
    ("first-event-opponents", "half_points", 2): "(nothing|no point) or half a point",
    ("hours-per-day", "moves", 60): "hours of play",
    ("inactive-shown", "years", 2): "two more years",
    ("inactivity", "years", 1): "one year",
    ("inactivity", "years", 3): "three years",
    ("interim-report", "months", 1): "monthly",
    ("late-report", "months", 1): "one month",
    ("list-calendar", "day", 1): "first day|lists a year",
    ("list-calendar", "months", (1, 3, 5, 7, 9, 11)): "six lists a year",
    ("list-calendar", "months", (1, 4, 7, 10)): "four lists a year",
    ("list-calendar", "months", (1, 7)): "half a year",
    ("list-calendar", "months", tuple(range(1, 13))): "[Ee](ach|very) month|once a month",
    ("match-decided", "scheduled_over", 0): "match",
    ("minimum-event-games", "games", 3): "first three",
    ("opponents-average", "half_points", 1): "drawn",
    ("opponents-average", "opponents", 2): "two hypothetical opponents",
    ("pooling-window", "months", 24): "two years",
    ("reactivation", "games", 1): "[Oo]ne rated game",
    ("registration-notice", "months", 1): "one month",
    ("report-deadline", "last_list", 3): "third list",
    ("round-robin-rated-share", "share", Fraction(1, 3)): "one third",
    ("rounds-per-day", "rounds", 3): "three rounds",
}
# numbers of a sentence that are no values: what they are, and the words around them
BESIDE = (
    "the score is (1, 0.5 or 0|0, 0.5 or 1)",
    r"the score \(1, 0 or 0.5\)",
    "(from|on) 1 July( 2009| 2012)?",
    "since 1 January",
    "classes of 200 points",
    "difference is taken as 800",
    "at least 1 point",
    "less than 1 point",
    "(that|described|described in|of) (in )?12.3",
    "Example: .*",
    "P = 1.* come?s? close",
    r"(at most|more than) 35\b",  # 700 divided by 20
)
Value = tuple[str, str, object]


def values(concept: str, value: Any, name: str = "") -> Iterator[Value]:
    """Every number that fills a concept, with its field."""
    if is_dataclass(value):
        for field in fields(value):
            inner = getattr(value, field.name)
            if inner != field.default:
                yield from values(concept, inner, field.name)
    elif isinstance(value, tuple) and all(isinstance(item, int) for item in value) and value:
        yield concept, name, value
    elif isinstance(value, tuple):
        for item in value:
            yield from values(concept, item, name)
    elif isinstance(value, int | Fraction) and not isinstance(value, bool):
        yield concept, name, value


def said(sentence: str) -> Counter[Fraction]:
    """The numbers that a sentence says in digits, without what stands beside the values."""
    for words in BESIDE:
        sentence = re.sub(words, "", sentence)
    return Counter(Fraction(found.replace(",", "")) for found in NUMBER.findall(sentence))


def filled(edition: Edition, *concepts: str) -> Counter[Value]:
    """The numbers of some concepts, each as often as one series has it."""
    found: Counter[Value] = Counter()
    for name in concepts:
        for value in edition.fillings[name].values.values() if name not in TABLES else ():
            found |= Counter(values(name, value))
    return found


def differences(edition: Edition) -> Iterator[str]:
    """Where a sentence and the values do not say the same."""
    for number, article in edition.articles.items():
        digits = said(article.says)
        for concept, field, value in filled(edition, *article.fills).elements():
            if not isinstance(value, tuple) and digits[Fraction(str(value))] > 0:
                digits[Fraction(str(value))] -= 1
                continue
            others = (said(edition.articles[one].says) for one in edition.fillings[concept].articles if one != number)
            elsewhere = not isinstance(value, tuple) and any(other[Fraction(str(value))] for other in others)
            if not elsewhere and not re.search(IN_WORDS.get((concept, field, value), "$^"), article.says):
                yield f"{edition.head.id} {number}: says has no {value} for {concept}.{field}: {article.says}"
        known = {value for _, _, value in filled(edition, *article.fills, *article.cites)}
        for extra in sorted(each for each, times in digits.items() if times > 0 and each not in known):
            yield f"{edition.head.id} {number}: says {extra}, which is no value of it: {article.says}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_says_and_the_values_of_an_article_say_the_same(edition: str) -> None:
    assert list(differences(read(text_of(edition)))) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_name_of_a_clause_of_k_says_no_other_number_than_its_bounds(edition: str) -> None:
    for rule in read(text_of(edition)).fillings[COEFFICIENT.name].values.values():
        for clause in rule.clauses:
            bounds = {value for _, _, value in values(COEFFICIENT.name, clause)}
            assert {int(found) for found in re.findall("[0-9]+", clause.name)} <= bounds, clause.name


@pytest.mark.parametrize(
    ("edition", "was", "reads", "told"),
    [
        ("fide-standard-2024", 'name = "new-player", k = 40', 'name = "new-player", k = 30',
         "fide-standard-2024 8.3.3: says has no 30 for coefficient."),
        ("fide-standard-2025", 'name = "junior", k = 40', 'name = "junior", k = 30',
         "fide-standard-2025 8.3.3: says has no 30 for coefficient."),
        ("fide-standard-2024", "[article.\"7.1.2\".floor]\nrating = 1400", "[article.\"7.1.2\".floor]\nrating = 1500",
         "fide-standard-2024 7.1.2: says has no 1500 for floor.rating"),
        ("ukraine-2018", "K is 40 for a player new", "K is 30 for a player new",
         "ukraine-2018 6.5.5: says has no 40 for coefficient."),
        ("fide-standard-2024", "limit = 400", "limit = 300",
         "fide-standard-2024 8.3.1: says has no 300 for difference-limit."),
        ("fide-standard-2024", "says = \"The list closes 3 days", "says = \"The list of 1400 closes 3 days",
         "fide-standard-2024 7.1.3: says 1400, which is no value of it"),
    ],
)  # fmt: skip
def test_a_value_changed_alone_is_found_by_its_says(edition: str, was: str, reads: str, told: str) -> None:
    """Changing K 40 to 30 in an edition, or the sentence without the value."""
    found = list(differences(read(changed(text_of(edition), (was, reads)))))
    assert found
    assert found[0].startswith(told)
