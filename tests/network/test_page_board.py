"""The page's board works for screen readers, by keys and dragging, and on a phone held sideways."""

from __future__ import annotations

import pytest

from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tests.network.served import Served
from tests.network.test_page import agrees, seated
from tests.support.browser import DESKTOP, PHONE, Browser, Page

ARROW_RIGHT, PAGE_DOWN = ("ArrowRight", 39), ("PageDown", 34)
ENTER, TAB = ("Enter", 13, "\r"), ("Tab", 9)
FOCUSED = "document.activeElement.dataset.point ?? ''"
LESS = "less walls=" + "0" * 60


def test_a_spectator_hears_what_lies_on_every_point(browser: Browser) -> None:
    with Served() as served:
        page = browser.page(served.broadcast.url, DESKTOP)
        page.dress("light", still=True)
        served.play(*served.match.legal()[:1])
        assert agrees(served, page)
        point = served.match.entries[0].text
        said = [(role, name) for role, name in page.spoken() if role in ("image", "button")]
        places = served.match.game.topology.points
        spoken = [name for role, name in said if role == "image" and name.split(",")[0] in places]
        assert len(spoken) == 19
        assert sum("empty" in name for name in spoken) == 18
        assert f"{point}, White" in spoken
        assert ("application", "The board") in page.spoken()


def test_the_board_is_explored_by_arrows_and_keeps_the_focus_after_a_move(
    browser: Browser,
) -> None:
    with Served() as served:
        page = seated(served, browser, 0, DESKTOP)
        placed = "document.querySelectorAll('.spot.place').length"
        assert served.until(lambda: page.get(placed) == 19)
        for _key in range(12):
            page.press(*TAB)
            if page.get(FOCUSED):
                break
        page.press(*ARROW_RIGHT)
        point = page.get(FOCUSED)
        page.press(*ENTER)
        assert served.until(lambda: len(served.match.entries) == 1)
        assert agrees(served, page)
        assert page.get(FOCUSED) == point, "not on the whole page"
        label = "document.activeElement.getAttribute('aria-label')"
        assert served.until(lambda: page.get(label).startswith(f"{point}, "))
        assert "empty" not in page.get(label)
        page.press(*ARROW_RIGHT)
        assert page.get(FOCUSED) != point, "explored though nothing may be chosen"


def test_page_down_goes_to_what_may_be_chosen(browser: Browser) -> None:
    with Served(match=Match(MatchSpec(LESS, (SeatSpec(), SeatSpec())))) as served:
        page = seated(served, browser, 0, DESKTOP)
        starts = "[...document.querySelectorAll('.spot.start')].map((one) => one.dataset.point)"
        assert served.until(lambda: bool(page.get(starts)))
        known = page.get(starts)
        page.get("document.querySelector('.spot').focus()")
        seen = []
        for _press in known:
            page.press(*PAGE_DOWN)
            seen.append(page.get(FOCUSED))
        assert sorted(seen) == sorted(known)


def place_of(page: Page, point: str) -> tuple[float, float]:
    """Return the centre of a point in the window."""
    x, y = page.get(
        f"(() => {{ const one = document.querySelector('.spot[data-point=\"{point}\"] .reach');"
        "const box = one.getBoundingClientRect();"
        "return [box.x + box.width / 2, box.y + box.height / 2] })()"
    )
    return x, y


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["finger", "mouse"])
def test_a_piece_is_dragged_and_one_let_go_elsewhere_lies_where_it_was(
    browser: Browser, size: tuple[int, int]
) -> None:
    with Served(match=Match(MatchSpec(LESS, (SeatSpec(), SeatSpec())))) as served:
        page = seated(served, browser, 0, size)
        assert served.until(lambda: page.get("document.querySelectorAll('.spot.start').length > 0"))
        page.drag(place_of(page, "e2"), place_of(page, "b5"))
        assert agrees(served, page)
        box = "document.querySelector('.piece[data-point=\"e2\"]').getBoundingClientRect()"
        middle = page.get(f"[{box}.x + {box}.width / 2, {box}.y + {box}.height / 2]")
        assert middle == pytest.approx(place_of(page, "e2"), abs=6)
        page.drag(place_of(page, "e2"), place_of(page, "d2"))
        assert served.until(lambda: len(served.match.entries) == 1)
        assert served.match.entries[0].text == "e2-d2"
        assert agrees(served, page)


@pytest.mark.parametrize("sitting", [True, False], ids=["player", "spectator"])
def test_a_phone_on_its_side_or_upright_has_everything_in_reach(
    browser: Browser, sitting: bool
) -> None:
    spec = MatchSpec("more-or-less", (SeatSpec(), SeatSpec()), ClockSpec(300, delay=5))
    with Served(match=Match(spec)) as served:
        for _turn in range(3):
            served.play(*served.match.legal()[:1])
        if sitting:
            page = seated(served, browser, 0, PHONE)
        else:
            page = browser.page(served.broadcast.url, PHONE)
        assert agrees(served, page)
        served.channel.change("chance", chance=0.6)
        assert served.until(lambda: not page.get("document.querySelector('#chance').hidden"))
        wanted = ["#board", "#chance", "#seats", "#turns li:last-child", "#open-menu"]
        wanted.append("#asked" if sitting else "#take-seat")
        for size in ((844, 390), (667, 375), (640, 360), (568, 320), (360, 640), (320, 568)):
            page.resize(size)
            high = page.get("document.querySelector('#board').getBoundingClientRect().height")
            assert high > min(size) * 0.6, size
            for selector in wanted:
                inside = (
                    f"(() => {{ const one = document.querySelector('{selector}');"
                    "one.scrollIntoView({block: 'nearest'});"
                    "const box = one.getBoundingClientRect();"
                    "return box.height > 0 && box.top >= -1 && box.left >= -1"
                    " && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1 })()"
                )
                assert page.get(inside), (size, selector)
