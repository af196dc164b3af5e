"""Weights of judgements, learned from games of the engine with itself; a room for each game."""
