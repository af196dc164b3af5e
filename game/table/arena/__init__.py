"""Matches of engine against engine: who plays, the games, where they run, what they tell."""
