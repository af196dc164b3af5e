"""Drawings of objects around a board: electronics, magnets, bolts, plates, a computer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workshop.fabrication.drawing import OUTLINE, Drawing, Operation
from workshop.fabrication.isometric import IsometricScene, shade
from workshop.fabrication.shapes import Circle, EngravedLine, Millimetres, Shape, flattened
from workshop.fabrication.solids import Magnet

BLUE, GREEN, DARK, METAL, BRASS = "#2f5d8a", "#2f6b4a", "#3a3430", "#c3c7cb", "#d8b45a"
TOP_WOOD, BASE_WOOD, RIM_WOOD = "#eccb9b", "#b98a5a", "#6b4629"
PLASTIC = {"black": "#4a423d", "green": "#0e8a5a", "white": "#f3e6cb", "dark": "#6b5a4a"}
ANY = "#dcb98a"
LAMP = "#ffc95c"


def plastic(colour: str) -> str:
    """Return the colour in which a part is drawn."""
    return PLASTIC.get(colour, ANY)


def controller(scene: IsometricScene, at: Millimetres = (0, 0), z: float = 0.0) -> IsometricScene:
    """Draw a small controller with its plug to the left."""
    x, y = at
    scene.block((45, 18, 1.6), (x, y, z), BLUE)
    for side in (8.2, -8.2):
        for pin in range(15):
            scene.disc(1.2, 0.5, (x - 17.8 + 2.54 * pin, y + side, z + 1.6), BRASS, 0.08)
    scene.block((8, 8, 1), (x + 4, y, z + 1.6), DARK)
    scene.block((8, 8, 3.5), (x - 19.5, y, z + 1.6), METAL)
    return scene


def multiplexer() -> IsometricScene:
    """Draw a 16-to-1 multiplexer on its small board."""
    scene = IsometricScene()
    scene.block((40, 18, 1.6), (0, 0, 0), GREEN)
    for pin in range(15):
        scene.disc(1.2, 0.4, (-18 + 2.54 * pin, 7.5, 1.6), BRASS, 0.08)
    scene.block((15.4, 7.6, 2), (0, 0, 1.6), DARK)
    for pin in range(15):
        scene.disc(1.2, 0.4, (-18 + 2.54 * pin, -7.5, 1.6), BRASS, 0.08)
    return scene


def sensor() -> IsometricScene:
    scene = IsometricScene()
    for leg in (1.27, 0.0, -1.27):
        scene.line([(leg, 0, 0), (leg, 0, 9)], METAL, 0.6)
    scene.block((4.1, 1.5, 3), (0, 0, 9), DARK, 0.12)
    return scene


def light() -> IsometricScene:
    scene = IsometricScene()
    scene.block((5, 5, 1.4), (0, 0, 0), "#f4f1ea", 0.12)
    scene.disc(3.8, 0.2, (0, 0, 1.4), LAMP, 0.1)
    return scene


def magnet(one: Magnet, scene: IsometricScene | None = None, z: float = 0.0) -> IsometricScene:
    scene = scene or IsometricScene()
    scene.disc(one.diameter, one.height, (0, 0, z), METAL, 0.12)
    scene.disc(1.4, 0.02, (0, 0, z + one.height), "#c0392b", 0.0)
    return scene


def capacitor() -> IsometricScene:
    scene = IsometricScene()
    scene.disc(8, 12, (4, 4, 0), BLUE, 0.15)
    return scene


def capacitors() -> IsometricScene:
    """Draw a large and two small capacitors."""
    scene = capacitor()
    for x in (-6, -2):
        scene.line([(x, -4, 0), (x, -4, 3)], METAL, 0.5)
        scene.block((3, 2, 3), (x, -4, 3), "#d9a441", 0.12)
    return scene


def bolt() -> IsometricScene:
    scene = IsometricScene()
    scene.disc(5.5, 2.4, (9, 0, 0), BRASS, 0.15)
    scene.disc(3, 20, (0, 0, 0), BRASS, 0.15)
    scene.disc(5.5, 2, (0, 0, 20), BRASS, 0.15)
    return scene


def button() -> IsometricScene:
    scene = IsometricScene()
    scene.disc(6.8, 9, (0, 0, 0), METAL, 0.15)
    scene.disc(9, 1.5, (0, 0, 9), METAL, 0.15)
    scene.disc(5.5, 3, (0, 0, 10.5), "#c0392b", 0.15)
    return scene


def sheet(width: float, height: float, thick: float, colour: str) -> IsometricScene:
    scene = IsometricScene()
    scene.block((width, height, thick), (0, 0, 0), colour, 0.8)
    return scene


def plate(
    scene: IsometricScene, drawing: Drawing, z: float, thick: float, colour: str, deep: float
) -> None:
    """Draw a plate after cutting, with its lower face at z; pockets are `deep` mm deep."""
    high = z + thick
    for mark in drawing.marks:
        if mark.name == OUTLINE:
            scene.prism(flattened(mark.shape), (z, high), colour, 0.7)
    for mark in (one for one in drawing.marks if one.name != OUTLINE):
        if mark.operation is Operation.ENGRAVE:
            scene.line(_on(_along(mark.shape), high), shade(colour, 0.45), 0.7)
        elif mark.operation is Operation.POCKET:
            _pocket(scene, mark.shape, high, deep, colour)
        elif mark.operation is not Operation.GUIDE:
            scene.area(_on(flattened(mark.shape), high), shade(colour, 0.4), 0.3)


def _pocket(scene: IsometricScene, shape: Shape, z: float, deep: float, colour: str) -> None:
    if isinstance(shape, Circle):  # the walls of such a hole are too small to see
        scene.area(_on(flattened(shape), z), shade(colour, 0.72), 0.3)
    else:
        scene.hollow(flattened(shape), z, deep, colour)


def _along(shape: Shape) -> list[Millimetres]:
    """Return the points of an engraved line; if it is closed, its first point is also the last."""
    points = flattened(shape)
    closed = shape.closed if isinstance(shape, EngravedLine) else True
    return [*points, points[0]] if closed else points


def _on(points: Iterable[Millimetres], z: float) -> list[tuple[float, float, float]]:
    return [(x, y, z) for x, y in points]


def computer(lines: Sequence[str]) -> IsometricScene:
    """Draw a computer with a few lines on its screen."""
    scene = IsometricScene()
    scene.block((150, 90, 6), (0, 0, 0), "#8f949a", 0.5)
    scene.area(_on([(-68, -38), (68, -38), (68, 30), (-68, 30)], 6), "#5c6167", 0.3)
    corners = [(-75, 45, 6), (75, 45, 6), (75, 55, 92), (-75, 55, 92)]
    scene.area(corners, "#3a3f45", 0.5)
    scene.area([(-70, 45.6, 11), (70, 45.6, 11), (70, 54.6, 88), (-70, 54.6, 88)], "#14181d", 0.3)
    for number, text in enumerate(lines):
        share = 0.86 - 0.13 * number
        z = 11 + 77 * share
        colour = "#f0c66a" if text.startswith("$") else "#cfd6dd"
        scene.upright(text, (-66, 45.6 + 9 * share, z), 6.2, colour)
    return scene


def hole(scene: IsometricScene, shape: Shape, z: float, colour: str) -> None:
    scene.area(_on(flattened(shape), z), shade(colour, 0.4), 0.3)


def paper(word: str) -> IsometricScene:
    """Draw a file as a sheet of paper with a word on it."""
    scene = IsometricScene()
    scene.block((60, 80, 2), (0, 0, 0), "#fffdf8", 0.5)
    for row in range(5):
        scene.line([(-22, 8 - 9 * row, 2), (22 - 6 * (row % 2), 8 - 9 * row, 2)], "#c9bda8", 1.6)
    scene.area(_on([(-24, 18), (24, 18), (24, 34), (-24, 34)], 2), BLUE, 0.3)
    scene.flat(word, (-18, 21, 2), 13, "#ffffff")
    return scene


def plug() -> IsometricScene:
    scene = IsometricScene()
    for x in (-1.25, 1.25):
        scene.line([(x, 0, -3.4), (x, 0, 0)], METAL, 0.6)
    scene.block((7.4, 5.75, 7), (0, 0, 0), "#f4f1ea", 0.15)
    scene.area(_on([(-3, -2.1), (3, -2.1), (3, 2.1), (-3, 2.1)], 7), "#b9b2a2", 0.12)
    for x in (-1.25, 1.25):
        scene.disc(0.7, 0.4, (x, 0, 7), METAL, 0.08)
    return scene
