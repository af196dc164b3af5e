"""Pairings of many random tournaments, measured and compared with those of another program."""
