"""The building blocks of SVG: tags, numbers, colours, gradients. Nothing here is about boards.

Only presentation attributes are used, no styles or scripts, because a page may forbid both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from game.pictures.lines import XY
from game.platform.theme import Colour

# The value of an attribute; None omits the attribute.
Attribute = str | float | None
Attributes = dict[str, Attribute]


def tag(name: str, /, *inside: str, **attributes: Attribute) -> str:
    """Return an element with its content.

    `stroke_width` becomes stroke-width, `class_` becomes class; attributes of None are omitted.
    """
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = number(value) if isinstance(value, float) else escape(str(value))
            words.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    opened = " ".join(words)
    content = "".join(inside)
    return f"<{opened}>{content}</{name}>" if content else f"<{opened}/>"


def number(value: float) -> str:
    """Return a number with at most two decimals, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def picture(href: str, half: float, **attributes: Attribute) -> str:
    """Return a picture stretched over a square with sides of twice `half`, round the origin."""
    place = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}
    return tag("image", href=href, preserveAspectRatio="none", **place, **attributes)


def colour(rgb: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return the first colour mixed with a share of the other."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other))
    return r, g, b


def polygon(corners: Iterable[XY]) -> str:
    """Return the path of a closed polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def gradient(name: str, colours: Sequence[Colour]) -> str:
    """Return a linear gradient over the whole shape, from the upper left."""
    return tag("linearGradient", _stops(colours), id=name, x1=0, y1=0, x2=1, y2=1)


def glow(name: str, colours: Sequence[Colour]) -> str:
    """Return a radial gradient lit from the upper left."""
    return tag("radialGradient", _stops(colours), id=name, cx=0.38, cy=0.32, r=0.75)


def _stops(colours: Sequence[Colour]) -> str:
    last = max(1, len(colours) - 1)
    stops = (tag("stop", offset=n / last, stop_color=colour(one)) for n, one in enumerate(colours))
    return "".join(stops)
