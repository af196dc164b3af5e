"""Addresses of the page as QR codes in a sheet; none where the package for them is missing."""

from __future__ import annotations

from game.tournament.errors import TournamentError

OWN = "#me="  # before a personal code in the address of the page, which reads it there


def page_address(text: str) -> str:
    """Return the full address of a page, "" for none.  Raises TournamentError."""
    if text and not text.startswith(("http://", "https://")):
        wanted = "http://HOST:PORT/"
        raise TournamentError("plan", field="--page", found=text, wanted=wanted)
    return text and text.rstrip("/") + "/"


def own_link(address: str, code: str) -> str:
    """Where whoever has this code speaks for themselves at once."""
    return f"{address}{OWN}{code}"


def qr(text: str) -> str:
    """Return an inline SVG of the QR code, black on white; "" without the package."""
    try:
        import segno
    except ImportError:  # installed without the club
        return ""
    made = segno.make(text, error="m", micro=False)
    return str(made.svg_inline(border=2, omitsize=True, dark="#000", light="#fff", svgclass="qr"))
