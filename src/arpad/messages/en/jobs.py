"""Work in the background, and letters that are edited."""

from __future__ import annotations

SENTENCES = {
    "job/no-work": "Nothing with the name {work} is done in the background.",
    "job/unknown": "There is no job {number}. Jobs that are over may have been deleted.",
    "job/error": "The job ended with an error of the program ({kind}): {text}. Nothing of it was stored.",
    "job/lost": "The worker ended {tries:time|times} during this job, so it is not tried again. Nothing of it was stored.",
    "letter-text": "A letter has at most {most:,} characters, all of them to be seen.",
    "letter-of-several": "A letter is edited for one event at a time.",
}
