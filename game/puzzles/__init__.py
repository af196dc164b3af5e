"""Puzzles with proofs: their kinds, and how attempts at them are judged. No pygame, no drawing.

This package is above engine and table and below the screen. `tools/puzzles` makes and checks
puzzles.
"""
