"""Puzzles of Less."""
