"""Openings: positions up to symmetry, books of first turns, names of openings."""
