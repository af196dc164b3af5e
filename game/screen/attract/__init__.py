"""Attract mode: games that play themselves, with captions about what has just happened."""
