"""The library: every game, its players, and what is counted of them, in one database."""
