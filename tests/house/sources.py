"""The source files that the tests of this folder look at."""

from __future__ import annotations

from pathlib import Path

from game.platform.paths import ROOT

PACKAGES = ("game", "hardware", "tools", "workshop")


def files(*packages: str) -> list[Path]:
    """Return the modules of `packages`; without `packages`, main.py and all modules."""
    inside = [path for name in packages or PACKAGES for path in (ROOT / name).rglob("*.py")]
    return sorted(inside) if packages else [ROOT / "main.py", *sorted(inside)]


def dotted(path: Path) -> str:
    """Return game.games.less.rules for game/games/less/rules.py, and game for game/__init__.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
