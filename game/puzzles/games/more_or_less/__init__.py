"""Puzzles of More or Less."""
