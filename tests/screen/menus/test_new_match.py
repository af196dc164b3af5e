"""The scene of a new match works by mouse, keys and file, and refuses everything wrong."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.games.less.rules import Less
from game.games.less.screen import pane as less_pane
from game.games.less.screen.options import LessOptions
from game.games.more_or_less.screen.plugin import MoreOrLessOptions
from game.games.multiplicity.screen.plugin import MultiplicityOptions
from game.platform import storage
from game.platform.settings import load_settings
from game.rules.boards import read_board
from game.rules.registry import titles
from game.screen.app.scene import Scene
from game.screen.editor.scene import PositionEditorScene
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.new_match import NewMatchScene
from game.screen.menus.pick_list import PickScene, in_short
from game.screen.menus.seat_rows import level_words
from game.screen.play.scene import PlayScene
from game.screen.ui.button import Button
from game.screen.ui.choosers import BESIDE_TRACK, Segment, Toggle
from hardware.host.ports import FoundPort
from tests.screen.menus.drafts import drafted, options_of
from tests.screen.screens import (
    FRAME,
    click,
    copies,
    focused_name,
    form_of,
    key,
    make_app,
    paste,
    press,
    recorded,
    scene_of,
    texts,
    write,
)

KEYS = tuple(titles())

# -- the scene -----------------------------------------------------------------------------------


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that gets the spec of each started match; no play scene opens."""
    specs: list[Any] = []

    class Stand(Scene):
        def __init__(self, spec: Any, match: Any = None, **_how: Any) -> None:
            specs.append(spec)

    monkeypatch.setattr("game.screen.play.scene.PlayScene", Stand)
    return specs


def test_enter_alone_starts_each_game(started: list[Any]) -> None:
    for number, game in enumerate(KEYS):
        app = make_app(GameChoiceScene())
        press(app, *["right"] * number, "accept")
        assert isinstance(app.scene, NewMatchScene)
        press(app, "accept")
        assert started[-1].setup.split()[0] == game
        app.close()


def test_keyboard_reaches_every_control() -> None:
    app = make_app(NewMatchScene("less"))
    form = form_of(app.scene)
    reached = set()
    for _number in range(40):
        press(app, "next")
        form = form_of(app.scene)
        reached.add(focused_name(app.scene))
    assert reached == {w.name for w in form.widgets if w.reachable}


def test_mouse_sets_up_a_libra_target_game(started: list[Any]) -> None:
    app = make_app(NewMatchScene("more-or-less"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    game = scene.form.get("game").rect
    click(app, (game.left + game.width * 5 // 8, game.centery))
    mode = scene.form.get("mode").rect
    click(app, (mode.right - 20, mode.centery))
    click(app, scene.form.get("target").rect.center)
    kind = scene.form.get("kind-0").rect
    click(app, (kind.left + kind.width * 3 // 8, kind.centery))
    click(app, scene.form.get("start").rect.center)
    (spec,) = started
    words = spec.setup.split()
    assert words[:3] == ["libra", "size=5", "mode=target"]
    assert spec.seats[0].kind == "engine"


def test_names_are_written_and_kept(started: list[Any]) -> None:
    app = make_app(NewMatchScene("multiplicity"))
    app.keep = True
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    scene.form.focus("name-0")
    write(app, "Zoë")
    assert scene.text_input
    scene.form.focus("start")
    press(app, "accept")
    assert started[0].seats[0].name == "Zoë"
    app.files.close()  # waits until the other thread has written the files
    assert load_settings()[0].names[0] == "Zoë"


def test_errors_are_told_and_nothing_starts(started: list[Any]) -> None:
    draft = drafted(board="own", board_file="no-such-file.json")
    app = make_app(NewMatchScene(draft=draft))
    press(app, "accept")
    assert started == []
    assert any("no-such-file.json" in text for text in texts(app))


def test_a_board_file_dropped_on_the_window_is_used(tmp_path: Path, started: list[Any]) -> None:
    app = make_app(NewMatchScene("less"))
    board = tmp_path / "mine.json"
    board.write_text(read_board("decagon-51"), encoding="utf-8")
    app.frame(0.02, [pygame.event.Event(pygame.DROPFILE, file=str(board))])
    form_of(app.scene).focus("start")
    press(app, "accept")
    assert started[0].setup == f"more-or-less board={board}"


def test_a_damaged_board_file_is_told_and_the_next_one_taken(tmp_path: Path) -> None:
    app = make_app(NewMatchScene("more-or-less"))
    for name, text in (("bad.json", "{"), ("good.json", read_board("decagon-71"))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        app.frame(0.02, [pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / name))])
        if name == "bad.json":
            assert any("bad.json" in shown for shown in texts(app))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    assert scene.problem == ""
    assert scene.game is not None
    assert len(scene.game.topology) == 71


def test_setup_is_copied() -> None:
    app = make_app(NewMatchScene("multiplicity"))
    copied = copies(app)
    form_of(app.scene).focus("copy")
    press(app, "accept")
    assert copied == ["multiplicity size=5"]


def test_a_setup_is_pasted(started: list[Any]) -> None:
    app = make_app(NewMatchScene("multiplicity"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    for text in ("less seats=4", "  libra size=8 mode=bid\n"):
        paste(app, text)
        scene.form.focus("paste")
        press(app, "accept")
    assert app.toasts.live, "less wants walls"
    scene.form.focus("start")
    press(app, "accept")
    assert started[0].setup == "libra size=8 mode=bid"


def test_options_of_the_second_reading_are_chosen_by_keys(started: list[Any]) -> None:
    for game, name in (("more-or-less", "pass"), ("multiplicity", "opening"), ("less", "scoring")):
        app = make_app(NewMatchScene(game))
        for control, way in ((name, "left" if game == "less" else "right"), ("sides", "right")):
            form_of(app.scene).focus(control)
            press(app, way)
        form_of(app.scene).focus("start")
        press(app, "accept")
        app.close()
    assert [spec.lot in (0, 1) for spec in started] == [True] * 3
    assert "pass=free" in started[0].setup
    assert "opening=free" in started[1].setup
    assert [spec.scoring for spec in started] == [True, True, False]


@pytest.mark.parametrize(
    ("game", "colour"), [("more-or-less", ", as Black."), ("less", ", as White."), ("libra", ".")]
)
def test_the_match_says_who_was_drawn(game: str, colour: str) -> None:
    draft = drafted(game, sides="lot")
    draft.seats[0].name = "Ada"
    for seed, name in ((1, "Ada"), (0, "Engine 4")):
        spec = draft.spec(random.Random(seed))
        app = make_app(PlayScene(spec))
        assert f"Drawn by lot: {name} begins{colour}" in texts(app)
        app.close()


def test_escape_goes_back_to_the_choice() -> None:
    app = make_app(GameChoiceScene())
    press(app, "accept", "cancel")
    assert isinstance(app.scene, GameChoiceScene)


def test_the_real_play_scene_opens() -> None:
    app = make_app(NewMatchScene("multiplicity"))
    press(app, "accept")
    assert isinstance(app.scene, PlayScene)
    app.close()


def test_sizes_change_the_picture_at_once() -> None:
    app = make_app(NewMatchScene("multiplicity"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    before = scene.view
    scene.form.focus("size")
    press(app, "right")
    assert options_of(scene.draft, MultiplicityOptions).multiplicity_size == 6
    assert scene.view is not before
    assert scene.view is not None
    assert len(scene.view.look.places) == 91


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("game", KEYS)
def test_the_picture_keeps_clear_of_the_controls(game: str, size: tuple[int, int]) -> None:
    app = make_app(NewMatchScene(game), size)
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    assert scene.left.contains(scene.preview)
    names = {w.name for w in scene.form.widgets if w.rect.colliderect(scene.preview)}
    assert names <= {"picture"}
    app.close()


def test_a_small_window_has_the_picture_above_its_numbers() -> None:
    app = make_app(NewMatchScene("more-or-less"), (800, 600))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    assert scene.preview.width > 0.8 * scene.left.width
    app.draw()
    words = ("81", "points", "25", "lines")
    tops = [d.rect.top for d in recorded(app).drawn if d.text in words]
    assert len(tops) == 4
    assert min(tops) >= scene.preview.bottom
    app.close()


@pytest.mark.parametrize("size", [(800, 480), (1280, 800)])
def test_large_words_of_switches_are_of_one_size_and_near_their_own(size: tuple[int, int]) -> None:
    draft = drafted("less", players=4)
    app = make_app(NewMatchScene(draft=draft), size, language="de", font_scale=1.5)
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    toggles = [w for w in scene.form.widgets if isinstance(w, Toggle) and w.name != "fair"]
    row = [toggle for toggle in toggles if toggle.rect.top == toggles[-1].rect.top]
    assert len(row) == 3
    metrics = scene.services.metrics
    apart = [right.rect.left - left.rect.right for left, right in itertools.pairwise(row)]
    assert min(apart) >= metrics.px(BESIDE_TRACK)
    shares = [toggle.rect.width / toggle.wanted_widths(metrics)[0] for toggle in row]
    assert max(shares) - min(shares) < 0.1
    app.close()


# -- what is found, beside what can be typed -------------------------------------------------------


def test_a_board_of_the_users_folder_is_chosen_from_a_list(home: Path) -> None:
    folder = storage.boards_folder()
    good = read_board("decagon-51")
    (folder / "club.json").write_text(good, encoding="utf-8")
    (folder / "broken.json").write_text(good[:-20], encoding="utf-8")
    app = make_app(NewMatchScene(draft=drafted(board="own")))
    try:
        scene = app.scene
        assert isinstance(scene, NewMatchScene)
        click(app, scene.form.get("find-board").rect.center)
        assert isinstance(app.scene, PickScene)
        shown = texts(app)
        assert "51 points" in shown
        assert any(text.startswith("broken.json is not JSON: line") for text in shown)
        press(app, "down", "accept")
        assert scene_of(app) is scene
        chosen = options_of(scene.draft, MoreOrLessOptions)
        assert chosen.board_file == str(folder / "club.json")
        assert scene.game is not None
        assert len(scene.game.topology) == 51
    finally:
        app.close()


def test_a_port_is_chosen_from_those_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [FoundPort("/dev/ttyUSB0", "CH340 1a86:7523", True)]
    monkeypatch.setattr("hardware.host.ports.ports", lambda: found)
    draft = drafted("multiplicity")
    draft.seats[0].kind = "board"
    app = make_app(NewMatchScene(draft=draft))
    try:
        scene = app.scene
        assert isinstance(scene, NewMatchScene)
        click(app, scene.form.get("find-link").rect.center)
        pick = app.scene
        assert isinstance(pick, PickScene)
        assert [choice.value for choice in pick.found] == ["sim", "auto", "/dev/ttyUSB0"]
        assert "CH340 1a86:7523" in texts(app)
        found.append(FoundPort("/dev/ttyUSB1", "", True))
        click(app, pick.form.get("again").rect.center)
        assert len(pick.found) == 4, "looked for again"
        press(app, "cancel")
        assert scene.draft.board_link == "sim", "nothing chosen, nothing changed"
        click(app, scene.form.get("find-link").rect.center)
        press(app, "last", "accept")
        assert scene.draft.board_link == "/dev/ttyUSB1"
        assert scene.draft.spec().board == "/dev/ttyUSB1"
    finally:
        app.close()


def test_an_empty_folder_says_where_boards_belong(home: Path) -> None:
    app = make_app(NewMatchScene(draft=drafted(board="own")))
    try:
        scene = app.scene
        assert isinstance(scene, NewMatchScene)
        click(app, scene.form.get("find-board").rect.center)
        shown = texts(app)
        assert "Nothing found" in shown
        assert any(in_short(storage.boards_folder()) in text for text in shown)
        press(app, "cancel")
        assert scene_of(app) is scene
    finally:
        app.close()


def test_long_paths_are_told_by_their_end() -> None:
    assert in_short(Path.home() / "boards") == str(Path("~/boards"))
    long = in_short(Path("/srv/a-very-long-name/and-another-one-below-it/data/boards"))
    assert long == str(Path("…/and-another-one-below-it/data/boards"))


def test_walls_are_clicked_in_the_picture_itself() -> None:
    app = make_app(NewMatchScene(draft=drafted("less", seed=2)))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    assert isinstance(scene.game, Less)
    before = scene.game.walls
    number = before.index("0")
    for _again in range(2):
        picture: Any = form_of(scene).get("picture")
        click(app, picture.grid.rect(number).center)
        assert isinstance(scene.draft.options, LessOptions)
        assert scene.draft.options.walls_by == "walls"
    walls = f"{before[:number]}2{before[number + 1 :]}"
    assert scene.game.walls == walls


def test_the_level_is_explained_in_words() -> None:
    app = make_app(NewMatchScene("multiplicity"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    said = " ".join(texts(app))
    assert "Level 4 sees what is plain" in said
    assert "against level 2." in said
    scene.form.focus("level-1")
    press(app, "right")
    assert "against level 3." in " ".join(texts(app))
    scene.draft.seats[1].kind = "person"
    scene.resize()
    app.frame(FRAME)
    assert "wins about" not in " ".join(texts(app))
    app.close()


def test_every_level_has_its_words() -> None:
    words = [level_words(level) for level in range(1, 11)]
    assert len(set(words)) == 10
    assert "against" not in words[1]
    assert words[9].endswith("against level 8.")


def test_a_position_is_made_in_the_editor_and_given_up_again(started: list[Any]) -> None:
    app = make_app(NewMatchScene("multiplicity"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    scene.form.focus("position")
    press(app, "accept")
    editor = app.scene
    assert isinstance(editor, PositionEditorScene)
    press(app, "accept")
    editor.form.focus("play")
    press(app, "accept")
    assert scene_of(app) is scene
    assert scene.draft.position == "white=e5 last=e5 turns=1 turn=black"
    shown_position: Any = scene.boards[0].position
    assert len(shown_position) == 1
    scene.form.focus("size")
    press(app, "right")
    assert scene.draft.position, "it fits the larger board"
    scene.form.focus("first")
    press(app, "accept")
    assert scene.draft.position == ""
    scene.form.focus("start")
    press(app, "accept")
    assert started[0].position is None


def test_how_far_both_sides_have_to_go_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {0: 19, 1: 19}
    monkeypatch.setattr(less_pane, "way_home", lambda game, state, side: found[side])
    # An earlier test may already have asked for this layout.
    monkeypatch.setattr(less_pane, "was_asked", lambda *_layout: False)
    app = make_app(NewMatchScene("less"))
    assert "moves home for both" not in texts(app)
    for _second in range(3):
        app.frame(0.6)
    assert "19" in texts(app)
    found[1] = 21
    app.scene.resize()
    for _second in range(3):
        app.frame(0.6)
    assert "19 : 21" in texts(app)
    app.close()


@pytest.mark.parametrize("game", KEYS)
def test_enter_starts_as_its_label_says_after_any_click(started: list[Any], game: str) -> None:
    app = make_app(NewMatchScene(game))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    choices = [w.name for w in scene.form.widgets if isinstance(w, Segment) and w.reachable]
    for name in choices:
        if name not in {widget.name for widget in scene.form.widgets}:
            continue  # an earlier choice has removed the control
        click(app, scene.form.get(name).rect.center)
        app.draw()
        assert scene.form.get("start").entered, f"no key on the label after a click on {name}"
    before = scene.draft.kept()
    key(app, pygame.K_RETURN, "return")
    assert len(started) == 1
    assert scene.draft.kept() == before, "Enter changed a choice"
    app.close()


def test_the_label_names_no_key_while_the_keys_are_elsewhere(started: list[Any]) -> None:
    app = make_app(NewMatchScene("less"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    press(app, "next")
    while not isinstance(scene.form.focused, Segment):
        press(app, "next")
    app.draw()
    assert not scene.form.get("start").entered
    key(app, pygame.K_RETURN, "return")
    assert started == []
    app.close()


def test_a_phone_and_the_choice_of_an_opponent_have_icons_of_their_own() -> None:
    app = make_app(NewMatchScene("libra"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    kinds = next(w for w in scene.form.widgets if w.name == "kind-1")
    assert isinstance(kinds, Segment)
    icons = [option.icon for option in kinds.options]
    opponent = next(w for w in scene.form.widgets if w.name == "opponent-1")
    assert isinstance(opponent, Button)
    assert len({*icons, opponent.icon}) == len(icons) + 1
    app.close()
