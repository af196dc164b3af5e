"""In the real window, pieces can be dragged in every game, and refusals have the right words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from game.rules import Action, Game
from game.rules.base import State
from game.rules.registry import parse_setup
from game.table.autosave import AutoSaver
from game.table.match import Match
from game.table.spec import two_people
from tests.window.e2e_window import STILL, Window
from tools.virtual_display import VirtualDisplay

WALLS = "less walls=" + "2" + "0" * 59
PEOPLE = ("--seats", "person,person")


@contextmanager
def at_play(display: VirtualDisplay, home: Path, setup: str) -> Iterator[Window]:
    """Open a window with a game of two people, with ordinary animations."""
    settings = {**STILL, "animation_speed": 4.0}
    window = Window(display, home, ["play", *setup.split(), *PEOPLE], settings=settings)
    try:
        window.wait(lambda seen: seen.get("enabled") is True)
        window.settle()
        yield window
    finally:
        window.close()


@contextmanager
def going_on(
    display: VirtualDisplay, home: Path, setup: str, moves: Sequence[str]
) -> Iterator[Window]:
    """Open a window with a game that has already begun."""
    match = Match(two_people(setup))
    autosaver = AutoSaver(match, home / "data" / "games" / "running.json")
    for move in moves:
        match.play(match.game.parse_action(match.state, move))
    autosaver.close()
    window = Window(display, home, settings={**STILL, "animation_speed": 4.0})
    try:
        window.wait(lambda seen: seen["mode"] == "menu")
        window.settle()
        window.click_on("resume")
        window.wait(lambda seen: seen.get("enabled") is True)
        window.settle()
        yield window
    finally:
        window.close()


def drag(window: Window, source: str, *ways: str) -> None:
    """Drag the piece on the first point over the others, and release it on the last."""
    points = window.seen["points"]
    window.drag(points[source], *(points[way] for way in ways))


def refused(window: Window, sentence: str) -> None:
    """Check that this sentence is shown and that nothing was played."""
    before = window.seen["entries"]
    window.wait(lambda seen: seen["said"] == sentence)
    window.wait(lambda seen: seen["enabled"] and not seen["moving"])
    assert window.seen["entries"] == before


def played(window: Window, *texts: str) -> None:
    """Wait until these are the last actions and the board is at rest."""
    window.wait(lambda seen: seen["actions"][-len(texts) :] == list(texts) and not seen["said"])
    window.wait(lambda seen: seen["enabled"] and not seen["moving"])


def test_less_six_refusals_and_a_step(display: VirtualDisplay, tmp_path: Path) -> None:
    with at_play(display, tmp_path, WALLS) as window:
        points = window.seen["points"]
        window.click(*points["a6"])
        refused(window, "That piece is not yours.")
        window.click(*points["c3"])
        refused(window, "There is no piece on c3.")
        drag(window, "e2", "f2")
        refused(window, "f2 is taken.")
        drag(window, "e2", "d3")
        refused(window, "Pieces go up, down, left or right, never diagonally.")
        drag(window, "e2", "e4")
        refused(window, "There is no piece on e3 to leap over.")
        drag(window, "e2", "e5")
        refused(window, "A step goes one square, a leap exactly two.")
        drag(window, "e2", "e3")
        played(window, "e2-e3")


def test_multiplicity_three_refusals_and_a_stone_drawn_to_its_cell(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    with at_play(display, tmp_path, "multiplicity size=4") as window:
        points = window.seen["points"]
        window.click(*points["d4"])
        played(window, "d4")
        window.click(*points["d4"])
        refused(window, "d4 is taken.")
        window.click(*points["a4"])
        refused(window, "The bound stone must touch d4, the last stone placed.")
        drag(window, "d5", "e4")
        played(window, "e4")
        window.click(*points["d3"])
        words = "The free stone needs a cell whose neighbours are all empty; d3 touches d4."
        refused(window, words)


def test_libra_a_refusal_and_a_stone_drawn_to_its_cell(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    setup = "libra size=3 mode=target target=5 obstacles=c3"
    with at_play(display, tmp_path, setup) as window:
        window.click(*window.seen["points"]["c3"])
        refused(window, "A grey counter blocks c3.")
        drag(window, "a3", "b4", "c5")
        played(window, "Wc5")


def train(game: Game, state: State) -> tuple[Action, Action]:
    """Return two jumps of one counter whose end the first jump alone does not reach."""
    for first in game.legal(state):
        if first.kind != "jump":
            continue
        after = game.play(state, first).state
        near = {action.target for action in game.legal(state) if action.source == first.source}
        for second in game.legal(after):
            if second.kind == "jump" and second.target not in {*near, first.source}:
                return first, second
    raise LookupError("no train")


def test_more_or_less_two_refusals_a_train_in_one_drag_and_a_slide(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    game = parse_setup("more-or-less")
    moves = [str(game.topology.centre), *game.topology.points[1::3][:24]]
    with going_on(display, tmp_path, "more-or-less", moves) as window:
        state = tuple(window.seen["state"])
        first, second = train(game, state)
        black = next(p for p, piece in game.pieces(state).items() if piece.colour == "black")
        window.click(*window.seen["points"][black])
        refused(window, "You move only counters that show your own colour.")
        other = next(
            point
            for point in game.topology.points
            if point in game.pieces(state) and point != first.source
        )
        drag(window, str(first.source), other)
        refused(window, "This place is taken.")
        drag(window, str(first.source), str(first.target), str(second.target))
        played(window, first.text, second.text)
        if game.turn_begun(tuple(window.seen["state"])):
            window.click_on("main")
            window.wait(lambda seen: seen["enabled"] and not seen["moving"])
        state = tuple(window.seen["state"])
        slide = next(action for action in game.legal(state) if action.kind == "slide")
        drag(window, str(slide.source), str(slide.target))
        played(window, slide.text)
