"""How names are spelt and heard in Latin letters: official transliterations, and what spellings have in common.

`transliteration` writes a name by the table that is official for a federation; `sounds` compares spellings. Whether two
persons are one is not decided here.
"""

from arpad.model.spelling.transliteration import (
    PARTICLES,
    TABLES,
    Transliteration,
    latin_spelling,
    official_latin_name,
    same_surname,
    sound_of_word,
    surname,
)

__all__ = [
    "PARTICLES",
    "TABLES",
    "Transliteration",
    "latin_spelling",
    "official_latin_name",
    "same_surname",
    "sound_of_word",
    "surname",
]
