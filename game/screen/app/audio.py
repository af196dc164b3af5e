"""Audio: sounds, music and speech, as the settings want them.

Scenes name what is to be heard; how loud, and whether at all, is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.platform.i18n import language
from game.platform.settings import Settings
from game.screen.app.scene import Scene
from game.screen.app.sound import Music, Sounds
from game.screen.app.speech import Speech


class Audio:
    """Sounds, music and speech of the app.

    `no_voice` is called on a thread, with what was missing, when no voice can be had.
    """

    def __init__(self, settings: Settings, no_voice: Callable[[str], None]) -> None:
        self.sounds, self.music = Sounds(), Music()
        self.speech = Speech(no_voice)
        self._heard: tuple[Scene | None, str] = (None, "")  # the scene and the focus last said
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
        """Do a frame's work: fade the music as the topmost scene with a wish wants it."""
        settings = self._settings
        music = [scene.music for scene in scenes if scene.music]
        wanted = music[-1:] == ["menu"] or (music[-1:] == ["play"] and settings.music_in_play)
        aim = settings.music_volume if wanted and not settings.mute else 0.0
        if aim > 0:
            self.sounds.prepare()
        self.music.update(dt, aim, self.sounds.state == "open")

    def follow(self, scene: Scene, used: bool) -> None:
        """Say what scene has come on top, and what has got the focus since.

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
