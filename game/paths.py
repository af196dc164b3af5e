"""Where the program itself lies: its folder, its data, the file that starts it, and how it came."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "assets"
MAIN = ROOT / "main.py"

BUNDLED = bool(getattr(sys, "frozen", False))  # a folder that starts without Python
INSTALLED = BUNDLED or (ROOT / "__init__.py").exists()  # else these are the sources
COMMAND = "less-is-more" if INSTALLED else "main.py"  # what people call the program by
