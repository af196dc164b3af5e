"""The layers of pyproject.toml, and the imports that go up in them."""

from __future__ import annotations

from importlinter.api import read_configuration

from game.platform.paths import ROOT
from tests.house.imports import Graph

Layers = dict[str, int]


def layers() -> list[Layers]:
    """Each contract of layers: room -> how far down, 0 on top; neighbours share a number."""
    contracts = read_configuration(str(ROOT / "pyproject.toml"))["contracts_options"]
    found = []
    for contract in contracts:
        if contract["type"] == "layers":
            inside = "".join(f"{name}." for name in contract.get("containers", []))
            rows = enumerate(contract["layers"])
            found.append({inside + room: n for n, row in rows for room in row.split(" | ")})
    return found


def upward(edges: Graph) -> list[str]:
    """Imports of a module that lies higher, or beside, in one of the contracts."""
    return sorted(
        f"{module} -> {other}"
        for depths in layers()
        for module, wanted in edges.items()
        for other in wanted
        if _goes_up(depths, _room(depths, module), _room(depths, other))
    )


def _goes_up(depths: Layers, here: str, there: str) -> bool:
    return bool(here and there) and here != there and depths[there] <= depths[here]


def _room(depths: Layers, module: str) -> str:
    """The entry that a module belongs to, or ""."""
    while module and module not in depths:
        module = module.rpartition(".")[0]
    return module
