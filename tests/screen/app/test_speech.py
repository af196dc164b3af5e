"""Speech runs outside the loop, speaks the dispatcher's protocol on a real socket, fades music."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.screen.app.mixer import close_mixer
from game.screen.app.sound import FADE_S, Music
from game.screen.app.speech import Dispatcher, Speech, VoiceError, socket_path, ssip_rate
from tests.support.waiting import until


class Recorded:
    """A voice that records its calls."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.closed = False

    def say(self, text: str, language: str, rate: float) -> None:
        self.done.append(f"{language} {rate:g} {text}")

    def hush(self) -> None:
        self.done.append("hush")

    def close(self) -> None:
        self.closed = True


def test_sentences_are_said_in_order_and_urgent_ones_interrupt() -> None:
    voice = Recorded()
    speech = Speech(lambda missing: None, lambda: voice)
    speech.say("one", "en")
    assert until(lambda: voice.done == ["en 1 one"])
    speech.say("two", "de", 1.5, urgent=True)
    assert until(lambda: voice.done[-2:] == ["hush", "de 1.5 two"])
    speech.say("", "en")
    speech.close()
    assert voice.closed
    assert voice.done.count("hush") == 2  # the end of the program stops speech


def test_a_missing_voice_is_told_once_and_looked_for_again_when_wanted() -> None:
    missing: list[str] = []

    def none() -> Recorded:
        raise VoiceError(0, "no voice here")

    speech = Speech(missing.append, none)
    for _ in range(3):
        speech.say("hello", "en")
        assert until(lambda: speech.silent)
    assert missing == ["no voice here"]
    speech.try_again()
    speech.say("hello", "en")
    assert until(lambda: len(missing) == 2)
    speech.close()


class Server(threading.Thread):
    """A server that answers like speech-dispatcher; `heard` holds the lines sent to it."""

    def __init__(self, path: Path, refuse: str = "") -> None:
        super().__init__(daemon=True)
        self.refuse = refuse
        self.heard: list[str] = []
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(str(path))
        self.listening.listen(1)
        self.start()

    def run(self) -> None:
        link, _address = self.listening.accept()
        speaking = False
        with link, link.makefile("rwb") as lines:
            for raw in lines:
                line = raw.decode().rstrip("\r\n")
                self.heard.append(line)
                if speaking and line != ".":
                    continue
                answer = "225-21\r\n225 OK MESSAGE QUEUED" if speaking else "200 OK DONE"
                speaking = line == "SPEAK"
                if speaking:
                    answer = "230 OK RECEIVING DATA"
                if self.refuse and self.refuse in line:
                    answer = "403 ERR UNKNOWN LANGUAGE"
                lines.write(answer.encode() + b"\r\n")
                lines.flush()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "speechd.sock"


def test_the_dispatcher_is_spoken_to_in_its_protocol(path: Path) -> None:
    server = Server(path)
    voice = Dispatcher(path)
    voice.say(". Grün springt\nnach b9.", "de", 1.5)
    voice.say("Schwarz", "de", 1.5)
    voice.hush()
    voice.close()
    assert server.heard == [
        "SET SELF CLIENT_NAME user:less-is-more:main",
        "SET SELF LANGUAGE de",
        "SET SELF RATE 50",
        "SPEAK",
        " Grün springt nach b9.",
        ".",
        "SPEAK",
        "Schwarz",
        ".",
        "CANCEL SELF",
    ]


def test_a_dispatcher_that_refuses_or_goes_is_an_error_of_the_voice(path: Path) -> None:
    Server(path, refuse="LANGUAGE")
    voice = Dispatcher(path)
    with pytest.raises(VoiceError, match="403"):
        voice.say("hello", "en", 1)
    with pytest.raises(VoiceError):
        Dispatcher(path.parent)


def test_without_a_dispatcher_there_is_no_voice(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(VoiceError):
        Dispatcher(path)
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{path}")
    assert socket_path() == path
    monkeypatch.delenv("SPEECHD_ADDRESS")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/7")
    assert socket_path() == Path("/run/user/7/speech-dispatcher/speechd.sock")


def test_rates_as_the_dispatcher_counts_them() -> None:
    assert [ssip_rate(rate) for rate in (0.5, 0.75, 1.0, 1.25, 2.0)] == [-100, -50, 0, 25, 100]


# -- music ---------------------------------------------------------------------------------------


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    close_mixer()
    pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=512)
    yield
    close_mixer()


def at_once(work: Callable[[], None]) -> None:
    work()


@pytest.mark.usefixtures("device")
def test_music_comes_and_goes_softly() -> None:
    music = Music(start=at_once)
    music.update(0.1, 0.5, ready=False)
    assert not music.playing
    music.update(0.1, 0.5, ready=True)
    heard = []
    while music.volume < 0.5:
        music.update(0.1, 0.5, ready=True)
        heard.append(music.volume)
    assert heard == sorted(heard)
    assert len(heard) == round(0.5 * FADE_S / 0.1)
    assert music.playing
    for _ in range(len(heard) + 1):
        music.update(0.1, 0.0, ready=True)
    assert (music.volume, music.playing) == (0.0, False)
    music.update(0.1, 0.5, ready=True)
    assert music.playing


@pytest.mark.usefixtures("device")
def test_music_that_is_stopped_with_all_sounds_comes_again() -> None:
    music = Music(start=at_once)
    for _ in range(3):
        music.update(0.1, 0.5, ready=True)
    pygame.mixer.stop()
    assert not music.playing
    music.update(0.1, 0.5, ready=True)
    assert music.playing


@pytest.mark.usefixtures("device")
def test_damaged_music_is_silence(tmp_path: Path) -> None:
    (tmp_path / "evening.wav").write_bytes(b"no music")
    music = Music(tmp_path / "evening.wav", start=at_once)
    for _ in range(3):
        music.update(0.1, 0.5, ready=True)
    assert not music.playing
