"""Yavalath, the fifth game of the tests: a folder as `game/games` has one for each game."""
