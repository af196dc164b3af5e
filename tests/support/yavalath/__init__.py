"""Yavalath, the fifth game of the tests: a folder like those of `game/games`."""
