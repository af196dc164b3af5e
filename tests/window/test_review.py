"""In the real window, a review keeps what is played, written and drawn when it is closed."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from game.table.match import Match
from game.table.record_files import save_match
from game.table.spec import MatchSpec, SeatSpec
from tests.window.e2e_window import STILL, Window
from tools.virtual_display import VirtualDisplay


def a_kept_game(folder: Path) -> Match:
    """Save a finished game of two people."""
    seats = (SeatSpec("person", name="Ada"), SeatSpec("person", name="Ben"))
    match = Match(MatchSpec("libra size=3 mode=duel", seats), date="2026-03-04T05:06:07")
    dice = random.Random(3)
    while not match.over:
        match.play(dice.choice(match.legal()))
    save_match(match, match.date, folder)
    return match


def open_review(window: Window) -> None:
    """Go from the title to the review of the only saved game."""
    window.wait(lambda seen: seen["mode"] == "menu")
    window.settle()
    window.click_on("more")
    window.wait(lambda seen: "games" in seen["widgets"])
    window.click_on("games")
    window.wait_scene("LibraryScene")
    window.wait(lambda seen: seen["widgets"]["review"][-1])  # the library has read the folder
    window.click_on("review")
    window.wait_scene("ReviewScene")


def test_a_branch_is_there_after_closing_and_opening_the_game(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    match = a_kept_game(tmp_path / "data" / "games")
    window = Window(display, tmp_path, settings=STILL)
    try:
        open_review(window)
        window.keys("Home")
        window.wait(lambda seen: seen["study"]["at"] == 0)
        for number in (1, 2, 3):
            window.keys("Next")
            window.wait(partial(lambda n, seen: seen["study"]["at"] == n, number))
        taken = {turn.text[1:] for turn in match.turns[:4]}
        cell = next(point for point in match.game.topology.points if point not in taken)
        window.click(*window.seen["points"][cell])
        seen = window.wait(lambda seen: seen["study"]["nodes"] == len(match.turns) + 2)
        branch = seen["study"]["line"]
        assert branch[3][1:] == cell
        window.keys("t")
        window.wait(lambda seen: seen["focused"] == "comment")
        window.do("sleep 0.3")  # until the system accepts text
        window.do("type --delay 40 'a quiet cell'")
        window.do("sleep 0.2")
        window.keys("Return")
        window.wait(lambda seen: seen["study"]["comment"] == "a quiet cell")
        window.keys("Prior")
        window.wait(lambda seen: seen["study"]["at"] == 3)
        window.keys("Escape")
        window.wait_scene("LibraryScene")
    finally:
        window.close()
    window = Window(display, tmp_path, settings=STILL)
    try:
        open_review(window)
        assert window.seen["study"]["nodes"] == len(match.turns) + 2
        assert window.seen["turns"] == [turn.text for turn in match.turns]
        window.keys("Home")
        for number in (1, 2, 3, 4):
            window.keys("Next")
            window.wait(partial(lambda n, seen: seen["study"]["at"] == n, number))
        window.keys("v")
        seen = window.wait(lambda seen: seen["study"]["at"] > len(match.turns))
        assert seen["study"]["line"] == branch
        assert seen["study"]["comment"] == "a quiet cell"
    finally:
        window.close()


def test_what_mouse_and_keys_draw_is_there_after_closing(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    match = a_kept_game(tmp_path / "data" / "games")
    one, two, three = match.game.topology.points[:3]
    window = Window(display, tmp_path, settings=STILL)
    try:
        open_review(window)
        window.keys("Home", "Next")
        window.wait(lambda seen: seen["study"]["at"] == 1)
        points = window.seen["points"]
        window.drag(points[one], points[two], button=3)
        window.wait(lambda seen: seen["study"]["arrows"] == [[one, two, "good"]])
        window.do("keydown shift")
        window.drag(points[three], points[three], button=3)
        window.do("keyup shift")
        window.wait(lambda seen: seen["study"]["marks"] == {three: "bad"})
        window.keys("d", "c", "c")
        window.wait(lambda seen: seen["study"]["pen"] == "idea")
        window.tab_to("board")
        window.keys("Return", "Up", "Return")
        seen = window.wait(lambda seen: len(seen["study"]["arrows"]) == 2)
        source, target, kind = seen["study"]["arrows"][-1]
        assert (source != target, target, kind) == (True, seen["cursor"], "idea")
        window.keys("Delete")
        window.wait(lambda seen: not seen["study"]["arrows"] and not seen["study"]["marks"])
        window.keys("z")
        drawn = window.wait(lambda seen: len(seen["study"]["arrows"]) == 2)["study"]
        window.keys("Escape")
        window.wait(lambda seen: not seen["study"]["pen"])
        window.keys("Escape")
        window.wait_scene("LibraryScene")
    finally:
        window.close()
    window = Window(display, tmp_path, settings=STILL)
    try:
        open_review(window)
        window.keys("Home", "Next")
        seen = window.wait(lambda seen: seen["study"]["at"] == 1)["study"]
        assert (seen["marks"], seen["arrows"]) == (drawn["marks"], drawn["arrows"])
    finally:
        window.close()
