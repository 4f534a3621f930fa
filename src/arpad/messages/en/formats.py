"""How numbers, days, months and lists are written inside a sentence.

`y`, `m` and `d` are numbers; `{d:02}` fills with a zero. `month` is the name of the month as it stands alone, `of_month`
as it stands with a day or behind another word. A sentence chooses a form: `{day}`, `{day:long}`, `{day:from}`,
`{day:until}`, `{day:on}`; `{list}`, `{list:name}`, `{list:of}`. A translation may choose another one than the English.
"""

from __future__ import annotations

SENTENCES = {
    "format/decimal": ".",
    "format/thousands": ",",
    "format/and": "{others} and {last}",
    "format/or": "{others} or {last}",
    "format/day": "{y:04}-{m:02}-{d:02}",
    "format/day/long": "{d} {of_month} {y}",
    "format/day/from": "from {day}",
    "format/day/until": "until {day}",
    "format/day/on": "on {day}",
    "format/month": "{y:04}-{m:02}",
    "format/month/name": "{month} {y}",
    "format/month/of": "{of_month} {y}",
    "month/1": "January",
    "month/2": "February",
    "month/3": "March",
    "month/4": "April",
    "month/5": "May",
    "month/6": "June",
    "month/7": "July",
    "month/8": "August",
    "month/9": "September",
    "month/10": "October",
    "month/11": "November",
    "month/12": "December",
    "of-month/1": "January",
    "of-month/2": "February",
    "of-month/3": "March",
    "of-month/4": "April",
    "of-month/5": "May",
    "of-month/6": "June",
    "of-month/7": "July",
    "of-month/8": "August",
    "of-month/9": "September",
    "of-month/10": "October",
    "of-month/11": "November",
    "of-month/12": "December",
}
