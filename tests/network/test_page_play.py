"""Playing on the page works as in the window: trains, premoves, looking back, trying turns."""

from __future__ import annotations

import pytest

from game.rules.proposals import Play, Resign
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tests.network.served import Served
from tests.network.test_page import LYING, agrees, lying, seated, tap
from tests.network.test_page_board import LESS, place_of
from tests.support.browser import DESKTOP, PHONE, Browser


def play(served: Served, text: str) -> None:
    """Play as somebody at the table."""
    actions = served.match.game.parse_turn(served.match.state, text)
    served.match.submit_or_raise(Play(tuple(actions)))
    served.go_on()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["finger", "mouse"])
def test_a_train_is_drawn_in_one_drag(browser: Browser, size: tuple[int, int]) -> None:
    with Served(match=Match(MatchSpec(LESS, (SeatSpec(), SeatSpec())))) as served:
        page = seated(served, browser, 0, size)
        assert served.until(lambda: page.get("document.querySelectorAll('.spot.start').length > 0"))
        page.drag(place_of(page, "e2"), place_of(page, "c2"))
        assert served.until(lambda: len(served.match.entries) == 2)
        assert [entry.text for entry in served.match.entries] == ["e2-d2", "d2-c2"]
        assert agrees(served, page)
        assert not page.complaints


def test_a_move_planned_ahead_is_played_or_dropped_with_a_word(browser: Browser) -> None:
    with Served() as served:
        play(served, "c3")
        page = seated(served, browser, 0, PHONE)
        assert served.until(lambda: "to move" in page.text("#asked"))
        tap(page, "b5")
        assert page.text("#asked") == "Planned: b5"
        assert page.sees("document.querySelectorAll('.ghosts .ghost').length === 1")
        play(served, "c2,a5")
        assert served.until(lambda: len(served.match.entries) == 4)
        assert served.match.entries[-1].text == "b5"
        assert served.until(lambda: page.get("document.querySelectorAll('.spot.place').length > 0"))
        page.get("document.querySelector('.spot.place').dataset.point")
        free = served.match.legal()[0]
        served.match.submit_or_raise(Play((free,)))
        assert agrees(served, page)
        tap(page, "c1")
        assert page.text("#asked") == "Planned: c1"
        page.click("#choices button:last-child")
        assert "to move" in page.text("#asked"), "it can be called off"
        tap(page, "c1")
        taken = next(one for one in served.match.legal() if one.text != "c1")
        served.match.submit_or_raise(Play((taken,)))
        while served.match.to_move == 1:
            served.match.submit_or_raise(Play((served.match.legal()[0],)))
        if "c1" in [one.text for one in served.match.legal()]:
            pytest.fail("the test wants a turn in which c1 is not possible")
        count = len(served.match.entries)
        assert served.until(lambda: "not possible" in page.text("#alert"))
        assert len(served.match.entries) == count


def test_turns_are_walked_through_while_the_game_goes_on(browser: Browser) -> None:
    with Served() as served:
        for text in ("c3", "c2,a5"):
            play(served, text)
        page = browser.page(served.broadcast.url, DESKTOP)
        page.dress("light", still=True)
        assert agrees(served, page)
        page.click("#walk-back")
        assert served.until(lambda: page.get(LYING) == {"c3": "white0"})
        assert "After turn 1 of 2" in page.text("#asked")
        play(served, "b5")
        assert served.until(lambda: page.get("document.querySelectorAll('#turns li').length === 3"))
        assert page.get(LYING) == {"c3": "white0"}, "whoever looks back is not disturbed"
        page.press("<", 188, "<")
        assert served.until(lambda: page.get(LYING) == {})
        page.click("#walk-last")
        assert agrees(served, page)
        page.click("#replay")
        assert served.until(lambda: not page.get("document.querySelector('#walk-back').disabled"))
        assert agrees(served, page)
        assert not page.complaints


def test_keys_of_the_page_go_by_what_is_typed(browser: Browser) -> None:
    """Characters with AltGr (reported as Ctrl and Alt) count, but not those with Ctrl or Alt."""

    def strike(fields: str) -> None:
        event = f"new KeyboardEvent('keydown', {{{fields}, bubbles: true}})"
        page.get(f"void document.body.dispatchEvent({event})")

    with Served() as served:
        for text in ("c3", "c2,a5", "b5"):
            play(served, text)
        page = browser.page(served.broadcast.url, DESKTOP)
        page.dress("light", still=True)
        assert agrees(served, page)
        for fields in (
            "key: '<', ctrlKey: true",
            "key: '<', altKey: true",
            "key: '<', metaKey: true",
        ):
            strike(fields)
        assert agrees(served, page)
        strike("key: '<', ctrlKey: true, altKey: true, modifierAltGraph: true")
        assert served.until(lambda: "After turn 2 of 3" in page.text("#asked"))
        strike("key: '.', code: 'Comma', shiftKey: true")  # how a French keyboard types "."
        assert agrees(served, page)
        page.get(
            "void (WebSocket.prototype.send = function (text) { document.title = `sent ${text}`; })"
        )
        strike("key: 'к', code: 'KeyR'")  # the key "r", which shows the last turn again
        assert '"turn":3' in page.get("document.title")
        assert not page.complaints


def test_after_the_end_other_turns_are_tried(browser: Browser) -> None:
    with Served() as served:
        for text in ("c3", "c2,a5"):
            play(served, text)
        page = seated(served, browser, 0, DESKTOP)
        served.match.submit_or_raise(Resign(0))
        assert served.until(lambda: page.text("#caption") == "Mira wins")
        page.click("#turns li:first-child")
        assert served.until(lambda: page.get(LYING) == {"c3": "white0"})
        tap(page, "b3")
        assert served.until(lambda: page.get(LYING) == {"c3": "white0", "b3": "black0"})
        assert "Your own line" in page.text("#asked")
        page.click("#choices button:last-child")
        assert served.until(lambda: page.get(LYING) == lying(served.match))
        assert len(served.match.entries) == 3, "the game is what it was"
        assert not page.complaints
