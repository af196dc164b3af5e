"""Compares the browser edition with the program: whether it plays the same turns, and how fast."""
