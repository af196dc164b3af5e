"""The day does not change while puzzles are tested, whatever the clock says meanwhile."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.screen.puzzles.day import TODAY

Date = datetime.date


class EveryDate(type):
    def __instancecheck__(cls, one: Any) -> bool:
        return isinstance(one, Date)


class SameDay(Date, metaclass=EveryDate):
    @classmethod
    def today(cls) -> Any:
        return TODAY


@pytest.fixture(autouse=True)
def same_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datetime, "date", SameDay)
