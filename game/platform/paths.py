"""Paths of the program itself: its folder, its data, its start file, and how it was installed."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "assets"
MAIN = ROOT / "main.py"

BUNDLED = bool(getattr(sys, "frozen", False))  # a folder that starts without an installed Python
INSTALLED = BUNDLED or (ROOT / "__init__.py").exists()  # False in the sources
COMMAND = "less-is-more" if INSTALLED else "main.py"  # the name in messages

DEBIAN_LIBRARIES = Path("/usr/lib/less-is-more")  # the environment of the Debian package


def install_advice(*packages: str) -> str:
    """Return advice on adding Python packages, for the way this program was installed."""
    names, prefix = " ".join(packages), Path(sys.prefix)
    if BUNDLED or prefix == DEBIAN_LIBRARIES:
        return (
            f"this package cannot take in {names}; "
            "install the program with pipx (docs/guide/install.md)"
        )
    if "pipx" in prefix.parts:
        return f"pipx inject {prefix.name} {names}"
    if INSTALLED and (prefix / "uv-receipt.toml").exists():
        return f"uv pip install --python {sys.executable} {names}"
    return f"{sys.executable} -m pip install {names}"
