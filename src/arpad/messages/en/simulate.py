"""What the simulation refuses, and what it says of months."""

SENTENCES = {
    "simulate-bounds": "{setting} {value}: expected {least} to {most}",
    "simulate-series": "no rating series {series!r}; known: {known:,}",
    "simulate-months": "no edition of {series} covers {month}; covered: {covered:,}",
    "simulate-first": "{text!r}: expected a month written YYYY-MM, such as 2024-03",
    "months-covered/until": "{first} to {last}",
    "months-covered/from": "from {first}",
    "directory/taken": "{directory} is there already and not an empty directory",
    "directory/unmade": "cannot make the directory {directory}: {error}",
}

REMEDIES = {
    "name-directory": {"command": "give another with -o"},
}
