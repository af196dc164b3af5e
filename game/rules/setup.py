"""Setup strings: `KEY name=value ...` split into options, with named errors.

What each option means is said by the game that reads it.
"""

from __future__ import annotations

from game.rules.errors import SetupError


class Options:
    """The options of one setup string.  Each is taken once; `done` refuses what is left over."""

    def __init__(self, key: str, words: list[str]) -> None:
        self.key = key
        self._known: list[str] = []
        self._values: dict[str, str] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or not name or not value:
                raise SetupError(f"{key}: {word!r} found, expected an option as name=value")
            if name in self._values:
                raise SetupError(f"{key}: {name}= is given twice")
            self._values[name] = value

    def has(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str, default: str | None = None) -> str | None:
        self._known.append(name)
        return self._values.pop(name, default)

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise SetupError(f"{self.key}: {name}={value}, expected one of {', '.join(choices)}")
        return value

    def number(self, name: str, low: int, high: int, default: int) -> int:
        value = self.text(name)
        if value is None:
            return default
        if not value.isascii() or not value.isdigit() or len(value) > 18:
            raise SetupError(f"{self.key}: {name}={value}, expected a number {low} to {high}")
        if not low <= int(value) <= high:
            raise SetupError(f"{self.key}: {name}={value}, expected {low} to {high}")
        return int(value)

    def done(self) -> None:
        """Raise SetupError if an option was given that the game does not know."""
        for name in self._values:
            expected = ", ".join(f"{known}=" for known in self._known)
            raise SetupError(f"{self.key}: unknown option {name}=, expected {expected}")


def split_setup(text: str) -> tuple[str, list[str]]:
    """First word and the option words of a setup string.

    The path of a board file may hold spaces: words without `=` after `board=` belong to it.
    """
    words = text.split()
    if not words:
        raise SetupError("empty setup, expected the name of a game and its options")
    joined: list[str] = []
    for word in words[1:]:
        if joined and joined[-1].startswith("board=") and "=" not in word:
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return words[0], joined
