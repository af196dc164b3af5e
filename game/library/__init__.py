"""The library: every game, its players, and their statistics, in one database."""
