"""A cabinet left alone shows only the games, has no exit, and resets for the next person."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator

import pygame
import pytest

from game.kiosk.options import read_kiosk
from game.platform.settings import Settings
from game.screen.app import routes
from game.screen.app.scene import FormScene, Pop, Push, Quit
from game.screen.kiosk.app import (
    DARK_AFTER_IDLE_S,
    DAY_S,
    IDLE_WARNING_S,
    MIN_UPTIME_S,
    RESTART_EXIT_CODE,
    KioskApp,
)
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.new_match import NewMatchScene
from game.screen.menus.title import TitleScene
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.screen.ui.choosers import Segment
from game.screen.ui.input import Dropped, Pointer
from game.table.record_files import running_path, saved_games
from game.table.spec import two_people
from tests.screen.screens import press
from tests.screen.ui.keyboards import struck, typing

NOON = datetime.datetime(2027, 3, 1, 12)
# The time on a small computer without a battery clock.
NEVER_SET = datetime.datetime(1970, 1, 1, 0, 10)
TOUCH = Pointer("down", (1, 1))
Open = Callable[..., KioskApp]


class Wall:
    """A wall clock that the test sets."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime.datetime:
        return self.time


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def cabinet(wall: Wall) -> Iterator[Open]:
    made: list[KioskApp] = []

    def make(**options: str) -> KioskApp:
        settings = Settings(language="en", animation_speed=0.0)
        made.append(
            KioskApp(read_kiosk(options), open_scene, settings, size=(1280, 800), wall=wall)
        )
        return made[-1]

    yield make
    for app in made:
        app.close()


def down(key: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")


def test_no_seat_is_offered_to_phones(cabinet: Open) -> None:
    app = cabinet()
    kept = {"seats": [{"kind": "person"}, {"kind": "remote"}]}
    app.change_settings(matches={"libra": kept})
    app.open(routes.NewMatch("libra"))
    app.frame(0.05)
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    kinds = next(one for one in scene.form.widgets if one.name == "kind-1")
    assert isinstance(kinds, Segment)
    assert [option.value for option in kinds.options] == ["person", "engine", "board"]
    assert kinds.value == "person", "what was kept from elsewhere is none of this"


def titles_alone(app: KioskApp) -> bool:
    return [type(scene) for scene in app.stack] == [TitleScene]


def test_nothing_a_visitor_does_closes_it(cabinet: Open) -> None:
    app = cabinet()
    events = [
        pygame.event.Event(pygame.QUIT),
        pygame.event.Event(pygame.WINDOWCLOSE),
        down(pygame.K_F4, pygame.KMOD_ALT),
        down(pygame.K_q, pygame.KMOD_CTRL),
    ]
    assert app.frame(0.1, events)
    for _time in range(4):
        assert app.frame(0.1, [down(pygame.K_ESCAPE)])
    app.change(Quit())
    app.change(Pop())
    assert app.frame(0.1)
    assert titles_alone(app)


def test_only_the_keys_of_the_organiser_do(cabinet: Open) -> None:
    app = cabinet(leave="escape q u i t")
    keys = (pygame.K_ESCAPE, pygame.K_q, pygame.K_u, pygame.K_i)
    assert all(app.frame(0.1, [down(key)]) for key in keys)
    assert not app.frame(0.1, [down(pygame.K_t)])
    assert app.exit_code == 0


@pytest.mark.parametrize("layout", ["fr", "de", "ru"])
def test_the_keys_of_the_organiser_are_what_is_typed(cabinet: Open, layout: str) -> None:
    """The keys may be any typed characters, and Shift, if needed, does not break a sequence."""
    app = cabinet(leave="z ?" if layout != "ru" else "z .")
    letter = struck(layout, "z") if layout == "ru" else typing(layout, "z")
    assert app.frame(0.1, letter)
    sign = struck("hu", ",", pygame.KMOD_LSHIFT) if layout != "ru" else typing("ru", ".")
    assert not app.frame(0.1, [down(pygame.K_LSHIFT), *sign])


def test_there_are_the_games_and_nothing_else(cabinet: Open) -> None:
    app = cabinet()
    press(app, "down")  # any input opens the menu
    assert isinstance(app.scene, FormScene)
    assert {widget.name for widget in app.scene.form.widgets} <= {"play", "win", "guide", "learn"}
    app.scene.form.focus("learn")
    press(app, "accept")
    names = {widget.name.split("-")[0] for widget in app.scene.form.widgets}
    assert names == {"back", "guide", "rules"}
    press(app, "cancel")
    for route in (routes.EditSettings(), routes.Library(), routes.Puzzles(), routes.BoardCheck()):
        app.change(Push(route))
        assert titles_alone(app)
    app.change(Push(routes.GameChoice()))
    assert isinstance(app.scene, GameChoiceScene)
    press(app, "scores")
    assert isinstance(app.scene, GameChoiceScene)


def test_keys_and_files_of_the_ordinary_program_do_nothing(cabinet: Open) -> None:
    app = cabinet()
    before = app.settings
    press(app, "fullscreen", "mute", "speech", "paste", "edit")
    app.frame(0.1, [Dropped("/etc/hostname")])
    assert app.settings == before
    assert not app.toasts.live


def test_left_alone_the_title_comes_back_and_the_game_is_kept(cabinet: Open) -> None:
    app = cabinet(idle="60")
    app.open(routes.PlayMatch(two_people("multiplicity size=3")))
    scene = app.scene
    assert isinstance(scene, PlayScene)
    scene.match.play(scene.match.legal()[0])
    app.frame(50)
    assert not app.toasts.live  # somebody has played
    app.frame(60 - IDLE_WARNING_S - 1)
    assert not app.toasts.live
    app.frame(1)
    assert app.toasts.live
    app.frame(1, [TOUCH])
    for _second in range(59):
        app.frame(1)
    assert app.scene is scene
    app.frame(1)
    assert titles_alone(app)
    assert not running_path().exists()
    assert [saved.turns for saved in saved_games()] == [1]


def test_what_hands_do_on_a_sensor_board_is_somebody(cabinet: Open) -> None:
    app = cabinet(idle="60")
    app.open(routes.PlayMatch(two_people("multiplicity size=3")))
    scene = app.scene
    assert isinstance(scene, PlayScene)
    for _turn in range(4):
        app.frame(40)
        scene.match.play(scene.match.legal()[0])
    assert app.scene is scene


def test_volume_follows_the_hours(cabinet: Open, wall: Wall) -> None:
    app = cabinet(volume="09:00=50 22:00=0")
    own = Settings()
    assert app.settings.volume == pytest.approx(own.volume / 2)
    assert app.settings.music_volume == pytest.approx(own.music_volume / 2)
    wall.time = NOON.replace(hour=22)
    app.frame(0.1)
    assert app.settings.signs_volume == 0


def test_at_dark_hours_the_screen_is_black_until_it_is_touched(cabinet: Open, wall: Wall) -> None:
    app = cabinet(dark="23:00-08:00")
    wall.time = NOON.replace(hour=23)
    app.frame(DARK_AFTER_IDLE_S - 1)
    assert not app.dark
    app.frame(1)
    assert app.dark
    assert app.settings.mute
    assert app.window.surface.get_at((640, 400))[:3] == (0, 0, 0)
    drawn = app.drawn_frames
    app.frame(1)
    assert app.drawn_frames == drawn
    app.frame(0.1, [TOUCH])
    app.frame(0.1)
    assert not app.dark
    assert not app.settings.mute
    assert titles_alone(app)  # the touch only woke the screen
    assert app.window.surface.get_at((640, 400))[:3] != (0, 0, 0)


def test_a_screen_may_go_dark_by_day(cabinet: Open) -> None:
    app = cabinet(blank="5")
    app.frame(299)
    assert not app.dark
    app.frame(1)
    assert app.dark


def test_it_starts_anew_at_night_but_never_under_a_game(cabinet: Open, wall: Wall) -> None:
    app = cabinet(restart="04:30", idle="never")
    app.frame(MIN_UPTIME_S)
    app.frame(0.1, [TOUCH])
    app.open(routes.PlayMatch(two_people("multiplicity size=3")))
    wall.time = NOON.replace(day=2, hour=4, minute=30)
    assert app.frame(DARK_AFTER_IDLE_S + 1)  # a game is on the board
    app.show(routes.Title())
    assert not app.frame(DARK_AFTER_IDLE_S + 1)
    assert app.exit_code == RESTART_EXIT_CODE


def test_a_clock_set_after_the_start_is_no_night(cabinet: Open, wall: Wall) -> None:
    app = cabinet(restart="04:30")
    wall.time = NOON.replace(day=20)
    assert app.frame(DARK_AFTER_IDLE_S + 1)
    assert app.frame(MIN_UPTIME_S)
    wall.time = NOON.replace(day=21)
    assert not app.frame(1)


def test_hours_of_a_clock_that_was_never_set_are_none(cabinet: Open, wall: Wall) -> None:
    wall.time = NEVER_SET
    app = cabinet(dark="23:00-08:00", volume="09:00=80 22:00=20", restart="04:30")
    assert app.settings.volume == pytest.approx(Settings().volume * 0.2)
    app.frame(DARK_AFTER_IDLE_S)
    assert not app.dark
    wall.time = NOON
    assert app.frame(MIN_UPTIME_S)
    wall.time = NOON + datetime.timedelta(minutes=1)
    app.frame(1)
    assert app.settings.volume == pytest.approx(Settings().volume * 0.8)
    wall.time = NOON.replace(hour=23)
    app.frame(DARK_AFTER_IDLE_S)
    assert app.dark


def test_without_a_clock_it_starts_anew_after_a_day(cabinet: Open, wall: Wall) -> None:
    wall.time = NEVER_SET
    app = cabinet(restart="04:30")
    wall.time = NEVER_SET.replace(hour=5)
    assert app.frame(MIN_UPTIME_S)
    assert app.frame(DAY_S - MIN_UPTIME_S - 1)
    assert not all(app.frame(DARK_AFTER_IDLE_S + 1) for _round in range(4))
    assert app.exit_code == RESTART_EXIT_CODE


def test_a_clock_set_back_starts_anew_in_its_own_night(cabinet: Open, wall: Wall) -> None:
    wall.time = NOON.replace(year=2036)
    app = cabinet(restart="04:30")
    wall.time = NOON
    assert app.frame(MIN_UPTIME_S)
    wall.time = NOON.replace(day=2, hour=4, minute=31)
    assert not app.frame(1)


def test_a_light_machine_moves_less(cabinet: Open) -> None:
    app = cabinet(light="yes")
    assert app.settings.calm
    assert "light" in type(app.settings).__dataclass_fields__
    assert app.status.startswith("title, idle 0 s")
