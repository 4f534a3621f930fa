"""Where the office stands: what is to be done next, and the command that does it."""

from __future__ import annotations

SENTENCES = {
    "status/open-series": "The office has no rating list yet",
    "status/publish-list": "{subject} {list}: previewed and ready to publish",
    "status/preview-list": "{subject} {list}: due since {day}, with {events:event|events} waiting",
    "status/import-list": "{subject} {list}: not imported yet",
    "status/decide-appeal": "{subject}: an appeal waits since {day}",
    "status/admit-report": "{subject}: ratable, reported {day}",
    "status/answer-questions": "{subject}: the report leaves questions open since {day}{missing:?. Missing list: *}",
    "status/refuse-report": "{subject}: the report is not ratable, reported {day}",
    "status/send-report": "{subject}: admitted {day}; another authority makes the lists of its series, so send the report there",
    "status/examine-report": "{subject}: reported {day}; since then something changed, so examine it again",
    "status/await-report": "{subject}: ended {end}, no report yet{due:?; due by *}",
    "status/release-event": "{subject}: held since {day} by {by}: {why}",
    "status/answer-claim": "{subject}: claim by {by} about {series} {list}, filed {day}",
    "status/approve-case": "{subject}: previewed, waits for approval. {about}",
    "status/preview-case": "{subject}: proposed, waits for a preview. {about}",
    "status/close-period": "{subject} {list}: the period ends {day}",
    "status/back-up": "{day:?Last backup: *. }{entries:log entry has|log entries have} no backup",
    "status/nothing": "Nothing waits.",
    "status/more": "... and {tasks} more; --all shows them",
    "status/rehearsal": "a rehearsal",
}

REMEDIES = {
    "status/open-series": {"command": "`arpad list open SERIES FILE`"},
    "status/publish-list": {"command": "`arpad period publish {subject}`"},
    "status/preview-list": {"command": "`arpad period preview {subject}`"},
    "status/import-list": {"command": "`arpad list import {subject} FILE`"},
    "status/decide-appeal": {"command": "`arpad event show {subject}`"},
    "status/admit-report": {"command": "`arpad report admit {subject}`"},
    "status/answer-questions": {"command": "`arpad report show {subject}`"},
    "status/refuse-report": {"command": "`arpad report refuse {subject}`"},
    "status/send-report": {"command": "`arpad report sent {subject}`"},
    "status/examine-report": {"command": "`arpad report show {subject}`"},
    "status/await-report": {"command": "`arpad report submit FILE --event {subject}`"},
    "status/release-event": {"command": "`arpad report release {subject}`"},
    "status/answer-claim": {"command": "`arpad claim show {subject}`"},
    "status/approve-case": {"command": "`arpad revision approve {subject}`"},
    "status/preview-case": {"command": "`arpad revision preview {subject}`"},
    "status/close-period": {"command": "`arpad period preview {subject} --provisional`"},
    "status/back-up": {"command": "`arpad backup FILE`"},
}
