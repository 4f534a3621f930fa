"""What the command line says about events and reports, where the call itself is wrong, and in its tables."""

SENTENCES = {
    "no-sidecar-named": "none of these is a sidecar: its name ends with {suffix}",
    "no-registration-named": "name a sidecar, a directory of them, or give the facts as flags",
    "admit-what": "name events, or say --all-ratable",
    "override-of-named": "--override belongs to an event that is named",
    "override-form": "--override {text}: expected CODE, CODE:PLAYER or CODE:PLAYER:ROUND, with start numbers",
    "rounds-form": "--rounds {text}: expected the rounds of the part, as in 4-6",
    "held": "since {since} by {by}: {why}",
    "held/unsaid": "since {since} by {by}",
}
