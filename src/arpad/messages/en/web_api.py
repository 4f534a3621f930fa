"""What the description of the API says."""

SENTENCES = {
    "web-api/description": "Rating lists, players, events and calculations of this office. Reading needs no key, and may be done from any page. Answers carry an ETag that changes when the office does; ask with If-None-Match. Problems are application/problem+json with a code that does not change.",
    "web-api/answer": "The answer",
    "web-api/not-there": "Nobody and nothing of this name is here",
    "web-api/wrong-question": "The question cannot be read",
    "web-api/addresses": "Addresses",
    "web-api/try": "Try it, and see every field (needs script)",
    "web-api/no-cursor": "The cursor is none that was given here.",
    "web-api/wrong-field": "{field}: {sentence}",
    "web-api/away": "The office does not answer at the moment",
}
