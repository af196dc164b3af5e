"""The source files that the tests of this folder look at."""

from __future__ import annotations

from pathlib import Path

from game.platform.paths import ROOT

PACKAGES = ("game", "hardware", "tools", "workshop")


def files(*packages: str) -> list[Path]:
    """The modules of `packages`, by default main.py and all packages."""
    inside = [path for name in packages or PACKAGES for path in (ROOT / name).rglob("*.py")]
    return sorted(inside) if packages else [ROOT / "main.py", *sorted(inside)]


def dotted(path: Path) -> str:
    """game/games/less/rules.py -> game.games.less.rules; a package is called as its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
