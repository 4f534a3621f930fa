"""`arpad check --explain CODE`: what the rulebooks say behind the code of a finding, and how they are read."""

from __future__ import annotations

from difflib import get_close_matches

from arpad.finding import Misuse, Remedy


def explain_code(code: str) -> None:
    """Print what the rulebooks say behind a code, and how they are read."""
    from arpad.admission.telling import REMEDIES
    from arpad.intake import CODES
    from arpad.law import editions, rulebook
    from arpad.law.rules import CONCEPTS
    from arpad.law.rules.concept import Said
    from arpad.law.shown import value_words
    from arpad.messages import advise

    if code in CODES:
        print(f"{code}: a matter of format ({CODES[code].value}). {advise(Remedy(code))}")
        return
    odd = {key.split("/")[0]: remedy for key, remedy in REMEDIES.items()}
    if code not in CONCEPTS and code in odd:
        print(f"{code}: something looks odd (advice); no rulebook speaks of it. {advise(odd[code])}")
        return
    if code not in CONCEPTS:
        near = get_close_matches(code, [*CONCEPTS, *CODES, *odd], n=1)
        raise Misuse("no-such-finding", Remedy.to("did-you-mean", name=near[0]) if near else None, code=code)
    print(f"{code}: {CONCEPTS[code].decides}")
    for name in editions():
        book = rulebook(name)
        if not book.has(CONCEPTS[code]):
            print(f"\n{name}: says nothing of it")
            continue
        for number in book.articles(code)[:1]:
            print(f"\n{name} {number}: {book.article(number).says}")
        if CONCEPTS[code].methods != (Said,):
            print(f"  {value_words(book, code)}")
        for ruling in book.rulings:
            if ruling.concept == code:
                print(f"  {ruling.id}: {ruling.applies}")
