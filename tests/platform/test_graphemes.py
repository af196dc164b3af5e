"""A caret is only between characters as people see them, and no character is cut."""

from __future__ import annotations

import pytest

from game.platform.graphemes import boundaries, first_graphemes


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", [0]),
        ("abc", [0, 1, 2, 3]),
        ("e\u0301a", [0, 2, 3]),
        ("한국", [0, 1, 2]),
        ("\u1100\u1161\u11a8x", [0, 3, 4]),
        ("👨‍👩‍👧x", [0, 5, 6]),
        ("👍🏽!", [0, 2, 3]),
        ("🇫🇷🇩🇪", [0, 2, 4]),
        ("❤️a", [0, 2, 3]),
        ("نِم", [0, 2, 3]),
    ],
)
def test_a_caret_stands_before_and_behind_letters(text: str, places: list[int]) -> None:
    assert boundaries(text) == places


def test_a_text_is_cut_between_letters() -> None:
    assert first_graphemes("e\u0301e\u0301", 3) == "e\u0301"
    assert first_graphemes("abc", 5) == "abc"
    assert first_graphemes("🇫🇷", 1) == ""
