"""An installation may be without the club's packages; what needs them says so."""

from __future__ import annotations

import sys

import pytest

from game import cli
from game.network.addresses import LOOPBACK, Address
from game.network.broadcast import Broadcast
from tests.support.waiting import until


def test_the_server_says_that_it_lacks_packages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "game.network.helper", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)  # cannot be imported
    assert cli.main(["helper", "network", "127.0.0.1", "0"]) == 1
    assert capsys.readouterr().out == '{"is": "lacking"}\n'


def test_the_window_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    said = 'print(\'{"is": "lacking"}\')'
    monkeypatch.setattr(
        "game.network.broadcast.helper_command", lambda *_words: [sys.executable, "-c", said]
    )
    broadcast = Broadcast(Address(LOOPBACK, 0))
    assert until(lambda: broadcast.update(0.0) and bool(broadcast.problem))
    assert "less-is-more[club]" in broadcast.problem
    broadcast.close()
