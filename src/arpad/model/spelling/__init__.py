"""How names are spelt and heard in Latin letters: official transliterations, and what spellings have in common.

`transliteration` writes a name by the table that is official for a federation; `sounds` compares spellings. Whether two
persons are one is not decided here.
"""

from arpad.model.spelling.sounds import PARTICLES, same_surname, sound, surname
from arpad.model.spelling.transliteration import TABLES, Transliteration, official, spelt

__all__ = ["PARTICLES", "TABLES", "Transliteration", "official", "same_surname", "sound", "spelt", "surname"]
