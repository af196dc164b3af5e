"""How single values lie in a payload: one small reader and writer per kind of field.  Pure.

A message is a row of named fields; `commands` and `reports` beside this file hold the rows.
Whole numbers are big-endian.  `write` raises ValueError for a value that does not fit, `read`
raises ValueError for bytes that are too few or mean nothing; the codec turns the latter into a
fault.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

UNREADABLE = "\ufffd"  # stands for a letter that cannot be shown
MAX_POINTS = 128


class PayloadField(ABC):
    """One value in a payload.  `words` says in a few words what it is, for the documentation."""

    words = ""

    @abstractmethod
    def write(self, value: Any, out: bytearray) -> None:
        """Append a value to `out`.  Raises ValueError if it is out of range."""

    @abstractmethod
    def read(self, data: bytes, at: int) -> tuple[Any, int]:
        """Return the value that starts at `at`, and where the next one starts."""


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
    words: str = ""

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

    What cannot be shown (control characters, bytes that are no UTF-8) is read as U+FFFD.
    """

    longest: int

    @property
    def words(self) -> str:  # type: ignore[override]
        """What it looks like on the wire, for PROTOCOL.md."""
        return f"one byte length (0 to {self.longest}), then that many bytes of UTF-8"

    def write(self, value: str, out: bytearray) -> None:
        """Append length and text.  Raises ValueError if it is too long."""
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
class OptionalTextField(PayloadText):
    """A text at the end of a message that earlier minor versions do not have: absent is empty."""

    @property
    def words(self) -> str:  # type: ignore[override]
        """What it looks like on the wire, for PROTOCOL.md."""
        return f"{super().words}; absent before version 1.1"

    def write(self, value: str, out: bytearray) -> None:
        """Append length and text, unless there is none.  Raises ValueError if it is too long."""
        if value:
            super().write(value, out)

    def read(self, data: bytes, at: int) -> tuple[str, int]:
        """Return the text at offset `at`, "" at the end.  Raises ValueError."""
        return super().read(data, at) if at < len(data) else ("", at)


@dataclass(frozen=True)
class PackedField(PayloadField):
    """A count byte (0 to `most`), then small numbers of `bits` bits, the first in the lowest."""

    bits: int
    most: int = MAX_POINTS

    @property
    def words(self) -> str:  # type: ignore[override]
        """What it looks like on the wire, for PROTOCOL.md."""
        if self.bits == 8:
            return f"one byte count n (0 to {self.most}), then n bytes"
        return (
            f"one byte count n (0 to {self.most}), then n values of {self.bits} bits, "
            f"{8 // self.bits} in a byte, the first in the lowest bits, unused bits zero"
        )

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
    row: tuple[tuple[str, PayloadField], ...]

    @property
    def words(self) -> str:  # type: ignore[override]
        """What it looks like on the wire, for PROTOCOL.md."""
        inside = "; ".join(f"{name}: {field.words}" for name, field in self.row)
        return f"one byte count n (0 to {self.most}), then n times ({inside})"

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
class OptionalNumberField(PayloadField):
    """A number at the end of a payload that a minor version has added: 0 where it is missing."""

    number: IntegerField
    since: str

    @property
    def words(self) -> str:  # type: ignore[override]
        """What it looks like on the wire, for PROTOCOL.md."""
        return f"{self.number.words}; since {self.since}, 0 if it is missing"

    def write(self, value: int, out: bytearray) -> None:
        """Append the number.  Raises ValueError if it is out of range."""
        self.number.write(value, out)

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        """Return the number at offset `at`, or 0 at the end of the payload.  Raises ValueError."""
        return (0, at) if at == len(data) else self.number.read(data, at)


U8 = IntegerField(1, 0, 255, "one byte")
U16 = IntegerField(2, 0, 0xFFFF, "two bytes")
I16 = IntegerField(2, -0x8000, 0x7FFF, "two bytes, two's complement")
U32 = IntegerField(4, 0, 0xFFFFFFFF, "four bytes")
POINT = IntegerField(1, 0, MAX_POINTS - 1, "one byte, 0 to 127")
FACE = IntegerField(1, 0, 2, "one byte, 0 to 2")
FLAG = IntegerField(1, 0, 1, "one byte, 0 or 1")
STATES = PackedField(2)
CODES = PackedField(4)
BITS = PackedField(1)
VERSION = PackedField(8, 3)
PLACES = PackedField(8, 64)
