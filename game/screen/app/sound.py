"""Sounds, short WAVs of assets/sounds played by name, and looped music.

The music is one quiet piece, with layers that join in as the end of a game comes nearer.

A thread opens the device and the files when the first sound is requested, so that the frame loop
never waits. Sounds requested before the device is open are dropped, because a late sound is worse
than none. Nothing here raises for a missing device, file or name.

Music plays on a channel of the same device, and never opens a device itself. `pygame.mixer.music`
is not used, because it can deadlock: it waits for the mixer with Python's lock held, while the
mixer may wait for that lock to report the end of a sound.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Set
from pathlib import Path

import pygame

from game.platform.i18n import language
from game.platform.paths import ASSETS
from game.platform.processes import silence_libraries
from game.platform.settings import Settings
from game.screen.app.mixer import close_mixer, mixer_lock
from game.screen.app.scene import Scene
from game.screen.app.speech import Speech

FOLDER = ASSETS / "sounds"
MUSIC = ASSETS / "music" / "evening.wav"
# Layers of music in play, each with the tensions at which it begins and is at full volume.
LAYERS = ((MUSIC.with_name("near.wav"), 0.2, 0.7), (MUSIC.with_name("heart.wav"), 0.6, 1.0))
FADE_S = 1.6  # seconds from silence to full volume, or back
BREATH_S = 0.25  # seconds of the fade to silence before a decision
RISING = ("hop", "combo")  # sounds with one version for each hop of a train, up to HOPS
HOPS = 12
HEAD_START_S = 0.15  # seconds that the first picture gets before sounds are opened
RATE, BUFFER, VOICES = 32000, 512, 16  # the rate is that of the files, so none is converted
CLOSE_TIMEOUT_S = 1.0  # maximum seconds that closing waits for files being read
Start = Callable[[Callable[[], None]], None]  # runs work, for example on a thread

# Names used by scenes and the choreography, each with the name of the sound that is played.
ALIASES = {
    "drop": "place",
    "land": "hop",
    "jump": "hop",
    "press": "button",
    "thud": "error",
    "record": "chime",
    "good": "chime",
    "draw": "end",
    "lose": "end",
    "sweep": "slide",
    "round": "chime",
    "home": "chime",
    "phase": "chime",
    "bid": "button",
    "pass": "turn",
}

# Sounds of moves on the board. All other sounds are signals of the program or the clock.
MOVES = frozenset(
    {*RISING, "place", "stone", "step", "leap", "climb", "lift", "slide", "flip", "marker"}
)


class Sounds:
    """Plays sounds by name. A thread opens the device and the files.

    Tests replace `start` to run that work elsewhere.
    """

    def __init__(self, folder: Path = FOLDER, start: Start | None = None) -> None:
        self._folder = folder
        self._moves = self._signs = 1.0
        self._muted = False
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        # The next state is "opening", then "open", or "silent" if no sound can be played here.
        self.state = "new"
        self._start = start or _on_a_thread

    def prepare(self) -> None:
        """Open the device and the files in the background, unless this was requested before."""
        if self.state == "new":
            self.state = "opening"
            self._start(self._open)

    def play(self, name: str, step: int = 0) -> bool:
        """Play a sound; `step` counts the hops of a train from 1, each at a higher pitch.

        Returns False if the sound is not played: while muted or opening, or without a device.
        """
        self.prepare()
        volume = self._moves if ALIASES.get(name, name) in MOVES else self._signs
        if self.state != "open" or self._muted or volume <= 0:
            return False
        sound = self._loaded.get(resolve(name, step))
        channel = pygame.mixer.find_channel(True) if sound is not None else None
        if sound is None or channel is None:
            return False
        channel.set_volume(volume)
        channel.play(sound)
        return True

    def set_volumes(self, moves: float, signs: float) -> None:
        """Set the volumes, 0 to 1, of later sounds: `moves` for moves, `signs` for signals."""
        self._moves, self._signs = (max(0.0, min(1.0, v)) for v in (moves, signs))

    @property
    def loaded(self) -> Set[str]:
        """Return the names of the sounds that can be played."""
        return self._loaded.keys()

    def set_mute(self, mute: bool) -> None:
        """Stop all sounds, and play none until `mute` is False."""
        self._muted = mute
        if mute and self.state == "open":
            pygame.mixer.stop()

    def close(self) -> None:
        """Close the device; the next sound opens it again."""
        if not mixer_lock.acquire(timeout=CLOSE_TIMEOUT_S):
            return  # a device that does not answer is left until the process ends
        try:
            if self.state == "open":
                close_mixer()
            self._loaded.clear()
            self.state = "new"
        finally:
            mixer_lock.release()

    def _open(self) -> None:
        with mixer_lock:
            if self.state == "opening":  # not closed meanwhile
                self._open_all()

    def _open_all(self) -> None:
        try:
            if not pygame.mixer.get_init():
                with silence_libraries():
                    pygame.mixer.init(frequency=RATE, size=-16, channels=2, buffer=BUFFER)
            pygame.mixer.set_num_channels(VOICES)
            for path in sorted(self._folder.glob("*.wav")):
                self._loaded[path.stem] = pygame.mixer.Sound(str(path))
        except (pygame.error, OSError, NotImplementedError):
            self.state = "silent"
            return
        self.state = "open" if self._loaded else "silent"


def resolve(name: str, step: int = 0) -> str:
    """Return a sound's file name: hops rise in pitch with `step`, from 1, up to the last file.

    For "land", `step` counts the hops made before it, from 0.
    """
    if name == "land":
        step += 1
    name = ALIASES.get(name, name)
    return f"{name}{max(1, min(HOPS, step))}" if name in RISING else name


class Music:
    """The player of one piece; `volume` is the present volume, 0 to 1.

    If the file cannot be played, the player stays silent. `start` runs the work that reads the file
    outside the frame loop, as for `Sounds`.
    """

    def __init__(self, file: Path = MUSIC, start: Start | None = None) -> None:
        self._file = file
        self._start = start or _on_a_thread
        self._state = "new"  # "new", "reading", "read", "silent"
        self._sound: pygame.mixer.Sound | None = None
        self._channel: pygame.mixer.Channel | None = None
        self.volume = 0.0

    @property
    def playing(self) -> bool:
        channel = self._channel
        return channel is not None and channel.get_sound() is self._sound

    def update(self, dt: float, aim: float, ready: bool, fade_s: float = FADE_S) -> None:
        """Fade towards the volume `aim` for `dt` seconds; `ready` means that the device is open.

        A full fade between silence and full volume takes `fade_s` seconds.
        """
        if not ready:
            self._forget()
        elif self._state == "new" and aim > 0:
            self._state = "reading"
            self._start(self._read)
        elif self._state == "read":
            self._move(dt / fade_s, aim)

    def _move(self, step: float, aim: float) -> None:
        if not self.playing:
            self.volume = 0.0
            if aim <= 0 or not self._begin():
                return
        assert self._sound is not None
        assert self._channel is not None
        up, down = self.volume + step, self.volume - step
        self.volume = min(aim, up) if self.volume < aim else max(aim, down)
        self._sound.set_volume(self.volume)
        if self.volume <= 0:
            self._channel.stop()

    def _begin(self) -> bool:
        """Start to play on a free channel; return False if there is none."""
        channel = pygame.mixer.find_channel()
        if channel is None or self._sound is None:
            return False
        self._sound.set_volume(0.0)
        channel.set_volume(1.0)
        channel.play(self._sound, loops=-1)
        self._channel = channel
        return True

    def _read(self) -> None:
        with mixer_lock:
            if not pygame.mixer.get_init():  # the device was closed meanwhile
                self._state = "new"
                return
            try:
                self._sound = pygame.mixer.Sound(str(self._file))
            except (pygame.error, OSError):
                self._state = "silent"
                return
            self._state = "read"

    def _forget(self) -> None:
        """Forget the sound, because its device was closed."""
        if self._state == "read":
            self._state, self._sound, self._channel, self.volume = "new", None, None, 0.0


def _on_a_thread(work: Callable[[], None]) -> None:
    """Run `work` after the first picture: opening a device blocks all threads for up to 100 ms."""
    thread = threading.Timer(HEAD_START_S, work)
    thread.name, thread.daemon = "sounds", True
    thread.start()


class Audio:
    """Sounds, music and speech of the app.

    If no voice is found, a thread calls `no_voice` with the name of what is missing.
    """

    def __init__(self, settings: Settings, no_voice: Callable[[str], None]) -> None:
        self.sounds, self.music = Sounds(), Music()
        self.layers = [Music(file) for file, _begins, _full in LAYERS]
        self.speech = Speech(no_voice)
        self._heard: tuple[Scene | None, str] = (None, "")  # scene and focus that were said last
        self.fading = False  # True while any music changes its volume
        self.tune(settings)

    def tune(self, settings: Settings) -> None:
        """Apply changed settings."""
        self._settings = settings
        self.sounds.set_volumes(settings.volume, settings.signs_volume)
        self.sounds.set_mute(settings.mute)
        if settings.speech:
            self.speech.try_again()
        else:
            self.speech.hush()
            self._heard = (None, "")

    def sound(self, name: str, step: int = 0) -> None:
        """Play a sound by name; `step` counts hops from 1."""
        if not self._settings.mute:
            self.sounds.play(name, step)

    def say(self, text: str, urgent: bool = False) -> None:
        """Say a sentence aloud, whether or not speech is on."""
        self.speech.say(text, language(), self._settings.speech_rate, urgent)

    def update(self, dt: float, scenes: Iterable[Scene]) -> None:
        """Do a frame's work: fade the music to the volume that the scenes request."""
        settings, stack = self._settings, list(scenes)
        music = [scene.music for scene in stack if scene.music]
        wanted = music[-1:] == ["menu"] or (music[-1:] == ["play"] and settings.music_in_play)
        loud = 0.0 if settings.mute else settings.music_volume
        fade_s = FADE_S
        if stack and stack[-1].holds_breath:
            loud, fade_s = 0.0, BREATH_S
        tension = stack[-1].tension if stack and not settings.calm else 0.0
        aims = [loud * wanted] + [
            loud * min(1.0, max(0.0, (tension - begins) / (full - begins)))
            for _file, begins, full in LAYERS
        ]
        if any(aims):
            self.sounds.prepare()
        parts = list(zip((self.music, *self.layers), aims))
        for part, aim in parts:
            part.update(dt, aim, self.sounds.state == "open", fade_s)
        self.fading = any(part.playing and part.volume != aim for part, aim in parts)

    def follow(self, scene: Scene, used: bool) -> None:
        """Say aloud the scene that has come on top, and the control that has got the focus.

        The focus is said only after a key or the mouse was `used`.
        """
        before, said = self._heard
        if not self._settings.speech or (scene is before and not used):
            return
        focus = scene.spoken
        self._heard = (scene, focus)
        if scene is not before:
            self.say(". ".join(filter(None, (scene.heading, focus))), urgent=True)
        elif focus and focus != said:
            self.say(focus, urgent=True)

    def close(self) -> None:
        self.speech.close()
        self.sounds.close()
