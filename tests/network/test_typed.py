"""JSON from outside becomes frozen values of the types they say, or is refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from game.network.errors import NetworkError
from game.network.typed import DEEPEST, LENIENT, LONGEST_TEXT, loads, read


@dataclass(frozen=True)
class Inner:
    """Something inside."""

    number: float


@dataclass(frozen=True)
class Outer:
    """One of each."""

    text: str
    count: int = 0
    flag: bool = False
    some: tuple[Inner, ...] = ()
    by_name: Mapping[str, int] = field(default_factory=dict)
    maybe: int | None = None
    what: Literal["a", "b"] = "a"
    theme: str = field(default="plain", metadata=LENIENT)
    any: Any = None


def test_what_fits_is_read_and_unknown_fields_are_left_out() -> None:
    data = {"text": "t", "count": 2, "flag": True, "some": [{"number": 1}], "newer": 7}
    data |= {"by_name": {"x": 1}, "maybe": 3, "what": "b", "theme": "night", "any": [1]}
    assert read(Outer, data) == Outer("t", 2, True, (Inner(1.0),), {"x": 1}, 3, "b", "night", [1])
    assert read(Outer, {"text": "t", "maybe": None}) == Outer("t")
    assert read(Outer, {"text": "t"}).maybe is None
    assert read(Outer, {"text": "t"}).by_name == {}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", None),
        ("text", 7),
        ("text", "x" * (LONGEST_TEXT + 1)),
        ("count", True),
        ("count", 1.0),
        ("count", 2**53),
        ("flag", 1),
        ("some", {}),
        ("some", [7]),
        ("some", [{"number": "1"}]),
        ("by_name", []),
        ("by_name", {"x": "1"}),
        ("maybe", "3"),
        ("what", "c"),
        ("what", ["a"]),
    ],
)
def test_what_does_not_fit_is_refused_with_its_name(field: str, value: Any) -> None:
    with pytest.raises(NetworkError, match=r"Outer\.|Inner") as refused:
        read(Outer, {"text": "t", field: value})
    assert "found, expected" in str(refused.value)


def test_a_missing_field_is_named_and_a_lenient_one_falls_back() -> None:
    with pytest.raises(NetworkError, match=r"Outer\.text: 'None' found, expected str"):
        read(Outer, {})
    assert read(Outer, {"text": "t", "theme": 7}).theme == "plain"
    with pytest.raises(NetworkError, match="expected an object"):
        read(Outer, [])


def test_signs_that_no_font_draws_are_left_out() -> None:
    assert read(Outer, {"text": "A\x00d\ud800a\n\xa0é"}).text == "Ada\n\xa0é"


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "[-Infinity]",
        "1e999",
        "9" * 21,
        "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        "[" * 100_000,
        '{"a":' * 5000,
        "{",
        "",
        b"\xff\xfe\x00",
    ],
)
def test_what_only_some_readers_of_json_take_is_refused(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        loads(text)


def test_what_all_readers_take_is_taken() -> None:
    assert loads('{"a": [1, 2.5, "x", null]}') == {"a": [1, 2.5, "x", None]}
    assert loads("[" * DEEPEST + "]" * DEEPEST)
