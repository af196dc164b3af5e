"""The editors of walls, tiles and obstacles, which a new match opens, work."""

from __future__ import annotations

from typing import Any

import pytest

from game.games.less.screen.options import LessOptions
from game.rules.registry import parse_setup
from game.screen.app.scene import Push, Replace
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.match_draft import MatchDraft
from game.screen.menus.new_match import NewMatchScene
from game.screen.ui.input import Pointer
from tests.screen.menus.drafts import drafted, options_of
from tests.screen.screens import act_on, click, form_of, make_app, press, shown, texts, wait


def open_editor(draft: MatchDraft) -> Any:
    app = make_app(NewMatchScene(draft=draft))
    form_of(app.scene).focus("edit")
    press(app, "accept")
    return app


def walls_draft() -> MatchDraft:
    draft = drafted("less", seed=2)
    options = options_of(draft, LessOptions)
    options.set_walls_by("walls")
    options.walls = "0" * 60
    return draft


def test_walls_by_keyboard() -> None:
    app = open_editor(walls_draft())
    editor = app.scene
    press(app, "accept", "right", "accept", "accept", "down")
    assert editor.options.walls[:2] == "12"
    editor.form.focus("use")
    press(app, "accept")
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    assert scene.draft.options.setup().startswith("less walls=12000")


def test_every_edge_is_reached_by_arrows() -> None:
    app = open_editor(walls_draft())
    editor = app.scene
    grid = editor.form.get("board").grid
    reached, todo = {0}, [0]
    while todo:
        here = todo.pop()
        for step in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            there = grid.beside(here, step)
            if there is not None and there not in reached:
                reached.add(there)
                todo.append(there)
    assert reached == set(range(60))


def test_walls_by_mouse_take_the_nearest_edge() -> None:
    app = open_editor(walls_draft())
    editor = app.scene
    grid = editor.form.get("board").grid
    for number in range(60):
        x, y = grid.rect(number).center
        assert grid.at((x + 3, y - 3)) == number
    click(app, grid.rect(17).center)
    click(app, grid.rect(17).center, touch=True)
    assert editor.options.walls == "0" * 17 + "2" + "0" * 42


def test_tiles_turn_and_change_places() -> None:
    draft = drafted("less", walls_by="tiles", tiles="A0B1C2D3E0F1G2H3I0")
    app = open_editor(draft)
    editor = app.scene
    press(app, "accept", "right", "accept")
    assert editor.options.tiles == "A1B2C2D3E0F1G2H3I0"
    editor.form.get("letter").on_change("C")  # choosing a letter in use swaps the two tiles
    assert editor.options.tiles == "A1C2B2D3E0F1G2H3I0"
    editor.form.get("letter").on_change("L")
    assert editor.options.tiles == "A1L2B2D3E0F1G2H3I0"


def test_pasted_digits_are_taken_or_refused_in_words() -> None:
    app = open_editor(walls_draft())
    editor = app.scene
    good = "12" * 30
    app.paste_text = lambda: f" {good[:30]}\n{good[30:]} "
    editor.form.get("paste").act()
    assert editor.options.walls == good
    app.paste_text = lambda: "12" * 29 + "1"
    editor.form.get("paste").act()
    assert editor.options.walls == good
    wait(app, 0.5)  # until the toast has opened
    assert any("59" in text for text in texts(app))


def test_escape_leaves_the_draft_as_it_was() -> None:
    app = open_editor(walls_draft())
    press(app, "accept", "cancel")
    assert app.scene.draft.options.walls == "0" * 60


def test_obstacles_by_keyboard_and_mouse() -> None:
    app = open_editor(drafted("libra"))
    editor = app.scene
    press(app, "accept", "up", "accept", "accept")
    assert editor.options.obstacles == ("e5",)
    assert editor.view is not None
    x, y = editor.view.position("b4")
    app.frame(0.02, [Pointer("move", (round(x), round(y)))])
    click(app, (round(x), round(y)))
    editor.form.focus("use")
    press(app, "accept")
    assert app.scene.draft.options.setup() == "libra size=5 mode=duel obstacles=b4,e5"


def test_every_cell_is_reached_by_arrows() -> None:
    app = open_editor(drafted("libra", libra_size=4))
    editor = app.scene
    control = editor.form.get("cells")
    reached, todo = {editor.spot}, [editor.spot]
    while todo:
        editor.spot = todo.pop()
        for step in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            here = editor.spot
            there = control.beside(*step)
            if there is not None and there not in reached:
                reached.add(there)
                todo.append(there)
            editor.spot = here
    assert len(reached) == 37


@pytest.mark.parametrize("size", [2, 8])
def test_the_smallest_and_the_largest_board_take_obstacles(size: int) -> None:
    app = open_editor(drafted("libra", libra_size=size))
    cells = parse_setup(f"libra size={size}").topology.points
    editor = app.scene
    for cell in (cells[0], cells[-1]):
        x, y = editor.view.position(cell)
        click(app, (round(x), round(y)))
    assert set(editor.options.obstacles) == {cells[0], cells[-1]}
    editor.form.focus("rim")
    press(app, "accept")
    assert editor.options.free_cells == 3 * (size - 1) * (size - 2) + 1
    editor.form.focus("use")
    press(app, "accept")
    assert len(app.scene.game.obstacles) == 6 * (size - 1)


def test_one_cell_stays_free() -> None:
    cells = parse_setup("libra size=3").topology.points
    app = open_editor(drafted("libra", libra_size=3, obstacles=tuple(cells[:-1])))
    app.scene.flip(cells[-1])
    assert app.scene.options.free_cells == 1
    wait(app, 0.2)
    assert any("One cell must stay free" in text for text in texts(app))


def test_changes_are_values() -> None:
    scene = GameChoiceScene()
    make_app(scene)
    assert isinstance(act_on(scene, "less"), Push)
    app = make_app(NewMatchScene("less"))
    change = shown(app, NewMatchScene).start()
    assert isinstance(change, Replace)


def test_walls_are_drawn_over_several_edges_in_one_press() -> None:
    app = open_editor(walls_draft())
    editor = app.scene
    grid = editor.form.get("board").grid
    spots = [grid.rect(number).center for number in (0, 1, 2)]
    app.frame(1 / 60, [Pointer("down", spots[0])])
    for spot in spots[1:]:
        app.frame(1 / 60, [Pointer("move", spot, held=True)])
    app.frame(1 / 60, [Pointer("up", spots[-1])])
    assert editor.options.walls[:4] == "1110"


def test_obstacles_are_painted_by_dragging() -> None:
    app = open_editor(drafted("libra"))
    editor = app.scene
    places = {point: editor.view.position(point) for point in ("c3", "d3", "e3")}
    for _again in range(2):
        for number, (x, y) in enumerate(places.values()):
            kind = "move" if number else "down"
            app.frame(1 / 60, [Pointer(kind, (round(x), round(y)), held=bool(number))])
        app.frame(1 / 60, [Pointer("up", (5, 5))])
        if not _again:
            assert set(editor.options.obstacles) == set(places)
    assert editor.options.obstacles == (), "drawn over again, they are freed"


def test_a_double_wall_set_by_hand_survives_a_look_at_the_tiles() -> None:
    options = options_of(walls_draft(), LessOptions)
    options.walls = "2" + "0" * 59
    options.set_walls_by("tiles")
    options.set_walls_by("walls")
    assert options.walls == "2" + "0" * 59
    options.set_walls_by("tiles")
    tiles = options.tiles
    options.tiles = f"{tiles[0]}{(int(tiles[1]) + 1) % 4}{tiles[2:]}"
    options.set_walls_by("walls")
    assert options.walls != "2" + "0" * 59, "tiles that were changed are taken over"


def test_a_quick_stroke_leaves_no_cell_out() -> None:
    """The window gets pointer events only at the two ends of the stroke."""
    app = open_editor(drafted("libra"))
    editor = app.scene
    line = ["b5", "c5", "d5", "e5", "f5", "g5", "h5"]
    first, last = (tuple(map(round, editor.view.position(p))) for p in (line[0], line[-1]))
    app.frame(1 / 60, [Pointer("down", first, held=True)])
    app.frame(1 / 60, [Pointer("move", last, held=True)])
    assert set(editor.options.obstacles) == set(line)


def test_a_quick_stroke_leaves_no_edge_out() -> None:
    app = open_editor(walls_draft())
    editor = app.scene
    grid = editor.form.get("board").grid
    rects = [grid.rect(number) for number in range(60)]
    row = sorted((r for r in rects if r.centery == rects[5].centery), key=lambda r: r.centerx)
    app.frame(1 / 60, [Pointer("down", row[0].center, held=True)])
    app.frame(1 / 60, [Pointer("move", row[-1].center, held=True)])
    laid = [n for n, digit in enumerate(editor.options.walls) if digit == "1"]
    assert {rects.index(edge) for edge in row} <= set(laid)
