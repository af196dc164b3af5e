"""Puzzles on the screen: the choice, a puzzle at the board, what was solved."""
