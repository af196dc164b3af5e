"""Strips: one movement in twelve pictures side by side, for looking at choreography."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pygame

from game.rules import Action, Game, State, parse_setup
from game.screen.boards import board_view
from game.screen.boards.workshop import workshop
from game.screen.choreography import Manner, stage
from game.screen.scenes.demo import draw_sprite
from game.screen.theme import load_theme

FRAMES = 12
BOARD = 560  # px
WINDOW = 250  # px of the board that one picture shows
COLUMNS = 6
WALLS = "less walls=000000000000001100010001000000000000001010110010000000011000"

Wanted = Callable[[Action], bool]
STRIPS: dict[str, tuple[str, Wanted]] = {
    "strip.jump": ("more-or-less", lambda action: action.kind == "jump"),
    "strip.slide": ("more-or-less", lambda action: action.kind == "slide"),
    "strip.leap": (WALLS, lambda action: action.kind == "leap"),
    "strip.climb": (WALLS, lambda action: action.kind == "step" and action.cost == 2),
    "strip.double-climb": ("less seed=1", lambda action: action.kind == "step" and action.cost == 3),
    "strip.stone": ("libra size=4", lambda action: action.kind == "place"),
}


def find(game: Game, wanted: Wanted, seed: int = 3) -> tuple[State, Action]:
    """A position and a legal action of the kind wanted, by playing at random from seeds on."""
    for attempt in range(seed, seed + 500):
        dice, state = random.Random(attempt), game.start()
        for _number in range(60):
            legal = game.legal(state)
            good = [action for action in legal if wanted(action)]
            if good:
                return state, good[len(good) // 2]
            if not legal:
                break
            state = game.play(state, legal[int(dice.random() * len(legal))]).state
    raise LookupError(f"no such action in {game.setup}")


def strip(setup: str, wanted: Wanted, theme_name: str) -> pygame.Surface:
    """The movement in FRAMES pictures, in rows of COLUMNS."""
    game = parse_setup(setup)
    state, action = find(game, wanted)
    theme = load_theme(theme_name)
    view = board_view(game, theme, BOARD, block=True)
    before = game.pieces(state)
    events = game.play(state, action).events
    manner = Manner(unit=BOARD / 768, style=view.look.style)
    timeline = stage(events, view.position, manner, before)
    spots = [view.position(point) for point in action.points]
    centre = (
        sum(x for x, _y in spots) / len(spots),
        sum(y for _x, y in spots) / len(spots) - 20,
    )
    rows = -(-FRAMES // COLUMNS)
    whole = pygame.Surface((COLUMNS * WINDOW, rows * WINDOW))
    picture = pygame.Surface((BOARD, BOARD))
    for number in range(FRAMES):
        # Twice: the first drawing orders the art, the second has it.
        for _attempt in range(2):
            time = timeline.duration * number / (FRAMES - 1)
            _draw(picture, view, timeline.picture(before, time), theme.ui.room_centre)
            _patience()
        left = min(max(0, round(centre[0] - WINDOW / 2)), BOARD - WINDOW)
        top = min(max(0, round(centre[1] - WINDOW / 2)), BOARD - WINDOW)
        spot = (number % COLUMNS * WINDOW, number // COLUMNS * WINDOW)
        whole.blit(picture, spot, (left, top, WINDOW - 4, WINDOW - 4))
    return whole


def _draw(surface, view, shown, room) -> None:  # type: ignore[no-untyped-def]
    surface.fill(room)
    view.draw(surface)
    for point, piece in shown.resting.items():
        view.draw_piece(surface, piece, point)
    for sprite in shown.moving:
        draw_sprite(surface, view, sprite)


def _patience() -> None:
    """Wait until ordered art is rendered, at most ten seconds."""
    clock = pygame.time.Clock()
    for _number in range(1000):
        if not workshop.busy:
            return
        clock.tick(100)


def write_strips(folder: Path, themes: tuple[str, ...] | list[str]) -> list[Path]:
    """All strips in all themes as PNG files."""
    made = []
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    for theme in themes:
        for name, (setup, wanted) in STRIPS.items():
            path = folder / f"{name}-{theme}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            pygame.image.save(strip(setup, wanted, theme), str(path))
            made.append(path)
    return made
