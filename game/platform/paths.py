"""Paths of the program itself: its folder, its data, its start file, how it was installed."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "assets"
MAIN = ROOT / "main.py"

BUNDLED = bool(getattr(sys, "frozen", False))  # a folder that starts without Python
INSTALLED = BUNDLED or (ROOT / "__init__.py").exists()  # else these are the sources
COMMAND = "less-is-more" if INSTALLED else "main.py"  # what people call the program by

DEBIAN_LIBRARIES = Path("/usr/lib/less-is-more")  # the environment of the Debian package


def install_advice(*packages: str) -> str:
    """Say how to add Python packages to this program, for the way it was installed."""
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
