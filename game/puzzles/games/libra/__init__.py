"""Puzzles of Libra."""
