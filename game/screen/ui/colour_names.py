"""What the colours of pieces are called, and with them the seats that play them."""

from __future__ import annotations

from game.platform.i18n import N_, _

NAMES = {"black": N_("Black"), "green": N_("Green"), "white": N_("White")}


def colour_name(colour: str) -> str:
    """The name of a colour in the reader's language; one we have no word for stays as it is."""
    return _(NAMES[colour]) if colour in NAMES else colour.capitalize()
