"""JSON from another machine or process, read into frozen dataclasses by their annotations.

Nothing that comes over a line is looked at before it has been read here: a field is of the type its
dataclass says, or the whole message is refused with a sentence that names it.  Fields a dataclass
does not know are left out, so that a newer program may say more.
"""

from __future__ import annotations

import json
import math
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache, partial
from typing import Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from game.network.errors import NetworkError

LONGEST_TEXT = 2000  # signs of one text
LONGEST_NUMBER = 20  # digits
DEEPEST = 100  # objects and lists within each other
HIGHEST = 2**53 - 1  # a number that every reader of JSON keeps whole
# Of a field that falls back to its default where its value is of another type: words, a theme.
LENIENT = {"lenient": True}
# Control characters and halves of surrogate pairs: no font draws them, and some fail at them.
UNDRAWABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
T = TypeVar("T")
Reader = Callable[[Any], Any]


def loads(text: str | bytes) -> Any:
    """Return the value of a JSON text.  Raises ValueError, also for what only some readers take.

    That is NaN, Infinity and 1e999, which end a browser's reader; whole numbers of more than 20
    digits; and what is nested so deeply that whoever walks through it might fail.
    """
    try:
        value = json.loads(
            text, parse_constant=_no_number, parse_float=_finite, parse_int=_short_number
        )
    except RecursionError:
        raise ValueError("nested too deeply") from None
    _check_depth(value, DEEPEST)
    return value


def read(kind: type[T], data: Any) -> T:
    """Return `data` as a `kind`, a dataclass.  Raises NetworkError that names the field."""
    if not isinstance(data, Mapping):
        _refuse(kind.__name__, data, "an object")
    made: Any = kind
    values = {one.name: _field(kind, one, reader, data) for one, reader in _readers(made)}
    return kind(**values)


def _field(kind: type[Any], one: Field[Any], reader: Reader, data: Mapping[str, Any]) -> Any:
    usual = one.default if one.default_factory is MISSING else one.default_factory()
    if one.name not in data and usual is not MISSING:
        return usual
    try:
        return reader(data[one.name])
    except (KeyError, ValueError) as why:
        if one.metadata == LENIENT:
            return usual
        if isinstance(why, NetworkError):
            raise
        _refuse(f"{kind.__name__}.{one.name}", data.get(one.name), one.type)


@cache
def _readers(kind: Any) -> tuple[tuple[Field[Any], Reader], ...]:
    hints = get_type_hints(kind)
    return tuple((one, _reader(hints[one.name])) for one in fields(kind))


def _reader(hint: Any) -> Reader:
    """The reader of a type; it raises ValueError for anything else."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (types.UnionType, Union):
        rest = next(one for one in inside if one is not type(None))
        return partial(_optional, _reader(rest))
    if origin is Literal:
        return partial(_literal, inside)
    if origin is tuple:
        return partial(_tuple, _reader(inside[0]))
    if origin is not None:
        return partial(_mapping, _reader(inside[1]))
    return _PLAIN.get(hint) or partial(read, hint)


def _optional(reader: Reader, value: Any) -> Any:
    return None if value is None else reader(value)


def _literal(known: tuple[Any, ...], value: Any) -> Any:
    if not isinstance(value, str) or value not in known:
        raise ValueError(value)
    return value


def _tuple(reader: Reader, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise ValueError(value)
    return tuple(reader(one) for one in value)


def _mapping(reader: Reader, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(value)
    return {name: reader(one) for name, one in value.items()}


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError(value)
    return UNDRAWABLE.sub("", value)


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > HIGHEST:
        raise ValueError(value)
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not abs(value) <= HIGHEST:
        raise ValueError(value)
    return float(value)


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(value)
    return value


_PLAIN: dict[Any, Reader] = {
    str: _text,
    int: _whole,
    float: _number,
    bool: _flag,
    Any: lambda value: value,
}


def _refuse(where: str, found: Any, wanted: Any) -> NoReturn:
    raise NetworkError("field", where=where, found=shortened(found), wanted=wanted) from None


def shortened(found: Any) -> str:
    """What was found, in 60 signs at most, for a log or an error."""
    try:
        shown = found if isinstance(found, str) else repr(found)
    except (RecursionError, ValueError):  # a number of thousands of digits has no text
        shown = type(found).__name__
    return repr(shown) if len(shown) <= 56 else repr(shown[:53]) + "..."


def _check_depth(value: Any, left: int) -> None:
    inside = value.values() if isinstance(value, dict) else value
    if isinstance(value, (dict, list)):
        if not left:
            raise ValueError("nested too deeply")
        for one in inside:
            if isinstance(one, (dict, list)):
                _check_depth(one, left - 1)


def _short_number(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(text)
    return int(text)


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number
