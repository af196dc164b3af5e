"""Setup strings: `KEY name=value ...` split into options, with named errors.

The game that reads an option defines its meaning.
"""

from __future__ import annotations

from game.rules.errors import SetupError


class SetupOptions:
    """The options of one setup string. Each is read once; `done` refuses those left over.

    Raises SetupError for a word that is not an option, and for an option given twice.
    """

    def __init__(self, key: str, words: list[str]) -> None:
        self.key = key
        self._known: list[str] = []
        self._values: dict[str, str] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or not name or not value:
                raise SetupError("no-option", game=key, word=word)
            if name in self._values:
                raise SetupError("option-twice", game=key, name=name)
            self._values[name] = value

    def has(self, name: str) -> bool:
        """Return whether the option was given and has not been read yet."""
        return name in self._values

    def text(self, name: str, default: str | None = None) -> str | None:
        """Return the option's value as text, or `default`; the option then counts as read."""
        self._known.append(name)
        return self._values.pop(name, default)

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        """Return the value of an option, one of `choices`. Raises SetupError for any other."""
        value = self.text(name, default)
        if value not in choices:
            known = ", ".join(choices)
            raise SetupError("choice", game=self.key, name=name, value=value, known=known)
        return value

    def switch(self, name: str, default: bool = False) -> bool:
        """Return whether an option is `on`. Raises SetupError for a word other than on or off."""
        return self.choice(name, ("on", "off"), "on" if default else "off") == "on"

    def number(self, name: str, low: int, high: int, default: int) -> int:
        """Return the number in an option, from `low` to `high`.

        Raises SetupError for anything else.
        """
        value = self.text(name)
        if value is None:
            return default
        number = value.isascii() and value.isdigit() and len(value) <= 18
        if number and low <= int(value) <= high:
            return int(value)
        code = "number" if number else "no-number"
        raise SetupError(code, game=self.key, name=name, value=value, low=low, high=high)

    def done(self) -> None:
        """Raise SetupError if there is an option that the game does not know."""
        for name in self._values:
            known = ", ".join(f"{other}=" for other in self._known)
            raise SetupError("unknown-option", game=self.key, name=name, known=known)


def split_setup(text: str) -> tuple[str, list[str]]:
    """Return the first word and the option words of a setup string.

    The path of a board file may contain spaces: words without `=` after `board=` belong to it.
    Raises SetupError if there is no word.
    """
    words = text.split()
    if not words:
        raise SetupError("empty-setup")
    joined: list[str] = []
    for word in words[1:]:
        if joined and joined[-1].startswith("board=") and "=" not in word:
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return words[0], joined
