"""A game of your own, as one folder: four in a row on a square board.

LESS_IS_MORE_GAMES=examples.four_in_a_row python main.py

The program finds `plugin.py` here. The window then offers the game, the engine plays it, records
and reviews work with it, and a sensor board can play it. `rules.py` is all that the game needs.
"""
