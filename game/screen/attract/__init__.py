"""Attract mode: games that play themselves, with captions about what happens in them."""
