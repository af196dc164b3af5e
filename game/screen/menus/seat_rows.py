"""The rows of a new match that say who sits where: piece, kind, name or level."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.i18n import _
from game.rules.events import Piece
from game.screen.boards.sprites import SpriteSet
from game.screen.menus.draft import Draft
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Levels, Option, Segment
from game.screen.ui.field import TextField
from game.screen.ui.tokens import RADIUS

if TYPE_CHECKING:
    from game.screen.menus.new_match import NewMatchScene

# What stands for a seat: the colour and mark of its pieces.
PIECES: dict[str, tuple[Piece, ...]] = {
    "more-or-less": (Piece("black", 0), Piece("green", 1)),
    "less": (Piece("white", 0), Piece("black", 1), Piece("white", 2, 1), Piece("black", 3, 1)),
    "multiplicity": (Piece("white", 0), Piece("black", 1)),
}
STYLES = {"more-or-less": "counter", "less": "pawn", "multiplicity": "stone"}


def lay_out(scene: NewMatchScene, seat: int, box: pygame.Rect) -> None:
    """The controls of one seat within `box`."""
    px, draft = scene.desk.metrics.px, scene.draft
    who = draft.seats[seat]
    tall = min(scene.row, box.height - 6)
    left = box.left + px(84)
    free = box.right - px(16) - left
    kinds = pygame.Rect(left, 0, round(free * 0.66), tall)
    kinds.centery = box.centery
    options = [
        Option("person", _("Person"), "person"),
        Option("engine", _("Engine"), "engine"),
        Option("board", _("Board"), "board"),
    ]
    scene.form.add(
        Segment(options, who.kind, partial(_set_kind, scene, seat), f"kind-{seat}").at(kinds)
    )
    rest = pygame.Rect(kinds.right + px(14), kinds.top, 0, tall)
    rest.width = box.right - px(16) - rest.left
    if who.kind == "engine":
        levels = Levels(who.level, partial(_set_level, who), _level_text, f"level-{seat}")
        grown = min(box.height - px(10), px(68))
        rest = pygame.Rect(rest.left, 0, rest.width, grown)
        rest.centery = box.centery
        scene.form.add(levels.at(rest))
    else:
        field = TextField(
            who.name,
            partial(_set_name, who),
            placeholder=default_name(draft, seat),
            limit=16,
            name=f"name-{seat}",
        )
        scene.form.add(field.at(rest))


def default_name(draft: Draft, seat: int) -> str:
    """What an unnamed seat is called."""
    colours = {"black": _("Black"), "green": _("Green"), "white": _("White")}
    if draft.game == "libra":
        return _("Seat {number}").format(number=seat + 1)
    name = colours[PIECES[draft.game][seat].colour]
    return f"{name} {1 + seat // 2}" if draft.seat_count == 4 else name


def _level_text(level: int) -> str:
    return _("Level {level}").format(level=level)


def _set_kind(scene: NewMatchScene, seat: int, kind: Any) -> None:
    scene.draft.seats[seat].kind = kind
    scene.changed()


def _set_level(who: Any, level: int) -> None:
    who.level = level


def _set_name(who: Any, name: str) -> None:
    who.name = name


def draw_pieces(scene: NewMatchScene, canvas: Canvas) -> None:
    """What each seat plays with, before its controls."""
    for seat, box in enumerate(scene.seat_boxes):
        canvas.rounded(
            box, canvas.px(RADIUS["card"]), canvas.ui.panel, canvas.ui.line, canvas.hairline
        )
        centre = (box.left + canvas.px(44), box.centery)
        size = min(canvas.px(52), box.height - canvas.px(8))
        draw_seat(canvas, scene.draft, seat, centre, size)


def draw_seat(canvas: Canvas, draft: Draft, seat: int, centre: tuple[int, int], size: int) -> None:
    """The sign of a seat, `size` px wide: its piece, or its role in Libra."""
    if draft.game != "libra":
        sprites = SpriteSet(canvas.theme, STYLES[draft.game], size)
        image = sprites.piece(PIECES[draft.game][seat])
        canvas.surface.blit(image, image.get_rect(center=centre))
        if not canvas.theme.flat:  # a dark piece on a dark card needs a rim
            rim = pygame.Rect(0, 0, size + 2, size + 2)
            rim.center = centre
            canvas.rounded(rim, rim.width // 2, None, canvas.ui.text_second, canvas.hairline)
        return
    rect = pygame.Rect(0, 0, size, size)
    rect.center = centre
    canvas.rounded(rect, canvas.px(RADIUS["button"]), canvas.ui.panel, canvas.ui.text, 2)
    if draft.mode == "bid":
        canvas.text(str(seat + 1), "name", rect, canvas.ui.text, "center")
    else:
        canvas.icon("down" if seat == 0 else "up", centre, canvas.ui.text, 30)
