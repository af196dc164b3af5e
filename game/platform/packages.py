"""The packages that the program needs, and the advice if one is missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from game.platform.paths import install_advice

# The packages of requirements.txt by the module to import from each.  The club's packages are in
# `game.network.errors`.  Numba is not listed: without it the engine plays uncompiled.
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
    """Return the name of the package an import lacks, and how to install it; "" if none."""
    module = (error.name or "").partition(".")[0] if isinstance(error, ImportError) else ""
    if module not in PACKAGES:
        return ""
    return f"{module} is missing ({error}): {install_advice(PACKAGES[module])}"


def missing_packages() -> list[str]:
    """Return the packages that are not installed, without importing any."""
    return [package for module, package in PACKAGES.items() if find_spec(module) is None]
