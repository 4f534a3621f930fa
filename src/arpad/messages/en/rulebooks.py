"""What is said of a federation's own rulebooks: files outside the package, and what an office adopts."""

SENTENCES = {
    "own-rulebook/like": "{where}: a rulebook of one's own stands by itself; `arpad law new NAME --from {like}` writes out what it takes over",
    "own-rulebook/unread": "{file} cannot be read: {reason}",
    "own-rulebook/large": "{file} has more than {most:,} bytes: no rulebook has",
    "own-rulebook/there": "{file} is there already, and is left alone",
    "own-rulebook/unwritten": "{file} cannot be written: {reason}",
    "own-rulebook/no-directory": "{directory} is no directory of rulebooks",
    "own-rulebook/name": "{where}: {name!r} can be no id and no series: small letters, digits and hyphens, at most {most}",
    "own-rulebook/twice": "{where}: there is another rulebook {id}, with other bytes",
    "own-rulebook/packaged": "{where}: a rulebook {id} comes with Arpad: give yours another id",
    "adopt/unconfirmed": "what is adopted stays for good: that must be confirmed for {id}",
    "adopt/other-bytes": "{id} was adopted on {day}, with other bytes: what is adopted never changes",
    "adopt/packaged": "a rulebook {id} comes with Arpad",
    "adopt/carried": "lists of this office carry the very bytes of {id} already, as a file that came with Arpad",
    "adopt/not-later": "{id} would be in force from {since}, and {series} has {other} by then already",
    "adopt/published": "{id} would be in force from {since}, and the list {list} of {series} was made without it",
    "adopt/lacks": "{id} is not enough for a list: nothing fills {concepts:,}",
    "draft-head": "# {title}\n#\n# Drafted from {source}: {source_title}.\n"
    "# Article by article: write in `says` what your regulation says, in one sentence, and change the values below it.\n"
    '# Every number is a value of the regulation. A decimal is quoted ("12.5"). An article that gives nothing to compute\n'
    '# has a `status` ("told" or "not applied") with its `reason`. What no article of yours says goes; what it adds is one\n'
    "# of the concepts of the vocabulary (docs/vocabulary.md). `arpad law check FILE` says what is wrong, all at once.\n",
    "drafted": "{file}: {articles} articles as in {source}, for {series}, in force from {since}: change what differs",
    "file-fault": "{file}{line:?:*}: {problem}",
    "file-lacks": "{file}: nothing fills {concept}, needed by {verbs:,}",
    "file-sound": "{file}: {id}, {articles:article|articles}: nothing is wrong, and it can be adopted",
    "file-faulty": "{file}: {faults:fault|faults}: it does not load",
    "file-too-little": "{file}: {id}, {articles:article|articles}: it loads, but no list can be made by it",
    "adopted": "{id} is adopted, for {series:, and }, in force from {since}; by {who} on {day}",
    "adopted-already": "{id} was adopted by {who} on {day}, the very same bytes: nothing was changed",
    "adopted-bytes": "SHA-256 {sha256}",
}

REMEDIES = {
    "another-edition": {"command": "a new version is another edition: another id and a later in_force"},
    "check-rulebook": {"command": "`arpad law check {file:shell}` says everything"},
    "own-id": {"command": "give it an id of its own"},
    "later-in-force": {"command": "let it begin on {day} or later"},
}
