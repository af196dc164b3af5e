"""JSON from outside becomes frozen values of declared types, or an error names the bad field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, make_dataclass
from typing import Any, Literal

import pytest

from game.platform.codec import FieldError, Rule, read, rule, write
from game.platform.untrusted import MOST_DEPTH, parse_json


@dataclass(frozen=True)
class Inner:
    """A value inside another."""

    number: float


@dataclass(frozen=True)
class Outer:
    """A value with a field of each kind."""

    text: str
    count: int = 0
    flag: bool = False
    some: tuple[Inner, ...] = ()
    by_name: Mapping[str, int] = field(default_factory=dict)
    maybe: int | None = None
    what: Literal["a", "b"] = "a"
    theme: str = field(default="plain", metadata=rule(lenient=True))
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
        ("text", "x" * (Rule().length + 1)),
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
    with pytest.raises(FieldError, match=field) as refused:
        read(Outer, {"text": "t", field: value})
    assert "found, expected" in str(refused.value)


def test_a_missing_field_is_named_and_a_lenient_one_falls_back() -> None:
    with pytest.raises(FieldError, match="text: None found, expected a text"):
        read(Outer, {})
    assert read(Outer, {"text": "t", "theme": 7}).theme == "plain"
    with pytest.raises(FieldError, match="expected an object"):
        read(Outer, [])


def test_unsafe_characters_are_replaced_before() -> None:
    data = parse_json('{"text": "A\\u0000d\\ud800a\\n\u00a0é"}', "message")
    assert read(Outer, data).text == "A\ufffdd\ufffda\n\xa0é"


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "[-Infinity]",
        "1e999",
        "9" * 21,
        "[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1),
        "[" * 100_000,
        '{"a":' * 5000,
        "{",
        "",
    ],
)
def test_what_only_some_readers_of_json_take_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        parse_json(text, "message")


def test_what_all_readers_take_is_taken() -> None:
    assert parse_json('{"a": [1, 2.5, "x", null]}', "message") == {"a": [1, 2.5, "x", None]}
    assert parse_json("[" * (MOST_DEPTH - 1) + "]" * (MOST_DEPTH - 1), "message")


@dataclass(frozen=True)
class Line:
    """A value with a renamed field, a rounded field, a union, and a field omitted when empty."""

    length: int = field(metadata=rule(name="after"))
    seconds: tuple[float | None, ...] = field(metadata=rule(digits=1))
    what: Inner | Outer = field(metadata=rule(kinds={"inner": Inner, "outer": Outer}))
    comment: str = field(default="", metadata=rule(omit=True))


def test_what_is_written_is_read_again() -> None:
    line = Line(3, (1.25, None, 0.04), Inner(2.0))
    data = {"after": 3, "seconds": [1.2, None, 0.0], "what": {"is": "inner", "number": 2.0}}
    assert write(line) == data
    assert read(Line, data) == Line(3, (1.2, None, 0.0), Inner(2.0))
    assert write(Line(3, (), Outer("t"), "so"))["comment"] == "so"
    with pytest.raises(FieldError, match=r"what.is: 'other' found, expected one of inner, outer"):
        read(Line, {**data, "what": {"is": "other"}})


@pytest.mark.parametrize(
    ("own", "hint", "value"),
    [
        (rule(least=0), int, -1),
        (rule(most=1), float, 1.5),
        (rule(length=3), str, "long"),
        (rule(count=1), tuple[int, ...], [1, 2]),
        (rule(count=1), dict[str, int], {"a": 1, "b": 2}),
        (rule(required=True), int, None),
    ],
)
def test_bounds_are_kept(own: dict[str, Rule], hint: Any, value: Any) -> None:
    kind = make_dataclass("Bounded", [("one", hint, field(default=None, metadata=own))])
    with pytest.raises(FieldError, match="one: "):
        read(kind, {} if value is None else {"one": value})


@pytest.mark.parametrize(
    ("own", "hint", "value"),
    [
        (rule(least=0, most=2), int, 0),
        (rule(least=0, most=2), int, 2),
        (rule(length=3), str, "abc"),
        (rule(count=1), tuple[int, ...], (1,)),
        (rule(count=1), dict[str, int], {"a": 1}),
    ],
)
def test_bounds_are_allowed_themselves(own: dict[str, Rule], hint: Any, value: Any) -> None:
    kind = make_dataclass("Bounded", [("one", hint, field(metadata=own))])
    assert read(kind, {"one": value}) == kind(value)


def test_what_lies_inside_is_written_too() -> None:
    data = write(Outer("t", some=(Inner(1.0), Inner(2.0)), by_name={"x": 1}))
    assert data["some"] == [{"number": 1.0}, {"number": 2.0}]
    assert read(Outer, data) == Outer("t", some=(Inner(1.0), Inner(2.0)), by_name={"x": 1})
