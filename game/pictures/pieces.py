"""Pieces as SVG: a disc in a theme's colours, with a mark that identifies it without colour."""

from __future__ import annotations

import math
from collections.abc import Iterable

from game.pictures.lines import XY
from game.pictures.svg import colour, glow, mixed, number, picture, polygon, tag
from game.platform.theme import Colour, PieceColours, Theme
from game.rules.events import Piece

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
PARTNER = {"dot": "cross", "ring": "diamond"}  # marks of a partner's pieces


def _star() -> str:
    outer, inner = 0.66, 0.275
    corners = []
    for n in range(10):
        reach, turn = (outer, inner)[n % 2], math.pi * n / 5
        corners.append((reach * math.sin(turn), -reach * math.cos(turn)))
    return polygon(corners)


def _plus(half: float, width: float) -> str:
    h, w = half, width
    corners = [(-w, -h), (w, -h), (w, -w), (h, -w), (h, w), (w, w)]
    corners += [(w, h), (-w, h), (-w, w), (-h, w), (-h, -w), (-w, -w)]
    return polygon(corners)


# Filled paths on a piece of radius 1; the arms of a cross are filled shapes, too.
FILLED = {"star": _star(), "cross": _plus(0.38, 0.105), "saltire": _plus(0.55, 0.085)}
ROUND = {"ring": (0.42, 0.21), "dot": (0.12, 0.24)}  # radius and line width of a circle
DIAMOND = polygon([(0, -0.51), (0.51, 0), (0, 0.51), (-0.51, 0)])


def colours_of(theme: Theme, piece: Piece, wooden: bool) -> PieceColours:
    """Return a piece's colours: with `wooden`, the theme's wooden ones if this piece has them."""
    name = f"{piece.colour}_wooden"
    return theme.pieces[name] if wooden and name in theme.pieces else theme.piece(piece.colour)


def shape_of(colours: PieceColours, piece: Piece) -> str:
    """Return the name of a piece's mark; a partner's pieces have another mark."""
    shape = colours.mark_shape
    return PARTNER.get(shape, shape) if piece.mark else shape


def mark(shape: str, ink: Colour, radius: float) -> str:
    """Return the engraved mark of a piece at the origin; "" for a piece without a mark."""
    line = colour(ink)
    if shape in FILLED:
        turn = "rotate(45) " if shape == "saltire" else ""
        return tag("path", d=FILLED[shape], fill=line, transform=f"{turn}scale({number(radius)})")
    if shape == "diamond":
        scaled = f"scale({number(radius)})"
        return tag("path", d=DIAMOND, fill="none", stroke=line, stroke_width=0.2, transform=scaled)
    if shape in ROUND:
        at, wide = ROUND[shape]
        return tag("circle", r=at * radius, fill="none", stroke=line, stroke_width=wide * radius)
    return ""


def definitions(theme: Theme, key: str = "") -> str:
    """Return the gradients of pieces (none for a flat theme).

    The user's own pictures for pieces of the game `key` are included, each once.
    """
    own = theme.own.get(key)
    pictures = {} if own is None else {one.digest: own.href(one) for one in own.pieces.values()}
    drawn = "".join(picture(href, 1, id=f"own-{name}") for name, href in pictures.items())
    if theme.flat:
        return drawn
    return drawn + "".join(
        glow(fill_name(theme, name), _lit(colours)) for name, colours in theme.pieces.items()
    )


def fill_name(theme: Theme, name: str) -> str:
    """Return the id of a gradient, which is the same in all pictures of a theme.

    So a page may contain many of these pictures.
    """
    return f"{theme.name}-{name.replace('_', '-')}"


def _lit(colours: PieceColours) -> tuple[Colour, ...]:
    base = colours.base
    return mixed(base, WHITE, 0.28), mixed(base, colours.grain, 0.5), base, mixed(base, BLACK, 0.4)


def piece_svg(
    theme: Theme, piece: Piece, radius: float, wooden: bool = False, key: str = ""
) -> str:
    """Return the SVG of one piece of the game `key` round the origin."""
    own = theme.own.get(key)
    found = None if own is None else own.piece(piece.colour, piece.mark)
    if found is not None:
        scaled = f"scale({number(radius)})"
        return _shadow(theme, radius) + tag("use", href=f"#own-{found.digest}", transform=scaled)
    colours = colours_of(theme, piece, wooden)
    fill = colour(colours.base)
    if not theme.flat:
        name = next(key for key, known in theme.pieces.items() if known is colours)
        fill = f"url(#{fill_name(theme, name)})"
    rim = colours.rim or mixed(colours.base, colours.mark or WHITE, 0.25)
    wide = max(1.6, radius * 0.07)
    parts = [_shadow(theme, radius)]
    parts.append(
        tag("circle", r=radius - wide / 2, fill=fill, stroke=colour(rim), stroke_width=wide)
    )
    parts.append(mark(shape_of(colours, piece), colours.mark or BLACK, radius))
    return "".join(parts)


def _shadow(theme: Theme, radius: float) -> str:
    if theme.flat:
        return ""
    return tag("circle", cx=2.0, cy=3.5, r=radius, fill="#000", fill_opacity=0.35)


def placed(
    theme: Theme,
    lying: Iterable[tuple[str, XY, Piece]],
    radius: float,
    wooden: bool = False,
    key: str = "",
) -> str:
    """Return pieces at their places; each element names its point, so that a page can move it."""
    drawn = []
    for point, (x, y), piece in lying:
        at = f"translate({number(x)} {number(y)})"
        inside = piece_svg(theme, piece, radius, wooden, key)
        drawn.append(tag("g", inside, class_="piece", data_point=point, transform=at))
    return "".join(drawn)
