"""Names of the colours of pieces, and so of the seats that play them."""

from __future__ import annotations

from game.platform.i18n import N_, _

NAMES = {"black": N_("Black"), "green": N_("Green"), "white": N_("White")}


def colour_name(colour: str) -> str:
    """Return a colour's name in the reader's language; one without a translation stays."""
    return _(NAMES[colour]) if colour in NAMES else colour.capitalize()
