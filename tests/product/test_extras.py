"""If the club's packages are not installed, every part that needs them says so."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module

import pytest

from game.network.host.broadcast import ServerSupervisor
from game.network.lines.addresses import LOOPBACK, Address
from game.platform import paths
from tests.support.waiting import until


def test_the_server_says_that_it_lacks_packages() -> None:
    """The server runs in its own process, because importing modules again would duplicate them."""
    words = "helper", "network", LOOPBACK, "0"
    code = (
        "import sys; sys.modules['uvicorn'] = None\n"  # makes importing uvicorn fail
        f"from game.cli import main; sys.exit(main({words!r}))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=paths.ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, '{"is": "lacking"}\n'), done.stderr


def test_the_window_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    said = 'print(\'{"is": "lacking"}\')'
    monkeypatch.setattr(
        "game.network.host.broadcast.helper_command", lambda *_words: [sys.executable, "-c", said]
    )
    broadcast = ServerSupervisor(Address(LOOPBACK, 0))
    assert until(lambda: broadcast.update(0.0) and bool(broadcast.problem))
    assert "-m pip install starlette uvicorn" in broadcast.problem
    broadcast.close()


@pytest.mark.parametrize(
    ("prefix", "bundled", "begins"),
    [
        (
            "/home/ann/.local/share/pipx/venvs/less-is-more",
            False,
            "pipx inject less-is-more optuna",
        ),
        ("/usr/lib/less-is-more", False, "this package cannot take in optuna"),
        ("/opt/anything", True, "this package cannot take in optuna"),
        ("/home/ann/less-is-more/.venv", False, f"{sys.executable} -m pip install optuna"),
    ],
)
def test_advice_fits_the_way_the_program_was_installed(
    monkeypatch: pytest.MonkeyPatch, prefix: str, bundled: bool, begins: str
) -> None:
    monkeypatch.setattr(sys, "prefix", prefix)
    monkeypatch.setattr(paths, "BUNDLED", bundled)
    assert paths.install_advice("optuna").startswith(begins)


def test_what_the_bundle_imports_of_the_program_is_there() -> None:
    spec = paths.ROOT / "tools" / "packaging" / "bundle" / "less-is-more.spec"
    imports = [
        (node.module, name.name)
        for node in ast.walk(ast.parse(spec.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("game")
        for name in node.names
    ]
    assert imports
    for module, name in imports:
        assert hasattr(import_module(module), name), f"{module}.{name}"
