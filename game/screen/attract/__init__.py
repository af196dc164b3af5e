"""Attract mode: games that play themselves, and captions that say what has just happened."""
