"""Starting refuses bad setups before a window opens, and reports a missing display or a crash."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import cli
from game.platform import interrupts
from game.platform.paths import COMMAND, ROOT, install_advice
from game.platform.settings import settings_path
from game.program import main
from game.rules import RulesError
from game.screen import start
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.menus.title import TitleScene
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.table.autosave import AutoSaver
from game.table.match import Match
from game.table.record_files import recover, save_unfinished, saved_games
from game.table.spec import SeatSpec, two_people


def stop_after(
    monkeypatch: pytest.MonkeyPatch, frames: int, then: BaseException | None
) -> list[App]:
    """Let the real loop run for some frames, then end or break it; return the apps that it ran."""
    seen: list[App] = []
    real = App.frame

    def frame(app: App, dt: float, happened: Any = ()) -> bool:
        seen.append(app)
        if len(seen) > frames:
            if then is not None:
                raise then
            app.running = False
            return False
        return real(app, 0.3, happened)

    monkeypatch.setattr(App, "frame", frame)
    return seen


def test_a_bad_setup_is_refused_before_a_window_opens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def never(*_arguments: object, **_named: object) -> None:
        raise AssertionError("a window was opened")

    monkeypatch.setattr(App, "__init__", never)
    with pytest.raises(RulesError):
        start.start_window("libra size=99", None)
    assert cli.main(["play", "libra", "size=99"]) == 2
    assert "size=99, expected 2 to 8" in capsys.readouterr().err


def test_the_title_opens_and_ends_with_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = stop_after(monkeypatch, 3, None)
    stacks = []
    close = App.close

    def note(app: App) -> None:
        stacks.append([type(s) for s in app.stack])
        close(app)

    monkeypatch.setattr(App, "close", note)
    assert start.start_window("", None) == 0
    assert stacks[0] == [TitleScene]
    assert len(seen) == 4


def test_a_named_setup_starts_against_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(monkeypatch, 4, None)
    scenes = list[Scene]()
    close = App.close

    def note(app: App) -> None:
        scenes.extend(app.stack)
        close(app)

    monkeypatch.setattr(App, "close", note)
    assert cli.main(["play", "multiplicity", "size=3"]) == 0
    assert isinstance(scenes[0], TitleScene)
    assert isinstance(scenes[-1], PlayScene)
    assert [seat.kind for seat in scenes[-1].spec.seats] == ["person", "engine"]


def test_an_unfinished_game_is_kept_when_another_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match(two_people("libra size=3 mode=duel"), date="2026-01-02T03:04:05")
    autosaver = AutoSaver(match)
    match.play(match.legal()[0])
    autosaver.close()
    stop_after(monkeypatch, 3, None)
    assert start.start_window("multiplicity size=3", None) == 0
    kept = list(saved_games())
    assert [saved.setup for saved in kept] == [match.game.setup]
    assert not kept[0].over
    assert save_unfinished() == ""


def test_seats_are_named_or_all_on_the_board_and_all_are_filled() -> None:
    spec = start.named_match("less seats=4 seed=3", "sim")
    assert [seat.kind for seat in spec.seats] == ["board"] * 4
    assert spec.board == "sim"
    spec = start.named_match("libra", "sim", "board,engine:7")
    assert [(seat.kind, seat.level) for seat in spec.seats][1] == ("engine", 7)
    spec = start.named_match("libra", None, "engine:echo,engine:juno")
    assert spec.seats == (
        SeatSpec("engine", 3, "Echo", "echo"),
        SeatSpec("engine", 5, "Juno", "juno"),
    )
    assert start.named_match("less", None).setup.startswith("less seed=")


@pytest.mark.parametrize(
    ("seats", "complaint"),
    [
        ("person", "1 seats given, expected 2"),
        ("person,robot", "'robot'"),
        ("engine:11,person", ":11"),
    ],
)
def test_bad_seats_are_refused_in_words(seats: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint):
        start.named_match("libra", None, seats)


def test_the_demo_is_full_screen_only_for_this_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for windowed in (True, False):
        with monkeypatch.context() as patch:
            seen = stop_after(patch, 2, None)
            assert start.start_demo(windowed) == 0
            assert seen[0].settings.fullscreen is not windowed
            assert not seen[0].keep


def test_a_crash_keeps_the_game_and_leaves_a_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    seen = stop_after(monkeypatch, 6, RuntimeError("the roof fell in"))
    real = PlayScene.update

    def update(scene: PlayScene, dt: float) -> object:
        if not scene.match.entries:
            scene.match.play(scene.match.legal()[0])
        return real(scene, dt)

    monkeypatch.setattr(PlayScene, "update", update)
    assert start.start_window("multiplicity size=3", None) == 1
    assert seen
    said = capsys.readouterr().err
    assert said.startswith(f"{COMMAND}: The program had to stop.")
    logs = list(home.rglob("crash-*.txt"))
    assert len(logs) == 1
    assert "the roof fell in" in logs[0].read_text(encoding="utf-8")
    assert logs[0].name in said
    match, message = recover()
    assert message == ""
    assert match is not None
    assert match.entries


@pytest.mark.parametrize("command", ["", "demo --kiosk --windowed", "board simulate"])
def test_without_any_pygame_one_sentence_says_so(command: str, tmp_path: Path) -> None:
    done = _without_pygame(command.split(), tmp_path)
    assert done.returncode == 1
    why = "main.py: pygame is missing (No module named 'pygame')"
    assert done.stderr == f"{why}: {install_advice('pygame-ce')}\n"


def test_a_pygame_that_is_too_old_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pygame.version, "vernum", (2, 1, 2))
    assert start.start_window("", None) == 1
    assert "is too old, expected 2.5 or newer" in capsys.readouterr().err


def test_without_any_pygame_the_doctor_tells_it_among_all_else(tmp_path: Path) -> None:
    done = _without_pygame(["doctor"], tmp_path)
    assert done.returncode == 1
    assert "! pygame" in done.stdout
    assert "No module named 'pygame'" in done.stdout
    assert "Less is More" in done.stdout
    assert "Traceback" not in done.stderr


def _without_pygame(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the program on a simulated machine where `import pygame` finds nothing."""
    (folder / "sitecustomize.py").write_text(
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(name, path=None, target=None):\n"
        "        if name == 'pygame':\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Missing)\n"
    )
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words],
        env={**os.environ, "PYTHONPATH": str(folder), "LANGUAGE": "en"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


HIDDEN = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "SDL_VIDEODRIVER",
    "SDL_VIDEO_DRIVER",
    "SDL_AUDIODRIVER",
    "XDG_RUNTIME_DIR",
    "PULSE_SERVER",
)
nothing_here = pytest.mark.skipif(sys.platform != "linux", reason="there is always a display here")


def run_with_nothing_here(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python without a display, without sound, and without a folder for sockets."""
    environment = {name: value for name, value in os.environ.items() if name not in HIDDEN}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@nothing_here
@pytest.mark.parametrize("command", [[], ["demo"], ["play", "libra"]])
def test_without_a_display_it_says_so(command: list[str]) -> None:
    """Only the program's own line appears; libraries would print more about missing parts."""
    done = run_with_nothing_here("main.py", *command)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("main.py: no window can be opened here: there is no display")


@nothing_here
def test_who_examines_a_machine_without_anything_hears_no_library(home: Path) -> None:
    done = run_with_nothing_here("main.py", "doctor")
    assert "no window can be opened" in done.stdout or "DISPLAY" in done.stdout
    assert done.stderr == ""


@nothing_here
def test_a_window_that_finds_no_sound_card_says_nothing() -> None:
    program = (
        "from game.screen.app.sound import Sounds; s = Sounds(start=lambda f: f()); s.prepare()"
    )
    done = run_with_nothing_here("-c", f"{program}; print(s.state)")
    assert done.stdout.split()[-1] in ("silent", "open")
    assert done.stderr == ""


@pytest.mark.parametrize(
    "damaged",
    [
        '{"version": 1, "window": [1e999, 900]}',
        "[" * 100_000,
        '{"version": 1, "names": ["\\ud800"], "matches": {"less": {"seats": [1]}}}',
    ],
)
def test_damaged_settings_prevent_no_start(damaged: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_path().write_text(damaged, encoding="utf-8")
    stop_after(monkeypatch, 3, None)
    assert start.start_window("", None) == 0


def test_a_start_that_the_settings_prevent_is_done_with_the_defaults() -> None:
    path = settings_path()
    path.write_text('{"version": 1}', encoding="utf-8")

    def app() -> App:
        if path.exists():
            raise OverflowError("what no check foresaw")
        return App(routes.Title(), scenes=open_scene)

    made = start.with_any_settings(app)
    assert made.toasts.live
    assert not path.exists()
    assert path.with_name("settings.json.damaged-1").read_text("utf-8") == '{"version": 1}'
    made.close()


def test_settings_stay_where_they_do_not_prevent_the_start() -> None:
    path = settings_path()
    path.write_text('{"version": 1}', encoding="utf-8")

    def broken() -> App:
        raise OverflowError("another reason")

    assert start.run(broken) == 1
    assert path.read_text("utf-8") == '{"version": 1}'


def test_the_first_picture_waits_neither_for_the_library_nor_for_the_network() -> None:
    code = "import sys, game.screen.start, game.screen.menus.title; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    late = ("game.library", "game.network", "game.solo", "game.screen.plugin.texts")
    assert [name for name in done.stdout.split() if name.startswith(late)] == []


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("helper network", "game.network.http.server_process.main"),
        ("helper engine", "game.engine.protocol.ugi.main"),
        ("helper game less", "game.games.less.engine.helper.main"),
        ("helper library", "game.library.indexer.main"),
        ("engine less", "game.engine.protocol.ugi.main"),
        ("tournament", "game.tournament.command.main"),
        ("play less", "game.screen.start.start_window"),
        ("match", "game.cli.run_tool"),
    ],
)
def test_garbage_is_collected_whatever_is_started(
    words: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Imports run with the garbage collector off; it must be on afterwards."""
    seen = list[bool]()

    def begun(*_arguments: object, **_named: object) -> int:
        seen.append(gc.isenabled())
        return 0

    monkeypatch.setattr(target, begun)
    monkeypatch.setattr(interrupts, "install_handlers", lambda: None)
    monkeypatch.setattr(cli, "lower_priority", lambda _steps: None)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    try:
        assert main(words.split()) == 0
    finally:
        gc.enable()
    assert seen == [True]
