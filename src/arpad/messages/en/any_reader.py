"""Sentences that belong to no single reader."""

from __future__ import annotations

SENTENCES = {
    "approved-by/unnamed": "by whom was not said",
    "overridden": "{sentence} Overridden by {who}: {reason}.",
    "repeated": "The same {more:time|times} more.",
    "repeated/names": "The same of {more} more: {names:,}{rest:?, and * others}.",
    "name-in-round": "{name} (round {round})",
}


REMEDIES = {
    # who acts, and why
    "give-reason": {
        "command": "give the reason with --why TEXT",
        "page": "Fill in the reason.",
    },
    "say-who": {"command": "say who acts: --who NAME, or set ARPAD_WHO"},
    "say-yes": {"command": "add --yes"},
    "did-you-mean": {"command": "did you mean {name!r}?", "letter": "did you mean {name!r}?"},
    "read-help": {"command": "`arpad {verb} --help` says more"},
    # the office
    "found-office": {"command": "found one with `arpad init`"},
    "upgrade-office": {"command": "`arpad upgrade` brings it up to date"},
    "ask-doctor": {"command": "`arpad doctor` says what is wrong"},
    "install-extra": {"command": "pip install 'arpad[{extra}]'"},
    # people
    "find-player": {"command": "look with `arpad player find NAME`"},
    "show-player": {"command": "`arpad player show {number}` tells who"},
    "add-player": {"command": "enter the player: `arpad player add 'SURNAME, GIVEN'`"},
    "import-players": {"command": "register the player first: `arpad player import FILE`"},
    "merge-players": {"command": "if the two are one, merge them: `arpad player merge KEPT GONE --why TEXT`"},
    "unmerge-player": {"command": "unmerge it first: `arpad player unmerge {number} --why TEXT`"},
    "add-federation": {
        "command": "`arpad federation add CODE`, or `arpad federation import FILE`, enters one that is missing"
    },
    "add-arbiter": {"command": "enter them with `arpad arbiter add NUMBER 'SURNAME, GIVEN'`"},
    # events and reports
    "register-event": {"command": "`arpad event register FILE`"},
    # lists
    "preview-list": {"command": "look again with `arpad period preview {series}`, then publish"},
    "open-series": {"command": "open it with `arpad list open {series} FILE`"},
    "import-list": {"command": "import it with `arpad list import {series} FILE`"},
}
