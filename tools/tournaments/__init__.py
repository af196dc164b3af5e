"""Pairings of many random tournaments, measured and compared with those of other programs."""
