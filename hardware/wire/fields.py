"""The encoding of single values in a payload: one small reader and writer per kind.  Pure.

A message is a row of named fields; the annotations in the module `messages` define their encoding.
Whole numbers are big-endian.  `write` raises ValueError for a value that does not fit.  `read`
raises ValueError for missing bytes or invalid values; the codec turns this into a fault.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, get_origin, get_type_hints

UNREADABLE = "\ufffd"  # replaces a character that cannot be shown
MAX_POINTS = 128


class PayloadField(ABC):
    """One value in a payload."""

    @abstractmethod
    def write(self, value: Any, out: bytearray) -> None:
        """Append a value to `out`.  Raises ValueError if it is out of range."""

    @abstractmethod
    def read(self, data: bytes, at: int) -> tuple[Any, int]:
        """Return the value that starts at `at`, and where the next one starts."""


FieldRow = tuple[tuple[str, PayloadField], ...]


def take(data: bytes, at: int, size: int) -> bytes:
    """Return `size` bytes from `at`.  Raises ValueError."""
    if at + size > len(data):
        raise ValueError(f"payload has {len(data)} bytes, at least {at + size} expected")
    return data[at : at + size]


@dataclass(frozen=True)
class IntegerField(PayloadField):
    """A whole number of `size` bytes between `low` and `high`."""

    size: int
    low: int
    high: int

    def write(self, value: int, out: bytearray) -> None:
        """Append the number, high byte first.  Raises ValueError if it is out of range."""
        if not self.low <= value <= self.high:
            raise ValueError(f"{value} found, {self.low} to {self.high} expected")
        out += value.to_bytes(self.size, "big", signed=self.low < 0)

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        """Return the number at offset `at`, and the offset behind it.  Raises ValueError."""
        value = int.from_bytes(take(data, at, self.size), "big", signed=self.low < 0)
        if not self.low <= value <= self.high:
            raise ValueError(f"{value} found, {self.low} to {self.high} expected")
        return value, at + self.size


@dataclass(frozen=True)
class PayloadText(PayloadField):
    """A length byte and that many bytes of UTF-8, at most `longest`.

    Control characters and bytes that are not UTF-8 are read as U+FFFD.
    """

    longest: int

    def write(self, value: str, out: bytearray) -> None:
        """Append length and text.  Raises ValueError if the text is too long."""
        raw = value.encode("utf-8")
        if len(raw) > self.longest:
            raise ValueError(f"{value!r} has {len(raw)} bytes, at most {self.longest} expected")
        out.append(len(raw))
        out += raw

    def read(self, data: bytes, at: int) -> tuple[str, int]:
        """Return the text at offset `at`, and the offset behind it.  Raises ValueError."""
        length = take(data, at, 1)[0]
        if length > self.longest:
            raise ValueError(f"text of {length} bytes, at most {self.longest} expected")
        text = take(data, at + 1, length).decode("utf-8", "replace")
        shown = "".join(letter if letter.isprintable() else UNREADABLE for letter in text)
        return shown, at + 1 + length


@dataclass(frozen=True)
class PackedField(PayloadField):
    """A count byte (0 to `most`), then numbers of `bits` bits, the first in the lowest bits."""

    bits: int
    most: int = MAX_POINTS

    def write(self, value: Sequence[int], out: bytearray) -> None:
        """Append count and packed numbers.  Raises ValueError if one does not fit."""
        if len(value) > self.most:
            raise ValueError(f"{len(value)} values, at most {self.most} expected")
        if any(not 0 <= one < 1 << self.bits for one in value):
            raise ValueError(f"values below {1 << self.bits} expected")
        out.append(len(value))
        per = 8 // self.bits
        for start in range(0, len(value), per):
            group = value[start : start + per]
            out.append(sum(one << self.bits * place for place, one in enumerate(group)))

    def read(self, data: bytes, at: int) -> tuple[tuple[int, ...], int]:
        """Return the numbers at offset `at`, and the offset behind them.  Raises ValueError."""
        count = take(data, at, 1)[0]
        if count > self.most:
            raise ValueError(f"{count} values, at most {self.most} expected")
        per, mask = 8 // self.bits, (1 << self.bits) - 1
        size = (count + per - 1) // per
        raw = take(data, at + 1, size)
        values = [(raw[i // per] >> self.bits * (i % per)) & mask for i in range(count)]
        return tuple(values), at + 1 + size


@dataclass(frozen=True)
class RecordsField(PayloadField):
    """A count byte (0 to `most`), then that many records of the same fields."""

    most: int
    make: type[Any]

    @cached_property
    def row(self) -> FieldRow:
        """The fields of a record."""
        return row_of(self.make)

    def write(self, value: Sequence[Any], out: bytearray) -> None:
        """Append count and records.  Raises ValueError if there are too many."""
        if len(value) > self.most:
            raise ValueError(f"{len(value)} records, at most {self.most} expected")
        out.append(len(value))
        for record in value:
            for name, field in self.row:
                field.write(getattr(record, name), out)

    def read(self, data: bytes, at: int) -> tuple[tuple[Any, ...], int]:
        """Return the records at offset `at`, and the offset behind them.  Raises ValueError."""
        count = take(data, at, 1)[0]
        if count > self.most:
            raise ValueError(f"{count} records, at most {self.most} expected")
        at += 1
        records = []
        for _ in range(count):
            values = []
            for _name, field in self.row:
                one, at = field.read(data, at)
                values.append(one)
            records.append(self.make(*values))
        return tuple(records), at


@dataclass(frozen=True)
class OptionalField(PayloadField):
    """A value at the end of a payload, read as `absent` if an earlier minor version lacks it.

    With `omitted`, a value that equals `absent` is not written either.
    """

    field: PayloadField
    absent: Any
    omitted: bool = False

    def write(self, value: Any, out: bytearray) -> None:
        """Append the value, unless it is omitted.  Raises ValueError if it does not fit."""
        if not (self.omitted and value == self.absent):
            self.field.write(value, out)

    def read(self, data: bytes, at: int) -> tuple[Any, int]:
        """Return the value at offset `at`, or `absent` at the end.  Raises ValueError."""
        return self.field.read(data, at) if at < len(data) else (self.absent, at)


def row_of(kind: type[Any]) -> FieldRow:
    """Return the fields of a class whose annotations define their encoding, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, hint.__metadata__[0]) for name, hint in hints.items() if _lies(hint))


def _lies(hint: Any) -> bool:
    return get_origin(hint) is Annotated and isinstance(hint.__metadata__[0], PayloadField)


U8 = Annotated[int, IntegerField(1, 0, 255)]
U16 = Annotated[int, IntegerField(2, 0, 0xFFFF)]
I16 = Annotated[int, IntegerField(2, -0x8000, 0x7FFF)]
U32 = Annotated[int, IntegerField(4, 0, 0xFFFFFFFF)]
PointNumber = Annotated[int, IntegerField(1, 0, MAX_POINTS - 1)]
Face = Annotated[int, IntegerField(1, 0, 2)]
Flag = Annotated[int, IntegerField(1, 0, 1)]
States = Annotated[tuple[int, ...], PackedField(2)]
Codes = Annotated[tuple[int, ...], PackedField(4)]
Bits = Annotated[tuple[int, ...], PackedField(1)]
Version = Annotated[tuple[int, ...], PackedField(8, 3)]
Places = Annotated[tuple[int, ...], PackedField(8, 64)]
