"""In the real window, a campaign's first deals are played by mouse and by keys."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from game.screen.plugin.registry import campaign_of
from game.solo.mode import CampaignDeal
from tests.solo.strategies import BETTER
from tests.window.e2e_window import Window
from tests.window.test_window import by_keys, by_mouse, to_menu


def play(window: Window, step: CampaignDeal, by_hand: bool) -> None:
    """Play a deal to its end as the better player does."""
    game, dice = step.deal.game(), random.Random(1)
    player = BETTER[step.deal.mode]()

    def asked(seen: dict[str, Any]) -> bool:
        here = seen["scene"] == "SoloPlay" and seen["setup"] == game.setup
        return bool(here and not seen["moving"] and (seen["enabled"] or seen["over"]))

    while not window.wait(asked)["over"]:
        seen = window.seen
        action = player(game, tuple(seen["state"]), dice)
        (by_mouse if by_hand else by_keys)(window, action)
        before = seen["entries"]
        window.wait(partial(lambda least, now: now["entries"] > least, before))


def test_a_campaign_is_begun_and_gone_on_with(window: Window) -> None:
    steps = campaign_of("multiplicity")
    to_menu(window)
    window.click_on("more")
    window.wait(lambda seen: "alone" in seen["widgets"])
    window.click_on("alone")
    window.wait_scene("SoloMenuScene")
    window.click_on("multiplicity-rush")
    window.wait(lambda seen: str(seen["mode"]).find("ProductRush") >= 0)
    assert not window.seen["widgets"]["deal-4"][-1], "not open yet"
    window.click_on("deal-1")
    play(window, steps[0], by_hand=True)
    window.settle()
    window.click_on("main")
    window.wait(lambda seen: seen["scene"] == "SoloPlay" and not seen["entries"])
    play(window, steps[1], by_hand=False)
    window.settle()
    window.keys("Escape")
    seen = window.wait_scene("Dialog")
    window.click_on(max(name for name in seen["widgets"] if name.startswith("answer-")))
    window.wait_scene("SoloMenuScene")
    seen = window.wait(lambda seen: seen["widgets"]["deal-5"][-1])
    assert not seen["widgets"]["deal-6"][-1], "two have stars, three more are open"
