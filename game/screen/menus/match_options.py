"""The options of each game in a new match, laid out beside a live picture of its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.i18n import N_, _, ngettext
from game.rules import Less
from game.screen.app.scene import Change, Push
from game.screen.menus.draft import BOARDS, LIBRA_SIZES, MULTIPLICITY_SIZES, OWN_BOARD
from game.screen.menus.pick import pick_board
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Option, Segment, Slider, Stepper, Toggle
from game.screen.ui.field import TextField

if TYPE_CHECKING:
    from game.screen.menus.new_match import NewMatchScene

SIDE = 148  # width of the column beside the picture, design px

MODE_NOTES = {
    "duel": N_("Two rounds; each is MORE once. More groups win."),
    "bid": N_("The higher bid is MORE and must make as many groups."),
    "target": N_("MORE wins with at least so many groups."),
}


def lay_out(scene: NewMatchScene, rect: pygame.Rect) -> pygame.Rect:
    """Add the controls of the draft's game to the form; returns the place of the picture."""
    layer = {
        "more-or-less": _more_or_less,
        "less": _less,
        "libra": _libra,
        "multiplicity": _multiplicity,
    }[scene.draft.game]
    return layer(scene, rect)


def draw(scene: NewMatchScene, canvas: Canvas) -> None:
    """Numbers beside the picture, or in a line below it."""
    room = _facts_room(scene)
    tall = max(canvas.px(44), canvas.metrics.type_px("score"))
    for number, words in _facts(scene):
        if room.width > room.height:
            _draw_in_line(canvas, room, number, words)
            continue
        canvas.text(number, "score", pygame.Rect(room.topleft, (room.width, tall)), canvas.ui.text)
        room.top += tall
        lines = canvas.text_height(words, "caption", room.width) + 4
        box = pygame.Rect(room.left, room.top, room.width, lines)
        canvas.text(words, "caption", box, canvas.ui.text_second, valign="top", wrap=True)
        room.top += lines + canvas.px(12)


def _draw_in_line(canvas: Canvas, room: pygame.Rect, number: str, words: str) -> None:
    """Draw at the left end of `room`, and take off what is used."""
    for text, style, colour, gap in (
        (number, "score", canvas.ui.text, canvas.px(10)),
        (words, "caption", canvas.ui.text_second, canvas.px(32)),
    ):
        drawn = canvas.text(text, style, room, colour)
        room.width -= drawn.right + gap - room.left
        room.left = drawn.right + gap


def _facts(scene: NewMatchScene) -> list[tuple[str, str]]:
    game = scene.game
    if game is None:
        return []
    if isinstance(game, Less):
        single, double = game.walls.count("1"), game.walls.count("2")
        return [
            (str(single), ngettext("single wall", "single walls", single)),
            (str(double), ngettext("double wall", "double walls", double)),
        ]
    points = len(game.topology)
    if game.topology.kind == "lines":
        lines = len(game.topology.lines)
        return [
            (str(points), ngettext("point", "points", points)),
            (str(lines), ngettext("line", "lines", lines)),
        ]
    free = points - len(scene.draft.obstacles) * (scene.draft.game == "libra")
    return [(str(free), ngettext("free cell", "free cells", free))]


def _facts_room(scene: NewMatchScene) -> pygame.Rect:
    """Beside the picture, or below it when there the picture can be larger."""
    px, rect, picture = scene.desk.metrics.px, scene.right, scene.preview
    if _is_below(scene, picture):
        top = picture.bottom + px(12)
        return pygame.Rect(rect.left, top, rect.width, _row_below(scene))
    left = picture.right + px(22)
    return pygame.Rect(left, picture.top, rect.right - left, picture.height)


def _is_below(scene: NewMatchScene, picture: pygame.Rect) -> bool:
    return scene.right.right - picture.right < _beside(scene)


def _beside(scene: NewMatchScene) -> int:
    """Width of the column beside the picture."""
    return max(scene.desk.metrics.px(SIDE), 122)


def _row_below(scene: NewMatchScene) -> int:
    return max(scene.desk.metrics.px(52), scene.desk.metrics.type_px("caption") + 16)


def _picture(
    scene: NewMatchScene, rect: pygame.Rect, top: int, buttons: list[Button]
) -> pygame.Rect:
    """The picture's place below `top`; buttons end the column beside it, or the row below it."""
    px, tall = scene.desk.metrics.px, _row_below(scene)
    crowded = len(_facts(scene)) + len(buttons) > 2
    beside = min(rect.width - _beside(scene), rect.bottom - top)
    below = min(rect.width, rect.bottom - top - px(12) - tall)
    if 10 * below <= 11 * beside or crowded:
        picture = pygame.Rect(rect.left, top, beside, beside)
        x, y = picture.right + px(22), picture.bottom - px(4)
    else:
        picture = pygame.Rect(rect.centerx - below // 2, top, below, below)
        x, y = rect.right - _beside(scene), picture.bottom + px(12) + tall
    for button in reversed(buttons):
        y -= tall
        scene.form.add(button.at((x, y, rect.right - x, tall)))
        y -= px(12)
    return picture


# -- the games -----------------------------------------------------------------------------------


def _more_or_less(scene: NewMatchScene, rect: pygame.Rect) -> pygame.Rect:
    px, draft = scene.desk.metrics.px, scene.draft
    top = scene.heading(_("Board (a reconstruction; the original is not recorded)"), *_line(rect))
    options = [Option(name, _points_text(name)) for name in BOARDS]
    options.append(Option(OWN_BOARD, _("Own file")))
    boards = Segment(options, draft.board, scene.setter("board"), "board")
    scene.form.add(boards.at((rect.left, top, rect.width, scene.row)))
    top = boards.rect.bottom + px(12)
    if draft.board == OWN_BOARD:
        field = TextField(
            draft.board_file,
            scene._set("board_file"),
            placeholder=_("Path of a board file"),
            limit=240,
            on_accept=lambda: scene.changed(),
            paste=scene.desk.paste_text,
            name="board-file",
        )
        load = Button(
            _("Load"), lambda: scene.changed(), icon="folder", name="load", style="caption"
        )
        wide = px(132)
        scene.form.add(field.at((rect.left, top, rect.width - wide - px(12), scene.row)))
        scene.beside(field, lambda: Push(pick_board(draft.board_file)), "find-board")
        scene.form.add(load.at((rect.right - wide, top, wide, scene.row)))
        top += scene.row + px(12)
    return _picture(scene, rect, top, [])


def _points_text(name: str) -> str:
    count = int(name.split("-")[1])
    return ngettext("{count} point", "{count} points", count).format(count=count)


def _less(scene: NewMatchScene, rect: pygame.Rect) -> pygame.Rect:
    px, draft = scene.desk.metrics.px, scene.draft
    row, gap = scene.row, px(12)
    block = Toggle(
        _("Home block"),
        draft.block,
        scene._set("block"),
        _("a piece left at home loses by 10"),
        "block",
    )
    scene.form.add(block.at((rect.left, rect.top, rect.width, row)))
    top = scene.heading(_("Walls"), rect.left, block.rect.bottom + gap, rect.width)
    ways = [
        Option("random", _("Random")),
        Option("tiles", _("By tile")),
        Option("walls", _("Wall by wall")),
    ]
    way = Segment(
        ways, draft.walls_by, lambda v: (draft.set_walls_by(v), scene.changed())[1], "way"
    )
    scene.form.add(way.at((rect.left, top, rect.width, row)))
    top = way.rect.bottom + gap
    buttons = [
        Button(_("Shuffle"), lambda: _shuffle(scene), icon="dice", name="shuffle", style="caption")
    ]
    if draft.walls_by == "random":
        many = [Option("few", _("few")), Option("mixed", _("mixed")), Option("many", _("many"))]
        density = Segment(many, draft.density, scene.setter("density"), "density")
        scene.form.add(density.at((rect.left, top, rect.width, row)))
        top = density.rect.bottom + gap
    else:
        buttons.append(
            Button(
                _("Edit"), lambda: _edit_layout(scene), icon="gear", name="edit", style="caption"
            )
        )
    return _picture(scene, rect, top + px(4), buttons)


def players(scene: NewMatchScene) -> Segment:
    """Two players, or four in two teams."""
    draft = scene.draft
    return Segment(
        [Option(2, "2"), Option(4, _("4 in teams"))],
        draft.players,
        lambda n: (draft.set_players(n), scene.changed())[1],
        "players",
    )


def _shuffle(scene: NewMatchScene) -> None:
    scene.draft.shuffle(scene.dice)
    scene.changed()


def _edit_layout(scene: NewMatchScene) -> Change:
    from game.screen.menus.layout_editor import LayoutEditorScene

    return Push(LayoutEditorScene(scene.draft))


def _libra(scene: NewMatchScene, rect: pygame.Rect) -> pygame.Rect:
    px, draft = scene.desk.metrics.px, scene.draft
    modes = [Option("duel", _("Duel")), Option("bid", _("Bid")), Option("target", _("Target"))]
    top = scene.heading(_(MODE_NOTES[draft.mode]), *_line(rect))
    mode = Segment(modes, draft.mode, scene.setter("mode"), "mode")
    scene.form.add(mode.at((rect.left, top, rect.width, scene.row)))
    top = mode.rect.bottom + px(10)
    if draft.mode == "target":
        slider = Slider(
            1, draft.most_target, 1, draft.target, lambda v: _set_target(scene, v), name="target"
        )
        row = pygame.Rect(rect.left, top, rect.width, scene.row)
        scene.labelled(_("Target"), slider, row, 0.25)
        top = row.bottom + px(10)
    size = Stepper(
        list(LIBRA_SIZES),
        draft.libra_size,
        lambda n: (draft.set_libra_size(n), scene.changed())[1],
        _side_text,
        "size",
    )
    row = pygame.Rect(rect.left, top, rect.width, scene.row)
    scene.labelled(_("Board"), size, row, 0.25)
    edit = Button(
        _("Obstacles"), lambda: _edit_obstacles(scene), icon="hexagon", name="edit", style="caption"
    )
    return _picture(scene, rect, row.bottom + px(14), [edit])


def _set_target(scene: NewMatchScene, value: float) -> None:
    scene.draft.target = round(value)


def _edit_obstacles(scene: NewMatchScene) -> Change:
    from game.screen.menus.obstacle_editor import ObstacleEditorScene

    return Push(ObstacleEditorScene(scene.draft))


def _multiplicity(scene: NewMatchScene, rect: pygame.Rect) -> pygame.Rect:
    px, draft = scene.desk.metrics.px, scene.draft
    size = Stepper(
        list(MULTIPLICITY_SIZES),
        draft.multiplicity_size,
        scene.setter("multiplicity_size"),
        _side_text,
        "size",
    )
    row = pygame.Rect(rect.left, rect.top, rect.width, scene.row)
    scene.labelled(_("Board"), size, row, 0.25)
    ends = [Option("one-empty", _("one cell is left")), Option("full", _("the board is full"))]
    end = Segment(ends, draft.end, scene._set("end"), "end")
    row = row.move(0, scene.row + px(10))
    scene.labelled(_("Ends when"), end, row, 0.25)
    return _picture(scene, rect, row.bottom + px(14), [])


def _side_text(size: int) -> str:
    cells = 3 * size * (size - 1) + 1
    return _("side {size}, {cells} cells").format(size=size, cells=cells)


def _line(rect: pygame.Rect) -> tuple[int, int, int]:
    return rect.left, rect.top, rect.width
