"""Spoils valid messages: values of other types anywhere, missing fields, damaged texts."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

Json = dict[str, Any]
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 99, 2**53, 10**19, 0.5, -1e308, "", "\x00", "\ud800"),
    *("page", "table", "play", "<b>", "ß" * 3000, "1e9", [], {}, [[]], [None], {"is": 1}, [1, 2]),
    *({"en": 7}, {"0": "x"}, ["c3"] * 300, {"v": 2}, [{"before": []}], "online", "night", "libra"),
)
WRONG = ("", "[", "null", "7", '"x"', "{}", "[" * 3000, '{"v": 1', "1e999", '{"v": NaN}', "\x00")


class Mutator:
    """Makes texts of messages, most of them wrong, from a seed."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def text(self, messages: list[Json]) -> str:
        """Return the text of one of these messages, changed in up to three places."""
        dice = self.dice
        if dice.random() < 0.03:
            return dice.choice(WRONG)
        message = copy.deepcopy(dice.choice(messages))
        for _change in range(dice.choice((0, 1, 1, 1, 2, 3))):
            self._change(message)
        text = json.dumps(message)
        if dice.random() < 0.05:
            cut = dice.randrange(len(text))
            text = text[:cut] + dice.choice(("", "}", "9" * 30, '"', "NaN")) + text[cut + 1 :]
        return text

    def line(self, messages: list[Json]) -> Any:
        """Return the mutated message as a value; None for invalid JSON."""
        try:
            return json.loads(self.text(messages))
        except (ValueError, RecursionError):
            return None

    def _change(self, value: Any) -> None:
        """Spoil one value at a random place inside `value`."""
        dice, at = self.dice, value
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                return
            key = dice.choice(keys)
            inner = at[key]
            if isinstance(inner, (dict, list)) and inner and dice.random() < 0.75:
                at = inner
                continue
            self._spoil(at, key)
            return

    def _spoil(self, at: Any, key: Any) -> None:
        dice = self.dice
        kind = dice.randrange(5)
        if kind == 0:
            del at[key]
        elif kind == 1 and type(at[key]) is int:
            at[key] += dice.choice((-1, 1, 2, 1000))
        elif kind == 2 and isinstance(at, list):
            at.append(copy.deepcopy(at[key]))
        elif kind == 3 and isinstance(at[key], str):
            at[key] += dice.choice(("x", ",c3", "\u0000", " "))
        else:
            at[key] = copy.deepcopy(dice.choice(VALUES))
