"""Evaluation weights, learned from games of the engine against itself; a folder for each game."""
