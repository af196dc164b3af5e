"""Less is More: four abstract games of more and less, on the screen and on a sensor board."""

__version__ = "1.11.0"
