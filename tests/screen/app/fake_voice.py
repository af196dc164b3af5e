"""A voice that writes down what it is told, for tests of speech."""

from __future__ import annotations

from game.screen.app.app import App


class HeardVoice:
    """Takes the place of an app's speech: `said` is what a person would have heard begin."""

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
        """What was said since the last time."""
        said, self.said = self.said, []
        return said


def listen(app: App) -> HeardVoice:
    """Let the app speak to us."""
    voice = HeardVoice()
    app.audio.speech = voice  # type: ignore[assignment]
    return voice
