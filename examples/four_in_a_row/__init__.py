"""A game of your own, as one folder: four in a row on a square board.

LESS_IS_MORE_GAMES=examples.four_in_a_row python main.py

The program finds `plugin.py` here.  The window offers the game, the engine plays it, records and
reviews keep it, and it can be played on a sensor board.  `rules.py` is all that it needs.
"""
