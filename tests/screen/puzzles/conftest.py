"""One date for all tests of puzzles, so that a run past midnight does not compare two days."""

from __future__ import annotations

import datetime

import pytest

from tests.screen.puzzles.day import TODAY


class FrozenDate(datetime.date):
    @classmethod
    def today(cls) -> FrozenDate:
        return cls(TODAY.year, TODAY.month, TODAY.day)


@pytest.fixture(autouse=True)
def frozen_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datetime, "date", FrozenDate)
