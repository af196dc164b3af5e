"""A sketched frame looks like the same frame drawn plainly, but only differences are painted."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.play.scene import PlayScene
from game.screen.play.turn_list import TurnList
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.frame_sketch import FrameSketch, StaleDrawingError
from game.screen.ui.widget import WidgetState
from game.table.spec import two_people
from tests.screen.screens import make_app
from tools.bench.frames import settle

SIZE = (300, 200)
ROUNDING = 2  # maximum difference in the levels of a colour


def plain(colour: tuple[int, int, int], size: tuple[int, int] = SIZE) -> Surface:
    surface = Surface(size)
    surface.fill(colour)
    return surface


def soft(colour: tuple[int, ...], size: tuple[int, int]) -> Surface:
    surface = Surface(size, pygame.SRCALPHA)
    surface.fill(colour)
    return surface


TABLE, WOOD = plain((40, 30, 20)), plain((120, 80, 40), (150, 150))
DISC, RING = soft((200, 20, 20, 160), (30, 30)), soft((20, 200, 20, 90), (44, 44))


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def drawn_by_lot(dice: random.Random) -> Callable[[Surface | FrameSketch], None]:
    """Return a function that draws a board and a few random elements of each kind."""
    steps: list[Callable[[Any], object]] = []
    for _number in range(dice.randrange(6)):
        at, alpha = (dice.randrange(-20, 300), dice.randrange(-20, 200)), dice.choice((255, 120))
        clip = dice.choice((None, Rect(50, 40, 120, 90)))

        def disc(surface, at=at, alpha=alpha, clip=clip):  # type: ignore[no-untyped-def]
            surface.set_clip(clip)
            DISC.set_alpha(alpha)
            surface.blit(DISC, at)
            DISC.set_alpha(255)
            surface.set_clip(None)

        end = (dice.randrange(300), dice.randrange(200))

        def ring(surface, at=at):  # type: ignore[no-untyped-def]
            surface.blit(RING, at, (4, 4, 30, 30))

        def patch(surface, end=end):  # type: ignore[no-untyped-def]
            surface.fill((1, 2, 3), Rect(end, (5, 5)))

        line = partial(pencil.line, colour=(9, 9, 200), start=at, end=end, width=3)
        dot = partial(pencil.circle, colour=(250, 250, 0), centre=end, radius=7)
        tag = partial(pencil.rect, colour=(0, 90, 90), where=Rect(end, (20, 12)), border_radius=4)
        corners = [end, (9, 9), (60, 20)]
        wedge = partial(pencil.polygon, colour=(7, 7, 7), spots=corners, smooth=True)
        steps += [disc, ring, line, dot, tag, wedge, patch]
    chosen = [step for step in steps if dice.random() < 0.7]

    def frame(surface: Surface | FrameSketch) -> None:
        surface.blit(TABLE, (0, 0))
        surface.blit(WOOD, (20, 20))
        for step in chosen:
            step(surface)

    return frame


@pytest.mark.parametrize("seed", range(8))
def test_frames_by_lot_are_those_drawn_plainly(seed: int) -> None:
    dice, real, other = random.Random(seed), plain((0, 0, 0)), plain((0, 0, 0))
    sketch, before = FrameSketch(real), pixels(real)
    for number in range(12):
        frame = drawn_by_lot(dice)
        frame(sketch)
        changed = sketch.paint()
        frame(other)
        assert pixels(real) == pixels(other), f"frame {number}"
        hidden = real.copy()
        for place in changed:
            hidden.fill((0, 0, 0), place)
        old = pygame.image.frombytes(before, SIZE, "RGB")
        for place in changed:
            old.fill((0, 0, 0), place)
        assert pixels(hidden) == pixels(old), "nothing else has changed"
        before = pixels(real)


def test_only_what_moves_is_painted() -> None:
    sketch = FrameSketch(plain((0, 0, 0)))
    places = []
    for x in (30, 34, 34):
        sketch.blit(TABLE, (0, 0))
        sketch.blit(DISC, (x, 50))
        places.append(sketch.paint())
    assert places == [[Rect(0, 0, *SIZE)], [Rect(30, 50, 34, 30)], []]


def test_what_is_kept_is_drawn_again_only_when_its_key_or_clip_differs() -> None:
    sketch, drawn = FrameSketch(plain((0, 0, 0))), []
    clips = [None, None, Rect(0, 0, 9, 9), None]
    for number, (key, clip) in enumerate(zip((1, 1, 1, 2), clips)):
        sketch.set_clip(clip)

        def inner(number: int = number) -> None:
            drawn.append(f"inner {number}")
            sketch.blit(DISC, (0, 0))

        def outer(number: int = number, inner: Callable[[], None] = inner) -> None:
            drawn.append(f"outer {number}")
            sketch.keep("inner", "same", inner)

        sketch.keep("outer", key, outer)
        sketch.paint()
    assert drawn == ["outer 0", "inner 0", "outer 2", "inner 2", "outer 3", "inner 3"]
    assert sketch.real.get_at((5, 5))[:3] != (0, 0, 0)


def test_a_part_of_a_part_outlives_frames_in_which_the_whole_is_kept() -> None:
    sketch, drawn = FrameSketch(plain((0, 0, 0))), []
    for key in (1, 1, 2):
        sketch.keep(
            "outer", key, lambda: sketch.keep("inner", "same", lambda: drawn.append("inner"))
        )
        sketch.paint()
    assert drawn == ["inner"]


def test_a_shake_is_painted_and_leaves_nothing() -> None:
    real, other = plain((0, 0, 0)), plain((0, 0, 0))
    sketch = FrameSketch(real)
    for shaken in (False, True, False):
        for surface in (sketch, other):
            surface.blit(TABLE, (0, 0))
            surface.blit(WOOD, (20, 20))
            if shaken:
                surface.set_clip(Rect(20, 20, 150, 150))
                surface.scroll(4, 3)
                surface.set_clip(None)
        sketch.paint()
        assert pixels(real) == pixels(other)


class Foreign(Scene):
    """A scene that draws with `pygame.draw`, as other people's games may."""

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        pygame.draw.rect(canvas.surface, (250, 0, 0), Rect(10, 10, 40, 40))


def test_a_scene_that_draws_by_pygame_alone_is_drawn_plainly() -> None:
    app = App(Foreign(), size=(800, 600), keep=False)
    try:
        app.frame(0.1)
        assert app.window.surface.get_at((20, 20))[:3] == (250, 0, 0)
        app.invalidate()
        app.frame(0.1)
        assert app.window.surface.get_at((20, 20))[:3] == (250, 0, 0)
    finally:
        app.close()


def both_pictures(app: App, scene: PlayScene) -> tuple[Any, Any]:
    """Return the frame as shown, and the same frame drawn whole, as arrays.

    If something changed between the two, such as a number that Less computes beside the loop, try
    again.
    """
    while True:
        known = scene.panel.key()
        app.draw()  # marks have pulsed since the last frame
        shown = pygame.surfarray.array3d(app.window.surface).astype(int)
        app.show_whole()
        app.draw()
        whole = pygame.surfarray.array3d(app.window.surface)
        if scene.panel.key() == known:
            return shown, whole


@pytest.mark.parametrize("setup", ["more-or-less", "less seed=1", "libra", "multiplicity size=5"])
def test_a_game_is_shown_as_if_every_frame_were_drawn_whole(setup: str) -> None:
    dice, scene = random.Random(4), PlayScene(two_people(setup), keep=False)
    app = App(scene, size=(1000, 700), keep=False)
    try:
        settle(app)
        for _turn in range(6):
            while scene.board.show is not None or not scene.hand.enabled:
                app.frame(0.05)
            scene.propose(dice.choice(scene.hand.legal))
        for _frame in range(60):
            app.frame(0.05)
        settle(app)
        shown, whole = both_pictures(app, scene)
        # Blending a part may round differently from blending the whole.
        assert abs(whole - shown).max() <= ROUNDING
    finally:
        app.close()


def test_what_is_verified_is_drawn_and_must_be_what_was_kept() -> None:
    sketch, places = FrameSketch(plain((0, 0, 0)), verify=True), [(30, 50), (30, 50), (34, 50)]

    def frame(at: tuple[int, int]) -> None:
        # Blits a new copy each time, like a text that the cache has dropped.
        sketch.keep("disc", "same", lambda: sketch.blit(DISC.copy(), at))
        sketch.paint()

    for at in places[:2]:
        frame(at)
    with pytest.raises(StaleDrawingError, match="disc"):
        frame(places[2])


def test_apps_with_a_recorder_verify_what_scenes_keep() -> None:
    app = make_app(Forgetful(), (800, 600))
    try:
        app.draw()
        with pytest.raises(StaleDrawingError, match="number"):
            app.draw()
    finally:
        app.close()


class Forgetful(Scene):
    """A scene that caches a part under a key that lacks the number it shows."""

    number = 0

    def draw(self, canvas: Canvas) -> None:
        self.number += 1
        room = Rect(10, 10, 200, 40)
        canvas.keep("number", None, lambda: canvas.text(str(self.number), "lead", room))


def test_signs_that_pulse_are_painted_in_few_steps() -> None:
    scene = PlayScene(two_people("less seed=1"), keep=False)
    app = App(scene, size=(1000, 700), keep=False)
    try:
        settle(app)
        app.draw()
        painted = 0
        for _frame in range(96):  # one whole pulse
            scene.update(1 / 60)
            painted += bool(app.draw())
        assert 8 <= painted <= 24
    finally:
        app.close()


@pytest.mark.parametrize("setup", ["more-or-less", "less seed=1", "libra", "multiplicity size=5"])
def test_while_a_number_ticks_no_control_is_drawn_again(
    setup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = PlayScene(two_people(setup), keep=False)
    app = App(scene, size=(1000, 700), keep=False)
    drawn: list[str] = []
    plainly = TurnList.draw

    def draw(turns: TurnList, canvas: Canvas, look: WidgetState) -> None:
        drawn.append(turns.name)
        plainly(turns, canvas, look)

    monkeypatch.setattr(TurnList, "draw", draw)
    try:
        settle(app)
        app.draw()
        drawn.clear()
        ticker = next(iter(scene.panel.tickers.values()))
        ticker.aim(ticker.target + 9)
        pictures = set()
        for _frame in range(40):
            scene.panel.update(1 / 60)
            app.draw()
            pictures.add(pixels(app.window.surface))
        assert len(pictures) > 5
        assert not drawn
    finally:
        app.close()
