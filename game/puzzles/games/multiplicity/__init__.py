"""Puzzles of Multiplicity."""
