"""Puzzles on the screen: the choice, a puzzle on the board, the statistics."""
