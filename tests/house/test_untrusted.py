"""Files are read through `game/platform/untrusted.py`, with the exceptions listed here."""

from __future__ import annotations

import ast
from fnmatch import fnmatch

from game.platform.paths import ROOT
from tests.house.sources import files

READS = {"read_text", "read_bytes"}
# The program's own data and sources, answers of its own helpers, and files checked elsewhere.
OWN = {
    "game/platform/desktop.py",
    "tools",
    "workshop",
    "game/engine/compile/cache.py",
    "game/engine/compile/prebuilt.py",
    "game/engine/search/tablebase.py",
    "game/library/database.py",
    "game/library/indexer.py",
    "game/library/sheet_page.py",
    "game/network/http/web_app.py",
    "game/games/*/engine/*",
    "game/games/less/openings.py",
    "game/puzzles/attempt_checker.py",
    "game/puzzles/practice.py",
    "game/games/less/walls.py",
    "game/screen/attract/trailer.py",
    "game/screen/boards/art_cache.py",
    "game/games/more_or_less/screen/rulebook.py",
    "game/tournament/published.py",
    "game/tournament/store.py",
    "game/platform/toml.py",
    "game/platform/untrusted.py",
    "hardware/firmware",
    "hardware/commands/flash.py",
}


def reads(tree: ast.AST) -> list[str]:
    """Return the calls in a module that read a file or JSON directly."""
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found = []
    for call in calls:
        if not isinstance(call, ast.Attribute):
            continue
        owner = ast.unparse(call.value)
        if call.attr in READS and owner != "untrusted":
            found.append(ast.unparse(call))
        if owner == "json" and call.attr in ("load", "loads"):
            found.append(ast.unparse(call))
    return found


def test_files_of_others_are_read_through_one_gate() -> None:
    direct = {}
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        if any(fnmatch(name, own) or name.startswith(f"{own}/") for own in OWN):
            continue
        if found := reads(ast.parse(path.read_text(encoding="utf-8"))):
            direct[name] = found
    assert direct == {}
