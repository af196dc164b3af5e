"""Weights of judgements, learned from games of the engine with itself; a folder for each game."""
