"""Where the program itself lies: its folder, its data, the file that starts it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "assets"
MAIN = ROOT / "main.py"
