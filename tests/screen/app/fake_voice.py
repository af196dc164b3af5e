"""A voice for tests of speech, which records what it should say."""

from __future__ import annotations

from game.screen.app.app import App


class HeardVoice:
    """A stand-in for an app's speech; `said` holds every text whose speaking has begun."""

    silent = False

    def __init__(self) -> None:
        self.said: list[str] = []
        self.rates: set[float] = set()
        self.languages: set[str] = set()

    def say(self, text: str, language: str, rate: float = 1.0, urgent: bool = False) -> None:
        if text:
            self.said.append(text)
            self.rates.add(rate)
            self.languages.add(language)

    def hush(self) -> None:
        pass

    def try_again(self) -> None:
        pass

    def close(self) -> None:
        pass

    def take(self) -> list[str]:
        """Return what was said since the last call."""
        said, self.said = self.said, []
        return said


def listen(app: App) -> HeardVoice:
    """Replace the app's speech by a recording voice, and return it."""
    voice = HeardVoice()
    app.audio.speech = voice  # type: ignore[assignment]
    return voice
