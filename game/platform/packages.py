"""The packages that the program runs on, and what to say where one is missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from game.platform.paths import install_advice

# The packages of requirements.txt by the module that is imported of each; the club's are in
# `game.network.errors`, and without Numba the engine plays uncompiled.
PACKAGES = {
    "pygame": "pygame-ce",
    "numpy": "numpy",
    "serial": "pyserial",
    "platformdirs": "platformdirs",
    "cobs": "cobs",
    "openskill": "openskill",
    "PIL": "pillow",
    "networkx": "networkx",
    "caissify_pairings": "caissify-pairings",
}
if sys.version_info < (3, 11):
    PACKAGES["tomli"] = "tomli"


def missing_words(error: BaseException | None) -> str:
    """Return which package an import lacks, and how it is installed; "" where it lacks none."""
    module = (error.name or "").partition(".")[0] if isinstance(error, ImportError) else ""
    if module not in PACKAGES:
        return ""
    return f"{module} is missing ({error}): {install_advice(PACKAGES[module])}"


def missing_packages() -> list[str]:
    """Return the packages that are not installed; none is imported."""
    return [package for module, package in PACKAGES.items() if find_spec(module) is None]
