"""The scenes that people meet first work: title, demo, settings and keys."""

from __future__ import annotations

from datetime import date, datetime

import pygame
import pytest

from game.platform.i18n import LANGUAGES, language
from game.platform.settings import Settings, load_settings
from game.rules.registry import GAMES
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.menus.board_check import BoardCheckScene
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.pick_list import PickLinkScene, known_links
from game.screen.menus.scores import ScoresScene
from game.screen.menus.settings import CaptureScene, KeysScene, SettingsScene, SoundScene
from game.screen.menus.title import PAGES, AttractScene, TitleScene, page_entries
from game.screen.menus.title_board import best_scores, dared
from game.screen.play.scene import PlayScene
from game.screen.ui.input import Pointer
from game.table.high_scores import HighScore, save_scores
from game.table.record_files import running_path
from tests.screen.screens import (
    Unseen,
    click,
    focused_name,
    form_of,
    key,
    make_app,
    press,
    recorded,
    scene_of,
    shown,
    texts,
    wait,
    write,
)

# -- title ---------------------------------------------------------------------------------------


INVITED = "Can you win it?"


def test_any_key_opens_the_menu_and_play_the_choice() -> None:
    app = make_app(TitleScene())
    assert INVITED in texts(app)
    press(app, "hint")
    assert {"Play", INVITED, "More"} <= set(texts(app))
    press(app, "accept")
    assert isinstance(app.scene, GameChoiceScene)
    press(app, "cancel")
    assert isinstance(app.scene, TitleScene)


def test_escape_at_the_trailer_opens_the_menu_as_the_invitation_says() -> None:
    app = make_app(TitleScene())
    press(app, "cancel")
    assert "More" in texts(app)
    assert app.running
    app.close()


def test_a_game_played_on_from_the_trailer_has_a_date() -> None:
    app = make_app(TitleScene())
    press(app, "accept")
    scene = app.scene
    assert isinstance(scene, PlayScene)
    assert datetime.fromisoformat(scene.match.date).date() >= date(2026, 1, 1)
    app.close()


def test_a_tap_is_a_key() -> None:
    app = make_app(TitleScene())
    click(app, (1270, 20), touch=True)
    assert "Play" in texts(app)


@pytest.mark.parametrize("how", ["key", "board", "finger", "button", "menu"])
@pytest.mark.parametrize("first", range(len(GAMES)))
def test_one_input_plays_on_from_the_position_shown(how: str, first: int) -> None:
    app = make_app(TitleScene(first=first), kind=Unseen)
    wait(app, 4.0, 0.25)
    app.draw()
    scene = app.scene
    assert isinstance(scene, TitleScene)
    assert scene.trailer is not None
    shown = scene.trailer.turns[: scene.trailer.at]
    if how == "key":
        press(app, "accept")
    elif how == "menu":
        press(app, "hint", "up", "accept")
    else:
        spot = scene.invitation.center if how == "button" else scene.board_at.center
        app.frame(1 / 60, [Pointer("down", spot, touch=how == "finger")])
    assert isinstance(app.scene, PlayScene)
    match = app.scene.match
    assert [turn.text for turn in match.turns] == [turn.text for turn in shown]
    assert match.turn_begun == 0
    assert not match.over
    assert match.seat.kind == "person"
    assert match.solo
    assert match.legal()
    app.close()


def test_after_its_end_a_game_is_played_on_from_the_turn_that_decided_it() -> None:
    app = make_app(TitleScene())
    trailer = shown(app, TitleScene).trailer
    assert trailer is not None
    while not trailer.closing:
        trailer.update(0.1)
    match = trailer.match_here("2026-11-23T20:00:00")
    assert len(match.turns) == trailer.clip.cut.turn
    assert not match.over


def test_who_plays_on_loses_no_other_game() -> None:
    save_path = running_path()
    app = make_app(TitleScene())
    press(app, "accept")
    first = app.scene
    assert isinstance(first, PlayScene)
    first.propose(first.match.legal()[0])
    app.close()
    assert save_path.exists()
    app = make_app(TitleScene())
    press(app, "accept")
    again = app.scene
    assert isinstance(again, PlayScene), "the game that was left is offered first"
    assert len(again.match.entries) == len(first.match.entries)
    app.close()
    app = make_app(TitleScene("menu"))
    title = app.scene
    assert isinstance(title, TitleScene)
    assert title.form.focused is not None
    assert title.form.focused.name == "resume"
    assert title.form.get("guide").rect.width > 0, "the lesson stays beside it"
    click(app, title.board_at.center)
    assert any("among the saved games" in text for text in texts(app))
    app.close()


ENTRIES = ("play", "learn", "puzzles", "club", "board", "more")


def places(app: App) -> dict[str, tuple[int, ...]]:
    """Return the position of each of the menu's six entries, by name."""
    scene = app.scene
    assert isinstance(scene, TitleScene)
    return {name: tuple(scene.form.get(name).rect) for name in ENTRIES}


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (640, 1200)])
def test_six_entries_never_change_their_places(size: tuple[int, int]) -> None:
    app = make_app(TitleScene("menu"), size)
    before = places(app)
    running_path().write_text("{}", encoding="utf-8")
    press(app, "accept", "cancel")
    assert "Resume" in texts(app)
    assert places(app) == before
    assert focused_name(app.scene) == "play"
    app.close()


def test_every_page_of_the_menu_opens_and_escape_goes_back_to_its_entry() -> None:
    app = make_app(TitleScene("menu"))
    scene = app.scene
    assert isinstance(scene, TitleScene)
    for page in PAGES:
        scene.form.focus(page)
        press(app, "accept")
        assert scene.page == page
        names = [entry.name for entry in page_entries(page)]
        assert names == [w.name for w in scene.form.widgets if w.name != "back"]
        press(app, "cancel")
        assert (scene.page, scene.mode) == ("", "menu")
        assert scene.form.focused is not None
        assert scene.form.focused.name == page
    app.close()


def test_what_the_title_led_to_is_two_steps_away_at_most() -> None:
    told = {entry.kind for page in PAGES for entry in page_entries(page)}
    assert told >= {
        routes.Guided,
        routes.Rules,
        routes.Tournaments,
        routes.SoloModes,
        routes.Library,
        routes.Scores,
        routes.EditSettings,
    }
    app = make_app(TitleScene("menu"))
    scene = app.scene
    assert isinstance(scene, TitleScene)
    scene.form.focus("more")
    press(app, "accept")
    scene.form.focus("scores")
    press(app, "accept")
    assert isinstance(app.scene, ScoresScene)
    press(app, "cancel")
    assert scene_of(app) is scene
    assert scene.form.focused is not None
    assert (scene.page, scene.form.focused.name) == ("more", "scores")
    scene.form.focus("quit")
    press(app, "accept")
    assert not app.running


def test_labels_of_the_menu_grow_with_the_text() -> None:
    heights = []
    for scale in (1.0, 1.3):
        app = make_app(TitleScene("menu"), font_scale=scale)
        texts(app)
        heights.append(next(d.pixels for d in recorded(app).drawn if d.text == "Puzzles"))
        app.close()
    assert heights[1] == round(1.3 * heights[0])


def test_resume_is_offered_only_when_a_game_waits() -> None:
    app = make_app(TitleScene("menu"))
    assert "Resume" not in texts(app)
    running_path().write_text("{}", encoding="utf-8")
    press(app, "accept", "cancel")
    assert "Resume" in texts(app)


def test_a_damaged_running_game_is_told_and_set_aside() -> None:
    running_path().write_text("{}", encoding="utf-8")
    app = make_app(TitleScene("menu"))
    press(app, "accept")
    assert isinstance(app.scene, TitleScene)
    assert app.toasts.live
    assert "Resume" not in texts(app)


def test_the_menu_goes_after_a_while_and_any_input_brings_it_back() -> None:
    app = make_app(TitleScene("menu"), kind=Unseen, attract_delay=15, animation_speed=0.0)
    scene = app.scene
    assert isinstance(scene, TitleScene)
    wait(app, 14.0, 0.5)
    assert scene.mode == "menu"
    wait(app, 2.0, 0.5)
    assert scene.mode == "show"
    press(app, "hint")
    assert scene.mode == "menu"
    assert app.scene is scene


def test_moving_the_mouse_brings_the_menu_but_a_jolt_does_not() -> None:
    app = make_app(TitleScene())
    scene = app.scene
    assert isinstance(scene, TitleScene)
    for spot in ((100, 100), (103, 102), (101, 99)):
        app.frame(0.02, [Pointer("move", spot)])
    assert scene.mode == "show"
    app.frame(0.02, [Pointer("move", (300, 100))])
    assert scene.mode == "menu"


def test_no_trailer_when_it_is_switched_off() -> None:
    app = make_app(TitleScene(), kind=Unseen, attract_delay=0, animation_speed=0.0)
    wait(app, 200.0, 5.0)
    assert shown(app, TitleScene).trailer is None
    assert "Play" in texts(app)
    assert INVITED not in texts(app)


def test_without_a_trailer_a_lamp_moves_over_the_board_and_its_game_is_told() -> None:
    app = make_app(TitleScene(), kind=Unseen, attract_delay=0)
    still = shown(app, TitleScene).still
    assert still is not None
    before = still.lamp
    wait(app, 3.0)
    assert still.lit
    assert still.lamp != before
    assert any("what you jump flips" in text for text in texts(app))
    calm = make_app(TitleScene(), attract_delay=0, reduced_motion=True)
    steady = shown(calm, TitleScene).still
    assert steady is not None
    assert not steady.lit


def test_sensor_board_asks_which_one_and_remembers_it() -> None:
    app = make_app(TitleScene("menu"), attract_delay=0, board_link="/dev/ttyUSB7")
    scene = app.scene
    assert isinstance(scene, TitleScene)
    app.change(scene.choose_board())
    shown = texts(app)
    assert {"Which board?", "/dev/ttyUSB7", "Simulated board"} <= set(shown)
    assert "used before" in shown
    rows = [choice.value for choice in known_links(("/dev/ttyUSB7",))]
    press(app, *["down"] * rows.index("sim"), "accept")
    assert isinstance(app.scene, BoardCheckScene)
    assert app.scene.target == "sim"
    assert app.settings.boards == ("sim", "/dev/ttyUSB7")
    press(app, "cancel")
    assert scene_of(app) is scene
    app.close()


def test_the_address_of_a_board_is_typed_and_stays_in_the_list() -> None:
    app = make_app(TitleScene("menu"), attract_delay=0)
    scene = app.scene
    assert isinstance(scene, TitleScene)
    app.change(scene.choose_board())
    picking = app.scene
    assert isinstance(picking, PickLinkScene)
    picking.form.focus("address")
    write(app, "http://192.168.1.20")
    press(app, "accept")
    assert app.scene is picking
    assert any("socket:// or rfc2217://" in text for text in texts(app))
    key(app, pygame.K_u, "u", pygame.KMOD_CTRL)
    write(app, " 127.0.0.1:9 ")
    press(app, "accept")
    assert isinstance(app.scene, BoardCheckScene)
    assert app.scene.target == "socket://127.0.0.1:9"
    assert app.settings.boards == ("socket://127.0.0.1:9",)
    press(app, "cancel")
    app.change(scene.choose_board())
    assert {"socket://127.0.0.1:9", "used before"} <= set(texts(app))
    app.close()


def test_a_trailer_opened_on_purpose_goes_back() -> None:
    app = make_app(GameChoiceScene("less"))
    press(app, "demo")
    assert isinstance(app.scene, AttractScene)
    assert {"Less", "Demo 2 of 4"} <= set(texts(app))
    press(app, "hint")
    assert isinstance(app.scene, GameChoiceScene)


def test_without_scores_the_games_of_the_round_are_named() -> None:
    assert {game.title for game in GAMES} <= set(texts(make_app(TitleScene())))


def test_highlights_show_the_best() -> None:
    save_scores({"more-or-less": {"train": (HighScore(14, 8, "ANA"),)}})
    app = make_app(TitleScene())
    assert {"×14", "ANA", "train to beat"} <= set(texts(app))


# -- settings ------------------------------------------------------------------------------------


def test_theme_and_language_change_at_once() -> None:
    app = make_app(SettingsScene())
    app.keep = True
    press(app, "right")
    assert app.theme.name == "slate"
    press(app, "down", "right")
    following = list(LANGUAGES)[1]
    assert language() == following
    assert focused_name(app.scene) == "language"
    app.files.close()  # waits until the other thread has written the files
    kept = load_settings()[0]
    assert (kept.theme, kept.language) == ("slate", following)


def test_all_settings_by_keyboard() -> None:
    app = make_app(SettingsScene())
    scene = app.scene
    assert isinstance(scene, SettingsScene)
    changes = {
        "font_scale": ("right", 1.15),
        "attract_delay": ("left", 15),
        "speed": ("right", 1.5),
        "reduced": ("accept", True),
    }
    fields = {"speed": "animation_speed", "reduced": "reduced_motion"}
    for name, (command, value) in changes.items():
        scene.form.focus(name)
        press(app, command)
        assert getattr(app.settings, fields.get(name, name)) == value, name


def test_all_settings_of_sound_by_keyboard() -> None:
    app = make_app(SoundScene())
    scene = app.scene
    assert isinstance(scene, SoundScene)
    changes = {
        "volume": ("left", 0.7),
        "signs_volume": ("left", 0.7),
        "music_volume": ("right", 0.4),
        "music_in_play": ("accept", True),
        "mute": ("accept", True),
        "speech": ("accept", True),
        "speech_rate": ("right", 1.25),
    }
    for name, (command, value) in changes.items():
        scene.form.focus(name)
        press(app, command)
        assert getattr(app.settings, name) == value, name
    app.close()


def test_defaults_only_after_a_question_and_without_losing_games() -> None:
    app = make_app(SettingsScene(), theme="night", initials="ADA", keys={"hint": ("j",)})
    form_of(app.scene).focus("reset")
    press(app, "accept", "cancel")
    assert app.settings.theme == "night"
    form_of(app.scene).focus("reset")
    press(app, "accept", "right", "accept")
    assert app.settings == Settings(initials="ADA")


# -- keys ----------------------------------------------------------------------------------------


def open_capture(command_row: int) -> App:
    scene = KeysScene()
    app = make_app(scene)
    scene.list.choose(command_row)
    press(app, "accept")
    assert isinstance(app.scene, CaptureScene)
    return app


UNDO = 9


def test_a_free_key_is_bound() -> None:
    app = open_capture(UNDO)
    key(app, pygame.K_j, "j")
    assert isinstance(app.scene, KeysScene)
    assert app.bindings.keys["undo"] == ("j",)
    assert app.settings.keys == {"undo": ("j",)}


def test_a_taken_key_is_told_and_given_only_after_a_yes() -> None:
    app = open_capture(UNDO)
    key(app, pygame.K_y, "y")
    assert any("Redo a turn" in text for text in texts(app))
    press(app, "cancel")
    assert app.bindings.keys["undo"] == ("z",)
    press(app, "accept")
    key(app, pygame.K_y, "y")
    press(app, "right", "accept")
    assert app.bindings.keys["undo"] == ("y",)
    assert app.bindings.keys["redo"] == ()


def test_the_last_key_of_a_needed_command_is_refused() -> None:
    app = open_capture(UNDO)
    key(app, pygame.K_TAB, "tab")
    assert app.bindings.keys["undo"] == ("z",)
    assert any("which must have one" in text for text in texts(app))


def test_escape_and_modifiers_bind_nothing() -> None:
    app = open_capture(UNDO)
    key(app, pygame.K_LSHIFT, "left shift")
    assert isinstance(app.scene, CaptureScene)
    key(app, pygame.K_ESCAPE, "escape")
    assert isinstance(app.scene, KeysScene)
    assert app.settings.keys == {}


# -- lists ---------------------------------------------------------------------------------------


def test_scores_page_through_the_games() -> None:
    save_scores({"libra": {"margin": (HighScore(12, 3, "EVA"),)}})
    app = make_app(ScoresScene("less"))
    assert "EVA" not in texts(app)
    press(app, "right")
    assert "EVA" in texts(app)


def test_up_in_a_stacked_dialog_goes_from_the_first_answer_to_the_last() -> None:
    answers = [DialogButton(word, word) for word in ("One", "Two", "Three")]
    app = make_app(TitleScene("menu"), attract_delay=0)
    app.show(Dialog("Which?", answers, upright=True))
    scene = app.scene
    press(app, "up")
    assert focused_name(scene) == "answer-2"
    press(app, "down")
    assert focused_name(scene) == "answer-0"
    app.close()


def test_the_title_names_the_champions_of_tonight_and_of_the_month() -> None:
    now = datetime(2026, 11, 28, 23, 30)
    save_scores(
        {
            "less": {"margin": (HighScore(9, 4, "ANA", "2026-11-28T20:00:00"),)},
            "more-or-less": {"train": (HighScore(7, 8, "BEN", "2026-11-02T21:30:00"),)},
        }
    )
    found = [(one.initials, one.value, one.words) for one in best_scores(now)]
    assert found == [
        ("ANA", "4", "champion tonight"),
        ("BEN", "8", "champion this month"),
        ("BEN", "×7", "train to beat"),
    ]
    assert dared(now, "less") == (
        "Win by more than 9, as ANA did. ANA leads with 4 points: champion tonight."
    )
