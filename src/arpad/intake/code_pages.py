"""Guess the code page of a text that is not UTF-8.

In: bytes. Out: the name of a code page. Each language has the letters above ASCII that its names are made of; a page
has those of its languages. The page counts in which most bytes are letters of names. What is a letter in several pages
is decided by the federations in the file, then by the one language that has most of the letters: a file of Croatian
names makes letters of Iceland in another page, but not of Iceland alone.

Turkish and Greek have code pages of their own, which are not guessed; see --encoding.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice

RAISED = "ªº"  # behind a letter, as in Mª
LONE = str.maketrans("", "", "ß" + RAISED)  # letters without a capital


def _with_capitals(letters: str) -> frozenset[str]:
    return frozenset(letters + letters.translate(LONE).upper())


LANGUAGES = {
    page: tuple(_with_capitals(letters) for letters in languages.split())
    for page, languages in {
        # French, German, Spanish, Portuguese, Italian, Catalan, Swedish and Finnish, Danish and Norwegian, Icelandic,
        # Faroese, Estonian, Irish and Welsh, Dutch, Albanian
        "cp1252": "éèêëàâçîïôùûü äöüß áéíñóúüªº áàâãçéêíóôõúüªº àèéìíîòóùú àçèéíïòóúü åäöéüšž æøåéöäü áðéíóúýþæö "
        "áðíóúýæø äöüõšž áéíóúâêîôû ëïéèöüáó çë",
        # Polish, Czech, Slovak, Hungarian, Slovene and Croatian and Serbian, Romanian, German, Albanian
        "cp1250": "ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíľňóôšťúýž áéíóöőúüű čćđšž ăâîşţ äöüß çë",
        # Latvian, Lithuanian, Estonian
        "cp1257": "āčēģīķļņšūž ąčęėįšųūž äöüõšž",
        # Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian
        "cp1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяё абвгґдеєжзиіїйклмнопрстуфхцчшщьюя "
        "абвгдежзійклмнопрстуўфхцчшыьэюяё абвгдежзийклмнопрстуфхцчшщъьюя абвгдђежзијклљмнњопрстћуфхцчџш "
        "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
    }.items()
}
RARE = {page: _with_capitals(letters) for page, letters in {
    "cp1252": "œÿ", "cp1250": "ŕĺ", "cp1257": "ŗōå", "cp1251": "ѕ",
}.items()}  # fmt: skip
"""Letters that hardly any name has, but may: they count a little less, so that a tie goes to the commoner ones."""

SIGNS = {"cp1252": "’‘–·½´", "cp1250": "’‘–·´", "cp1257": "’‘–·½´", "cp1251": "’‘–·№"}
COMMON = {page: frozenset(SIGNS[page]).union(*languages) for page, languages in LANGUAGES.items()}
CYRILLIC = frozenset().union(*LANGUAGES["cp1251"])
HUNGARIAN = _with_capitals("áéíóöőúüű")
LONG = _with_capitals("őű")  # which are letters in Western Europe, too, but not in one language with all the others
AT_HOME = {
    page: frozenset(codes.encode().split())
    for page, codes in {
        "cp1252": "ISL FAI NOR SWE DEN FIN GER AUT SUI LIE LUX FRA MNC BEL NED ESP AND POR ITA SMR IRL WLS "
        "ARG BOL BRA CHI COL CRC CUB DOM ECU ESA GUA HON MEX NCA PAN PAR PER PUR URU VEN ANG CPV MOZ",
        "cp1250": "POL CZE SVK HUN SLO CRO ROU BIH SRB MNE ALB KOS",
        "cp1251": "RUS UKR BLR BUL MKD KAZ KGZ MGL SRB MNE BIH",
        "cp1257": "LAT LTU EST",
    }.items()
}
"""The federations in whose languages names are written in each page."""

WORD = re.compile(rb"[A-Za-z]{0,20}+[\x80-\xff][A-Za-z\x80-\xff]{0,20}")
FEDERATION = re.compile(rb"\b[A-Z]{3}\b")
MOST_WORDS, SEARCHED = 4000, 200_000
GOOD, FAIR, WRONG, ODD = 4, 3, -8, -4  # a letter of names, a rare one, none or in another writing; one out of place
HALF = "Ѕ"  # the Macedonian letter in the place of ½: a draw where it stands next to no letter
WHOLLY = 3  # letters above ASCII, and no other: in Latin writing there is hardly such a word


def guess_code_page(data: bytes) -> str:
    """The code page in which the letters above ASCII make the likeliest names; the commonest where several do."""
    pieces = Counter(word[0] for word in islice(WORD.finditer(data), MOST_WORDS))
    federations = frozenset(FEDERATION.findall(data[:SEARCHED]))
    return max(LANGUAGES, key=lambda page: _likeness(page, pieces, federations))


def _likeness(page: str, pieces: Counter[bytes], federations: frozenset[bytes]) -> tuple[int, bool, int, bool]:
    """What is compared between pages: letters, federations, the best single language, and whether it is Hungarian."""
    words = [(piece.decode(page, "replace"), count) for piece, count in pieces.items()]
    letters: Counter[str] = Counter()
    for word, count in words:
        for letter in word:
            if not letter.isascii():
                letters[letter] += count
    known = max(sum(letters[letter] for letter in language) for language in LANGUAGES[page])
    used = letters.keys() - SIGNS[page]
    hungarian = page == "cp1250" and used <= HUNGARIAN and not used.isdisjoint(LONG) and not used <= LONG
    score = sum(_fit(word, page) * count for word, count in words)
    return score, not AT_HOME[page].isdisjoint(federations), known, hungarian


def _fit(word: str, page: str) -> int:
    common, rare, score = COMMON[page], RARE[page], 0
    for before, letter, after in zip(" " + word, word, word[1:] + " ", strict=False):
        if letter.isascii():
            score += WRONG if letter.isalpha() and before in CYRILLIC else 0
        else:
            half = letter == HALF and not before.isalpha() and not after.isalpha()
            score += WRONG if half else GOOD if letter in common else FAIR if letter in rare else WRONG
            score += ODD if letter.isupper() and before.islower() else 0
            score += ODD if letter in RAISED and not before.isalpha() else 0
            score += WRONG if letter in CYRILLIC and before.isascii() and before.isalpha() else 0
    latin = len(word) >= WHOLLY and not any(letter.isascii() for letter in word) and page != "cp1251"
    return min(score, 0) if latin else score
