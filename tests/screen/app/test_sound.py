"""Sounds are loaded outside the loop, hops rise in pitch, and without a device there is silence."""

import importlib.util
import threading
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pygame
import pytest

from game.platform.settings import Settings
from game.screen.app.mixer import close_mixer
from game.screen.app.scene import Scene
from game.screen.app.sound import FOLDER, HOPS, LAYERS, MUSIC, Audio, Music, Sounds, resolve
from tests.support.waiting import PATIENCE

NEEDED = {
    *("place", "stone", "step", "leap", "climb", "slide", "flip", "lift", "marker"),
    *("button", "focus", "error", "chime", "turn", "win", "end"),
    *("clock60", "clock10", "period", "flag"),
}


@pytest.fixture
def dummy_audio(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    close_mixer()
    yield
    close_mixer()


def script_of(name: str) -> ModuleType:
    """Return one of the scripts in the folder of sounds, as a module."""
    spec = importlib.util.spec_from_file_location(name, FOLDER.parent / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def at_once(work: Callable[[], None]) -> None:
    work()


def samples(path: Path) -> tuple[np.ndarray, int]:
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        data = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        return data.astype(float) / 32767, file.getframerate()


def loudest_pitch(path: Path) -> float:
    data, rate = samples(path)
    power = np.abs(np.fft.rfft(data, 1 << 16))
    return float(np.argmax(power) * rate / (1 << 16))


def test_every_sound_ships_and_is_heard_without_clipping() -> None:
    names = {path.stem for path in FOLDER.glob("*.wav")}
    assert names >= {*NEEDED, *(f"hop{n}" for n in range(1, HOPS + 1))}
    for path in FOLDER.glob("*.wav"):
        data, rate = samples(path)
        assert 22050 <= rate <= 44100
        assert 0.1 < np.abs(data).max() < 0.95, path.name
        assert np.abs(data[-8:]).max() < 0.01, f"{path.name} ends with a click"


def test_the_script_makes_the_sounds_that_ship(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = script_of("make_sounds")
    monkeypatch.setattr(script, "FOLDER", tmp_path)
    script.main()
    made = {path.name for path in tmp_path.glob("*.wav")}
    assert made == {path.name for path in FOLDER.glob("*.wav")}
    for name in made:
        one, other = samples(tmp_path / name)[0], samples(FOLDER / name)[0]
        assert np.abs(one - other).max() < 0.001, f"{name}: run assets/make_sounds.py"


def test_the_music_that_ships_is_what_its_script_composes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = script_of("make_music")
    monkeypatch.setattr(script, "FOLDER", tmp_path)
    script.main()
    shipped = {MUSIC, *(file for file, _begins, _full in LAYERS)}
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in shipped}
    for path in shipped:
        one, other = samples(tmp_path / path.name)[0], samples(path)[0]
        assert np.abs(one - other).max() < 0.001, "run assets/make_music.py"
        assert np.abs(one).max() < 0.6
        assert abs(one[0] - one[-1]) < 0.05, "its end does not meet its beginning"


class Tense(Scene):
    """A scene in which a game comes to its end."""

    music = "play"
    near, decides = 0.0, False

    @property
    def tension(self) -> float:
        return self.near

    @property
    def holds_breath(self) -> bool:
        return self.decides


@pytest.mark.usefixtures("dummy_audio")
def test_layers_join_as_the_end_comes_near_and_are_silent_before_what_decides() -> None:
    audio, scene = Audio(Settings(music_volume=0.5), lambda missing: None), Tense()
    audio.sounds = Sounds(start=at_once)
    audio.layers = [Music(file, start=at_once) for file, _begins, _full in LAYERS]

    def volumes(near: float, decides: bool = False) -> list[float]:
        scene.near, scene.decides = near, decides
        for _frame in range(60):
            audio.update(0.05, [scene])
        return [round(layer.volume, 2) for layer in audio.layers]

    assert volumes(0.0) == [0, 0]
    assert not audio.fading
    low, high = volumes(0.45)
    assert 0 < low < 0.5
    assert high == 0
    assert volumes(1.0) == [0.5, 0.5]
    assert not audio.fading
    scene.decides = True
    for frame in range(6):
        audio.update(0.05, [scene])
        assert audio.fading is (frame < 2)
    assert [layer.volume for layer in audio.layers] == [0, 0], "in 0.3 seconds"
    audio.tune(Settings(music_volume=0.5, reduced_motion=True))
    assert volumes(1.0) == [0, 0]
    audio.tune(Settings(music_volume=0.5, mute=True))
    assert volumes(1.0) == [0, 0]
    audio.close()


def test_hops_rise_in_pitch() -> None:
    pitches = [loudest_pitch(FOLDER / f"hop{n}.wav") for n in range(1, HOPS + 1)]
    assert pitches == sorted(pitches)
    assert pitches[-1] > 3 * pitches[0]


@pytest.mark.parametrize(
    ("name", "step", "file"),
    [
        ("hop", 1, "hop1"),
        ("hop", 99, "hop12"),
        ("hop", 0, "hop1"),
        ("land", 0, "hop1"),
        ("land", 3, "hop4"),
        ("combo", 2, "combo2"),
        ("place", 4, "place"),
    ],
)
def test_names(name: str, step: int, file: str) -> None:
    assert resolve(name, step) == file


@pytest.mark.usefixtures("dummy_audio")
def test_plays_once_open_and_never_while_muted() -> None:
    sounds = Sounds(start=at_once)
    assert sounds.state == "new"
    assert sounds.play("place")
    assert sounds.state == "open"
    assert sounds.loaded >= NEEDED
    assert sounds.play("hop", step=40)
    assert not sounds.play("no such sound")
    sounds.set_mute(True)
    assert not sounds.play("place")
    sounds.set_mute(False)
    sounds.set_volumes(0, 0.5)
    assert not sounds.play("place")
    assert sounds.play("clock10")
    sounds.set_volumes(0.5, 0)
    assert sounds.play("land")
    assert not sounds.play("win")
    sounds.close()
    assert sounds.state == "new"


@pytest.mark.usefixtures("dummy_audio")
def test_nothing_is_opened_on_the_callers_time() -> None:
    waiting: list[Callable[[], None]] = []
    sounds = Sounds(start=waiting.append)
    assert not sounds.play("win")
    assert not sounds.play("win")
    assert sounds.state == "opening"
    assert len(waiting) == 1
    waiting[0]()
    assert sounds.play("win")


@pytest.mark.usefixtures("dummy_audio")
def test_a_device_is_not_closed_while_a_file_is_read_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If two threads use the mixer at the same time, the process may crash."""
    reading, closed, made = threading.Event(), threading.Event(), pygame.mixer.Sound

    def slow(path: str) -> pygame.mixer.Sound:
        reading.set()
        assert not closed.wait(0.2)
        return made(path)

    sounds = Sounds(start=at_once)
    sounds.prepare()
    close = pygame.mixer.quit

    def quit_() -> None:
        closed.set()
        close()

    monkeypatch.setattr(pygame.mixer, "Sound", slow)
    monkeypatch.setattr(pygame.mixer, "quit", quit_)
    started: list[threading.Thread] = []

    def on_a_thread(work: Callable[[], None]) -> None:
        started.append(threading.Thread(target=work))
        started[0].start()

    music = Music(start=on_a_thread)
    music.update(0.1, 1.0, True)
    assert reading.wait(PATIENCE)
    sounds.close()
    assert closed.is_set()
    started[0].join()
    music.update(0.1, 1.0, False)
    assert not music.playing


@pytest.mark.usefixtures("dummy_audio")
def test_no_sound_can_end_while_the_device_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """About once in a hundred times, pygame would wait for ever for the thread of that sound."""
    sounds = Sounds(start=at_once)
    assert sounds.play("place")
    close, busy = pygame.mixer.quit, list[bool]()

    def quit_() -> None:
        busy.append(pygame.mixer.get_busy())
        close()

    monkeypatch.setattr(pygame.mixer, "quit", quit_)
    sounds.close()
    assert busy == [False]


@pytest.mark.usefixtures("dummy_audio")
def test_what_was_closed_while_it_was_to_be_opened_stays_closed() -> None:
    waiting: list[Callable[[], None]] = []
    sounds, music = Sounds(start=waiting.append), Music(start=waiting.append)
    sounds.prepare()
    sounds.close()
    music.update(0.1, 1.0, True)
    for work in waiting:
        work()
    assert pygame.mixer.get_init() is None
    assert sounds.state == "new"
    music.update(0.1, 1.0, True)
    assert len(waiting) == 3, "the music is read again once there is a device"


def test_no_device_means_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    close_mixer()

    def refuse(*_args: object, **_named: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    sounds = Sounds(start=at_once)
    assert not sounds.play("place")
    assert sounds.state == "silent"
    sounds.set_mute(True)
    sounds.set_volumes(0.5, 0.5)
    assert not sounds.play("place")


def test_missing_or_damaged_files_mean_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    close_mixer()
    (tmp_path / "place.wav").write_bytes(b"not a sound")
    sounds = Sounds(folder=tmp_path, start=at_once)
    assert not sounds.play("place")
    assert sounds.state == "silent"
    close_mixer()
