"""Less is More: four abstract games of more and less, on the screen and on a sensor board."""

__version__ = "1.11.0"
__released__ = "2026-11-26"
