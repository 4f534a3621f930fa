"""Every kind of page in a real browser: nothing fails on it, anybody can read it, and it fits a phone."""

from __future__ import annotations

from typing import Any, Literal

import properties
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import PHONE, WIDE, looking, photograph
from site_pages import ELSEWHERE, FEW_AND_NONE, MORE_VIEWS, kinds, routed_kinds

RULES = {"resultTypes": ["violations"]}
Look = tuple[tuple[int, int], Literal["light", "dark"]]
LOOKS: tuple[Look, ...] = ((WIDE, "light"), (PHONE, "dark"))
if properties.thorough:
    LOOKS += ((WIDE, "dark"), (PHONE, "light"))
MEANT = {"/lists/{series} chosen": 422, "nowhere": 404}  # pages that say what is wrong

KINDS = (*routed_kinds(), *MORE_VIEWS)


def violations(page: Any) -> list[str]:
    """What a reader with a screen reader, a keyboard or weak eyes would miss."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{each['id']}: {node['target']} {node['html'][:160]}" for each in found for node in each["nodes"]]


def test_every_route_of_pages_is_looked_at() -> None:
    assert {*KINDS, *FEW_AND_NONE} == {*kinds()} - {*ELSEWHERE}


@pytest.mark.browser
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_sound_and_readable_in_light_in_the_dark_and_on_a_phone(kind: str) -> None:
    """Each fits both screens; axe reads every second one wide in light and the others on a phone in the dark."""
    address = kinds()[kind]
    name = kind.strip("/").translate(str.maketrans("/ ", "--", "{}")) or "home"
    with looking(WIDE) as (page, wrong):
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == MEANT.get(kind, 200)
        for (width, height), scheme in LOOKS:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, "it does not fit"
            if properties.thorough or LOOKS.index(((width, height), scheme)) == KINDS.index(kind) % 2:
                assert violations(page) == []
            photograph(page, f"{name}-{'phone-' if (width, height) == PHONE else ''}{scheme}")
        assert [each for each in wrong if not each.startswith((f"{answer.status} ", "console: Failed to load"))] == []
