"""JSON codec of dataclasses: the annotations of a class define what is read and written.

`read` checks plain data field by field against types and bounds; `write` returns data that `read`
accepts.  Unknown fields are ignored, so that a newer program may add some.
`game.platform.untrusted` checks the size, depth and text of JSON first.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache, partial
from itertools import repeat
from typing import (
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from game.platform.errors import CodedError, Wording
from game.platform.i18n import N_

MAX_INTEGER = 2**53 - 1  # largest integer that every JSON reader represents exactly
T = TypeVar("T")
Reader = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """Rules for reading and writing a field, in addition to its type.

    - `name` is its name in the data.
    - `least` and `most` bound numbers, `length` a text, `count` the entries of a list or object.
    - `among`, if not empty, lists the allowed texts or numbers.
    - `omit` leaves out a default value when writing; `digits` rounds.
    - A `lenient` field falls back to its default; a `required` field must be in the data.
    - `kinds` are the classes of a union, by their name under "is".
    - `wanted` replaces the expectation in an error's text.
    """

    name: str = ""
    least: float = -MAX_INTEGER
    most: float = MAX_INTEGER
    length: int = 2000
    count: int = MAX_INTEGER
    among: tuple[Any, ...] = ()
    omit: bool = False
    lenient: bool = False
    required: bool = False
    digits: int | None = None
    kinds: Mapping[str, type[Any]] | None = None
    wanted: str = ""


PLAIN = Rule()


def rule(**options: Any) -> dict[str, Rule]:
    """Return the metadata of a dataclass field with these options of `Rule`."""
    return {"rule": Rule(**options)}


class FieldError(CodedError):
    """A field has the wrong type or is out of bounds; `path` leads to it by names and indexes."""

    wordings: ClassVar[Mapping[str, Wording]] = {
        "field": Wording(
            "{where}: {found} found, expected {wanted}",
            N_("the other side cannot be understood; it may be a newer version"),
        )
    }

    def __init__(self, found: Any, wanted: str, path: tuple[str | int, ...] = ()) -> None:
        self.found, self.wanted, self.path = found, wanted, path
        where = ".".join(map(str, path)) or "data"
        super().__init__("field", where=where, found=shortened(found), wanted=wanted)

    def within(self, step: str | int) -> FieldError:
        """Return this error for the data one level up, with `step` before its path."""
        return type(self)(self.found, self.wanted, (step, *self.path))


class CountError(FieldError):
    """A list has more entries than are allowed."""


# -- reading ---------------------------------------------------------------------------------------


def read(kind: type[T], data: Any, lenient: bool = False) -> T:
    """Return `data` as an instance of the dataclass `kind`. Raises FieldError.

    With `lenient`, all fields of `kind` are lenient.
    """
    if not isinstance(data, Mapping):
        raise FieldError(data, "an object")
    made: Any = kind
    found: T = made(
        **{one.name: _read_field(one, reader, data, lenient) for one, reader in _readers(made)}
    )
    return found


def read_tagged(kinds: Mapping[str, type[T]], data: Any, tag: str = "is") -> T:
    """Return `data` as the class in `kinds` that its key `tag` names. Raises FieldError."""
    name = data.get(tag) if isinstance(data, Mapping) else None
    if not isinstance(name, str) or name not in kinds:
        raise FieldError(name, f"one of {', '.join(kinds)}", (tag,))
    return read(kinds[name], data)


def _read_field(one: Field[Any], reader: Reader, data: Mapping[str, Any], lenient: bool) -> Any:
    own, usual = _rule(one), _default(one)
    name = own.name or one.name
    if name not in data and usual is not MISSING and not own.required:
        return usual
    try:
        return reader(data.get(name))
    except FieldError as error:
        if own.lenient or lenient:
            return usual
        raise error.within(name) from None


def _rule(one: Field[Any]) -> Rule:
    found: Rule = one.metadata.get("rule", PLAIN)
    return found


def _default(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()


@cache
def _readers(kind: Any) -> tuple[tuple[Field[Any], Reader], ...]:
    hints = get_type_hints(kind)
    return tuple((one, _reader(hints[one.name], _rule(one))) for one in fields(kind))


def _reader(hint: Any, own: Rule) -> Reader:
    """Return the function that reads a type; for other data the function raises FieldError."""
    origin, inside = get_origin(hint), get_args(hint)
    if type(None) in inside:
        some = _reader(Union[tuple(one for one in inside if one is not type(None))], own)  # noqa: UP007
        return lambda value: None if value is None else some(value)
    if origin in (types.UnionType, Union):
        return partial(read_tagged, own.kinds or {})
    if origin is Literal:
        return partial(_literal, inside)
    if origin is tuple:
        endless = inside[-1] is Ellipsis
        readers = [_reader(one, own) for one in inside if one is not Ellipsis]
        return partial(_tuple, own, readers, endless)
    if origin is not None:
        return partial(_mapping, own, _reader(inside[1], own))
    if is_typeddict(hint):
        # An object is returned unchecked, because its receiver checks the fields.
        return partial(_mapping, own, _reader(Any, own))
    inner: Any = hint
    return partial(read, inner) if is_dataclass(hint) else partial(_plain, own, hint)


def _literal(known: tuple[str, ...], value: Any) -> Any:
    if not isinstance(value, str) or value not in known:
        raise FieldError(value, f"one of {', '.join(known)}")
    return value


def _tuple(own: Rule, readers: list[Reader], endless: bool, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)) or not (endless or len(value) == len(readers)):
        raise FieldError(value, "a list" if endless else own.wanted or f"a list of {len(readers)}")
    if len(value) > own.count:
        raise CountError(value, f"at most {own.count}")
    made: list[Any] = []
    try:
        for reader, one in zip(repeat(readers[0]) if endless else readers, value):
            made.append(reader(one))
    except FieldError as error:
        raise error.within(len(made)) from None
    return tuple(made)


def _mapping(own: Rule, reader: Reader, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or len(value) > own.count:
        raise FieldError(value, own.wanted or "an object")
    made: dict[str, Any] = {}
    for name, one in value.items():
        try:
            made[name] = reader(one)
        except FieldError as error:
            raise error.within(name) from None
    return made


WANTED = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


def _plain(own: Rule, kind: type[Any], value: Any) -> Any:
    """Return a text, number or flag; for the type Any, return any value."""
    if kind not in WANTED:
        return value
    fits = type(value) in ((int, float) if kind is float else (kind,))
    if fits and kind is not bool:
        fits = len(value) <= own.length if kind is str else own.least <= value <= own.most
    if not fits or (own.among and value not in own.among):
        bound = f" of {own.length}" if kind is str and own.length < PLAIN.length else ""
        raise FieldError(value, own.wanted or WANTED[kind] + bound)
    return float(value) if kind is float else value


# -- writing ---------------------------------------------------------------------------------------


def write(value: Any) -> Any:
    """Return a value as plain data for JSON: dataclasses as objects, tuples as lists."""
    if is_dataclass(value):
        found = ((one, _rule(one), getattr(value, one.name)) for one in fields(value))
        return {
            own.name or one.name: _written(own, inner)
            for one, own, inner in found
            if not (own.omit and inner == _default(one))
        }
    if isinstance(value, tuple):
        return [write(one) for one in value]
    return {k: write(v) for k, v in value.items()} if isinstance(value, Mapping) else value


def write_tagged(kinds: Mapping[str, type[Any]], value: Any, tag: str = "is") -> dict[str, Any]:
    """Return a value as plain data, with its name in `kinds` under the key `tag`."""
    name = next(name for name, kind in kinds.items() if kind is type(value))
    return {tag: name, **write(value)}


def _written(own: Rule, value: Any) -> Any:
    if isinstance(value, tuple):
        return [_written(own, one) for one in value]
    if own.kinds is not None and is_dataclass(value):
        return write_tagged(own.kinds, value)
    return (
        round(value, own.digits) if own.digits is not None and value is not None else write(value)
    )


def shortened(found: Any) -> str:
    """Return the text of a value, cut to 60 characters, for an error or a log."""
    try:
        text = repr(found)
    except (RecursionError, ValueError):  # an integer of thousands of digits cannot be printed
        text = type(found).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."
