"""The rules scene works by mouse, keys and pad: pages, steps, trying actions; its texts fit."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from game.platform.i18n import LANGUAGES
from game.rules.boards import read_board
from game.rules.registry import titles
from game.screen.app.app import App
from game.screen.editor.scene import PositionEditorScene
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.rulebook.book import pages_of
from game.screen.rulebook.handlers import ExampleHandler, PuzzleHandler, TaskHandler
from game.screen.rulebook.live_board import LiveBoard
from game.screen.rulebook.scene import ContentsScene, RulesScene
from game.screen.ui.input import Dropped, Pointer, Press
from tests.screen.screens import (
    Unseen,
    click,
    longer_language,
    make_app,
    press,
    recorded,
    texts,
    wait,
)


def scene_of(app: App) -> RulesScene:
    scene = app.scene
    assert isinstance(scene, RulesScene)
    return scene


def stage_of(app: App) -> LiveBoard:
    stage = scene_of(app).stage
    assert stage is not None
    return stage


def spot_of(app: App, name: str) -> tuple[int, int]:
    return scene_of(app).form.get(name).rect.center


def point_spot(app: App, point: str) -> tuple[int, int]:
    stage = scene_of(app).stage
    assert stage is not None
    x, y = stage.at(point)
    return round(x), round(y)


def test_steps_forth_and_back_by_keys() -> None:
    app = make_app(RulesScene("more-or-less", "aim"), animation_speed=0.0)
    handler = scene_of(app).handler
    assert isinstance(handler, ExampleHandler)
    assert any("eight counters" in text for text in texts(app))
    press(app, "accept")
    assert handler.at == 1
    press(app, "accept")
    assert handler.at_end
    assert any("Green wins" in text for text in texts(app))
    press(app, "undo")
    assert handler.at == 1


def test_an_example_runs_by_itself_and_stops_at_its_end() -> None:
    app = make_app(RulesScene("less", "turn"), animation_speed=4.0)
    click(app, spot_of(app, "run"))
    handler = scene_of(app).handler
    assert isinstance(handler, ExampleHandler)
    assert handler.running
    wait(app, 25, dt=0.1)
    assert handler.at_end
    assert not handler.running
    click(app, spot_of(app, "run"))  # runs the example again
    assert handler.at == 0


def test_pages_and_games_are_leafed_through() -> None:
    app = make_app(RulesScene())
    press(app, "page-down", "page-down")
    assert scene_of(app).number == 2
    press(app, "page-up")
    assert scene_of(app).number == 1
    click(app, spot_of(app, "next-page"))
    assert scene_of(app).number == 2
    scene_of(app).form.focus("games")
    press(app, "right")
    assert scene_of(app).game == "less"
    assert scene_of(app).number == 0
    for _page in range(len(pages_of("less")) + 3):
        press(app, "page-down")
    assert scene_of(app).number == len(pages_of("less")) - 1


def test_contents_lead_to_a_page() -> None:
    app = make_app(RulesScene("libra"))
    click(app, spot_of(app, "contents"))
    assert isinstance(app.scene, ContentsScene)
    assert {"Counting groups", "try it", "puzzle"} <= set(texts(app))
    press(app, "down", "down", "accept")
    assert scene_of(app).page.key == pages_of("libra")[2].key
    press(app, "cancel")


def test_escape_goes_back_to_where_one_came_from() -> None:
    app = make_app(GameChoiceScene())
    press(app, "rules")
    assert isinstance(app.scene, RulesScene)
    press(app, "cancel")
    assert isinstance(app.scene, GameChoiceScene)


def test_a_task_is_solved_by_mouse_and_told_what_is_wrong() -> None:
    app = make_app(RulesScene("more-or-less", "try-slide"), animation_speed=0.0)
    handler = scene_of(app).handler
    assert isinstance(handler, TaskHandler)
    click(app, point_spot(app, "b1"))
    assert handler.said.kind == "bad"
    assert "own colour" in handler.said.text
    click(app, point_spot(app, "g1"))
    click(app, point_spot(app, "g3"))
    assert "rim" in handler.said.text
    click(app, point_spot(app, "c2"))
    assert handler.said.kind == "good"
    click(app, point_spot(app, "b10"))
    assert handler.done
    assert any("A good slide" in text for text in texts(app))
    click(app, spot_of(app, "restart"))
    assert not handler.history


def test_a_task_is_solved_by_keys_alone() -> None:
    app = make_app(RulesScene("libra", "try-less"), animation_speed=0.0)
    handler = scene_of(app).handler
    assert isinstance(handler, TaskHandler)
    press(app, "accept")  # the cursor appears on the centre
    assert scene_of(app).pane.cursor == "e5"
    press(app, "up", "accept")
    assert handler.said.kind == "bad"  # e6 is occupied
    press(app, "down", "accept")
    assert handler.done
    press(app, "take-back")
    assert not handler.done


def test_a_pad_colours_the_stone_and_places_it() -> None:
    app = make_app(RulesScene("libra", "try-more"), animation_speed=0.0)
    handler = scene_of(app).handler
    assert isinstance(handler, TaskHandler)
    pad = [Press(("accept",)), Press(("colour",))]
    app.frame(1 / 60, [pad[0]])
    app.frame(1 / 60, [pad[1]])
    assert handler.colour == "black"
    app.frame(1 / 60, [Press(("down",))])
    app.frame(1 / 60, [pad[0]])
    assert handler.pieces["e4"].colour == "black"


def test_the_solution_of_every_task_can_be_shown() -> None:
    for game, pages in ((key, pages_of(key)) for key in titles()):
        app = make_app(RulesScene(game), animation_speed=0.0)
        for number, _page in enumerate(pages):
            scene = scene_of(app)
            scene.turn_to(number)
            if isinstance(scene.handler, TaskHandler):
                click(app, spot_of(app, "solve"))
                assert scene.handler.done
                assert scene.handler.said.kind == "good"
        app.close()


def test_a_puzzle_is_built_by_clicks_and_a_larger_board_chosen() -> None:
    app = make_app(RulesScene("libra", "puzzle"))
    handler = scene_of(app).handler
    assert isinstance(handler, PuzzleHandler)
    assert handler.game.topology.size == 2
    click(app, spot_of(app, "larger"))
    click(app, point_spot(app, "c3"))
    assert handler.builder.pieces["c3"].colour == "white"
    app.frame(1 / 60, [Pointer("down", point_spot(app, "c3"), button=3, held=True)])
    app.frame(1 / 60, [Pointer("up", point_spot(app, "c3"), button=3)])
    assert not handler.builder.pieces
    click(app, spot_of(app, "larger"))
    assert handler.game.topology.size == 4
    assert stage_of(app).game is handler.game
    click(app, spot_of(app, "solve"))
    assert any("14 groups" in text for text in texts(app))


def test_a_stuck_position_is_asked_for_in_either_colour_and_on_any_board(tmp_path: Path) -> None:
    app = make_app(RulesScene("more-or-less", "stuck"))
    handler = scene_of(app).handler
    assert isinstance(handler, PuzzleHandler)
    assert any("Green can neither" in text for text in texts(app))
    click(app, spot_of(app, "colour"))
    assert any("Black can neither" in text for text in texts(app))
    click(app, spot_of(app, "boards"))
    assert {"decagon-51", "decagon-71", "decagon-81"} <= set(texts(app))
    press(app, "down", "accept")
    assert len(handler.game.topology) == 71
    click(app, spot_of(app, "solve"))
    assert any("Black can neither jump nor slide. Solved!" in text for text in texts(app))
    own = tmp_path / "own.json"
    own.write_text(read_board("decagon-51"), encoding="utf-8")
    app.frame(1 / 60, [Dropped(str(own))])
    assert len(handler.game.topology) == 51
    assert stage_of(app).game is handler.game
    assert not scene_of(app).form.get("solve").enabled
    app.frame(1 / 60, [Dropped(str(tmp_path))])
    assert len(handler.game.topology) == 51
    assert app.toasts.live
    position = tmp_path / "position.txt"
    position.write_text("multiplicity size=4 position white=d4 last=d4", encoding="utf-8")
    app.frame(1 / 60, [Dropped(str(position))])
    assert isinstance(app.scene, PositionEditorScene), "what is no board is opened elsewhere"


def test_animation_keeps_the_loop_going_and_rest_does_not() -> None:
    app = make_app(RulesScene("more-or-less", "train"))
    press(app, "accept")
    assert app.animating
    wait(app, 4)
    assert not scene_of(app).animating


LAYOUTS = [
    *(((800, 600), language) for language in (*LANGUAGES, "longer")),
    ((1280, 800), "longer"),
    ((1920, 1080), "longer"),
]


@pytest.mark.parametrize(("size", "language"), LAYOUTS, ids=str)
def test_no_text_is_cut_or_overlaps(
    size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Boards are pictures, which other tests check; only texts matter here.
    monkeypatch.setattr(LiveBoard, "draw", lambda *_arguments: None)
    with ExitStack() as stack:
        code = "en" if language == "longer" else language
        # A flat theme without animation, because all themes have the same layout.
        app = make_app(
            RulesScene(), size, kind=Unseen, language=code, theme="paper", animation_speed=0.0
        )
        if language == "longer":
            stack.enter_context(longer_language())
        for game in titles():
            scene_of(app).choose_game(game)
            for number in range(len(pages_of(game))):
                scene_of(app).turn_to(number)
                check(app, f"{game} {number}")
                handler = scene_of(app).handler
                for _step in range(8):
                    handler.press("forward" if isinstance(handler, ExampleHandler) else "solve")
                    check(app, f"{game} {number} later")
                    if not isinstance(handler, ExampleHandler) or handler.at_end:
                        break
        app.close()


def check(app: App, where: str) -> None:
    app.draw()
    recorder = recorded(app)
    assert not recorder.clipped(), (where, recorder.clipped()[0].text)
    words = [(a.text, b.text) for a, b in recorder.overlaps()]
    assert not words, (where, words[0])
